"""Laws of planning that hold for every domain, start and goal: random small ones against an oracle (rules G1 to G5)."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gumption.errors import DefinitionError, UsageError
from gumption.goap import Budget, NoPlan, Plan
from tests.goap import brute
from tests.goap.engines import HEURISTIC_NAMES, VOCABULARIES, each_engine, each_way, names_of, properties
from tests.goap.strategies import puzzles

few = settings(properties, max_examples=30)
finite, infinite = puzzles(), puzzles(finite=False)
AMPLE = Budget(expansions=20_000)
REFUSED = {"goap-impossible", "goap-range", "goap-contradiction"}
"""What a random domain may be refused for."""


def domain_of(puzzle, engine):
    """The puzzle's domain; what is refused for a good reason is not looked at."""
    try:
        return puzzle.domain(VOCABULARIES[engine])
    except DefinitionError as error:
        if {each.code for each in error.problems} <= REFUSED:
            return assume(False)
        raise


def answer_of(domain, puzzle, engine, **options):
    """A plan, or no plan; a goal that is refused since no state fits it has none."""
    try:
        return domain.plan(puzzle.start, puzzle.goal_in(VOCABULARIES[engine]), **options)
    except DefinitionError as error:
        if {each.code for each in error.problems} == {"goap-impossible"}:
            return None
        raise


def oracle_of(puzzle, *, limit=600):
    try:
        return puzzle.domain(brute).plan(puzzle.start, puzzle.goal_in(brute), limit=limit)
    except brute.TooLarge:
        return assume(False)


def told(answer):
    """What must be equal in equal answers."""
    return (answer.cost, names_of(answer)) if answer else (None, getattr(answer, "reason", "unreachable"))


@each_way
@properties
@given(puzzle=finite)
def test_the_plan_is_the_oracles_to_the_last_action(engine, heuristic, puzzle):
    """G4: least by (cost, number of actions, order of declaration), whichever engine and heuristic."""
    domain = domain_of(puzzle, engine)
    expected = oracle_of(puzzle)
    answer = answer_of(domain, puzzle, engine, heuristic=HEURISTIC_NAMES[heuristic])
    if expected is None:
        assert not answer
        return
    assert isinstance(answer, Plan)
    assert (names_of(answer), brute.exact(answer.cost)) == (expected.steps, expected.cost)
    assert (answer.lower_bound, answer.gap, answer.reason) == (answer.cost, 0, "cheapest")


@each_way
@properties
@given(puzzle=infinite)
def test_the_plan_is_the_oracles_where_numbers_have_no_bounds(engine, heuristic, puzzle):
    """The oracle and the engine look at a part of what is there, and must find the same in it."""
    domain = domain_of(puzzle, engine)
    expected = oracle_of(puzzle, limit=300)
    answer = answer_of(domain, puzzle, engine, heuristic=HEURISTIC_NAMES[heuristic], budget=AMPLE)
    if expected is None:
        assert not answer
    else:
        assert (names_of(answer), brute.exact(answer.cost)) == (expected.steps, expected.cost)


@each_engine
@properties
@given(puzzle=st.one_of(finite, infinite))
def test_every_plan_is_valid_by_its_own_validator_and_by_the_oracle(engine, puzzle):
    domain = domain_of(puzzle, engine)
    plan = answer_of(domain, puzzle, engine, budget=Budget(expansions=2_000))
    assume(plan)
    end = plan.validate()
    cost, state = puzzle.domain(brute).follow(puzzle.start, names_of(plan))
    assert cost == brute.exact(plan.cost)
    assert brute.holds(puzzle.goal_in(brute), state)
    assert {name: brute.exact(value) for name, value in end.items()} == {name: state[name] for name in end}
    assert dict(plan.states[-1]) == end


@each_engine
@properties
@given(puzzle=finite)
def test_what_is_called_out_of_reach_is(engine, puzzle):
    """G5: the reason is a proof: no state within reach fits the conditions that it names."""
    domain = domain_of(puzzle, engine)
    answer = answer_of(domain, puzzle, engine)
    assume(isinstance(answer, NoPlan))
    assert answer.reason in ("unreachable", "exhausted")
    assert (answer.reason == "unreachable") == bool(answer.unreachable)
    assert (answer.partial, answer.lower_bound) == (None, None)
    oracle, goal = puzzle.domain(brute), puzzle.goal_in(brute)
    hopeless = [
        name for name in goal if any(text.removeprefix("not ").split()[0] == name for text in answer.unreachable)
    ]
    assert bool(hopeless) == bool(answer.unreachable)
    for state in oracle.reachable(puzzle.start):
        assert not any(brute.holds({name: goal[name]}, state) for name in hopeless)


@each_way
@few
@given(puzzle=finite)
def test_no_estimate_is_more_than_what_is_left_to_pay(engine, heuristic, puzzle):
    """Admissible in every state within reach (JuliaPlanners/SymbolicPlanners.jl #23: an LM-cut that was not)."""
    domain = domain_of(puzzle, engine)
    goal = puzzle.goal_in(VOCABULARIES[engine])
    for state, left in puzzle.domain(brute).remaining(puzzle.start, puzzle.goal_in(brute))[:100]:
        if left is not None:
            target, start = domain.target(state, goal)
            estimate = target.handle.estimate(start.encoded, None, heuristic)
            assert 0 <= Fraction(estimate, target.encoding.unit) <= left, state


