"""Public examples of GOAP, with the plans that are right for them (rules G1 to G6)."""

import pytest

from gumption.goap import Goal, NoPlan, Plan
from tests.goap import brute
from tests.goap.engines import HEURISTIC_NAMES, VOCABULARIES, WAYS, each_engine, names_of
from tests.goap.scenarios import CASES, DAY, DUEL, SETTLER, Actions, duellist, guard, settler, shopper, won

each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def plan_of(engine, case, **options):
    v = VOCABULARIES[engine]
    return case.recipe(v).plan(case.start, case.goal(v), **options)


@each_engine
@each_case
def test_the_plan_is_the_cheapest(engine, case):
    plan = plan_of(engine, case)
    if case.cost is None:
        assert isinstance(plan, NoPlan)
        assert plan.reason in ("unreachable", "exhausted")
        return
    assert isinstance(plan, Plan)
    assert plan.cost == case.cost
    assert (plan.lower_bound, plan.gap, plan.reason) == (plan.cost, 0.0, "cheapest")
    assert names_of(plan) == (case.steps or names_of(plan))
    assert len(plan) == (case.length or len(case.steps))


@each_case
def test_the_costs_told_are_those_of_the_oracle(case):
    answer = case.recipe(brute).plan(case.start, case.goal(brute))
    assert (None if answer is None else answer.cost) == brute.exact(case.cost)


@pytest.mark.parametrize(("engine", "heuristic"), [way for way in WAYS if way[1]])
@each_case
def test_each_heuristic_finds_the_plan_that_the_oracle_finds(engine, heuristic, case):
    plan = plan_of(engine, case, heuristic=HEURISTIC_NAMES[heuristic])
    answer = case.recipe(brute).plan(case.start, case.goal(brute))
    assert (names_of(plan) if plan else None) == (answer.steps if answer else None)


@each_engine
@each_case
def test_the_plan_leads_where_it_says_by_two_other_codes(engine, case):
    plan = plan_of(engine, case)
    if plan:
        cost, end = case.recipe(brute).follow(case.start, names_of(plan))
        told = plan.validate()
        assert cost == brute.exact(plan.cost)
        assert {name: value for name, value in end.items() if name in told} == {
            name: told[name] for name in end if name in told
        }
        assert brute.holds(case.goal(brute), end)


@each_engine
def test_of_several_goals_the_most_urgent_with_a_plan_is_taken(engine):
    """adammyhre/Unity-GOAP: attack if somebody is there, else rest, else wander (G6)."""
    domain = guard(VOCABULARIES[engine])
    goals = [
        Goal("wander about", {"moving": True}, priority=1),
        Goal("stay rested", {"rested": True}, priority=2),
        Goal("stay healthy", {"healthy": True}, priority=2),
        Goal("repel", {"attacking": True}, priority=3),
    ]
    chosen = []
    for known in (
        {"intruder_seen": True},
        {},
        {"rested": True},
        {"rested": True, "healthy": True},
        {"rested": True, "healthy": True, "moving": True, "intruder_seen": True},
    ):
        plan = domain.plan({"at": "yard", **known}, goals)
        chosen.append(plan.goal.name)
    assert chosen == ["repel", "stay rested", "stay healthy", "wander about", "repel"]


@each_engine
def test_when_no_goal_has_a_plan_the_most_urgent_is_told_first(engine):
    domain = guard(VOCABULARIES[engine])
    goals = [Goal("vanish", {"intruder_close": True}, priority=1), Goal("repel", {"attacking": True}, priority=3)]
    no_plan = domain.plan({"at": "yard"}, goals)
    assert not no_plan
    assert no_plan.goal.name == "repel"
    assert [each.goal.name for each in no_plan.others] == ["vanish"]


@each_engine
def test_the_settlers_goals_are_met_one_after_another(engine):
    """crashkonijn/GOAP, Demo Complex: plan, carry out, plan again until nothing is left to do (G6)."""
    v = VOCABULARIES[engine]
    domain = settler(v)
    goals = [
        Goal("be fed", {"hunger": v.at_most(50)}, priority=3),
        Goal("own an axe", {"axes": v.at_least(1)}, priority=2),
        Goal("be tidy", {"litter": 0}, priority=1),
    ]
    state, done = SETTLER, []
    for _ in range(3):
        plan = domain.plan(state, goals)
        done.append((plan.goal.name, plan.cost))
        state = plan.validate()
    assert done == [("be fed", 3), ("own an axe", 12), ("be tidy", 10)]
    assert names_of(domain.plan(state, goals)) == ()


@each_engine
def test_an_action_left_out_is_not_used(engine):
    domain = duellist(VOCABULARIES[engine])
    plan = domain.plan(DUEL, won(None), without=["stab"])
    assert names_of(plan) == ("draw pistol", "rush about", "load", "step to shooting range", "shoot")
    assert plan.cost == 158


@each_engine
def test_one_domain_serves_many_starts(engine):
    v = VOCABULARIES[engine]
    domain = shopper(v)
    costs = {money: domain.plan({**DAY, "money": money}, {"food": v.at_least(5)}).cost for money in (0, 3, 5, 9)}
    assert costs == {0: 16, 3: 13, 5: 8, 9: 8}


def test_recipes_can_be_taken_apart():
    assert len(duellist(Actions(brute))) == 12
