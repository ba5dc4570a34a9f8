"""One page that looks: whom it watches, how far it has been told, and what it is to be told next.

There are no queues: the kept ticks are the queue, and a page is a place in it. One that reads slowly is told in sum
what it has missed. All of this runs in the server's thread.
"""

import math
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

from gumption.core.outline import OutlineNode
from gumption.inspect.feed import Feed
from gumption.inspect.segment import Segment, Tick
from gumption.inspect.wire import (
    MAX_WATCHED,
    VERSION,
    Answer,
    Control,
    Hello,
    Lost,
    Past,
    PastLine,
    Problem,
    Request,
    Seek,
    StandingMessage,
    State,
    TickMessage,
    Watch,
    told,
)
from gumption.world.recording import EntityLine, Header

BEHIND: Final = 128
"""Ticks. Who is further behind is told them in sum."""
MAX_EVENTS: Final = 5_000
"""How many events one answer to `seek` has, or a few more."""
MAX_SPEED: Final = 1e6


class Viewer:
    """A page, or a program like one."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self.ids: frozenset[int] = frozenset()
        self._generation = -1
        self._border = 0
        self._seq = 0
        self._change = -1
        self._state: State | None = None
        self._late: deque[int] = deque(maxlen=MAX_WATCHED)

    def tell_late(self, entity: int) -> None:
        """More became known of it between ticks; called in the world's thread."""
        if entity in self.ids:
            self._late.append(entity)

    # What comes of itself

    def news(self) -> list[Answer]:
        """All that is to be told now."""
        feed, history = self._feed, self._feed.history
        changed = feed.refresh()
        messages: list[Answer] = []
        state = feed.state()
        with history.lock:
            if self._generation != history.generation or self._border < history.first:
                messages.append(self._hello(state))
                messages += self._standings(self.ids)
                self._late.clear()
            else:
                messages += self._ticks()
            late: list[int] = []
            while self._late:
                late.append(self._late.popleft())
            messages += self._standings(late)
        if messages:
            self._change = changed
        for message in messages:
            if isinstance(message, TickMessage):  # outside the lock: it takes time
                message.events = told(message.events)
        if state != self._state:
            messages.append(state)
            self._state = state
        return messages

    def _hello(self, state: State) -> Hello:
        feed, history = self._feed, self._feed.history
        self._state = State(state.paused, state.speed, state.ended)
        self._generation, self._border = history.generation, history.tick
        begin = feed.header
        header = Header(
            gumption=begin.gumption,
            format=begin.format,
            seed=begin.seed,
            step=begin.step,
            on_error=begin.on_error,
            scenario=begin.scenario,
            options=begin.options,
            entities=list(history.entities.values()),
            outlines=dict(history.outlines),
        )
        return Hello(
            version=VERSION,
            title=feed.title,
            control=feed.control,
            live=feed.live,
            header=header,
            came=dict(history.came),
            gone=dict(history.gone),
            doing={entity: text for entity, text in feed.doing().items() if text is not None},
            first_tick=history.first,
            tick=history.tick,
            time=history.time,
            paused=state.paused,
            speed=state.speed,
            ended=state.ended,
        )

    def _ticks(self) -> Sequence[Answer]:
        feed, history = self._feed, self._feed.history
        if history.tick - self._border > BEHIND:
            return (self._lost(),)
        messages = [self._tick(segment, line) for segment, line in history.after(self._border)]
        if messages:  # what everybody is doing is told with the newest
            messages[-1].doing = feed.doing(self._change)
            self._border = history.tick
        return messages

    def _tick(self, segment: Segment, line: Tick) -> TickMessage:
        self._seq += 1
        return TickMessage(
            seq=self._seq,
            tick=line.tick,
            time=line.time,
            events=segment.between(line.start, line.end, self.ids, line.alarms),
            dt=line.dt,
            data={entity: fields for entity, fields in line.data.items() if entity in self.ids},
            entities=line.entities,
            outlines=dict(line.outlines),
            removed=line.removed,
        )

    def _lost(self) -> Lost:
        history = self._feed.history
        entities: list[EntityLine] = []
        outlines: dict[str, list[OutlineNode]] = {}
        came: dict[int, int] = {}
        gone: dict[int, int] = {}
        count = 0
        for _, line in history.after(self._border):
            count += 1
            entities += line.entities
            outlines.update(line.outlines)
            came.update((each.id, line.tick) for each in line.entities)
            gone.update((each, line.tick) for each in line.removed)
        first, self._border = self._border, history.tick
        return Lost(
            count=count,
            first=first,
            to=history.tick,
            time=history.time,
            entities=entities,
            outlines=outlines,
            came=came,
            gone=gone,
            doing=self._feed.doing(self._change),
            standing={each.id: each.standing for each in self._standings(self.ids)},
        )

    def _standings(self, ids: Iterable[int]) -> list[StandingMessage]:
        history = self._feed.history
        found = [(each, history.now.get(each)) for each in sorted(set(ids))]
        return [StandingMessage(each, history.tick, doing.standing()) for each, doing in found if doing is not None]

    # What is asked for

    def answer(self, request: Request) -> list[Answer]:
        """Serve a message of the page."""
        if isinstance(request, Watch):
            return self._watch(request)
        if isinstance(request, Seek):
            return [self._seek(request)]
        return self._control(request)

    def _watch(self, request: Watch) -> list[Answer]:
        ids = frozenset(request.ids)
        if len(ids) > MAX_WATCHED:
            return [Problem(f"at most {MAX_WATCHED} entities can be watched, not {len(ids)}")]
        with self._feed.history.lock:
            messages = self.news()  # up to now with those before
            fresh, self.ids = ids - self.ids, ids
            messages += self._standings(fresh)
        self._feed.rewatch()
        return messages

    def _seek(self, request: Seek) -> Past:
        history = self._feed.history
        first = min(max(request.first, history.first), history.tick)
        to = max(min(request.to, history.tick), first)
        stood = history.standing_at(request.id, first)
        start = None if stood is None else stood.standing()
        lines: list[PastLine] = []
        count = 0
        for line, events in history.told_of(request.id, first, to):
            data: dict[int, dict[str, Any]] = {
                entity: fields for entity, fields in line.data.items() if entity == request.id
            }
            entities = [each for each in line.entities if each.id == request.id]
            removed = [each for each in line.removed if each == request.id]
            if events or data or entities or removed:
                lines.append(PastLine(line.tick, line.time, told(events), line.dt, data, entities, removed))
            count += len(events)
            if count >= MAX_EVENTS:
                to = line.tick
                break
        return Past(request.id, first, to, start, lines, history.doing_at(to) if first == to else {})

    def _control(self, request: Control) -> list[Answer]:
        feed = self._feed
        if not feed.control:
            return [Problem("this inspector only looks: it was started without control")]
        speed = request.speed
        if request.do == "speed" and speed is not None and not (math.isfinite(speed) and 0 < speed <= MAX_SPEED):
            return [Problem(f"a world cannot run at speed {speed:g}: give a number from 0 to {MAX_SPEED:g}, or null")]
        feed.drive(request.do, speed)
        return []
