"""The running state of a selector as plain data, and back (rule W10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gumption.core.coroutines.mail import Mail
from gumption.core.plain import PlainData, misfit, take
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.flow.selector import Selector

_WHERE = "snapshot.data"


@dataclass(slots=True)  # not frozen: it is made for every snapshot, and lives no longer
class Standing:
    """Where a selector stands at a tick border."""

    status: Status | None
    since: int
    running: str | None
    """The name of the node that runs."""
    began: float | None
    """When that node began."""
    checkpoint: PlainData
    """What it has put down with `context.checkpoint`."""
    mail: Mail | None
    """What it was told and waited for."""
    due: bool
    """A round of checks is due; else the next one is when the grid of the agent says."""
    resting: list[Any]

    def to_plain(self) -> dict[str, PlainData]:
        """The same as a dictionary."""
        return {
            "status": None if self.status is None else self.status.value,
            "since": self.since,
            "running": self.running,
            "began": self.began,
            "checkpoint": self.checkpoint,
            "mail": None if self.mail is None else self.mail.to_plain(),
            "due": self.due,
            "resting": self.resting,
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, Any], selector: "Selector[Any]", time: float) -> "Standing":
        """Read what `to_plain` gave at a clock that read `time`.

        Raises:
            SnapshotError: it is not of that form, names a node that the selector does not have, or is what no tick
                can have left.
        """
        for key in ("status", "running", "began", "checkpoint", "mail"):
            if key not in data:
                raise misfit(f"{_WHERE}.{key}", "a value, or null", "nothing")
        word, running, began = data["status"], data["running"], data["began"]
        if word not in (None, Status.RUNNING.value):
            raise misfit(f"{_WHERE}.status", "running, or null", word)
        if running is None:
            for key in ("began", "checkpoint", "mail"):
                if data[key] is not None:
                    raise misfit(f"{_WHERE}.{key}", "null, since no node runs", data[key])
        else:
            selector.number_of(running)
            began = take(data, "began", float, _WHERE)
            if began > time:
                raise misfit(f"{_WHERE}.began", f"a time up to {time!r}, when it was saved", began)
        due, resting = take(data, "due", bool, _WHERE), _rows(data)
        if word is None and not (running is None and due and not resting):
            raise misfit(_WHERE, "an idle selector, since status is null", dict(data))
        return cls(
            status=None if word is None else Status(word),
            since=take(data, "since", int, _WHERE),
            running=running,
            began=began,
            checkpoint=data["checkpoint"],
            mail=Mail.from_plain(data["mail"], f"{_WHERE}.mail"),
            due=due,
            resting=resting,
        )


def _rows(data: Mapping[str, Any]) -> list[Any]:
    return take(data, "resting", list, _WHERE)  # pyright: ignore[reportUnknownVariableType]
