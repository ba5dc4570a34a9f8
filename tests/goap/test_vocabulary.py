"""Conditions, effects and value_of: data that prints as one would say it, and that refuses what makes no sense."""

import copy
import math
import pickle
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest

from gumption.errors import UsageError
from gumption.goap import (
    Action,
    Goal,
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
from gumption.goap.action import asks_agent, effects_of
from gumption.goap.vocabulary import say_condition, say_effect

NUMERIC: list[Callable[[Any], Any]] = [at_least, at_most, above, below, add, subtract, scale]


class Place(Enum):
    MINE = 1
    BANK = 2


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (at_least(3), "wood at least 3"),
        (at_most(0.5), "wood at most 0.5"),
        (above(3), "wood above 3"),
        (below(-1), "wood below -1"),
        (between(2, value_of("room")), "wood between 2 and room"),
        (is_not(3), "wood is not 3"),
        (is_not(Place.MINE), "wood is not MINE"),
        (one_of("oak", None, Place.BANK), "wood one of oak, None, BANK"),
        (one_of(), "wood one of nothing"),
        (at_least(value_of("needed") + 2), "wood at least needed + 2"),
        (value_of("needed"), "wood is needed"),
        (True, "wood"),
        (False, "not wood"),
        ("oak", "wood is oak"),
        (3, "wood is 3"),
        (None, "wood is None"),
    ],
)
def test_a_condition_reads_like_a_sentence(condition: Any, text: str) -> None:
    assert say_condition("wood", condition) == text


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (add(1), "wood + 1"),
        (subtract(value_of("price")), "wood - (price)"),
        (scale(0.5), "wood * 0.5"),
        (True, "wood"),
        (False, "not wood"),
        (value_of("a") * 2, "wood := 2 * a"),
        (Place.BANK, "wood := BANK"),
    ],
)
def test_an_effect_reads_like_a_sentence(effect: Any, text: str) -> None:
    assert say_effect("wood", effect) == text


def test_words_print_without_a_name_too() -> None:
    assert repr(at_least(3)) == "at least 3"
    assert repr(add(1)) == "add 1"
    told = when({"alarm_on": True, "wood": at_least(1)}, {"guards_alert": True, "wood": subtract(1)})
    assert repr(told) == "when alarm_on and wood at least 1: guards_alert, wood - 1"


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (1 + 3 * value_of("distance"), "3 * distance + 1"),
        (value_of("b") - value_of("a"), "-a + b"),
        (2 - value_of("a"), "-a + 2"),
        (-value_of("a") - 2, "-a - 2"),
        (value_of("a") * 0, "0"),
        ((value_of("a") + 1) * 2 - value_of("a"), "a + 2"),
        (value_of("a") - value_of("a") + 0.5, "0.5"),
    ],
)
def test_arithmetic_on_names_makes_linear_expressions(formula: Any, text: str) -> None:
    assert repr(formula) == text


def test_only_the_bare_value_of_a_name_is_that_name() -> None:
    assert value_of("a").sole_name == "a"
    assert (value_of("a") + 1).sole_name is None
    assert (value_of("a") * 2).sole_name is None


