"""Leaves that are coroutines (rule W11): what they come to, alone and inside other nodes."""

import functools

import pytest

from gumption import bt
from gumption.core.coroutines.awaitables import gather, next_tick, sleep
from gumption.core.trace import Entered, Exited, Said
from gumption.errors import MindError, UsageError
from gumption.status import ExitReason
from tests.bt.awaiting import TRACED, failing, line_behind, ticking
from tests.bt.failing import Boom
from tests.bt.stage import AROUND, F, R, S, Stage, X, leaf, says

WOOD = bt.Key("wood", int, 0)

# What it comes to


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("given", "letter"), [(None, "S"), (S, "S"), (F, "F"), (X, "X")])
def test_it_runs_until_its_coroutine_ends_and_its_return_value_is_the_result(around, given, letter):
    """W11: None is SUCCESS."""
    if around in ("wide", "sequence") and given is X:
        letter = "S"  # what ran and then is skipped counts as a success there
    if around == "reactive" and given is X:
        letter = "X"
    stage = Stage(AROUND[around](ticking("a", 3, given)), traced=around == "traced")
    stage.expect("R a( aR")
    stage.expect("R aR")
    stage.expect(f"{letter} a)")
    stage.expect("R a( aR")
    stage.expect("halt a)")
    stage.end()


@TRACED
def test_it_is_begun_in_the_tick_that_enters_it_and_may_end_in_it(traced):
    """W11: then its result counts in that tick."""
    stage = Stage(bt.sequence(ticking("a", 1), ticking("b", 1, F), ticking("c", 1)), traced=traced)
    stage.expect("F a( a) b( b)")
    stage.expect("F a( a) b( b)")


def test_it_goes_on_when_it_is_due_on_the_clock_of_the_context():
    """W11, W7."""

    async def run(agent):
        await sleep(1.0)
        agent.call("awake")

    stage = Stage(bt.action(run))
    for line in ("R", "+0.5 R", "+0.25 R", "+0.25 S awake"):
        stage.expect(line)


@pytest.mark.parametrize("value", [True, 3, "SUCCESS", R], ids=repr)
@TRACED
def test_any_other_return_value_is_an_error_that_names_the_leaf_and_the_value(traced, value):
    """W11: RUNNING as well: it is over."""
    stage = Stage(bt.selector(ticking("a", 2, value), bt.always(F)), traced=traced)
    stage.expect("R a( aR")
    with pytest.raises(UsageError) as caught:
        stage.mind.tick()
    assert "Status.RUNNING" in caught.value.problem if value is R else repr(value) in caught.value.problem
    assert "Status" in caught.value.remedy if value is not R else "await" in caught.value.remedy
    assert "do(...)" not in caught.value.remedy
    assert "tree › selector › a" in caught.value.where
    assert (stage.mind.status, stage.mind.running) == (None, ())


@pytest.mark.parametrize("takes", ["agent", "agent and context"])
def test_it_is_called_with_agent_and_context_or_the_agent_alone(takes):
    """W11, S5."""

    async def short(agent):
        agent.call("short")

    async def long(agent, context, *, more=1):
        assert context.clock is stage.clock
        agent.call("long")

    run, told = (short, "short") if takes == "agent" else (long, "long")
    stage = Stage(bt.sequence(bt.action(run), bt.action(functools.partial(run))))
    stage.expect(f"S {told} {told}")


class Walker:
    async def run(self, agent, context):
        agent.call("w(")
        await next_tick()
        return F


class Hooked(bt.Action):
    def enter(self, agent):
        agent.call("h(")

    async def tick(self, agent, context):
        agent.call("hR")
        try:
            await next_tick()
        finally:
            agent.call("h-")

    def exit(self, agent, context, reason):
        agent.call(f"h){reason.value[0].upper()}")


class WithCall:
    async def __call__(self, agent):
        agent.call("c")

    async def run(self, agent):
        agent.call("never")


