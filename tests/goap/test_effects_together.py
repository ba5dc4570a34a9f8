"""Several effects of one action on one name, and values that no action names (rules G1, G2)."""

import pytest

from gumption.goap import add, value_of, when
from tests.goap.engines import VOCABULARIES, names_of


@pytest.fixture(params=VOCABULARIES)
def v(request):
    """The vocabulary with each engine."""
    return VOCABULARIES[request.param]


@pytest.mark.parametrize(("p", "q"), [(True, True), (True, False), (False, True)])
def test_the_same_value_put_twice_is_put_once(v, p, q):
    domain = v.Domain([v.Action("a", effects=[when({"p": True}, {"n": 1}), when({"q": True}, {"n": 1})])])
    plan = domain.plan({"p": p, "q": q, "n": 0}, {"n": 1})
    assert len(plan) == 1
    assert plan.validate()["n"] == plan.states[-1]["n"] == 1


def test_additions_add_up_even_of_the_number_itself(v):
    effects = [{"n": add(value_of("n"))}, when({"q": True}, {"n": add(1)})]
    domain = v.Domain([v.Action("a", effects=effects)], names={"n": range(99)})
    assert names_of(domain.plan({"n": 3, "q": True}, {"n": 7})) == ("a",)
    assert names_of(domain.plan({"n": 3, "q": False}, {"n": 6})) == ("a",)
    assert not domain.plan({"n": 3, "q": True}, {"n": 6})


def test_values_that_no_action_names_are_told_apart(v):
    domain = v.Domain([v.Action("walk", effects={"at": value_of("target")})])
    goal = {"at": value_of("target")}
    plan = domain.plan({"at": "sun", "target": "moon"}, goal)
    assert names_of(plan) == ("walk",)
    assert plan.validate()["at"] == plan.states[-1]["at"] == "moon"
    assert names_of(domain.plan({"at": "sun", "target": "sun"}, goal)) == ()


def test_decimals_add_up_by_their_digits(v):
    domain = v.Domain([v.Action("a", effects={"x": add(0.1)})], names={"y": float})
    plan = domain.plan({"x": 0.0, "y": 0.0}, {"x": v.at_least(value_of("y") + 0.1 + 0.2)})
    assert len(plan) == 3
