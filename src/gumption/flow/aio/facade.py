"""A kernel task, as asyncio sees it ("Extending asyncio" in Python's documentation)."""

import asyncio
import contextvars
from asyncio.tasks import _enter_task, _leave_task  # pyright: ignore[reportPrivateUsage]
from collections.abc import Callable, Coroutine
from typing import Any, final

from gumption.core.coroutines.kernel import Task, Trap
from gumption.core.coroutines.run import Run
from gumption.core.coroutines.scope import Cancelled
from gumption.flow.aio.left import Left, as_failure, as_left
from gumption.flow.aio.waits import NO_WAIT, TURN, FutureWait


@final
class Facade(asyncio.Future[Any]):
    """Stands between a coroutine and the run that steps it.

    To the run it is the coroutine: each resumption passes through, with this object as asyncio's current task, and
    each future that comes out is given on as something that the run can wait for. To asyncio it is the task: it can be
    cancelled, as `asyncio.timeout` and `asyncio.TaskGroup` do. Nobody awaits it, and no loop steps it.

    Args:
        run: steps the task.
        task: whose coroutine this one takes the place of.
        loop: where its futures belong.
        variables: the context variables that the coroutine begins with; it gets a copy.
        name: for asyncio's messages.
    """

    def __init__(
        self, run: Run, task: Task, loop: asyncio.AbstractEventLoop, variables: contextvars.Context, name: str
    ) -> None:
        super().__init__(loop=loop)
        self._run, self._task, self._name = run, task, name
        self._coroutine = task.coroutine
        self._variables = variables.copy()
        self._wait = FutureWait(run, task, loop, variables)
        self._requests = 0
        self._must_cancel = False
        self._message: Any = None
        self._error: BaseException | None = None  # to be raised by the await that was just begun
        self._is_at_work = False

    # The coroutine, to the run

    def send(self, value: Any) -> Trap | object:
        """Go on with the result of the await."""
        if not self._wait.is_over:  # woken for nothing
            return self._wait
        self._wait.end()
        error, self._error = self._error, None
        if self._must_cancel and not isinstance(error, asyncio.CancelledError):
            error = self._cancelled_error()
        if error is not None:
            return self._advance(self._coroutine.throw, error)
        return self._advance(self._coroutine.send, value)

    def throw(self, error: BaseException) -> Trap | object:
        """Go on with an error from the await: `Cancelled` joins what is waited for before."""
        if isinstance(error, Cancelled):
            if not self._wait.leave():
                return self._wait
            if self._wait.has_failed:  # its error is what the await gives
                self._wait.end()
                return self._advance(self._coroutine.send, None)
            error = Left()
        elif self._must_cancel and not isinstance(error, asyncio.CancelledError):
            cancelled = self._cancelled_error()
            cancelled.__context__ = error
            error = cancelled
        else:
            self._wait.leave()
        self._wait.end()
        self._error = None
        self._must_cancel = False
        return self._advance(self._coroutine.throw, error)

    def close(self) -> None:
        """Have the coroutine closed."""
        self._wait.leave()
        self._wait.end()
        self._talk(lambda _: self._coroutine.close(), None)
        if not self.done():
            super().cancel()

    @property
    def cr_frame(self) -> Any:
        """Of the coroutine."""
        return getattr(self._coroutine, "cr_frame", None)

    @property
    def cr_await(self) -> Any:
        """What the coroutine awaits."""
        return getattr(self._coroutine, "cr_await", None)

    def _advance(self, resume: Callable[[Any], Any], given: Any) -> Trap | object:
        try:
            asked = self._talk(resume, given)
        except StopIteration as stop:
            self.set_result(stop.value)
            raise
        except BaseException as error:
            told = self._told(error)
            if told is error:
                raise
            raise told from told.__cause__
        if isinstance(asked, Trap):
            if self._must_cancel and not asked.instant:
                return NO_WAIT
            return asked
        if asked is None:
            return NO_WAIT if self._must_cancel else TURN
        blocking = getattr(asked, "_asyncio_future_blocking", None)
        return asked if blocking is None else self._wait_for(asked, blocking=blocking)

    def _talk(self, resume: Callable[[Any], Any], given: Any) -> Any:
        """Resume the coroutine as asyncio's current task, with its own context variables."""
        loop = self.get_loop()
        self._is_at_work = True
        try:
            if asyncio._get_running_loop() is not loop:  # closed after the loop has stopped, or from elsewhere
                return self._variables.run(resume, given)
            outer = asyncio.current_task(loop)  # of one who halts the mind in the middle of something else
            if outer is not None:
                _leave_task(loop, outer)
            _enter_task(loop, self)  # type: ignore[arg-type]
            try:
                return self._variables.run(resume, given)
            finally:
                _leave_task(loop, self)  # type: ignore[arg-type]
                if outer is not None:
                    _enter_task(loop, outer)
        finally:
            self._is_at_work = False

    def _wait_for(self, future: Any, *, blocking: bool) -> Trap:
        problem = ""
        if not blocking:
            problem = f"{future!r} was yielded instead of awaited"
        elif future is self:
            problem = "a task cannot await itself"
        elif future.get_loop() is not self.get_loop():
            problem = f"{future!r} belongs to another event loop"
        if problem:
            self._error = RuntimeError(problem)
            return NO_WAIT
        future._asyncio_future_blocking = False
        if self._must_cancel and future.cancel(msg=self._message):
            self._must_cancel = False
        return self._wait.begin(future)

    def _told(self, error: BaseException) -> BaseException:
        """What the run is told of an error that came out of the coroutine."""
        if self._task.scope.is_cancelled():
            error = as_left(error)
        elif self._task.group is None:
            error = as_failure(error)
        if isinstance(error, asyncio.CancelledError):
            super().cancel()
        else:
            self.set_exception(error)
            self.exception()  # its owner is the run: nothing is to be said when this object goes
        return error

    # The task, to asyncio

    @property
    def variables(self) -> contextvars.Context:
        """The coroutine's context variables."""
        return self._variables

    @property
    def _fut_waiter(self) -> asyncio.Future[Any] | None:
        """The name is the one that asyncio's own tasks have, and that anyio looks at."""
        return self._wait.future

    def cancel(self, msg: Any | None = None) -> bool:
        """Raise `asyncio.CancelledError` at the present await. See `asyncio.Task.cancel`."""
        if self.done():
            return False
        self._requests += 1
        future = self._wait.future
        if future is not None and future.cancel(msg=msg):
            return True
        self._must_cancel, self._message = True, msg
        if future is None and not self._is_at_work:
            self._run.interrupt(self._task)
        return True

    def cancelling(self) -> int:
        """How many calls of `cancel` have not been taken back."""
        return self._requests

    def uncancel(self) -> int:
        """Take one call of `cancel` back. See `asyncio.Task.uncancel`."""
        if self._requests > 0:
            self._requests -= 1
            if self._requests == 0:
                self._must_cancel = False
        return self._requests

    def get_coro(self) -> Coroutine[Any, Any, Any]:
        """The coroutine."""
        return self._coroutine

    def get_context(self) -> contextvars.Context:
        """The coroutine's context variables."""
        return self._variables

    def get_name(self) -> str:
        """The name of the task."""
        return self._name

    def set_name(self, value: object) -> None:
        """Give the task another name."""
        self._name = str(value)

    def _cancelled_error(self) -> asyncio.CancelledError:
        self._must_cancel = False
        return asyncio.CancelledError() if self._message is None else asyncio.CancelledError(self._message)

    def __repr__(self) -> str:
        return f"<task {self._name!r} of gumption{', done' if self.done() else ''}>"
