"""What the steps of a plan come to: their cost, and their time (rules G3 and G10)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gumption.errors import PlanningError
from gumption.goap.engines.step import NegativeCostError, NumberOverflowError, Steps, Values
from gumption.goap.tables.costs import SECOND
from gumption.goap.tables.prices import in_cost_units
from gumption.goap.wording import label

if TYPE_CHECKING:
    from gumption.goap.action import Action
    from gumption.goap.tables.encodings import Target


def cost_of(target: "Target", values: Values, path: Sequence[int], costs: Sequence[int] | None) -> int:
    """What the steps of a plan cost altogether, in units of cost.

    Args:
        target: what the plan is for.
        values: the encoded state that it starts from.
        path: positions of the steps' actions.
        costs: what agents say of them; None: as in the tables.

    Raises:
        PlanningError: a cost comes out below zero, or 64 bits cannot hold it.
    """
    steps = Steps(target.encoding.task, costs)
    total = 0
    for index in path:
        try:
            total += steps.cost(index, values)
        except (NegativeCostError, NumberOverflowError) as error:
            problem = "less than 0" if isinstance(error, NegativeCostError) else "more than 64 bits hold"
            raise PlanningError(
                f"{target.domain.actions[index].name!r} costs {problem} there",
                where=f"plan for {label(target)}",
                remedy="let the expression of its cost stay at 0 or above, and small",
            ) from None
        values = steps.apply(index, values) or values
    return total


def time_of(path: Sequence[int], actions: "Sequence[Action[Any]]", durations: Mapping[int, int]) -> float:
    """Seconds from the beginning of the first step to the end of the last one.

    A step begins when the one before it has ended, and when its own action no longer cools: the cooldown is counted
    from the action's last end. Nothing cools when the plan begins.

    Args:
        path: positions of the steps' actions in `actions`.
        actions: of the domain.
        durations: position -> units of time, for every action of the plan.
    """
    now = 0
    cooled: dict[int, int] = {}
    for index in path:
        now = max(now, cooled.get(index, 0)) + durations[index]
        cooled[index] = now + in_cost_units(actions[index].cooldown or 0, SECOND)
    return now / SECOND
