"""The planner in plain Python: the oracle of the native core, and its stand-in where that is not built (rule G4).

A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968) over full
states. One integer orders plans by cost, then by number of actions: g = cost * STEP + actions. The open list is ordered
by (g + estimate, path), a path being a tuple of action numbers, and a state that is reached again by a cheaper path, or
by one as cheap and lexicographically smaller, is opened again. Every prefix of the least plan is the least path to its
own state; so some node of that plan is always open, comes before every other goal, and the first goal popped is the
least plan in the order (cost, actions, order of declaration).
"""

import heapq
import time
from collections.abc import Sequence
from typing import Final, TypeAlias

from gumption.goap.engines.estimate import STEP, Estimate
from gumption.goap.engines.reach import Reach
from gumption.goap.engines.step import NegativeCostError, NumberOverflowError, Steps, Values, checked
from gumption.goap.tables.prices import MAX_UNITS
from gumption.goap.tables.task import REAL, Test
from gumption.goap.tables.task import Task as Tables

Result: TypeAlias = tuple[int, int, int, tuple[int, ...], int, int, int, int, int]
"""Status, cost, bound, actions, expansions, generated, reopened, bytes, heuristic."""

RUNNING, FOUND, EXHAUSTED, UNREACHABLE, EXPANSIONS, BYTES, SECONDS, OVERFLOW, NEGATIVE_COST = range(9)
"""How a search stands. 4 to 6: that budget is spent. 7 and 8: what the last of the actions led to."""

AUTOMATIC, BLIND, GOALS = range(3)

MAX_EXPANSIONS: Final = 1_000_000
MAX_BYTES: Final = 256 * 2**20
_NODE_BYTES: Final = 400
"""About what a node takes besides its values and its path."""
_CLOCK_EVERY: Final = 64
"""Expansions between two looks at the clock."""


class Task:
    """A planning task, ready for goals.

    Args:
        task: the tables.
    """

    def __init__(self, task: Tables) -> None:
        self.tables = task
        self.steps = Steps(task)


class Goal:
    """What is to be reached in a task.

    Args:
        task: the task.
        tests: what must hold.
    """

    def __init__(self, task: Task, tests: Sequence[Test]) -> None:
        self.task = task
        self.tests = tuple(tests)

    def plan(self, values: Values) -> Result:
        """The least plan from a state, with the costs of the task, within the default budget."""
        search = self.search(values)
        search.run(MAX_EXPANSIONS, MAX_BYTES)
        return search.result()

    def search(
        self, values: Values, costs: Sequence[int] | None = None, heuristic: int = AUTOMATIC, weight: float = 1.0
    ) -> "Search":
        """A search for a plan from a state, that has not begun.

        Args:
            values: the state.
            costs: one for each action, in units; -1: it is not usable; -2: its cost in the task. None: all of them -2.
            heuristic: BLIND or GOALS; anything else is GOALS.
            weight: at least 1: what the estimate is multiplied with. The plan costs at most `weight` times the least.
        """
        return Search(self, values, costs, heuristic, weight)

    def estimate(self, values: Values, costs: Sequence[int] | None = None, heuristic: int = AUTOMATIC) -> int:
        """What a plan from a state costs at least, in units; -1 if there is none."""
        estimate = Search(self, values, costs, heuristic, 1.0).first
        return -1 if estimate is None else estimate // STEP


