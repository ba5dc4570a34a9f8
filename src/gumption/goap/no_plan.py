"""No plan, and why (rule G5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeAlias, cast, final

from gumption.errors import UsageError, brief
from gumption.goap.action import Agent
from gumption.goap.budget import Budget
from gumption.goap.engines.blocked import roots
from gumption.goap.engines.reach import Reach, unreachable
from gumption.goap.engines.reference import BYTES, EXHAUSTED, EXPANSIONS, RUNNING, UNREACHABLE, Result
from gumption.goap.engines.step import Steps
from gumption.goap.plan import Plan, PlanStats, states_of, stats_of
from gumption.goap.tables.measure import Measure
from gumption.goap.tables.task import NOT_USABLE
from gumption.goap.wording import label, outlined

if TYPE_CHECKING:
    from gumption.goap.goal import Goal
    from gumption.goap.state import State
    from gumption.goap.tables.encodings import Target

_MOST_NAMED: Final = 5
"""Actions that were left out, in a message."""

NoPlanReason: TypeAlias = Literal["unreachable", "exhausted", "budget"]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A precondition that keeps an action from ever being applied."""

    action: str
    condition: str

    def __str__(self) -> str:
        return f"{self.action!r} needs {self.condition}"


@final
class NoPlan(Generic[Agent]):
    """There is no plan, or none was found. It is false. Made by `Domain.plan`.

    Args:
        target: the goal within its tables.
        start: the state that was planned from.
        result: what the engine came to.
        measure: what was added up.
        resume: goes on searching.
        others: the same for goals of lower priority.
    """

    def __init__(
        self,
        target: "Target",
        start: "State",
        result: Result,
        measure: Measure,
        resume: Callable[[Budget], "Plan[Agent] | NoPlan[Agent]"],
        others: Sequence["NoPlan[Agent]"] = (),
    ) -> None:
        self._target = target
        self._result = result
        self._resume = resume
        self._measure = measure
        self._costs = measure.amounts
        self.start = start
        """The state that was planned from."""
        self.others = tuple(others)
        """Of the goals that were tried after this one."""

    @cached_property
    def _reach(self) -> Reach:  # made only for whom it concerns: agents fail often, and ask seldom why
        return reach_of(self._target, self.start, self._costs)

    @cached_property
    def reason(self) -> NoPlanReason:
        """Why there is no plan.

        unreachable: a proof, see `unreachable`; exhausted: there is none, by a search of all states or by an estimate;
        budget: it is spent, and nothing is proven.
        """
        if self.unreachable:
            return "unreachable"
        return "exhausted" if self._result[0] in (EXHAUSTED, UNREACHABLE) else "budget"

    @cached_property
    def unreachable(self) -> tuple[str, ...]:
        """Conditions of the goal that no sequence of actions can make true."""
        tests = unreachable(self._reach, self._target.tests)
        return tuple(dict.fromkeys(self._target.texts[index] for index in tests))

    @cached_property
    def because(self) -> tuple[Blocked, ...]:
        """The preconditions at the bottom of what is unreachable."""
        actions, texts = self._target.domain.actions, self._target.encoding.texts
        pairs = roots(self._reach, self._target.tests)
        return tuple(Blocked(actions[action].name, texts[action][test]) for action, test in pairs)

    @property
    def goal(self) -> "Goal[Agent]":
        """The goal that has no plan; of several the one with the highest priority."""
        return cast("Goal[Agent]", self._target.goal)

    @property
    def partial(self) -> Plan[Agent] | None:
        """With reason budget: actions to the state that looked nearest to the goal. They do not reach it."""
        if self.reason != "budget":
            return None
        steps = Steps(self._target.encoding.task, self._costs)
        states = states_of(self._target, self.start, self._result[3])
        cost = sum(steps.cost(index, state.encoded) for index, state in zip(self._result[3], states, strict=False))
        return Plan(self._target, self.start, (RUNNING, cost, *self._result[2:]), self._measure)

    @property
    def lower_bound(self) -> int | float | None:
        """What every plan costs at least, or takes (objective "time"). None: it is proven that there is none."""
        return self._measure.tell(self._result[2]) if self.reason == "budget" else None

    @property
    def stats(self) -> PlanStats:
        """How much work it was."""
        return stats_of(self._target, self._result)

    def resume(self, budget: Budget | None = None) -> "Plan[Agent] | NoPlan[Agent]":
        """Go on where the search stopped.

        Args:
            budget: how much more it may expand, and how much it may hold altogether. None: `Budget()`.

        Raises:
            UsageError: the search is over: its reason is not budget; or `budget` is none.
        """
        if budget is not None and not isinstance(budget, Budget):
            raise UsageError(
                f"{brief(budget)} is not a budget", doing="calling resume", remedy="give Budget(expansions=...)"
            )
        if self.reason != "budget":
            raise UsageError(
                f"there is nothing left to search: {self}",
                doing="calling resume",
                remedy="ask whether the reason is 'budget' before",
            )
        return self._resume(Budget() if budget is None else budget)

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        name = f"no plan for {label(self._target)}: "
        if self.reason == "unreachable":
            text = f"no sequence of actions can make it true that {' and '.join(self.unreachable)}"
            if self.because:
                text += f", because {', '.join(map(str, self.because))}"
        elif self.reason == "exhausted":
            text = f"all {self.stats.expansions - self.stats.reopened} states within reach were searched"
            if self._result[0] == UNREACHABLE:
                text = "no sequence of actions leads to it"
        else:
            status = self._result[0]
            spent = {EXPANSIONS: f"{self.stats.expansions} expansions", BYTES: f"{self.stats.bytes} bytes"}
            timed = self._measure.objective == "time"
            least = f"takes at least {self.lower_bound:g} s" if timed else f"costs at least {self.lower_bound}"
            text = f"the budget is spent ({spent.get(status, 'time')}); every plan {least}"
            partial = self.partial
            if partial is not None and partial:
                text += f"; nearest to the goal: {outlined(partial.actions)}"
        if self.reason != "budget":
            text += self._left_out()
        return "\n".join([name + text, *map(str, self.others)])

    def _left_out(self) -> str:
        """The actions that were not to be used: with them there might be a plan."""
        pairs = zip(self._target.domain.actions, self._costs or (), strict=False)
        names = [repr(action.name) for action, cost in pairs if cost == NOT_USABLE]
        if len(names) > _MOST_NAMED:
            return f"; {len(names)} actions were left out"
        return f"; {' and '.join(names)} {'was' if len(names) == 1 else 'were'} left out" if names else ""

    def __deepcopy__(self, _memo: object) -> "NoPlan[Agent]":
        return self  # nothing in it changes

    def __repr__(self) -> str:
        return f"<{self}>"


def reach_of(target: "Target", start: "State", costs: Sequence[int] | None) -> Reach:
    """What can be reached with the actions that are usable, if nothing that was true is ever lost."""
    usable = None if costs is None else [index for index, cost in enumerate(costs) if cost != NOT_USABLE]
    return Reach(target.encoding.task, start.encoded, usable)
