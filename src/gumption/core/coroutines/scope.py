"""Parts of a coroutine that are cancelled together (rules W3, W4).

Cancellation is level-triggered, as in trio: while a scope is cancelled, each await inside it raises `Cancelled` again,
so that a swallowed one does not get lost.
"""

from math import inf
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, final

from gumption.core.coroutines.cancelled import Cancelled
from gumption.core.coroutines.kernel import Scope, Task, Trap
from gumption.core.coroutines.reference import FOREVER, OVER
from gumption.core.numeric import is_number
from gumption.errors import LimitError, UsageError, brief

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run

__all__ = ["CLEANUP", "Cancelled", "Timed", "is_cancellation", "shield", "timeout"]

CLEANUP: Final = 1.0
"""Seconds that a shield holds, unless it is told otherwise."""


def is_cancellation(error: BaseException | None) -> bool:
    """Whether a block that ended like that was done, or left because it was cancelled, and nothing else went wrong.

    In a group it comes out of an `asyncio.TaskGroup`, in the Python versions before 3.13.
    """
    if isinstance(error, BaseExceptionGroup):
        return error.split(Cancelled)[1] is None  # pyright: ignore[reportUnknownMemberType]
    return error is None or isinstance(error, Cancelled)


@final
class _Enter(Trap):
    """Enter a scope: the driver answers at once."""

    __slots__ = ("scope",)
    instant = True

    def __init__(self, scope: "Timed") -> None:
        self.scope = scope

    def arm(self, run: "Run", task: Task) -> bool:
        self.scope.outer, self.scope.task, self.scope.run = task.scope, task, run
        task.scope = self.scope
        run.expire_after(self.scope, self.scope.seconds)
        return False


class Timed(Scope):
    """A scope with a deadline, entered by `async with`."""

    __slots__ = ("expired", "place", "run", "seconds", "task", "ticket")

    def __init__(self, seconds: float, *, shielded: bool) -> None:
        if not is_number(seconds, most=inf):
            raise UsageError(f"{brief(seconds)} is not a time", remedy="give seconds, a number of 0 or more")
        super().__init__(shielded=shielded)
        self.seconds = seconds if seconds < FOREVER else inf
        self.run: Run | None = None
        self.task: Task | None = None
        """Whose coroutine has entered it."""
        self.expired = False
        """Its deadline has passed."""
        self.place = ""
        """Where the coroutine stood then."""
        self.ticket = 0
        """Of its deadline."""

    async def __aenter__(self) -> Self:
        if self.task is not None:
            raise UsageError("this scope was entered before", remedy="make a new one for each `async with`")
        await _Enter(self)
        return self

    @property
    def stood(self) -> str:
        """Where the coroutine stood when its time was up, for a message."""
        return f" (it stood at {self.place})" if self.place else ""

    def leave(self) -> None:
        """Take it out of the scopes of its task. No await: a coroutine that is closed must not wait here."""
        assert self.run is not None
        assert self.task is not None
        assert self.outer is not None
        self.run.leave(self)
        self.ticket = OVER
        if self.task.scope is self:
            self.task.scope = self.outer
            return
        inner: Scope | None = self.task.scope
        while inner is not None and inner.outer is not self:  # asynchronous generators may leave out of turn
            inner = inner.outer
        if inner is not None:
            inner.outer = self.outer


@final
class timeout(Timed):  # noqa: N801 - reads as a statement, as in asyncio and trio
    """`async with timeout(2.0):` what is inside is cancelled after so many seconds, and `TimeoutError` raised.

    Where what is outside is cancelled as well, that goes first: `Cancelled` passes.

    Args:
        seconds: on the clock of the mind.
    """

    __slots__ = ()

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds, shielded=False)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        """Leave the scope.

        Raises:
            TimeoutError: its time was up before what is inside was done.
        """
        self.leave()
        assert self.outer is not None
        if self.expired and is_cancellation(error) and not self.outer.is_cancelled():
            raise TimeoutError(f"not done within {self.seconds:g} s{self.stood}") from None
        return False


@final
class shield(Timed):  # noqa: N801
    """`async with shield(0.5):` awaits inside go on although the coroutine is cancelled, for clean-up.

    Args:
        seconds: how long it holds; then the awaits raise `Cancelled` after all, and the overrun is an error (rule W3).
    """

    __slots__ = ()

    def __init__(self, seconds: float = CLEANUP) -> None:
        super().__init__(seconds, shielded=True)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        """Leave the scope.

        Raises:
            LimitError: what is inside took longer than the shield holds.
        """
        self.leave()
        if self.expired and is_cancellation(error):
            raise LimitError(
                f"the clean-up was not done within {self.seconds:g} s{self.stood}",
                remedy="give shield() more seconds, or let the clean-up wait for less",
            ) from None
        return False
