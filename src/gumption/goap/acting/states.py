"""The states of a planner's machine: thinking, doing, and on top of that walking and waiting (rule G7)."""

from typing import TYPE_CHECKING, Any, Final, final

from gumption.core.callables import agent_first
from gumption.core.mind import Definition
from gumption.core.source import place_of
from gumption.fsm.state import State
from gumption.goap.acting.looking import look
from gumption.goap.acting.stepping import begin, carry_out, is_ready, leave, move, resume
from gumption.goap.acting.thinking import think
from gumption.goap.action import Action
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.core.message import Message
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.definition.performance import Performance

Mind = Any
"""A `PlannerMind`, which the machine hands to its states as the machine."""


@final
class Idle(State[Any]):
    """Chooses a goal, and thinks of a plan."""

    name = "idle"

    def enter(self, agent: Any, mind: Mind, /) -> None:
        """At once: who has finished one thing goes on to the next one in the same tick."""
        think(mind)

    def execute(self, agent: Any, mind: Mind, /) -> None:
        """Every tick, as long as there is no plan."""
        mind.pursuit.begin_tick()
        think(mind)


@final
class Move(State[Any]):
    """On the way to the target of the step beneath."""

    name = "move"

    def enter(self, agent: Any, mind: Mind, /) -> None:
        """Set out; who is there at once has not to wait."""
        if move(mind):
            mind.pop_state()

    def execute(self, agent: Any, mind: Mind, /) -> None:
        """Go on, unless the world has changed, or it has set out in this very tick, the mind's first one."""
        has_set_out = mind.pursuit.fresh
        if look(mind) and not has_set_out and move(mind):
            mind.pop_state()


@final
class Wait(State[Any]):
    """Until the step beneath may be carried out: for its duration, or its cooldown."""

    name = "wait"

    def execute(self, agent: Any, mind: Mind, /) -> None:
        """Let the time pass, unless the world has changed."""
        if look(mind) and is_ready(mind):
            mind.pop_state()


@final
class Perform(State[Any]):
    """One action of the domain.

    Args:
        index: its position in `domain.actions`.
        action: the action.
        performance: how it is carried out.
        activity: the definition of what goes on by itself; None: a function is called, or nothing has to be done.
    """

    def __init__(
        self, index: int, action: Action[Any], performance: "Performance", activity: Definition[Any] | None
    ) -> None:
        self.index: Final = index
        self.action: Final = action
        self.activity = activity
        self.name = action.name
        function = performance.tick if performance.sort == "function" else None
        self.function: Final = None if function is None else agent_first(function)
        self.waits: Final = activity is None
        """Whether its duration has to pass before it is carried out."""

    @property
    def place(self) -> str | None:
        """`module:line` of the function that carries it out."""
        return None if self.function is None else place_of(self.function)

    def enter(self, agent: Any, mind: Mind, /) -> None:
        """Take aim, and get ready."""
        begin(mind, self)

    def resume(self, agent: Any, mind: Mind, result: Any, /) -> None:
        """It is there, it has waited; or there is something else to be done first."""
        resume(mind, self, result)

    def execute(self, agent: Any, mind: Mind, /) -> None:
        """Carry it out, unless the world has changed."""
        if look(mind):
            carry_out(mind, self)

    def finished(self, agent: Any, mind: Mind, status: Status, /) -> None:
        """What goes on by itself has ended."""
        mind.step_ended(status)

    def exit(self, agent: Any, mind: Mind, /) -> None:
        """Whatever the reason."""
        leave(mind, self)


@final
class Ears(State[Any]):
    """Global: messages that no action takes."""

    name = "ears"

    def on_message(self, agent: Any, machine: Mind, message: "Message", /) -> bool:
        """Ask the provider."""
        mind: PlannerMind[Any] = machine
        return mind.told(message)


IDLE, MOVE, WAIT, EARS = Idle(), Move(), Wait(), Ears()
