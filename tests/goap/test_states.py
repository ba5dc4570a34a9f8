"""States are read fast if they are as usual, and thoroughly if not; both ways give the same (rule G1)."""

import linecache
import traceback
from collections import UserDict
from enum import Enum
from types import MappingProxyType
from typing import Any

import pytest

from gumption.errors import DefinitionError, UsageError
from gumption.goap import Action, Domain, Goal, State, add, at_least, subtract, value_of
from gumption.goap.tables.reader import read_thoroughly


class Place(Enum):
    MINE = 1
    BANK = 2


DOMAIN = Domain(
    [
        Action(
            "everything",
            preconditions={"flag": True, "at": "mine", "wood": at_least(1), "fuel": at_least(0.5), "place": Place.MINE},
            effects={"level": add(1), "at": value_of("home"), "fuel": subtract(0.5)},
        )
    ],
    names={"level": range(-1, 4)},
)
STATE: dict[str, Any] = {
    "flag": True, "at": "mine", "home": "bank", "wood": 3, "fuel": 1.5, "place": Place.BANK, "level": 0
}  # fmt: skip


def changed(**values: Any) -> dict[str, Any]:
    return {**STATE, **values}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in STATE.items() if key != name}


def encoded(**values: Any) -> dict[str, int | float]:
    state = DOMAIN.state(changed(**values))
    return dict(zip(state, state.encoded, strict=True))


def test_a_state_reads_back_as_it_was_written() -> None:
    """Rule G1."""
    state = DOMAIN.state(STATE)
    assert dict(state) == STATE
    assert len(state) == len(STATE)
    assert state == STATE
    assert "wood" in state
    assert "stone" not in state
    assert repr(state).startswith("<state {'flag': True, 'at': 'mine'")


@pytest.mark.parametrize(
    "given",
    [STATE, MappingProxyType(STATE), UserDict(STATE), changed(flag=False), changed(fuel=2), changed(at="hell")],
)
def test_the_fast_way_and_the_thorough_way_agree(given: Any) -> None:
    encoding, values, _ = read_thoroughly(given, DOMAIN.encodings)
    state = DOMAIN.state(given)
    assert (state.encoding, state.encoded) == (encoding, values)
    assert all(type(one) is type(other) for one, other in zip(state.encoded, values, strict=True))
    assert dict(state) == dict(given)


def test_a_missing_boolean_is_false() -> None:
    """Rule G1."""
    assert DOMAIN.state(without("flag"))["flag"] is False


@pytest.mark.parametrize("name", ["at", "home", "wood", "fuel", "place", "level"])
def test_any_other_missing_name_is_an_error_that_names_it(name: str) -> None:
    """Rule G1."""
    with pytest.raises(UsageError, match=f"'{name}' is missing"):
        DOMAIN.state(without(name))


def test_a_name_that_was_mistyped_is_suggested() -> None:
    with pytest.raises(UsageError) as caught:
        DOMAIN.state({**without("wood"), "wod": 3})
    assert "did you mean 'wod'" in str(caught.value)


def test_names_that_the_domain_does_not_use_are_ignored() -> None:
    """Rule G1."""
    assert DOMAIN.state(changed(stone=object())).encoded == DOMAIN.state(STATE).encoded


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("flag", 1, "True or False"),
        ("flag", None, "True or False"),
        ("flag", "yes", "True or False"),
        ("at", 3, "a string"),
        ("at", ["mine"], "a string"),
        ("at", True, "a string"),
        ("place", "MINE", "one of Place.MINE, Place.BANK"),
        ("wood", 2.5, "an integer"),
        ("wood", True, "an integer"),
        ("wood", "3", "an integer"),
        ("wood", None, "an integer"),
        ("wood", 2**63, "an integer"),
        ("fuel", True, "a number"),
        ("fuel", float("nan"), "a number"),
        ("fuel", float("inf"), "a number"),
        ("fuel", "full", "a number"),
        ("level", 4, "an integer from -1 to 3"),
        ("level", -2, "an integer from -1 to 3"),
    ],
)
def test_a_value_that_does_not_suit_is_an_error_that_says_what_does(name: str, value: Any, expected: str) -> None:
    """Rule G1."""
    with pytest.raises(UsageError) as caught:
        DOMAIN.state(changed(**{name: value}))
    error = caught.value
    assert repr(name) in error.problem
    assert expected in error.problem
    assert error.remedy
    assert error.doing == "reading a state"


