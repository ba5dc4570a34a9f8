"""Which engine does the work: the native core, or the reference in Python. Both give the same plans."""

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal, Protocol, TypeAlias

from gumption.errors import UsageError, brief
from gumption.goap.engines import reference
from gumption.goap.engines.reference import Result
from gumption.goap.engines.step import Values
from gumption.goap.tables.encode import encode_task, encode_tests
from gumption.goap.tables.task import Task, Test

EngineName: TypeAlias = Literal["native", "reference"]

VARIABLE: Final = "GUMPTION_ENGINE"
"""Environment variable that chooses the engine: native or reference."""


class SearchHandle(Protocol):
    """One search inside an engine."""

    def run(self, expansions: int, bytes: int, seconds: float, /) -> int:  # noqa: A002
        """Go on for at most so many expansions and seconds (0: no bound), holding at most so many bytes; the status."""
        ...

    def result(self) -> Result:
        """What is known so far."""
        ...


class GoalHandle(Protocol):
    """A goal inside an engine."""

    def plan(self, values: Values, /) -> Result:
        """The least plan with the costs of the task within the default budget."""
        ...

    def search(self, values: Values, costs: tuple[int, ...] | None, heuristic: int, weight: float, /) -> SearchHandle:
        """A search that has not begun."""
        ...

    def estimate(self, values: Values, costs: tuple[int, ...] | None, heuristic: int, /) -> int:
        """What a plan costs at least by a heuristic, in units; -1: there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """What searches for plans."""

    name: EngineName
    _module: Any

    def task(self, tables: Task) -> object:
        """A task, ready for goals.

        Raises:
            OverflowError: the native engine cannot hold an integer of it.
        """
        return self._module.Task(encode_task(tables) if self.name == "native" else tables)

    def goal(self, task: object, tests: Sequence[Test]) -> GoalHandle:
        """A goal of a task that this engine made.

        Raises:
            OverflowError: the native engine cannot hold an integer of it.
        """
        handle: GoalHandle = self._module.Goal(task, encode_tests(tests) if self.name == "native" else tests)
        return handle


_REFERENCE: Final = Engine("reference", reference)
_warned: Final[list[str]] = []
"""What the missing core was warned of, so that it is said once."""


def choose(name: EngineName | None = None) -> Engine:
    """The engine to use.

    Args:
        name: "native" or "reference". None: what the environment variable GUMPTION_ENGINE says; else the native
            one if it is there, else the reference, and a RuntimeWarning says so once.

    Raises:
        UsageError: there is no engine of that name, or it is asked for and not built.
    """
    wanted = name or os.environ.get(VARIABLE) or None
    if wanted == "reference":
        return _REFERENCE
    if wanted not in (None, "native"):
        raise UsageError(
            f"there is no engine {brief(wanted)}",
            where=f"environment variable {VARIABLE}" if name is None else "",
            remedy='say "native" or "reference"',
        )
    try:
        return Engine("native", import_module("gumption.goap._native"))
    except ImportError as error:
        if wanted is not None:
            raise UsageError(
                f"the native engine cannot be loaded: {error}",
                remedy='install gumption on this machine anew, or use engine="reference": slower, with the same plans',
            ) from error
        if not _warned:
            _warned.append(str(error))
            warnings.warn(
                f"the native engine cannot be loaded ({error}): plans come from the reference in Python, much slower",
                RuntimeWarning,
                stacklevel=3,
            )
        return _REFERENCE