@pytest.mark.parametrize("word", NUMERIC)
@pytest.mark.parametrize("value", [True, "3", None, math.nan, math.inf, -math.inf, 2**63, Place.MINE, [1], 1j])
def test_what_is_no_number_is_refused_where_one_is_wanted(word: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises(UsageError) as caught:
        word(value)
    assert word.__name__ in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("value", [math.nan, math.inf, at_least(1), add(1), [1], object()])
def test_values_are_values(value: Any) -> None:
    for word in (is_not, one_of):
        with pytest.raises(UsageError):
            word(value)


def test_numbers_of_other_types_become_those_of_python() -> None:
    class Index:
        def __index__(self) -> int:
            return 3

    assert at_least(Index()) == at_least(3)  # type: ignore[arg-type]
    assert at_least(Decimal("0.5")) == at_least(0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", [at_least(1), add(1), when({}, {}), value_of("a")])
def test_words_have_no_truth_value(word: Any) -> None:
    with pytest.raises(UsageError, match="no truth value"):
        _ = word and at_least(2)


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: value_of("a") >= 3,
        lambda: value_of("a") < value_of("b"),
        lambda: value_of("a") * value_of("b"),
        lambda: value_of("a") + "b",  # type: ignore[operator]
        lambda: value_of("a") + True,
        lambda: value_of("a") * math.nan,
        lambda: value_of("a") * 1e300 * 1e300,
        lambda: value_of(3),  # type: ignore[arg-type]
        lambda: one_of(value_of("a")),  # type: ignore[arg-type]
        lambda: when({"a"}, {}),  # type: ignore[arg-type]
        lambda: when({}, [("a", 1)]),  # type: ignore[arg-type]
    ],
)
def test_misuse_is_refused_with_a_remedy(mistake: Callable[[], Any]) -> None:
    with pytest.raises(UsageError) as caught:
        mistake()
    assert caught.value.remedy


def test_words_are_equal_if_they_say_the_same() -> None:
    assert at_least(3) == at_least(3) != at_most(3)
    assert hash(one_of("a", "b")) == hash(one_of("a", "b"))
    assert one_of(1) != one_of(True)
    assert value_of("a") + value_of("b") == value_of("b") + value_of("a")


@pytest.mark.parametrize("word", [at_least(value_of("a") + 1), one_of("x", Place.MINE), add(2), value_of("a") * 3])
def test_words_can_be_copied_and_pickled(word: Any) -> None:
    for other in (copy.deepcopy(word), pickle.loads(pickle.dumps(word))):
        assert other == word
        assert hash(other) == hash(word)


class GetAxe(Action[Any]):
    cost, preconditions, effects = 2, {"axe_available": True}, {"has_axe": True}


class HTTPGet2(Action[Any]):
    def cost(self, agent: Any) -> float:
        return 2.0

    def is_usable(self, agent: Any) -> bool:
        return True


def test_a_class_of_actions_is_called_by_its_words() -> None:
    """Rule G3."""
    assert GetAxe().name == "get axe"
    assert HTTPGet2().name == "http get 2"
    assert GetAxe("other").name == "other"
    assert repr(GetAxe()) == "<action 'get axe'>"


def test_arguments_say_more_than_the_class() -> None:
    """Rule G3."""
    action = GetAxe(cost=5, effects=None)
    assert (action.cost, action.preconditions, effects_of(action)) == (5, {"axe_available": True}, ())
    assert GetAxe.cost == 2


@pytest.mark.parametrize(
    ("action", "asks"),
    [
        (GetAxe(), False),
        (HTTPGet2(), True),
        (Action("a", cost=lambda agent: 1), True),
        (Action("a", is_usable=lambda agent: True), True),
        (Action("a", is_usable=None), False),
        (Action("a", cost=value_of("d")), False),
    ],
)
def test_an_action_knows_whether_the_agent_is_asked(action: Action[Any], asks: bool) -> None:
    """Rule G3."""
    assert asks_agent(action) is asks


def test_later_changes_of_a_dictionary_do_not_reach_actions_and_goals() -> None:
    conditions: dict[str, Any] = {"a": True}
    effects: list[Any] = [{"b": True}]
    action, goal = Action("act", preconditions=conditions, effects=effects), Goal("want", conditions)
    conditions["a"] = False
    effects.append({"c": True})
    assert action.preconditions == goal.conditions == {"a": True}
    assert effects_of(action) == ({"b": True},)


def test_a_goal_shows_what_it_wants() -> None:
    assert repr(Goal("stock up", {"wood": at_least(3), "tired": False})) == (
        "<goal 'stock up': wood at least 3 and not tired>"
    )


def test_comparing_a_name_with_a_number_is_a_mistake():
    """It would be plain False: a condition that asks for something else."""
    with pytest.raises(UsageError, match="not a condition"):
        _ = value_of("b") == 3
    assert value_of("b") == value_of("b")
    assert value_of("b") != value_of("c")
    assert len({value_of("b"), value_of("b")}) == 1
