"""Exceptions out of user code: where they were, what happens to the rest (rules C3, S2)."""

import pytest

from gumption import F as Agent
from gumption import Status, bt
from gumption.core.trace import Entered, Exited, Failed
from gumption.errors import MindError, UsageError
from gumption.status import ExitReason
from gumption.testing import CallRecorder
from tests.bt.failing import Boom, Fails, boom, line_in, line_of
from tests.bt.stage import S, Stage, leaf


def ok():
    return bt.always(S)


RAISERS = {
    "condition": lambda: bt.condition(boom),
    "condition in a test": lambda: bt.sequence(bt.invert(bt.condition(boom)), ok()),
    "action": lambda: bt.action(boom),
    "do": lambda: bt.do(boom),
    "wait": lambda: bt.wait(boom),
    "timeout": lambda: bt.timeout(boom, bt.action(lambda agent: S)),
    "delay": lambda: bt.delay(boom, bt.action(lambda agent: S)),
    "cooldown": lambda: bt.cooldown(boom, bt.action(lambda agent: S)),
    "precondition": lambda: bt.precondition(boom, ok()),
    "guard": lambda: bt.guard(boom, ok()),
    "service": lambda: bt.service(boom, ok()),
    "a service's seconds": lambda: bt.service(lambda agent: None, bt.wait(1.0), every=boom),
    "switch": lambda: bt.switch(boom, {1: ok()}),
    "for_each": lambda: bt.for_each(boom, ok(), into="thing"),
    "into": lambda: bt.for_each(lambda agent: "1", ok(), into=lambda agent, item: boom(agent)),
    "score": lambda: bt.utility_selector((1.0, ok()), (boom, ok())),
}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(
    "around", [lambda node: node, lambda node: bt.timeout(9.0, bt.sequence(ok(), bt.parallel(node)))]
)
@pytest.mark.parametrize("make", RAISERS.values(), ids=RAISERS)
def test_an_exception_is_wrapped_once_with_node_path_and_line(make, around, traced):
    """C3: whichever function of the node raised; the original is the cause."""
    node = make()
    stage = Stage(around(node), traced=traced)
    with pytest.raises(MindError) as caught:
        stage.mind.tick()
    error = caught.value
    assert isinstance(error.__cause__, Boom)
    assert error.problem == "Boom: boom"
    assert "recorder, tree › " in error.where
    assert f"{node.label}" in error.where
    if make is RAISERS["into"]:
        assert __file__ in error.where
    else:
        assert line_of(boom) in error.where
    assert (stage.mind.status, stage.mind.running) == (None, ())


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("hook", ["enter", "tick", "exit"])
def test_the_error_names_the_hook_and_its_line(hook, traced):
    """C3: of an action object."""
    stage = Stage(bt.sequence(ok(), bt.action(Fails(hook, result=S), name="dig")), traced=traced)
    with pytest.raises(MindError) as caught:
        stage.mind.tick()
    assert caught.value.where == f"recorder, tree › sequence › dig.{hook} ({line_in(hook)})"


@pytest.mark.parametrize("hook", ["enter", "tick", "exit"])
def test_an_enter_that_raised_never_was_in_and_others_are_exited_once(hook):
    """S2: its exit hook is not called then; an exit that raised is not called again."""
    stage = Stage(bt.action(Fails(hook, result=S)))
    with pytest.raises(MindError):
        stage.mind.tick()
    stage.agent.expect(*{"enter": ["z("], "tick": ["z(", "z)E"], "exit": ["z(", "z)S"]}[hook])


@pytest.mark.parametrize("hook", ["enter", "tick", "exit"])
def test_the_trace_of_a_failure_is_complete(hook):
    """S2, C2: each Entered has its Exited; an enter that raised has one with reason error."""
    stage = Stage(bt.action(Fails(hook, result=S)), traced=True)
    with pytest.raises(MindError):
        stage.mind.tick()
    told = [event for event in stage.events if isinstance(event, (Entered, Exited))]
    reason = ExitReason.SUCCESS if hook == "exit" else ExitReason.ERROR
    assert told == [Entered(0, 1), Exited(0, 1, reason)]
    (failed,) = [event for event in stage.events if isinstance(event, Failed)]
    assert (failed.node, failed.doing, failed.problem) == (1, hook, f"Boom: {hook}")


