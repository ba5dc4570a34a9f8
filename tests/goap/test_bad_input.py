"""What is wrong is told: where, what, and what to do about it (rules G1 to G5)."""

import math
from enum import Enum, IntEnum

import pytest

from gumption.errors import DefinitionError, GumptionError, MindError, PlanningError, UsageError
from gumption.goap import (
    Action,
    Budget,
    Domain,
    Goal,
    add,
    at_least,
    at_most,
    below,
    one_of,
    scale,
    subtract,
    value_of,
    when,
)
from gumption.goap import search as searching
from gumption.goap.engines.reference import NEGATIVE_COST, OVERFLOW
from tests.goap.engines import VOCABULARIES, names_of
from tests.naming import named


@pytest.fixture(params=VOCABULARIES)
def v(request):
    """The vocabulary with each engine."""
    return VOCABULARIES[request.param]


class Metal(Enum):
    IRON = 1
    GOLD = 2


def wood(v, **options):
    return v.Domain([v.Action("chop", effects={"wood": add(1)}, **options)])


def says(error, *words):
    """The text has all the words, and tells what to do."""
    text = str(error.value)
    assert [word for word in words if word not in text] == [], text
    assert "what to do" in text


# Numbers that are none, or too large


@pytest.mark.parametrize("cost", [math.nan, math.inf, -math.inf, -1, -0.5, "3", None, True, 2**64, [1]])
def test_a_cost_is_a_number_from_zero_on(cost):
    with pytest.raises(DefinitionError) as error:
        Domain([Action("chop", cost=cost, effects={"wood": add(1)})])
    says(error, "'chop'", "cost")


@pytest.mark.parametrize("cost", [math.nan, math.inf, -1, "3", None, True, 2**64, 1e30])
def test_a_cost_function_gives_a_number_from_zero_on(v, cost):
    domain = wood(v, cost=lambda agent: cost)
    with pytest.raises(UsageError) as error:
        domain.plan({"wood": 0}, {"wood": 1}, agent=object())
    says(error, "'chop'", "cost")


def test_a_cost_function_that_raises_is_told_with_the_action(v):
    domain = wood(v, cost=lambda agent: agent.strength)
    with pytest.raises(MindError) as error:
        domain.plan({"wood": 0}, {"wood": 1}, agent=object())
    says(error, "'chop'", "strength")
    assert isinstance(error.value.__cause__, AttributeError)


def test_without_an_agent_there_is_nobody_to_ask(v):
    with pytest.raises(UsageError) as error:
        wood(v, cost=lambda agent: 1).plan({"wood": 0}, {"wood": 1})
    says(error, "'chop'", "agent")


@pytest.mark.parametrize("usable", [None, 1, "yes"])
def test_whether_an_action_is_usable_is_a_boolean(v, usable):
    domain = wood(v, is_usable=lambda agent: usable)
    with pytest.raises(UsageError) as error:
        domain.plan({"wood": 0}, {"wood": 1}, agent=object())
    says(error, "'chop'", "is_usable")


def test_a_cost_that_falls_below_zero_in_some_state_is_an_error(v):
    domain = v.Domain([v.Action("sell", cost=2 - value_of("wood"), effects={"wood": add(1)})])
    with pytest.raises(PlanningError) as error:
        domain.plan({"wood": 0}, {"wood": 9})
    says(error, "'sell'", "less than 0")


@pytest.mark.parametrize("amount", [math.nan, math.inf, -math.inf, "1", None, 2**63, [1], True])
@pytest.mark.parametrize("word", [add, subtract, scale, at_least])
def test_words_about_numbers_take_numbers(word, amount):
    with pytest.raises(UsageError) as error:
        word(amount)
    says(error, word.__name__)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_state_has_no_numbers_that_are_none(v, value):
    domain = v.Domain([v.Action("heat", effects={"heat": add(0.5)})])
    with pytest.raises(UsageError) as error:
        domain.plan({"heat": value}, {"heat": at_least(1.0)})
    says(error, "heat")


