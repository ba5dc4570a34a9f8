"""Data that belongs to a mind instead of its agent: typed keys, and scopes for subtrees. No store is global.

An agent's own attributes are the usual place for data. A blackboard is for trees that are used for agents of many
kinds, or many times in one tree, and have to keep their notes apart.
"""

import builtins
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, TypeVar, cast

from gumption.bt.compile.layout import Item, Layout
from gumption.bt.node import Node
from gumption.core.context import Context, PartContext
from gumption.core.plain import misfit
from gumption.errors import Problem, UsageError, brief

Value = TypeVar("Value")

_MISSING: Any = object()


class Key(Generic[Value]):
    """Names one piece of data and says of what type it is. Make it once, and use it everywhere.

    Args:
        name: for saved games and messages.
        type: what values must be instances of.
        default: what is read before anything was written: of that type, or None; left out: reading is an error then.

    Raises:
        UsageError: an argument is not of that kind.
    """

    __slots__ = ("default", "name", "type")

    def __init__(self, name: str, type: "builtins.type[Value]", default: Value = _MISSING) -> None:  # noqa: A002
        self.name = name
        self.type: builtins.type[Value] = type
        self.default = default
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance] - not by type checkers alone
            raise _unfit(f"the name of a key is {brief(name)}", "let it be a string: Key(name, type)")
        if not isinstance(type, builtins.type):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise _unfit(
                f"the type of {name!r} is {brief(type)}", "give a class; for several, one that they derive from"
            )
        if default is not _MISSING and default is not None and not isinstance(default, type):
            raise _unfit(f"the default of {name!r} is {brief(default)}", f"give one of {type.__name__}, or None")

    def __repr__(self) -> str:
        return f"<key {self.name!r}: {self.type.__name__}>"


def _takes(key: Key[Any], value: object) -> bool:
    """Whether it is of the key's type; None is welcome where it is the default."""
    return isinstance(value, key.type) or (value is None and key.default is None)


def _unfit(problem: str, remedy: str) -> UsageError:
    return UsageError(problem, doing="making a key", remedy=remedy)


class Blackboard:
    """What `context.blackboard` is in a leaf: this mind's data, as the tree around the leaf calls it."""

    __slots__ = ("_names", "_values")

    def __init__(self, values: dict[str, Any], names: Mapping[Key[Any], str]) -> None:
        self._values = values
        self._names = names

    def __getitem__(self, key: Key[Value]) -> Value:
        """Read."""
        name = self._name(key)
        if name in self._values:
            value: Value = self._values[name]
            return value
        if key.default is _MISSING:
            raise UsageError(
                f"nothing was written to {key.name!r} yet",
                doing="reading the blackboard",
                remedy="write first, or give the key a default",
            )
        if isinstance(key.default, (list, dict, set)):  # each mind has its own
            self._values[name] = copy.deepcopy(key.default)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
            own: Value = self._values[name]
            return own
        return key.default

    def __setitem__(self, key: Key[Value], value: Value) -> None:
        """Write."""
        if not _takes(key, value):
            raise UsageError(
                f"{key.name!r} takes {key.type.__name__}, not {brief(value)}",
                doing="writing the blackboard",
                remedy="write a value of the key's type",
            )
        self._values[self._name(key)] = value

    def __delitem__(self, key: Key[Any]) -> None:
        """Forget."""
        self._values.pop(self._name(key), None)

    def __contains__(self, key: Key[Any]) -> bool:
        """Whether something was written."""
        return self._name(key) in self._values

    @property
    def values(self) -> dict[str, Any]:
        """Everything on it, by the names that a saved game uses."""
        return self._values

    def scoped(self, names: Mapping[Key[Any], str | Key[Any]]) -> "Blackboard":
        """The same data as a subtree calls it: its keys -> a key of this tree, or a name of its own."""
        resolved = {key: self._name(outer) if isinstance(outer, Key) else outer for key, outer in names.items()}
        return Blackboard(self._values, resolved)

    def _name(self, key: Key[Any]) -> str:
        try:
            return self._names[key]
        except KeyError:
            raise UsageError(
                f"{key!r} is not one of this tree's keys",
                doing="using the blackboard",
                remedy="give it to the tree: Tree(..., keys=[...])",
            ) from None


