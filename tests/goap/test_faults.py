"""What users of other planners hit: one test each, with the public issue. See test_faults_of_tutorials.py too."""

import itertools

import pytest

from gumption.errors import UsageError
from gumption.goap import Budget, Goal, add, at_least, between, is_not, subtract, value_of
from tests.goap import brute, scenarios
from tests.goap.engines import VOCABULARIES, each_engine, names_of


@pytest.fixture(params=VOCABULARIES)
def v(request):
    """The vocabulary with each engine."""
    return VOCABULARIES[request.param]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_of_actions_that_do_the_same_the_cheapest_is_taken_wherever_it_stands(v, order):
    """cpowell/cppGOAP #1."""
    doors = [v.Action(name, cost=cost, effects={"out": True}) for name, cost in (("a", 999), ("b", 15), ("c", 16))]
    plan = v.Domain([doors[number] for number in order]).plan({}, {"out": True})
    assert (names_of(plan), plan.cost) == (("b",), 15)


def test_a_dearer_first_step_is_taken_when_the_whole_is_cheaper(v):
    """adammyhre/Unity-GOAP #1: costs of whole plans are compared, not of single branches."""
    domain = v.Domain(
        [
            v.Action("store", preconditions={"stone": True}, effects={"stored": True}),
            v.Action("collect", preconditions={"at": "quarry", "pick": True}, effects={"stone": True}),
            v.Action("walk", preconditions={"pick": True}, effects={"at": "quarry"}),
            v.Action("grab pick", effects={"pick": True}),
            v.Action("buy", cost=2, effects={"stone": True}),
        ]
    )
    assert names_of(domain.plan({"at": "home"}, {"stored": True})) == ("buy", "store")


def test_several_preconditions_of_one_action_are_all_met(v):
    """adammyhre/Unity-GOAP #3 and PR #2: each condition was resolved by itself."""
    needs = dict.fromkeys("abcd", True)
    domain = v.Domain(
        [
            v.Action("finish", preconditions=needs, effects={"done": True}),
            *(v.Action(f"get {name}", effects={name: True}) for name in "dcba"),
        ]
    )
    plan = domain.plan({}, {"done": True})
    assert names_of(plan) == ("get d", "get c", "get b", "get a", "finish")


def test_a_precondition_that_many_actions_share_comes_first_and_once(v):
    """agoose77/GOAP #7."""
    domain = v.Domain(
        [
            v.Action("four", preconditions={"one": True, "three": True}, effects={"four": True}),
            v.Action("three", preconditions={"one": True, "two": True}, effects={"three": True}),
            v.Action("two", preconditions={"one": True}, effects={"two": True}),
            v.Action("one", effects={"one": True}),
        ]
    )
    assert names_of(domain.plan({}, {"four": True})) == ("one", "two", "three", "four")


def test_a_goal_that_holds_is_passed_over_for_the_next(v):
    """luxkun/ReGoap #18, crashkonijn/GOAP #217, WahahaYes/GdPlanningAI #21 (G6)."""
    domain = v.Domain([v.Action("shoot", effects={"shot": True}), v.Action("walk", effects={"there": True})])
    goals = [Goal("be there", {"there": True}, priority=2), Goal("have shot", {"shot": True}, priority=1)]
    plan = domain.plan({"there": True}, goals)
    assert (plan.goal.name, names_of(plan)) == ("have shot", ("shoot",))


def test_when_all_goals_hold_the_answer_is_a_plan_of_no_steps(v):
    """luxkun/ReGoap #43: to hold already is not to be out of reach (G4)."""
    domain = v.Domain([v.Action("walk", effects={"there": True})])
    for goal in ({"there": True}, [Goal("be there", {"there": True})]):
        plan = domain.plan({"there": True}, goal)
        assert plan
        assert (len(plan), plan.cost, plan.reason) == (0, 0, "cheapest")