@each_engine
@few
@given(puzzle=finite, weight=st.sampled_from([1.1, 1.5, 2, 5.0]))
def test_a_weighted_plan_costs_at_most_so_much_more(engine, puzzle, weight):
    """G4."""
    domain = domain_of(puzzle, engine)
    expected = oracle_of(puzzle)
    plan = answer_of(domain, puzzle, engine, weight=weight)
    assert bool(plan) == (expected is not None)
    if plan:
        plan.validate()
        assert expected.cost <= brute.exact(plan.cost) <= brute.exact(weight) * expected.cost
        assert brute.exact(plan.lower_bound) <= expected.cost
        assert plan.reason == ("cheapest" if plan.gap == 0 else "weight")


@each_engine
@few
@given(puzzle=st.one_of(finite, infinite), piece=st.integers(1, 3))
def test_a_search_in_pieces_gives_the_same_answer(engine, puzzle, piece):
    """G5: sliced over ticks."""
    domain = domain_of(puzzle, engine)
    budget = Budget(expansions=150)
    whole = answer_of(domain, puzzle, engine, budget=budget)
    assume(whole is not None)
    search = domain.search(puzzle.start, puzzle.goal_in(VOCABULARIES[engine]), budget=budget)
    answer = None
    while answer is None:
        answer = search.run(expansions=piece)
    assert told(answer) == told(whole)
    assert answer.stats == whole.stats
    assert search.run() is answer


@each_engine
@few
@given(puzzle=finite, first=st.integers(1, 5))
def test_what_a_budget_stopped_goes_on_to_the_same_answer(engine, puzzle, first):
    """G5: resumed, as often as it takes."""
    domain = domain_of(puzzle, engine)
    whole = answer_of(domain, puzzle, engine)
    answer = answer_of(domain, puzzle, engine, budget=Budget(expansions=first))
    assume(answer is not None)
    while answer.reason == "budget":
        if answer:  # a plan, but perhaps not the least
            expected = oracle_of(puzzle)
            assert brute.exact(answer.lower_bound) <= expected.cost <= brute.exact(answer.cost)
            return
        assert answer.stats.expansions % first == 0
        assert not whole or answer.lower_bound <= whole.cost
        if answer.partial is not None:
            puzzle.domain(brute).follow(puzzle.start, names_of(answer.partial))
        answer = answer.resume(Budget(expansions=first))
    assert told(answer) == told(whole)


@each_engine
@few
@given(puzzle=st.one_of(finite, infinite))
def test_equal_questions_get_equal_answers(engine, puzzle):
    """From the same domain, and from another one of the same text; and every answer can be told to others."""
    budget = Budget(expansions=200)
    domain = domain_of(puzzle, engine)
    answers = [answer_of(each, puzzle, engine, budget=budget) for each in (domain, domain, domain_of(puzzle, engine))]
    assert len({json.dumps(told(each)) for each in answers}) == 1
    assert len({str(each) for each in answers}) == 1
    assert len({getattr(each, "stats", None) for each in answers}) == 1


@each_engine
@few
@given(puzzle=finite, shuffle=st.randoms(use_true_random=False))
def test_the_order_of_dictionaries_does_not_matter(engine, puzzle, shuffle):
    """Only the order of actions does."""

    def mixed(of):
        keys = list(of)
        shuffle.shuffle(keys)
        return {key: of[key] for key in keys}

    domain = domain_of(puzzle, engine)
    deeds = [
        replace(deed, preconditions=mixed(deed.preconditions), effects=[mixed(deed.effects[0]), *deed.effects[1:]])
        for deed in puzzle.deeds
    ]
    other = replace(puzzle, deeds=deeds, start=mixed(puzzle.start), goal=mixed(puzzle.goal), names=mixed(puzzle.names))
    assert told(answer_of(domain_of(other, engine), other, engine)) == told(answer_of(domain, puzzle, engine))


@each_engine
@few
@given(puzzle=finite)
def test_kinds_that_are_inferred_give_the_plans_of_declared_ones(engine, puzzle):
    """G1: only bounds must be declared."""
    ranges = {name: kind for name, kind in puzzle.names.items() if isinstance(kind, range)}
    domain = domain_of(puzzle, engine)
    bare = replace(puzzle, names=ranges)
    try:
        inferred = bare.domain(VOCABULARIES[engine])
        answer = inferred.plan(bare.start, bare.goal_in(VOCABULARIES[engine]))
    except (DefinitionError, UsageError):  # too little is said of a name
        assume(False)
    assert bool(answer) == bool(answer_of(domain, puzzle, engine))
    if answer:
        assert told(answer) == told(answer_of(domain, puzzle, engine))


@each_engine
@few
@given(puzzle=finite, out=st.integers(0, 4))
def test_an_action_that_is_left_out_might_as_well_not_be_there(engine, puzzle, out):
    assume(out < len(puzzle.deeds) > 1)
    domain = domain_of(puzzle, engine)
    fewer = replace(puzzle, deeds=[deed for number, deed in enumerate(puzzle.deeds) if number != out])
    assert (
        told(answer_of(domain, puzzle, engine, without=[f"a{out}"]))[0]
        == told(answer_of(domain_of(fewer, engine), fewer, engine))[0]
    )


@pytest.mark.skipif(len(VOCABULARIES) < 2, reason="the native planner is not built")
@properties
@given(puzzle=infinite)
def test_native_and_reference_agree_wherever_both_answer(puzzle):
    """Without an oracle, hence on larger searches."""
    answers = [
        answer_of(domain_of(puzzle, engine), puzzle, engine, heuristic="goals", budget=Budget(expansions=1_500))
        for engine in ("native", "reference")
    ]
    if all(answer is not None and answer.reason != "budget" for answer in answers):
        assert told(answers[0]) == told(answers[1])
