"""Planning for an agent: goals by priority, costs that agents tell, slices, engines, numbers that grow too large."""

import warnings

import pytest

from gumption.errors import MindError, PlanningError, UsageError
from gumption.goap import (
    Action,
    Budget,
    Domain,
    Goal,
    NoPlan,
    Plan,
    add,
    at_least,
    scale,
    search,
    value_of,
)
from gumption.goap.engines import engine, reference
from tests.goap.engines import ENGINES

START = {"axe_available": True, "has_axe": False, "wood": 0}


class Logger:
    """An agent."""

    strength = 4
    has_back_pain = False
    hunger = 1


class Chop(Action[Logger]):
    preconditions, effects = {"has_axe": True}, {"wood": add(1)}

    def cost(self, logger):
        return logger.strength

    def is_usable(self, logger):
        return not logger.has_back_pain


@pytest.fixture(params=ENGINES)
def domain(request):
    return Domain(
        [
            Action("get axe", cost=2, preconditions={"axe_available": True}, effects={"has_axe": True}),
            Action("chop", cost=4, preconditions={"has_axe": True}, effects={"wood": add(1)}),
            Action("gather branches", cost=8, effects={"wood": add(1)}),
        ],
        engine=request.param,
    )


@pytest.fixture(params=ENGINES)
def told(request):
    """The same, where the logger is asked."""
    return Domain(
        [
            Action("get axe", cost=2, preconditions={"axe_available": True}, effects={"has_axe": True}),
            Chop(),
            Action("gather branches", cost=8, effects={"wood": add(1)}),
        ],
        engine=request.param,
    )


def names(plan):
    return [action.name for action in plan]


@pytest.mark.parametrize("heuristic", [None, "automatic", "blind", "goals", "max", "lm-cut"])
def test_the_answer_is_the_same_with_every_heuristic(domain, heuristic):
    """G4: from a mapping, a prepared state, a goal, a dictionary."""
    wanted = {"wood": at_least(3)}
    for state in (START, domain.state(START)):
        for goal in (wanted, Goal("stock up", wanted)):
            for _ in range(2):
                plan = domain.plan(state, goal, heuristic=heuristic)
                assert names(plan) == ["get axe", "chop", "chop", "chop"]
                assert plan.cost == 14


def test_an_agent_is_asked_what_its_actions_cost_once_per_planning(told):
    """G3."""
    logger = Logger()
    assert told.plan(START, {"wood": at_least(3)}, agent=logger).cost == 14
    logger.strength = 9
    plan = told.plan(START, {"wood": at_least(3)}, agent=logger)
    assert names(plan) == ["gather branches"] * 3
    logger.strength = 0.5
    assert told.plan(START, {"wood": at_least(3)}, agent=logger).cost == 3.5


def test_actions_that_are_not_usable_are_not_thought_of(told, domain):
    """G3: by the agent's word, or by the caller's."""
    logger = Logger()
    logger.has_back_pain = True
    assert names(told.plan(START, {"wood": at_least(1)}, agent=logger)) == ["gather branches"]
    chop = domain.actions[1]
    for without in (["chop"], [chop], "chop", chop):
        assert names(domain.plan(START, {"wood": at_least(1)}, without=without)) == ["gather branches"]
    answer = domain.plan(START, {"wood": at_least(1)}, without=["chop", "gather branches"])
    assert answer.reason == "unreachable"


def test_what_keeps_the_goal_out_of_reach_counts_only_usable_actions(domain):
    """G5."""
    answer = domain.plan({**START, "axe_available": False}, {"has_axe": True}, without=["get axe"])
    assert answer.reason == "unreachable"
    assert answer.because == ()


def test_an_error_of_the_users_function_is_told_with_the_action():
    """G3."""

    def ask(logger):
        return logger.no_such_thing

    domain = Domain([Action("chop", cost=ask, effects={"wood": add(1)})], engine="reference")
    with pytest.raises(MindError) as caught:
        domain.plan({"wood": 0}, {"wood": 1}, agent=Logger())
    assert "chop" in caught.value.where
    assert "cost" in caught.value.where


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf"), "3", None, True])
def test_a_cost_that_is_none_is_refused(cost):
    """G3."""
    domain = Domain([Action("chop", cost=lambda logger: cost, effects={"wood": add(1)})], engine="reference")
    with pytest.raises(UsageError, match="returned"):
        domain.plan({"wood": 0}, {"wood": 1}, agent=Logger())


