"""One coroutine, and what it waits for."""

from collections.abc import Coroutine, Generator
from typing import TYPE_CHECKING, Any, ClassVar, Final, final

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run
    from gumption.core.coroutines.scope import Scope

OVER: Final = -1
"""Ticket of a task that has ended, and of a scope that was left."""


class Trap:
    """What a coroutine asks of its driver: awaiting it hands it over."""

    __slots__ = ()
    instant: ClassVar[bool] = False
    """It never waits, and is answered even while the coroutine is being cancelled."""
    patient: ClassVar[bool] = False
    """It waits even while the coroutine is being cancelled, unless all is closed at once; it sees to the end itself."""

    def __await__(self) -> Generator["Trap", Any, Any]:
        return (yield self)

    def arm(self, run: "Run", task: "Task") -> bool:
        """Arrange for the task to be woken.

        Returns:
            Whether it has to wait. False: it goes on at once, with `task.value`.
        """
        raise NotImplementedError


@final
class _NextTick(Trap):
    __slots__ = ()

    def arm(self, run: "Run", task: "Task") -> bool:
        run.park(task)
        return True


NEXT_TICK: Final = _NextTick()
"""Awaiting it waits for the next step."""


class Task:
    """A coroutine that a run steps."""

    __slots__ = ("coroutine", "error", "group", "index", "scope", "ticket", "value", "waits_for")

    def __init__(
        self, coroutine: Coroutine[Any, Any, Any], scope: "Scope", group: "Group | None" = None, index: int = 0
    ) -> None:
        self.coroutine = coroutine
        self.scope = scope
        """The innermost one that it is in."""
        self.group = group
        """Of tasks that were started together; None: it is the first task of its run."""
        self.index = index
        """Its place in the group."""
        self.waits_for: Group | None = None
        self.ticket = 0
        """Of its present wait. A wake-up with another ticket is an old one, and void."""
        self.value: Any = None
        """What its await gives when it goes on."""
        self.error: BaseException | None = None
        """What its await raises instead."""

    def leaves(self) -> "list[Task]":
        """Of this task and those below it all that wait for no others, in the order in which they were started."""
        if self.waits_for is None:  # the most frequent case, in short
            return [] if self.ticket == OVER else [self]
        found: list[Task] = []
        ahead: list[Task] = [self]
        while ahead:
            task = ahead.pop()
            if task.waits_for is not None:
                ahead.extend(reversed(task.waits_for.tasks))
            elif task.ticket != OVER:
                found.append(task)
        return found


class Group:
    """Tasks that one await has started, and waits for."""

    __slots__ = ("error", "first_only", "left", "parent", "results", "scope", "tasks", "winner")

    def __init__(
        self, parent: Task, scope: "Scope", coroutines: list[Coroutine[Any, Any, Any]], *, first_only: bool
    ) -> None:
        self.parent = parent
        self.scope = scope
        self.tasks = [Task(each, scope, self, index) for index, each in enumerate(coroutines)]
        self.left = len(coroutines)
        """How many of them are not over."""
        self.results: list[Any] = [None] * len(coroutines)
        self.first_only = first_only
        """The first result is the group's, and the other tasks are cancelled."""
        self.winner: Any = None
        self.error: BaseException | None = None

    def fail(self, error: BaseException) -> None:
        """Note what one of them has raised. The first error is the group's; further ones are told with it."""
        if self.error is None:
            self.error = error
        else:
            self.error.add_note(f"While this was under way, {type(error).__name__} came from beside it: {error}")
