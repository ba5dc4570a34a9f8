"""When a run is over."""

from collections.abc import Callable
from typing import Final

from gumption.core.clock import FixedStepClock
from gumption.core.numeric import is_integer, is_number
from gumption.errors import LimitError, UsageError, brief

MAX_TICKS: Final = 1_000_000
"""How long a run goes on when nothing but `until` or `seconds` would end it."""
TOLERANCE: Final = 1e-6
"""Steps. Rounding in sums of steps must neither cost nor add a tick."""


class Ends:
    """The ends of one run: the first that is reached counts.

    Args:
        clock: the world's.
        ticks: at most so many.
        until: asked before each tick.
        seconds: so much time on the clock.

    Raises:
        UsageError: no end was given, or one that cannot be.
    """

    def __init__(
        self, clock: FixedStepClock, ticks: int | None, until: Callable[[], bool] | None, seconds: float | None
    ) -> None:
        _check(ticks, until, seconds)
        self._clock = clock
        self._ticks = ticks
        self._until = until
        self._end = None if seconds is None else clock.now + seconds - clock.step * TOLERANCE

    def reached(self, made: int) -> bool:
        """Whether the run is over after `made` ticks.

        Raises:
            LimitError: it should have been over by now.
        """
        if self._ticks is not None and made >= self._ticks:
            return True
        if (self._until is not None and self._until()) or (self._end is not None and self._clock.now >= self._end):
            return True
        if self._ticks is None and made >= MAX_TICKS:
            raise LimitError(
                f"the run has not ended after {MAX_TICKS:,} ticks",
                doing="running a world",
                remedy="see whether until= can come true, or give ticks= as a bound of your own",
            )
        return False


def _check(ticks: int | None, until: object, seconds: float | None) -> None:
    problem = None
    if ticks is None and until is None and seconds is None:
        problem = "a run needs an end"
    elif ticks is not None and not is_integer(ticks):
        problem = f"a run cannot end after {brief(ticks)} ticks"
    elif until is not None and not callable(until):
        problem = f"until={brief(until)} cannot be asked"
    elif seconds is not None and not is_number(seconds):
        problem = f"a run cannot end after {brief(seconds)} seconds"
    if problem:
        remedy = "give ticks= (an integer), until= (a function without arguments) or seconds= (a number)"
        raise UsageError(problem, doing="running a world", remedy=remedy)
