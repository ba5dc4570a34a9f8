"""Actions that last: what users derive from, and how the compiler sees them."""

from collections.abc import Coroutine
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from gumption.bt.node import Agent
from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.core.source import is_coroutine
from gumption.status import ExitReason, Status

_Agent_contra = TypeVar("_Agent_contra", contravariant=True)


class Action(Generic[Agent]):
    """An action that lasts: derive from it, and give an object of your class to `action`.

    `enter` and `exit` pair exactly. One object serves all agents, so it keeps no data of any one of them. Each hook may
    leave out its last arguments.
    """

    def enter(self, agent: Agent, context: Context, /) -> None:
        """Called when the action starts, before its first `tick`."""

    def tick(self, agent: Agent, context: Context, /) -> Status | Coroutine[Any, Any, Status | None]:
        """Called once a tick while the action runs; says whether it goes on.

        It may be `async def`. Then it is called once, and the action runs until it ends (rule W11).
        """
        raise NotImplementedError

    def exit(self, agent: Agent, context: Context, reason: ExitReason, /) -> None:
        """Called once for every `enter` that returned, whatever ends the action."""


class Runner(Protocol[_Agent_contra]):
    """Any object with an `async def run`: an action that runs until that returns (rule W11)."""

    async def run(self, agent: _Agent_contra, context: RunContext, /) -> Status | None:
        """Do it all; give what it came to, None being SUCCESS. It may leave out its last argument."""
        ...


def made(run: Any) -> Any:
    """The object of an action class; anything else as it is. A class that cannot be called is left for the checks."""
    if isinstance(run, type) and (hasattr(run, "tick") or _runs(run)):
        try:
            return run()
        except TypeError:
            return run
    return run


class ActionHooks(NamedTuple):
    """The user's functions of an action."""

    tick: Any
    enter: Any
    exit: Any


def hooks_of(run: Any) -> ActionHooks:
    """The functions of what `action` was given; None for those that the user did not write."""
    if isinstance(run, type) or not hasattr(run, "tick"):
        return ActionHooks(run if callable(run) or not _runs(run) else run.run, None, None)
    own = {hook: getattr(run, hook, None) for hook in ActionHooks._fields}
    for hook, function in own.items():
        if getattr(function, "__func__", None) is getattr(Action, hook):
            own[hook] = None
    return ActionHooks(**own)


def _runs(target: Any) -> bool:
    """Whether it is, or makes, an object with an `async def run`."""
    return is_coroutine(getattr(target, "run", None))
