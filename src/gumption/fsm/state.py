"""States: what a machine is in (rule F1)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeGuard, TypeVar, Union

from gumption.core.mind import Definition
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.core.message import Message
    from gumption.fsm.mind import MachineMind

Agent = TypeVar("Agent")


class State(Generic[Agent]):
    """Derive from it and override the hooks that you need; the others cost nothing.

    One state object serves all agents, so a state keeps no data of any one of them: that belongs on the agent. The
    design is the one of Mat Buckland, "Programming Game AI by Example" (2005), chapter 2.

    `name` tells the states of a machine apart, in pictures and in saved games. It is the class's name unless you set
    another one, on the class or on the instance.

    A state may have an `activity` (the do activity of UML's state machines): a definition, a behaviour tree say, whose
    mind is ticked once a tick while the state is the current one, after `execute`; is told messages before the state
    is; and is halted before `exit`. While the state is paused, so is its activity.
    """

    name: str = ""
    activity: Definition[Agent] | None = None

    def enter(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called when the state becomes the current one, before its first `execute`."""

    def execute(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called once a tick while the state is the current or the global one."""

    def exit(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called once for every `enter` that returned, whatever ends the state; `machine.exit_reason` says what."""

    def finished(self, agent: Agent, machine: "MachineMind[Agent]", status: Status, /) -> None:
        """Called when the activity has ended, with its result. Unless a change is asked for, it starts anew."""

    def pause(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called when another state is pushed on top of this one."""

    def resume(self, agent: Agent, machine: "MachineMind[Agent]", result: Any, /) -> None:
        """Called when the state on top of this one was popped, with what `pop_state` was given."""

    def on_message(self, agent: Agent, machine: "MachineMind[Agent]", message: "Message", /) -> bool:
        """Called with a message, the current state first, then the global one.

        Returns:
            Whether the state took the message. If not, the next one is asked.
        """
        return False


StateLike: TypeAlias = Union[  # noqa: UP007 - with | the forward reference could not be subscripted
    State[Agent], Callable[[Agent, "MachineMind[Agent]"], object], Callable[[Agent], object], Definition[Agent]
]
"""A state object; or a bare function: a state with only `execute`; or a definition: a state that is but its activity.

A function is called with `(agent, machine)`, or with `(agent)` if that is enough for it (rule S5)."""


class Running(State[Agent]):
    """A state that is but its activity. Made by `running`."""

    def __init__(self, activity: Definition[Agent], then: "StateLike[Agent] | None", name: str) -> None:
        self.activity = activity
        self.then = then
        self.name = name

    def finished(self, agent: Agent, machine: "MachineMind[Agent]", status: Status, /) -> None:
        """Go on to the next state, if there is one."""
        if self.then is not None:
            machine.change_state(self.then)


def running(
    activity: Definition[Agent], *, then: "StateLike[Agent] | None" = None, name: str | None = None
) -> State[Agent]:
    """A state in which another mind runs.

    Args:
        activity: what runs: a behaviour tree, a planner, another machine.
        then: the state to change to when the activity has come to its end, whatever its result; None: it starts anew.
            For more, derive from `State`, and set `activity` and `finished`.
        name: for pictures and saved games; None: that of the activity.
    """
    return Running(activity, then, getattr(activity, "name", "running") if name is None else name)


def is_state(value: object) -> TypeGuard[State[Any]]:
    """Whether `value` is a state object, of whatever agents."""
    return issubclass(type(value), State)  # not isinstance: some proxies raise when asked for their class
