"""The newest ticks, in memory, with an index by entity: what happened, and how everybody stood at any of them.

Ticks lie in segments. Each remembers how everybody stood at its beginning, so that any of its borders is a short fold
away, and the oldest one can be dropped as a whole. An entity's `Doing` is copied when it first changes in a segment.
"""

import threading
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from gumption.core.outline import OutlineNode
from gumption.core.plain import PlainData
from gumption.core.trace import Event, Failed, Parked, Removed, Seen, Sent, Ticked, Undeliverable, Unparked, entity_of
from gumption.inspect.doing import Doing
from gumption.inspect.paths import Paths
from gumption.inspect.segment import NOTHING, Data, Segment, Tick
from gumption.world.recording import EntityLine

SEGMENTS: Final = 20
"""In how many parts the ticks are kept."""

EARLIER: Final = -1
"""The epoch of what is made to look back; those of the present are counted from 0."""


class History:
    """The newest ticks.

    One thread appends. Others read what is true now inside `with history.lock`, and the past at any time: segments only
    grow at their end.

    Args:
        limit: events to be kept, or about so many; None: all.
    """

    def __init__(self, limit: int | None = 100_000) -> None:
        self.lock: Final = threading.RLock()
        self._limit = limit
        self._share = 5_000 if limit is None else max(limit // SEGMENTS, 1)
        self.generation = 0
        """Another number, another beginning: nothing that was read before holds."""
        self.begin(0, 0.0, (), {})

    def begin(
        self,
        tick: int,
        time: float,
        entities: Iterable[EntityLine],
        outlines: Mapping[str, list[OutlineNode]],
        seen: Iterable[Seen] = (),
    ) -> None:
        """Forget everything, and begin at the border of `tick` with these entities, of whom that much is known."""
        with self.lock:
            self.generation += 1
            self.tick, self.time = tick, time
            self.entities: dict[int, EntityLine] = {}
            self.outlines: dict[str, list[OutlineNode]] = {}
            self.came: dict[int, int] = {}
            self.gone: dict[int, int] = {}
            """In which of the ticks who came and went; who was there when it began is not in `came`."""
            self.paths: dict[str, Paths] = {}
            self.now: dict[int, Doing] = {}
            self.touched: set[int] = set()
            """Whose `now` has changed since somebody emptied this."""
            self._epoch = 0
            self._meet(entities, outlines)
            for event in seen:
                self._see(event)
            self._segments: deque[Segment] = deque()
            self._new_segment()

    @property
    def first(self) -> int:
        """The oldest tick border that is kept."""
        return self._segments[0].border

    def path_of(self, entity: int) -> Paths | None:
        """The texts for an entity's nodes."""
        known = self.entities.get(entity)
        return None if known is None else self.paths.get(known.outline)

    def append(
        self,
        tick: int,
        time: float,
        dt: float | None,
        events: Sequence[Event],
        entities: Sequence[EntityLine] = (),
        outlines: Mapping[str, list[OutlineNode]] | None = None,
        data: Data | None = None,
    ) -> None:
        """Take what a tick brought."""
        with self.lock:
            segment = self._segments[-1]
            if segment.weight >= self._share:
                segment = self._new_segment()
            start = len(segment.events)
            line = Tick(tick, time, dt, start, start + len(events))
            if entities or outlines:
                line.entities, line.outlines = entities, outlines or NOTHING
                self.came.update((each.id, tick) for each in entities)
                self._meet(entities, line.outlines)
            if events:
                self._fold(segment, line, events)
            if data:
                line.data = data
                segment.weight += len(data)
                for entity, fields in data.items():
                    self._tell(entity, fields)
            for entity in line.removed:
                self.now.pop(entity, None)
                self.gone[entity] = tick
            segment.ticks.append(line)
            segment.weight += 1
            self.tick, self.time = tick, time

    def _meet(self, entities: Iterable[EntityLine], outlines: Mapping[str, list[OutlineNode]]) -> None:
        for digest, nodes in outlines.items():
            if digest not in self.outlines:
                self.outlines[digest] = nodes
                self.paths[digest] = Paths(nodes)
        for entity in entities:
            self.entities[entity.id] = entity
            self.now[entity.id] = self._newborn(entity.id, self._epoch)
            self.touched.add(entity.id)

    def _newborn(self, entity: int, epoch: int = 0) -> Doing:
        paths = self.path_of(entity)
        return Doing(frozenset() if paths is None else paths.always, epoch)

    def _new_segment(self) -> Segment:
        segment = Segment(self.tick, self.time, self.now.copy())
        self._segments.append(segment)
        self._epoch += 1  # whoever changes now is copied first
        if self._limit is not None and len(self._segments) > SEGMENTS + 1:
            self._segments.popleft()
            for entity in [each for each, tick in self.gone.items() if tick <= self.first]:
                del self.gone[entity], self.entities[entity]
            self.came = {entity: tick for entity, tick in self.came.items() if tick > self.first}
        return segment

    def _fold(self, segment: Segment, line: Tick, events: Sequence[Event]) -> None:
        index, now, touched, tick, epoch = segment.index, self.now, self.touched, line.tick, self._epoch
        for place, event in enumerate(events, line.start):
            if type(event) in _MORE:
                _look_closer(event, place, segment, line)
            entity = entity_of(event)
            if entity is None:
                continue
            own = index.get(entity)
            if own is None:
                index[entity] = [place]
            elif own[-1] != place:  # who sends to himself
                own.append(place)
            doing = now.get(entity)
            if doing is not None:
                now[entity] = doing.step(event, tick, epoch)
                touched.add(entity)
        segment.events += events
        segment.weight += len(events)

    def _tell(self, entity: int, fields: Mapping[str, PlainData]) -> None:
        doing = self._own(entity)
        if doing is not None:
            doing.data.update(fields)

    def _own(self, entity: int) -> Doing | None:
        """How an entity stands now, to be changed."""
        doing = self.now.get(entity)
        if doing is not None and doing.epoch != self._epoch:
            self.now[entity] = doing = doing.copy(self._epoch)
        return doing

    def tell(self, entity: int, fields: Mapping[str, PlainData]) -> None:
        """Fields that were read between ticks."""
        with self.lock:
            self._tell(entity, fields)

    def _see(self, seen: Seen) -> None:
        doing = self.now.get(seen.entity)
        if doing is not None:
            self.now[seen.entity] = doing.step(seen, self.tick, self._epoch)
            self.touched.add(seen.entity)

    def see(self, seen: Seen) -> None:
        """What was seen between ticks."""
        with self.lock:
            self._see(seen)

    def forget(self, entity: int) -> None:
        """What is known of its fields is true no more."""
        with self.lock:
            doing = self._own(entity)
            if doing is not None:
                doing.data.clear()

    def after(self, border: int) -> Iterator[tuple[Segment, Tick]]:
        """The ticks behind a border."""
        for segment in self._kept():
            for line in segment.after(border):
                yield segment, line

    def told_of(self, entity: int, border: int, to: int) -> Iterator[tuple[Tick, list[Event]]]:
        """The ticks behind a border, up to that of `to`, that may tell of an entity; with the events that do."""
        for segment in self._kept():
            if segment.border >= to:
                return
            yield from segment.told_of(entity, border, to)

    def _kept(self) -> tuple[Segment, ...]:
        with self.lock:
            return tuple(self._segments)

    def _segment_of(self, border: int) -> Segment:
        found, *others = self._kept()
        for segment in others:
            if segment.border > border:
                break
            found = segment
        return found

    def _stood(self, segment: Segment, entity: int, border: int) -> Doing | None:
        """How an entity stood at a border inside this segment; None: it was not there."""
        begin = segment.begin.get(entity)
        doing = self._newborn(entity, EARLIER) if begin is None else begin.copy(EARLIER)
        there = begin is not None
        for line, events in segment.told_of(entity, segment.border, border):
            there = there or any(each.id == entity for each in line.entities)
            for event in events:
                if entity_of(event) == entity:  # not what another one sends to it
                    doing = doing.step(event, line.tick, EARLIER)
            doing.data.update(line.data.get(entity, ()))
            if entity in line.removed:
                return None
        return doing if there else None

    def time_at(self, border: int) -> float:
        """What the clock read at a tick border that is kept, in seconds."""
        segment = self._segment_of(border)
        before = bisect_right(segment.ticks, border, key=lambda each: each.tick)
        return segment.ticks[before - 1].time if before else segment.time

    def standing_at(self, entity: int, border: int) -> Doing | None:
        """How an entity stood at a tick border that is kept; None: it was not there."""
        return self._stood(self._segment_of(border), entity, border)

    def doing_at(self, border: int) -> dict[int, str]:
        """What everybody was doing at a tick border that is kept."""
        if border >= self.tick:
            with self.lock:
                now = self.now.copy()
            return self._texts(now)
        segment = self._segment_of(border)
        stood = dict(segment.begin)
        for line in segment.ticks:
            if line.tick > border:
                break
            for each in line.entities:
                stood[each.id] = self._newborn(each.id, EARLIER)
            for event in segment.events[line.start : line.end]:
                entity = entity_of(event)
                if entity is not None and entity in stood:
                    stood[entity] = stood[entity].step(event, line.tick, EARLIER)
            for gone in line.removed:
                stood.pop(gone, None)
        return self._texts(stood)

    def _texts(self, stood: Mapping[int, Doing]) -> dict[int, str]:
        texts: dict[int, str] = {}
        for entity, doing in stood.items():
            paths = self.path_of(entity)
            text = None if paths is None else paths.text(doing)
            if text is not None:
                texts[entity] = text
        return texts


_MORE: Final = frozenset({Ticked, Sent, Undeliverable, Removed, Failed, Parked, Unparked})
"""Events that are more than something that one entity did."""


def _look_closer(event: Event, place: int, segment: Segment, line: Tick) -> None:
    if isinstance(event, Ticked):
        segment.weight += len(event.results) >> 4
    elif isinstance(event, (Sent, Undeliverable)):
        segment.index.setdefault(event.receiver, []).append(place)
    elif isinstance(event, Removed):
        line.removed = (*line.removed, event.entity)
    else:
        line.alarms = (*line.alarms, place)
