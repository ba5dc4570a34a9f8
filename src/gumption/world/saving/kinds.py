"""What saved games can hold: the kinds of objects, and how the parts of each are read and written (rule V2)."""

import functools
import random
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any, Final, Literal, Protocol, cast, final

from gumption.core.clock import ManualClock
from gumption.core.context import Context
from gumption.core.random import RandomStream
from gumption.errors import brief
from gumption.world.entity import Entity
from gumption.world.saving.classes import check_plain, fields_reader, fields_writer, is_frozen
from gumption.world.world import World

ATOMS: Final = frozenset({int, float, str, bool, type(None), complex, bytes})
"""Types whose values have no parts and do not change."""
_CODE: Final = (type, types.FunctionType, types.ModuleType, types.GenericAlias, type(Final[int]))
_PARTS: Final[tuple[type[Any], ...]] = (World, Entity, Context, ManualClock)
_MIND: Final = ("tick", "halt", "send", "snapshot", "restore", "describe")

Word = Literal["fields", "hooks", "items", "tuple", "frozenset", "enum", "place", "named", "call"]


class SavesItself(Protocol):
    """A class that says itself what of its objects is saved; all others are saved field by field."""

    def to_save(self) -> object:
        """Anything that can be saved: plain data, or other objects of the game, in lists, tuples and dictionaries."""
        ...

    def from_save(self, saved: Any, /) -> None:
        """Become what `to_save` told of. All objects without hooks are whole by then; `__init__` may not have run."""
        ...


@final
@dataclass(frozen=True, slots=True)
class Kind:
    """How objects of one class are saved."""

    word: Word
    """A place is a part of the world, such as an entity; what is named is code."""
    cls: type[Any]
    take: Callable[[Any], Any]
    """A shallow copy of what an object holds."""
    parts: Callable[[Any], Iterable[object]]
    """The objects in such a copy."""
    put: Callable[[Any, Any], object] | None = None
    """Gives an object what such a copy holds; None: it cannot change."""
    make: Callable[[], Any] | None = None
    """A new object, to be filled."""
    frozen: bool = False
    """Its fields never change: what is found in a new world may be a constant that others share."""


class Kinds(dict[type, Kind]):
    """The kind of each class, found when it is first asked for.

    Raises:
        Misfit: objects of that class cannot be saved.
    """

    def __missing__(self, cls: type) -> Kind:
        kind = self[cls] = _kind_of(cls)
        return kind


def labels(kind: Kind, state: Any) -> Iterable[tuple[str, object]]:
    """The objects in what `kind.take` gave, each with what to append to the path that leads there."""
    if kind.word == "fields":
        return ((f".{name}", part) for name, part in state.items())
    if isinstance(state, dict):
        items = cast("dict[object, object]", state).items()
        return chain.from_iterable(((f"[{brief(key)}]", part), (f"[key {brief(key)}]", key)) for key, part in items)
    if kind.word in ("items", "tuple", "frozenset"):
        return ((f"[{index}]", part) for index, part in enumerate(state))
    return (("", part) for part in kind.parts(state))


# Containers


def is_kind(cls: type[Any], of: type[Any]) -> bool:
    """Whether a class is that one, or a kind of it; unlike `issubclass` it does not narrow types."""
    return issubclass(cls, of)


def _nothing(_state: object) -> tuple[()]:
    return ()


def _same(value: Any) -> Any:
    return value


def _pairs(state: Mapping[object, object]) -> Iterable[object]:
    return chain(state.keys(), state.values())


def _refill(container: Any, items: Any) -> None:
    container.clear()
    container.update(items)


def _put_list(container: list[Any], items: list[Any]) -> None:
    container[:] = items


def _put_deque(container: deque[Any], items: deque[Any]) -> None:
    container.clear()
    container.extend(items)


_HOLDERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    list: _put_list,
    dict: _refill,
    set: _refill,
    deque: _put_deque,
    OrderedDict: _refill,
    Counter: _refill,
    defaultdict: _refill,
}
CONTAINERS: Final[dict[str, Kind]] = {
    cls.__name__: Kind("items", cls, cls.copy, _pairs if is_kind(cls, dict) else _same, put, cls)
    for cls, put in _HOLDERS.items()
}
"""Those that can change, by their names."""


# Classes


def _kind_of(cls: Any) -> Kind:
    if cls in _HOLDERS:
        return CONTAINERS[cls.__name__]
    if is_kind(cls, Enum):
        return Kind("enum", cls, _same, _nothing)
    if any(is_kind(cls, part) for part in _PARTS) or _can(cls, *_MIND):
        return Kind("place", cls, _same, _nothing)
    if cls is types.BuiltinFunctionType:
        return Kind("named", cls, _same, lambda function: (function.__self__,))
    if issubclass(cls, _CODE) or _can(cls, "bind", "describe"):
        return Kind("named", cls, _same, _nothing)
    if cls is types.MethodType:
        return Kind("call", cls, _same, lambda method: (method.__self__,))
    if cls is functools.partial:
        return Kind("call", cls, _same, lambda call: (call.func, *call.args, *call.keywords.values()))
    if cls is frozenset:
        return Kind("frozenset", cls, _same, _same)
    if cls is tuple or (is_kind(cls, tuple) and hasattr(cls, "_fields")):
        return Kind("tuple", cls, _same, _same)
    if cls is random.Random:
        return Kind("hooks", cls, random.Random.getstate, _one, random.Random.setstate, random.Random)
    make: Callable[[], Any] = RandomStream if is_kind(cls, RandomStream) else functools.partial(_blank, cls)
    if _can(cls, "to_save", "from_save"):
        return Kind("hooks", cls, cls.to_save, _one, cls.from_save, make)
    check_plain(cls)
    return Kind("fields", cls, fields_reader(cls), _values, fields_writer(cls), make, is_frozen(cls))


def _can(cls: type, *names: str) -> bool:
    return all(callable(getattr(cls, name, None)) for name in names)


def _blank(cls: type[Any]) -> Any:
    return object.__new__(cls)


def _one(saved: object) -> tuple[object]:
    return (saved,)


def _values(fields: dict[str, object]) -> Iterable[object]:
    return fields.values()
