"""A task or a goal as one array of 64-bit integers: what crosses the border to the native planner.

    TASK   := 1 n_fields FIELD* n_actions ACTION*
    FIELD  := kind size low high      finite: low = high = 0; integer: the ends of 64 bits where unbounded;
                                      real: bits of doubles, infinite where unbounded
    ACTION := LINEAR(cost) n TEST* n GROUP*
    GROUP  := n TEST* n WRITE*
    TEST   := 0 field n value* | 1 field other equal | 2 relation LINEAR
    WRITE  := 0 field value | 1 field other | 2 field LINEAR | 3 field LINEAR      put, copy, assign, multiply
    LINEAR := real constant n (field weight)*
    GOAL   := n TEST*

Real numbers are the bit patterns of doubles.
"""

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gumption.goap.tables.task import (
    FINITE,
    INT64_MAX,
    INT64_MIN,
    INTEGER,
    REAL,
    Among,
    Assign,
    Compare,
    Copy,
    Field,
    Group,
    Linear,
    Put,
    Same,
    Task,
    Test,
    Write,
)

FORMAT: Final = 1
_DOUBLE: Final = struct.Struct("=d")
_BITS: Final = struct.Struct("=q")


def encode_task(task: Task) -> "array[int]":
    """The task as the native planner reads it.

    Raises:
        OverflowError: an integer has more than 64 bits.
    """
    kinds = [field.kind for field in task.fields]
    numbers = [FORMAT, len(task.fields)]
    for field in task.fields:
        numbers += _field(field)
    numbers.append(len(task.actions))
    for action in task.actions:
        numbers += _linear(action.cost)
        numbers += _tests(action.tests)
        numbers.append(len(action.groups))
        for group in action.groups:
            numbers += _group(group, kinds)
    return array("q", numbers)


def encode_tests(tests: Iterable[Test]) -> "array[int]":
    """A goal's tests as the native planner reads them.

    Raises:
        OverflowError: an integer has more than 64 bits.
    """
    return array("q", _tests(tuple(tests)))


def bits_of(number: float) -> int:
    """The bit pattern of a double as a signed integer."""
    bits: int = _BITS.unpack(_DOUBLE.pack(number))[0]
    return bits


def _field(field: Field) -> Iterator[int]:
    yield field.kind
    yield field.size if field.kind == FINITE else 0
    if field.kind == FINITE:
        yield from (0, 0)
    elif field.kind == INTEGER:
        yield INT64_MIN if field.low is None else int(field.low)
        yield INT64_MAX if field.high is None else int(field.high)
    else:
        yield bits_of(float("-inf") if field.low is None else field.low)
        yield bits_of(float("inf") if field.high is None else field.high)


def _group(group: Group, kinds: Sequence[int]) -> Iterator[int]:
    yield from _tests(group.tests)
    yield len(group.writes)
    for write in group.writes:
        yield from _write(write, kinds)


def _tests(tests: Sequence[Test]) -> Iterator[int]:
    yield len(tests)
    for test in tests:
        if isinstance(test, Among):
            yield from (0, test.field, len(test.allowed), *sorted(test.allowed))
        elif isinstance(test, Same):
            yield from (1, test.field, test.other, int(test.equal))
        else:
            assert isinstance(test, Compare)
            yield from (2, test.relation, *_linear(test.linear))


def _write(write: Write, kinds: Sequence[int]) -> Iterator[int]:
    if isinstance(write, Put):
        value = bits_of(write.value) if kinds[write.field] == REAL else int(write.value)
        yield from (0, write.field, value)
    elif isinstance(write, Copy):
        yield from (1, write.field, write.other)
    else:
        yield from (2 if isinstance(write, Assign) else 3, write.field, *_linear(write.linear))


def _linear(linear: Linear) -> Iterator[int]:
    number = bits_of if linear.real else int
    yield from (int(linear.real), number(linear.constant), len(linear.terms))
    for field, weight in linear.terms:
        yield from (field, number(weight))