@pytest.mark.parametrize("made", [Walker, Walker()], ids=["class", "object"])
@TRACED
def test_an_object_with_an_async_run_is_a_leaf_and_so_is_its_class(made, traced):
    """W11."""
    stage = Stage(bt.action(made), traced=traced)
    assert stage.tree.describe()[1].name == "Walker"
    stage.expect("R w(")
    stage.expect("F")


@TRACED
def test_an_action_whose_tick_is_async_keeps_its_hooks(traced):
    """W11, S2: enter and exit pair; the coroutine is closed before exit is called."""
    stage = Stage(
        bt.reactive_selector(bt.sequence(leaf("a", "0010"), leaf("b", "S")), bt.action(Hooked)), traced=traced
    )
    stage.expect("R a0 h( hR")
    stage.expect("S a0 h- h)S")
    stage.mind.tick()
    stage.mind.halt()
    stage.agent.calls.clear()
    stage.expect("R a0 h( hR")
    stage.expect("halt h- h)H")
    stage.end()


def test_an_object_that_can_be_called_is_called():
    """W11: its run, if it has one, is its own affair."""
    Stage(bt.action(WithCall())).expect("S c")


def test_each_agent_has_a_run_of_its_own():
    """W11: a leaf is shared by all agents, as any node."""
    stage, tree = Stage(bt.always(S)), bt.Tree(ticking("a", 2))
    one, two = tree.bind(stage.agent), tree.bind(stage.agent)
    assert [one.tick(), two.tick(), one.tick(), one.tick(), two.tick()] == [R, R, S, R, S]


# Errors


@TRACED
@pytest.mark.parametrize("place", ["at once", "later"])
def test_an_exception_is_told_with_the_path_and_the_line_in_the_coroutine(place, traced):
    """W11, C3."""
    stage = Stage(bt.sequence(bt.parallel(ticking("a", 9), failing(place))), traced=traced)
    if place == "later":
        stage.mind.tick()
    with pytest.raises(MindError) as caught:
        stage.mind.tick()
    error = caught.value
    assert isinstance(error.__cause__, Boom)
    line = line_behind(failing, place)
    assert "recorder, tree › sequence › parallel(success=all, failure=one) › work" in error.where
    assert f"awaiting.py:{line}" in error.where
    assert stage.take() == (["a(", "aR", "begun"] + (["aR"] if place == "later" else []) + ["a)"])
    assert (stage.mind.status, stage.mind.running) == (None, ())


def test_an_exception_in_a_helper_or_a_child_task_is_the_leafs():
    """W11: all that its coroutine awaits, also where another leaf has the same function."""

    async def helper(agent):
        await next_tick()
        raise Boom("boom")

    async def alone(agent):
        await helper(agent)

    async def together(agent):
        await gather(sleeping(), helper(agent))

    async def sleeping():
        await sleep(9.0)

    for run in (alone, together):
        stage = Stage(bt.selector(bt.sequence(leaf("a", "0"), bt.action(helper)), bt.action(run)))
        stage.mind.tick()
        with pytest.raises(MindError) as caught:
            stage.mind.tick()
        assert f"tree › selector › {run.__name__} (" in caught.value.where


class Failing:
    async def run(self, agent):
        raise Boom("boom")


def test_an_error_of_an_object_is_told_of_its_run():
    """W11, C3."""
    with pytest.raises(MindError) as caught:
        Stage(bt.action(Failing)).mind.tick()
    assert "tree › Failing (" in caught.value.where
    assert f"{__file__}:{Failing.run.__code__.co_firstlineno + 1}" in caught.value.where


def test_an_interrupt_in_a_coroutine_goes_through_as_it_is():
    """C3."""

    async def run(agent):
        raise KeyboardInterrupt

    stage = Stage(bt.sequence(bt.parallel(ticking("a", 9), bt.action(run))))
    with pytest.raises(KeyboardInterrupt):
        stage.mind.tick()
    assert stage.take() == ["a(", "aR", "a)"]
    assert stage.mind.status is None


def test_a_wrapper_that_gives_no_coroutine_is_an_error():
    async def inner(agent): ...

    @functools.wraps(inner)
    def wrapper(agent):
        return S

    with pytest.raises(UsageError, match=r"SUCCESS.* instead of a coroutine"):
        Stage(bt.action(wrapper)).mind.tick()


