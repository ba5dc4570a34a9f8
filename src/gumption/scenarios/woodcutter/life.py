"""What planners ask a villager, and tell: the provider of all four trades."""

from typing import Any, Final

from gumption.goap import Action, Goal, PlannerMind, Provider, Reservations
from gumption.scenarios.woodcutter.deeds import lacking, own
from gumption.scenarios.woodcutter.village import ENOUGH, GOODS, Good
from gumption.scenarios.woodcutter.villager import Villager

_NAMES: Final[tuple[tuple[Good, str, str], ...]] = tuple((good, own(good), lacking(good)) for good in GOODS)


class Life(Provider[Villager]):
    """What a villager wants is that the market lacks nothing; for that, one load at a time."""

    def world_state(self, villager: Villager) -> dict[str, Any]:
        """The market, the pack and the tool. A good that the villager has just brought is lacking no more."""
        facts: dict[str, Any] = {"uses": villager.uses}
        for good, own_name, lacking_name in _NAMES:
            count = facts[good] = villager.village.stock[good]
            facts[own_name] = villager.pack[good]
            facts[lacking_name] = count < ENOUGH and villager.delivered != good
        return facts

    def distance(self, villager: Villager, target: str) -> float:
        """In paces."""
        return villager.way(target)

    def move_agent(self, villager: Villager, mind: PlannerMind[Villager], action: Action[Villager]) -> bool:
        """A pace a tick."""
        assert action.reach is not None
        villager.walk(mind.target)
        return villager.way(mind.target) <= action.reach

    def reservations(self, villager: Villager, action: Action[Villager]) -> Reservations:
        """One at a time at each place."""
        return villager.village.claims

    def actions_finished(self, villager: Villager, mind: PlannerMind[Villager], goal: Goal[Villager]) -> None:
        """On to the next load."""
        villager.delivered = None

    def plan_aborted(
        self, villager: Villager, mind: PlannerMind[Villager], action: Action[Villager], reason: str
    ) -> None:
        """Tell why."""
        mind.context.say(f"thinks again: {reason}")
