"""How leaves that are coroutines are left (rule W11)."""

import contextlib

import pytest

from gumption import bt
from gumption.core.coroutines.awaitables import Event, next_tick, race, sleep
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.core.trace import Failed
from gumption.errors import BusyError, LimitError, MindError
from tests.bt.awaiting import TRACED, failing, line_behind, ticking
from tests.bt.failing import Boom
from tests.bt.stage import AROUND, Stage, leaf


@TRACED
@pytest.mark.parametrize("make", ["reactive_selector", "utility_selector", "while_do_else"])
def test_it_is_out_before_anything_else_starts(make, traced):
    """W11, B3: stop before start; what its `finally` awaits is over as well."""

    async def work(agent):
        agent.call("w(")
        try:
            await sleep(9.0)
        finally:
            agent.call("w-")
            try:
                async with shield():
                    await sleep(0.5)
                    agent.call("never")
            except Cancelled:
                agent.call("w)")
                raise

    def danger(agent):
        return "danger" in agent.data

    better, worse = ticking("a", 2), bt.action(work)
    node = {
        "reactive_selector": lambda: bt.reactive_selector(bt.sequence(bt.condition(danger), better), worse),
        "utility_selector": lambda: bt.utility_selector(
            (lambda agent: 2.0 * danger(agent), better), (1.0, worse), reactive=True
        ),
        "while_do_else": lambda: bt.while_do_else(bt.condition(danger), better, worse),
    }[make]()
    stage = Stage(node, traced=traced)
    stage.expect("R w(")
    stage.agent.data["danger"] = True
    stage.expect("R w- w) a( aR")
    stage.expect("S a)")


@TRACED
@pytest.mark.parametrize("around", AROUND)
def test_halting_closes_the_run_and_joins_all_that_it_started(around, traced):
    """W11: `finally` blocks have run when halt returns, those of its child tasks first."""

    async def child(agent, name):
        try:
            await sleep(1.0)
        finally:
            agent.call(name)

    async def run(agent):
        try:
            async with timeout(5.0):
                await race(child(agent, "one"), child(agent, "two"))
        finally:
            agent.call("out")

    stage = Stage(AROUND[around](bt.action(run)), traced=traced)
    stage.expect("R")
    stage.mind.halt()
    calls = stage.take()
    assert calls[-1] == "out"
    assert sorted(calls) == ["one", "out", "two"]
    assert (stage.mind.status, stage.mind.running) == (None, ())
    stage.expect("R")
    stage.expect("+2.0 S one two out")


def test_a_late_event_does_nothing_to_a_run_that_was_left():
    """W6, W11."""
    flag = Event()

    async def run(agent):
        agent.call("w(")
        await flag.wait()
        agent.call("w)")

    stage = Stage(bt.action(run))
    stage.expect("R w(")
    stage.expect("halt")
    stage.expect("R w(")
    flag.set()
    stage.expect("S w)")


@TRACED
def test_an_error_of_the_clean_up_is_told_as_one_of_an_exit_hook_is(traced):
    """W11, C3: the others are exited all the same."""
    stage = Stage(bt.parallel(ticking("a", 9), failing("clean-up"), leaf("c", "R")), traced=traced)
    stage.mind.tick()
    stage.take()
    with pytest.raises(MindError, match="Boom: boom") as caught:
        stage.mind.halt()
    assert "tree › parallel(success=all, failure=one) › work (" in caught.value.where
    assert f":{line_behind(failing, 'clean-up')}" in caught.value.where
    assert sorted(stage.take()) == ["a)", "c)H"]
    assert (stage.mind.status, stage.mind.running) == (None, ())
    stage.end()


@TRACED
def test_an_error_of_the_clean_up_during_a_tick_is_told_of_the_leaf(traced):
    """W11, C3: though it is another node that stops it."""
    better = bt.sequence(leaf("b", "01"), leaf("a", "S"))
    stage = Stage(bt.reactive_selector(better, failing("clean-up")), traced=traced)
    stage.mind.tick()
    with pytest.raises(MindError, match="Boom: boom") as caught:
        stage.mind.tick()
    assert "tree › reactive_selector › work (" in caught.value.where
    assert stage.take() == ["b0", "begun", "b1"]
    assert stage.mind.status is None


def test_a_coroutine_that_will_not_leave_is_an_error_of_its_leaf():
    """W4, W11."""

    async def stays(agent):
        while True:
            with contextlib.suppress(Cancelled):  # what no coroutine should do
                await next_tick()

    stage = Stage(bt.reactive_selector(bt.sequence(leaf("b", "01"), leaf("a", "S")), bt.action(stays)))
    stage.mind.tick()
    with pytest.raises(LimitError, match="goes on awaiting") as caught:
        stage.mind.tick()
    assert "tree › reactive_selector › stays" in str(caught.value)
    assert stage.mind.status is None


def test_an_exit_hook_is_called_after_a_clean_up_that_raised():
    """W11, S2."""

    class Both(bt.Action):
        def enter(self, agent):
            agent.call("b(")

        async def tick(self, agent, context):
            try:
                await next_tick()
            finally:
                raise Boom("clean-up")

        def exit(self, agent, context, reason):
            agent.call("b)")
            raise Boom("exit")

    stage = Stage(bt.action(Both))
    stage.expect("R b(")
    with pytest.raises(MindError, match="Boom: clean-up") as caught:
        stage.mind.halt()
    assert stage.take() == ["b)"]
    assert any("Boom: exit" in note for note in caught.value.__cause__.__notes__)


def test_calls_to_the_mind_from_inside_a_coroutine_are_refused():
    """C4: in clean-up as well."""
    refused = []

    async def run(agent):
        def ask():
            for verb in (stage.mind.tick, stage.mind.halt, stage.mind.snapshot, lambda: stage.mind.restore(saved)):
                with pytest.raises(BusyError):
                    verb()
                refused.append(verb)

        ask()
        try:
            await next_tick()
        finally:
            ask()

    stage = Stage(bt.action(run))
    saved = stage.mind.snapshot()
    stage.expect("R")
    stage.expect("halt")
    stage.expect("R")
    stage.mind.restore(saved)
    assert len(refused) == 16


def test_the_coroutine_of_another_mind_is_not_taken_for_ones_own():
    """C3: the error belongs to the leaf that halted the other mind."""

    async def work(agent):
        try:
            await next_tick()
        finally:
            raise KeyboardInterrupt

    other = bt.Tree(bt.sequence(leaf("a", "S"), leaf("b", "S"), bt.action(work))).bind(Stage(leaf("a", "S")).agent)

    def stop(agent):
        other.tick()
        other.halt()

    stage = Stage(bt.sequence(leaf("a", "S"), bt.do(stop)), traced=True)
    with pytest.raises(KeyboardInterrupt):
        stage.mind.tick()
    assert [each.node for each in stage.events if isinstance(each, Failed)] == [3]
    assert other.status is None
