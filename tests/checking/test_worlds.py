"""What is said of conditions agrees with trying all values."""

import itertools
from enum import Enum
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import F
from gumption.checking.conditions import is_always, is_covered, is_never, none_holds
from gumption.checking.worlds import Space, together
from gumption.core.expression import evaluate

HALVES = [number / 2 for number in range(-3, 12)]
"""All values that differ for conditions on whole numbers from 0 to 4, and some more."""
STATES = [SimpleNamespace(a=a, b=b) for a, b in itertools.product(HALVES, HALVES)]

comparison = st.builds(
    lambda name, make, number: make(getattr(F, name), number),
    st.sampled_from("ab"),
    st.sampled_from(
        [
            lambda x, n: x < n, lambda x, n: x <= n, lambda x, n: x > n, lambda x, n: x >= n, lambda x, n: x == n,
            lambda x, n: x != n, lambda x, n: n < x, lambda x, n: x,
        ]
    ),
    st.integers(0, 4),
)  # fmt: skip
conditions = st.recursive(
    comparison,
    lambda inner: st.one_of(
        st.builds(lambda x, y: x & y, inner, inner),
        st.builds(lambda x, y: x | y, inner, inner),
        st.builds(lambda x: ~x, inner),
    ),
    max_leaves=6,
)


def holds(condition, state):
    return bool(evaluate(condition, state))


@settings(max_examples=80, deadline=None)
@given(conditions)
def test_what_never_or_always_holds_is_known_exactly(condition):
    truths = {holds(condition, state) for state in STATES}
    assert is_never(condition) == (True not in truths)
    assert is_always(condition) == (False not in truths)


@settings(max_examples=50, deadline=None)
@given(conditions, st.lists(conditions, min_size=1, max_size=3))
def test_what_is_covered_by_others_is_known_exactly(condition, others):
    holding = [state for state in STATES if holds(condition, state)]
    covered = bool(holding) and all(any(holds(other, state) for other in others) for state in holding)
    assert is_covered(condition, others) == covered


@settings(max_examples=50, deadline=None)
@given(st.lists(conditions, min_size=1, max_size=4))
def test_a_state_in_which_none_holds_is_one(listed):
    state = none_holds(listed)
    if state is not None:
        agent = SimpleNamespace(**{"a": 0, "b": 0, **dict(state)})
        assert not any(holds(each, agent) for each in listed)


class Mood(Enum):
    GLAD = 1
    SAD = 2


@pytest.mark.parametrize(
    "condition",
    [
        (F.mood == "glad") & (F.mood == "sad"),
        (F.mood == Mood.GLAD) & (F.mood == Mood.SAD),
        (F.name < "b") & (F.name > "c"),
        (F.n > 5) & (F.n < 5.0),
        (F.n > 1e300) & (F.n < 1e299),
        F.n > float("inf"),
        (F.a + F.b > 5) & (F.a + F.b < 3),
        F.busy & ~F.busy,
        (F.busy == True) & (F.busy == False),  # noqa: E712
        (F.n == (1, 2)) & (F.n == (3, 4)),
        (F.foe == None) & (F.foe != None),  # noqa: E711
    ],
    ids=str,
)
def test_it_never_holds(condition):
    assert is_never(condition)


@pytest.mark.parametrize(
    "condition",
    [
        (F.n > 1) & (F.n < 2),
        (F.name > "a") & (F.name < "b"),
        (F.n > 10**30) & (F.n < 10**30 + 2),
        F.a < F.b,
        (F.n != 3) & (F.n != 4),
        (F.mood != "glad") & (F.mood != "sad"),
        (F.mood != Mood.GLAD) & (F.mood != Mood.SAD),
        (F.n == 3) | (F.n == float("nan")),
    ],
    ids=str,
)
def test_it_is_not_said_that_it_never_or_always_holds(condition):
    assert not is_always(condition)
    assert not is_never(condition)


def test_a_world_is_no_state_where_one_attribute_is_of_another():
    assert not Space([(F.foe == "bear") & F.foe.near]).is_real
    assert not Space([F.a + F.b > 2]).is_real
    assert Space([(F.foe.strong > 2) & F.foe.near]).is_real


def test_conditions_are_apart_that_read_nothing_in_common():
    assert together([F.a > 1, F.b > 1, (F.a > 2) & (F.c > 1), F.c > 5]) == [[1], [0, 2, 3]]


def test_many_conditions_that_are_apart_are_decided():
    state = none_holds([getattr(F, f"a{number}") > 1 for number in range(40)])
    assert state is not None
    assert len(state) == 40