class Search:
    """One search, which can be run in parts."""

    def __init__(self, goal: Goal, values: Values, costs: Sequence[int] | None, heuristic: int, weight: float) -> None:
        tables = goal.task.tables
        start = tuple(
            checked(float(value)) if field.kind == REAL else value
            for field, value in zip(tables.fields, values, strict=True)
        )
        self._steps = goal.task.steps if costs is None else Steps(tables, costs)
        reach = Reach(tables, start, self._steps.usable)
        self._candidates = sorted(reach.possible)
        self._heuristic = BLIND if heuristic == BLIND else GOALS
        self._estimate = Estimate(reach, self._steps, goal.tests, blind=heuristic == BLIND)
        self._weight = weight
        self.first: int | None = None
        """The estimate of the start."""

        self._open: list[tuple[int, tuple[int, ...], Values]] = []
        self._known: dict[Values, tuple[int, tuple[int, ...], int | None]] = {}
        """The least g and path of every state met, and its estimate."""
        self._status = RUNNING
        self._best: tuple[int, int, tuple[int, ...]] | None = None
        """Least (estimate, g, path) of the states met; a plan if the estimate is 0."""
        self._left_out: tuple[int, tuple[int, ...]] | None = None
        """The first step that cannot be counted, and so is not taken: told if there is no plan without it."""
        self._failed: tuple[int, ...] = ()
        self._expansions = self._generated = self._reopened = self._bytes = 0
        try:
            if all(map(reach.allows, goal.tests)):
                self.first = self._estimate(start)
        except NumberOverflowError:
            self._status = OVERFLOW
            return
        if self.first is None:
            self._status = UNREACHABLE
        else:
            self._meet(start, 0, ())

    def run(self, expansions: int = MAX_EXPANSIONS, bytes: int = MAX_BYTES, seconds: float = 0.0) -> int:  # noqa: A002
        """Go on searching, and tell how the search stands.

        Args:
            expansions: how many more states may be expanded.
            bytes: how much the search may hold altogether, roughly.
            seconds: how long it may take; 0 or less: as long as it takes.
        """
        if self._status in (RUNNING, EXPANSIONS, BYTES, SECONDS):
            self._status = self._run(self._expansions + expansions, bytes, seconds)
        return self._status

    def _run(self, expansions: int, most: int, seconds: float) -> int:
        deadline = time.monotonic() + seconds if seconds > 0 else None
        began = self._expansions
        while self._open:
            _, path, values = self._open[0]
            g, best, estimate = self._known[values]
            if path is not best:  # the state was reached by a smaller path since
                heapq.heappop(self._open)
                continue
            if estimate == 0:
                self._best = (0, g, path)
                return FOUND
            if self._expansions >= expansions:
                return EXPANSIONS
            if self._bytes > most:
                return BYTES
            if deadline is not None and (self._expansions - began) % _CLOCK_EVERY == 0 and time.monotonic() >= deadline:
                return SECONDS
            heapq.heappop(self._open)
            self._expansions += 1
            self._expand(values, g, path)
        if self._left_out is None:
            return EXHAUSTED
        status, self._failed = self._left_out
        return status

    def _expand(self, values: Values, g: int, path: tuple[int, ...]) -> None:
        for index in self._candidates:
            way = (*path, index)
            try:
                new = self._steps.apply(index, values)
                if new is None:
                    continue
                cost = self._steps.cost(index, values)
                if g // STEP + cost < MAX_UNITS and g % STEP < STEP - 1:
                    self._meet(new, g + cost * STEP + 1, way)
                    continue
                why = OVERFLOW
            except NumberOverflowError:
                why = OVERFLOW
            except NegativeCostError:
                why = NEGATIVE_COST
            self._left_out = self._left_out or (why, way)

    def _meet(self, values: Values, g: int, path: tuple[int, ...]) -> None:
        self._generated += 1
        known = self._known.get(values)
        if known is None:
            estimate = self._estimate(values)
            self._bytes += _NODE_BYTES + 8 * len(values) + 8 * len(path)
        else:
            old, best, estimate = known
            if (g, path) >= (old, best):
                return
            self._reopened += 1
        self._known[values] = g, path, estimate
        if estimate is None:
            return
        if self._best is None or (estimate, g, path) < self._best:
            self._best = estimate, g, path
        weighted = estimate if self._weight == 1 else int(self._weight * estimate)
        heapq.heappush(self._open, (g + weighted, path, values))

    def result(self) -> Result:
        """What is known so far."""
        cost, actions = -1, self._failed if self._status in (OVERFLOW, NEGATIVE_COST) else ()
        if self._best is not None and self._status in (RUNNING, FOUND, EXPANSIONS, BYTES, SECONDS):
            estimate, g, actions = self._best
            cost = g // STEP if estimate == 0 else -1
        counts = self._expansions, self._generated, self._reopened, self._bytes, self._heuristic
        return self._status, cost, self._bound(cost), actions, *counts

    def _bound(self, cost: int) -> int:
        """No plan costs less than this; -1 if there is no plan."""
        if self._status in (EXHAUSTED, UNREACHABLE):
            return -1
        if self._status == FOUND and self._weight == 1:
            return cost
        nodes = (self._known[values] for _, path, values in self._open if path is self._known[values][1])
        least = min((g + estimate for g, _, estimate in nodes if estimate is not None), default=0)
        return least // STEP if cost < 0 else min(cost, least // STEP)