@pytest.mark.parametrize(
    ("effect", "start", "goal"),
    [
        (add(2**62), 0, at_least(2**62 + 1)),
        (subtract(2**62), -1, at_most(-(2**62) - 2)),
        (scale(3), 2**61, at_least(2**63 - 1)),
        (add(value_of("n")), 1, at_least(2**62 + 1)),
        (value_of("n") * 2 + 1, 2**61, at_least(2**63 - 1)),
        (scale(value_of("n")), 2**20, at_least(2**50)),
    ],
    ids=named,
)
def test_a_number_that_outgrows_64_bits_is_an_error(v, effect, start, goal):
    """Never a wrong plan: the error names the action and the name."""
    domain = v.Domain([v.Action("grow", effects={"n": effect}), v.Action("stop", effects={"stopped": True})])
    with pytest.raises(PlanningError) as error:
        domain.plan({"n": start}, {"n": goal, "stopped": True})
    says(error, "'grow'", "n", "64 bits")


def test_a_number_that_outgrows_64_bits_in_a_condition_is_an_error(v):
    domain = v.Domain(
        [v.Action("go", preconditions={"m": below(4 * value_of("n"))}, effects={"gone": True})], names={"n": int}
    )
    with pytest.raises(PlanningError) as error:
        domain.plan({"n": 2**62, "m": 0}, {"gone": True})
    says(error, "64 bits")


def test_numbers_just_below_64_bits_are_right(v):
    top = 2**63 - 1
    domain = v.Domain([v.Action("up", preconditions={"n": v.below(top)}, effects={"n": add(1)})])
    assert len(domain.plan({"n": top - 3}, {"n": top})) == 3
    assert not domain.plan({"n": top}, {"n": top - 1})
    down = v.Domain([v.Action("down", preconditions={"n": v.above(-(2**63) + 1)}, effects={"n": subtract(1)})])
    assert len(down.plan({"n": -(2**63) + 4}, {"n": -(2**63) + 1})) == 3


def test_bounds_keep_numbers_small(v):
    domain = v.Domain([v.Action("double", effects={"n": scale(2)})], names={"n": range(1000)})
    assert len(domain.plan({"n": 1}, {"n": 512})) == 9
    assert not domain.plan({"n": 1}, {"n": 513})


@pytest.mark.parametrize("cost", [2**42, 2.0**42, 1e15, 1e300])
def test_a_cost_too_high_to_be_added_up_is_refused(cost):
    with pytest.raises(DefinitionError) as error:
        Domain([Action("chop", cost=cost, effects={"wood": add(1)})])
    says(error, "'chop'", "cost")


def test_plans_that_cost_too_much_are_an_error(v):
    domain = v.Domain([v.Action("chop", cost=2**41, effects={"wood": add(1)})], names={"wood": range(5)})
    assert domain.plan({"wood": 0}, {"wood": 1}).cost == 2**41
    with pytest.raises(PlanningError) as error:
        domain.plan({"wood": 0}, {"wood": 2})
    says(error, "'chop'", "cost")


# Shapes and types


@pytest.mark.parametrize(
    "actions", [None, 3, "chop", {"chop": 1}, ["chop"], [None], [Action], [Action("a"), Action("a")]]
)
def test_actions_are_a_list_of_actions_with_names_of_their_own(actions):
    with pytest.raises(DefinitionError) as error:
        Domain(actions)
    says(error, "action")


def test_a_domain_without_actions_says_so():
    with pytest.raises(DefinitionError) as error:
        Domain([])
    says(error, "no actions")


def test_empty_preconditions_effects_and_goals_are_allowed(v):
    domain = v.Domain([v.Action("wait", effects={}), v.Action("walk", preconditions={}, effects={"there": True})])
    assert names_of(domain.plan({}, {"there": True})) == ("walk",)
    assert names_of(domain.plan({}, {})) == ()
    assert names_of(domain.plan({}, Goal("nothing", {}))) == ()
    with pytest.raises(UsageError) as error:
        domain.plan({}, [])
    says(error, "no goal")


