"""What is called from inside a tick (rule C4)."""

import pytest

from gumption import Context, Message, Status, bt
from gumption.errors import BusyError
from gumption.testing import CallRecorder
from tests.bt.stage import R, S, Stage, Through, X, leaf

VERBS = {
    "tick": lambda mind: mind.tick(),
    "halt": lambda mind: mind.halt(),
    "snapshot": lambda mind: mind.snapshot(),
    "restore": lambda mind: mind.restore(mind.saved_before),
}


class Calls(bt.Action):
    """Does what the test says in one of its hooks."""

    def __init__(self, hook, does):
        self.hook, self.does = hook, does

    def enter(self, agent, context):
        self._do("enter", agent)

    def tick(self, agent, context):
        self._do("tick", agent)
        return S

    def exit(self, agent, context, reason):
        self._do("exit", agent)

    def _do(self, hook, agent):
        if hook == self.hook:
            self.does(agent)


def places(does):
    """Every kind of place where the user's code runs."""

    def function(agent):
        does(agent)
        return ""

    class Custom(bt.CustomNode):
        def tick(self, ticking):
            does(ticking.agent)
            return ticking.tick(0)

    return {
        "action": lambda: bt.action(lambda agent: function(agent) or S),
        "enter": lambda: bt.action(Calls("enter", does)),
        "exit": lambda: bt.action(Calls("exit", does)),
        "condition": lambda: bt.sequence(bt.condition(function), leaf("a", "S")),
        "do": lambda: bt.do(function),
        "service": lambda: bt.service(function, leaf("a", "S")),
        "switch": lambda: bt.switch(function, {1: leaf("a", "S")}),
        "for_each": lambda: bt.for_each(function, leaf("a", "S"), into="thing"),
        "score": lambda: bt.utility_selector((lambda agent: len(function(agent)), leaf("a", "S"))),
        "seconds": lambda: bt.wait(lambda agent: len(function(agent))),
        "in a parallel": lambda: bt.parallel(bt.do(function), leaf("a", "S")),
        "custom": lambda: Custom().of(leaf("a", "S")),
    }


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("place", list(places(None)))
def test_what_must_not_be_called_from_inside_is_refused_and_changes_nothing(place, verb, traced):
    """C4: whoever catches the error goes on as if nothing had been called."""
    refused = []

    def does(agent):
        with pytest.raises(BusyError, match=f"{verb} was called from inside a tick of the same mind") as caught:
            VERBS[verb](Bound(stage.mind, saved))
        refused.append(caught.value.remedy)

    stage = Stage(places(does)[place](), traced=traced)
    saved = stage.mind.snapshot()
    quiet = Stage(places(lambda agent: None)[place](), traced=traced)
    assert stage.mind.tick() is quiet.mind.tick()
    assert refused == ["call it between ticks"]
    assert stage.agent.calls == quiet.agent.calls
    assert stage.mind.status is quiet.mind.status
    assert stage.mind.snapshot() == quiet.mind.snapshot()


class Bound:
    """A mind with a snapshot at hand."""

    def __init__(self, mind, saved):
        self.mind, self.saved_before = mind, saved

    def __getattr__(self, name):
        return getattr(self.mind, name)


@pytest.mark.parametrize("verb", VERBS)
def test_uncaught_the_refusal_ends_the_run_like_any_error(verb):
    """C4, C3: the error stays a BusyError, and says where."""
    stage = Stage(bt.sequence(bt.do(lambda agent: VERBS[verb](Bound(stage.mind, saved)), name="meddle")))
    saved = stage.mind.snapshot()
    with pytest.raises(BusyError) as caught:
        stage.mind.tick()
    assert "sequence › meddle" in caught.value.where
    assert stage.mind.status is None
    with pytest.raises(BusyError):
        stage.mind.tick()


@pytest.mark.parametrize("verb", VERBS)
def test_an_exit_hook_must_not_call_them_either(verb):
    """C4: while the mind is halted, or an error ends it."""
    refused = []

    def does(agent):
        with pytest.raises(BusyError):
            VERBS[verb](Bound(stage.mind, saved))
        refused.append(verb)

    class Stays(Calls):
        def tick(self, agent, context):
            if agent.data.get("break"):
                raise RuntimeError
            return R

    stage = Stage(bt.action(Stays("exit", does)))
    saved = stage.mind.snapshot()
    stage.mind.tick()
    stage.mind.halt()
    assert refused == [verb]
    stage.mind.tick()
    stage.agent.data["break"] = True
    with pytest.raises(Exception, match="RuntimeError"):
        stage.mind.tick()
    assert refused == [verb] * 2
    assert stage.mind.running == ()


def test_another_mind_of_the_same_tree_may_be_ticked_from_inside():
    """C4: it is about one mind."""
    tree = bt.Tree(bt.sequence(bt.action(lambda agent: agent.then()), leaf("a", "R")))
    inner = CallRecorder()
    inner.then = lambda: S
    other = tree.bind(inner)
    outer = CallRecorder()
    outer.then = other.tick
    mind = tree.bind(outer)
    assert mind.tick() is R
    assert outer.calls == []
    inner.expect("a(", "aR")
    assert mind.status is other.status is R


@pytest.mark.parametrize(
    "make", [lambda *two: bt.parallel(*two), lambda *two: Through().of(bt.sequence(*two)), bt.sequence]
)
@pytest.mark.parametrize("to", [True, False])
def test_tracing_may_be_switched_from_inside_a_tick(make, to):
    """`trace`: every event from now on; the tick goes on, and so does the next one."""
    tracer = [].append

    def switch(agent):
        stage.mind.trace(tracer if to else None)

    stage = Stage(make(bt.do(switch), leaf("a", "SX")), traced=not to)
    assert stage.mind.tick() is S
    assert stage.mind.tick() is S
    assert stage.mind.tick() is S


def test_a_message_from_inside_waits_until_the_tick_ends():
    """C4: send from inside a tick is queued; in order."""

    def hear(agent, context, message):
        agent.call(message.kind)
        return True

    def tell(agent):
        assert mind.send(Message("one")) is False
        assert mind.send(Message("two")) is False
        agent.call("told")

    agent = CallRecorder()
    mind = bt.Tree(bt.sequence(bt.do(tell), leaf("a", "S")), on_message=hear).bind(agent, Context())
    mind.tick()
    agent.expect("told", "a(", "aS", "a)S", "one", "two")
    assert mind.send(Message("three")) is True
    agent.expect("three")
    assert mind.status is Status.SUCCESS


def test_skipped_is_not_busy():
    """C4: after any result the mind is ready."""
    for result in "SFRX":
        stage = Stage(leaf("a", result))
        stage.mind.tick()
        stage.mind.snapshot()
        stage.mind.halt()
        assert stage.mind.tick() is {"S": S, "R": R, "X": X}.get(result, Status.FAILURE)
