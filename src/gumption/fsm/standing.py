"""The running state of a machine as plain data, and back (contract C5). Pure: no hooks are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from gumption.core.plain import PlainData, misfit, take
from gumption.errors import SnapshotError, brief
from gumption.fsm.hooks import Hooks
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.fsm.machine import Machine

_WHERE = "snapshot.data"


@dataclass(slots=True)  # not frozen: it is made for every snapshot, and lives no longer
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
        word = _optional(data, "status")
        if word is not None and word not in [each.value for each in Status]:
            raise misfit(f"{_WHERE}.status", "a status", word)
        status = None if word is None else Status(word)
        current = _state(machine, data, "current")
        beneath = [
            _named(machine, name, "beneath") for name in cast("list[object]", take(data, "beneath", list, _WHERE))
        ]
        if current is None:
            raise misfit(f"{_WHERE}.current", "the name of a state", None)
        if beneath and status is not Status.RUNNING:
            raise misfit(f"{_WHERE}.status", "running, since states are on the stack", word)
        if len(beneath) >= machine.max_stack:
            raise misfit(f"{_WHERE}.beneath", f"less than max_stack ({machine.max_stack}) states", data["beneath"])
        return cls(
            status=status,
            since=take(data, "since", int, _WHERE),
            current=current,
            previous=_state(machine, data, "previous"),
            global_state=_state(machine, data, "global"),
            beneath=tuple(beneath),
        )


def _name(hooks: Hooks | None) -> str | None:
    return None if hooks is None else hooks.name


def _optional(data: Mapping[str, Any], key: str) -> object:
    if key not in data:
        raise misfit(f"{_WHERE}.{key}", "a value, or null", "nothing")
    return data[key]


def _state(machine: "Machine[Any]", data: Mapping[str, Any], key: str) -> Hooks | None:
    name = _optional(data, key)
    return None if name is None else _named(machine, name, key)


def _named(machine: "Machine[Any]", name: object, key: str) -> Hooks:
    hooks = machine.hooks_named(name) if isinstance(name, str) else None
    if hooks is None:
        raise SnapshotError(
            f"{machine.name!r} has no state named {brief(name)}",
            where=f"{_WHERE}.{key}",
            doing="restoring a machine",
            remedy="restore it into the definition that it was taken from",
        )
    return hooks
