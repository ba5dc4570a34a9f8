"""Some ticks in a row, with what happened in them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import msgspec

from gumption.core.outline import OutlineNode
from gumption.core.plain import PlainData
from gumption.core.trace import Event
from gumption.inspect.doing import Doing
from gumption.world.recording import EntityLine

Data = dict[int, dict[str, PlainData]]

NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})
"""What most ticks have in the place of outlines and data."""


class Tick(msgspec.Struct, gc=False):
    """One tick; its events are `segment.events[start:end]`."""

    tick: int
    time: float
    dt: float | None
    start: int
    end: int
    entities: Sequence[EntityLine] = ()
    outlines: Mapping[str, list[OutlineNode]] = NOTHING
    data: Mapping[int, dict[str, PlainData]] = NOTHING
    removed: Sequence[int] = ()
    alarms: Sequence[int] = ()
    """The places of events that everybody is told."""


@dataclass(slots=True)
class Segment:
    """Some ticks in a row."""

    border: int
    """The tick border at which it begins."""
    time: float
    """What the clock read there, in seconds."""
    begin: dict[int, Doing]
    """How everybody stood there; these are changed no more."""
    ticks: list[Tick] = field(default_factory=list[Tick])
    events: list[Event] = field(default_factory=list[Event])
    index: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """Where the events of each entity are."""
    weight: int = 0

    def after(self, border: int) -> Sequence[Tick]:
        """The ticks behind a border."""
        return self.ticks[bisect_right(self.ticks, border, key=lambda each: each.tick) :]

    def told_of(self, entity: int, border: int, to: int) -> Iterator[tuple[Tick, list[Event]]]:
        """The ticks behind a border, up to that of `to`, that may tell of an entity; with the events that do."""
        lines = self.after(border)
        places = self.index.get(entity, ())
        at = bisect_left(places, lines[0].start) if lines else 0
        for line in lines:
            if line.tick > to:
                return
            begin = at
            while at < len(places) and places[at] < line.end:
                at += 1
            if at > begin or line.entities or line.removed or entity in line.data:
                yield line, [self.events[place] for place in places[begin:at]]

    def between(self, start: int, end: int, ids: Iterable[int], more: Sequence[int] = ()) -> list[Event]:
        """Events of these entities, and those at the places `more`, in their order."""
        places = set(more)
        for each in ids:
            own = self.index.get(each, ())
            places.update(own[bisect_left(own, start) : bisect_left(own, end)])
        return [self.events[place] for place in sorted(places)]
