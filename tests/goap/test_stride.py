"""Flattened steps do what the reference's own steps do."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption.goap.engines.regress import Slice
from gumption.goap.engines.step import NumberOverflowError, holds
from gumption.goap.engines.stride import run, stride
from gumption.goap.tables.task import INT64_MAX, INT64_MIN, INTEGER, Among, Compare, Field, Linear, Put
from tests.goap.engines import properties
from tests.goap.woodcutter import action, at_least, plus

FIELDS = (Field("a", INTEGER), Field("b", INTEGER, 0, -5, 5))
ENDS = st.sampled_from([INT64_MIN, INT64_MIN + 1, INT64_MIN // 2, INT64_MAX // 2, INT64_MAX - 1, INT64_MAX])
NUMBERS = st.one_of(st.integers(-9, 9), ENDS)
WEIGHTS = st.one_of(st.integers(-9, 9), ENDS).filter(bool)


@settings(properties, max_examples=1000)
@given(relation=st.integers(0, 3), constant=NUMBERS, weight=WEIGHTS, values=st.lists(NUMBERS, max_size=5))
def test_a_comparison_with_one_field_passes_the_same_numbers(relation, constant, weight, values):
    test = Compare(relation, Linear(constant, ((0, weight),)))
    flat = stride(Slice((test,), ()), FIELDS)
    for value in [*values, -constant // weight, -constant // weight + 1]:
        try:
            expected = holds(test, (value,))
        except NumberOverflowError:
            expected = False
        assert run([flat], [value]) == expected


def test_a_run_tells_how_many_steps_worked():
    steps = [
        stride(Slice(each.tests, each.groups), FIELDS)
        for each in (
            action(plus(0, 2), Put(1, 5)),
            action(plus(1, -3), tests=[at_least(0, 2), Among(1, frozenset([4, 5]))]),
            action(plus(1, 4)),
        )
    ]
    state = [0, 0]
    assert run(steps[:2], state) == 2
    assert state == [2, 2]
    assert run(steps, [0, 0]) == 2
    assert run(steps, [-1, 0]) == 1
    assert run(steps, [INT64_MAX, 0]) == 0
    assert run([], [0, 0]) == 0
