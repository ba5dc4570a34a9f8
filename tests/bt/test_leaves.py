"""Leaves: what they are given, what they may return, how often they are made (rules B1, S4, S5)."""

import functools

import pytest

from gumption import F as Agent
from gumption import Status, bt
from gumption.errors import GumptionError
from tests.bt.stage import F, R, S, Stage, X


@pytest.mark.parametrize(("value", "status"), [(True, S), (False, F), (1, S), (0, F), ([], F), ("x", S), (None, F)])
def test_the_truth_of_a_condition_counts(value, status):
    """B1: whatever it gives."""
    assert Stage(bt.condition(lambda agent: value)).mind.tick() is status
    assert Stage(bt.sequence(bt.condition(lambda agent: value), bt.always(S))).mind.tick() is status


@pytest.mark.parametrize("value", [None, True, False, 1, 0, "success", "running", [], Status])
@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("place", ["alone", "sequence", "timeout", "object"])
def test_an_action_that_returns_no_status_is_an_error_that_names_it_and_the_value(value, traced, place):
    """S4: None is never guessed; the error says what to do."""

    def dig(agent):
        return value

    class Dig(bt.Action):
        def tick(self, agent, context):
            return value

        def exit(self, agent, context, reason):
            agent.call(f"exit {reason.value}")

    made = {
        "alone": lambda: bt.action(dig),
        "sequence": lambda: bt.sequence(bt.action(dig), bt.always(S)),
        "timeout": lambda: bt.timeout(1.0, bt.action(dig)),
        "object": lambda: bt.action(Dig()),
    }
    stage = Stage(made[place](), traced=traced)
    with pytest.raises(GumptionError) as caught:
        stage.mind.tick()
    assert f"it returned {value!r}" in str(caught.value)
    assert "return a Status" in caught.value.remedy
    assert ("Dig" if place == "object" else "dig") in caught.value.where
    assert "test_leaves.py" in caught.value.where
    assert stage.mind.status is None
    assert stage.agent.calls == (["exit error"] if place == "object" else [])


@pytest.mark.parametrize("status", [S, F, R, X])
@pytest.mark.parametrize("traced", [False, True])
def test_an_action_may_give_each_status(status, traced):
    """S1."""
    stage = Stage(bt.action(lambda agent: status), traced=traced)
    assert stage.mind.tick() is status
    assert stage.mind.tick() is status
    assert bool(stage.mind.running) == (status is R)


@pytest.mark.parametrize("status", [S, F, R, X])
@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("around", [lambda node: node, bt.sequence, bt.invert, lambda node: bt.timeout(9.0, node)])
def test_always_gives_its_status(status, traced, around):
    """S1: RUNNING runs until it is halted. Compiles in every place, traced or not."""
    stage = Stage(around(bt.always(status)), traced=traced)
    wanted = {S: F, F: S}.get(status, status) if around is bt.invert else status
    for _ in range(3):
        assert stage.mind.tick() is wanted
    stage.mind.halt()
    assert stage.mind.running == ()


@pytest.mark.parametrize("value", [None, False, F, R, "anything"])
def test_do_succeeds_whatever_it_returns(value):
    """B1."""
    assert Stage(bt.do(lambda agent: value)).mind.tick() is S


def both(agent, context):
    agent.call(f"at {context.clock.now:g}")
    return agent.data["gives"]


class Method:
    def one(self, agent):
        return one(agent)

    def two(self, agent, context):
        return both(agent, context)

    def __call__(self, agent):
        return one(agent)


def one(agent):
    agent.call("one")
    return agent.data["gives"]


def optional(agent, context=None):
    agent.call("one" if context is None else "context in an optional parameter")
    return agent.data["gives"]


def any_number(*arguments):
    arguments[0].call("one" if len(arguments) == 1 else "too many")
    return arguments[0].data["gives"]


CALLABLES = {
    "one": one,
    "two": both,
    "an optional second one": optional,
    "any number": any_number,
    "lambda": lambda agent: one(agent),
    "method of one": Method().one,
    "method of two": Method().two,
    "object": Method(),
    "partial of two": functools.partial(both, context=type("C", (), {"clock": type("K", (), {"now": 0})})),
    "partial": functools.partial(lambda word, agent: one(agent), "word"),
}


@pytest.mark.parametrize("function", CALLABLES.values(), ids=CALLABLES)
@pytest.mark.parametrize("make", [bt.action, bt.condition, bt.do], ids=["action", "condition", "do"])
def test_a_leaf_is_given_the_fewest_arguments_that_it_can_do_with(make, function):
    """S5: (agent) or (agent, context); optional parameters are left alone."""
    stage = Stage(make(function))
    stage.agent.data["gives"] = S if make is bt.action else True
    assert stage.mind.tick() is S
    assert stage.agent.calls in (["one"], ["at 0"])


def test_an_agent_may_be_anything():
    """C1: also one that cannot have attributes."""
    tree = bt.Tree(bt.sequence(bt.condition(Agent == 3), bt.action(lambda agent: S)))
    assert tree.bind(3).tick() is S
    assert tree.bind(4).tick() is F


@pytest.mark.parametrize("status", [S, F, R, X])
@pytest.mark.parametrize("make", [bt.condition, lambda check: bt.guard(check, bt.always(S))])
def test_a_condition_that_gives_a_status_is_an_error(make, status):
    """S4: every Status would count as true, FAILURE as well; the error says what to write instead."""

    def ready(agent):
        return status

    with pytest.raises(GumptionError, match="truth value") as caught:
        Stage(make(ready)).mind.tick()
    assert "action(...)" in str(caught.value)
    assert "ready" in caught.value.where
