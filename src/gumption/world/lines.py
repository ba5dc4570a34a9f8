"""What happens in a world as lines of plain data, one a tick: what recordings hold and comparisons read."""

import math
from collections.abc import Callable
from typing import Any

import msgspec

from gumption.core.outline import OutlineNode
from gumption.core.plain import PlainData
from gumption.core.trace import Added, Event, TickEnded, to_plain
from gumption.world.entity import Entity
from gumption.world.fields import changes, simple_fields
from gumption.world.world import World


class EntityLine(msgspec.Struct):
    """An entity, and which outline its mind has."""

    id: int
    name: str
    outline: str


class TickLine(msgspec.Struct, omit_defaults=True):
    """What came from the tick border before to the one of this tick: inputs first, then the tick."""

    tick: int
    time: float
    events: list[dict[str, Any]]
    dt: float | None = None
    """Seconds that the tick took, where that was not the usual step."""
    entities: list[EntityLine] = []
    """Those that came into the world meanwhile."""
    outlines: dict[str, list[OutlineNode]] = {}
    """Those that were not told before."""
    data: dict[str, dict[str, Any]] = {}
    """By the ids of entities: which simple fields of their agents have changed; None for what has vanished. Left out
    unless it was asked for."""


def is_tick(line: TickLine | None) -> bool:
    """Whether this is a tick, and not only how a run began, or what came after its last tick."""
    return line is not None and not math.isnan(line.time)


class Newcomers:
    """Those who came into a world and are to be told with the next line; of their outlines each is told once."""

    def __init__(self) -> None:
        self._told: set[str] = set()  # digests of outlines
        self._entities: list[EntityLine] = []
        self._outlines: dict[str, list[OutlineNode]] = {}

    def meet(self, entity: Entity[Any]) -> None:
        """Note what the next line has to say of an entity."""
        outline = entity.mind.describe()
        self._entities.append(EntityLine(entity.id, entity.name, outline.digest))
        if outline.digest not in self._told:
            self._told.add(outline.digest)
            self._outlines[outline.digest] = list(outline)

    def take(self) -> tuple[list[EntityLine], dict[str, list[OutlineNode]]]:
        """Who came since it was called last, and the outlines that were not told before."""
        news = self._entities, self._outlines
        self._entities, self._outlines = [], {}
        return news


class LineMaker:
    """Makes a line of each tick of `world`, until `stop` is called.

    Args:
        world: its entities should be there already; `entities` and `outlines` tell them.
        give: is called with each line at its tick border.
        data: whether lines have the changes of the agents' simple fields; may be switched on later.
    """

    def __init__(self, world: World, give: Callable[[TickLine], object], *, data: bool = False) -> None:
        self.data = data
        self._world = world
        self._give = give
        self._events: list[Event] = []
        self._fields: dict[int, dict[str, PlainData]] = {}
        self._newcomers = Newcomers()
        for entity in world.entities.values():
            self._newcomers.meet(entity)
        self.entities, self.outlines = self._newcomers.take()
        """Those of the beginning."""
        self.stop = world.trace(self._hear)

    def take_events(self) -> list[dict[str, Any]]:
        """What came since the last tick border."""
        events = [to_plain(each) for each in self._events]
        self._events.clear()
        return events

    def _hear(self, event: Event) -> None:
        if isinstance(event, Added):
            self._newcomers.meet(self._world.entities[event.entity])
        if not isinstance(event, TickEnded):
            self._events.append(event)
            return
        entities, outlines = self._newcomers.take()
        events = self.take_events()
        self._give(TickLine(event.tick, event.time, events, event.dt, entities, outlines, self._take_changes()))

    def _take_changes(self) -> dict[str, dict[str, Any]]:
        """What the line of a tick has to say of the agents' fields."""
        if not self.data:
            return {}
        before, self._fields = self._fields, {}
        told: dict[str, dict[str, Any]] = {}
        for number, entity in self._world.entities.items():
            self._fields[number] = now = simple_fields(entity.agent)
            changed = changes(before.get(number, {}), now)
            if changed:
                told[str(number)] = changed
        return told
