"""Time is given (design decision 5): clocks that move only when told to."""

import sys
from typing import Final, Protocol

from gumption.core.numeric import is_number
from gumption.errors import UsageError, brief

_FOREVER: Final = 1e300
"""Seconds that no clock gets to: beyond them adding up would end at infinity."""


class Clock(Protocol):
    """What a mind may ask about time."""

    @property
    def now(self) -> float:
        """Seconds since the clock's start."""
        ...

    @property
    def ticks(self) -> int:
        """How often the clock has moved: the number of the present tick."""
        ...


class ManualClock:
    """A clock that its owner moves by hand.

    Args:
        now: the first reading, in seconds.
    """

    __slots__ = ("now", "ticks")

    def __init__(self, now: float = 0.0) -> None:
        if not is_number(now, -sys.float_info.max):
            raise UsageError(f"a clock cannot read {brief(now)}", doing="making a clock", remedy="give a finite number")
        self.now: float = now
        self.ticks: int = 0

    def advance(self, seconds: float) -> None:
        """Move on by `seconds` (finite, not negative) and count one tick.

        Raises:
            UsageError: time would stand at a strange value or run backwards.
        """
        _check_seconds(seconds, "advancing a clock")
        if self.now + seconds >= _FOREVER:
            raise UsageError(f"a clock cannot read {self.now + seconds!r}", doing="advancing a clock")
        self.now += seconds
        self.ticks += 1


class FixedStepClock(ManualClock):
    """A clock with a usual step, free of the drift that adding the step up again and again would give.

    Args:
        step: seconds a `step_once`.
        now: the first reading, in seconds.
    """

    __slots__ = ("_origin", "_steps", "step")

    def __init__(self, step: float, now: float = 0.0) -> None:
        super().__init__(now)
        _check_seconds(step, "setting the step of a clock")
        self.step: float = step
        self._origin: float = now
        self._steps: int = 0

    def step_once(self) -> None:
        """Move on by one step: the reading is origin + number of steps * step, so that rounding does not add up."""
        self._steps += 1
        self.now = self._origin + self._steps * self.step
        self.ticks += 1

    def advance(self, seconds: float) -> None:
        """Move on by `seconds` that need not be the usual step; later steps count from there."""
        super().advance(seconds)
        self._origin = self.now
        self._steps = 0

    def set_step(self, step: float) -> None:
        """Make `step` the usual step from now on."""
        _check_seconds(step, "setting the step of a clock")
        self.step = step
        self._origin = self.now
        self._steps = 0

    @property
    def reading(self) -> tuple[float, int, float, float, int]:
        """All that the clock knows: what it reads, its ticks, its step, and from where and how often it has stepped."""
        return (self.now, self.ticks, self.step, self._origin, self._steps)

    @reading.setter
    def reading(self, reading: tuple[float, int, float, float, int]) -> None:
        self.now, self.ticks, self.step, self._origin, self._steps = reading


def _check_seconds(seconds: float, doing: str) -> None:
    if not (is_number(seconds) and seconds < _FOREVER):
        raise UsageError(
            f"a clock cannot move by {brief(seconds)} seconds",
            doing=doing,
            remedy="give a finite number of seconds that is not negative",
        )
