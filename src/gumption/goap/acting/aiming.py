"""What the step under way is done to, and that it is for this agent alone."""

from typing import TYPE_CHECKING, Any, Final

from gumption.goap.acting.asking import ask, ask_action, refused
from gumption.goap.action import Action
from gumption.goap.reservations import Reservations

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.acting.states import Perform

NOTHING: Final = "there is nothing to do it to"
TAKEN: Final = "another one is at it"


def reservations_for(mind: "PlannerMind[Any]", action: Action[Any]) -> Reservations | None:
    """Who has reserved what of the targets of an action; None: nobody does."""
    hook = mind.planner.provider.reservations
    found = ask(mind, hook, action)
    if found is not None and not isinstance(found, Reservations):
        raise refused(mind, "reservations", hook, found, "return a goap.Reservations, or None")
    return found


def is_to_be_had(mind: "PlannerMind[Any]", perform: "Perform") -> bool:
    """Whether there is a target for an action, and no other one's."""
    target = ask_action(mind, perform.action, "target", perform.action.target)
    if target is None:
        return False
    reservations = reservations_for(mind, perform.action)
    return reservations is None or reservations.is_free(target, mind.context.entity)


def aim(mind: "PlannerMind[Any]", perform: "Perform") -> str | None:
    """Find and reserve the target of the step that begins, if it has one. Returns why that cannot be; None: it can."""
    if perform.action.target is None:
        return None
    target = ask_action(mind, perform.action, "target", perform.action.target)
    if target is None:
        return NOTHING
    return None if take(mind, reservations_for(mind, perform.action), target) else TAKEN


def take(mind: "PlannerMind[Any]", reservations: Reservations | None, target: Any) -> bool:
    """Have a target, and reserve it. Returns whether it is not another one's."""
    mind.context.aim(target)
    if reservations is None:
        return True
    holder = reservations.holder(target)
    if holder is None:
        reservations.take(target, mind.context.entity)
        mind.reserved = reservations
    return holder in (None, mind.context.entity)


def regain(mind: "PlannerMind[Any]") -> bool:
    """Reserve the target, if it is free by now; else the plan is given up. Returns whether the step goes on."""
    pursuit = mind.pursuit
    action = mind.planner.domain.actions[pursuit.path[pursuit.at]]
    regained = take(mind, reservations_for(mind, action), mind.context.target)
    pursuit.robbed = not regained
    if not regained:
        mind.interrupt(lambda: mind.give_up(TAKEN, rest=True))
    return regained


def release(mind: "PlannerMind[Any]") -> None:
    """Have no target any more. Only what the mind has reserved itself is set free."""
    target, entity = mind.context.target, mind.context.entity
    if mind.reserved is not None and mind.reserved.holder(target) == entity:
        mind.reserved.release(target, entity)
    mind.reserved = None
    mind.context.aim(None)
