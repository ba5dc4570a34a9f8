"""No input can crash the native planner or make it hang: an answer or an ordinary error comes out."""

import gc
import resource
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gumption.goap.tables.encode import encode_task, encode_tests
from gumption.goap.tables.task import (
    FINITE,
    INTEGER,
    REAL,
    Among,
    Assign,
    Compare,
    Field,
    Group,
    Linear,
    Task,
    TaskAction,
)
from tests.goap import scenarios
from tests.goap.engines import VOCABULARIES, names_of, native, properties
from tests.goap.tables import problems

if native is None:
    pytest.skip("the native planner is not built", allow_module_level=True)

many = settings(properties, max_examples=200)
REFUSALS = (ValueError, TypeError, OverflowError)
RESULT = 9
"""Numbers in a result."""
int64 = st.integers(-(2**63), 2**63 - 1)
telling = st.one_of(st.integers(-3, 12), st.sampled_from([-(2**63), 2**63 - 1, 2**31, 2**32, 2**43, 2**62]), int64)


def chop(bound=None):
    """One number that grows by one, and a switch and a real that do nothing."""
    fields = (Field("wood", INTEGER, high=bound), Field("lit", FINITE, 2), Field("heat", REAL))
    return Task(fields, (TaskAction(Linear(1), (), (Group((), (Assign(0, Linear(1, ((0, 1),))),)),)),))


def goal_for(task, *tests):
    return native.Goal(native.Task(encode_task(task)), encode_tests(tests))


def at_least(number):
    return Compare(0, Linear(-number, ((0, 1),)))


def try_out(table, goal_table, values):
    """Everything that can be done with tables, for a little while."""
    try:
        goal = native.Goal(native.Task(table), goal_table)
        for heuristic in range(5):
            search = goal.search(values, None, heuristic, 1.0)
            assert search.run(50, 2**20, 0.5) in range(9)
            assert len(search.result()) == RESULT
        for heuristic in range(6):
            assert goal.estimate(values, None, heuristic) >= -1
    except REFUSALS:
        return False
    return True


@many
@given(table=st.lists(telling, max_size=60), goal=st.lists(telling, max_size=12), values=st.lists(telling, max_size=6))
def test_random_numbers_are_no_table(table, goal, values):
    try_out(array("q", table), array("q", goal), tuple(values))
    try_out(array("q", [1, *table]), array("q", goal), tuple(values))


@many
@given(problem=problems(), data=st.data())
def test_a_damaged_table_does_no_harm(problem, data):
    task, tests, values = problem
    table, goal = encode_task(task), encode_tests(tests)
    for target in (table, goal):
        for position in data.draw(st.lists(st.integers(0, len(target) - 1), max_size=2)):
            target[position] = data.draw(telling)
    try_out(table, goal, values)


@settings(many, max_examples=40)
@given(problem=problems())
def test_a_table_that_ends_early_or_late_is_refused(problem):
    task, tests, values = problem
    table, goal = encode_task(task), encode_tests(tests)
    assert try_out(table, goal, values)
    for length in range(len(table)):
        with pytest.raises(ValueError, match="number"):
            native.Task(table[:length])
    with pytest.raises(ValueError, match="left over"):
        native.Task(table + array("q", [0]))
    native_task = native.Task(table)
    for length in range(len(goal)):
        with pytest.raises(ValueError, match="number"):
            native.Goal(native_task, goal[:length])


@settings(many, max_examples=100)
@given(
    problem=problems(),
    values=st.lists(
        st.one_of(telling, st.integers(), st.floats(), st.booleans(), st.none(), st.text(max_size=2)), max_size=8
    ),
)
def test_any_values_are_read_or_refused(problem, values):
    task, tests, _ = problem
    try_out(encode_task(task), encode_tests(tests), tuple(values))


@pytest.mark.parametrize(
    "values",
    [
        (),
        (0,),
        (0, 0),
        (0, 0, 0.0, 0),
        (0.0, 0, 0.0),
        ("0", 0, 0.0),
        (None, 0, 0.0),
        (2**63, 0, 0.0),
        (-(2**63) - 1, 0, 0.0),
        (2**200, 0, 0.0),
        (0, 2, 0.0),
        (0, -1, 0.0),
        (0, 2**32, 0.0),
        (0, 2**64, 0.0),
        (0, 0, "0"),
        (0, 0, None),
        (0, 0, 10**400),
        [0, 0, 0.0],
        None,
        3,
        {"wood": 0},
        "woo",
    ],
    ids=repr,
)
def test_wrong_values_are_refused_at_every_door(values):
    goal = goal_for(chop(bound=10), at_least(3))
    for door in (
        lambda: goal.plan(values),
        lambda: goal.search(values, None, 0, 1.0),
        lambda: goal.estimate(values, None, 0),
    ):
        with pytest.raises(REFUSALS):
            door()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_reals_that_are_no_numbers_are_refused(number):
    with pytest.raises(REFUSALS):
        goal_for(chop(), at_least(3)).plan((0, 0, number))


@pytest.mark.parametrize("costs", [(), (1, 1), (-3,), (2**63,), (2**62,), (1.5,), ("1",), (None,), [1], 1], ids=repr)
def test_wrong_costs_are_refused(costs):
    goal = goal_for(chop(), at_least(3))
    with pytest.raises(REFUSALS):
        goal.search((0, 0, 0.0), costs, 0, 1.0)
    with pytest.raises(REFUSALS):
        goal.estimate((0, 0, 0.0), costs, 0)


