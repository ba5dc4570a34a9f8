"""Depth and width do not matter (rules B7, C8)."""

import sys
from pathlib import Path

import pytest

import gumption
from gumption import F as Agent
from gumption import Status, bt
from gumption.bt.check import MAX_GROUPS
from gumption.errors import DefinitionError
from gumption.testing import CallRecorder
from tests.bt.stage import R, S, Through

SOURCE = str(Path(gumption.__file__).parent)
MANY = 10_000
EACH = 500
"""Of one kind; if a level took two frames, that would reach Python's limit of 1,000."""

DECORATORS = {
    "invert": bt.invert,
    "force_success": bt.force_success,
    "force_failure": bt.force_failure,
    "retry": lambda child: bt.retry(2, child),
    "repeat": lambda child: bt.repeat(1, child),
    "repeat_until_failure": bt.repeat_until_failure,
    "repeat_until_success": bt.repeat_until_success,
    "timeout": lambda child: bt.timeout(9.0, child),
    "delay": lambda child: bt.delay(0.0, child),
    "cooldown": lambda child: bt.cooldown(0.0, child),
    "run_once": bt.run_once,
    "limit": lambda child: bt.limit(9, child),
    "probability": lambda child: bt.probability(1.0, child),
    "precondition": lambda child: bt.precondition(Agent.total >= 0, child),
    "guard": lambda child: bt.guard(Agent.total >= 0, child),
    "service": lambda child: bt.service(lambda agent: None, child, every=9.0),
    "for_each": lambda child: bt.for_each(lambda agent: "1", child, into="item"),
    "subtree": lambda child: bt.Node("subtree", (child,), "sub", {"keys": (), "scope": {}}),
}

COMPOSITES = {
    "sequence": lambda child: bt.sequence(bt.condition(Agent.total >= 0), child),
    "selector": lambda child: bt.selector(bt.condition(Agent.total < 0), child),
    "reactive_sequence": lambda child: bt.reactive_sequence(bt.condition(Agent.total >= 0), child),
    "reactive_selector": lambda child: bt.reactive_selector(bt.condition(Agent.total < 0), child),
    "sequence of four": lambda child: bt.sequence(*(bt.condition(Agent.total >= 0) for _ in range(3)), child),
    "sequence_with_memory": lambda child: bt.sequence_with_memory(bt.condition(Agent.total >= 0), child),
    "if_then_else": lambda child: bt.if_then_else(bt.condition(Agent.total >= 0), child),
    "while_do_else": lambda child: bt.while_do_else(bt.condition(Agent.total < 0), bt.always(S), child),
    "switch": lambda child: bt.switch(Agent.total >= 0, {True: child}),
}

GROUPS = {
    "parallel": bt.parallel,
    "eager_sequence": bt.eager_sequence,
    "random_selector": bt.random_selector,
    "random_sequence": bt.random_sequence,
    "weighted_selector": lambda child: bt.weighted_selector((1.0, child)),
    "utility_selector": lambda child: bt.utility_selector((1.0, child)),
    "reactive utility_selector": lambda child: bt.utility_selector((1.0, child), reactive=True),
    "custom": lambda child: Through().of(child),
}


class Bottom(bt.Action):
    def tick(self, agent, context):
        agent.call("bottom")
        return S if agent.data.get("end") else R

    def exit(self, agent, context, reason):
        agent.call(f"exit {reason.value}")


def nested(makes, count):
    node = bt.action(Bottom())
    for number in range(count):
        node = makes[number % len(makes)](node)
    return bt.Tree(node)


def lives(tree, *, traced):
    """Ticks, saves, restores, halts, and finishes."""
    agent = CallRecorder()
    mind = tree.bind(agent)
    mind.trace((lambda event: None) if traced else None)
    assert mind.tick() is R
    assert mind.tick() is R
    mind.restore(mind.snapshot())
    assert mind.tick() is R
    agent.expect("bottom", "bottom", "bottom")
    mind.halt()
    agent.expect("exit halt")
    assert mind.running == ()
    agent.data["end"] = True
    mind.tick()
    agent.expect("bottom", "exit success")
    mind.halt()


