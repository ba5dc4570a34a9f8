"""Being halted: at each point, once, with the right reason; and nothing is alive afterwards (rules S2, C1, C2)."""

import pytest

from gumption import Context, ManualClock, Status, bt
from gumption.core.trace import Entered, Exited, Halted
from gumption.status import ExitReason
from gumption.testing import CallRecorder
from tests.bt.stage import R, Stage, Through, asks, leaf, says

PLACES = {
    "alone": lambda a: a,
    "sequence": lambda a: bt.sequence(bt.do(says("d")), a, leaf("y", "S")),
    "long sequence": lambda a: bt.sequence(leaf("x", "S"), leaf("w", "S"), bt.do(says("d")), a, leaf("y", "S")),
    "selector": lambda a: bt.selector(leaf("x", "F"), a),
    "reactive_sequence": lambda a: bt.reactive_sequence(bt.condition(asks("q", "1")), a),
    "reactive_selector": lambda a: bt.reactive_selector(bt.condition(asks("q", "0")), a),
    "sequence_with_memory": lambda a: bt.sequence_with_memory(leaf("x", "S"), a),
    "eager_sequence": lambda a: bt.eager_sequence(a, leaf("x", "S")),
    "if_then_else": lambda a: bt.if_then_else(bt.condition(asks("q", "1")), a),
    "the condition of if_then_else": lambda a: bt.if_then_else(a, leaf("x", "S")),
    "while_do_else": lambda a: bt.while_do_else(bt.condition(asks("q", "0")), leaf("x", "S"), a),
    "the condition of while_do_else": lambda a: bt.while_do_else(a, leaf("x", "S")),
    "switch": lambda a: bt.switch(lambda agent: 2, {1: leaf("x", "S"), 2: a}),
    "parallel": lambda a: bt.parallel(leaf("x", "S"), a),
    "random_selector": lambda a: bt.random_selector(leaf("x", "F"), a),
    "random_sequence": lambda a: bt.random_sequence(leaf("x", "S"), a),
    "weighted_selector": lambda a: bt.weighted_selector((1, leaf("x", "F")), (2, a)),
    "utility_selector": lambda a: bt.utility_selector((1, leaf("x", "F")), (2, a)),
    "reactive utility_selector": lambda a: bt.utility_selector((1, leaf("x", "F")), (2, a), reactive=True),
    "invert": bt.invert,
    "retry": lambda a: bt.retry(3, a),
    "repeat": lambda a: bt.repeat(3, a),
    "repeat_until_failure": bt.repeat_until_failure,
    "timeout": lambda a: bt.timeout(9.0, a),
    "delay": lambda a: bt.delay(0.0, a),
    "cooldown": lambda a: bt.cooldown(9.0, a),
    "run_once": bt.run_once,
    "limit": lambda a: bt.limit(9, a),
    "probability": lambda a: bt.probability(1.0, a),
    "precondition": lambda a: bt.precondition(asks("q", "1"), a),
    "guard": lambda a: bt.guard(asks("q", "1"), a),
    "service": lambda a: bt.service(says("v"), a, every=1.0),
    "for_each": lambda a: bt.for_each(lambda agent: "12", a, into=lambda agent, item: None),
    "subtree": lambda a: bt.subtree(bt.Tree(a)),
    "custom": lambda a: Through().of(a),
    "all of that": lambda a: bt.parallel(
        bt.timeout(9.0, bt.reactive_selector(bt.repeat(2, Through().of(a)))), bt.wait(9.0)
    ),
}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("make", PLACES.values(), ids=PLACES)
def test_what_runs_is_exited_once_with_the_reason_halt(make, traced):
    """S2, C1, C2: nothing else is exited; a second halt does nothing; then it starts anew."""
    stage = Stage(make(leaf("a", "R")), traced=traced)
    for _ in range(3):
        assert stage.mind.tick() is R
    stage.agent.calls.clear()
    stage.mind.halt()
    stage.agent.expect("a)H")
    assert (stage.mind.status, stage.mind.running) == (None, ())
    stage.mind.halt()
    stage.agent.expect()
    stage.clock.advance(100.0)
    stage.agent.expect()
    assert stage.mind.tick() is R
    assert stage.agent.count("a(") == 1
    stage.agent.calls.clear()
    stage.mind.halt()
    stage.agent.expect("a)H")


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("make", PLACES.values(), ids=PLACES)
def test_what_has_finished_is_not_exited_again(make, traced):
    """S2, C2: halting a finished mind does nothing, and its status stays (S3)."""
    stage = Stage(make(leaf("a", "RS")), traced=traced)
    while stage.mind.tick() is R and "a)S" not in stage.agent.calls:
        pass
    assert stage.agent.count("a)S") == 1
    if stage.mind.status is R:  # something beside it goes on
        stage.mind.halt()
    status = stage.mind.status
    stage.agent.calls.clear()
    stage.mind.halt()
    stage.agent.expect()
    assert stage.mind.status is status