# Inside other nodes


@TRACED
def test_inside_nodes_of_all_kinds(traced):
    """W11: it is a leaf like any other."""
    for make, lines in (
        (lambda: bt.sequence(ticking("a", 2), ticking("b", 2)), ("R a( aR", "R a) b( bR", "S b)")),
        (lambda: bt.selector(ticking("a", 2, F), ticking("b", 1)), ("R a( aR", "S a) b( b)")),
        (lambda: bt.random_sequence(ticking("a", 2), bt.always(X)), ("R a( aR", "S a)")),
        (lambda: bt.parallel(ticking("a", 3), ticking("b", 2, F)), ("R a( aR b( bR", "F aR b) a)")),
        (lambda: bt.eager_sequence(ticking("a", 3), ticking("b", 2, F)), ("R a( aR b( bR", "F aR b) a)")),
        (lambda: bt.timeout(1.0, ticking("a", 9)), ("R a( aR", "+0.5 R aR", "+0.5 F aR a)")),
        (lambda: bt.timeout(1.0, ticking("a", 2)), ("R a( aR", "+2.0 S a)")),
        (lambda: bt.repeat(2, ticking("a", 2)), ("R a( aR", "R a)", "R a( aR", "S a)")),
        (lambda: bt.retry(2, ticking("a", 1, F)), ("R a( a)", "F a( a)")),
        (lambda: bt.subtree(bt.Tree(ticking("a", 2))), ("R a( aR", "S a)")),
        (lambda: bt.guard(lambda agent: not agent.calls, ticking("a", 9)), ("R a( aR", "R aR", "halt a)")),
        (lambda: bt.run_once(ticking("a", 2)), ("R a( aR", "S a)", "S")),
        (lambda: bt.service(says("s"), ticking("a", 2)), ("R s a( aR", "S s a)")),
        (
            lambda: bt.if_then_else(ticking("a", 2, F), leaf("b", "S"), ticking("c", 2)),
            ("R a( aR", "R a) c( cR", "S c)"),
        ),
    ):
        stage = Stage(make(), traced=traced)
        for line in lines:
            stage.expect(line)
        stage.end()


# Seeing it


def test_it_is_entered_and_exited_in_the_trace_with_the_reason():
    """S2, W11: as an action with hooks, also if it ends at once."""
    stage = Stage(bt.selector(ticking("a", 1, F), ticking("b", 2, S)), traced=True)
    stage.mind.tick()
    stage.mind.tick()
    stage.mind.tick()
    stage.mind.halt()
    told = [
        (type(each), each.node, getattr(each, "reason", None))
        for each in stage.events
        if isinstance(each, (Entered, Exited))
    ]
    a, b = [(Entered, 2, None), (Exited, 2, ExitReason.FAILURE)], (Entered, 3, None)
    assert told == [*a, b, (Exited, 3, ExitReason.SUCCESS), *a, b, (Exited, 3, ExitReason.HALT)]


@pytest.mark.parametrize("how", ["tick", "halt", "restore"])
def test_words_go_to_whoever_traces_then(how):
    """Mind.trace: also out of a subtree with keys of its own."""

    async def run(agent, context):
        try:
            await next_tick()
        finally:
            context.say(str(context.blackboard[WOOD]))

    stage = Stage(bt.subtree(bt.Tree(bt.action(run), keys=[WOOD])))
    idle = stage.mind.snapshot()
    stage.mind.tick()
    stage.mind.trace(stage.events.append)
    {"tick": stage.mind.tick, "halt": stage.mind.halt, "restore": lambda: stage.mind.restore(idle)}[how]()
    assert [each.text for each in stage.events if isinstance(each, Said)] == ["0"]


def test_the_source_shows_it_as_a_call():
    """B1: what one would have written by hand."""
    tree = bt.Tree(ticking("a", 2))
    assert "run_1(agent, context, record)" in tree.source()
    assert tree.describe()[1].source == f"tests.bt.awaiting:{ticking.__code__.co_firstlineno + 3}"
