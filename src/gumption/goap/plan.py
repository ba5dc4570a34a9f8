"""A plan: actions that lead to a goal, and what is known about how good they are (rule G4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeAlias, cast, final, overload

from gumption.errors import PlanError
from gumption.goap.action import Action, Agent
from gumption.goap.engines.reference import FOUND, RUNNING, Result
from gumption.goap.engines.step import Steps
from gumption.goap.kernels import Kernels, kernels_of
from gumption.goap.tables.task import REAL
from gumption.goap.validate import validate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from gumption.goap.goal import Goal
    from gumption.goap.state import State
    from gumption.goap.tables.encodings import Target

HEURISTICS: Final = ("automatic", "blind", "goals", "max", "lm-cut")
"""By their number in the engines."""
_USED: Final = (*HEURISTICS, "ff")
"""The last one is used beside others only: it may say too much."""

_MOST_LISTED: Final = 10
"""Actions in a message about something else."""

PlanReason: TypeAlias = Literal["cheapest", "weight", "budget", "partial"]


@dataclass(frozen=True, slots=True)
class PlanStats:
    """How much work a planning was."""

    engine: str
    """native or reference"""
    heuristic: str
    expansions: int
    """States whose actions were all tried."""
    generated: int
    """States that these led to, the same one counted each time."""
    reopened: int
    """States that were reached again by a better path."""
    bytes: int
    """What the search held at its end, roughly."""


@final
class Plan(Sequence[Action[Agent]], Generic[Agent]):
    """Actions that lead from a state to a goal, cheapest first by (cost, number of actions, order of declaration).

    The empty plan is a plan: the goal holds already. So a plan is true, whatever its length. Made by `Domain.plan`.
    It is equal only to itself; what two plans do is compared by their `actions`.
    """

    __slots__ = ("_result", "_states", "_target", "start")

    def __init__(self, target: "Target", start: "State", result: Result) -> None:
        self._target = target
        self._result = result
        self.start = start
        """The state that it starts from."""

    @property
    def actions(self) -> tuple[Action[Agent], ...]:
        """The actions in the order in which they are to be done."""
        known = self._target.domain.actions
        return tuple([known[index] for index in self._result[3]])

    @property
    def kernels(self) -> Kernels:
        """What of it still has to be, while it is carried out (rule G8). States are those of its encoding."""
        return kernels_of(self._target, self._result[3])

    @property
    def goal(self) -> "Goal[Agent]":
        """The goal that it reaches."""
        return cast("Goal[Agent]", self._target.goal)

    @property
    def cost(self) -> int | float:
        """What it costs altogether: an int if the costs of the domain are integers, else a float."""
        return in_ones(self._result[1], self._target)

    @property
    def steps(self) -> int:
        """The number of actions."""
        return len(self._result[3])

    @property
    def lower_bound(self) -> int | float:
        """What every plan for this goal costs at least."""
        return in_ones(max(self._result[2], 0), self._target)

    @property
    def gap(self) -> float:
        """How much of the cost might be saved at most, as a fraction: 0.0 is a proof that none is cheaper."""
        cost = self._result[1]
        return max(cost - self._result[2], 0) / cost if cost > 0 else 0.0

    @property
    def reason(self) -> PlanReason:
        """Why it is this one.

        cheapest: no plan comes before it; weight: it costs at most so many times the least as was asked for;
        budget: the best one until the budget was spent; partial: it does not reach the goal, see `NoPlan.partial`.
        """
        if self._result[0] != FOUND:
            return "partial" if self._result[0] == RUNNING else "budget"
        return "cheapest" if self._result[1] == self._result[2] else "weight"

    @property
    def stats(self) -> PlanStats:
        """How much work it was."""
        return stats_of(self._target, self._result)

    @property
    def states(self) -> list["State"]:
        """The states on the way: the start, and one after each action. Read them, do not change them."""
        try:
            return self._states
        except AttributeError:
            self._states: list[State] = states_of(self._target, self.start, self._result[3])
            return self._states

    def validate(self, state: "Mapping[str, Any] | None" = None) -> dict[str, object]:
        """Carry the plan out on the user's own conditions and effects, by code that the search has no part in.

        Args:
            state: where to start; None: where the plan was made for.

        Returns:
            The state at the end, by name.

        Raises:
            PlanError: an action cannot be applied, the goal does not hold at the end, or the cost is another one.
        """
        domain, encoding = self._target.domain, self._target.encoding
        start = self.start if state is None else domain.state(state)
        doubles = any(field.kind == REAL for field in encoding.task.fields)
        end, cost = validate(self, self.goal.conditions, start, domain.names, doubles=doubles)
        rounding = self.steps * 1e-6  # a cost with more decimals than six is rounded to the nearest of six
        if state is None and cost is not None and abs(float(cost) - self.cost) > rounding + 1e-9 * abs(self.cost):
            raise PlanError(f"the plan costs {float(cost):g}, not {self.cost}", where=f"plan for {label(self._target)}")
        return end

    def __len__(self) -> int:
        return len(self._result[3])

    def __bool__(self) -> Literal[True]:
        return True

    @overload
    def __getitem__(self, index: int) -> Action[Agent]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action[Agent], ...]: ...
    def __getitem__(self, index: int | slice) -> Action[Agent] | tuple[Action[Agent], ...]:
        if isinstance(index, slice):
            return self.actions[index]
        return cast("Action[Agent]", self._target.domain.actions[self._result[3][index]])

    def __str__(self) -> str:
        text = f"{listed(self.actions)}: cost {self.cost}"
        if self.reason == "cheapest":
            return text
        missing = ", and the goal is not reached" if self.reason == "partial" else ""
        return f"{text}{missing} (no plan costs less than {self.lower_bound})"

    def __deepcopy__(self, _memo: object) -> "Plan[Agent]":
        return self  # nothing in it changes

    def __repr__(self) -> str:
        return f"<plan for {label(self._target)}: {self}>"


def in_ones(units: int, target: "Target") -> int | float:
    """A cost in the user's own measure."""
    return units if target.encoding.unit == 1 else units / target.encoding.unit


def label(target: "Target") -> str:
    """What to call a goal: its name, or what it wants."""
    return repr(target.goal.name) if target.goal.name else " and ".join(dict.fromkeys(target.texts)) or "nothing"


def listed(actions: Sequence[Action[Agent]]) -> str:
    """The names of actions on one line."""
    return ", ".join(action.name for action in actions) or "nothing to do"


def outlined(actions: Sequence[Action[Agent]]) -> str:
    """The names of actions on one line that stays short: of many only the first ones, the last one, and how many."""
    if len(actions) <= _MOST_LISTED:
        return listed(actions)
    return f"{listed(actions[: _MOST_LISTED - 1])}, ..., {actions[-1].name} ({len(actions)} actions)"


def stats_of(target: "Target", result: Result) -> PlanStats:
    """The counts of a result."""
    expansions, generated, reopened, size, heuristic = result[4:]
    return PlanStats(target.domain.engine.name, _USED[heuristic], expansions, generated, reopened, size)


def states_of(target: "Target", start: "State", path: Sequence[int]) -> list["State"]:
    """The start, and the state after each action."""
    steps = Steps(target.encoding.task)
    values = start.encoded
    states = [start]
    for index in path:
        after = steps.apply(index, values)
        assert after is not None, "a planner gave a plan that cannot be carried out"
        values = after
        states.append(start.after(values))
    return states