def test_counts_with_more_or_less_can_be_wanted(v):
    """luxkun/ReGoap #6, ph1387/JavaGOAP #1."""
    domain = v.Domain(
        [
            v.Action("add three", effects={"count": add(3)}),
            v.Action("take two", effects={"count": subtract(2)}),
        ]
    )
    assert names_of(domain.plan({"count": 0}, {"count": 1})) == ("add three", "take two")
    assert names_of(domain.plan({"count": 0}, {"count": between(4, 5)})) == ("add three", "add three", "take two")
    assert names_of(domain.plan({"count": 0}, {"count": is_not(0)})) == ("add three",)


PLACES = {"home": 0, "well": 2, "wood": 3, "town": 10}
"""On one long road, by their distance from home."""


def errands(v):
    """Things to be done at places; the way to each costs what it is long."""
    ways = [
        v.Action(f"{a} to {b}", cost=abs(PLACES[a] - PLACES[b]), preconditions={"at": a}, effects={"at": b})
        for a, b in itertools.permutations(PLACES, 2)
    ]
    chores = [
        v.Action(f"visit {place}", cost=1, preconditions={"at": place}, effects={f"{place} done": True})
        for place in PLACES
    ]
    return v.Domain([*ways, *chores])


def test_travel_costs_what_the_way_from_the_place_before_is_long(v):
    """luxkun/ReGoap #7, crashkonijn/GOAP #35, #170, #224: the order of errands is the shortest tour."""
    start, goal = {"at": "wood"}, {f"{place} done": True for place in ("well", "town", "wood")}
    plan = errands(v).plan(start, goal)
    assert plan.cost == 1 + 1 + 1 + 1 + 8
    assert plan.cost == errands(brute).plan(start, goal).cost
    assert [name for name in names_of(plan) if name.startswith("visit")] == ["visit wood", "visit well", "visit town"]


def test_what_is_used_up_is_gathered_again(v):
    """crashkonijn/GOAP #382: an action that lowers a resource must stay in the search."""
    plan = scenarios.campfire(v).plan({"wood": 1}, {"meal": True})
    assert sorted(names_of(plan)) == ["build fire", "cook", "gather"]
    assert plan.validate()["wood"] == 0


def test_every_step_of_a_plan_can_be_taken_where_it_stands(v):
    """crashkonijn/GOAP #314, luxkun/ReGoap #25: `states` shows each state on the way."""
    plan = scenarios.smithy(v).plan({}, {"wields": True, "ore": True})
    assert len(plan.states) == len(plan) + 1
    for action, before, after in zip(plan, plan.states, plan.states[1:], strict=False):
        assert all(before[name] == wanted for name, wanted in action.preconditions.items())
        effects = action.effects if hasattr(action.effects, "items") else action.effects[0]
        assert all(after[name] == wanted for name, wanted in effects.items())


def test_a_goal_with_one_hopeless_condition_is_refused_at_once(v):
    """crashkonijn/GOAP #75: it worked towards the condition that could be met (G5)."""
    domain = v.Domain(
        [
            v.Action("gather", effects={"wood": add(1)}),
            v.Action("open", preconditions={"key": True}, effects={"open": True}),
        ]
    )
    no_plan = domain.plan({"wood": 0}, {"wood": at_least(3), "open": True})
    assert (no_plan.reason, no_plan.unreachable) == ("unreachable", ("open",))
    assert no_plan.stats.expansions <= 256  # the native planner's first try


def test_what_holds_already_is_not_done_again(v):
    """crashkonijn/GOAP #36 and PR #39: reloading a loaded gun."""
    domain = v.Domain(
        [
            v.Action("reload", effects={"loaded": True}),
            v.Action("aim", effects={"aimed": True}),
            v.Action("shoot", preconditions={"loaded": True, "aimed": True}, effects={"shot": True}),
        ]
    )
    assert names_of(domain.plan({"loaded": True}, {"shot": True})) == ("aim", "shoot")


