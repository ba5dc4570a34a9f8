"""What users derive from: a check, and a coroutine that runs while the check holds (rule W1)."""

import re
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, Generic, Literal, TypeVar

from gumption.core.coroutines.context import RunContext
from gumption.core.expression import Expression
from gumption.core.mind import Definition, is_definition
from gumption.core.source import name_of
from gumption.status import Status

Agent = TypeVar("Agent")

Restart = Literal["always", "once", "until-other"]
"""When a node whose run has ended may run again: always; never; not before another node has run (rule W5)."""

RESTARTS: tuple[Restart, ...] = ("always", "once", "until-other")


class Node(Generic[Agent]):
    """A way to behave. Derive from it, and give objects of your classes to a `Selector`.

    One object serves all agents, so it keeps no data of any one of them. `check` is a method, or an expression
    (`check = F.thirst >= 5`); a node without one always may run. `run` is an async method, or a definition
    (`run = TREE`) whose mind is ticked while the node runs, until it ends, and halted when the node is left.
    """

    name: str = ""
    """For messages and pictures; by default made of the class's name."""
    restart: ClassVar[Restart] = "always"

    def check(self, agent: Agent, /) -> bool | float:
        """Whether the node wants to run, without side effects. In a selector with scores: how much (0 or less: not)."""
        return True

    async def run(self, agent: Agent, context: RunContext, /) -> Status | None:
        """What it does. Left at the next await when another node is to run: clean up in `finally`.

        Returns:
            SUCCESS, FAILURE or SKIPPED; None: SUCCESS.
        """
        raise NotImplementedError


class _Made(Node[Any]):
    """A node of a function, or of two; or of a definition."""

    def __init__(self, run: Any, check: Any, name: str, restart: Restart) -> None:
        self.run = run  # type: ignore[method-assign]
        if check is not None:
            self.check = check  # type: ignore[method-assign]
        self.name = name or (run.name if is_definition(run) else words(name_of(run)))
        self.restart = restart  # type: ignore[misc]


def node(
    run: Callable[[Agent], Coroutine[Any, Any, Status | None]]
    | Callable[[Agent, RunContext], Coroutine[Any, Any, Status | None]]
    | Definition[Agent],
    check: Callable[[Agent], object] | Expression | None = None,
    *,
    name: str = "",
    restart: Restart = "always",
) -> Node[Agent]:
    """A node of an `async def` function, or of a definition.

    Args:
        run: takes `(agent)` or `(agent, context)`; or a definition, whose mind runs.
        check: a function of the agent, or an expression; None: it always may run.
        name: by default the function's, or the definition's.
        restart: see `Restart`.
    """
    return _Made(run, check, name, restart)


def words(name: str) -> str:
    """`GoHome` and `go_home` as `go home`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").strip().lower()


def label_of(part: Node[Any]) -> str:
    """What to call a node."""
    return part.name or words(type(part).__name__)


def is_always(part: Node[Any]) -> bool:
    """Whether the node has no check of its own."""
    check: Any = part.check
    return not isinstance(check, Expression) and getattr(check, "__func__", None) is vars(Node)["check"]
