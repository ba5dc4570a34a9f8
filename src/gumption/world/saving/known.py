"""What a saved game may name: classes, definitions and functions that the program itself has shown (rule V3)."""

import contextlib
import inspect
import sys
import types
import typing
from collections.abc import Iterable
from enum import Enum
from random import Random
from typing import Any, final

from gumption.core.message import Message
from gumption.core.mind import Definition, is_definition
from gumption.core.random import RandomStream
from gumption.errors import SnapshotError, UsageError, brief
from gumption.status import Status
from gumption.world.saving.graph import Graph
from gumption.world.world import World

_BUILT_IN: tuple[type, ...] = (
    list,
    dict,
    set,
    tuple,
    int,
    float,
    str,
    bool,
    frozenset,
    Message,
    Status,
    RandomStream,
    Random,
)


@final
class Known:
    """Things by their names. No name is ever looked up anywhere else.

    Args:
        things: classes, definitions and functions.

    Raises:
        UsageError: one is none of these.
    """

    def __init__(self, things: Iterable[object] = ()) -> None:
        self._code: dict[str, list[Any]] = {}
        self._definitions: dict[int, Definition[Any]] = {}
        self._new: list[type] = []
        if not isinstance(things, Iterable):
            raise UsageError(
                f"known={brief(things)} is no list", doing="loading a world", remedy="known=[Miner, MINER_MACHINE]"
            )
        for it in (*_BUILT_IN, *things):
            self.add(it)
        self._follow_annotations()

    def add(self, it: Any) -> None:
        """Know a class, a definition or a function.

        Raises:
            UsageError: it is none of these.
        """
        if is_definition(it) and not isinstance(it, type):
            self._definitions.setdefault(id(it), it)
            return
        name = getattr(it, "__qualname__", None)
        if not isinstance(name, str) or not callable(it):
            raise UsageError(
                f"{brief(it)} cannot be made known",
                doing="loading a world",
                remedy="give classes, definitions and functions; other objects are kept with world.keep() in build()",
            )
        found = self._code.setdefault(name, [])
        if it not in found:
            found.append(it)
            if isinstance(it, type):
                self._new.append(it)

    def add_world(self, world: World, graph: Graph) -> None:
        """Know what a world has shown: the classes of all that can be reached from it, and its definitions."""
        for entity in world.entities.values():
            self.add(entity.mind.definition)
        for cls in set(map(type, graph.objects)):
            self.add(cls)
        for it in graph.objects:
            if isinstance(it, (type, types.FunctionType, types.BuiltinFunctionType)) or is_definition(it):
                self.add(it)
        self._follow_annotations()

    def _follow_annotations(self) -> None:
        """Know the classes that the annotations of known classes name, and so on."""
        while self._new:
            cls = self._new.pop()
            for hint in _hints(cls, self._code):
                for part in _parts(hint):
                    if isinstance(part, type) and part.__module__ != "builtins":
                        self.add(part)

    def code(self, name: object, kind: type[Any], where: str) -> Any:
        """The class or function of a name.

        Raises:
            SnapshotError: none is known, or more than one.
        """
        found = [it for it in self._code.get(name, ()) if isinstance(it, kind)] if isinstance(name, str) else []
        if len(found) != 1:
            problem = f"the file has {brief(name)}, of which {'nothing is' if not found else 'more than one is'} known"
            remedy = "name it: known=[...]" if not found else "give the two classes different names"
            raise SnapshotError(problem, where=where, doing="loading a world", remedy=remedy)
        return found[0]

    def enum(self, name: object, where: str) -> type[Enum]:
        """The enumeration of a name."""
        found: type[Enum] = self.code(name, type(Enum), where)
        return found

    def definitions(self) -> list[Definition[Any]]:
        """All that are known, in the order in which they came."""
        return list(self._definitions.values())


def _hints(cls: type, code: dict[str, list[Any]]) -> Iterable[Any]:
    """What the annotations of a class say, as far as they can be read."""
    hints: dict[str, Any] = {}
    with contextlib.suppress(Exception):  # Python 3.14 reads them only now, and they may name what is not imported
        hints = inspect.get_annotations(cls)
    around = getattr(sys.modules.get(cls.__module__), "__dict__", {})
    names = {name: found[0] for name, found in code.items() if len(found) == 1}
    for hint in hints.values():
        with contextlib.suppress(Exception):  # a name that only type checkers see: known from elsewhere, or not at all
            holder = types.SimpleNamespace(__annotations__={"it": hint})
            yield typing.get_type_hints(holder, {**around}, names)["it"]


def _parts(hint: Any) -> Iterable[Any]:
    waiting = [hint]
    while waiting:
        part = waiting.pop()
        yield part
        origin = typing.get_origin(part)
        if origin is not None and origin is not typing.Literal:
            yield origin
            waiting.extend(typing.get_args(part))
