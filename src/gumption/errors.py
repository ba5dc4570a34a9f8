"""Every exception that gumption raises on purpose.

    GumptionError
    ├── DefinitionError   a definition has problems; all of them are listed, each with a code
    ├── UsageError        this call cannot be made, or not with these arguments
    │   └── BusyError     a tick, halt or restore from inside a tick of the same mind (rule C4)
    ├── MindError         the user's own code raised; the original is `__cause__`
    ├── LimitError        a bound against endless work was reached; the message shows the cycle
    ├── PlanningError     a planning met a number too large, or a cost below zero; no answer would be sure
    ├── PlanError         a plan does not hold up when it is carried out on the user's own actions
    ├── SnapshotError     a snapshot cannot be read, or belongs to another definition
    ├── RecordingError    a recording cannot be read, written or replayed
    └── ScenarioError     a scenario cannot be found, loaded, built or run

A message says what is wrong, where, what was being done, and what to do about it.
"""

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


def brief(value: object) -> str:
    """A short look at any value of the user's, for a message. Never raises, however large or odd the value is."""
    try:
        return reprlib.repr(value)
    except Exception:  # a __repr__ of the user's; the message that shows the value matters more
        return f"<{type(value).__name__}>"


class GumptionError(Exception):
    """The root of all errors below.

    Args:
        problem: what is wrong, as a sentence without a full stop.
        where: the place: agent, node path, file and line. May be filled in later by `locate`.
        doing: what was being done.
        remedy: what to do about it.
    """

    def __init__(self, problem: str, *, where: str = "", doing: str = "", remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.where = where
        self.doing = doing
        self.remedy = remedy
        self.told_in: object = None
        """The surroundings of the mind whose trace has it already."""

    def locate(self, where: str) -> None:
        """Say where it happened, unless that is known already: the innermost place wins."""
        self.where = self.where or where

    def __str__(self) -> str:
        lines = [self.problem]
        for label, text in (("where", self.where), ("doing", self.doing), ("what to do", self.remedy)):
            if text:
                lines.append(f"  {label + ':':<11} {text}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault found while building a definition, or while looking over it."""

    code: str
    """Stable and searchable, e.g. `fsm-duplicate-name`."""
    where: str
    problem: str
    remedy: str
    severity: Literal["error", "warning"] = "error"
    """A warning is told, but keeps nothing from being built."""

    def __str__(self) -> str:
        return f"[{self.code}] {self.where}: {self.problem}\n      what to do: {self.remedy}"


class DefinitionError(GumptionError):
    """A definition cannot be built. `problems` holds every fault that was found, not only the first."""

    def __init__(self, what: str, problems: Sequence[Problem]) -> None:
        count = "a problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{what} has {count}")
        self.problems = tuple(problems)
        self._what = what

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._what, self.problems)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(f"  {number}. {each}" for number, each in enumerate(self.problems, 1))])


class UsageError(GumptionError):
    """This call cannot be made now, or not with these arguments."""


class BusyError(UsageError):
    """A mind was ticked, halted or restored from inside its own tick or message delivery (rule C4)."""


class MindError(GumptionError):
    """The user's code inside a mind raised. It is wrapped once; the original is the `__cause__`."""


class LimitError(GumptionError):
    """A bound against endless work was reached."""


class PlanningError(GumptionError):
    """A planning met a number that 64 bits cannot hold, or a cost below zero: no answer would be sure."""


class PlanError(GumptionError):
    """A plan does not hold up when it is carried out on the user's own actions and goal."""


class SnapshotError(GumptionError):
    """A snapshot cannot be read, or belongs to another definition."""


class RecordingError(GumptionError):
    """A recording cannot be read, written or replayed."""


class ScenarioError(GumptionError):
    """A scenario cannot be found, loaded, built or run."""
