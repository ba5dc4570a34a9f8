"""What a search makes as little as possible: the cost of a plan, or its time (rules G4 and G10)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from gumption.goap.action import Action
from gumption.goap.tables.costs import SECOND, agent_costs, durations

if TYPE_CHECKING:
    from gumption.goap.tables.encodings import Target

Objective: TypeAlias = Literal["cost", "time"]
OBJECTIVES: Final = ("cost", "time")


@dataclass(frozen=True, slots=True)
class Measure:
    """What one planning adds up for each action."""

    objective: Objective
    unit: int
    """How many units make 1, or a second."""
    amounts: tuple[int, ...] | None
    """For each action, in units; -1: it is not usable; -2: its cost in the tables. None: all of them -2."""
    costs: tuple[int, ...] | None
    """The same for costs, whatever the objective is."""
    agent: object
    """Who was asked; None: no one."""

    def tell(self, units: int) -> int | float:
        """An amount in the user's own measure."""
        return in_ones(units, self.unit)


def in_ones(units: int, unit: int) -> int | float:
    """An amount of which `unit` make 1."""
    return units if unit == 1 else units / unit


def measure(
    target: "Target",
    agent: object,
    without: Collection[str | Action[Any]] = (),
    objective: Objective = "cost",
) -> Measure:
    """Ask the agent, and tell what is to be added up.

    Args:
        target: what is planned for.
        agent: who is asked.
        without: actions, or names of actions, that are not to be used.
        objective: "cost" or "time".

    Raises:
        UsageError: as `agent_costs` and `durations` say.
        MindError: the user's function raised.
    """
    costs = agent_costs(target, agent, without)
    if objective == "time":
        return Measure("time", SECOND, durations(target, agent, costs), costs, agent)
    return Measure("cost", target.encoding.unit, costs, costs, agent)