@pytest.mark.parametrize(
    "parts",
    [
        {"preconditions": ["axe"]},
        {"preconditions": "axe"},
        {"preconditions": {"axe": add(1)}},
        {"preconditions": {1: True}},
        {"preconditions": {"": True}},
        {"preconditions": {"axe": [1, 2]}},
        {"preconditions": {"axe": object()}},
        {"effects": "wood"},
        {"effects": {"wood": at_least(1)}},
        {"effects": {"wood": when({}, {})}},
        {"effects": [3]},
        {"effects": {"wood": {1}}},
        {"name": ""},
        {"name": 3},
        {"is_usable": 3},
        {"target": 3},
        {"duration": -1},
        {"cooldown": math.nan},
        {"reach": "near"},
        {"cost": lambda: 1},
        {"cost": lambda agent, other: 1},
    ],
    ids=named,
)
def test_each_part_of_an_action_has_its_form(parts):
    with pytest.raises(DefinitionError) as error:
        Domain([Action(**{"name": "chop", "effects": {"wood": add(1)}, **parts})])
    says(error, "action")


@pytest.mark.parametrize(
    "names", [3, {"n": 3}, {"n": object}, {"n": range(0)}, {"n": range(0, 9, 2)}, {3: int}, {"n": []}]
)
def test_declarations_have_their_form(names):
    with pytest.raises(DefinitionError) as error:
        Domain([Action("a", effects={"n": 1})], names=names)
    says(error, "names")


@pytest.mark.parametrize(
    ("effects", "names"),
    [
        ([{"n": 1}, when({}, {"n": True})], {}),
        ([{"n": "a"}, when({}, {"n": add(1)})], {}),
        ({"n": 1.5}, {"n": int}),
        ({"n": scale(0.5)}, {"n": int}),
        ({"n": "c"}, {"n": ["a", "b"]}),
        ({"n": True}, {"n": int}),
        ({"n": 1}, {"n": bool}),
        ({"n": 7}, {"n": range(5)}),
        ({"n": value_of("m"), "m": "a"}, {"n": int}),
        ({"n": Metal.IRON}, {"n": ["iron"]}),
    ],
    ids=named,
)
def test_a_name_has_one_kind(effects, names):
    with pytest.raises(DefinitionError) as error:
        Domain([Action("mix", effects=effects)], names=names)
    says(error, "n")


def test_effects_that_contradict_each_other_are_refused():
    with pytest.raises(DefinitionError) as error:
        Domain([Action("mix", effects=[{"n": 1, "lit": True}, when({"hot": True}, {"n": 2})])])
    says(error, "'mix'", "n")


def test_all_problems_are_told_at_once():
    with pytest.raises(DefinitionError) as error:
        Domain(
            [Action("one", cost=-1), Action("two", effects={"n": "x"}), Action("two", effects={"n": 1})],
            goals=[Goal("three", {"unheard_of": True})],
            names={"m": 3},
        )
    codes = {each.code for each in error.value.problems}
    assert {"goap-cost", "goap-duplicate-name", "goap-kind", "goap-unknown-name", "goap-declaration"} <= codes


@pytest.mark.parametrize("state", [None, [("wood", 1)], "wood", 3, {"wood"}])
def test_a_state_is_a_mapping(v, state):
    with pytest.raises(UsageError) as error:
        wood(v).plan(state, {"wood": 1})
    says(error, "state")


@pytest.mark.parametrize("value", ["1", None, True, 1.5, [1], {}, 2**63, -(2**63) - 1, object(), math.nan])
def test_a_value_of_a_state_suits_its_name(v, value):
    with pytest.raises(UsageError) as error:
        wood(v).plan({"wood": value}, {"wood": 1})
    says(error, "'wood'")


@pytest.mark.parametrize("value", [0, 1, "yes", None, 1.0])
def test_a_boolean_of_a_state_is_a_boolean(v, value):
    domain = v.Domain([v.Action("light", effects={"lit": True})])
    with pytest.raises(UsageError) as error:
        domain.plan({"lit": value}, {"lit": True})
    says(error, "'lit'")