def test_the_trace_tells_of_the_halt_first_and_then_of_each_exit():
    """S2, C2: with the given reason for the story, and reason halt for the action."""
    stage = Stage(bt.sequence(leaf("a", "R")), traced=True)
    stage.mind.tick()
    stage.events.clear()
    stage.mind.halt("the day is over")
    assert stage.events == [Halted(0, "the day is over"), Exited(0, 2, ExitReason.HALT)]
    stage.events.clear()
    stage.mind.halt()
    assert stage.events == []


def test_halting_before_the_first_tick_does_nothing():
    """C1."""
    stage = Stage(leaf("a", "R"), traced=True)
    stage.mind.halt()
    assert (stage.agent.calls, stage.events, stage.mind.status) == ([], [], None)


def test_a_halt_dates_the_status_none():
    """S3: since which tick it holds."""
    stage = Stage(leaf("a", "R"))
    stage.clock.advance(1.0)
    stage.mind.tick()
    assert (stage.mind.status, stage.mind.since) == (R, 1)
    stage.clock.advance(1.0)
    stage.mind.tick()
    assert (stage.mind.status, stage.mind.since) == (R, 1)
    stage.clock.advance(1.0)
    stage.mind.halt()
    assert (stage.mind.status, stage.mind.since) == (None, 3)


def test_plain_functions_that_run_on_are_told_of_in_the_trace():
    """S2: `Entered` and `Exited` for actions with hooks always, for plain functions only if they run on."""
    plan = iter([Status.SUCCESS, R, Status.FAILURE, R])
    stage = Stage(bt.action(lambda agent: next(plan)), traced=True)

    def told():
        return [event for event in stage.events if isinstance(event, (Entered, Exited))]

    stage.mind.tick()
    assert told() == []
    stage.mind.tick()
    assert told() == [Entered(0, 1)]
    stage.mind.tick()
    assert told() == [Entered(0, 1), Exited(0, 1, ExitReason.FAILURE)]
    stage.mind.tick()
    stage.mind.halt()
    assert told()[2:] == [Entered(0, 1), Exited(0, 1, ExitReason.HALT)]


def test_minds_of_one_tree_are_halted_apart():
    """C2: halting one leaves the other alone."""
    tree = bt.Tree(bt.sequence(leaf("a", "S"), leaf("b", "R")))
    one, two = CallRecorder(), CallRecorder()
    minds = [tree.bind(agent, Context(ManualClock())) for agent in (one, two)]
    for mind in minds:
        mind.tick()
    one.calls.clear()
    two.calls.clear()
    minds[0].halt()
    one.expect("b)H")
    two.expect()
    assert minds[1].status is R
    minds[1].tick()
    two.expect("bR")


def test_running_names_only_what_has_no_running_child():
    """What `TreeMind.running` says of itself: where the tree goes on at the next tick."""
    for around in (bt.parallel, bt.eager_sequence, lambda child: Through().of(child)):
        stage = Stage(around(bt.sequence(leaf("a", "R"))))
        stage.mind.tick()
        assert stage.mind.running == (3,), around
