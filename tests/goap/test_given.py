"""Plans that are given by the names of their actions."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gumption.errors import MindError, PlanError, PlanningError, UsageError
from gumption.goap import Action, Domain, Goal, add, at_least, value_of
from gumption.goap.tables.task import INT64_MAX
from tests.goap.engines import names_of, properties
from tests.goap.strategies import puzzles
from tests.goap.test_properties import AMPLE, answer_of, domain_of

DOMAIN = Domain(
    [
        Action("get axe", cost=2, preconditions={"axe free": True}, effects={"has axe": True, "axe free": False}),
        Action("chop", cost=4, duration=3, preconditions={"has axe": True}, effects={"wood": add(1)}),
        Action("gather", cost=8, effects={"wood": add(1)}),
    ],
    names={"wood": range(4)},
)
START = {"axe free": True, "wood": 0}
WOOD = Goal("wood", {"wood": at_least(2)})


def test_a_given_plan_is_a_plan():
    plan = DOMAIN.plan_from(["gather", "get axe", "chop"], START, WOOD)
    assert names_of(plan) == ("gather", "get axe", "chop")
    assert (plan.cost, plan.time, plan.steps, plan.reason, plan.goal) == (14, 3.0, 3, "given", WOOD)
    assert (plan.lower_bound, plan.stats.expansions) == (0, 0)
    assert str(plan) == "gather, get axe, chop: cost 14"
    assert plan.states[-1]["wood"] == 2
    assert plan.validate()["wood"] == 2
    assert plan.kernels.onward(plan.states[1].encoded, 0) == 1


def test_nothing_is_a_plan_for_what_holds():
    plan = DOMAIN.plan_from((), {"wood": 2}, {"wood": 2})
    assert (len(plan), plan.cost) == (0, 0)


def test_a_step_that_cannot_be_applied_is_told():
    with pytest.raises(PlanError, match="'chop' cannot be applied: it needs that has axe") as caught:
        DOMAIN.plan_from(["gather", "chop"], START, WOOD)
    assert caught.value.where == "step 2 of 2, 'chop'"


def test_a_goal_that_is_not_reached_is_told():
    with pytest.raises(PlanError, match="the goal does not hold at the end: wood at least 2"):
        DOMAIN.plan_from(["gather"], START, WOOD)


def test_a_number_that_leaves_its_bounds_or_64_bits_is_told():
    with pytest.raises(PlanError, match="it makes wood 4"):
        DOMAIN.plan_from(["gather", "gather"], {"wood": 2}, WOOD)
    domain = Domain([Action("grow", effects={"n": add(INT64_MAX)})])
    with pytest.raises(PlanError, match="'grow' would make a number that 64 bits cannot hold"):
        domain.plan_from(["grow", "grow"], {"n": 0}, {"n": at_least(3)})


@pytest.mark.parametrize(
    ("names", "words"),
    [("chop", "'chop' is not a list"), (3, "3 is not a list"), (["chp"], "'chp' is not an action"), ([3], "3 is not")],
)
def test_what_names_no_actions_is_told(names, words):
    with pytest.raises(UsageError, match=words) as caught:
        DOMAIN.plan_from(names, START, WOOD)
    assert names != ["chp"] or "did you mean 'chop'" in caught.value.remedy


def test_costs_of_the_agent_are_asked_for_the_given_actions_only_and_use_is_not():
    def fails(agent):
        raise ZeroDivisionError

    domain = Domain(
        [
            Action("walk", cost=lambda agent: agent, effects={"there": True}, is_usable=fails),
            Action("fly", cost=fails, effects={"there": True}),
        ]
    )
    assert domain.plan_from(["walk"], {}, {"there": True}, agent=2.5).cost == 2.5
    with pytest.raises(MindError, match="ZeroDivisionError"):
        domain.plan_from(["fly"], {}, {"there": True}, agent=2.5)
    with pytest.raises(UsageError, match="its cost is a question to the agent"):
        domain.plan_from(["walk"], {}, {"there": True})


def test_a_cost_below_zero_is_told():
    domain = Domain([Action("sell", cost=value_of("price"), effects={"sold": True})], names={"price": int})
    with pytest.raises(PlanningError, match="'sell' costs less than 0 there"):
        domain.plan_from(["sell"], {"price": -1}, {"sold": True})


@properties
@given(puzzle=st.one_of(puzzles(), puzzles(finite=False)))
def test_a_plan_comes_back_from_its_names(puzzle):
    domain = domain_of(puzzle, "reference")
    plan = answer_of(domain, puzzle, "reference", budget=AMPLE)
    assume(plan)
    again = domain.plan_from(names_of(plan), puzzle.start, plan.goal)
    assert (again.actions, again.cost, again.time) == (plan.actions, plan.cost, plan.time)
    assert [dict(each) for each in again.states] == [dict(each) for each in plan.states]