def test_a_number_that_is_missing_is_not_guessed(v):
    with pytest.raises(UsageError) as error:
        wood(v).plan({"Wood": 1}, {"wood": 1})
    says(error, "'wood'", "missing", "did you mean 'Wood'")


def test_names_that_the_domain_does_not_use_are_ignored(v):
    assert len(wood(v).plan({"wood": 0, "stone": object(), 3: None}, {"wood": 1})) == 1


@pytest.mark.parametrize("goal", [None, "wood", 3, at_least(1), {"wood"}, [None], ["wood"]])
def test_a_goal_is_a_goal_or_a_mapping(v, goal):
    with pytest.raises(UsageError) as error:
        wood(v).plan({"wood": 0}, goal)
    says(error, "goal")


@pytest.mark.parametrize(
    "conditions",
    [{"stone": 1}, {"wood": "much"}, {"wood": add(1)}, {"wood": at_least(value_of("stone"))}, {3: True}, {"wood": [1]}],
    ids=named,
)
def test_the_conditions_of_a_goal_suit_the_domain(v, conditions):
    for goal in (conditions, Goal("have wood", conditions)):
        with pytest.raises(DefinitionError) as error:
            wood(v).plan({"wood": 0}, goal)
        says(error, "goal")


@pytest.mark.parametrize(
    "options",
    [
        {"heuristic": "magic"},
        {"heuristic": 3},
        {"weight": 0.5},
        {"weight": math.nan},
        {"weight": math.inf},
        {"weight": "2"},
        {"without": ["dance"]},
        {"without": [3]},
    ],
    ids=named,
)
def test_options_of_planning_have_their_form(v, options):
    with pytest.raises(UsageError) as error:
        wood(v).plan({"wood": 0}, {"wood": 1}, **options)
    says(error, str(next(iter(options.values()))).strip("[]'"))


@pytest.mark.parametrize("name", ["expansions", "bytes", "seconds"])
@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, "9", True, -0.5])
def test_a_budget_is_above_zero_and_finite(name, value):
    with pytest.raises(UsageError) as error:
        Budget(**{name: value})
    says(error, name)


@pytest.mark.parametrize("expansions", [0, -1, 1.5, "9", True, None])
def test_a_slice_is_a_number_of_expansions(v, expansions):
    search = wood(v).search({"wood": 0}, {"wood": 1})
    with pytest.raises(UsageError) as error:
        search.run(expansions=expansions)
    says(error, "expansions")


@pytest.mark.parametrize("priority", [math.nan, "high", None, lambda: 1])
def test_a_priority_is_a_number_or_a_function_of_the_agent(v, priority):
    with pytest.raises(GumptionError) as error:
        wood(v).plan({"wood": 0}, [Goal("have wood", {"wood": 1}, priority=priority)])
    says(error, "have wood", "priority")


@pytest.mark.parametrize("priority", [math.nan, "high", None])
def test_a_priority_function_gives_a_number(v, priority):
    goals = [Goal("have wood", {"wood": 1}, priority=lambda agent: priority)]
    with pytest.raises(GumptionError) as error:
        wood(v).plan({"wood": 0}, goals, agent=object())
    says(error, "have wood", "priority")


def test_conditions_are_not_taken_for_truth():
    for mistake in (
        lambda: value_of("wood") > 3,
        lambda: bool(value_of("wood")),
        lambda: not at_least(3),
        lambda: value_of("wood") * value_of("price"),
        lambda: one_of(value_of("wood")),
        lambda: value_of(3),
        lambda: when("alarm", {}),
        lambda: when({}, None),
    ):
        with pytest.raises(UsageError) as error:
            mistake()
        says(error)


# Size


def test_ten_thousand_actions_are_planned_with(v):
    """Every way between 101 places; the straight one is the cheapest by one."""
    ways = [
        v.Action(f"{a} to {b}", cost=abs(a - b) + 1, preconditions={"at": f"p{a}"}, effects={"at": f"p{b}"})
        for a in range(101)
        for b in range(101)
        if a != b
    ]
    assert len(ways) > 10_000
    plan = v.Domain(ways).plan({"at": "p3"}, {"at": "p77"}, heuristic="goals")
    assert (names_of(plan), plan.cost) == (("3 to 77",), 75)


