"""Good trees that a check could take for faulty ones."""

import functools
import math

import pytest

from gumption import F as Agent
from gumption import bt
from gumption.errors import DefinitionError, GumptionError, UsageError
from tests.bt.stage import F, R, S, X, leaf


def a():
    return leaf("a", "R")


class Callable:
    def __call__(self, agent):
        return S


class Static(bt.Action):
    @staticmethod
    def tick(agent):
        return S

    @classmethod
    def enter(cls, agent):
        pass


class Alone(bt.CustomNode):
    def tick(self, ticking, more=None):
        return S


SHARED = bt.Tree(a())
HP = bt.Key("hp", int)

GOOD = {
    "a leaf alone": a,
    "one child": lambda: bt.sequence(a()),
    "a child that always fails at the end": lambda: bt.sequence(a(), bt.always(F)),
    "a child that always succeeds at the end": lambda: bt.selector(a(), bt.do(print)),
    "a child that may skip before others": lambda: bt.selector(bt.always(X), bt.force_success(a()), a()),
    "force_success of what may skip": lambda: bt.selector(bt.force_success(bt.action(print)), a()),
    "a forced condition that fails, in a selector": lambda: bt.selector(bt.force_failure(bt.do(print)), a()),
    "a wait in a reactive_sequence before what cannot run": lambda: bt.reactive_sequence(bt.wait(1.0), bt.do(print)),
    "a wait in a reactive_sequence at the end": lambda: bt.reactive_sequence(bt.condition(print), bt.wait(1.0)),
    "a wait in a sequence": lambda: bt.sequence(bt.wait(1.0), a()),
    "a wait behind a timeout": lambda: bt.selector(bt.timeout(1.0, bt.wait(9.0)), a()),
    "a subtree in two places": lambda: bt.sequence(bt.subtree(SHARED), bt.subtree(SHARED)),
    "a subtree in a subtree in two places": lambda: bt.sequence(
        *(bt.subtree(bt.Tree(bt.sequence(bt.subtree(SHARED), bt.subtree(SHARED)))) for _ in range(2))
    ),
    "one function in two places": lambda: bt.sequence(bt.do(print), bt.do(print)),
    "thresholds at their bounds": lambda: bt.parallel(a(), a(), success=2, failure=1),
    "numbers at their bounds": lambda: bt.retry(
        1, bt.repeat(0, bt.limit(0, bt.probability(1, bt.probability(0, a()))))
    ),
    "no time": lambda: bt.timeout(0, bt.delay(0.0, bt.cooldown(0, bt.service(print, bt.wait(0), every=0)))),
    "statuses at their bounds": lambda: bt.run_once(bt.cooldown(1.0, a(), on=F), then=X),
    "each status": lambda: bt.parallel(*(bt.always(status) for status in (S, F, R, X))),
    "tiny and huge weights": lambda: bt.weighted_selector((1e-300, a()), (1e300, a()), (1, a())),
    "scores of all kinds": lambda: bt.utility_selector(
        (1, a()), (-math.inf, a()), (Agent.x, a()), (print, a()), (lambda agent, context: 1, a())
    ),
    "a switch with only a default": lambda: bt.switch(print, {}, a()),
    "keys of all kinds": lambda: bt.switch(Agent.kind, {None: a(), "x": a(), (1, 2): a(), S: a()}),
    "a switch on an expression of its own": lambda: bt.switch(Agent, {1: a()}),
    "callables of all kinds": lambda: bt.sequence(
        *(bt.action(each) for each in (Callable(), Static, Static(), functools.partial(print, "x"), max, "x".join))
    ),
    "seconds of all kinds": lambda: bt.sequence(*(bt.wait(each) for each in (1, 2.5, Agent.x, print, lambda a, b: 1))),
    "into of all kinds": lambda: bt.for_each(print, bt.for_each(Agent.x, a(), into=setattr_of_x), into="größe"),
    "a custom node without children": lambda: bt.sequence(Alone().of(), a()),
    "a custom node": lambda: Alone().of(a(), name="mine"),
    "a condition that always holds before others": lambda: bt.sequence(bt.always(S), a()),
    "a guard over everything": lambda: bt.guard(Agent.alive, bt.selector(a(), a())),
}


def setattr_of_x(agent, item):
    agent.x = item


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("make", GOOD.values(), ids=GOOD)
def test_a_good_tree_is_built(make, traced):
    """No false alarms; and both variants of it compile."""
    assert bt.Tree(make()).source(traced=traced)


def test_a_node_may_stand_in_several_trees():
    """Nodes are plain data: what runs is kept by mind and place."""
    node = a()
    one, two = bt.Tree(node), bt.Tree(bt.sequence(node))
    assert one.describe()[1].name == two.describe()[2].name
    both = [bt.sequence(bt.subtree(one), node), bt.sequence(node, bt.subtree(one))]
    verdicts = []
    for root in both:
        try:
            bt.Tree(root)
        except DefinitionError as error:
            verdicts.append([problem.code for problem in error.problems])
        else:
            verdicts.append([])
    assert verdicts[0] == verdicts[1], "it depends on which of the two comes first"


UNCLEAR = {
    "a node for a subtree": lambda: bt.Tree(bt.subtree(a())),
    "a child without its weight": lambda: bt.Tree(bt.weighted_selector(a(), a())),
    "a child without its score": lambda: bt.Tree(bt.utility_selector(a())),
    "a name for a key": lambda: bt.Tree(a(), keys=["hp"]),
    "a key with a default of another type": lambda: bt.Key("hp", int, "many"),
    "cases that are no mapping": lambda: bt.Tree(bt.switch(print, [a()])),
    "an expression for a threshold": lambda: bt.Tree(bt.parallel(a(), success=Agent.n)),
    "a scope that is no mapping": lambda: bt.Tree(bt.subtree(SHARED, scope=[HP])),
}


@pytest.mark.parametrize("make", UNCLEAR.values(), ids=UNCLEAR)
def test_other_mistakes_are_told_by_an_error_of_gumptions(make):
    """Design of the errors: what is wrong, where, and what to do; not what Python happens to stumble upon."""
    with pytest.raises(GumptionError) as caught:
        make()
    assert isinstance(caught.value, (DefinitionError, UsageError))
    assert "what to do" in str(caught.value)
