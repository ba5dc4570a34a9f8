"""Planning for one agent: goals by priority, costs that depend on the agent, budgets (rules G4 to G6)."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, final

from gumption.errors import UsageError, brief
from gumption.goap.action import Action, Agent
from gumption.goap.broken_off import broken_off
from gumption.goap.budget import Budget
from gumption.goap.engines.engine import SearchHandle
from gumption.goap.engines.reach import unreachable
from gumption.goap.engines.reference import EXPANSIONS, FOUND, NEGATIVE_COST, OVERFLOW, RUNNING, Result
from gumption.goap.engines.step import NumberOverflowError, holds
from gumption.goap.goal import Goal
from gumption.goap.no_plan import NoPlan, reach_of
from gumption.goap.plan import HEURISTICS, Plan
from gumption.goap.tables.costs import SECOND
from gumption.goap.tables.measure import OBJECTIVES, Measure, Objective, measure

if TYPE_CHECKING:
    from gumption.goap.domain import Domain
    from gumption.goap.state import State
    from gumption.goap.tables.encodings import Target

MAX_WEIGHT: Final = 1e6

_SLICE: Final = 1_000
"""Expansions of one run, unless the caller says."""


@dataclass(slots=True)
class _Attempt:
    """The search for a plan for one goal."""

    target: "Target"
    start: "State"
    measure: Measure
    handle: SearchHandle
    budget: Budget
    spent: int = 0
    """Expansions since the budget was given."""
    time: float = 0.0
    status: int = RUNNING

    def run(self, expansions: int) -> bool:
        """Go on, within the budget; whether this goal is decided, or its budget spent."""
        budget = self.budget
        before = self.handle.result()[4]
        left = min(expansions, budget.expansions - self.spent)
        if budget.seconds is None:
            self.status = self.handle.run(left, budget.bytes, 0.0)
        else:
            began = time.monotonic()
            self.status = self.handle.run(left, budget.bytes, max(budget.seconds - self.time, 1e-9))
            self.time += time.monotonic() - began
        self.spent += self.handle.result()[4] - before
        return self.status != EXPANSIONS or self.spent >= budget.expansions

    def outcome(self) -> Result:
        """What it came to.

        Raises:
            PlanningError: a number grew too large, or a cost came out below zero.
        """
        result = self.handle.result()
        _check(self.target, self.start, result, self.measure)
        return result


@final
class Search(Generic[Agent]):
    """A planning that is done in parts, a tick's worth at a time. Made by `Domain.search`.

    Several goals are searched one after another, in the order of their priorities, each within the whole budget.
    """

    def __init__(self, attempts: Sequence[_Attempt], met: "tuple[Target, State, Measure] | None" = None) -> None:
        self._waiting = list(attempts)
        self._failed: list[_Attempt] = []
        self._answer: Plan[Agent] | NoPlan[Agent] | None = None
        if not attempts:
            assert met is not None
            target, start, added = met
            self._answer = Plan(target, start, (FOUND, 0, 0, (), 0, 0, 0, 0, 0), added)

    def run(self, expansions: int = _SLICE) -> "Plan[Agent] | NoPlan[Agent] | None":
        """Go on searching.

        Args:
            expansions: how many states may be expanded now.

        Returns:
            The answer; None: not yet, run again. Once there is an answer it stays. A NoPlan is an answer, and false
            as None is: ask `is None`.

        Raises:
            PlanningError: a number grew too large, or a cost came out below zero.
            UsageError: `expansions` is not an integer above 0.
        """
        if not isinstance(expansions, int) or isinstance(expansions, bool) or expansions <= 0:
            raise UsageError(f"{brief(expansions)} expansions cannot be made", remedy="give an integer above 0")
        while self._answer is None:
            attempt = self._waiting[0]
            before = attempt.spent
            decided = attempt.run(expansions)
            expansions -= attempt.spent - before
            if decided:
                self._decide(attempt)
            if expansions <= 0 or not decided:
                break
        return self._answer

    def finish(self) -> "Plan[Agent] | NoPlan[Agent]":
        """Search until there is an answer, or the budget is spent.

        Raises:
            PlanningError: a number grew too large, or a cost came out below zero.
        """
        while True:
            answer = self.run(2**62)
            if answer is not None:
                return answer

    def _decide(self, attempt: _Attempt) -> None:
        result = attempt.outcome()
        self._waiting.pop(0)
        if result[1] >= 0:
            self._answer = Plan(attempt.target, attempt.start, result, attempt.measure)
            return
        self._failed.append(attempt)
        if not self._waiting:
            failed = self._failed
            others: list[NoPlan[Agent]] = [_no_plan(each, [each], ()) for each in failed[1:]]
            self._answer = _no_plan(failed[0], failed, others)


def search(
    domain: "Domain[Agent]",
    state: "Mapping[str, Any]",
    goal: "Goal[Agent] | Mapping[str, Any] | Sequence[Goal[Agent] | Mapping[str, Any]]",
    *,
    agent: Agent | None = None,
    heuristic: str | None = None,
    weight: float = 1.0,
    budget: Budget | None = None,
    without: Iterable[Action[Agent] | str] = (),
    objective: Objective = "cost",
) -> Search[Agent]:
    """A search that has not begun; the arguments are those of `Domain.search`."""
    number = _heuristic(heuristic)
    excluded = (without,) if isinstance(without, (str, Action)) else tuple(without)
    if not isinstance(weight, (int, float)) or isinstance(weight, bool) or not 1 <= weight <= MAX_WEIGHT:
        raise UsageError(
            f"weight={brief(weight)}: not a number from 1 to a million",
            remedy="1 finds the cheapest plan, 2 one that costs at most twice as much",
        )
    limits = Budget() if budget is None else budget
    if not isinstance(limits, Budget):
        raise UsageError(f"{brief(budget)} is not a budget", remedy="give Budget(expansions=...)")
    if objective not in OBJECTIVES:
        raise UsageError(f"there is no objective {brief(objective)}", remedy='say "cost" or "time"')
    several = not isinstance(goal, (Goal, Mapping))
    wanted: list[Any] = _several(goal) if several else [goal]
    goals = [domain.target(state, each) for each in wanted]
    if several:
        goals.sort(key=lambda each: -each[0].goal.priority_for(agent))
    waiting = [each for each in goals if not _holds(*each)] if several else goals
    if not waiting:
        unit = goals[0][0].encoding.unit if objective == "cost" else SECOND
        return Search((), (*goals[0], Measure(objective, unit, None, None, agent)))
    added = measure(goals[0][0], agent, excluded, objective)
    attempts: list[_Attempt] = []
    for target, start in waiting:
        handle = target.handle.search(start.encoded, added.amounts, number, float(weight))
        attempts.append(_Attempt(target, start, added, handle, limits))
    return Search(attempts)


def answer(target: "Target", start: "State", result: Result, agent: object = None) -> Plan[Any] | NoPlan[Any]:
    """What an engine's own `plan` came to. The search is not kept: resuming it does its work again.

    Raises:
        PlanningError: a number grew too large, or a cost came out below zero.
    """
    added = Measure("cost", target.encoding.unit, None, None, agent)
    _check(target, start, result, added)
    if result[1] >= 0:
        return Plan(target, start, result, added)

    def resume(budget: Budget) -> Plan[Any] | NoPlan[Any]:
        handle = target.handle.search(start.encoded, None, 0, 1.0)
        more = replace(budget, expansions=budget.expansions + result[4])
        return Search[Any]([_Attempt(target, start, added, handle, more)]).finish()

    return NoPlan(target, start, result, added, resume)


def _several(goals: Any) -> list[Any]:
    if isinstance(goals, (str, bytes)) or not hasattr(goals, "__iter__"):
        raise UsageError(
            f"{brief(goals)} is not a goal", remedy="give a Goal, a dictionary of conditions, or a list of these"
        )
    known: list[Any] = list(goals)
    if not known:
        raise UsageError("there is no goal to plan for", remedy="give at least one")
    return known


def _heuristic(name: str | None) -> int:
    if name is None:
        return 0
    if name not in HEURISTICS:
        raise UsageError(f"there is no heuristic {brief(name)}", remedy=f"take one of {', '.join(HEURISTICS)}")
    return HEURISTICS.index(name)


def _holds(target: "Target", start: "State") -> bool:
    try:
        return all(holds(test, start.encoded) for test in target.tests)
    except NumberOverflowError:
        return False  # the search will say what is wrong


def _no_plan(first: _Attempt, searched: Sequence[_Attempt], others: Sequence[NoPlan[Any]]) -> NoPlan[Any]:
    def resume(budget: Budget) -> Plan[Any] | NoPlan[Any]:
        again = [replace(each, budget=budget, spent=0, time=0.0) for each in searched]
        return Search[Any](again).finish()

    return NoPlan(first.target, first.start, first.outcome(), first.measure, resume, others)


def _check(target: "Target", start: "State", result: Result, added: Measure) -> None:
    """A search that broke off is an error, unless it is proven anyhow that there is no plan.

    Raises:
        PlanningError: a number grew too large, or a cost came out below zero.
    """
    if result[0] in (OVERFLOW, NEGATIVE_COST) and not unreachable(reach_of(target, start, added.amounts), target.tests):
        raise broken_off(target, start, result, added)
