"""Simple values: those that can be told in a word."""

from enum import Enum
from typing import Any, Final, TypeGuard, cast

from gumption.core.plain import PlainData

MAX_TEXT: Final = 200
"""How much of a string is taken."""
_SAFE: Final = 2**53
"""Below this every reader of JSON takes an integer as it is."""

Simple = bool | int | float | str | Enum | None
"""What `is_simple` lets pass."""


def is_simple(value: object) -> TypeGuard[Simple]:
    """Whether it is a number, a string, a boolean, a member of an enumeration, or None."""
    return value is None or isinstance(value, (bool, int, float, str, Enum))


def simple_value(value: Simple) -> PlainData:
    """A simple value as plain data: members by their names, long texts cut, and what JSON cannot hold as text."""
    found: Any = value  # a member may be an integer, and a boolean is one
    if isinstance(found, Enum):
        return found.name
    if isinstance(found, int) and not isinstance(found, bool):
        return int(found) if -_SAFE < found < _SAFE else f"{found:.6g}" if abs(found) < 1 << 1000 else "(huge)"
    if isinstance(found, float):
        return float(found) if found - found == 0.0 else repr(float(found))
    if isinstance(found, str):
        return str.__str__(found)[:MAX_TEXT].encode("utf-8", "replace").decode()
    return cast("bool | None", found)
