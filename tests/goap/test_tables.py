"""Engines beneath the vocabulary: random task tables against a plain reading of them (rules G2, G4, G5)."""

from hypothesis import given, settings

from tests.goap.engines import EXHAUSTED, EXPANSIONS, FOUND, UNREACHABLE, each_way, goal_of, properties
from tests.goap.tables import least_plan, problems, remaining

few = settings(properties, max_examples=20)


@each_way
@properties
@given(problem=problems())
def test_the_plan_is_the_least_there_is(engine, heuristic, problem):
    task, goal, start = problem
    search = goal_of(engine, task, goal).search(start, None, heuristic, 1.0)
    status = search.run(100_000, 2**28, 0.0)
    _, cost, bound, actions, *_ = search.result()
    expected = least_plan(task, goal, start)
    if expected is None:
        assert status in (EXHAUSTED, UNREACHABLE)
        assert cost == -1
    else:
        assert (status, cost, actions) == (FOUND, *expected)
        assert bound == cost


@each_way
@few
@given(problem=problems())
def test_no_estimate_is_more_than_what_is_left_to_pay(engine, heuristic, problem):
    task, goal, start = problem
    asked = goal_of(engine, task, goal)
    for state, left in sorted(remaining(task, goal, start).items())[:150]:
        estimate = asked.estimate(state, None, heuristic)
        if left is not None:
            assert 0 <= estimate <= left, state


@each_way
@few
@given(problem=problems())
def test_a_search_in_slices_gives_the_same_answer(engine, heuristic, problem):
    task, goal, start = problem
    asked = goal_of(engine, task, goal)
    whole, sliced = (asked.search(start, None, heuristic, 1.0) for _ in range(2))
    whole.run(100_000, 2**28, 0.0)
    for _ in range(100_000):
        if sliced.run(1, 2**28, 0.0) != EXPANSIONS:
            break
    assert sliced.result()[:4] == whole.result()[:4]
