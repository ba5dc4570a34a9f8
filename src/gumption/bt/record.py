"""The run record of a tree as plain data, and back (contract C5)."""

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from gumption.bt.async_leaf import Underway
from gumption.bt.blackboard import Key, read_value
from gumption.bt.compile.layout import PENDING, ROOT_REGION, Layout, Slot
from gumption.bt.kinds import Place
from gumption.bt.sound import flaws
from gumption.core.coroutines.mail import Mail
from gumption.core.plain import PlainData, misfit, plain_copy, take, take_mapping
from gumption.core.snapshot import Snapshot
from gumption.status import Status

_WHERE: Final = "snapshot.data"


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
    plain: list[Any] = record.copy()
    for index, holds in layout.told_otherwise:
        value = plain[index]
        if holds is Place.NOTHING or value is None:
            plain[index] = None
        elif holds is Place.STATUS:
            plain[index] = _word(value)
        elif holds is Place.STATUSES:
            plain[index] = [_word(each) for each in value]
        else:
            plain[index] = value.to_plain()
    return {"record": plain_copy(plain, "run record"), "blackboard": plain_copy(blackboard, "blackboard")}


def read_record(
    layout: Layout, keys: Mapping[str, Key[Any]], path: Callable[[int], str], snapshot: Snapshot, now: float
) -> Saved:
    """Read what `write_record` gave; timers keep their distance to the clock, which reads `now`.

    Args:
        layout: of the tree.
        keys: of its blackboard, by the names that a saved game uses.
        path: names a node by its id, for messages.
        snapshot: what was saved.
        now: seconds.

    Raises:
        SnapshotError: it is not of that form, or no tick of this tree can have left it so.
    """
    data = snapshot.data
    values: list[Any] = take(data, "record", list, _WHERE)  # pyright: ignore[reportUnknownVariableType]
    if len(values) != len(layout.slots):
        raise misfit(f"{_WHERE}.record", f"{len(layout.slots)} values", len(values))

    def place(index: int) -> str:
        slot = layout.slots[index]
        return f"{_WHERE}.record[{index}]" + (f", {slot.name} of {path(slot.item.id)}" if slot.item else "")

    shift = now - snapshot.time
    record = [
        _read(slot, value, functools.partial(place, index), shift)
        for index, (slot, value) in enumerate(zip(layout.slots, values, strict=True))
    ]
    record[PENDING] = 0
    for index, wanted in flaws(layout, record):
        raise misfit(place(index), wanted, values[index])
    if "status" not in data:
        raise misfit(f"{_WHERE}.status", "a status, or null", "nothing")
    if not _is_word(data["status"]):
        raise misfit(f"{_WHERE}.status", "a status, or null", data["status"])
    status = _status(data["status"])
    if (status is Status.RUNNING) != bool(record[ROOT_REGION]):
        raise misfit(f"{_WHERE}.status", "running, if and only if a node runs", data["status"])
    return Saved(status, take(data, "since", int, _WHERE), record, _read_blackboard(data.get("blackboard"), keys))


def _read_blackboard(data: object, keys: Mapping[str, Key[Any]]) -> dict[str, Any]:
    where = f"{_WHERE}.blackboard"
    board: dict[str, Any] = {}
    for name, value in take_mapping(data, where).items():
        if name not in keys:
            raise misfit(where, f"names of the tree's keys ({', '.join(keys) or 'it has none'})", name)
        board[name] = read_value(keys[name], value, f"{where}[{name!r}]")
    return board


def _read(slot: Slot, value: Any, where: Callable[[], str], shift: float) -> Any:
    wanted, fits = _FORMS[slot.holds]
    if not fits(value):
        raise misfit(where(), wanted, value)
    if value is None:
        return None
    if slot.holds is Place.STATUS:
        return _status(value)
    if slot.holds is Place.STATUSES:
        return [_status(each) for each in value]
    if slot.holds is Place.RUN:
        return Underway(value["checkpoint"], Mail.from_plain(value["mail"], f"{where()}.mail"))
    if slot.holds is Place.TIME and shift:  # no rounding where the clock reads the same
        return value + shift
    return value


def _word(status: Status | None) -> str | None:
    return None if status is None else status.value


def _status(word: Any) -> Status | None:
    return None if word is None else Status(word)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_time(value: object) -> bool:
    return value is None or (type(value) in (int, float) and math.isfinite(cast("float", value)))


def _is_word(value: object) -> bool:
    return value is None or (isinstance(value, str) and any(value == status.value for status in Status))


def _is_checkpoint(value: object) -> bool:
    return isinstance(value, dict) and set(cast("dict[object, object]", value)) == {"checkpoint", "mail"}


def _is_list_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or (isinstance(value, list) and all(map(fits, cast("list[object]", value))))


_FORMS: Final[dict[Place, tuple[str, Callable[[object], bool]]]] = {
    Place.NODE: ("a number of a node, or 0", _is_count),
    Place.COUNT: ("a count", _is_count),
    Place.TIME: ("a time", _is_time),
    Place.STATUS: ("a status", _is_word),
    Place.STATUSES: ("a list of statuses", _is_list_of(_is_word)),
    Place.ORDER: ("a list of numbers", _is_list_of(_is_count)),
    Place.ITEMS: ("a list", _is_list_of(lambda _: True)),
    Place.MEMORY: ("an object", lambda value: value is None or isinstance(value, dict)),
    Place.RUN: ("an object with checkpoint and mail", lambda value: value is None or _is_checkpoint(value)),
    Place.NOTHING: ("null", lambda value: value is None),
}
"""What each kind of place holds in a saved game: in words, and as a test."""
