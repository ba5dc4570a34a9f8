"""What coroutines await, and their driver answers: the base of all traps, and the two that nearly all of them use."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar, Final, final

from gumption.core.numeric import is_number
from gumption.errors import UsageError, brief

if TYPE_CHECKING:
    from gumption.core.coroutines.reference.steps import Steps
    from gumption.core.coroutines.reference.tasks import Task

FOREVER: Final = 1e300
"""Seconds that no clock gets to. Whole numbers may be larger than any float, and could not be added to a time."""


class Trap:
    """What a coroutine asks of its driver: awaiting it hands it over."""

    __slots__ = ()
    instant: ClassVar[bool] = False
    """It never waits, and is answered even while the coroutine is being cancelled."""
    patient: ClassVar[bool] = False
    """It waits even while the coroutine is being cancelled, unless all is closed at once; it sees to the end itself."""

    def __await__(self) -> Generator["Trap", Any, Any]:
        return (yield self)

    def arm(self, run: Any, task: "Task") -> bool:
        """Arrange for the task to be woken.

        Args:
            run: the `Run` that steps the task.
            task: awaits this.

        Returns:
            Whether it has to wait. False: it goes on at once, with `task.value`.
        """
        raise NotImplementedError


@final
class _NextTick(Trap):
    __slots__ = ()

    def arm(self, run: "Steps", task: "Task") -> bool:
        run.park(task)
        return True


NEXT_TICK: Final = _NextTick()
"""Awaiting it waits for the next step."""


@final
class sleep(Trap):  # noqa: N801 - awaited as if it were a function
    """`await sleep(2.0)`: go on after so many seconds of the mind's clock, with the first tick from then on.

    Args:
        seconds: 0: with the next tick.
    """

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        if not (is_number(seconds) and seconds < FOREVER):
            raise UsageError(
                f"nobody can sleep for {brief(seconds)} s", remedy="give seconds, a finite number of 0 or more"
            )
        self.seconds = seconds

    def arm(self, run: "Steps", task: "Task") -> bool:
        """See `Trap.arm`."""
        run.sleep(task, self.seconds)
        return True
