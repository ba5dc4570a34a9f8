"""What actions can reach if nothing that was true is ever lost: the relaxed state space (rule G5).

A finite field holds a set of values that only grows, a number an interval that only widens (the delete relaxation of
Bonet and Geffner, "Planning as heuristic search", 2001; for numbers Aldinger, Mattmüller and Göbelbecker, "Complexity
of interval relaxed numeric planning", 2015). What is out of reach here is out of reach of every sequence of actions: a
proof. The reverse does not hold.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from gumption.goap.engines.ranges import Interval, Range, indexes, interval, product, restrict, span
from gumption.goap.engines.step import Values, adds
from gumption.goap.tables.task import (
    FINITE,
    INT64_MAX,
    INT64_MIN,
    INTEGER,
    Assign,
    Copy,
    Put,
    Task,
    Test,
    Write,
)

_PATIENCE: Final = 8
"""How often an interval is widened step by step, before it is widened to the field's bounds."""


class Reach:
    """The relaxed state space from a state.

    Args:
        task: the tables.
        values: the state to start from.
        usable: indexes of the actions that may be used; None: all.
    """

    def __init__(self, task: Task, values: Values, usable: Iterable[int] | None = None) -> None:
        self.task = task
        self.ranges: list[Range] = [
            frozenset((int(value),)) if field.kind == FINITE else (value, value)
            for field, value in zip(task.fields, values, strict=True)
        ]
        self.possible: set[int] = set()
        """Indexes of the actions that may become applicable."""
        self.usable = frozenset(range(len(task.actions)) if usable is None else usable)
        """Indexes of the actions that may be used."""
        self._widened = [0] * len(task.fields)
        waiting = sorted(self.usable)
        while sum(self._apply(index) for index in waiting):  # a sum, so that each round applies all of them
            pass

    @property
    def whole(self) -> list[Range]:
        """Everything that the fields could ever hold, whatever the start and the actions."""
        return [
            frozenset(range(field.size))
            if field.kind == FINITE
            else (-math.inf if field.low is None else field.low, math.inf if field.high is None else field.high)
            for field in self.task.fields
        ]

    def allows(self, test: Test) -> bool:
        """Whether some state within reach may pass the test."""
        return restrict((test,), self.ranges) is not None

    def _apply(self, index: int) -> bool:
        action = self.task.actions[index]
        inside = restrict(action.tests, self.ranges)
        if inside is None:
            return False
        grown = index not in self.possible
        self.possible.add(index)
        for group in action.groups:
            within = restrict(group.tests, inside)
            if within is not None:
                for write in group.writes:
                    grown |= self._write(write, index, group.tests, within)
        return grown

    def _write(self, write: Write, index: int, tests: tuple[Test, ...], within: Sequence[Range]) -> bool:
        old = self.ranges[write.field]
        new: Range
        if self.task.fields[write.field].kind == FINITE:
            added = indexes(within[write.other]) if isinstance(write, Copy) else frozenset((_index(write),))
            new = indexes(old) | added
        else:
            new = self._widen(write, index, tests, within)
        if new == old:
            return False
        self.ranges[write.field] = new
        return True

    def _widen(self, write: Write, index: int, tests: tuple[Test, ...], within: Sequence[Range]) -> Interval:
        low, high = interval(self.ranges[write.field])
        own = interval(within[write.field])
        if isinstance(write, Put):
            least, most = write.value, write.value
        elif isinstance(write, Copy):
            least, most = interval(within[write.other])
        elif isinstance(write, Assign):
            least, most = span(write.linear, within)
        else:
            least, most = product(own, span(write.linear, within))
        if least >= low and most <= high:
            return low, high
        self._widened[write.field] += 1
        bottom, top = -math.inf, math.inf
        if self._widened[write.field] <= _PATIENCE:
            if adds(write):  # it may be done again and again, for as long as the tests allow
                least_in, most_in = self._margins(index, write.field, tests)
                bottom, top = least_in + least - own[0], most_in + most - own[1]
            else:
                bottom, top = least, most
        field = self.task.fields[write.field]
        floor = -math.inf if field.low is None else field.low
        ceiling = math.inf if field.high is None else field.high
        if field.kind == INTEGER:  # beyond 64 bits all is one
            bottom = -math.inf if bottom < INT64_MIN else bottom
            top = math.inf if top > INT64_MAX else top
        return (
            min(low, max(bottom, floor)) if least < low else low,
            max(high, min(top, ceiling)) if most > high else high,
        )

    def _margins(self, index: int, field: int, tests: tuple[Test, ...]) -> Interval:
        """Between which values of a field an action that adds to it may be done."""
        action = self.task.actions[index]
        if sum(write.field == field for group in action.groups for write in group.writes) > 1:
            return -math.inf, math.inf  # several writes add up
        ranges = list(self.ranges)
        ranges[field] = (-math.inf, math.inf)
        inside = restrict((*action.tests, *tests), ranges)
        return (-math.inf, math.inf) if inside is None else interval(inside[field])


def unreachable(reach: Reach, tests: Sequence[Test]) -> tuple[int, ...]:
    """Which of a goal's tests no sequence of actions can make true, by their index."""
    return tuple(index for index, test in enumerate(tests) if not reach.allows(test))


def _index(write: Write) -> int:
    assert isinstance(write, Put)
    return int(write.value)
