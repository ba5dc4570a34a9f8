"""Regression: what has to be known before an action, for what has to be known after it.

It is of fields only, not of their values: enough to tell what a plan depends on, and cheap for every action.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gumption.goap.engines.ranges import reads
from gumption.goap.tables.task import Assign, Copy, Field, Group, Multiply, Put, TaskAction, Test, Write


@dataclass(frozen=True, slots=True)
class Slice:
    """An action as far as anything depends on it."""

    tests: tuple[Test, ...]
    """All of its conditions."""
    groups: tuple[Group, ...]
    """The writes that matter, under their conditions."""

    @property
    def reads(self) -> frozenset[int]:
        """The fields that it looks at."""
        found = read_by(self.tests)
        for group in self.groups:
            found |= read_by(group.tests)
            for write in group.writes:
                found |= sources(write)
        return found


def sliced(action: TaskAction, needed: Collection[int], fields: Sequence[Field]) -> Slice:
    """An action without the writes that nothing depends on.

    A write matters if its field is needed afterwards, or if it may leave the field's bounds: then the action cannot be
    applied. That a number which nobody needs outgrows 64 bits does not matter.

    Args:
        action: the action.
        needed: the fields that are needed after it.
        fields: of the task.
    """
    groups: list[Group] = []
    for group in action.groups:
        writes = tuple(w for w in group.writes if w.field in needed or _may_leave_bounds(w, fields[w.field]))
        if writes:
            groups.append(Group(group.tests, writes))
    return Slice(action.tests, tuple(groups))


def before(action: TaskAction, part: Slice, needed: frozenset[int]) -> frozenset[int]:
    """The fields that are needed before an action, if some are needed after it.

    Args:
        action: the action.
        part: what of it matters, by `sliced` of the same fields.
        needed: the fields that are needed after it.

    Returns:
        What it tests, what the writes that matter read, and what was needed already, save what the action overwrites
        in any case.
    """
    overwritten = [write.field for group in action.groups if not group.tests for write in group.writes]
    return part.reads | needed.difference(overwritten)


def read_by(tests: Collection[Test]) -> frozenset[int]:
    """The fields that some tests look at."""
    return frozenset[int]().union(*map(reads, tests))


def sources(write: Write) -> frozenset[int]:
    """The fields from which a write takes what it writes."""
    if isinstance(write, Put):
        return frozenset()
    if isinstance(write, Copy):
        return frozenset((write.other,))
    named = frozenset(field for field, _ in write.linear.terms)
    return named | {write.field} if isinstance(write, Multiply) else named


def _may_leave_bounds(write: Write, field: Field) -> bool:
    if isinstance(write, (Assign, Multiply)):
        return field.low is not None or field.high is not None
    if isinstance(write, Copy):
        return False
    return (field.low is not None and write.value < field.low) or (field.high is not None and write.value > field.high)
