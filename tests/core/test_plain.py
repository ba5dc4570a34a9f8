"""What JSON can hold, checked on the way out and read back with errors that name the place."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gumption.core.plain import MAX_DEPTH, misfit, plain_copy, take, take_mapping
from gumption.errors import SnapshotError, UsageError

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
ANYTHING = st.recursive(
    SCALARS
    | st.floats()
    | st.binary()
    | st.complex_numbers()
    | st.sets(st.integers(-(2**63), 2**63 - 1))
    | st.just(object()),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.integers(-(2**63), 2**63 - 1) | st.none() | st.booleans(), inner, max_size=4)
    ),
    max_leaves=10,
)
LAW = settings(deadline=None, derandomize=True, max_examples=300)


def nested(depth: int, innermost: object = 0) -> object:
    value = innermost
    for level in range(depth):
        value = [value] if level % 2 else {"in": value}
    return value


def refusal(value: object) -> UsageError:
    with pytest.raises(UsageError) as caught:
        plain_copy(value, "data")
    return caught.value


@given(JSON)
@LAW
def test_whatever_json_can_hold_is_plain(value: object) -> None:
    assert plain_copy(value, "data") == value


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 10**5000], ids=["above", "below", "huge"])
def test_a_number_of_more_than_64_bits_is_not_plain(value: int) -> None:
    assert "64 bits" in refusal([value]).problem


def test_a_list_that_stands_in_many_places_is_copied_once() -> None:
    value: list[object] = []
    for _ in range(60):
        value = [value, value]
    copy = plain_copy(value, "data")
    assert copy[0] is copy[1]


def test_a_copy_shares_nothing_with_what_was_copied() -> None:
    value = {"a": [1, (2, 3)]}
    copy = plain_copy(value, "data")
    value["a"].append(4)
    assert copy == {"a": [1, [2, 3]]}


@given(ANYTHING)
@LAW
def test_whatever_is_plain_can_be_held_by_json(value: object) -> None:
    try:
        plain_copy(value, "data")
    except UsageError:
        return
    assert json.loads(json.dumps(value, allow_nan=False)) == as_lists(value)


def as_lists(value: Any) -> object:
    if isinstance(value, (list, tuple)):
        return [as_lists(item) for item in value]
    return {key: as_lists(item) for key, item in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_lacks_is_refused_with_its_place(number: float) -> None:
    error = refusal({"places": [(0.0, 1.0), (0.0, number)]})
    assert error.where == "data['places'][1][1]"
    assert str(number) in error.problem
    assert error.remedy


@pytest.mark.parametrize("key", [1, None, True, 1.5, (1, 2), b"n"])
def test_a_key_must_be_a_string(key: object) -> None:
    """JSON would turn 1 into "1", and a mapping read back would be another one."""
    error = refusal([{"fine": 0, key: 1}])
    assert error.where == "data[0]"
    assert f"the key {key!r} is not a string" in error.problem


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, 1j, object(), print, range(3), int, json])
def test_an_object_that_is_no_data_is_refused_with_its_place(value: object) -> None:
    error = refusal({"a": [1, value]})
    assert error.where == "data['a'][1]"
    assert "is not plain data" in error.problem


@pytest.mark.parametrize("depth", [1, 2, MAX_DEPTH - 1, MAX_DEPTH])
def test_a_hundred_levels_are_plain(depth: int) -> None:
    plain_copy(nested(depth), "data")


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 100_000])
def test_more_levels_are_refused_however_many(depth: int) -> None:
    value = nested(depth)
    assert "more than 100 levels" in refusal(value).problem
    while value:  # taken apart by hand: the interpreter's own way would be recursive
        value = value[0] if isinstance(value, list) else value["in"]


def test_a_list_or_dictionary_that_contains_itself_is_refused() -> None:
    ring: list[object] = [1]
    ring.append({"again": ring})
    assert "contains itself" in refusal(ring).problem
    mirror: dict[str, object] = {}
    mirror["mirror"] = mirror
    assert "contains itself" in refusal(mirror).problem


def test_what_stands_in_two_places_is_plain() -> None:
    """That is no ring: JSON writes it twice."""
    shared = [1, 2]
    plain_copy({"a": shared, "b": shared, "c": [shared, shared]}, "data")


def test_an_object_that_cannot_even_be_shown_is_refused_with_its_place() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError("mute")

    assert refusal([Mute()]).where == "data[0]"


def test_what_json_held_is_taken_by_its_kind() -> None:
    fields = {"n": 3, "x": 1.5, "whole": 2, "s": "text", "b": False, "l": [1], "d": {"a": 1}}
    assert take(fields, "n", int, "place") == 3
    assert take(fields, "x", float, "place") == 1.5
    assert type(take(fields, "whole", float, "place")) is float
    assert take(fields, "s", str, "place") == "text"
    assert take(fields, "b", bool, "place") is False
    assert take(fields, "l", list, "place") == [1]
    assert take_mapping(fields["d"], "place") == {"a": 1}


@pytest.mark.parametrize(
    ("value", "kind"),
    [(1.0, int), (True, int), (False, float), ("1", int), (None, str), (1, bool), (1, str), ({}, list), ([], dict)],
)
def test_another_kind_is_refused_with_its_place(value: object, kind: type) -> None:
    with pytest.raises(SnapshotError) as caught:
        take({"field": value}, "field", kind, "saved.mind")
    assert caught.value.where == "saved.mind.field"
    assert caught.value.problem == f"expected {kind.__name__}, found {value!r}"


def test_a_missing_field_is_refused_with_its_place() -> None:
    with pytest.raises(SnapshotError) as caught:
        take({}, "field", int, "saved.mind")
    assert caught.value.where == "saved.mind.field"


@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_what_is_no_mapping_is_refused_with_its_place(value: object) -> None:
    with pytest.raises(SnapshotError, match="expected an object") as caught:
        take_mapping(value, "saved.mind")
    assert caught.value.where == "saved.mind"


def test_a_misfit_tells_what_was_wanted_and_what_was_found() -> None:
    error = misfit("saved.mind", "a number", "three")
    assert str(error).startswith("expected a number, found 'three'\n  where:      saved.mind\n")
    assert len(misfit("saved.mind", "a number", "3" * 10_000).problem) < 120
