"""The relaxed state space: what it proves to be out of reach, and that it proves nothing wrong (rule G5)."""

import math

import pytest

from gumption.goap.engines.blocked import roots
from gumption.goap.engines.ranges import restrict, span
from gumption.goap.engines.reach import Reach, unreachable
from gumption.goap.tables.task import (
    ABOVE_ZERO,
    FINITE,
    INTEGER,
    IS_NOT_ZERO,
    IS_ZERO,
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
from tests.goap.woodcutter import (
    CHOP,
    FIELDS,
    GATHER,
    GET_AXE,
    HAS_AXE,
    THREE_WOOD,
    WOOD,
    WOODCUTTER,
    action,
    at_least,
    at_most,
    plus,
    true,
)


def equals(field, value):
    return Compare(IS_ZERO, Linear(-value, ((field, 1),)))


def reaches(task, start, usable=None):
    return Reach(task, start, usable).ranges


def test_finite_fields_collect_values_and_numbers_widen():
    reach = Reach(WOODCUTTER, (1, 0, 0))
    assert reach.ranges == [{1}, {0, 1}, (0, math.inf)]
    assert reach.possible == {GET_AXE, CHOP, GATHER}
    assert unreachable(reach, THREE_WOOD) == ()


def test_actions_that_can_never_be_applied_reach_nothing():
    reach = Reach(WOODCUTTER, (0, 0, 0))
    assert reach.ranges == [{0}, {0}, (0, math.inf)]
    assert reach.possible == {GATHER}
    assert unreachable(reach, [true(HAS_AXE), at_least(WOOD, 5), at_most(WOOD, -1)]) == (0, 2)


def test_actions_that_are_not_usable_reach_nothing():
    reach = Reach(WOODCUTTER, (1, 0, 0), usable=[CHOP])
    assert reach.possible == set()
    assert unreachable(reach, THREE_WOOD) == (0,)


def test_the_precondition_at_the_bottom_is_told():
    """G5: no axe because none is available; chopping waits for it and is not to blame."""
    task = Task(FIELDS, WOODCUTTER.actions[: CHOP + 1])
    reach = Reach(task, (0, 0, 0))
    assert roots(reach, THREE_WOOD) == ((GET_AXE, 0),)
    assert roots(Reach(task, (1, 0, 0)), THREE_WOOD) == ()


def test_a_cycle_of_preconditions_is_a_bottom_too():
    """G5: an axe needs wood, wood needs an axe."""
    axe, wood = Field("axe", FINITE, 2), Field("wood", FINITE, 2)
    task = Task((axe, wood), (action(Put(0, 1), tests=[true(1)]), action(Put(1, 1), tests=[true(0)])))
    reach = Reach(task, (0, 0))
    assert unreachable(reach, [true(0)]) == (0,)
    assert roots(reach, [true(0)]) == ((0, 0), (1, 0))


def test_behind_a_cycle_what_it_waits_for_is_to_blame():
    """G5: an axe needs wood, wood needs an axe and a licence, which nobody gives."""
    fields = tuple(Field(name, FINITE, 2) for name in ("axe", "wood", "licence", "office"))
    make_axe, chop = action(Put(0, 1), tests=[true(1)]), action(Put(1, 1), tests=[true(0), true(2)])
    get_licence = action(Put(2, 1), tests=[true(3)])
    assert roots(Reach(Task(fields, (make_axe, chop, get_licence)), (0, 0, 0, 0)), [true(0)]) == ((2, 0),)


def test_actions_that_could_not_help_are_not_to_blame():
    """G5: more wood does not make less of it."""
    reach = Reach(Task(FIELDS, WOODCUTTER.actions[: CHOP + 1]), (0, 0, 0))
    assert roots(reach, [at_most(WOOD, -1)]) == ()
    assert roots(reach, [true(HAS_AXE)]) == ((GET_AXE, 0),)


def test_the_test_that_never_holds_stands_on_any_field():
    reach = Reach(WOODCUTTER, (1, 0, 0))
    assert unreachable(reach, [Among(WOOD, frozenset())]) == (0,)


@pytest.mark.parametrize(
    ("step", "tests", "start", "expected"),
    [
        (2, [at_most(0, 5)], 0, (0, 7)),
        (-2, [at_least(0, -5)], 0, (-7, 0)),
        (2, [at_most(0, 5)], 6, (6, 6)),
        (3, [], 0, (0, 100)),
        (-3, [], 0, (-50, 0)),
        (1, [equals(0, 4)], 4, (4, 5)),
        (1, [equals(0, 4)], 3, (3, 3)),
    ],
)
def test_a_number_widens_as_far_as_tests_and_bounds_allow(step, tests, start, expected):
    task = Task((Field("n", INTEGER, low=-50, high=100),), (action(plus(0, step), tests=tests),))
    assert reaches(task, (start,)) == [expected]


def test_amounts_of_several_groups_add_up_even_past_a_test():
    """What two groups add is not bounded by what each adds."""
    group = Group((), (plus(0, 1),))
    task = Task((Field("n", INTEGER),), (TaskAction(Linear(1), (at_most(0, 5),), (group, group)),))
    low, high = reaches(task, (0,))[0]
    assert low == 0
    assert high >= 7


def test_numbers_that_feed_each_other_come_to_an_end():
    n, m = Field("n", INTEGER), Field("m", INTEGER)
    task = Task(
        (n, m),
        (
            action(Assign(0, Linear(1, ((1, 1),)))),
            action(Assign(1, Linear(0, ((0, 2),)))),
            action(Assign(0, Linear(0, ((0, 1), (1, 1)))), tests=[at_most(0, 3)]),
        ),
    )
    assert reaches(task, (0, 0)) == [(0, math.inf), (0, math.inf)]


def test_numbers_far_beyond_64_bits_are_without_bounds():
    task = Task(
        (Field("n", INTEGER), Field("m", INTEGER)), (action(Multiply(0, Linear(0, ((0, 3),)))), action(plus(1, 1)))
    )
    assert reaches(task, (2**60, 0)) == [(2**60, math.inf), (0, math.inf)]


def test_products_turn_signs():
    task = Task((Field("n", INTEGER, low=-9, high=9),), (action(Multiply(0, Linear(-2))),))
    low, high = reaches(task, (1,))[0]
    assert low <= -8
    assert high >= 4
    assert reaches(task, (0,)) == [(0, 0)]


def test_copies_and_comparisons_of_finite_fields():
    fields = (Field("here", FINITE, 4), Field("there", FINITE, 4), Field("met", FINITE, 2))
    go = action(Copy(0, 1), tests=[Same(0, 1, equal=False)])
    meet = action(Put(2, 1), tests=[Same(0, 1, equal=True)])
    assert reaches(Task(fields, (meet,)), (0, 3, 0)) == [{0}, {3}, {0}]
    assert reaches(Task(fields, (go, meet)), (0, 3, 0)) == [{0, 3}, {3}, {0, 1}]
    assert reaches(Task(fields, (go,)), (3, 3, 0)) == [{3}, {3}, {0}]


def test_conditional_effects_happen_only_where_they_may():
    fields = (Field("alarm", FINITE, 2), Field("guards", FINITE, 2), Field("door", FINITE, 2))
    open_door = TaskAction(Linear(1), (), (Group((), (Put(2, 1),)), Group((true(0),), (Put(1, 1),))))
    assert reaches(Task(fields, (open_door,)), (0, 0, 0)) == [{0}, {0}, {0, 1}]
    assert reaches(Task(fields, (open_door,)), (1, 0, 0)) == [{1}, {0, 1}, {0, 1}]


@pytest.mark.parametrize(
    ("relation", "constant", "weight", "expected"),
    [
        (0, -3, 2, (2, 10)),
        (ABOVE_ZERO, -4, 2, (3, 10)),
        (0, 7, -2, (-10, 3)),
        (ABOVE_ZERO, 6, -2, (-10, 2)),
        (IS_ZERO, -6, 2, (3, 3)),
        (IS_ZERO, -7, 2, None),
        (IS_ZERO, -60, 2, None),
        (IS_NOT_ZERO, 0, 1, (-10, 10)),
    ],
)
def test_tests_of_one_number_cut_its_interval(relation, constant, weight, expected):
    inside = restrict([Compare(relation, Linear(constant, ((0, weight),)))], [(-10, 10)])
    assert (inside and inside[0]) == expected


def test_an_interval_of_one_value_can_fail_to_differ():
    assert restrict([Compare(IS_NOT_ZERO, Linear(-4, ((0, 1),)))], [(4, 4)]) is None


def test_real_borders_are_cut_a_little_too_wide():
    inside = restrict([Compare(0, Linear(-0.3, ((0, 3.0),), real=True))], [(-1.0, 1.0)])
    assert inside is not None
    low, high = inside[0]
    assert low <= 0.1 <= high
    assert low == pytest.approx(0.1)


def test_spans_follow_the_signs_of_weights():
    assert span(Linear(1, ((0, 2), (1, -1))), [(0, 3), (5, math.inf)]) == (-math.inf, 2)


def test_real_numbers_widen_too():
    task = Task((*FIELDS, Field("weight", REAL, low=0.0)), (action(Assign(3, Linear(0.5, ((3, 1.0),), real=True))),))
    assert reaches(task, (1, 0, 0, 0.25)) == [{1}, {0}, (0, 0), (0.25, math.inf)]