@pytest.mark.parametrize("traced", [False, True])
def test_all_that_runs_is_exited_with_reason_error(traced):
    """C3, S2: also in the other branches of a parallel; what had finished is not."""
    root = bt.parallel(
        leaf("a", "R"), leaf("b", "S"), bt.sequence(leaf("c", "R")), bt.sequence(leaf("q", "RS"), bt.do(boom))
    )
    stage = Stage(root, traced=traced)
    stage.expect("R a( aR b( bS b)S c( cR q( qR")
    with pytest.raises(MindError):
        stage.mind.tick()
    calls = stage.take()
    assert calls[:4] == ["aR", "cR", "qS", "q)S"]
    assert sorted(calls[4:]) == ["a)E", "c)E"]
    assert (stage.mind.status, stage.mind.running) == (None, ())
    stage.end()


@pytest.mark.parametrize("traced", [False, True])
def test_after_an_error_the_next_tick_starts_anew(traced):
    """C3, S3: the status is None until then."""
    stage = Stage(
        bt.sequence(leaf("a", "S"), leaf("b", "RRR"), bt.condition(lambda agent: agent.missing)), traced=traced
    )
    stage.expect("R a( aS a)S b( bR")
    stage.agent.at_call(stage.agent.total + 1, boom)
    with pytest.raises(MindError):
        stage.mind.tick()
    assert stage.take() == ["bR", "b)E"]
    assert stage.mind.status is None
    stage.expect("R a( aS a)S b( bR")
    stage.end()


def test_an_interrupt_stays_what_it_is():
    """C3: KeyboardInterrupt and SystemExit are not wrapped; all is exited."""
    for interrupt in (KeyboardInterrupt, SystemExit, GeneratorExit):

        def stop(agent, interrupt=interrupt):
            raise interrupt

        stage = Stage(bt.parallel(leaf("a", "R"), bt.sequence(leaf("b", "RS"), bt.action(stop))))
        stage.mind.tick()
        with pytest.raises(interrupt) as caught:
            stage.mind.tick()
        assert caught.value.__cause__ is None
        assert stage.agent.calls[-1] == "a)E"
        assert (stage.mind.status, stage.mind.running) == (None, ())


def test_the_error_of_an_expression_names_its_node_and_shows_no_line_of_gumption():
    """C3: there is no function of the user's to point at."""
    for node in (
        bt.condition(Agent.gold >= 3),
        bt.sequence(bt.condition(Agent.gold >= 3), ok()),
        bt.guard(Agent.gold >= 3, ok()),
    ):
        stage = Stage(node)
        with pytest.raises(MindError, match="no attribute 'gold'") as caught:
            stage.mind.tick()
        assert "gold >= 3" in caught.value.where
        assert "expression.py" not in caught.value.where


def test_the_cause_of_a_swallowed_error_does_not_matter():
    """C3: an action that catches its own exception goes on."""

    def careful(agent):
        try:
            boom(agent)
        except Boom:
            return Status.FAILURE

    assert Stage(bt.action(careful)).mind.tick() is Status.FAILURE


class Passes(bt.CustomNode):
    def tick(self, ticking):
        return ticking.tick(ticking.count - 1)


@pytest.mark.parametrize("traced", [False, True])
def test_a_wrong_result_under_a_custom_node_is_told_of_the_leaf(traced):
    """S4: the custom node's tick is on the way, but further out."""
    stage = Stage(bt.sequence(ok(), Passes().of(bt.action(lambda agent: 3, name="odd"))), traced=traced)
    with pytest.raises(UsageError, match="it returned 3") as caught:
        stage.mind.tick()
    assert caught.value.where.startswith("recorder, tree › sequence › Passes › odd (")


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("culprit", [0, 1, 2])
def test_closures_of_one_factory_are_told_apart(culprit, traced):
    """C3: also where their calls stand in one line of the compiled code."""

    def holds(number):
        def check(agent):
            return 1 / 0 if number == culprit else True

        return bt.condition(check, name=f"number {number}")

    stage = Stage(bt.sequence(bt.invert(bt.sequence(holds(0), holds(1), holds(2))), ok()), traced=traced)
    with pytest.raises(MindError) as caught:
        stage.mind.tick()
    assert f"number {culprit} (" in caught.value.where


def test_the_tick_of_another_mind_is_no_part_of_the_way():
    """C3: an action may tick a mind of the same tree; each is told of its own node."""
    events = []

    def outer(agent):
        return agent.other.tick()

    tree = bt.Tree(bt.selector(bt.sequence(bt.condition(lambda agent: agent.other), bt.action(outer)), bt.do(boom)))
    inner = CallRecorder()
    inner.other = None
    agent = CallRecorder()
    agent.other = tree.bind(inner)
    mind = tree.bind(agent)
    mind.trace(events.append)
    with pytest.raises(MindError):
        mind.tick()
    assert [event.node for event in events if isinstance(event, Failed)] == [4]
