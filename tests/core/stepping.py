"""Coroutines on a clock that the test moves, and what they note down while they are stepped."""

import inspect
import os
import re
from collections.abc import Coroutine
from typing import Any

from gumption import ManualClock
from gumption.core.coroutines.run import Run

Made = Coroutine[Any, Any, Any]


class Stage:
    """A clock, a log, and the runs of a test. Times are those of the clock."""

    turns: int | None = None
    """How many awaits one step of its runs may answer; None: as many as usual."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.log: list[str] = []

    def note(self, what: object) -> None:
        """Write down what happens, with the time."""
        self.log.append(f"{self.clock.now:g} {what}")

    def heard(self) -> list[str]:
        """What was noted since the last call."""
        log, self.log = self.log, []
        return log

    def run(self, coroutine: Made) -> Run:
        run = Run(coroutine, self.clock)
        if self.turns is not None:
            run._most_turns = self.turns
        return run

    def tick(self, *runs: Run, seconds: float = 1.0) -> None:
        """Move the clock, and step the runs in their order."""
        self.clock.advance(seconds)
        for run in runs:
            run.step()

    def play(self, coroutine: Made, *, seconds: float = 1.0, ticks: int = 100) -> Run:
        """Step a coroutine at 0 and then once in so many seconds until it is over."""
        run = self.run(coroutine)
        run.step()
        for _ in range(ticks):
            if run.done:
                break
            self.tick(run, seconds=seconds)
        return run

    def result(self, coroutine: Made, *, seconds: float = 1.0, ticks: int = 100) -> Any:
        """What a coroutine returns; raises what it raises."""
        run = self.play(coroutine, seconds=seconds, ticks=ticks)
        assert run.done, f"it still stands at {run.place}"
        if run.error is not None:
            raise run.error
        return run.result


def is_empty(run: Run) -> bool:
    """Whether nothing that is over is kept by a run."""
    return not (run._heap or run._parked or run._others or run._listeners or run.root.leaves())


def line_of(function: Any, mark: str) -> str:
    """`file:line` of the line of a function's source that has a mark in it."""
    lines, first = inspect.getsourcelines(function)
    number = next(index for index, line in enumerate(lines) if re.search(mark, line))
    return f"{os.path.basename(inspect.getfile(function))}:{first + number}"