def test_a_goal_that_holds_needs_no_budget(v):
    plan = wood(v).plan({"wood": 3}, {"wood": at_least(3)}, budget=Budget(expansions=1, bytes=1))
    assert (len(plan), plan.cost, plan.gap) == (0, 0, 0.0)


def test_a_budget_is_never_taken_for_a_proof(v):
    domain = v.Domain(
        [v.Action("up", effects={"n": add(2)}), v.Action("down", effects={"n": subtract(2)})], names={"n": range(100)}
    )
    answer = domain.plan({"n": 0}, {"n": 51}, budget=Budget(expansions=10))
    assert answer.reason == "budget"
    answer = answer.resume()
    assert answer.reason == "exhausted"
    with pytest.raises(UsageError, match="budget"):
        answer.resume()


def test_time_is_a_budget_only_if_one_is_given(v):
    domain = v.Domain([v.Action("up", effects={"n": add(2)}), v.Action("down", effects={"n": subtract(2)})])
    answer = domain.plan({"n": 0}, {"n": 51}, budget=Budget(seconds=0.02))
    assert answer.reason == "budget"


# Messages about long plans


def test_a_message_about_a_long_plan_stays_short(v):
    domain = v.Domain([v.Action("step", effects={"n": add(1)})])
    answer = domain.plan({"n": 0}, {"n": 9000}, budget=Budget(expansions=500))
    assert answer.reason == "budget"
    assert len(answer.partial) > 100
    assert len(str(answer)) < 250
    assert f"({len(answer.partial)} actions)" in str(answer)


def test_an_error_after_many_actions_names_the_first_and_the_last_of_them(v):
    domain = v.Domain([v.Action("step", effects={"n": add(2)})])
    with pytest.raises(PlanningError) as error:
        domain.plan({"n": 2**63 - 400}, {"n": 2**63 - 1})
    says(error, "'step'", "64 bits", "(199 actions)")
    assert len(str(error.value)) < 400


def test_too_many_actions_are_not_told_as_too_high_a_cost():
    domain = Domain([Action("step", effects={"n": add(1)})])
    target, start = domain.target({"n": 0}, {"n": 2**21})
    path = (0,) * 2**20
    with pytest.raises(PlanningError) as error:
        searching.answer(target, start, (OVERFLOW, -1, 0, path, 0, 0, 0, 0, 0))
    says(error, "'step'", "actions")
    assert "cost" not in str(error.value)


# A proof that there is no plan comes before what went wrong on the way


@pytest.mark.parametrize("heuristic", [None, "blind", "goals"])
def test_a_goal_that_is_proven_out_of_reach_is_told_so_even_if_numbers_grow_too_large(v, heuristic):
    double = v.Action("double", effects={"n": scale(2)})
    unlock = v.Action("unlock", preconditions={"key": True}, effects={"open": True})
    start, goal = {"n": 1, "locked": True}, {"open": True, "locked": True}
    domain = v.Domain([double, unlock, v.Action("lock", effects={"locked": True})])
    answer = domain.plan(start, goal, heuristic=heuristic)
    assert (answer.reason, answer.unreachable, answer.lower_bound) == ("unreachable", ("open",), None)
    same = v.Domain(
        [double, unlock, v.Action("use key", effects={"key": True}), v.Action("lock", effects={"locked": True})]
    )
    answer = same.plan(start, goal, heuristic=heuristic, without=["use key"])
    assert (answer.reason, answer.unreachable) == ("unreachable", ("open",))


