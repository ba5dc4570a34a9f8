"""What fields may hold: sets and intervals, what tests leave of them, and what expressions over them come to."""

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from gumption.goap.engines.step import Number
from gumption.goap.tables.task import ABOVE_ZERO, AT_LEAST_ZERO, IS_ZERO, Among, Compare, Linear, Same, Test

Interval: TypeAlias = tuple[Number, Number]
Range: TypeAlias = frozenset[int] | Interval
"""What a field may hold: indexes of a finite one, least and greatest value of a number."""


def reads(test: Test) -> frozenset[int]:
    """The fields that a test looks at."""
    if isinstance(test, Among):
        return frozenset((test.field,))
    if isinstance(test, Same):
        return frozenset((test.field, test.other))
    return frozenset(field for field, _ in test.linear.terms)


def restrict(tests: Iterable[Test], ranges: Sequence[Range]) -> list[Range] | None:
    """The part of the ranges in which tests may hold, never too small a part; None: there is no such part."""
    inside = list(ranges)
    for test in tests:
        if isinstance(test, Among):
            if not test.allowed:  # the test that never holds, on whichever field
                return None
            inside[test.field] = both = indexes(inside[test.field]) & test.allowed
            if not both:
                return None
        elif isinstance(test, Same):
            one, other = indexes(inside[test.field]), indexes(inside[test.other])
            if test.equal:
                inside[test.field] = inside[test.other] = both = one & other
                if not both:
                    return None
            elif len(one) == 1 and one == other:
                return None
        else:
            if not _may_hold(test, span(test.linear, inside)):
                return None
            if len(test.linear.terms) == 1:
                field = test.linear.terms[0][0]
                inside[field] = low, high = _cut(test, interval(inside[field]))
                if low > high:
                    return None
    return inside


def span(linear: Linear, ranges: Sequence[Range]) -> Interval:
    """Between which values an expression lies."""
    low = high = linear.constant
    for field, weight in linear.terms:
        least, most = interval(ranges[field])
        if weight < 0:
            least, most = most, least
        low, high = low + weight * least, high + weight * most
    return (-math.inf if low != low else low), (math.inf if high != high else high)


def product(one: Interval, other: Interval) -> Interval:
    """Between which values the product of two intervals lies."""
    corners = [a * b if a and b else 0 for a in one for b in other]
    return min(corners), max(corners)


def _may_hold(test: Compare, within: Interval) -> bool:
    low, high = within
    if test.relation == AT_LEAST_ZERO:
        return high >= 0
    if test.relation == ABOVE_ZERO:
        return high > 0
    if test.relation == IS_ZERO:
        return low <= 0 <= high
    return not low == high == 0


def _cut(test: Compare, within: Interval) -> Interval:
    """The part of a number's interval that passes a test of this number alone."""
    field_weight, constant = test.linear.terms[0][1], test.linear.constant
    low, high = within
    if test.relation not in (AT_LEAST_ZERO, ABOVE_ZERO, IS_ZERO):
        return within
    if test.linear.real:  # a little too large, for the rounding
        border = -constant / field_weight
        down = up = border
        for _ in range(2):
            down, up = math.nextafter(down, -math.inf), math.nextafter(up, math.inf)
    else:
        assert isinstance(constant, int)
        assert isinstance(field_weight, int)
        down, up = -(constant // field_weight), (-constant) // field_weight  # ceiling and floor of the border
        if test.relation == ABOVE_ZERO:
            down, up = up + 1, down - 1
    if test.relation == IS_ZERO:
        return max(low, down), min(high, up)
    return (max(low, down), high) if field_weight > 0 else (low, min(high, up))


def indexes(of: Range) -> frozenset[int]:
    """The range of a finite field."""
    assert isinstance(of, frozenset)
    return of


def interval(of: Range) -> Interval:
    """The range of a number."""
    assert isinstance(of, tuple)
    return of
