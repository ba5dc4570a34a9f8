"""Whether tests can hold together. It finds the plain cases; what it does not find, the planner does."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import TypeAlias

from gumption.goap.tables.conditions import NEVER
from gumption.goap.tables.task import ABOVE_ZERO, FINITE, IS_NOT_ZERO, IS_ZERO, Among, Compare, Field, Same, Test

_Terms: TypeAlias = tuple[tuple[int, int | float], ...]


class _Range:
    """What is left of the values of one sum of weighted fields."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.low_excluded = self.high_excluded = False
        self.holes: set[int | float] = set()

    def at_least(self, bound: float, *, excluded: bool) -> None:
        if bound > self.low:
            self.low, self.low_excluded = bound, excluded
        elif bound == self.low:
            self.low_excluded |= excluded

    def at_most(self, bound: float, *, excluded: bool) -> None:
        if bound < self.high:
            self.high, self.high_excluded = bound, excluded
        elif bound == self.high:
            self.high_excluded |= excluded

    @property
    def empty(self) -> bool:
        if self.low == self.high:
            return self.low_excluded or self.high_excluded or self.low in self.holes
        return self.low > self.high


def contradiction(tests: Iterable[Test], fields: Sequence[Field]) -> int | None:
    """The position of the first test that cannot hold together with those before it; None: none is known."""
    allowed: dict[int, frozenset[int]] = {}
    ranges: dict[_Terms, _Range] = {}
    same: dict[tuple[int, int], bool] = {}
    for position, test in enumerate(tests):
        if test == NEVER:
            return position
        if isinstance(test, Among):
            allowed[test.field] = allowed.get(test.field, test.allowed) & test.allowed
        elif isinstance(test, Same):
            pair = min(test.field, test.other), max(test.field, test.other)
            if same.setdefault(pair, test.equal) != test.equal:
                return position
        elif not _narrow(test, ranges, fields):
            return position
        for (one, other), equal in same.items():
            if equal and one in allowed and other in allowed:
                allowed[one] = allowed[other] = allowed[one] & allowed[other]
        if not all(allowed.values()):
            return position
    return None


def _narrow(test: Compare, ranges: dict[_Terms, _Range], fields: Sequence[Field]) -> bool:
    """Whether something is left of the range of the test's terms."""
    terms, bound = test.linear.terms, -test.linear.constant
    upwards = terms[0][1] > 0
    if not upwards:
        terms, bound = tuple((field, -weight) for field, weight in terms), -bound
    if terms not in ranges:
        ranges[terms] = _Range(*_bounds(terms, fields))
    found = ranges[terms]
    if test.relation == IS_NOT_ZERO:
        found.holes.add(bound)
    else:
        excluded = test.relation == ABOVE_ZERO
        if upwards or test.relation == IS_ZERO:
            found.at_least(bound, excluded=excluded)
        if not upwards or test.relation == IS_ZERO:
            found.at_most(bound, excluded=excluded)
    return not found.empty


def _bounds(terms: _Terms, fields: Sequence[Field]) -> tuple[int | float, int | float]:
    low: int | float = 0
    high: int | float = 0
    for number, weight in terms:
        field = fields[number]
        assert field.kind != FINITE
        ends = [-inf if field.low is None else field.low, inf if field.high is None else field.high]
        least, most = sorted(weight * end for end in ends)
        low, high = low + least, high + most
    return low, high