@pytest.mark.parametrize("state", [None, 3, [("flag", True)], "flag"])
def test_what_is_no_mapping_is_refused(state: Any) -> None:
    with pytest.raises(UsageError, match="not a mapping"):
        DOMAIN.state(state)


def test_numbers_of_other_types_are_taken_if_they_are_whole() -> None:
    class Index:
        def __index__(self) -> int:
            return 7

    assert encoded(wood=3.0)["wood"] == 3
    assert encoded(wood=Index())["wood"] == 7


def test_values_that_no_one_named_are_told_apart() -> None:
    """Rule G1: two of them are equal only if they are."""
    apart, equal = DOMAIN.state(changed(at="hell", home="heaven")), DOMAIN.state(changed(at="hell", home="hell"))
    known = len(DOMAIN.names["at"].values)
    assert (apart.encoded[1], equal.encoded[1]) == (known, known)
    assert apart["at"] == equal["at"] == equal["home"] == "hell"
    assert apart["home"] == "heaven"


def test_numbers_with_few_decimals_are_counted_exactly_and_others_are_doubles() -> None:
    coarse, fine, double = (DOMAIN.state(changed(fuel=fuel)) for fuel in (1.5, 0.123456, 1 / 3))
    assert [each.encoding.frame.decimals for each in (coarse, fine, double)] == [1, 6, None]
    assert [each["fuel"] for each in (coarse, fine, double)] == [1.5, 0.123456, 1 / 3]


@pytest.mark.parametrize("fuel", [0.1 + 0.2, 1e300, 2.0**53 + 2, 1e-7, -1e15])
def test_what_is_no_short_decimal_is_never_rounded(fuel: float) -> None:
    assert DOMAIN.state(changed(fuel=fuel))["fuel"] == fuel


def test_minus_zero_is_zero() -> None:
    double = Domain([Action("burn", effects={"fuel": add(1 / 3)})])
    assert str(double.state({"fuel": -0.0})["fuel"]) == "0.0"


def test_a_prepared_state_is_taken_as_it_is() -> None:
    state = DOMAIN.state(STATE)
    assert DOMAIN.state(state) is state
    other = Domain([Action("chop", effects={"wood": add(1)})])
    assert dict(other.state(state)) == {"wood": 3}


def test_a_state_goes_into_doubles_if_the_goal_needs_them() -> None:
    state = DOMAIN.state(STATE)
    target, start = DOMAIN.target(state, {"fuel": at_least(1 / 3)})
    assert target.encoding is start.encoding
    assert target.encoding.frame.decimals is None
    assert dict(start) == STATE


def test_a_goal_is_compiled_once() -> None:
    goal = Goal("stock up", {"wood": at_least(3)})
    for each in (goal, {"wood": at_least(3)}, {"flag": True}):
        first, _ = DOMAIN.target(STATE, each)
        again, _ = DOMAIN.target(STATE, dict(each) if isinstance(each, dict) else each)
        assert first is again


def test_equal_numbers_of_other_types_are_other_goals() -> None:
    DOMAIN.target(STATE, {"wood": 1})
    with pytest.raises(DefinitionError, match="goap-kind"):
        DOMAIN.target(STATE, {"wood": True})


def test_states_after_it_are_of_the_same_world() -> None:
    state = DOMAIN.state(changed(at="hell"))
    after = state.after((0, *state.encoded[1:]))
    assert isinstance(after, State)
    assert (after["flag"], after["at"]) == (False, "hell")


def test_the_errors_of_a_mapping_are_its_own() -> None:
    class Broken(dict[str, Any]):
        def __getitem__(self, key: str) -> Any:
            raise RuntimeError("sensor is off")

    with pytest.raises(RuntimeError, match="sensor is off"):
        DOMAIN.state(Broken(STATE))


def test_names_are_literals_in_the_generated_function() -> None:
    name = "'] + __import__('os').getcwd() + ['\n\\"
    domain = Domain([Action("act", preconditions={name: True}, effects={name + "x": add(1)})])
    state = domain.state({name: True, name + "x": 2})
    assert dict(state) == {name: True, name + "x": 2}


def test_the_generated_function_can_be_seen_in_a_traceback() -> None:
    try:
        DOMAIN.read({})
    except KeyError as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        assert "state[" in linecache.getline(frame.filename, frame.lineno or 0)
    else:
        pytest.fail("it read an empty state")
