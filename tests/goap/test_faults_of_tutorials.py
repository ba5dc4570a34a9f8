"""Faults of planners that were read or run: heuristics, closed lists, depth-first search (rule G11 and others)."""

import pytest

from gumption.errors import PlanError
from gumption.goap import Budget, Goal, add, at_least, subtract
from tests.goap import brute, scenarios
from tests.goap.engines import HEURISTIC_NAMES, VOCABULARIES, WAYS, names_of


@pytest.fixture(params=VOCABULARIES)
def v(request):
    """The vocabulary with each engine."""
    return VOCABULARIES[request.param]


def switches(v, count):
    return v.Domain([v.Action(f"switch {number}", effects={f"on {number}": True}) for number in range(count)])


def all_on(count):
    return {f"on {number}": True for number in range(count)}


def test_only_what_a_condition_names_is_compared(v):
    """Ports of sploreg/goap swap the arguments of the subset test (G11)."""
    domain = v.Domain(
        [
            v.Action("chop", preconditions={"axe": True}, effects={"wood": True}),
            v.Action("rest", effects={"rested": True, "axe": False}),
        ]
    )
    assert names_of(domain.plan({"axe": True, "rested": True}, {"wood": True})) == ("chop",)
    assert not domain.plan({"rested": True}, {"wood": True})
    assert names_of(domain.plan({"axe": True}, {"rested": True, "wood": True})) == ("chop", "rest")


def test_an_effect_replaces_the_old_value(v):
    """sploreg/goap populateState: both values stood in the state (G11)."""
    domain = v.Domain(
        [
            v.Action("drop", effects={"tool": False}),
            v.Action("climb", preconditions={"tool": False}, effects={"up": True}),
            v.Action("hammer", preconditions={"tool": True, "up": True}, effects={"done": True}),
        ]
    )
    no_plan = domain.plan({"tool": True}, {"done": True})
    assert not no_plan
    assert no_plan.reason == "exhausted"


def test_an_action_can_be_used_twice(v):
    """sploreg/goap actionSubset: each action once in a branch (G11)."""
    assert names_of(scenarios.wages(v).plan({}, {"bread": True, "coins": True})) == ("earn", "buy bread", "earn")


@pytest.mark.timeout(20)
def test_independent_actions_are_not_tried_in_every_order(v):
    """sploreg/goap buildGraph: n! leaves; goapauto: out of iterations (G11)."""
    plan = switches(v, 10).plan({}, all_on(10))
    assert names_of(plan) == tuple(f"switch {number}" for number in range(10))
    assert plan.stats.expansions <= 2**10


def test_a_plan_is_not_built_to_its_last_leaf(v):
    """sploreg/goap: all leaves before the cheapest. The search stops when a goal comes first, not when all is seen."""
    domain = v.Domain([v.Action("up", effects={"i": add(1)}), v.Action("win", effects={"won": True})])
    plan = domain.plan({"i": 0}, {"won": True})
    assert names_of(plan) == ("win",)
    assert plan.stats.expansions <= 4


def test_the_start_is_tested_against_the_goal(v):
    """sploreg/goap plan(): some action had to be done (G4)."""
    plan = v.Domain([v.Action("walk", effects={"there": True})]).plan({"there": True}, {"there": True})
    assert (names_of(plan), plan.stats.expansions) == ((), 0)


def test_a_goal_may_be_part_of_a_state(v):
    """goap 0.3.0: goals had to be full states, and three steps were too many."""
    domain = v.Domain(
        [
            v.Action("one", preconditions={"n": 0}, effects={"n": 1, "noise": True}),
            v.Action("two", preconditions={"n": 1}, effects={"n": 2}),
            v.Action("three", preconditions={"n": 2}, effects={"n": 3}),
            v.Action("four", preconditions={"n": 3}, effects={"n": 4}),
        ]
    )
    assert names_of(domain.plan({"n": 0}, {"n": 4})) == ("one", "two", "three", "four")


def test_plans_run_from_start_to_goal(v):
    """cpowell/cppGOAP gave them from goal to start."""
    plan = scenarios.torpedo(v).plan({"lost": True}, {"sunk": True})
    assert plan[0].name == "spiral"
    assert plan[-1].name == "explode"


@pytest.mark.parametrize("tiny", [0.1, 0.01, 0.001])
def test_small_costs_are_not_overestimated(v, tiny):
    """stolk/GPGOAP, cpowell/cppGOAP, luxkun/ReGoap, langgoap: a count of unmet facts, with costs below 1."""
    wanted = dict.fromkeys("abcd", True)
    domain = v.Domain(
        [
            v.Action("direct", cost=1, effects=wanted),
            *(v.Action(name, cost=tiny, effects={name: True}) for name in "abcd"),
        ]
    )
    plan = domain.plan({}, wanted)
    assert (names_of(plan), plan.cost) == (("a", "b", "c", "d"), tiny * 4)


