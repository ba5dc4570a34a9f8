"""The four results a mind or a node can give (rule S1)."""

from enum import Enum


class Status(Enum):
    """What a tick came to.

    A node is idle or running; `RUNNING` says that it wants to be ticked again. The values are the words that
    snapshots and recordings use.
    """

    SUCCESS = "success"
    FAILURE = "failure"
    RUNNING = "running"
    SKIPPED = "skipped"
    """The node chose not to take part, or all of its children did."""

    def __bool__(self) -> bool:
        """Refuse: every status would be true, FAILURE as well."""
        raise TypeError(
            f"{self} has no truth value: compare it, `status is Status.SUCCESS`; "
            "a function that returns a status is an action(...), not a condition(...)"
        )


class ExitReason(Enum):
    """Why something that was running is no longer running (rule S2)."""

    SUCCESS = "success"
    """It ended well, or was left on purpose: a state that was changed away from, a child that succeeded."""
    FAILURE = "failure"
    HALT = "halt"
    """Stopped from outside before it had ended."""
    ERROR = "error"
    """An exception ended the whole mind."""