def test_no_plan_now_does_not_hinder_a_plan_later(v):
    """crashkonijn/GOAP #51, #136, #137: agents stalled for ever."""
    domain = v.Domain([v.Action("eat", preconditions={"food": True}, effects={"fed": True})])
    for _ in range(3):
        assert not domain.plan({"food": False}, {"fed": True})
        assert names_of(domain.plan({"food": True}, {"fed": True})) == ("eat",)


def test_a_start_outside_the_bounds_is_refused(v):
    """crashkonijn/GOAP PR #341: it looped endlessly."""
    domain = v.Domain([v.Action("east", effects={"x": add(1)})], names={"x": range(10)})
    with pytest.raises(UsageError, match="x"):
        domain.plan({"x": 10}, {"x": 5})


def test_what_is_compared_with_may_be_known_only_when_planning(v):
    """crashkonijn/GOAP #364."""
    domain = v.Domain([v.Action("gather", effects={"wood": add(1)})], names={"order": int})
    goal = {"wood": at_least(value_of("order") + 1)}
    assert [len(domain.plan({"wood": 0, "order": order}, goal)) for order in (-1, 0, 4)] == [0, 1, 5]


def test_goals_are_chosen_by_a_function_of_the_agent(v):
    """crashkonijn/GOAP #130, #155: the library picks the goal (G6)."""
    domain = v.Domain([v.Action("eat", effects={"fed": True}), v.Action("sleep", effects={"rested": True})])
    goals = [
        Goal("be fed", {"fed": True}, priority=lambda agent: agent["hunger"]),
        Goal("be rested", {"rested": True}, priority=lambda agent: agent["fatigue"]),
    ]
    assert domain.plan({}, goals, agent={"hunger": 1, "fatigue": 2}).goal.name == "be rested"
    assert domain.plan({}, goals, agent={"hunger": 3, "fatigue": 2}).goal.name == "be fed"


def test_endless_numbers_end_at_the_budget_and_say_so(v):
    """caesuric/mountain-goap #17, #22, #40: never 'unsolvable', which is not known."""
    domain = v.Domain([v.Action("up", effects={"i": add(2)}), v.Action("down", effects={"i": subtract(2)})])
    no_plan = domain.plan({"i": 0}, {"i": 7}, budget=Budget(expansions=500))
    assert (bool(no_plan), no_plan.reason) == (False, "budget")
    assert no_plan.stats.expansions == 500
    assert "500" in str(no_plan)


def test_memory_has_a_bound_of_its_own(v):
    """caesuric/mountain-goap #40."""
    domain = v.Domain([v.Action("up", effects={"i": add(2)}), v.Action("down", effects={"i": subtract(2)})])
    no_plan = domain.plan({"i": 0}, {"i": 7}, budget=Budget(bytes=200_000))
    assert no_plan.reason == "budget"
    assert no_plan.stats.bytes < 1_000_000


def test_condition_and_effect_may_be_about_one_name(v):
    """agoose77/GOAP #2, #4."""
    domain = v.Domain([v.Action("grow", preconditions={"age": at_least(1)}, effects={"age": add(1)})])
    assert names_of(domain.plan({"age": 1}, {"age": 3})) == ("grow", "grow")
    assert not domain.plan({"age": 0}, {"age": 3}, budget=Budget(expansions=10))


def test_planning_can_be_spread_over_frames(v):
    """active-logic/xgoap #5."""
    domain = scenarios.shopper(v)
    goal = {"food": at_least(5)}
    search = domain.search(scenarios.DAY, goal)
    frames = 0
    while (answer := search.run(expansions=5)) is None:
        frames += 1
    assert frames > 0
    assert names_of(answer) == scenarios.DAY_STEPS


