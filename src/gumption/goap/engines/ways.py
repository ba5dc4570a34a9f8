"""How an action may help to make a test true: at once, or by an amount."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gumption.goap.engines.ranges import Range, reads, restrict
from gumption.goap.engines.step import adds
from gumption.goap.tables.task import (
    IS_NOT_ZERO,
    IS_ZERO,
    Among,
    Assign,
    Compare,
    Copy,
    Group,
    Put,
    TaskAction,
    Test,
    Write,
)


@dataclass(frozen=True, slots=True)
class Way:
    """How an action may help a test."""

    action: int
    up: int | None
    """The most that it adds to the number that the test looks at; None: it may make the test true at once."""
    down: int
    """The most that it takes away."""


def way(index: int, action: TaskAction, test: Test, ranges: Sequence[Range]) -> Way | None:
    """How an action may help a test that does not hold; None: not at all.

    Args:
        index: the number of the action.
        action: the action.
        test: the test.
        ranges: what the fields may hold when the action is done.
    """
    fields = reads(test)
    groups: list[Group] = []
    for group in action.groups:
        within = restrict(group.tests, ranges)
        writes = [write for write in group.writes if write.field in fields]
        if within is not None and any(_may_pass(write, test, within) for write in writes):
            groups.append(group)
    if not groups:
        return None
    found = _amounts(index, test, groups)
    less_helps = isinstance(test, Compare) and test.relation == IS_ZERO
    return found if found.up is None or found.up > 0 or (less_helps and found.down > 0) else None


def _may_pass(write: Write, test: Test, within: Sequence[Range]) -> bool:
    """Whether a write to a field of the test may help to make it true."""
    if not isinstance(test, Among):
        return True
    if isinstance(write, Put):
        return write.value in test.allowed
    reached = within[write.other] if isinstance(write, Copy) else None
    return not isinstance(reached, frozenset) or bool(reached & test.allowed)


def _amounts(index: int, test: Test, groups: Iterable[Group]) -> Way:
    """By how much an action may move the number that a test looks at."""
    at_once = Way(index, None, 0)
    if not isinstance(test, Compare) or test.linear.real or test.relation == IS_NOT_ZERO:
        return at_once
    weights = dict(test.linear.terms)
    up = down = 0
    for group in groups:
        amount = 0
        for write in group.writes:
            if write.field in weights:
                if not (adds(write) and isinstance(write, Assign) and len(write.linear.terms) == 1):
                    return at_once
                amount += int(weights[write.field] * write.linear.constant)
        up += max(amount, 0) if group.tests else amount
        down -= min(amount, 0) if group.tests else amount
    return Way(index, up, down)
