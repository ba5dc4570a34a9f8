"""Plain data: what JSON can hold, checked on the way out and read back with errors that name the place."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast

from gumption.errors import SnapshotError, UsageError

PlainData: TypeAlias = "bool | int | float | str | Sequence[PlainData] | Mapping[str, PlainData] | None"
"""None, booleans, integers, finite floats, strings, and lists and string-keyed dictionaries of these."""

MAX_DEPTH = 100

_Value = TypeVar("_Value")


def check_plain(value: object, where: str, depth: int = 0) -> None:
    """Raise a `UsageError` that names the place unless `value` is plain data, at most 100 levels deep."""
    if value is None or isinstance(value, (bool, int, str)):
        return
    if isinstance(value, float):
        problem = None if math.isfinite(value) else f"{value!r} is a number that JSON cannot hold"
    elif depth >= MAX_DEPTH:
        problem = f"is nested more than {MAX_DEPTH} levels deep, or contains itself"
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(cast("list[object]", value)):
            check_plain(item, f"{where}[{index}]", depth + 1)
        return
    elif isinstance(value, dict):
        for key, item in cast("dict[object, object]", value).items():
            if not isinstance(key, str):
                problem = f"the key {key!r} is not a string"
                break
            check_plain(item, f"{where}[{key!r}]", depth + 1)
        else:
            return
    else:
        problem = f"{value!r:.80} is not plain data"
    if problem:
        raise UsageError(
            problem,
            where=where,
            remedy="use None, booleans, numbers, strings, and lists and dictionaries of these; for an entity, its id",
        )


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
    if kind is float and type(value) is int and abs(value) < 2**63:
        value = float(value)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise misfit(f"{where}.{key}", kind.__name__, value)
    return value  # pyright: ignore[reportReturnType] - a float for a float, else as checked


def misfit(where: str, wanted: str, value: object) -> SnapshotError:
    """The error for saved data of another form than it should have."""
    return SnapshotError(
        f"expected {wanted}, found {value!r:.80}",
        where=where,
        doing="reading a snapshot",
        remedy="give what snapshot().to_plain() wrote, unchanged",
    )
