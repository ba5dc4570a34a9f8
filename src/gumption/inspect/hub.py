"""Listens to a world, in the world's own thread. It never waits for a page, unless a page has paused the world.

It hears all that a watched agent does. At the others it glances, a few in each tick, so that ten thousand of them cost
the world little; or it hears all of them, which costs each of them more than its own tick does.
"""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gumption.core.plain import PlainData
from gumption.core.trace import Added, Event, Removed, Seen, TickEnded
from gumption.inspect.feed import Feed
from gumption.inspect.segment import Data
from gumption.world.fields import changes, simple_fields
from gumption.world.lines import Newcomers
from gumption.world.pacing import Pacer
from gumption.world.world import World

LINGER: Final = 60.0
"""Wall seconds for which it goes on to listen when the last page was closed: that page may be loading anew."""
GLANCES: Final = 16
"""At how many agents it looks in a tick."""
_NAP: Final = 0.25
"""Wall seconds after which a wait looks up, so that Ctrl-C is heard on every system."""


class Hub:
    """Feeds what happens in a world into a `Feed`, while a page is open.

    Args:
        world: to be listened to, from its own thread and outside its ticks.
        feed: where it goes.
        keep: hear all agents from now on, and while no page is open as well.
    """

    def __init__(self, world: World, feed: Feed, *, keep: bool = False) -> None:
        self._world = world
        self._feed = feed
        self._keep = keep
        self._events: list[Event] = []
        self._newcomers = Newcomers()
        self._fields: dict[int, dict[str, PlainData]] = {}
        self._stop: Callable[[], None] | None = None
        self._only: frozenset[int] | None = None  # who is heard; None: everybody
        self._round: Iterator[int] = iter(())  # who is to be glanced at next
        self._left = 0.0  # when the last page was seen
        self._pacer: Pacer | None = None
        self._pace: float | None = None
        self._begin()
        if keep:
            self._listen()
        self._stop_border = world.trace(self._border, borders_only=True)

    @property
    def listens(self) -> bool:
        """Whether the world is traced for it."""
        return self._stop is not None

    def close(self) -> None:
        """Listen no more."""
        self._stop_border()
        if self._stop is not None:
            self._stop()
            self._stop = None

    # Listening

    def _begin(self) -> None:
        """Take stock of who is there, and of what runs."""
        self._newcomers = Newcomers()
        self._fields.clear()
        for entity in self._world.entities.values():
            self._newcomers.meet(entity)
        entities, outlines = self._newcomers.take()
        clock = self._world.clock
        self._feed.history.begin(clock.ticks, clock.now, entities, outlines, self._glances(self._world.entities))

    def _listen(self) -> None:
        self._events.clear()
        self._listen_to(None if self._keep else self._feed.watched)
        self._left = time.monotonic()

    def _listen_to(self, only: frozenset[int] | None) -> None:
        stop = self._stop
        self._only, self._stop = only, self._world.trace(self._hear, only=only)
        if stop is not None:
            stop()

    def _hear(self, event: Event) -> None:
        self._events.append(event)
        if type(event) is Added:
            self._newcomers.meet(self._world.entities[event.entity])

    def _border(self, event: Event) -> None:
        assert isinstance(event, TickEnded)
        feed = self._feed
        if self._stop is not None:
            self._collect(event)
            if feed.viewers:
                self._left = time.monotonic()
                feed.bell()
            elif not self._keep and time.monotonic() - self._left > LINGER:
                self._stop()
                self._stop = None
        elif feed.viewers:  # what happened meanwhile is not known
            self._begin()
            self._listen()
            feed.bell()
        if feed.control:
            self._hold(event.time)

    def _collect(self, border: TickEnded) -> None:
        events = self._events[:-1] if self._events and self._events[-1] is border else self._events.copy()
        self._events.clear()
        entities, outlines = self._newcomers.take()
        for event in events:
            if type(event) is Removed:
                self._fields.pop(event.entity, None)
        if self._only is not None:
            events += self._glance_around(self._only)
        data = self._look() if self._feed.watched or self._fields else {}
        self._feed.history.append(border.tick, border.time, border.dt, events, entities, outlines, data)

    # Those that are not listened to

    def _glance_around(self, heard: frozenset[int]) -> Iterator[Seen]:
        """Those who are watched from now on, or no more; and of the others some in turn, if they do something else."""
        watched = self._feed.watched
        if watched != heard:
            self._listen_to(watched)
            yield from self._glances(watched ^ heard)
        turn = list(itertools.islice(self._round, GLANCES))
        if len(turn) < GLANCES:
            self._round = iter(tuple(self._world.entities))
        known = self._feed.history.now
        for seen in self._glances(each for each in turn if each not in watched):
            doing = known.get(seen.entity)
            if doing is None or doing.entered != seen.nodes:
                yield seen

    def _glances(self, ids: Iterable[int]) -> Iterator[Seen]:
        """What these do, if they are there."""
        entities = self._world.entities
        for each in ids:
            entity = entities.get(each)
            if entity is not None:
                yield Seen(each, entity.mind.active())

    def _look(self) -> Data:
        """What has changed in the fields of the watched ones."""
        watched = self._feed.watched
        for each in [each for each in self._fields if each not in watched]:
            del self._fields[each]
            self._feed.history.forget(each)
        data: Data = {}
        for each in watched:
            entity = self._world.entities.get(each)
            if entity is not None:
                now = simple_fields(entity.agent)
                changed = changes(self._fields.get(each, {}), now)
                self._fields[each] = now
                if changed:
                    data[each] = changed
        return data

    # Driving

    def _hold(self, now: float) -> None:
        """Wait for as long as the world is paused, and for its pace."""
        feed = self._feed
        waited = False
        with feed.changed:
            while feed.paused and not feed.steps and not feed.ended:
                waited = True
                self.attend()
                feed.changed.wait(_NAP)
            if feed.paused and feed.steps:
                feed.steps -= 1
        if waited or feed.speed != self._pace:
            self._pace = feed.speed
            self._pacer = None if self._pace is None else Pacer(self._pace, now, sleep=self._sleep)
        elif self._pacer is not None:
            self._pacer.wait(now)

    def _sleep(self, seconds: float) -> None:
        """Sleep, unless somebody wants the world to be driven otherwise."""
        feed, end = self._feed, time.monotonic() + seconds
        with feed.changed:
            while not (feed.paused or feed.ended or feed.speed != self._pace):
                left = end - time.monotonic()
                if left <= 0:
                    return
                feed.changed.wait(min(left, _NAP))

    def attend(self) -> None:
        """Between ticks, in the world's thread: take stock for the first page, and look at who is newly watched."""
        feed = self._feed
        if self._stop is None:
            if not feed.viewers:
                return
            self._begin()
            self._listen()
            feed.bell()
        if self._only is not None and self._only != feed.watched:
            fresh = feed.watched - self._only
            self._listen_to(feed.watched)
            for seen in self._glances(fresh):
                feed.history.see(seen)
        if feed.watched != self._fields.keys():
            for each, fields in self._look().items():
                feed.history.tell(each, fields)
                for viewer in feed.viewers:
                    viewer.tell_late(each)
            feed.bell()
