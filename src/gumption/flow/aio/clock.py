"""Time as the event loop tells it, standing still while minds are ticked."""

import asyncio
from typing import final


@final
class LoopClock:
    """Seconds since the driver began. It moves when the driver reads it, so that one round of ticks has one time.

    Args:
        loop: tells the time.
    """

    __slots__ = ("_loop", "_origin", "now", "ticks")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._origin = loop.time()
        self.now = 0.0
        self.ticks = 0

    def read(self) -> float:
        """Move on to the present time, and count one tick."""
        self.now = max(self.now, self._loop.time() - self._origin)
        self.ticks += 1
        return self.now

    def when(self, due: float) -> float:
        """A time of this clock, as the loop counts it."""
        return self._origin + due
