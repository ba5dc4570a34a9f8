"""The only place in gumption that reads a wall clock and sleeps."""

import time
from collections.abc import Callable

from gumption.errors import UsageError, brief

_GIVE_UP = 1.0
"""Seconds of delay behind the wall clock after which the lost time is forgotten instead of caught up."""


class Pacer:
    """Keeps a simulated clock in step with the wall clock.

    Args:
        speed: simulated seconds a wall second; 1.0 is real time.
        now: what the simulated clock reads at the start, in seconds.
        wall: reads a monotonic clock, in seconds.
        sleep: sleeps that many seconds.
    """

    def __init__(
        self,
        speed: float,
        now: float,
        *,
        wall: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not (isinstance(speed, (int, float)) and 0.0 < speed < float("inf")):
            raise UsageError(
                f"a world cannot run at speed {brief(speed)}",
                doing="running a world",
                remedy="give a positive number; 1 is real time. For as fast as possible leave it out",
            )
        self._speed = speed
        self._wall = wall
        self._sleep = sleep
        self._anchor(now)

    def _anchor(self, now: float) -> None:
        self._origin = now
        self._wall_origin = self._wall()

    def wait(self, now: float) -> None:
        """Sleep until the wall clock has come as far as the simulated clock, which reads `now` seconds.

        A world that falls behind runs without sleeping until it has caught up; after more than a second of delay
        (a suspended computer, a breakpoint) it goes on from there, and does not race.
        """
        ahead = self._wall_origin + (now - self._origin) / self._speed - self._wall()
        if ahead > 0:
            self._sleep(ahead)
        elif ahead < -_GIVE_UP:
            self._anchor(now)
