"""Objects as plain rows, which refer to each other by number (rule V2).

A value in a row is what JSON has of itself, or a list: `[7]` is the object in row 7; all others begin with a word, as
`["complex", 1.0, 2.0]` and `["enum", "Colour", "RED"]`.
"""

import types
from collections import defaultdict, deque
from collections.abc import Callable
from enum import Enum, Flag
from typing import Any, Final, cast, final

from gumption.core.mind import is_definition
from gumption.errors import SnapshotError, brief
from gumption.world.saving.classes import is_local
from gumption.world.saving.graph import Graph
from gumption.world.saving.kinds import Kind, is_kind

MAX_NESTED: Final = 16
"""How deep tuples and frozen sets may lie in each other."""
_INTEGERS: Final = range(-(2**63), 2**63)

Place = tuple[str, object]
"""What a part of the world is called: ("entity", 7), say."""


@final
class Rows:
    """Writes the objects of a graph.

    Args:
        graph: what there is.
        names: of objects that are told by name, by their identities.
        place: gives the name of a part of the world; None: it is none of this one.

    Raises:
        SnapshotError: something cannot be written; says where it is.
    """

    def __init__(self, graph: Graph, names: dict[int, str], place: Callable[[object], Place | None]) -> None:
        self._graph = graph
        self._names = names
        self._place = place
        kinds = graph.kinds
        kept = [
            (it, kind, state)
            for it, state in zip(graph.objects, graph.states, strict=True)
            if (kind := kinds[type(it)]).make is not None
        ]
        self._numbers = {id(it): number for number, (it, _, _) in enumerate(kept)}
        self._at: object = None
        self.rows: list[dict[str, Any]] = []
        for it, kind, state in kept:
            self._at = it
            self.rows.append(self._row(it, kind, state))

    def _row(self, it: Any, kind: Kind, state: Any) -> dict[str, Any]:
        name = kind.cls.__qualname__
        value = self.value
        if kind.word == "fields":
            return {"class": name, "fields": {key: value(part) for key, part in state.items() if key[:2] != "__"}}
        if kind.word == "hooks":
            return {"class": name, "saved": value(state)}
        if is_kind(kind.cls, dict):
            row: dict[str, Any] = {"class": name, "items": [[value(key), value(part)] for key, part in state.items()]}
            if kind.cls is defaultdict:
                row["saved"] = value(it.default_factory)
            return row
        items = [value(part) for part in state]
        row = {"class": name, "items": sorted(items, key=repr) if kind.cls is set else items}
        if kind.cls is deque:
            row["saved"] = it.maxlen
        return row

    def value(self, value: Any, depth: int = 0) -> Any:
        """A value for a row."""
        cls: type = value.__class__
        if cls is str or cls is bool or value is None:
            return value
        if cls is int:
            return value if value in _INTEGERS else ["int", hex(value)]
        if cls is float:
            return value if value - value == 0.0 else ["float", repr(value)]
        number = self._numbers.get(id(value))
        if number is not None:
            return [number]
        if cls is complex:
            return ["complex", self.value(value.real), self.value(value.imag)]
        if cls is bytes:
            return ["bytes", value.hex()]
        if depth >= MAX_NESTED:
            raise self._wrong(value, f"tuples lie more than {MAX_NESTED} deep in each other", "use lists")
        kind = self._graph.kinds[cls]
        if kind.word == "tuple":
            word = [] if cls is tuple else [cls.__qualname__]
            return ["tuple" if cls is tuple else "named tuple", *word, *[self.value(each, depth + 1) for each in value]]
        if kind.word == "frozenset":
            return ["frozenset", *sorted([self.value(each, depth + 1) for each in value], key=repr)]
        if kind.word == "enum":
            return ["enum", cls.__qualname__, value.value if isinstance(value, Flag) else cast("Enum", value).name]
        return self._named(value, kind)

    def _named(self, value: Any, kind: Kind) -> Any:
        name = self._names.get(id(value))
        if name is not None:
            return ["kept", name]
        if kind.word == "place":
            place = self._place(value)
            if place is None:
                remedy = "let go of what has left the world: set the field to None, or keep the entity's id"
                raise self._wrong(value, f"{brief(value)} is no part of this world", remedy)
            return list(place)
        if is_definition(value):
            outline = value.describe()
            return ["definition", outline.shape, outline[0].name]
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)) and not is_local(value):
            return ["code", value.__qualname__]
        remedy = "keep it: world.keep('a name for it', ...), in build() as well; or hold a name in its place"
        raise self._wrong(value, f"{brief(value)} is code that has no name of its own", remedy)

    def _wrong(self, value: object, problem: str, remedy: str) -> SnapshotError:
        return self._graph.error(value, problem, remedy)