class BlackboardContext(PartContext):
    """The context of a tree that has keys: as any other, and with a `blackboard`."""

    __slots__ = ("blackboard", "root")

    def __init__(self, outer: Context, blackboard: Blackboard, root: "BlackboardContext | None" = None) -> None:
        super().__init__(outer)
        self.blackboard = blackboard
        self.root = self if root is None else root
        """The context of the whole tree, whatever subtree this one belongs to."""


def view_of(names: Mapping[Key[Any], str | Key[Any]]) -> Callable[[BlackboardContext], BlackboardContext]:
    """What a compiled tree calls when it comes to a subtree that uses other keys."""
    return lambda context: BlackboardContext(context, context.blackboard.scoped(names), context.root)


def scope_of(item: Item) -> dict[Key[Any], str | Key[Any]]:
    """What the keys of the tree in a `subtree` node stand for: outer keys, or names of the subtree's own."""
    keys, scope = item.node.options["keys"], item.node.options["scope"]
    return {key: scope.get(key, f"{item.id}/{key.name}") for key in keys}


def views(layout: Layout) -> dict[int, list[Callable[[BlackboardContext], BlackboardContext]]]:
    """For each action in subtrees that use other keys: how to come from the whole tree's context to its own."""
    found: dict[int, list[Callable[[BlackboardContext], BlackboardContext]]] = {}
    inherited: dict[int, list[Callable[[BlackboardContext], BlackboardContext]]] = {}
    for item in layout:
        way = [] if item.parent is None else inherited[item.parent.id]
        if item.rescopes:
            way = [*way, view_of(scope_of(item))]
        inherited[item.id] = way
        if way and item.kind == "action":
            found[item.id] = way
    return found


def saved_keys(keys: Sequence[Key[Any]], layout: Layout) -> dict[str, Key[Any]]:
    """Name in a saved game -> key: those of the tree, and what its subtrees have of their own."""
    found = {key.name: key for key in keys}
    for item in layout:
        if item.kind == "subtree":
            found |= {name: key for key, name in scope_of(item).items() if isinstance(name, str)}
    return found


def read_value(key: Key[Value], value: Any, where: str) -> Value:
    """What was saved of `key`; tuples and enumeration members come out of saved games as lists and values.

    Raises:
        SnapshotError: it is not of the key's type.
    """
    made: Any = value
    if issubclass(key.type, Enum):
        made = next((member for member in key.type if member.value == value), value)
    elif (key.type, type(value)) in ((tuple, list), (float, int)):
        made = cast("Callable[[Any], Any]", key.type)(value)
    if not _takes(key, made):
        raise misfit(where, key.type.__name__, value)
    return cast("Value", made)


def key_shape_problems(keys: Sequence[object], where: str) -> Iterator[Problem]:
    """Things that stand where a key should."""
    for key in keys:
        if not isinstance(key, Key):
            yield Problem(
                "bt-shape", where, f"{brief(key)} is not a key", "make one, and give it: keys=[Key(name, type)]"
            )


def key_problems(keys: Sequence[Key[Any]], root: Node[Any], where: str) -> Iterator[Problem]:
    """What is wrong with the keys of a tree, and with the scopes of the subtrees in it."""
    yield from _same_names(keys, where)
    stack: list[tuple[Node[Any], Sequence[Key[Any]]]] = [(root, keys)]
    while stack:
        node, known = stack.pop()
        if node.kind == "subtree":
            inner, scope = node.options["keys"], node.options["scope"]
            for own, outer in scope.items():
                if own not in inner or outer not in known:
                    stranger, whose = (own, "the subtree") if own not in inner else (outer, "the tree around it")
                    yield Problem(
                        "bt-key",
                        f"{where} › {node.label}",
                        f"{stranger!r} is not a key of {whose}",
                        "name it in its keys=",
                    )
                elif own.type is not outer.type:
                    yield Problem(
                        "bt-key", f"{where} › {node.label}", f"{own!r} stands for {outer!r}", "let both be of one type"
                    )
            known = inner
        stack.extend((child, known) for child in node.children)


def _same_names(keys: Sequence[Key[Any]], where: str) -> Iterator[Problem]:
    names = [key.name for key in keys]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Problem("bt-key", where, f"two keys are called {name!r}", "give one of them another name")
