"""The simple fields of agents: what pages, reports and the end of a run show of them."""

from collections.abc import Mapping
from typing import Final, cast

from gumption.core.plain import PlainData
from gumption.core.simple import is_simple, simple_value

MAX_FIELDS: Final = 64
"""How many are looked at."""


def simple_fields(agent: object) -> dict[str, PlainData]:
    """The agent's own numbers, strings, booleans and enumeration members, and what is None. Never raises.

    Neither properties nor names with a leading underscore are looked at: reading must do nothing.
    """
    names = [name for kind in type(agent).__mro__ for name in _slots(kind)]
    fields: dict[str, PlainData] = {}
    for name in (*names, *cast("Mapping[str, object]", getattr(agent, "__dict__", {}))):
        if name.startswith("_") or len(fields) >= MAX_FIELDS:
            continue
        try:
            value = object.__getattribute__(agent, name)
        except AttributeError:  # a slot that holds nothing
            continue
        if is_simple(value):
            fields[name] = simple_value(value)
    return fields


def changes(before: Mapping[str, PlainData], now: Mapping[str, PlainData]) -> dict[str, PlainData]:
    """What has to be told for `before` to become `now`: None for what has vanished."""
    told = {key: value for key, value in now.items() if key not in before or not is_same(before[key], value)}
    told.update((key, None) for key in before if key not in now and before[key] is not None)
    return told


def is_same(one: PlainData, other: PlainData) -> bool:
    """1, 1.0 and True are three things."""
    return type(one) is type(other) and one == other


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