@pytest.mark.parametrize(
    ("heuristic", "weight"),
    [
        (-1, 1.0),
        (6, 1.0),
        (2**40, 1.0),
        ("1", 1.0),
        (None, 1.0),
        (0, 0.5),
        (0, float("nan")),
        (0, float("inf")),
        (0, "2"),
    ],
)
def test_wrong_options_are_refused(heuristic, weight):
    with pytest.raises(REFUSALS):
        goal_for(chop(), at_least(3)).search((0, 0, 0.0), None, heuristic, weight)


@pytest.mark.parametrize(
    "table", [None, 3, [1, 0, 0], (1, 0, 0), b"12345678", array("i", [1, 0, 0]), array("d", [1.0]), "1"]
)
def test_only_arrays_of_64_bits_are_tables(table):
    with pytest.raises(REFUSALS):
        native.Task(table)
    with pytest.raises(REFUSALS):
        native.Goal(native.Task(encode_task(chop())), table)


def test_a_goal_needs_a_task():
    for task in (None, 3, encode_task(chop())):
        with pytest.raises(TypeError):
            native.Goal(task, encode_tests([]))


@pytest.mark.parametrize(
    "limits", [(-1, 1, 0.0), (1, -1, 0.0), (2**64, 1, 0.0), (1.5, 1, 0.0), ("1", 1, 0.0), (1, 1, "0")]
)
def test_wrong_limits_are_refused(limits):
    search = goal_for(chop(), at_least(3)).search((0, 0, 0.0), None, 0, 1.0)
    with pytest.raises(REFUSALS):
        search.run(*limits)


def test_huge_limits_are_no_work():
    search = goal_for(chop(), at_least(3)).search((0, 0, 0.0), None, 0, 1.0)
    assert search.run(2**64 - 1, 2**64 - 1, 1e300) == 1
    assert search.run(2**64 - 1, 2**64 - 1, 1e300) == 1
    assert search.result()[3] == (0, 0, 0)


def test_numbers_at_the_ends_of_64_bits_overflow_and_do_not_wrap():
    goal = goal_for(chop(), at_least(2**63 - 1), Among(1, frozenset({1})))
    for start in (2**63 - 1, 2**63 - 2):
        for heuristic in (1, 2):
            search = goal.search((start, 0, 0.0), None, heuristic, 1.0)
            assert search.run(100, 2**20, 0.0) in (2, 3, 7)
            assert search.result()[1] == -1


def test_an_empty_task_and_an_empty_goal_have_an_answer():
    empty = native.Task(encode_task(Task((), ())))
    assert native.Goal(empty, encode_tests([])).plan(())[:4] == (1, 0, 0, ())
    assert native.Goal(native.Task(encode_task(Task(chop().fields, ()))), encode_tests([at_least(1)])).plan(
        (0, 0, 0.0)
    )[0] in (2, 3)


# Threads


def test_four_threads_get_the_answers_that_one_gets():
    cases = [case for case in scenarios.CASES if case.cost is not None]
    v = VOCABULARIES["native"]
    shared = [(case.recipe(v), case.start, case.goal(v), case) for case in cases]

    def work(_):
        return [(names_of(plan), plan.cost) for plan in (domain.plan(*asked) for domain, *asked, _ in shared)]

    alone = work(0)
    with ThreadPoolExecutor(4) as pool:
        assert all(answers == alone for answers in pool.map(work, range(12)))


def test_one_goal_serves_four_threads():
    goal = goal_for(chop(), at_least(300))
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda start: goal.plan((start, 0, 0.0)), [0, 100, 200, 299] * 50))
    assert [len(result[3]) for result in results] == [300, 200, 100, 1] * 50


def test_a_search_is_not_run_by_two_threads_at_once():
    goal = goal_for(chop(), at_least(0), Among(1, frozenset({1})))
    search = goal.search((0, 0, 0.0), None, 1, 1.0)

    def run(_):
        try:
            return search.run(20_000, 2**28, 0.0)
        except RuntimeError as error:
            return str(error)

    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(run, range(8)))
    assert answers <= {2, 3, 4, "this search is running in another thread"}


# Memory


def peak():
    """The most memory that this process ever had, in bytes."""
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def test_memory_is_flat_over_twenty_thousand_plans():
    """crashkonijn/GOAP #60, #223, #359."""
    v = VOCABULARIES["native"]
    domain, goal = scenarios.duellist(v), scenarios.won(v)

    def plan(times):
        for number in range(times):
            assert domain.plan({**scenarios.DUEL, "has_dagger": number % 2 == 0}, goal).cost == 158

    plan(500)
    before = peak()
    plan(20_000)
    assert peak() - before < 8 * 2**20


def test_goals_and_tasks_that_are_gone_leave_nothing_behind():
    task, tests = chop(), [at_least(50)]
    for _ in range(500):
        goal_for(task, *tests).plan((0, 0, 0.0))
    before = peak()
    for _ in range(5_000):
        goal_for(task, *tests).plan((0, 0, 0.0))
    assert peak() - before < 8 * 2**20
