"""The running state of a selector as plain data, and back (rule W10)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gumption.core.plain import PlainData, misfit, take
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.flow.selector import Selector

_WHERE = "snapshot.data"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a selector stands at a tick border."""

    status: Status | None
    since: int
    running: str | None
    """The name of the node that runs."""
    checkpoint: PlainData
    """What it has put down with `context.checkpoint`."""
    next: float | None
    """Seconds until the next round of checks; None: due."""
    ran: float
    """Seconds since the running node began."""
    resting: list[Any]

    def to_plain(self) -> dict[str, PlainData]:
        """The same as a dictionary."""
        return {
            "status": None if self.status is None else self.status.value,
            "since": self.since,
            "running": self.running,
            "checkpoint": self.checkpoint,
            "next": self.next,
            "ran": self.ran,
            "resting": self.resting,
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, Any], selector: "Selector[Any]") -> "Standing":
        """Read what `to_plain` gave.

        Raises:
            SnapshotError: it is not of that form, or names a node that the selector does not have.
        """
        for key in ("status", "running", "checkpoint", "next", "ran"):
            if key not in data:
                raise misfit(f"{_WHERE}.{key}", "a value, or null", "nothing")
        word, running = data["status"], data["running"]
        if word not in (None, Status.RUNNING.value):
            raise misfit(f"{_WHERE}.status", "running, or null", word)
        status = None if word is None else Status(word)
        if running is not None:
            selector.number_of(running)
            if status is None:
                raise misfit(f"{_WHERE}.running", "null, since the selector is idle", running)
        return cls(
            status=status,
            since=take(data, "since", int, _WHERE),
            running=running,
            checkpoint=data["checkpoint"],
            next=None if data["next"] is None else _seconds(data, "next"),
            ran=_seconds(data, "ran"),
            resting=take(data, "resting", list, _WHERE),
        )


def _seconds(data: Mapping[str, Any], key: str) -> float:
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise misfit(f"{_WHERE}.{key}", "seconds", value)
    return float(value)