def test_of_several_goals_the_first_by_priority_that_has_a_plan_is_taken(domain):
    """G6."""
    low, high = Goal("low", {"wood": at_least(1)}, priority=1), Goal("high", {"has_axe": True}, priority=2)
    assert domain.plan(START, [low, high]).goal is high
    assert domain.plan({**START, "axe_available": False}, [low, high]).goal is low


def test_goals_that_hold_are_passed_over(domain):
    """G6: unless all do, which gives the empty plan for the first."""
    low, high = Goal("low", {"wood": at_least(1)}, priority=1), Goal("high", {"has_axe": True}, priority=2)
    assert domain.plan({**START, "has_axe": True}, [low, high]).goal is low
    plan = domain.plan({**START, "has_axe": True, "wood": 1}, [low, high])
    assert isinstance(plan, Plan)
    assert (plan.goal, len(plan)) == (high, 0)


def test_goals_of_one_priority_are_tried_in_their_order(domain):
    """G6: a dictionary has priority 0."""
    one, two = Goal("one", {"wood": at_least(1)}), Goal("two", {"has_axe": True})
    assert domain.plan(START, [one, two]).goal is one
    assert domain.plan(START, [two, one]).goal is two
    assert domain.plan(START, [{"has_axe": True}, one]).goal is not one
    assert domain.plan(START, [{"has_axe": True}, Goal("first", {"wood": 1}, priority=0.5)]).goal.name == "first"


def test_a_priority_may_be_a_question_to_the_agent(domain):
    """G6."""
    hungry = Goal("hungry", {"wood": at_least(1)}, priority=lambda logger: logger.hunger)
    tired = Goal("tired", {"has_axe": True}, priority=5)
    logger = Logger()
    assert domain.plan(START, [hungry, tired], agent=logger).goal is tired
    logger.hunger = 9
    assert domain.plan(START, [hungry, tired], agent=logger).goal is hungry


def test_where_no_goal_has_a_plan_each_is_explained(domain):
    """G6: the first, and the others after it."""
    start = {**START, "axe_available": False}
    axe, much = Goal("axe", {"has_axe": True}, priority=2), Goal("much", {"wood": at_least(50)})
    answer = domain.plan(start, [much, axe], budget=Budget(expansions=3), heuristic="blind")
    assert isinstance(answer, NoPlan)
    assert (answer.goal, answer.reason) == (axe, "unreachable")
    assert [(each.goal, each.reason) for each in answer.others] == [(much, "budget")]
    assert str(answer).count("no plan for") == 2
    assert answer.others[0].resume().cost == 400


def test_going_on_after_the_default_budget_does_its_work_again(monkeypatch):
    """G5: and comes to the same plan."""
    monkeypatch.setattr(reference, "MAX_EXPANSIONS", 5)
    domain = Domain([Action("chop", effects={"wood": add(1)})], engine="reference")
    answer = domain.plan({"wood": 0}, {"wood": 9})
    assert (answer.reason, answer.stats.expansions) == ("budget", 5)
    plan = answer.resume(Budget(expansions=5))
    assert (plan.cost, plan.stats.expansions) == (9, 9)


def test_going_on_with_several_goals_goes_on_with_each(domain):
    """G5, G6."""
    goals = [Goal("much", {"wood": at_least(40)}), Goal("more", {"wood": at_least(50)})]
    answer = domain.plan(START, goals, budget=Budget(expansions=2), heuristic="blind")
    assert answer.reason == "budget"
    assert answer.resume().goal is goals[0]


@pytest.mark.parametrize("slice_", [1, 3, 1000])
def test_a_search_in_slices_comes_to_the_same_answer(domain, slice_):
    """G5."""
    goal = Goal("stock up", {"wood": at_least(12)})
    search = domain.search(START, goal, heuristic="blind")
    runs = 1
    while (answer := search.run(slice_)) is None:
        runs += 1
    whole = domain.plan(START, goal, heuristic="blind")
    assert names(answer) == names(whole)
    assert answer.stats == whole.stats
    assert runs == -(-whole.stats.expansions // slice_) or runs == whole.stats.expansions // slice_ + 1
    assert search.run() is answer


def test_a_search_in_slices_keeps_within_its_budget(domain):
    """G5."""
    search = domain.search(START, {"wood": at_least(50)}, heuristic="blind", budget=Budget(expansions=10))
    answers = [search.run(4), search.run(4), search.run(4)]
    assert answers[:2] == [None, None]
    assert isinstance(answers[2], NoPlan)
    assert answers[2].stats.expansions == 10


def test_a_search_in_slices_tries_goal_after_goal(domain):
    """G6."""
    start = {**START, "axe_available": False}
    goals = [Goal("axe", {"has_axe": True}, priority=2), Goal("wood", {"wood": at_least(1)})]
    search = domain.search(start, goals)
    while (answer := search.run(100)) is None:
        pass
    assert answer.goal is goals[1]


def test_a_deadline_ends_a_search(domain):
    """G5: by the machine's clock, and only if asked for."""
    answer = domain.plan(START, {"wood": at_least(5000)}, heuristic="blind", budget=Budget(seconds=1e-9))
    assert answer.reason == "budget"
    assert "time" in str(answer)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"weight": 0.5}, "weight"),
        ({"weight": float("nan")}, "weight"),
        ({"weight": float("inf")}, "weight"),
        ({"weight": "2"}, "weight"),
        ({"heuristic": "best"}, "heuristic"),
        ({"heuristic": 3}, "heuristic"),
        ({"without": ["fly"]}, "fly"),
        ({"budget": 100}, "budget"),
    ],
)
def test_arguments_that_do_not_suit_are_refused(domain, arguments, words):
    with pytest.raises(UsageError, match=words):
        domain.plan(START, {"wood": 1}, **arguments)


