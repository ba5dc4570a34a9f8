"""The run record of a tree as plain data, and back (contract C5)."""

import math
from dataclasses import dataclass
from typing import Any, Final, cast

from gumption.bt.compile.layout import PENDING, REGIONAL, RESULTS, ROOT_REGION, Layout, Place
from gumption.core.plain import PlainData, misfit, plain_copy, take, take_mapping
from gumption.core.snapshot import Snapshot
from gumption.status import Status

_WHERE: Final = "snapshot.data"
_RUN_BY_THEMSELVES: Final = REGIONAL | {
    "action", "always", "wait", "delay", "retry", "repeat", "repeat_until_failure", "repeat_until_success", "for_each",
}  # fmt: skip
"""Kinds of nodes that may stand in a place for the node that runs."""


@dataclass(frozen=True)
class Saved:
    """What was read."""

    status: Status | None
    since: int
    record: list[Any]
    blackboard: dict[str, Any]


def write_record(layout: Layout, record: list[Any], blackboard: dict[str, Any]) -> dict[str, PlainData]:
    """The record with statuses as words, and the blackboard.

    Raises:
        UsageError: an item of a for_each, a custom node's memory or a value on the blackboard is not plain data.
    """
    plain: list[PlainData] = []
    for place, value in zip(layout.places, record, strict=True):
        if place is Place.STATUS:
            value = _word(value)
        elif place is Place.STATUSES and value is not None:
            value = [_word(each) for each in value]
        plain.append(value)
    plain[RESULTS] = None
    return {"record": plain_copy(plain, "run record"), "blackboard": plain_copy(blackboard, "blackboard")}


def read_record(layout: Layout, snapshot: Snapshot, now: float) -> Saved:
    """Read what `write_record` gave; timers keep their distance to the clock, which reads `now`.

    Raises:
        SnapshotError: it is not of that form.
    """
    data = snapshot.data
    values: list[Any] = take(data, "record", list, _WHERE)  # pyright: ignore[reportUnknownVariableType]
    if len(values) != len(layout.places):
        raise misfit(f"{_WHERE}.record", f"{len(layout.places)} values", len(values))
    shift = now - snapshot.time
    record = [
        _read(layout, place, value, f"{_WHERE}.record[{index}]", shift)
        for index, (place, value) in enumerate(zip(layout.places, values, strict=True))
    ]
    record[PENDING] = 0
    if "status" not in data:
        raise misfit(f"{_WHERE}.status", "a status, or null", "nothing")
    status = _status(data["status"], f"{_WHERE}.status")
    if (status is Status.RUNNING) != bool(record[ROOT_REGION]):
        raise misfit(f"{_WHERE}.status", "running, if and only if a node runs", data["status"])
    return Saved(
        status,
        take(data, "since", int, _WHERE),
        record,
        dict(take_mapping(data.get("blackboard"), f"{_WHERE}.blackboard")),
    )


def _read(layout: Layout, place: Place, value: object, where: str, shift: float) -> Any:
    if place in (Place.NODE, Place.COUNT):
        most = len(layout.items) if place is Place.NODE else None
        if type(value) is not int or value < 0 or (most is not None and value > most):
            raise misfit(where, "a number of a node" if most is not None else "a count", value)
        if place is Place.NODE and value and layout.items[value - 1].kind not in _RUN_BY_THEMSELVES:
            raise misfit(where, "a node that can run by itself", value)
        return value
    if place is Place.STATUSES:
        if value is not None and not isinstance(value, list):
            raise misfit(where, "a list of statuses", value)
        return None if value is None else [_status(each, where) for each in cast("list[object]", value)]
    if place is Place.STATUS:
        return _status(value, where)
    if place is Place.TIME:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise misfit(where, "a time", value)
        return value + shift if shift else value  # no rounding where the clock reads the same
    return value


def _word(status: Status | None) -> str | None:
    return None if status is None else status.value


def _status(word: object, where: str) -> Status | None:
    if word is None:
        return None
    try:
        return Status(word)
    except ValueError:
        raise misfit(where, "a status", word) from None
