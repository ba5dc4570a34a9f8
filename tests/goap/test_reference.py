"""The reference planner on bare tables: its answers, its budgets, its order, its refusals."""

import pytest

from gumption.goap.engines import reference
from gumption.goap.engines.reference import (
    BLIND,
    BYTES,
    EXHAUSTED,
    EXPANSIONS,
    FOUND,
    GOALS,
    NEGATIVE_COST,
    OVERFLOW,
    SECONDS,
    UNREACHABLE,
)
from gumption.goap.engines.step import Steps
from gumption.goap.tables.prices import MAX_UNITS
from gumption.goap.tables.task import (
    ABOVE_ZERO,
    FINITE,
    INT64_MAX,
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
    AXE_AVAILABLE,
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

each_heuristic = pytest.mark.parametrize("heuristic", [BLIND, GOALS])


def _at(place):
    return [Among(0, frozenset([place]))]


def plan(task, tests, start, **options):
    """Status, cost and actions."""
    search = reference.Goal(reference.Task(task), tests).search(start, **options)
    search.run()
    status, cost, _, actions, *_ = search.result()
    return status, cost, actions


@each_heuristic
def test_the_cheapest_plan_is_found(heuristic):
    """G4: fetching the axe pays for three pieces of wood, and not for one."""
    assert plan(WOODCUTTER, THREE_WOOD, (1, 0, 0), heuristic=heuristic) == (FOUND, 14, (GET_AXE, CHOP, CHOP, CHOP))
    assert plan(WOODCUTTER, [at_least(WOOD, 1)], (1, 0, 0), heuristic=heuristic) == (FOUND, 6, (GET_AXE, CHOP))
    assert plan(WOODCUTTER, THREE_WOOD, (0, 0, 0), heuristic=heuristic) == (FOUND, 24, (GATHER,) * 3)
    assert plan(WOODCUTTER, THREE_WOOD, (1, 0, 2), heuristic=heuristic) == (FOUND, 6, (GET_AXE, CHOP))


@each_heuristic
def test_a_goal_that_holds_has_the_empty_plan(heuristic):
    """G4."""
    assert plan(WOODCUTTER, THREE_WOOD, (0, 0, 3), heuristic=heuristic) == (FOUND, 0, ())
    assert plan(WOODCUTTER, [], (0, 0, 0), heuristic=heuristic) == (FOUND, 0, ())


@each_heuristic
def test_of_equally_cheap_plans_the_one_with_fewer_actions_is_taken(heuristic):
    """G4: also where actions cost nothing."""
    a, b, c = range(3)
    fields = tuple(Field(name, FINITE, 2) for name in "abc")
    task = Task(
        fields,
        (
            action(Put(a, 1), cost=0),
            action(Put(b, 1), cost=0, tests=[true(a)]),
            action(Put(c, 1), cost=0, tests=[true(b)]),
            action(Put(c, 1), cost=0, tests=[true(a)]),
        ),
    )
    assert plan(task, [true(c)], (0, 0, 0), heuristic=heuristic) == (FOUND, 0, (0, 3))


@each_heuristic
def test_one_dear_action_goes_before_two_cheap_ones_of_the_same_cost(heuristic):
    """G4: though the two come first in order of declaration, and meet the same state."""
    fields = tuple(Field(name, FINITE, 2) for name in "abc")
    two = action(Put(0, 1), cost=1), action(Put(0, 0), Put(1, 1), cost=1, tests=[true(0)])
    one, idle = action(Put(1, 1), cost=2), action(Put(2, 1), cost=0)
    assert plan(Task(fields, (*two, one, idle)), [true(1)], (0, 0, 0), heuristic=heuristic) == (FOUND, 2, (2,))


@each_heuristic
def test_of_equally_long_plans_the_first_in_order_of_declaration_is_taken(heuristic):
    """G4: compared from the first action on, whichever the search meets first."""
    fields = tuple(Field(name, FINITE, 2) for name in "abc")
    switches = Task(fields, tuple(action(Put(field, 1), cost=1) for field in (2, 0, 1)))
    assert plan(switches, [true(0), true(1), true(2)], (0, 0, 0), heuristic=heuristic) == (FOUND, 3, (0, 1, 2))
    twins = Task(fields, (action(Put(0, 1)), action(Put(0, 1)), action(Put(1, 1), tests=[true(0)])))
    assert plan(twins, [true(1)], (0, 0, 0), heuristic=heuristic) == (FOUND, 2, (0, 2))


@each_heuristic
def test_a_dear_first_step_does_not_hide_the_smaller_sequence(heuristic):
    """G4: two ways of equal cost and length meet in one state; the smaller one is kept though it is found later."""
    place = Field("place", FINITE, 5)

    def move(start, end, cost):
        return action(Put(0, end), cost=cost, tests=_at(start))

    task = Task((place,), (move(0, 1, 5), move(0, 2, 1), move(1, 3, 1), move(2, 3, 5), move(3, 4, 1)))
    assert plan(task, _at(4), (0,), heuristic=heuristic) == (FOUND, 7, (0, 2, 4))


@each_heuristic
def test_an_action_undone_on_the_way_is_used_again(heuristic):
    """G4: mine, buy, mine."""
    money, food = Field("money", FINITE, 2), Field("food", FINITE, 2)
    mine = action(Put(0, 1))
    buy = action(Put(1, 1), Put(0, 0), tests=[true(0)])
    task = Task((money, food), (mine, buy))
    assert plan(task, [true(0), true(1)], (0, 0), heuristic=heuristic) == (FOUND, 3, (0, 1, 0))


def test_writes_read_the_old_state_and_replace_the_old_value():
    """G2: two names are exchanged in one action."""
    fields = (Field("left", FINITE, 3), Field("right", FINITE, 3), Field("n", INTEGER))
    swap = action(Copy(0, 1), Copy(1, 0), Assign(2, Linear(5)))
    tests = [*_at(2), Same(0, 1, equal=False), Compare(IS_ZERO, Linear(-5, ((2, 1),)))]
    assert plan(Task(fields, (swap,)), tests, (1, 2, 9)) == (FOUND, 1, (0,))


def test_what_groups_add_to_one_name_adds_up():
    """G2: both conditions hold, so both amounts are added; a product reads the old value."""
    fields = (Field("n", INTEGER), Field("m", INTEGER))
    task = Task(
        fields,
        (
            TaskAction(
                Linear(1),
                (),
                (
                    Group((), (plus(0, 2),)),
                    Group((at_least(0, 1),), (plus(0, 3),)),
                    Group((at_least(0, 100),), (plus(0, 50),)),
                    Group((), (Multiply(1, Linear(1, ((0, 1),))),)),
                ),
            ),
        ),
    )
    tests = [Compare(IS_ZERO, Linear(-6, ((0, 1),))), Compare(IS_ZERO, Linear(-6, ((1, 1),)))]
    assert plan(task, tests, (1, 3)) == (FOUND, 1, (0,))


@each_heuristic
def test_an_action_that_would_leave_the_bounds_of_a_number_cannot_be_applied(heuristic):
    task = Task((Field("n", INTEGER, low=0, high=5),), (action(plus(0, 3)), action(plus(0, 1), cost=5)))
    assert plan(task, [at_least(0, 5)], (0,), heuristic=heuristic) == (FOUND, 11, (0, 1, 1))
    assert plan(task, [at_least(0, 6)], (0,), heuristic=heuristic) == (UNREACHABLE, -1, ())


@pytest.mark.parametrize(
    ("test", "start", "actions"),
    [
        (Compare(ABOVE_ZERO, Linear(-3, ((0, 1),))), 0, (0,)),
        (Compare(ABOVE_ZERO, Linear(-4, ((0, 1),))), 0, (0, 0)),
        (Compare(IS_ZERO, Linear(-3, ((0, 1),))), 0, (0, 2)),
        (Compare(IS_ZERO, Linear(3, ((0, 1),))), 0, (2, 2, 2)),
        (Compare(IS_NOT_ZERO, Linear(0, ((0, 1),))), 0, (0,)),
        (Compare(IS_NOT_ZERO, Linear(0, ((0, 1),))), 7, ()),
        (at_most(0, -1), 0, (2,)),
    ],
)
@each_heuristic
def test_every_comparison_is_a_goal(test, start, actions, heuristic):
    task = Task((Field("n", INTEGER, low=-20, high=20),), (action(plus(0, 4)), action(plus(0, 2)), action(plus(0, -1))))
    status, _, found = plan(task, [test], (start,), heuristic=heuristic)
    assert status == FOUND
    assert found == actions


@each_heuristic
def test_costs_that_depend_on_the_state_are_paid_where_the_action_is_done(heuristic):
    """G4: wait until the price has fallen."""
    price, bought = Field("price", INTEGER, low=0, high=9), Field("bought", FINITE, 2)
    task = Task((price, bought), (action(plus(0, -3), cost=1), action(Put(1, 1), cost=Linear(0, ((0, 2),)))))
    assert plan(task, [true(1)], (9, 0), heuristic=heuristic) == (FOUND, 3, (0, 0, 0, 1))


def test_costs_given_for_one_planning_replace_those_of_the_task():
    """-1: not usable; -2: the task's own."""
    assert plan(WOODCUTTER, THREE_WOOD, (1, 0, 0), costs=(-2, -2, 1)) == (FOUND, 3, (GATHER,) * 3)
    assert plan(WOODCUTTER, THREE_WOOD, (1, 0, 0), costs=(-1, -2, -2)) == (FOUND, 24, (GATHER,) * 3)
    assert plan(WOODCUTTER, THREE_WOOD, (1, 0, 0), costs=(-1, -2, -1)) == (UNREACHABLE, -1, ())


def test_a_space_without_the_goal_is_exhausted():
    """G5: each half can be had, not both."""
    fields = (Field("a", FINITE, 2), Field("b", FINITE, 2))
    task = Task(fields, (action(Put(0, 1), Put(1, 0)), action(Put(1, 1), Put(0, 0))))
    for heuristic in (BLIND, GOALS):
        search = reference.Goal(reference.Task(task), [true(0), true(1)]).search((0, 0), heuristic=heuristic)
        assert search.run() == EXHAUSTED
        assert search.result()[:5] == (EXHAUSTED, -1, -1, (), 3)


def test_a_goal_out_of_relaxed_reach_is_refused_without_search():
    """G5: though wood could be gathered for ever."""
    task = Task(FIELDS, WOODCUTTER.actions)
    search = reference.Goal(reference.Task(task), [true(HAS_AXE)]).search((0, 0, 0))
    assert search.run() == UNREACHABLE
    assert search.result()[4] == 0


def test_a_spent_budget_says_which_and_gives_what_is_nearest():
    """G5."""
    goal = reference.Goal(reference.Task(WOODCUTTER), [at_least(WOOD, 40)])
    search = goal.search((1, 0, 0))
    assert search.run(5) == EXPANSIONS
    status, cost, bound, actions, expansions, *_ = search.result()
    assert (status, cost, expansions) == (EXPANSIONS, -1, 5)
    assert 0 < bound <= 162
    assert actions
    assert search.run(10**6, bytes=100) == BYTES
    assert search.run(10**6, seconds=1e-9) == SECONDS
    assert search.run() == FOUND
    assert search.result()[1] == 162
    assert search.run() == FOUND


@pytest.mark.parametrize("slice_", [1, 2, 7, 1000])
def test_slicing_changes_nothing(slice_):
    """G5: neither the plan nor the counts."""
    goal = reference.Goal(reference.Task(WOODCUTTER), [at_least(WOOD, 12)])
    whole, parts = goal.search((1, 0, 0)), goal.search((1, 0, 0))
    whole.run()
    while parts.run(slice_) == EXPANSIONS:
        pass
    assert parts.result() == whole.result()


def test_the_bound_rises_to_the_cost():
    """G5: no plan is cheaper than the bound, at any time."""
    search = reference.Goal(reference.Task(WOODCUTTER), [at_least(WOOD, 9)]).search((1, 0, 0), heuristic=BLIND)
    bounds = []
    while search.run(1) == EXPANSIONS:
        bounds.append(search.result()[2])
    assert bounds == sorted(bounds)
    assert max(bounds) <= search.result()[1] == search.result()[2] == 38


def test_a_weight_bounds_the_cost():
    """G4: at most twice the least, and the bound is honest."""
    search = reference.Goal(reference.Task(WOODCUTTER), [at_least(WOOD, 9)]).search((1, 0, 0), weight=2.0)
    assert search.run() == FOUND
    _, cost, bound, *_ = search.result()
    assert bound <= 38 <= cost <= 76


def test_estimates_never_say_too_much():
    goal = reference.Goal(reference.Task(WOODCUTTER), THREE_WOOD)
    assert goal.estimate((1, 0, 0)) == 12
    assert goal.estimate((1, 0, 2)) == 4
    assert goal.estimate((0, 0, 0)) == 24, "the axe is out of reach, and so is chopping"
    assert goal.estimate((0, 0, 3)) == 0
    assert goal.estimate((0, 0, 0), (-1, -1, -1)) == -1
    assert goal.estimate((1, 0, 0), None, BLIND) == 2


@pytest.mark.parametrize(
    "write", [plus(0, 1), Multiply(0, Linear(2)), Assign(0, Linear(0, ((0, 2),)))], ids=["sum", "product", "weight"]
)
def test_a_step_to_an_integer_beyond_64_bits_is_told_if_there_is_no_plan_without_it(write):
    """G4."""
    fields = (Field("n", INTEGER), Field("done", FINITE, 2))
    grow = action(write, cost=1)
    task = Task(fields, (action(Put(1, 1), cost=100), grow))
    assert plan(task, [true(1)], (INT64_MAX, 0), heuristic=BLIND) == (FOUND, 100, (0,))
    task = Task(fields, (grow,))
    above = Compare(ABOVE_ZERO, Linear(-INT64_MAX, ((0, 1),)))
    assert plan(task, [above], (INT64_MAX, 0), heuristic=BLIND) == (OVERFLOW, -1, (0,))


def test_a_real_number_that_becomes_infinite_ends_the_search():
    task = Task((Field("x", REAL), Field("done", FINITE, 2)), (action(Multiply(0, Linear(1e200, real=True))),))
    tests = [Compare(ABOVE_ZERO, Linear(-1e308, ((0, 1.0),), real=True)), true(1)]
    assert plan(task, tests[:1], (1e200, 0)) == (OVERFLOW, -1, (0,))


def test_negative_zero_is_zero():
    """Two states that are equal look equal."""
    task = Task((Field("x", REAL),), (action(Multiply(0, Linear(-1.0, real=True))),))
    assert repr(Steps(task).apply(0, (0.0,))) == "(0.0,)"


def test_a_negative_cost_ends_the_search_with_the_path_to_it():
    """G4: only where the action can be applied."""
    fields = (Field("n", INTEGER, low=0, high=9), Field("done", FINITE, 2))
    rebate = action(Put(1, 1), cost=Linear(2, ((0, -1),)), tests=[at_least(0, 3)])
    task = Task(fields, (action(plus(0, 1)), rebate))
    assert plan(task, [true(1)], (0, 0)) == (NEGATIVE_COST, -1, (0, 0, 0, 1))


def test_real_costs_are_rounded_to_the_nearest_unit():
    task = Task(
        (Field("x", REAL), Field("done", FINITE, 2)), (action(Put(1, 1), cost=Linear(0.0, ((0, 1.0),), real=True)),)
    )
    costs = [plan(task, [true(1)], (x, 0))[1] for x in (0.4, 0.5, 0.6, 1.5, 2.5)]
    assert costs == [0, 0, 1, 2, 2]


def test_plans_too_dear_to_be_counted_are_an_error_only_if_there_is_no_other():
    """G4: a total stays below 2^42 units."""
    fields = (Field("done", FINITE, 2),)
    dear = action(Put(0, 1), cost=MAX_UNITS)
    assert plan(Task(fields, (dear,)), [true(0)], (0,)) == (OVERFLOW, -1, (0,))
    assert plan(Task(fields, (dear, action(Put(0, 1), cost=7))), [true(0)], (0,)) == (FOUND, 7, (1,))


def test_axes_are_fetched_only_where_they_are():
    assert plan(WOODCUTTER, [true(HAS_AXE)], (1, 0, 0)) == (FOUND, 2, (GET_AXE,))
    assert WOODCUTTER.fields[AXE_AVAILABLE].name == "axe_available"
