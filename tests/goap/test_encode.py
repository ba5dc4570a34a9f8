"""The tables as one array of integers, for the native planner."""

import math
import struct
from array import array

import pytest

from gumption.goap.tables.encode import bits_of, encode_task, encode_tests
from gumption.goap.tables.task import (
    ABOVE_ZERO,
    AT_LEAST_ZERO,
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
    Multiply,
    Put,
    Same,
    Task,
    TaskAction,
)


def test_a_task_is_written_as_the_contract_says() -> None:
    task = Task(
        (Field("a", FINITE, 3), Field("b", INTEGER, 0, None, 20), Field("c", REAL)),
        (
            TaskAction(
                Linear(5),
                (Among(0, frozenset({2, 0})), Same(0, 0, False), Compare(ABOVE_ZERO, Linear(-1, ((1, 2),)))),
                (
                    Group((), (Put(0, 1), Put(2, 0.5), Copy(0, 0))),
                    Group(
                        (Among(0, frozenset()),),
                        (Assign(1, Linear(7)), Multiply(2, Linear(0.5, ((2, -1.5),), real=True))),
                    ),
                ),
            ),
        ),
    )
    bits = bits_of
    assert list(encode_task(task)) == [
        1,
        3,
        0, 3, 0, 0,
        1, 0, INT64_MIN, 20,
        2, 0, bits(-math.inf), bits(math.inf),
        1,
        0, 5, 0,
        3,
        0, 0, 2, 0, 2,
        1, 0, 0, 0,
        2, 1, 0, -1, 1, 1, 2,
        2,
        0, 3, 0, 0, 1, 0, 2, bits(0.5), 1, 0, 0,
        1, 0, 0, 0, 2, 2, 1, 0, 7, 0, 3, 2, 1, bits(0.5), 1, 2, bits(-1.5),
    ]  # fmt: skip


def test_a_goal_is_written_as_its_tests() -> None:
    assert encode_tests([]) == array("q", [0])
    tests = [Compare(AT_LEAST_ZERO, Linear(-3.0, ((0, 1.0),), real=True))]
    assert list(encode_tests(tests)) == [1, 2, 0, 1, bits_of(-3.0), 1, 0, bits_of(1.0)]


@pytest.mark.parametrize("number", [0.0, -0.0, 0.1, -1e308, 5e-324, math.inf])
def test_bit_patterns_are_those_of_the_doubles(number: float) -> None:
    assert struct.pack("=q", bits_of(number)) == struct.pack("=d", number)


@pytest.mark.parametrize("number", [INT64_MIN, INT64_MAX])
def test_the_ends_of_64_bits_fit(number: int) -> None:
    assert encode_tests([Compare(AT_LEAST_ZERO, Linear(number))])[4] == number


def test_what_has_more_than_64_bits_is_refused() -> None:
    with pytest.raises(OverflowError):
        encode_tests([Compare(AT_LEAST_ZERO, Linear(INT64_MAX + 1))])
