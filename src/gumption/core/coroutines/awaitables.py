"""What coroutines await (rule W7). All of them wait on the clock of the mind, and let no thread wait."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from gumption.core.coroutines.task import Task, Trap
from gumption.core.message import Message
from gumption.errors import UsageError, brief

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run

T = TypeVar("T")


@final
class sleep(Trap):  # noqa: N801 - awaited as if it were a function
    """`await sleep(2.0)`: go on after so many seconds of the mind's clock, with the first tick from then on.

    Args:
        seconds: 0: with the next tick.
    """

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < float("inf"):
            raise UsageError(
                f"nobody can sleep for {brief(seconds)} s", remedy="give seconds, a finite number of 0 or more"
            )
        self.seconds = seconds

    def arm(self, run: "Run", task: Task) -> bool:
        """See `Trap.arm`."""
        run.sleep(task, self.seconds)
        return True


_NEXT: Final = sleep(0)


def next_tick() -> sleep:
    """Wait for the next tick."""
    return _NEXT


async def until(predicate: Callable[..., object], *args: object) -> None:
    """Go on as soon as `predicate(*args)` holds: at once, or in the first tick in which it does."""
    while not predicate(*args):
        await _NEXT


@final
class message(Trap):  # noqa: N801
    """`note = await message("intruder")`: wait for the next message of a kind that the mind is sent.

    Args:
        kind: None: any message.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: str | None = None) -> None:
        self.kind = kind

    def arm(self, run: "Run", task: Task) -> bool:
        """See `Trap.arm`."""
        run.listen(task, self.kind)
        return True

    def __await__(self) -> Any:
        """The message."""
        found: Message = yield self
        return found


@final
class Event:
    """A flag that coroutines of any agent wait for."""

    __slots__ = ("_waiting", "is_set")

    def __init__(self) -> None:
        self.is_set = False
        self._waiting: list[tuple[Run, Task, int]] = []

    def set(self) -> None:
        """Raise the flag, and wake all that wait: each in the running tick of its mind, or in its next one."""
        self.is_set = True
        waiting, self._waiting = self._waiting, []
        for run, task, ticket in waiting:
            run.wake(task, ticket)

    def clear(self) -> None:
        """Lower the flag."""
        self.is_set = False

    def wait(self) -> "_Wait":
        """`await event.wait()`: go on once the flag is raised; at once if it is."""
        return _Wait(self)

    def add(self, run: "Run", task: Task) -> None:
        """Let a task wait."""
        self._waiting = [each for each in self._waiting if each[1].ticket == each[2]]
        self._waiting.append((run, task, run.wait(task)))


@final
class _Wait(Trap):
    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event = event

    def arm(self, run: "Run", task: Task) -> bool:
        if self.event.is_set:
            return False
        self.event.add(run, task)
        return True


@final
class _Together(Trap):
    __slots__ = ("coroutines", "first_only")

    def __init__(self, coroutines: tuple[Coroutine[Any, Any, Any], ...], *, first_only: bool) -> None:
        for each in coroutines:
            if not hasattr(each, "send"):
                raise UsageError(
                    f"{brief(each)} is no coroutine", remedy="call your async functions: gather(walk(), sing())"
                )
        if first_only and not coroutines:
            raise UsageError("a race of nobody", remedy="give at least one coroutine")
        self.coroutines, self.first_only = coroutines, first_only

    def arm(self, run: "Run", task: Task) -> bool:
        if not self.coroutines:
            task.value = []
            return False
        run.start(task, list(self.coroutines), first_only=self.first_only)
        return True


async def gather(*coroutines: Coroutine[Any, Any, Any]) -> list[Any]:
    """Run coroutines side by side, and wait for all of them.

    If one raises, the others are cancelled and waited for, and its error is raised here. They end with the one who
    waits.

    Returns:
        Their results, in the order given.
    """
    results: list[Any] = await _Together(coroutines, first_only=False)
    return results


async def race(*coroutines: Coroutine[Any, Any, T]) -> T:
    """Run coroutines side by side until one is done; the others are cancelled and waited for.

    Returns:
        The result of the first one.
    """
    result: T = await _Together(coroutines, first_only=True)
    return result
