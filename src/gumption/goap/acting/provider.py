"""What a planner's mind asks its user, and tells him."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic

from gumption.goap.action import Action, Agent
from gumption.goap.goal import Goal
from gumption.goap.no_plan import NoPlan
from gumption.goap.plan import Plan
from gumption.goap.reservations import Reservations

if TYPE_CHECKING:
    from gumption.core.message import Message
    from gumption.goap.acting.mind import PlannerMind


HOOKS: Final = {
    "world_state": "agent",
    "goals": "agent",
    "distance": "agent, target",
    "move_agent": "agent, mind, action",
    "plan_found": "agent, mind, goal, plan",
    "plan_failed": "agent, mind, no_plan",
    "actions_finished": "agent, mind, goal",
    "plan_aborted": "agent, mind, action, reason",
    "on_message": "agent, mind, message",
    "reservations": "agent, action",
}
"""Hook -> what it is called with."""


class Provider(Generic[Agent]):
    """Derive from it, override what you need, and give an object of your class to a `Planner` (rule G7).

    One object serves all agents, so it keeps no data of any one of them. The hooks are those of the provider interface
    of classic planners for games, after Jeff Orkin, "Three States and a Plan: The A.I. of F.E.A.R." (2006).
    """

    def world_state(self, agent: Agent, /) -> Mapping[str, Any]:
        """What the agent knows of the world: the names of the domain and their values. Without side effects.

        Booleans may be left out, since nobody can see them. They are False when a plan is made; what it makes of them
        is believed until it ends. So a goal that nobody tells of is wanted again after each plan for it.
        """
        raise NotImplementedError

    def goals(self, agent: Agent, /) -> Sequence[Goal[Agent]] | None:
        """What it wants; each goal has a name of its own, and is made once. None: the goals of the domain."""
        return None

    def distance(self, agent: Agent, target: Any, /) -> float | None:
        """How far it is to the target of an action that has a `reach`; None: only `move_agent` knows."""
        return None

    def move_agent(self, agent: Agent, mind: "PlannerMind[Agent]", action: Action[Agent], /) -> bool:
        """Called once a tick while the agent is on its way to `mind.target`, and at once when it sets out.

        Returns:
            Whether it is there.
        """
        raise NotImplementedError

    def plan_found(self, agent: Agent, mind: "PlannerMind[Agent]", goal: Goal[Agent], plan: Plan[Agent], /) -> None:
        """Called when there is a plan, before its first action begins."""

    def plan_failed(self, agent: Agent, mind: "PlannerMind[Agent]", no_plan: NoPlan[Agent], /) -> None:
        """Called when there is none for any goal; `no_plan.goal` is the goal with the highest priority."""

    def actions_finished(self, agent: Agent, mind: "PlannerMind[Agent]", goal: Goal[Agent], /) -> None:
        """Called when the goal has been reached."""

    def plan_aborted(self, agent: Agent, mind: "PlannerMind[Agent]", action: Action[Agent], reason: str, /) -> None:
        """Called when the plan is given up, with the action that was under way or next, and why."""

    def on_message(self, agent: Agent, mind: "PlannerMind[Agent]", message: "Message", /) -> bool:
        """Called with a message that nothing in the action under way takes.

        Returns:
            Whether it took the message.
        """
        return False

    def reservations(self, agent: Agent, action: Action[Agent], /) -> Reservations | None:
        """Who has reserved which target of an action; shared by all agents that shall not go for the same one.

        None: there is room for all, at a market say.
        """
        return None


class _Sense(Provider[Any]):
    """A provider that is but a function of the agent."""

    def __init__(self, world_state: Any) -> None:
        self.world_state = world_state  # type: ignore[method-assign]


def provider_of(given: Any) -> Provider[Any]:
    """A provider, made of a function of the agent if it is one."""
    return given if isinstance(given, Provider) else _Sense(given)  # pyright: ignore[reportUnknownVariableType]