@pytest.mark.parametrize("kind", DECORATORS)
def test_many_decorators_of_one_kind_in_each_other(kind):
    """B7: tracing off and on."""
    tree = nested([DECORATORS[kind]], EACH)
    for traced in (False, True):
        lives(tree, traced=traced)


@pytest.mark.parametrize("kind", COMPOSITES)
def test_many_composites_of_one_kind_in_each_other(kind):
    """C8: tracing off and on."""
    tree = nested([COMPOSITES[kind]], EACH)
    for traced in (False, True):
        lives(tree, traced=traced)


@pytest.mark.parametrize("kind", GROUPS)
def test_many_nodes_whose_children_are_chosen_at_run_time_in_each_other(kind):
    """B7: up to a hundred; one more is refused when the tree is built."""
    tree = nested([GROUPS[kind]], MAX_GROUPS)
    for traced in (False, True):
        lives(tree, traced=traced)
    with pytest.raises(DefinitionError) as caught:
        nested([GROUPS[kind]], MAX_GROUPS + 1)
    assert [problem.code for problem in caught.value.problems] == ["bt-depth"]


def test_a_hundred_groups_and_ten_thousand_decorators_in_each_other():
    """B7: the two limits do not add up to one of Python's."""
    makes = list(GROUPS.values())
    spread = [makes[number % len(makes)] if number % 100 == 0 else bt.invert for number in range(MANY)]
    lives(nested(spread, MANY), traced=False)


def test_ten_thousand_decorators_of_all_kinds():
    """B7: tracing off and on; it runs to the end, too."""
    tree = nested(list(DECORATORS.values()), MANY)
    assert len(tree.describe()) == MANY + 2
    for traced in (False, True):
        lives(tree, traced=traced)


@pytest.mark.parametrize(("kind", "tracing"), [("sequence", [False]), ("reactive_selector", [False, True])])
def test_ten_thousand_composites_with_two_children(kind, tracing):
    """C8: 20,000 nodes."""
    tree = nested([COMPOSITES[kind]], MANY)
    for traced in tracing:
        lives(tree, traced=traced)
    assert tree.render().count("\n") == 2 * MANY + 1


WIDE = {
    "sequence": lambda children: bt.sequence(*children),
    "parallel": lambda children: bt.parallel(*children),
}


@pytest.mark.parametrize(("kind", "tracing"), [("sequence", [False, True]), ("parallel", [False])])
def test_ten_thousand_children(kind, tracing):
    """C8: each has its turn."""
    tree = bt.Tree(WIDE[kind]([*(bt.action(count) for _ in range(MANY - 1)), bt.action(Bottom())]))
    for traced in tracing:
        agent = CallRecorder()
        mind = tree.bind(agent)
        mind.trace((lambda event: None) if traced else None)
        assert mind.tick() is R
        assert agent.data["count"] == MANY - 1
        agent.data["end"] = True
        assert mind.tick() is S
        assert agent.calls[0] == "bottom"
        assert agent.calls[-1] == "exit success"


def count(agent):
    agent.data["count"] = agent.data.get("count", 0) + 1
    return Status.SUCCESS


SHAPES = {
    "deep": lambda n: nested([bt.invert], n),
    "deep pairs": lambda n: nested([COMPOSITES["sequence"]], n),
    "wide": lambda n: bt.Tree(bt.sequence(*(bt.do(print) for _ in range(n)))),
    "wide reactive": lambda n: bt.Tree(bt.reactive_sequence(*(bt.do(print) for _ in range(n)))),
    "wide parallel": lambda n: bt.Tree(bt.parallel(*(bt.do(print) for _ in range(n)))),
}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_tree_twice_as_large_takes_about_twice_as_long_to_build(shape, traced):
    """C8: depth and width do not matter. Counted in calls that gumption's code makes: no noise of the machine."""

    def calls(n):
        number = 0

        def counts(frame, event, _argument):
            nonlocal number
            number += event in ("call", "c_call") and frame.f_code.co_filename.startswith(SOURCE)

        sys.setprofile(counts)
        try:
            SHAPES[shape](n).source(traced=traced)
        finally:
            sys.setprofile(None)
        return number

    assert calls(300) < 2.3 * calls(150)