def test_no_plan_says_what_is_in_the_way(v):
    """Xian55/WowClassicGrindBot PR #824."""
    domain = scenarios.guard(v)
    no_plan = domain.plan({"at": "yard"}, Goal("repel", {"attacking": True}))
    told = str(no_plan)
    for part in ("repel", "attacking", "intruder_seen", "chase"):
        assert part in told


def test_things_may_be_wanted_not_to_be(v):
    """aibasel/pyperplan #8, #30: negative conditions in actions and goals."""
    domain = v.Domain(
        [
            v.Action("clear", preconditions={"locked": False}, effects={"rubble": False}),
            v.Action("unlock", preconditions={"colour": is_not("red")}, effects={"locked": False}),
            v.Action("paint", effects={"colour": "blue"}),
        ]
    )
    start = {"locked": True, "rubble": True, "colour": "red"}
    assert names_of(domain.plan(start, {"rubble": False})) == ("paint", "unlock", "clear")


def test_a_way_that_leads_off_first_is_found(v):
    """aibasel/pyperplan #3, aiplan4eu/up-fast-downward #28, #37: 'unsolvable' is only said when all was searched."""
    domain = v.Domain(
        [
            v.Action("step in", preconditions={"depth": between(0, 4)}, effects={"depth": add(1), "dry": False}),
            v.Action("take pearl", preconditions={"depth": 5}, effects={"pearl": True}),
            v.Action("step out", preconditions={"depth": at_least(1)}, effects={"depth": subtract(1)}),
            v.Action("dry off", preconditions={"depth": 0}, effects={"dry": True}),
        ]
    )
    plan = domain.plan({"depth": 0, "dry": True}, {"dry": True, "pearl": True})
    assert names_of(plan) == ("step in",) * 5 + ("take pearl",) + ("step out",) * 5 + ("dry off",)


def test_equal_questions_get_equal_answers(v):
    """aibasel/pyperplan #25: also after other questions, and from a second domain of the same text."""
    one, other = scenarios.duellist(v), scenarios.duellist(v)
    goal = scenarios.won(v)
    first = one.plan(scenarios.DUEL, goal)
    other.plan({"has_pistol": True}, goal)
    one.plan({**scenarios.DUEL, "has_dagger": False}, goal)
    for domain in (one, other):
        again = domain.plan(scenarios.DUEL, goal)
        assert (names_of(again), again.cost, again.stats) == (names_of(first), first.cost, first.stats)


@pytest.mark.timeout(20)
def test_a_long_plan_is_validated_in_a_moment(v):
    """aiplan4eu/unified-planning #231: the validator did not finish."""
    domain = v.Domain([v.Action("up", effects={"i": add(1)})])
    plan = domain.plan({"i": 0}, {"i": 1500})
    assert plan.validate()["i"] == 1500


@each_engine
def test_what_a_state_costs_is_paid_in_that_state(engine):
    """Numeric planners that pay `stock * price` where they should not: dearer plans told as optimal (G3)."""

    def market(v):
        fares = {"north": 4, "south": 3, "east": 6}
        prices = {"north": 2, "south": 5, "east": 1}
        actions = [
            v.Action(
                f"buy in {place}",
                cost=prices[place] * v.value_of(f"stock {place}"),
                preconditions={"at": place},
                effects={"goods": v.add(v.value_of(f"stock {place}")), f"stock {place}": 0},
            )
            for place in fares
        ]
        actions += [v.Action(f"sail {place}", cost=fare, effects={"at": place}) for place, fare in fares.items()]
        stocks = {f"stock {place}": range(10) for place in fares}
        return v.Domain(actions, names={**stocks, "goods": range(40)})

    start = {"at": "home", "goods": 0, "stock north": 4, "stock south": 2, "stock east": 5}
    for need in range(1, 12):
        plan = market(VOCABULARIES[engine]).plan(start, {"goods": at_least(need)})
        answer = market(brute).plan(start, {"goods": brute.at_least(need)})
        assert (names_of(plan), plan.cost) == (answer.steps, answer.cost)
