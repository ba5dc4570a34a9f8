"""The running state of a machine as plain data, and back (contract C5). Pure: no hooks are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from gumption.core.plain import PlainData, take
from gumption.errors import SnapshotError
from gumption.fsm.hooks import Hooks
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.fsm.machine import Machine

_WHERE = "snapshot.data"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a machine stands at a tick border."""

    status: Status | None
    since: int
    current: Hooks | None
    previous: Hooks | None
    global_state: Hooks | None
    beneath: tuple[Hooks, ...]

    def to_plain(self) -> dict[str, PlainData]:
        """The same with the states' names."""
        return {
            "status": None if self.status is None else self.status.value,
            "since": self.since,
            "current": _name(self.current),
            "previous": _name(self.previous),
            "global": _name(self.global_state),
            "beneath": [hooks.name for hooks in self.beneath],
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, Any], machine: "Machine[Any]") -> "Standing":
        """Read what `to_plain` gave.

        Raises:
            SnapshotError: it is not of that form, or names a state that the machine does not have.
        """
        status = data.get("status")
        if status is not None and status not in [each.value for each in Status]:
            raise SnapshotError(f"{status!r} is not a status", where=f"{_WHERE}.status", doing="restoring a machine")
        current = _state(machine, data.get("current"), "current")
        beneath = cast("list[object]", take(data, "beneath", list, _WHERE))
        if current is None:
            raise SnapshotError("there is no current state", where=f"{_WHERE}.current", doing="restoring a machine")
        return cls(
            status=None if status is None else Status(status),
            since=take(data, "since", int, _WHERE),
            current=current,
            previous=_state(machine, data.get("previous"), "previous"),
            global_state=_state(machine, data.get("global"), "global"),
            beneath=tuple(hooks for name in beneath if (hooks := _state(machine, name, "beneath"))),
        )


def _name(hooks: Hooks | None) -> str | None:
    return None if hooks is None else hooks.name


def _state(machine: "Machine[Any]", name: object, field: str) -> Hooks | None:
    if name is None:
        return None
    hooks = machine.hooks_named(name) if isinstance(name, str) else None
    if hooks is None:
        raise SnapshotError(
            f"{machine.name!r} has no state named {name!r}",
            where=f"{_WHERE}.{field}",
            doing="restoring a machine",
            remedy="restore it into the definition that it was taken from",
        )
    return hooks