@pytest.mark.parametrize("status", [OVERFLOW, NEGATIVE_COST])
def test_a_search_that_broke_off_is_an_error_only_without_a_proof(status):
    domain = Domain(
        [Action("double", effects={"n": scale(2)}), Action("open", preconditions={"key": True}, effects={"open": True})]
    )
    for goal, proven in (({"open": True}, True), ({"n": 3}, False)):
        target, start = domain.target({"n": 1}, goal)
        result = (status, -1, 0, (0,), 1, 1, 0, 0, 0)
        if proven:
            assert searching.answer(target, start, result).reason == "unreachable"
        else:
            with pytest.raises(PlanningError):
                searching.answer(target, start, result)


# What is left out, and remedies that suit


def test_actions_that_were_not_to_be_used_are_named_with_what_cannot_be_reached(v):
    flee = v.Action("flee", effects={"safe": True}, is_usable=lambda guard: False)
    hide = v.Action("hide", effects={"safe": True})
    answer = v.Domain([flee, hide]).plan({}, {"safe": True}, agent=1, without=["hide"])
    assert str(answer).endswith("that safe; 'flee' and 'hide' were left out")
    loops = v.Domain([v.Action("up", effects={"n": add(2)}), hide], names={"n": range(100)})
    assert str(loops.plan({"n": 0}, {"n": 51}, without=["hide"])).endswith("were searched; 'hide' was left out")
    assert "left out" not in str(
        v.Domain([v.Action("up", preconditions={"k": True}, effects={"a": True})]).plan({}, {"a": True})
    )


def test_many_actions_that_were_left_out_are_counted(v):
    walks = [v.Action(f"walk {number}", effects={"there": True}) for number in range(50)]
    assert "; 50 actions were left out" in str(v.Domain(walks).plan({}, {"there": True}, without=walks))


def test_a_list_of_values_is_led_to_one_of():
    domain = Domain([Action("go", effects={"at": "mine"}), Action("home", effects={"at": "home"})])
    with pytest.raises(DefinitionError) as error:
        domain.plan({"at": "home"}, {"at": ["mine", "home"]})
    says(error, "at: ['mine', 'home'] is not a value", "one_of(...)")
    with pytest.raises(UsageError) as error:
        one_of(["mine", "home"])
    says(error, "is not a value", "one_of('mine', 'home')")


def test_a_priority_that_is_no_number_is_not_led_to_strings():
    with pytest.raises(DefinitionError) as error:
        Domain([Action("a", effects={"x": True})], [Goal("g", {"x": True}, "high")])
    says(error, "priority", "give a number")
    assert "enum" not in str(error.value)


def test_a_budget_beyond_64_bits_is_told_so():
    with pytest.raises(UsageError) as error:
        Budget(expansions=2**63)
    says(error, "64 bits")


def test_a_value_has_a_name():
    with pytest.raises(UsageError) as error:
        value_of("")
    says(error, "''", "name")


def test_resuming_takes_a_budget(v):
    answer = wood(v).plan({"wood": 0}, {"wood": 50}, budget=Budget(expansions=3))
    with pytest.raises(UsageError) as error:
        answer.resume(5)
    says(error, "5 is not a budget", "Budget(expansions=...)")


class Level(IntEnum):
    LOW = 1
    HIGH = 2


def test_members_of_enumerations_are_led_to_by_the_names_that_one_writes(v):
    domain = v.Domain([v.Action("smelt", effects={"metal": Metal.GOLD}), v.Action("up", effects={"level": Level.HIGH})])
    state = {"metal": Metal.IRON, "level": Level.LOW}
    for given in ("GOLD", "gold", "Metal.GOLD"):
        with pytest.raises(UsageError) as error:
            domain.plan(state | {"metal": given}, {"metal": Metal.GOLD})
        says(error, repr(given), "did you mean Metal.GOLD?")
        with pytest.raises(DefinitionError) as error:
            domain.plan(state, {"metal": given})
        says(error, "did you mean Metal.GOLD?")
    with pytest.raises(DefinitionError) as error:
        domain.plan(state, {"level": 2})
    says(error, "Level.HIGH")
    with pytest.raises(DefinitionError) as error:
        domain.plan(state, {"metal": "tin"})
    says(error, "Metal.IRON, Metal.GOLD")