@pytest.mark.parametrize("way", [way for way in WAYS if way[1]], ids=str)
@pytest.mark.parametrize("limit", [13, 15, 20])
def test_an_assignment_that_leads_nearer_is_part_of_the_plan(way, limit):
    """An estimate by what each step adds must not forget that a number can also be set, short of the goal."""
    engine, heuristic = way
    v = VOCABULARIES[engine]
    steps = 1 if limit <= 15 else 2
    domain = v.Domain(
        [
            v.Action("begin", effects={"begun": True}),
            v.Action("put", cost=0, preconditions={"begun": True}, effects={"i": 10}),
            v.Action("step", cost=2, preconditions={"begun": True}, effects={"i": add(5)}),
            v.Action("direct", cost=3 + 2 * steps, effects={"i": limit}),
        ],
        names={"i": range(50)},
    )
    for goal in ({"i": at_least(limit)}, {"i": v.above(limit - 1)}, {"i": v.between(limit, 49)}):
        plan = domain.plan({"i": 0}, goal, heuristic=HEURISTIC_NAMES[heuristic])
        assert (plan.cost, names_of(plan)) == (1 + 2 * steps, ("begin", "put", *["step"] * steps))


def test_a_closed_state_is_opened_again_by_a_cheaper_way(v):
    """cpowell/cppGOAP never reopened."""
    domain = v.Domain(
        [
            v.Action("motorway", cost=9, preconditions={"at": "a"}, effects={"at": "c"}),
            v.Action("lane", cost=1, preconditions={"at": "a"}, effects={"at": "b"}),
            v.Action("path", cost=1, preconditions={"at": "b"}, effects={"at": "c"}),
            v.Action("pass", cost=1, preconditions={"at": "c"}, effects={"at": "d"}),
            v.Action("rail", cost=8, preconditions={"at": "b"}, effects={"at": "d"}),
        ]
    )
    assert names_of(domain.plan({"at": "a"}, {"at": "d"})) == ("lane", "path", "pass")


def test_states_with_equal_hashes_are_not_taken_for_equal(v):
    """goapauto kept states by hash alone, and hash(-1) == hash(-2)."""
    domain = v.Domain([v.Action("down", effects={"t": subtract(1)})])
    assert names_of(domain.plan({"t": 0}, {"t": -3})) == ("down",) * 3
    pair = v.Domain([v.Action("x", effects={"x": subtract(1)}), v.Action("y", effects={"y": subtract(1)})])
    assert names_of(pair.plan({"x": 0, "y": 0}, {"x": -2, "y": -2})) == ("x", "x", "y", "y")


def test_equal_states_are_met_once(v):
    """luxkun/ReGoap, goap-ai, caesuric/mountain-goap kept states by identity."""
    domain = v.Domain(
        [v.Action(f"move {sign}", effects={"x": add(sign), "y": add(sign)}) for sign in (1, -1)]
        + [v.Action(f"turn {lit}", effects={"lit": lit}) for lit in (True, False)],
        names={"x": range(5), "y": range(5)},
    )
    no_plan = domain.plan({"x": 0, "y": 0}, {"x": 4, "y": 3, "lit": True})
    assert no_plan.reason == "exhausted"
    assert no_plan.stats.expansions - no_plan.stats.reopened <= 10


def test_a_circle_of_needs_is_no_plan(v):
    """goap-ai: a needs b and b needs a, both false, gave a plan."""
    domain = v.Domain(
        [
            v.Action("m", preconditions={"b": True}, effects={"a": True}),
            v.Action("l", preconditions={"a": True}, effects={"b": True}),
        ]
    )
    no_plan = domain.plan({}, {"a": True, "b": True})
    assert (bool(no_plan), no_plan.reason) == (False, "unreachable")
    assert set(no_plan.unreachable) == {"a", "b"}


def test_a_goal_met_on_the_way_can_be_lost_again(v):
    """goap-ai, adammyhre/Unity-GOAP: conditions that a later step breaks were taken as met."""
    domain = v.Domain(
        [
            v.Action("paint ladder", preconditions={"on_ladder": False}, effects={"ladder_done": True}),
            v.Action(
                "paint ceiling", preconditions={"on_ladder": True, "ladder_done": False}, effects={"ceiling_done": True}
            ),
            v.Action("climb", effects={"on_ladder": True}),
            v.Action("step down", effects={"on_ladder": False}),
        ]
    )
    plan = domain.plan({}, {"ladder_done": True, "ceiling_done": True})
    assert names_of(plan) == ("climb", "paint ceiling", "step down", "paint ladder")


@pytest.mark.timeout(20)
def test_plans_may_be_longer_than_any_buffer(v):
    """stolk/GPGOAP: an endless loop, then a write out of bounds; and at most 1024 closed states."""
    plan = v.Domain([v.Action("up", effects={"i": add(1)})]).plan({"i": 0}, {"i": at_least(1500)})
    assert (len(plan), plan.cost) == (1500, 1500)
    maze = v.Domain(
        [v.Action(f"{name} up", effects={name: add(1), "steps": add(1)}) for name in "xyz"],
        names={**dict.fromkeys("xyz", range(12)), "steps": range(40)},
    )
    no_plan = maze.plan(dict.fromkeys(["x", "y", "z", "steps"], 0), {"x": 11, "y": 11, "z": 11, "steps": 32})
    assert no_plan.reason == "exhausted"


