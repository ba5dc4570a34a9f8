"""What the kernel sees of asyncio's awaits: traps like its own, which arrange to be woken by the loop."""

import asyncio
import contextvars
from typing import Any, Final, final

from gumption.core.coroutines.kernel import Task, Trap
from gumption.core.coroutines.run import Run

PATIENCE: Final = 0.05
"""Seconds that an await of asyncio's may take which begins in a coroutine that is being left."""


@final
class FutureWait(Trap):
    """A task waits for a future. When its coroutine is left, the future is cancelled, and joined.

    Args:
        loop: the future's.
        variables: for the loop's callbacks.
    """

    __slots__ = ("_asked", "_heard", "_loop", "_offered", "_run", "_task", "_ticket", "_timer", "_variables", "future")
    patient = True

    def __init__(self, run: Run, task: Task, loop: asyncio.AbstractEventLoop, variables: contextvars.Context) -> None:
        self._run, self._task = run, task
        self._loop, self._variables = loop, variables
        self.future: asyncio.Future[Any] | None = None
        """What the task waits for."""
        self._ticket = 0
        self._timer: asyncio.TimerHandle | None = None
        self._heard = False
        """The future will tell when it is done."""
        self._asked = False
        """The future was cancelled because the coroutine is being left."""
        self._offered = False
        """The kernel was given this to wait for, and has not yet said that it does."""

    def begin(self, future: asyncio.Future[Any]) -> "FutureWait":
        """Wait for a future."""
        self.future = future
        self._offered = self._asked = self._heard = False
        return self

    def arm(self, run: Run, task: Task) -> bool:
        """See `Trap.arm`."""
        assert self.future is not None
        self._offered = False
        self._ticket = run.wait(task)
        if not self._heard:
            self._heard = True
            self.future.add_done_callback(self._wake, context=self._variables)
        if self._timer is None and not self._asked and task.scope.is_cancelled():
            self._timer = self._loop.call_later(PATIENCE, self._wake, self.future, context=self._variables)
        return True

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to wait for."""
        return self.future is None or self.future.done()

    def leave(self) -> bool:
        """The coroutine is being left: have the future cancelled. Returns whether the await is over."""
        future = self.future
        if future is None or future.done() or self._offered:  # offered and refused: all is to be closed at once
            return True
        if not self._asked:
            self._asked = True
            self._stop_timer()
            future.cancel()
        self._offered = not future.done()
        return not self._offered

    @property
    def has_failed(self) -> bool:
        """Whether the future holds an error, which nobody else may ever ask for."""
        future = self.future
        return future is not None and future.done() and not future.cancelled() and future.exception() is not None

    def end(self) -> None:
        """The task goes on, whatever has become of the future."""
        if self.future is not None:
            self._stop_timer()
            self.future = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self, future: asyncio.Future[Any]) -> None:
        if future is self.future:  # else the task has gone on, with an error from elsewhere
            self._run.wake(self._task, self._ticket)


@final
class _TurnWait(Trap):
    """A task lets the loop go round once: what `asyncio.sleep(0)` asks for."""

    __slots__ = ()

    def arm(self, run: Run, task: Task) -> bool:
        asyncio.get_running_loop().call_soon(run.wake, task, run.wait(task))
        return True


@final
class _NoWait(Trap):
    """The task goes on at once, with an error that its facade holds ready."""

    __slots__ = ()

    def arm(self, run: Run, task: Task) -> bool:
        return False


TURN: Final = _TurnWait()
NO_WAIT: Final = _NoWait()
