"""How much a plan must cost at least: the heuristic of the reference planner (rule G4).

The sum over the goal's unmet tests of the least that an action costs which may make the test true, where the cost of an
action is shared among all the tests that it may make true (cost partitioning; Katz and Domshlak, "Optimal additive
composition of abstraction-based admissible heuristics", 2008). For a number that only constant amounts are added to,
the share is taken for each unit that is missing (after Scala, Haslum, Thiébaux and Ramirez, "Subgoaling techniques for
satisficing and optimal numeric planning", 2020). The estimate is admissible and consistent.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gumption.goap.engines.ranges import restrict, span
from gumption.goap.engines.reach import Reach
from gumption.goap.engines.step import Steps, Values, evaluate, holds
from gumption.goap.engines.ways import Way, way
from gumption.goap.tables.task import ABOVE_ZERO, IS_NOT_ZERO, Compare, Test

STEP: Final = 2**20
"""What one unit of cost weighs against one action: plans are ordered by cost * STEP + actions."""


@dataclass(slots=True)
class _Price:
    """What making one test true costs at least, scaled."""

    once: int | None
    """By an action that may do it at once. None: there is none."""
    any: int | None
    """By any action that helps at all."""
    up: int | None
    """For each unit that is missing below zero."""
    down: int | None
    """For each unit that is too much."""


class Estimate:
    """The least cost of reaching a goal, for one start and one set of costs.

    Args:
        reach: the relaxed state space from the start.
        steps: the actions with their costs.
        tests: the goal.
        blind: know nothing but that the goal is not reached.
    """

    def __init__(self, reach: Reach, steps: Steps, tests: Sequence[Test], *, blind: bool = False) -> None:
        self._tests = tuple(tests)
        self._blind = blind
        actions = sorted(reach.possible)
        costs = {index: self._least_cost(index, reach, steps) * STEP + 1 for index in actions}
        self._least = min(costs.values(), default=1)
        ways = [list(_ways(test, actions, reach)) for test in tests]
        helps = {index: sum(any(way.action == index for way in each) for each in ways) for index in actions}
        amounts = {amount for each in ways for way in each for amount in (way.up, way.down) if amount}
        self._scale = math.lcm(*(count for count in helps.values() if count)) * math.lcm(*amounts)
        self._prices = [
            _price(each, {index: costs[index] * (self._scale // (helps[index] or 1)) for index in actions})
            for each in ways
        ]

    @staticmethod
    def _least_cost(index: int, reach: Reach, steps: Steps) -> int:
        if steps.costs[index] >= 0:
            return steps.costs[index]
        action = reach.task.actions[index]
        least = span(action.cost, restrict(action.tests, reach.ranges) or reach.ranges)[0]
        return max(0, round(least)) if math.isfinite(least) else 0

    def __call__(self, values: Values) -> int | None:
        """The estimate in cost * STEP + actions: 0 exactly if the goal holds. None: it is out of reach from here."""
        total = 0
        met = True
        for test, price in zip(self._tests, self._prices, strict=True):
            if not holds(test, values):
                met = False
                if self._blind:
                    break
                share = _share(test, price, values)
                if share is None:
                    return None
                total += share
        if met:
            return 0
        return self._least if self._blind else max(1, total // self._scale)


def _share(test: Test, price: _Price, values: Values) -> int | None:
    if not isinstance(test, Compare) or test.relation == IS_NOT_ZERO or test.linear.real:
        return price.once
    value = evaluate(test.linear, values)
    assert isinstance(value, int)
    rate = price.down if value > 0 else price.up
    missing = abs(value) + (test.relation == ABOVE_ZERO)
    choices = [share for share in (price.once, None if rate is None else rate * missing) if share is not None]
    return max(min(choices), price.any or 0) if choices else None


def _price(ways: Sequence[Way], costs: dict[int, int]) -> _Price:
    return _Price(
        once=min((costs[way.action] for way in ways if way.up is None), default=None),
        any=min((costs[way.action] for way in ways), default=None),
        up=min((costs[way.action] // way.up for way in ways if way.up is not None and way.up > 0), default=None),
        down=min((costs[way.action] // way.down for way in ways if way.up is not None and way.down > 0), default=None),
    )


def _ways(test: Test, actions: Iterable[int], reach: Reach) -> Iterable[Way]:
    """Every action that may make a test true, or bring it nearer."""
    for index in actions:
        inside = restrict(reach.task.actions[index].tests, reach.ranges)
        assert inside is not None
        found = way(index, reach.task.actions[index], test, inside)
        if found is not None:
            yield found
