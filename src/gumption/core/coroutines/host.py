"""What a driver other than a world's tick has to do with the runs that it steps (rule W9)."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gumption.core.coroutines.kernel import Task
    from gumption.core.coroutines.run import Run


class Host(Protocol):
    """Steps the runs of one mind in real time. Found in the mind's context; inside a world there is none."""

    def adopt(self, run: "Run", task: "Task") -> None:
        """A task was made, and has not begun. Its coroutine may be replaced by one that goes between it and the run."""
        ...

    def wake(self) -> None:
        """Something has become due at once: the mind wants a tick. May be called from inside its tick, too."""
        ...
