"""Carrying plans out by other code than the planner's: what it accepts, what it refuses, and in which words."""

from enum import Enum

import pytest

from gumption.errors import PlanError
from gumption.goap import (
    Action,
    Domain,
    above,
    add,
    at_least,
    at_most,
    below,
    between,
    is_not,
    one_of,
    scale,
    subtract,
    value_of,
    when,
)
from gumption.goap.validate import validate


def carry_out(actions, goal, start, names=None, **options):
    """The state at the end."""
    domain = Domain(list(dict.fromkeys(actions)), (), names)
    return validate(actions, goal, domain.state(start), domain.names, **options)[0]


def test_the_state_at_the_end_is_given_by_name():
    domain = Domain(
        [
            Action("get axe", cost=2, preconditions={"axe_available": True}, effects={"has_axe": True}),
            Action("chop", cost=4, preconditions={"has_axe": True}, effects={"wood": add(1)}),
        ],
        engine="reference",
    )
    plan = domain.plan({"axe_available": True, "wood": 0}, {"wood": at_least(2)})
    assert plan.validate() == {"axe_available": True, "has_axe": True, "wood": 2}
    assert plan.validate({"axe_available": True, "wood": 5}) == {"axe_available": True, "has_axe": True, "wood": 7}
    with pytest.raises(PlanError) as caught:
        plan.validate({"axe_available": False, "wood": 0})
    assert caught.value.problem == (
        "'get axe' cannot be applied: it needs that axe_available, and axe_available is False"
    )
    assert caught.value.where == "step 1 of 3, 'get axe'"


def test_a_goal_that_does_not_hold_at_the_end_is_told_with_its_values():
    chop = Action("chop", effects={"wood": add(1)})
    with pytest.raises(PlanError) as caught:
        carry_out([chop], {"wood": at_least(value_of("needed"))}, {"wood": 1, "needed": 3}, {"needed": int})
    assert caught.value.problem == (
        "the goal does not hold at the end: wood at least needed is wanted, and wood is 2 and needed is 3"
    )
    assert carry_out([chop], {"wood": at_least(value_of("needed"))}, {"wood": 2, "needed": 3}, {"needed": int}) == {
        "wood": 3,
        "needed": 3,
    }


@pytest.mark.parametrize(
    ("condition", "holding", "failing"),
    [
        (3, [3], [2, 4]),
        (at_least(3), [3, 4], [2]),
        (at_most(3), [3, 2], [4]),
        (above(3), [4], [3, 2]),
        (below(3), [2], [3, 4]),
        (between(2, 4), [2, 3, 4], [1, 5]),
        (is_not(3), [2, 4], [3]),
        (one_of(1, 3), [1, 3], [0, 2, 4]),
        (value_of("m"), [7], [6]),
        (at_least(value_of("m") - 5), [2], [1]),
        (at_least(2 * value_of("m")), [14], [13]),
    ],
)
def test_conditions_on_numbers(condition, holding, failing):
    """G2."""
    step = Action("step", preconditions={"n": condition}, effects={"done": True, "m": add(0)})
    for value in holding:
        assert carry_out([step], {"done": True}, {"n": value, "m": 7}, {"n": int, "m": int})["done"] is True
    for value in failing:
        with pytest.raises(PlanError, match="'step' cannot be applied"):
            carry_out([step], {"done": True}, {"n": value, "m": 7}, {"n": int, "m": int})


class Place(Enum):
    HOME = 1
    MINE = 2


@pytest.mark.parametrize(
    ("condition", "holds_at_home"),
    [
        (Place.HOME, True),
        (is_not(Place.HOME), False),
        (one_of(Place.HOME, Place.MINE), True),
        (value_of("target"), False),
        (is_not(value_of("target")), True),
    ],
)
def test_conditions_on_enumerations(condition, holds_at_home):
    """G2."""
    step = Action("step", preconditions={"at": condition}, effects={"done": True})
    start = {"at": Place.HOME, "target": Place.MINE}
    if holds_at_home:
        assert carry_out([step], {"done": True}, start, {"at": Place, "target": Place})["done"] is True
    else:
        with pytest.raises(PlanError, match="at is <Place"):
            carry_out([step], {"done": True}, start, {"at": Place, "target": Place})


