"""Whether going back in time changes what follows: a test for games that roll back (rule V6)."""

import re
from collections import deque
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from gumption.core.trace import Event, TickEnded, to_plain
from gumption.errors import brief
from gumption.world.saving.contents import Contents, contents_of
from gumption.world.world import World

Told = tuple[int, dict[str, Any]]
"""The number of a tick, and what an event says."""
_NO_ONE: Final = "the world"


@dataclass(frozen=True)
class Divergence:
    """Where a world that went back first departs from what it did before."""

    tick: int
    agent: str
    """Whose event or field it is, as far as one can tell."""
    what: str
    """The event and node, or the path of the field."""
    first: Any
    """What there was the first time; None: nothing."""
    again: Any
    """What there was after going back; None: nothing."""

    def __str__(self) -> str:
        return (
            f"the first difference is at tick {self.tick}: {self.agent}, {self.what}\n"
            f"  first: {brief(self.first)}\n"
            f"  again: {brief(self.again)}"
        )


def check_rollback(world: World, ticks: int = 8) -> Divergence | None:
    """Go on, go back, go on again, and compare; for tests of one's own game. The world is where it was afterwards.

    Args:
        world: at a tick border.
        ticks: how far to go on.

    Returns:
        The first difference, in the trace or else in what all hold in the end; None: there is none.

    Raises:
        SnapshotError: something in the world cannot be saved; says where it is.
    """
    start = world.snapshot()
    events: list[list[Told]] = []
    ends: list[Contents] = []
    for _ in range(2):
        heard, end = _go_on(world, ticks)
        events.append(heard)
        ends.append(end)
        world.restore(start)
    return _in_events(events[0], events[1], world) or _in_fields(ends[0], ends[1], start.tick + ticks)


def _go_on(world: World, ticks: int) -> tuple[list[Told], Contents]:
    """The events of so many ticks, each with its tick; and all there is in the end."""
    events: list[Told] = []

    def hear(event: Event) -> None:
        if not isinstance(event, TickEnded):
            events.append((world.clock.ticks, to_plain(event)))

    stop = world.trace(hear)
    try:
        world.run(ticks=ticks)
    finally:
        stop()
    return events, contents_of(world.snapshot())


def _in_events(first: list[Told], again: list[Told], world: World) -> Divergence | None:
    for one, other in zip_longest(first, again):
        if one != other:
            tick, event = one or other or (0, {})
            entity = world.entities.get(event.get("entity") or 0)
            node = event.get("node")
            what = str(event.get("event"))
            if entity is not None and node is not None:
                what += f" of {entity.mind.describe().path(node)}"
            name = _NO_ONE if entity is None else entity.name
            return Divergence(tick, name, what, one and one[1], other and other[1])
    return None


def _in_fields(first: Contents, again: Contents, tick: int) -> Divergence | None:
    found = _unlike(first, again, "")
    if found is None:
        return None
    path, one, other = found
    agent, inner = _NO_ONE, path
    row = re.match(r"\.objects\[(\d+)\](?:\.(?:fields|items))?(.*)", path)
    entity = re.match(r"\.entities\[(\d+)\]\.(.*)", path)
    if row:
        agent, inner = _ways(first).get(int(row[1]), (_NO_ONE, ""))
        inner += row[2]
    elif entity and int(entity[1]) < len(first["entities"]):
        agent, inner = first["entities"][int(entity[1])]["name"], entity[2]
    return Divergence(tick, agent, f"field {inner.removeprefix('.')}", one, other)


def _ways(contents: Contents) -> dict[int, tuple[str, str]]:
    """For each row an agent that leads to it, and the way there: `.bag[0].owner`."""
    rows = contents["objects"]
    waiting = deque((entity["agent"], entity["name"], "") for entity in contents["entities"])
    ways: dict[int, tuple[str, str]] = {}
    while waiting:
        value, agent, way = waiting.popleft()
        parts: Any = enumerate(value) if value.__class__ is list else ()
        number: Any = value[0] if parts and len(value) == 1 else None
        if number.__class__ is int:
            if number in ways:
                continue
            ways[number] = agent, way
            row = rows[number]
            parts = row["fields"].items() if "fields" in row else enumerate(row.get("items", [row.get("saved")]))
        waiting.extend(
            (part, agent, f"{way}.{key}" if isinstance(key, str) else f"{way}[{key}]") for key, part in parts
        )
    return ways


def _unlike(one: Any, other: Any, path: str) -> tuple[str, Any, Any] | None:
    """The first place at which two pieces of plain data differ; 1, 1.0 and True are three things."""
    kind: type[Any] = one.__class__
    if kind is not other.__class__:
        return path, one, other
    parts: list[tuple[str, Any, Any]]
    if kind is dict:
        keys: list[Any] = [*one, *[key for key in other if key not in one]]
        parts = [(f"{path}.{key}", one.get(key), other.get(key)) for key in keys]
    elif kind is list:
        longest: list[Any] = [*zip_longest(one, other)]
        parts = [(f"{path}[{index}]", a, b) for index, (a, b) in enumerate(longest)]
    else:
        return None if one == other else (path, one, other)
    return next((found for place, a, b in parts if (found := _unlike(a, b, place)) is not None), None)
