"""Steps of a plan, flattened so that carrying them out in thought takes next to no time.

Most tests are of one field: an index among some, or an integer between two numbers. Most writes put a constant, or add
one. These are done here without asking what they are; all others are done as `step` does them, with the same results.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gumption.goap.engines.regress import Slice
from gumption.goap.engines.step import Number, NumberOverflowError, adds, checked, holds, written
from gumption.goap.tables.task import (
    ABOVE_ZERO,
    AT_LEAST_ZERO,
    INT64_MAX,
    INT64_MIN,
    IS_NOT_ZERO,
    IS_ZERO,
    REAL,
    Among,
    Assign,
    Compare,
    Field,
    Group,
    Linear,
    Put,
    Test,
    Write,
)


class Stride(NamedTuple):
    """A step. All tests look at the state before it; `puts` and `pluses` are of different fields."""

    among: tuple[tuple[int, frozenset[int]], ...]
    """(field, allowed)"""
    spans: tuple[tuple[int, int, int], ...]
    """(field, least, most)"""
    tests: tuple[Test, ...]
    """All others."""
    groups: tuple[Group, ...]
    """All writes, if one of them is neither a put nor a plus; then `puts` and `pluses` are empty."""
    puts: tuple[tuple[int, Number], ...]
    """(field, value)"""
    pluses: tuple[tuple[int, int, int, int], ...]
    """(field, amount, least, most): between these the sum has to lie."""
    bounds: tuple[tuple[int, int | float, int | float], ...]
    """(field, least, most) of what `groups` write."""


def stride(of: Slice, fields: Sequence[Field]) -> Stride:
    """A step, flattened.

    Args:
        of: the action as far as it matters; without groups: conditions only.
        fields: of the task.
    """
    among: list[tuple[int, frozenset[int]]] = []
    spans: list[tuple[int, int, int]] = []
    others: list[Test] = []
    for test in of.tests:
        if isinstance(test, Among):
            among.append((test.field, test.allowed))
            continue
        found = _span(test)
        if found is None:
            others.append(test)
        else:
            spans.append(found)
    return Stride(tuple(among), tuple(spans), tuple(others), *_writes(of.groups, fields))


def run(strides: Iterable[Stride], state: list[Number]) -> int:
    """Carry steps out on `state`, in place, until one does not work.

    Returns:
        How many steps worked: not one whose test fails, that leaves the bounds of a number, or that computes a number
        which 64 bits cannot hold. What is in `state` then is of use only if all worked.
    """
    done = 0
    try:
        for among, spans, tests, groups, puts, pluses, bounds in strides:
            for field, allowed in among:
                if state[field] not in allowed:
                    return done
            for field, least, most in spans:
                if not least <= state[field] <= most:
                    return done
            for test in tests:
                if not holds(test, state):
                    return done
            if groups:
                write(groups, state)
                for field, low, high in bounds:
                    if not low <= state[field] <= high:
                        return done
            else:
                for field, amount, least, most in pluses:
                    state[field] = total = state[field] + amount
                    if not least <= total <= most:
                        return done
                for field, value in puts:
                    state[field] = value
            done += 1
    except NumberOverflowError:
        pass
    return done


def write(groups: Sequence[Group], state: list[Number]) -> None:
    """Let the writes of one action happen at once, as in `Steps.apply`.

    Raises:
        NumberOverflowError: 64 bits cannot hold a number.
    """
    old = state.copy()
    touched: set[int] = set()
    for group in groups:
        if not all(holds(test, old) for test in group.tests):
            continue
        for each in group.writes:
            field, value = each.field, written(each, old)
            if field in touched and adds(each):
                value = checked(state[field] + checked(value - old[field]))
            touched.add(field)
            state[field] = value


def _span(test: Test) -> tuple[int, int, int] | None:
    """The integers of one field that pass a test, and with which its computation stays within 64 bits."""
    if not isinstance(test, Compare) or test.linear.real or test.relation == IS_NOT_ZERO or len(test.linear.terms) != 1:
        return None
    ((field, weight),) = test.linear.terms
    constant = test.linear.constant
    assert isinstance(weight, int)
    assert isinstance(constant, int)
    floor = {AT_LEAST_ZERO: 0, ABOVE_ZERO: 1, IS_ZERO: 0}[test.relation]
    low = max(INT64_MIN, floor - constant)  # of weight * value
    high = min(INT64_MAX, (0 if test.relation == IS_ZERO else INT64_MAX) - constant)
    if weight < 0:
        weight, low, high = -weight, -high, -low
    return field, -(-low // weight), high // weight


def _writes(
    groups: tuple[Group, ...], fields: Sequence[Field]
) -> tuple[
    tuple[Group, ...],
    tuple[tuple[int, Number], ...],
    tuple[tuple[int, int, int, int], ...],
    tuple[tuple[int, int | float, int | float], ...],
]:
    """The last parts of a stride."""
    every = [each for group in groups for each in group.writes]
    puts = tuple((each.field, each.value) for each in every if isinstance(each, Put))
    pluses = tuple(plus for each in every if (plus := _plus(each, fields[each.field])) is not None)
    several = len({each.field for each in every}) < len(every)
    if any(group.tests for group in groups) or several or len(puts) + len(pluses) < len(every):
        written_to = sorted({each.field for each in every})
        return (
            groups,
            (),
            (),
            tuple((field, *_bounds(fields[field])) for field in written_to if _bounded(fields[field])),
        )
    return (), puts, pluses, ()


def _plus(each: Write, field: Field) -> tuple[int, int, int, int] | None:
    """A write that adds a constant integer."""
    if not isinstance(each, Assign) or field.kind == REAL or each.linear.real:
        return None
    linear: Linear = each.linear
    if linear.terms != ((each.field, 1),) or not isinstance(linear.constant, int):
        return None
    low, high = _bounds(field)
    return each.field, linear.constant, int(max(low, INT64_MIN)), int(min(high, INT64_MAX))


def _bounded(field: Field) -> bool:
    return field.low is not None or field.high is not None


def _bounds(field: Field) -> tuple[int | float, int | float]:
    low = INT64_MIN if field.low is None else field.low
    high = INT64_MAX if field.high is None else field.high
    return low, high
