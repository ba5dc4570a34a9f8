"""How a soldier decides: staying alive comes first, and the rest is what plans are for."""

from typing import Any

from gumption.goap import Action, Goal, Plan, Planner, PlannerMind, Provider
from gumption.scenarios.ambush.field import walk
from gumption.scenarios.ambush.soldier import Soldier
from gumption.scenarios.ambush.soldier_deeds import DOMAIN

Mind = PlannerMind[Soldier]


class Drill(Provider[Soldier]):
    """What he sees, how he walks, and what he says of his plans."""

    def world_state(self, soldier: Soldier) -> dict[str, Any]:
        """Of himself and the field."""
        return {
            "armed": soldier.musket is not None,
            "loaded": soldier.loaded,
            "cartridges": soldier.cartridges,
            "near": soldier.near,
            "covered": soldier.covered,
            "hurt": soldier.hurt,
            "muskets": len(soldier.field.muskets),
            "strength": soldier.field.raider.strength,
        }

    def distance(self, soldier: Soldier, target: str) -> float | None:
        """In paces, to where the target is now."""
        place = soldier.field.place_of(target)
        return None if place is None else soldier.way(place)

    def move_agent(self, soldier: Soldier, mind: Mind, action: Action[Soldier]) -> bool:
        """A pace a tick, after a target that may move, or be gone."""
        assert action.reach is not None
        place = soldier.field.place_of(mind.target)
        if place is None:
            mind.abort("somebody else has taken it")
            return False
        walk(soldier, place)
        return soldier.way(place) <= action.reach

    def plan_found(self, soldier: Soldier, mind: Mind, goal: Goal[Soldier], plan: Plan[Soldier]) -> None:
        """Tell it."""
        mind.context.say(f"means to {goal.name}: {', '.join(action.name for action in plan)}")

    def plan_aborted(self, soldier: Soldier, mind: Mind, action: Action[Soldier], reason: str) -> None:
        """Tell why."""
        mind.context.say(f"cannot {action.name}: {reason}")

    def actions_finished(self, soldier: Soldier, mind: Mind, goal: Goal[Soldier]) -> None:
        """When all is over, muskets are laid down."""
        if not soldier.field.raider.strength:
            soldier.lay_down()
            mind.context.say("lays his musket down")


SOLDIER: Planner[Soldier] = Planner(DOMAIN, Drill(), backoff=2.0, name="soldier")
