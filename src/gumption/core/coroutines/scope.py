"""Parts of a coroutine that are cancelled together (rules W3, W4).

Cancellation is level-triggered, as in trio: while a scope is cancelled, each await inside it raises `Cancelled` again,
so that a swallowed one does not get lost.
"""

from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, final

from gumption.core.coroutines.task import Task, Trap
from gumption.errors import LimitError, UsageError, brief

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run

CLEANUP: Final = 1.0
"""Seconds that a shield holds, unless it is told otherwise."""


class Cancelled(BaseException):
    """Raised at an await because what the coroutine belongs to is being left. Let it pass; clean up in `finally`."""


class Scope:
    """A block of a coroutine, or a whole task."""

    __slots__ = ("cancelled", "closed", "expired", "outer", "place", "shielded", "ticket")

    def __init__(self, outer: "Scope | None" = None, *, shielded: bool = False) -> None:
        self.outer = outer
        self.shielded = shielded
        self.cancelled = False
        self.expired = False
        """Its own deadline has passed."""
        self.closed = False
        """The coroutine has left it."""
        self.ticket = 0
        """Of its deadline."""
        self.place = ""
        """Where the coroutine stood when the deadline passed."""

    def is_cancelled(self) -> bool:
        """Whether it is cancelled, by itself or from outside; a shield keeps the outside off."""
        scope: Scope | None = self
        while scope is not None:
            if scope.cancelled:
                return True
            if scope.shielded:
                return False
            scope = scope.outer
        return False


@final
class _Open(Trap):
    """Enter a scope: the driver answers at once."""

    __slots__ = ("scope", "seconds")
    instant = True

    def __init__(self, scope: Scope, seconds: float) -> None:
        self.scope, self.seconds = scope, seconds

    def arm(self, run: "Run", task: Task) -> bool:
        self.scope.outer = task.scope
        task.scope = self.scope
        run.expire_after(self.scope, self.seconds)
        return False


@final
class _Close(Trap):
    """Leave a scope."""

    __slots__ = ("scope",)
    instant = True

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def arm(self, run: "Run", task: Task) -> bool:
        assert self.scope.outer is not None
        task.scope = self.scope.outer
        self.scope.closed = True
        return False


class _Timed(Scope):
    """A scope with a deadline, entered by `async with`."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float, *, shielded: bool) -> None:
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds >= 0:
            raise UsageError(f"{brief(seconds)} is not a time", remedy="give seconds, a number of 0 or more")
        super().__init__(shielded=shielded)
        self.seconds = seconds

    async def __aenter__(self) -> Self:
        if self.outer is not None:
            raise UsageError("this scope was entered before", remedy="make a new one for each `async with`")
        await _Open(self, self.seconds)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        await _Close(self)
        return False


@final
class timeout(_Timed):  # noqa: N801 - reads as a statement, as in asyncio and trio
    """`async with timeout(2.0):` what is inside is cancelled after so many seconds, and `TimeoutError` raised.

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
        await _Close(self)
        if self.expired and (error is None or isinstance(error, Cancelled)):
            raise TimeoutError(f"not done within {self.seconds:g} s") from None
        return False


@final
class shield(_Timed):  # noqa: N801
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
        await _Close(self)
        if self.expired and (error is None or isinstance(error, Cancelled)):
            raise LimitError(
                f"the clean-up was not done within {self.seconds:g} s"
                + (f" (it stood at {self.place})" if self.place else ""),
                remedy="give shield() more seconds, or let the clean-up wait for less",
            ) from None
        return False
