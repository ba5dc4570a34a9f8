"""Tasks that one await has started."""

from collections.abc import Coroutine
from typing import Any

from gumption.core.coroutines.kernel import Scope, Task


class Group:
    """Tasks that one await has started, and waits for."""

    __slots__ = ("error", "first_only", "left", "parent", "results", "scope", "tasks", "winner")

    def __init__(
        self, parent: Task, scope: Scope, coroutines: list[Coroutine[Any, Any, Any]], *, first_only: bool
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
