"""SKIPPED in every place: a child that skips is as if it were not there (rules S1, B2, B4)."""

import itertools

import pytest

from gumption import bt
from gumption.bt import ALL, ONE
from gumption.core.trace import Exited
from gumption.status import ExitReason
from tests.bt.stage import LETTERS, F, R, S, Stage, X, leaf, wide

CHAINS = {
    "sequence": bt.sequence,
    "selector": bt.selector,
    "reactive_sequence": bt.reactive_sequence,
    "reactive_selector": bt.reactive_selector,
    "sequence_with_memory": bt.sequence_with_memory,
    "eager_sequence": bt.eager_sequence,
    "parallel": bt.parallel,
    "parallel, one": lambda *children: bt.parallel(*children, success=ONE, failure=ALL),
    "random_selector": bt.random_selector,
    "random_sequence": bt.random_sequence,
    "weighted_selector": lambda *children: bt.weighted_selector(*((1.0, child) for child in children)),
    "utility_selector": lambda *children: bt.utility_selector(*((1.0, child) for child in children)),
}


def judge(make, count, *, traced=False, around=lambda node: node):
    """A function that gives what `make` comes to when its children come to these letters."""
    given = {}
    children = [bt.action(lambda agent, number=number: LETTERS[given[number]]) for number in range(count)]
    tree = bt.Tree(around(make(*children)))

    def result(letters):
        given.update(enumerate(letters))
        mind = tree.bind(object())
        mind.trace((lambda event: None) if traced else None)
        return mind.tick()

    return result


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize("make", CHAINS.values(), ids=CHAINS)
def test_a_skipped_child_is_as_if_it_were_not_there(make, count, traced):
    """S1, B2: for every mixture of S, F and X; where all skip, so does the node."""
    without = {number: judge(make, number) for number in range(1, count + 1)}
    result = judge(make, count, traced=traced)
    for letters in itertools.product("SFX", repeat=count):
        rest = [letter for letter in letters if letter != "X"]
        assert result(letters) is (without[len(rest)](rest) if rest else X), letters


@pytest.mark.parametrize("make", CHAINS.values(), ids=CHAINS)
def test_the_same_among_others_that_skip(make):
    """S1, B2: a node inside one that is compiled as a loop."""
    alone, among = judge(make, 3), judge(make, 3, around=wide)
    for letters in itertools.product("SFX", repeat=3):
        assert among(letters) is alone(letters), letters


PASSING = {
    "invert": bt.invert,
    "force_success": bt.force_success,
    "force_failure": bt.force_failure,
    "retry": lambda child: bt.retry(3, child),
    "repeat": lambda child: bt.repeat(3, child),
    "repeat_until_failure": bt.repeat_until_failure,
    "repeat_until_success": bt.repeat_until_success,
    "timeout": lambda child: bt.timeout(1.0, child),
    "delay": lambda child: bt.delay(0.0, child),
    "cooldown": lambda child: bt.cooldown(1.0, child),
    "run_once": bt.run_once,
    "limit": lambda child: bt.limit(100, child),
    "probability": lambda child: bt.probability(1.0, child),
    "precondition": lambda child: bt.precondition(lambda agent: True, child),
    "guard": lambda child: bt.guard(lambda agent: True, child),
    "service": lambda child: bt.service(lambda agent: None, child),
    "subtree": lambda child: bt.subtree(bt.Tree(child)),
    "if_then_else": lambda child: bt.if_then_else(bt.always(S), child),
    "while_do_else": lambda child: bt.while_do_else(bt.always(F), bt.always(S), child),
    "switch": lambda child: bt.switch(lambda agent: 1, {1: child}),
}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("make", PASSING.values(), ids=PASSING)
def test_skipped_passes_through_what_has_one_child(make, traced):
    """B4: at once, and after the child has run for a while; nothing is left running."""
    for script in ("X", "RX", "XSX"):
        stage = Stage(make(leaf("a", script)), traced=traced)
        results = [stage.mind.tick() for _ in script]
        assert results[script.index("X")] is X
        assert (results[0] is R) == script.startswith("R")
        stage.end()


@pytest.mark.parametrize("make", PASSING.values(), ids=PASSING)
def test_skipped_through_a_decorator_is_skipped_by_what_is_around(make):
    """S1, B2: for the nodes around it, it did not take part."""
    for script, wanted in (("X", S), ("RX", S)):
        stage = Stage(bt.sequence(make(leaf("a", script)), bt.always(S)))
        for _ in script:
            status = stage.mind.tick()
        assert status is wanted
        stage = Stage(bt.selector(bt.always(F), make(leaf("a", script)), bt.always(F)))
        for _ in script:
            status = stage.mind.tick()
        assert status is F


def test_a_node_that_skipped_was_never_running_and_is_not_exited():
    """S1, S2: BehaviorTree.CPP leaves such a composite RUNNING, and halts it later."""
    stage = Stage(bt.sequence(bt.sequence(bt.always(X), bt.always(X)), leaf("a", "R")), traced=True)
    stage.expect("R a( aR")
    assert stage.mind.results[2] == (X, 1)
    assert stage.mind.running == (5,)
    stage.expect("halt a)H")


def test_whether_a_child_skips_is_asked_anew_at_every_start():
    """B2: not remembered from the tick before."""
    stage = Stage(bt.sequence(leaf("a", "XSX"), leaf("b", "S")))
    stage.expect("S a( aX a)S b( bS b)S")
    stage.expect("S a( aS a)S b( bS b)S")
    stage.expect("S a( aX a)S b( bS b)S")


def test_the_root_may_skip():
    """S1, S3: the mind is idle then."""
    stage = Stage(leaf("a", "XR"))
    stage.expect("X a( aX a)S")
    assert (stage.mind.status, stage.mind.running) == (X, ())
    stage.expect("R a( aR")


RESUMED = {
    "sequence": (bt.sequence, S),
    "selector": (bt.selector, F),
    "sequence_with_memory": (bt.sequence_with_memory, S),
    "random_selector": (bt.random_selector, F),
    "random_sequence": (bt.random_sequence, S),
    "weighted_selector": (CHAINS["weighted_selector"], F),
    "utility_selector": (CHAINS["utility_selector"], F),
    "reactive_sequence": (bt.reactive_sequence, X),
    "reactive_selector": (bt.reactive_selector, X),
    "reactive utility_selector": (lambda a: bt.utility_selector((1.0, a), reactive=True), X),
}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(("make", "then"), RESUMED.values(), ids=RESUMED)
def test_what_was_resumed_is_no_longer_all_skipped(make, then, traced):
    """B2: the child ran, then skipped; a reactive node judges each tick by itself."""
    stage = Stage(make(leaf("a", "RX")), traced=traced)
    assert [stage.mind.tick(), stage.mind.tick()] == [R, then]
    stage.end()


def test_an_action_that_skips_is_exited_with_success():
    """S2: SKIPPED is no reason of its own."""
    stage = Stage(leaf("a", "RX"), traced=True)
    stage.expect("R a( aR")
    stage.expect("X aX a)S")
    assert [event.reason for event in stage.events if isinstance(event, Exited)] == [ExitReason.SUCCESS]
