"""One step of a plan: take aim, walk, wait, carry out (rule G7)."""

import math
from typing import TYPE_CHECKING, Any, Final

from gumption.goap.acting.aiming import aim, release
from gumption.goap.acting.asking import ask, ask_action, is_number, refused
from gumption.goap.action import Action
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.acting.states import Perform

_RUNNING: Final = Status.RUNNING
_SUCCESS: Final = Status.SUCCESS


def begin(mind: "PlannerMind[Any]", perform: "Perform") -> None:
    """Get ready for a step."""
    trouble = aim(mind, perform)
    if trouble is None:
        _approach(mind, perform)
    else:
        mind.give_up(trouble, rest=True)


def resume(mind: "PlannerMind[Any]", perform: "Perform", then: object) -> None:
    """The agent has walked or waited: go on with the step, or do what has come up."""
    if callable(then):
        then()
        return
    waited = mind.pursuit.ready is not None
    _approach(mind, perform)
    if waited:
        carry_out(mind, perform)


def _approach(mind: "PlannerMind[Any]", perform: "Perform") -> None:
    pursuit, action, now = mind.pursuit, perform.action, mind.context.clock.now
    if action.reach is not None and not pursuit.arrived:
        distance = _distance(mind)
        if distance is None or distance > action.reach:
            mind.walk()
            return
        pursuit.arrived = True
    if pursuit.ready is None:
        pursuit.begins = max(now, pursuit.cooling.get(perform.index, now))
        pursuit.ready = pursuit.begins + (_duration(mind, action) if perform.waits else 0.0)
    if pursuit.ready > now:
        mind.wait()
    elif pursuit.last is not None:
        pursuit.before = pursuit.with_beliefs(pursuit.last.encoded)


def _distance(mind: "PlannerMind[Any]") -> float | None:
    hook = mind.planner.provider.distance
    found = ask(mind, hook, mind.context.target)
    if found is None or (is_number(found) and found >= 0):
        return found
    raise refused(mind, "distance", hook, found, "return a number from 0 on, or None where only move_agent knows")


def _duration(mind: "PlannerMind[Any]", action: Action[Any]) -> float:
    if not callable(action.duration):
        return action.duration or 0.0
    seconds = ask_action(mind, action, "duration", action.duration)
    if is_number(seconds) and 0 <= seconds < math.inf:
        return float(seconds)
    remedy = "return a number of seconds from 0 on"
    raise refused(mind, f"{action.name}.duration", action.duration, seconds, remedy)


def move(mind: "PlannerMind[Any]") -> bool:
    """Have the agent moved. Returns whether it is there."""
    pursuit, hook = mind.pursuit, mind.planner.provider.move_agent
    arrived = ask(mind, hook, mind, mind.planner.domain.actions[pursuit.path[pursuit.at]])
    if arrived is False:
        return False
    if not isinstance(arrived, bool):
        raise refused(mind, "move_agent", hook, arrived, "return True when the agent is there, else False")
    pursuit.arrived = arrived
    return arrived


def is_ready(mind: "PlannerMind[Any]") -> bool:
    """Whether the step may be carried out now."""
    ready = mind.pursuit.ready
    return ready is None or mind.context.clock.now >= ready


def carry_out(mind: "PlannerMind[Any]", perform: "Perform") -> None:
    """Call the function of the step, if it has one; what goes on by itself is ticked after this."""
    if perform.function is None:
        if perform.activity is None:
            mind.step_ended(_SUCCESS)
        return
    status = ask_action(mind, perform.action, "perform", perform.function, mind.context)
    if status is _RUNNING:
        return
    if status is None:
        status = _SUCCESS
    if not isinstance(status, Status):
        remedy = "return a Status, or None for SUCCESS"
        raise refused(mind, f"{perform.name}.perform", perform.function, status, remedy)
    mind.step_ended(status)


def leave(mind: "PlannerMind[Any]", perform: "Perform") -> None:
    """The step is left, whatever the reason. If it had begun, its action cools from now on."""
    pursuit, now = mind.pursuit, mind.context.clock.now
    if perform.action.cooldown is not None and pursuit.begins is not None and pursuit.begins <= now:
        pursuit.cooling[perform.index] = now + perform.action.cooldown
    pursuit.drop_step()
    release(mind)
