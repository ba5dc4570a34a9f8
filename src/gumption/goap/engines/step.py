"""One action applied to one state: the semantics of the task tables in plain Python (rule G2)."""

import math
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from gumption.goap.tables.task import (
    AS_IN_TABLE,
    INT64_MAX,
    INT64_MIN,
    NOT_USABLE,
    Among,
    Assign,
    Copy,
    Linear,
    Put,
    Same,
    Task,
    Test,
    Write,
)

Number: TypeAlias = int | float
Values: TypeAlias = tuple[Number, ...]
"""A state: one value a field."""

_RELATIONS: Final[tuple[Callable[[Number], bool], ...]] = (
    lambda value: value >= 0,
    lambda value: value > 0,
    lambda value: value == 0,
    lambda value: value != 0,
)


class NumberOverflowError(Exception):
    """An integer left 64 bits, or a real number became infinite or not a number."""


class NegativeCostError(Exception):
    """A cost that depends on the state came out below zero."""


def checked(value: Number) -> Number:
    """`value`, if a machine number can hold it; negative zero becomes zero, as equal states must look equal."""
    if isinstance(value, int):
        if not INT64_MIN <= value <= INT64_MAX:
            raise NumberOverflowError
        return value
    if not math.isfinite(value):
        raise NumberOverflowError
    return value + 0.0


def evaluate(linear: Linear, values: Sequence[Number]) -> Number:
    """The value of an expression: the terms added in order, each step within 64 bits."""
    total = linear.constant
    for field, weight in linear.terms:
        total = checked(total + checked(weight * values[field]))
    return total


def holds(test: Test, values: Sequence[Number]) -> bool:
    """Whether a test holds in a state."""
    if isinstance(test, Among):
        return values[test.field] in test.allowed
    if isinstance(test, Same):
        return (values[test.field] == values[test.other]) is test.equal
    return _RELATIONS[test.relation](evaluate(test.linear, values))


def written(write: Write, values: Sequence[Number]) -> Number:
    """What a write gives its field, read from the old state."""
    if isinstance(write, Put):
        return write.value
    if isinstance(write, Copy):
        return values[write.other]
    if isinstance(write, Assign):
        return checked(evaluate(write.linear, values))
    return checked(values[write.field] * evaluate(write.linear, values))


def adds(write: Write) -> bool:
    """Whether a write adds something to what its field holds."""
    return isinstance(write, Assign) and (write.field, 1) in write.linear.terms


class Steps:
    """The actions of a task, ready to be applied.

    Args:
        task: the tables.
        costs: one an action, in units, or NOT_USABLE, or AS_IN_TABLE. None: the table's.
    """

    def __init__(self, task: Task, costs: Sequence[int] | None = None) -> None:
        self.task = task
        self.costs = tuple(costs) if costs is not None else (AS_IN_TABLE,) * len(task.actions)
        self.usable = [index for index, cost in enumerate(self.costs) if cost != NOT_USABLE]
        self._bounded = [
            (index, -math.inf if field.low is None else field.low, math.inf if field.high is None else field.high)
            for index, field in enumerate(task.fields)
            if field.low is not None or field.high is not None
        ]

    def cost(self, index: int, values: Values) -> int:
        """What an action costs in a state, in units. Real costs are rounded to the nearest unit, half to even.

        Raises:
            NegativeCostError: it is below zero.
        """
        if self.costs[index] >= 0:
            return self.costs[index]
        cost = round(evaluate(self.task.actions[index].cost, values))
        if cost < 0:
            raise NegativeCostError
        return cost

    def apply(self, index: int, values: Values) -> Values | None:
        """The state after an action; None if it cannot be applied: a test fails, or a number would leave its bounds."""
        action = self.task.actions[index]
        for test in action.tests:
            if not holds(test, values):
                return None
        new = list(values)
        touched: set[int] = set()
        for group in action.groups:
            if not all(holds(test, values) for test in group.tests):
                continue
            for write in group.writes:
                field, value = write.field, written(write, values)
                if field in touched and adds(write):  # so do all writes of this field: the differences add up
                    value = checked(new[field] + checked(value - values[field]))
                touched.add(field)
                new[field] = value
        for field, low, high in self._bounded:
            if field in touched and not low <= new[field] <= high:
                return None
        return tuple(new)
