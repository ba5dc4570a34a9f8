"""What planners ask a villager, and tell: the provider of all four trades."""

from collections.abc import Sequence
from typing import Any

from gumption.goap import Action, Goal, PlannerMind, Provider, Reservations
from gumption.scenarios.woodcutter.deeds import own
from gumption.scenarios.woodcutter.village import ENOUGH, Good
from gumption.scenarios.woodcutter.villager import Villager


class Life(Provider[Villager]):
    """Brings goods to the market as long as there are not enough.

    Args:
        goods: those that the trade brings.
    """

    def __init__(self, *goods: Good) -> None:
        self.goods = goods

    def world_state(self, villager: Villager) -> dict[str, Any]:
        """The market, the pack and the tool."""
        return {
            "uses": villager.uses,
            "delivered": villager.delivered,
            **{str(good): count for good, count in villager.village.stock.items()},
            **{own(good): count for good, count in villager.pack.items()},
        }

    def goals(self, villager: Villager) -> Sequence[Goal[Villager]] | None:
        """Those of the trade, or none."""
        return None if any(villager.village.stock[good] < ENOUGH for good in self.goods) else ()

    def distance(self, villager: Villager, target: str) -> float:
        """In paces."""
        return villager.way(target)

    def move_agent(self, villager: Villager, mind: PlannerMind[Villager], action: Action[Villager]) -> bool:
        """A pace a tick."""
        assert action.reach is not None
        villager.walk(mind.target)
        return villager.way(mind.target) <= action.reach

    def reservations(self, villager: Villager) -> Reservations:
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