@pytest.mark.parametrize("goal", [[], (), None, 7, "wood", [7]])
def test_what_is_no_goal_is_refused(domain, goal):
    with pytest.raises(UsageError, match="goal"):
        domain.plan(START, goal)


@pytest.mark.parametrize("expansions", [0, -1, 1.5, True])
def test_a_slice_of_nothing_is_refused(domain, expansions):
    with pytest.raises(UsageError, match="expansions"):
        domain.search(START, {"wood": 3}).run(expansions)


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_number_that_grows_too_large_is_told_by_action_and_name(engine_name):
    """G4: never a wrong plan."""
    double = Action("double", effects={"rabbits": scale(2)})
    sell = Action("sell", cost=100, effects={"sold": True})
    domain = Domain([double, sell], engine=engine_name)
    assert domain.plan({"rabbits": 2**61}, {"sold": True}, heuristic="blind").cost == 100, "the plan needs no rabbits"
    with pytest.raises(PlanningError) as caught:
        domain.plan({"rabbits": 2**61, "sold": True}, {"rabbits": 2**63 - 1})
    assert caught.value.problem == "'double' makes rabbits a number that 64 bits cannot hold"
    assert "double" in caught.value.where


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_cost_below_zero_is_told_by_action(engine_name):
    """G4."""
    sell = Action("sell", cost=value_of("price"), effects={"sold": True})
    domain = Domain([sell], names={"price": int}, engine=engine_name)
    assert domain.plan({"price": 3}, {"sold": True}).cost == 3
    with pytest.raises(PlanningError, match="'sell' costs less than 0"):
        domain.plan({"price": -3}, {"sold": True})


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_plan_too_dear_to_be_counted_is_told(engine_name):
    """G4: unless there is another one."""
    buy = Action("buy", cost=3e6, effects={"castles": add(1)})
    wait = Action("wait", cost=0.000001, effects={"rested": True})
    domain = Domain([buy, wait], names={"castles": range(3)}, engine=engine_name)
    with pytest.raises(PlanningError, match="cost too much from 'buy' on"):
        domain.plan({"castles": 0}, {"castles": 2})
    assert domain.plan({"castles": 0}, {"rested": True}).cost == 0.000001


def test_the_engine_can_be_chosen(monkeypatch):
    assert engine.choose("reference").name == "reference"
    monkeypatch.setenv(engine.VARIABLE, "reference")
    assert engine.choose().name == "reference"
    monkeypatch.setenv(engine.VARIABLE, "magic")
    with pytest.raises(UsageError, match="no engine 'magic'"):
        engine.choose()
    with pytest.raises(UsageError, match="no engine 'magic'"):
        Domain([Action("wait")], engine="magic")


def test_without_the_native_engine_the_reference_stands_in_and_says_so_once(monkeypatch):
    def fails(name):
        raise ImportError(f"no module named {name}")

    monkeypatch.delenv(engine.VARIABLE, raising=False)
    monkeypatch.setattr(engine, "import_module", fails)
    monkeypatch.setattr(engine, "_warned", [])
    with pytest.warns(RuntimeWarning, match="the native engine cannot be loaded"):
        assert engine.choose().name == "reference"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert engine.choose().name == "reference"
    with pytest.raises(UsageError, match="cannot be loaded"):
        engine.choose("native")


def test_heuristics_have_the_numbers_of_the_engines():
    assert search.HEURISTICS == ("automatic", "blind", "goals", "max", "lm-cut")
    assert (reference.AUTOMATIC, reference.BLIND, reference.GOALS) == (0, 1, 2)