def test_effects_read_the_state_before_the_action_and_happen_at_once():
    """G2."""
    swap = Action("swap", effects={"a": value_of("b"), "b": value_of("a"), "c": add(value_of("a")), "d": scale(3)})
    end = carry_out([swap], {"a": 2}, {"a": 1, "b": 2, "c": 10, "d": 4})
    assert end == {"a": 2, "b": 1, "c": 11, "d": 12}


def test_conditional_effects_look_at_the_state_before_the_action_and_add_up():
    open_door = Action(
        "open",
        effects=[
            {"door": "open", "noise": add(1), "alarm": False},
            when({"alarm": True}, {"guards": True, "noise": add(5)}),
            when({"door": "open"}, {"noise": subtract(100)}),
        ],
    )
    end = carry_out([open_door], {"door": "open"}, {"door": "shut", "noise": 0, "alarm": True, "guards": False})
    assert end == {"door": "open", "noise": 6, "alarm": False, "guards": True}


def test_decimals_are_what_they_look_like():
    """Ten times a tenth is one, and three times is three tenths."""
    step = Action("step", effects={"x": add(0.1)})
    assert carry_out([step] * 10, {"x": 1}, {"x": 0.0}, {"x": float}) == {"x": 1}
    with pytest.raises(PlanError, match=r"x is 0\.3"):
        carry_out([step] * 3, {"x": above(0.3)}, {"x": 0.0}, {"x": float})


def test_where_the_planner_counts_in_doubles_rounding_is_forgiven():
    step = Action("step", effects={"x": scale(1 / 3)})
    assert carry_out(
        [step, Action("back", effects={"x": scale(3)})], {"x": 1.1}, {"x": 1.1}, {"x": float}, doubles=True
    )


def test_an_integer_may_not_leave_its_bounds():
    fill = Action("fill", effects={"cups": add(3)})
    with pytest.raises(PlanError) as caught:
        carry_out([fill, fill], {"cups": 6}, {"cups": 0}, {"cups": range(6)})
    assert caught.value.problem == ("'fill' cannot be applied: it makes cups 6, which has to be an integer from 0 to 5")
    assert caught.value.where == "step 2 of 2, 'fill'"


def test_costs_are_summed_where_they_are_paid():
    domain = Domain(
        [
            Action("walk", cost=1 + 2 * value_of("far"), effects={"far": subtract(1)}),
            Action("rest", cost=0.5, effects={"rested": True}),
        ],
        names={"far": range(10)},
        engine="reference",
    )
    plan = domain.plan({"far": 3}, {"far": 0, "rested": True})
    _, cost = validate(plan.actions, plan.goal.conditions, plan.start, domain.names)
    assert float(cost) == plan.cost == 7 + 5 + 3 + 0.5
    assert plan.validate() == {"far": 0, "rested": True}


def test_costs_that_agents_tell_are_not_summed():
    step = Action("step", cost=lambda agent: 3, effects={"done": True})
    domain = Domain([step], engine="reference")
    plan = domain.plan({}, {"done": True}, agent="Bob")
    assert plan.cost == 3
    assert plan.validate() == {"done": True}
    assert validate(plan.actions, plan.goal.conditions, plan.start, domain.names)[1] is None


def test_a_plan_whose_cost_is_another_one_is_refused():
    domain = Domain([Action("step", cost=3, effects={"done": True})], engine="reference")
    plan = domain.plan({}, {"done": True})
    object.__setattr__(plan, "_result", (1, 2, 2, *plan._result[3:]))
    with pytest.raises(PlanError, match="costs 3, not 2"):
        plan.validate()


def test_an_action_that_was_changed_since_is_told_by_name():
    act = Action("act", effects={"done": True})
    plan = Domain([act]).plan({}, {"done": True})
    for changed in (
        {"effects": {"noise": True}},
        {"effects": {"noise": value_of("hush")}},
        {"preconditions": {"n": 3}},
    ):
        vars(act).update({"effects": {"done": True}, "preconditions": {}} | changed)
        with pytest.raises(PlanError) as caught:
            plan.validate()
        assert caught.value.where == "step 1 of 1, 'act'"
        assert "which the domain does not know" in caught.value.problem
        assert "before the domain is made" in str(caught.value)
