"""A plan: actions that lead to a goal, and what is known about how good they are (rule G4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeAlias, cast, final, overload

from gumption.errors import PlanError
from gumption.goap.action import Action, Agent
from gumption.goap.engines.reference import FOUND, RUNNING, Result
from gumption.goap.engines.step import Steps
from gumption.goap.kernels import Kernels, kernels_of
from gumption.goap.tables.costs import duration
from gumption.goap.tables.measure import Measure, Objective, in_ones
from gumption.goap.tables.task import REAL
from gumption.goap.totals import cost_of, time_of
from gumption.goap.validate import validate
from gumption.goap.wording import label, listed

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

GIVEN: Final = -1
"""Status of a result that no search came to."""

PlanReason: TypeAlias = Literal["cheapest", "weight", "budget", "partial", "given"]


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

    Args:
        target: the goal within its tables.
        start: the state that it starts from.
        result: what the engine came to.
        measure: what was added up; None: costs as in the tables.
        agent: whose plan it is, where there is no measure that says so.
    """

    __slots__ = ("_agent", "_measure", "_result", "_states", "_target", "start")

    def __init__(
        self,
        target: "Target",
        start: "State",
        result: Result,
        measure: Measure | None = None,
        agent: object = None,
    ) -> None:
        self._target = target
        self._result = result
        self._measure = measure
        self._agent = agent if measure is None else measure.agent
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
    def objective(self) -> Objective:
        """What it has the least of."""
        return "cost" if self._measure is None else self._measure.objective

    @property
    def cost(self) -> int | float:
        """What it costs altogether: an int if the costs of the domain are integers, else a float.

        Raises:
            PlanningError: it cannot be told; of a plan for the least time only, since no search has looked at costs.
        """
        units, target = self._result[1], self._target
        if self._measure is not None and self._measure.objective == "time":
            units = cost_of(target, self.start.encoded, self._result[3], self._measure.costs)
        return in_ones(units, target.encoding.unit)

    @property
    def time(self) -> float:
        """Seconds that it takes, if its steps are carried out one after another: their durations, and the waits for
        actions that still cool since an earlier step (rule G10). Durations that depend on the agent are asked for,
        unless the plan was made by them.

        Raises:
            UsageError: a duration is no number from 0 on, or there is no agent to ask.
            MindError: the user's function raised.
        """
        path, actions = self._result[3], self._target.domain.actions
        if self._measure is not None and self._measure.objective == "time":
            amounts = self._measure.amounts or ()
            return time_of(path, actions, {index: amounts[index] for index in path})
        return time_of(path, actions, {index: duration(actions[index], self._agent) for index in dict.fromkeys(path)})

    @property
    def steps(self) -> int:
        """The number of actions."""
        return len(self._result[3])

    @property
    def lower_bound(self) -> int | float:
        """What every plan for this goal costs at least; with objective "time": seconds of its durations at least."""
        least = max(self._result[2], 0)
        return in_ones(least, self._target.encoding.unit) if self._measure is None else self._measure.tell(least)

    @property
    def gap(self) -> float:
        """How much of the cost might be saved at most, as a fraction: 0.0 is a proof that none is cheaper.

        With objective "time" the same of the sum of the durations.
        """
        cost = self._result[1]
        return max(cost - self._result[2], 0) / cost if cost > 0 else 0.0

    @property
    def reason(self) -> PlanReason:
        """Why it is this one.

        cheapest: no plan comes before it, by its objective; weight: it costs at most so many times the least as was
        asked for; budget: the best one until the budget was spent; partial: it does not reach the goal, see
        `NoPlan.partial`; given: it was not searched for, see `Domain.plan_from`.
        """
        if self._result[0] == GIVEN:
            return "given"
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
        timed = self.objective == "time"
        text = f"{listed(self.actions)}: {f'{self.time:g} s' if timed else f'cost {self.cost}'}"
        if self.reason in ("cheapest", "given"):
            return text
        missing = ", and the goal is not reached" if self.reason == "partial" else ""
        least = f"takes less than {self.lower_bound:g} s" if timed else f"costs less than {self.lower_bound}"
        return f"{text}{missing} (no plan {least})"

    def __deepcopy__(self, _memo: object) -> "Plan[Agent]":
        return self  # nothing in it changes

    def __repr__(self) -> str:
        return f"<plan for {label(self._target)}: {self}>"


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