def test_a_boolean_that_is_not_told_is_false_everywhere(v):
    """stolk/GPGOAP, goapauto: 'don't care' was false in conditions, and something else among states (G1)."""
    domain = v.Domain([v.Action("light", preconditions={"lit": False}, effects={"lit": True})])
    assert (
        names_of(domain.plan({}, {"lit": True})) == names_of(domain.plan({"lit": False}, {"lit": True})) == ("light",)
    )
    assert names_of(domain.plan({}, {"lit": False})) == ()


def test_the_same_action_follows_itself(v):
    """goapauto continue_plan: it left out a first action that equals the last one done."""
    domain = v.Domain([v.Action("chop", effects={"wood": add(1)})])
    state = domain.plan({"wood": 0}, {"wood": 1}).validate()
    assert names_of(domain.plan(state, {"wood": 2})) == ("chop",)


def test_among_free_plans_the_shortest_is_taken(v):
    """Optimal planners gave 155 steps for 111 where actions cost nothing (G4)."""
    domain = v.Domain(
        [
            v.Action("round about", cost=0, preconditions={"at": "a"}, effects={"at": "b"}),
            v.Action("on", cost=0, preconditions={"at": "b"}, effects={"at": "c"}),
            v.Action("further", cost=0, preconditions={"at": "c"}, effects={"at": "d"}),
            v.Action("straight", cost=0, preconditions={"at": "a"}, effects={"at": "d"}),
        ]
    )
    plan = domain.plan({"at": "a"}, {"at": "d"})
    assert (names_of(plan), plan.cost) == (("straight",), 0)


def test_ties_go_to_what_was_declared_first(v):
    """G4; the order of conditions and names in dictionaries does not matter."""
    for names in (["a", "b"], ["b", "a"]):
        domain = v.Domain([v.Action(name, effects={"x": add(1)}) for name in names])
        assert names_of(domain.plan({"x": 0}, {"x": 2})) == (names[0],) * 2


def test_goals_of_one_priority_are_tried_in_their_order(v):
    """adammyhre/Unity-GOAP: the current goal less a hundredth."""
    domain = v.Domain([v.Action(name, effects={name: True}) for name in "ab"])
    goals = [Goal(name, {name: True}, priority=1) for name in "ab"]
    assert domain.plan({}, goals).goal.name == "a"
    assert domain.plan({}, goals[::-1]).goal.name == "b"


def test_whether_an_action_is_usable_is_asked_once_in_a_planning(v):
    """sploreg/goap: the procedural precondition, with side effects (G3)."""
    asked = []

    def usable(agent):
        asked.append(agent)
        return agent != "lame"

    domain = v.Domain(
        [
            v.Action("run", cost=1, effects={"steps": add(1)}, is_usable=usable),
            v.Action("limp", cost=3, effects={"steps": add(1)}),
        ]
    )
    for agent, expected in (("fit", ("run",) * 5), ("lame", ("limp",) * 5)):
        asked.clear()
        plan = domain.plan({"steps": 0}, {"steps": 5}, agent=agent)
        assert (names_of(plan), asked) == (expected, [agent])


def test_what_a_function_says_it_costs_is_asked_once_in_a_planning(v):
    """G3: a function of the agent, not of the state."""
    asked = []
    domain = v.Domain(
        [
            v.Action("run", cost=lambda agent: asked.append(agent) or agent, effects={"steps": add(1)}),
            v.Action("ride", cost=1.5, effects={"steps": add(1)}),
        ]
    )
    assert domain.plan({"steps": 0}, {"steps": 4}, agent=1).cost == 4
    assert asked == [1]
    assert names_of(domain.plan({"steps": 0}, {"steps": 4}, agent=2)) == ("ride",) * 4
    assert asked == [1, 2]


def test_searches_of_one_domain_do_not_mix(v):
    """sploreg/goap kept run state in the actions."""
    domain, goal = scenarios.shopper(v), {"food": at_least(5)}
    poor = domain.search(scenarios.DAY, goal)
    rich = domain.search({**scenarios.DAY, "money": 5}, goal)
    answers = {}
    while len(answers) < 2:
        for name, search in (("poor", poor), ("rich", rich)):
            answer = search.run(expansions=3)
            if answer is not None:
                answers[name] = answer.cost
    assert answers == {"poor": 16, "rich": 8}


def test_a_plan_does_not_pass_for_one_in_another_state(v):
    """sploreg/goap: effects were assumed, and the world not looked at again (G8)."""
    plan = scenarios.mason(v).plan({"stone_in_yard": True}, {"stone_laid": True})
    with pytest.raises(PlanError, match="stone_in_yard"):
        plan.validate({"stone_in_yard": False})


def test_the_best_partial_plan_can_be_carried_out(v):
    """G5: with a budget that is spent."""
    domain = scenarios.shopper(v)
    no_plan = domain.plan(scenarios.DAY, {"food": at_least(5)}, budget=Budget(expansions=20))
    assert no_plan.reason == "budget"
    partial = no_plan.partial
    scenarios.shopper(brute).follow(scenarios.DAY, names_of(partial) if partial is not None else ())
