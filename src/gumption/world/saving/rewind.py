"""Going back in time: the latest moments of a world, in a ring (rule V6)."""

from collections import deque
from typing import final

from gumption.core.numeric import is_integer
from gumption.core.trace import Event
from gumption.errors import UsageError, brief
from gumption.world.saving.moment import WorldSnapshot
from gumption.world.world import World


@final
class Rewind:
    """Keeps the latest moments of a world, from now on; a ring.

    Args:
        world: whose.
        ticks: how far back one can go.
        every: how many ticks lie between two moments.

    Raises:
        UsageError: one of these is not an integer above 0.
        SnapshotError: something in the world cannot be saved; says where it is.
    """

    def __init__(self, world: World, *, ticks: int = 120, every: int = 1) -> None:
        for name, value in (("ticks", ticks), ("every", every)):
            if not is_integer(value, 1):
                raise UsageError(f"{name} cannot be {brief(value)}", doing="keeping moments", remedy="give 1 or more")
        self._world = world
        self._every = every
        self._moments: deque[WorldSnapshot] = deque([world.snapshot()], maxlen=ticks // every + 1)
        self._stop = world.trace(self._hear, borders_only=True)

    def _hear(self, _border: Event) -> None:
        if self._world.clock.ticks - self._moments[-1].tick >= self._every:
            self._moments.append(self._world.snapshot())

    @property
    def ticks(self) -> list[int]:
        """The ticks behind which one can be, the oldest first."""
        return [moment.tick for moment in self._moments]

    def back_to(self, tick: int) -> int:
        """Be behind that tick again, or behind the latest one before it of which there is a moment.

        Returns:
            Which tick that is; the world's owner gives the inputs of those behind it again, and ticks.

        Raises:
            UsageError: it lies too far back, or has not been yet.
        """
        first, last = self._moments[0].tick, self._world.clock.ticks
        if not first <= tick <= last:
            raise UsageError(
                f"there is no way to tick {brief(tick)}",
                doing="going back in time",
                remedy=f"give one from {first} to {last}" + (", or keep more: ticks=" if tick < first else ""),
            )
        while self._moments[-1].tick > tick:
            self._moments.pop()
        self._world.restore(self._moments[-1])
        return self._moments[-1].tick

    def stop(self) -> None:
        """Keep no more moments, and forget those that were kept but the latest."""
        self._stop()
        latest = self._moments[-1]
        self._moments.clear()
        self._moments.append(latest)
