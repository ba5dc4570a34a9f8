"""States: what a machine is in (rule F1)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeGuard, TypeVar, Union

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
    """

    name: str = ""

    def enter(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called when the state becomes the current one, before its first `execute`."""

    def execute(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called once a tick while the state is the current or the global one."""

    def exit(self, agent: Agent, machine: "MachineMind[Agent]", /) -> None:
        """Called once for every `enter` that returned, whatever ends the state; `machine.exit_reason` says what."""

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
    State[Agent], Callable[[Agent, "MachineMind[Agent]"], object], Callable[[Agent], object]
]
"""A state object, or a bare function: a state with only `execute`.

A function is called with `(agent, machine)`, or with `(agent)` if that is enough for it (rule S5)."""


def is_state(value: object) -> TypeGuard[State[Any]]:
    """Whether `value` is a state object, of whatever agents."""
    return issubclass(type(value), State)  # not isinstance: some proxies raise when asked for their class
