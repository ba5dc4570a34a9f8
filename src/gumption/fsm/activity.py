"""What goes on while a state is the current one: the mind that its activity has (rule F12)."""

from typing import TYPE_CHECKING, Any, Final

from gumption.core.mind import Definition, is_definition
from gumption.fsm.state import is_state
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.fsm.hooks import Hooks

_RUNNING: Final = Status.RUNNING


def activity_of(state: object) -> Definition[Any] | None:
    """The definition of what goes on while the state is the current one; None: nothing."""
    if is_definition(state):
        return state
    return state.activity if is_state(state) else None


def with_activity(hooks: "Hooks", *, executes: bool) -> None:
    """Make the activity a part of the hooks: `execute` ticks it, `exit` halts it, `on_message` tells it first.

    Args:
        hooks: of a state that has an activity.
        executes: whether the state has an `execute` of its own.
    """
    node, execute, leave = hooks.id, hooks.execute, hooks.exit
    on_message = hooks.on_message

    def tick(_agent: Any, machine: Any) -> None:
        status = machine.minds[node].tick()
        if status is not _RUNNING:
            machine.complete(hooks, status)

    def execute_and_tick(agent: Any, machine: Any) -> None:
        execute(agent, machine)
        if machine.has_turn(hooks):
            tick(agent, machine)

    def halt_and_exit(agent: Any, machine: Any) -> None:
        mind = machine.minds.get(node)
        try:
            if mind is not None:
                mind.halt("its state is left")
        finally:
            if leave is not None:
                leave(agent, machine)

    def tell(agent: Any, machine: Any, message: Any) -> Any:
        mind = machine.minds.get(node)
        if mind is not None and mind.send(message):
            return True
        return on_message is not None and on_message(agent, machine, message)

    hooks.execute = execute_and_tick if executes else tick
    hooks.exit = halt_and_exit
    hooks.on_message = tell
