"""Coroutines that are stepped, and the scopes that they are in."""

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, final

if TYPE_CHECKING:
    from gumption.core.coroutines.task import Group

OVER: Final = -1
"""Ticket of a task that has ended, and of a scope that was left."""


class Scope:
    """A block of a coroutine, or a whole task."""

    __slots__ = ("cancelled", "outer", "shielded")

    def __init__(self, outer: "Scope | None" = None, *, shielded: bool = False) -> None:
        self.outer = outer
        self.shielded = shielded
        self.cancelled = False

    def is_cancelled(self) -> bool:
        """Whether it is cancelled, by itself or from outside; a shield keeps the outside off."""
        scope: Scope | None = self
        while scope is not None:
            if scope.cancelled:
                return True
            scope = None if scope.shielded else scope.outer
        return False

    def feels(self, other: "Scope") -> bool:
        """Whether it is cancelled when `other` is: it lies in it, with no shield between them."""
        scope: Scope | None = self
        while scope is not None and scope is not other:
            scope = None if scope.shielded else scope.outer
        return scope is other


@final
class Task:
    """A coroutine that a run steps."""

    __slots__ = ("coroutine", "error", "group", "index", "scope", "ticket", "value", "waits_for")

    def __init__(
        self, coroutine: Coroutine[Any, Any, Any], scope: Scope, group: "Group | None" = None, index: int = 0
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
