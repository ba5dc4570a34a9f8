"""What coroutines await (rule W7). All of them wait on the clock of the mind, and let no thread wait."""

from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from gumption.core.coroutines.kernel import NEXT_TICK, Task, Trap, sleep
from gumption.core.message import Message
from gumption.errors import UsageError, brief

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run

__all__ = ["Event", "gather", "message", "next_tick", "race", "sleep", "until"]

T = TypeVar("T")

_ROOM: Final = 16
"""How many may wait for an event before it looks for those who wait no more."""


def next_tick() -> Awaitable[None]:
    """Wait for the next tick."""
    return NEXT_TICK


async def until(predicate: Callable[..., object], *args: object) -> None:
    """Go on as soon as `predicate(*args)` holds: at once, or in the first tick in which it does."""
    while not predicate(*args):
        await NEXT_TICK


@final
class message(Trap):  # noqa: N801
    """`note = await message("intruder")`: wait for the next message of a kind that the mind is sent.

    Args:
        kind: None: any message.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: str | None = None) -> None:
        if kind is not None and not isinstance(kind, str):
            raise UsageError(f"{brief(kind)} is not a kind of message", remedy="give a string, or None for any kind")
        self.kind = kind

    def arm(self, run: "Run", task: Task) -> bool:
        """See `Trap.arm`."""
        letter = None if run.mail is None else run.mail.take(self.kind)
        if letter is not None:
            task.value = letter
            return False
        run.listen(task, self.kind)
        return True

    def __await__(self) -> Generator[Trap, Message, Message]:
        """The message."""
        return (yield self)


@final
class Event:
    """A flag that coroutines of any agent wait for."""

    __slots__ = ("_room", "_waiting", "is_set")

    def __init__(self) -> None:
        self.is_set = False
        self._waiting: list[tuple[Run, Task, int]] = []
        self._room = _ROOM

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
        if len(self._waiting) >= self._room:  # those who wait no more would pile up where nobody sets it
            self._waiting = [each for each in self._waiting if each[1].ticket == each[2]]
            self._room = max(_ROOM, 2 * len(self._waiting))
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
    __slots__ = ("first_only", "parts")

    def __init__(self, parts: tuple[Any, ...], *, first_only: bool) -> None:
        self.parts, self.first_only = parts, first_only
        strange = [each for each in parts if not _can_be_awaited(each)]
        once = [id(each) for each in parts if _begins_once(each)]
        if strange or len(set(once)) < len(once):
            self.close()
        if strange:
            raise UsageError(
                f"{brief(strange[0])} is no coroutine", remedy="call your async functions: gather(walk(), sing())"
            )
        if len(set(once)) < len(once):
            raise UsageError("a coroutine is given twice", remedy="call the async function once for each")
        if first_only and not parts:
            raise UsageError("a race of nobody", remedy="give at least one coroutine")

    def arm(self, run: "Run", task: Task) -> bool:
        if not self.parts:
            task.value = []
            return False
        coroutines: list[Coroutine[Any, Any, Any]]
        coroutines = [each if hasattr(each, "send") else _awaited(each) for each in self.parts]
        run.start(task, coroutines, first_only=self.first_only)
        return True

    def __await__(self) -> Generator[Trap, Any, Any]:
        try:
            return (yield self)
        finally:
            self.close()

    def close(self) -> None:
        """Close what never began, so that Python does not warn of it; all else is over by then."""
        for each in self.parts:
            if _begins_once(each):
                each.close()


def _can_be_awaited(part: object) -> bool:
    kind = type(part)
    return hasattr(kind, "__await__") or hasattr(kind, "send")


def _begins_once(part: object) -> bool:
    return isinstance(part, _Together) or hasattr(part, "send")


async def _awaited(part: Awaitable[T]) -> T:
    return await part


def gather(*parts: Awaitable[Any]) -> Awaitable[list[Any]]:
    """Run coroutines side by side, and wait for all of them.

    `both = await gather(walk(), sing())`. If one raises, the others are cancelled and waited for, and its error is
    raised here. They end with the one who waits.

    Args:
        parts: coroutines, or other things of this module that can be awaited.

    Returns:
        Their results, in the order given.
    """
    return _Together(parts, first_only=False)


def race(*parts: Awaitable[T]) -> Awaitable[T]:
    """Run coroutines side by side until one is done.

    `await race(walk(), event.wait())`. The others are cancelled and waited for. An error of any of them is raised here.

    Args:
        parts: coroutines, or other things of this module that can be awaited.

    Returns:
        The result of the first one.
    """
    return _Together(parts, first_only=True)
