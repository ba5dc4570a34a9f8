"""Plain data: what JSON can hold, copied on the way out and read back with errors that name the place."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast

from gumption.errors import SnapshotError, UsageError, brief

PlainData: TypeAlias = "bool | int | float | str | Sequence[PlainData] | Mapping[str, PlainData] | None"
"""None, booleans, integers of 64 bits, finite floats, strings, and lists and string-keyed dictionaries of these."""

MAX_DEPTH = 100
_MAX_INTEGER = 2**63
_QUICK_DEPTH = 8
_STRINGS = frozenset({str})
_QUICK_ITEMS = 2_000
"""What is larger may be one list in many places."""

_Value = TypeVar("_Value")


def plain_copy(value: object, where: str) -> Any:
    """A copy of `value` that nobody else holds, with tuples as lists and enumeration members as their values.

    Raises:
        UsageError: it is not plain data, or nested more than 100 levels deep; names the place.
    """
    try:
        return _quick_copy(value, _QUICK_DEPTH, [_QUICK_ITEMS])
    except _NotQuickError:
        return _copy(value, where, 0, {})


class _NotQuickError(Exception):
    """It is not plain, or not so simple: `_copy` can tell."""


def _quick_copy(value: Any, depth: int, items: list[int]) -> Any:
    """A copy of what nearly all plain data is made of, without a word of where anything stands."""
    kind = value.__class__
    if kind is str:
        if value.isascii():
            return value
    elif value is None or kind is bool or (kind is int and -_MAX_INTEGER <= value < _MAX_INTEGER):
        return value
    elif kind is float:
        if value - value == 0.0:
            return value
    elif depth and (kind is list or kind is tuple or kind is dict):
        items[0] -= len(value) + 1
        if items[0] >= 0:
            depth -= 1
            if kind is not dict:
                return [_quick_copy(item, depth, items) for item in value]
            copy = {key: _quick_copy(item, depth, items) for key, item in value.items()}
            if set(map(type, copy)) <= _STRINGS and "".join(copy).isascii():
                return copy
    raise _NotQuickError


def _copy(value: object, where: str, depth: int, copies: dict[int, Any]) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not -_MAX_INTEGER <= value < _MAX_INTEGER:
            raise _unfit("the number has more than 64 bits", where)
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _unfit(f"{value!r} is a number that JSON cannot hold", where)
        return float(value)
    if isinstance(value, str):
        return _copy_text(value, where)
    if depth >= MAX_DEPTH and type(value) in (list, tuple, dict):
        raise _unfit(f"the data is nested more than {MAX_DEPTH} levels deep, or contains itself", where)
    if id(value) in copies:  # the same list in two places: once is enough
        return copies[id(value)]
    copy: Any
    if isinstance(value, (list, tuple)):
        items = cast("Sequence[object]", value)
        copy = [_copy(item, f"{where}[{index}]", depth + 1, copies) for index, item in enumerate(items)]
    elif isinstance(value, dict):
        copy = {}
        for key, item in cast("dict[object, object]", value).items():
            if not isinstance(key, str):
                raise _unfit(f"the key {brief(key)} is not a string", where)
            copy[_copy_text(key, where)] = _copy(item, f"{where}[{key!r:.40}]", depth + 1, copies)
    else:
        raise _unfit(f"{brief(value)} is not plain data", where)
    copies[id(value)] = copy  # pyright: ignore[reportUnknownArgumentType]
    return copy


def _copy_text(value: str, where: str) -> str:
    text = str.__str__(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _unfit(f"{text!a:.80} has half of a pair of surrogates, which no file can hold", where) from None
    return text


def _unfit(problem: str, where: str) -> UsageError:
    remedy = "use None, booleans, numbers, strings, and lists and dictionaries of these; for an entity, its id"
    return UsageError(problem, where=where, remedy=remedy)


def take_mapping(value: object, where: str) -> Mapping[str, Any]:
    """`value` as a mapping, or a `SnapshotError` that names the place."""
    if not isinstance(value, Mapping):
        raise misfit(where, "an object", value)
    return cast("Mapping[str, Any]", value)


def take(fields: Mapping[str, Any], key: str, kind: type[_Value], where: str) -> _Value:
    """`fields[key]` if it is of type `kind` (an int serves as a float), or a `SnapshotError` that names the place."""
    if key not in fields:
        raise misfit(f"{where}.{key}", kind.__name__, "nothing")
    value: object = fields[key]
    if kind is float and type(value) is int and abs(value) < _MAX_INTEGER:
        value = float(value)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise misfit(f"{where}.{key}", kind.__name__, value)
    return value  # pyright: ignore[reportReturnType] - a float for a float, else as checked


def misfit(where: str, wanted: str, value: object) -> SnapshotError:
    """The error for saved data of another form than it should have."""
    return SnapshotError(
        f"expected {wanted}, found {brief(value)}",
        where=where,
        doing="reading a snapshot",
        remedy="give what snapshot().to_plain() wrote, unchanged",
    )
