"""One coroutine, and what it waits for."""

from collections.abc import Coroutine, Generator
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run
    from gumption.core.coroutines.scope import Scope


class Trap:
    """What a coroutine asks of its driver: awaiting it hands it over."""

    __slots__ = ()
    instant: ClassVar[bool] = False
    """It never waits, and is answered even while the coroutine is being cancelled."""

    def __await__(self) -> Generator["Trap", Any, Any]:
        return (yield self)

    def arm(self, run: "Run", task: "Task") -> bool:
        """Arrange for the task to be woken.

        Returns:
            Whether it has to wait. False: it goes on at once, with `task.value`.
        """
        raise NotImplementedError


class Task:
    """A coroutine that a run steps."""

    __slots__ = ("coroutine", "error", "group", "index", "scope", "throws", "ticket", "value", "waits_for")

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
        self.throws = 0
        """How often it was told that it is cancelled."""


class Group:
    """Tasks that one await has started, and waits for."""

    __slots__ = ("error", "first_only", "left", "parent", "results", "scope", "winner")

    def __init__(self, parent: Task, scope: "Scope", count: int, *, first_only: bool) -> None:
        self.parent = parent
        self.scope = scope
        self.left = count
        self.results: list[Any] = [None] * count
        self.first_only = first_only
        """The first result is the group's, and the other tasks are cancelled."""
        self.error: BaseException | None = None
        self.winner: Any = None
