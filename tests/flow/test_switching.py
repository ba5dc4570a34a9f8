"""A switch is cancel, join, then start; cancellation is level by level (rules W3, W4, W6)."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from gumption import Status, flow
from gumption.core.trace import Exited, Failed, Switched
from gumption.errors import LimitError, MindError
from gumption.status import ExitReason
from tests.flow.stage import Does, Stage


async def tidies_up(agent, context):
    """Its clean-up takes half a second."""
    try:
        await flow.sleep(100.0)
    finally:
        agent.tell("tidies")
        async with flow.shield():
            await flow.sleep(0.5)
        agent.tell("tidy")


def test_the_next_node_starts_only_when_the_old_one_is_out_w3():
    stage = Stage(Does("a"), Does("b", tidies_up), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "tidies"
    assert stage.mind.running == "b"
    assert stage.tick() == ""
    assert stage.tick() == "tidy b) a("
    assert stage.turns() == ["b(", "b)halt", "a("]


def test_without_an_await_in_its_clean_up_the_switch_takes_no_time_w3():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "b) a("


def test_no_checks_are_asked_while_a_node_is_cleaning_up_and_all_are_when_it_is_out_w3():
    stage = Stage(Does("a"), Does("b", tidies_up), Does("c"), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    asked = len(stage.actor.asked)
    stage.tick()
    assert len(stage.actor.asked) == asked
    stage.want("c")
    assert stage.tick() == "tidy b) c("
    assert stage.switches()[-1] == (3, [(1, False), (2, False), (3, True)])


def test_the_same_node_may_begin_anew_after_it_was_left_w3():
    stage = Stage(Does("a"), Does("b", tidies_up), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    stage.want("b")
    assert stage.tick(2) == "tidy b) b("
    stage.mind.halt()


def test_a_clean_up_that_overruns_the_deadline_is_an_error_with_node_and_line_w3():
    async def dawdles(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            async with flow.shield(60.0):
                await flow.sleep(50.0)  # here

    stage = Stage(Does("a"), Does("b", dawdles), wants=["b"], period=0, deadline=0.5, name="guard")
    stage.tick()
    stage.want("a")
    stage.tick(3)
    with pytest.raises(
        LimitError, match=r"not out within 0\.5 s of being left \(at test_switching\.py:\d+\)"
    ) as caught:
        stage.tick()
    line = int(re.findall(r"test_switching\.py:(\d+)", str(caught.value))[0])
    assert "# here" in Path(__file__).read_text().splitlines()[line - 1]
    assert "guard › b" in caught.value.where
    assert stage.mind.status is None
    assert stage.actor.take() == "b)", "the shield is broken, and it is out"
    assert stage.turns() == ["b(", "b)error"]
    assert stage.tick() == "a("


def test_a_shield_that_overruns_is_an_error_too_w3():
    async def dawdles(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            async with flow.shield(0.25):
                await flow.sleep(50.0)

    stage = Stage(Does("a"), Does("b", dawdles), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    with pytest.raises(LimitError, match=r"clean-up was not done within 0\.25 s") as caught:
        stage.tick()
    assert "b" in caught.value.where
    assert stage.mind.status is None


def test_each_await_raises_again_while_a_node_is_being_left_w4():
    async def swallows(agent, context):
        for _ in range(3):
            try:
                await flow.sleep(100.0)
            except flow.Cancelled:
                agent.tell("swallowed")
        await flow.next_tick()
        agent.tell("never here")

    stage = Stage(Does("a"), Does("b", swallows), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "swallowed swallowed swallowed b) a("


def test_a_node_that_awaits_again_and_again_although_it_is_left_is_an_error_w4():
    async def clings(agent, context):
        while True:
            with suppress(flow.Cancelled):
                await flow.next_tick()

    stage = Stage(Does("a"), Does("b", clings), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    with pytest.raises(LimitError, match="it goes on awaiting although it is cancelled"):
        stage.tick()
    assert stage.mind.status is None


def test_what_a_left_node_returns_does_not_matter_w4():
    async def returns(agent, context):
        try:
            await flow.sleep(100.0)
        except flow.Cancelled:
            return 5

    stage = Stage(Does("a"), Does("b", returns), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "b) a("
    assert stage.turns() == ["b(", "b)halt", "a("]


def test_children_die_with_their_node_w7():
    async def child(agent, name):
        try:
            await flow.sleep(100.0)
        finally:
            agent.tell(name)

    async def parent(agent, context):
        await flow.gather(child(agent, "x"), child(agent, "y"))

    stage = Stage(Does("a"), Does("b", parent), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "x y b) a("


def test_an_error_in_the_clean_up_of_a_left_node_ends_the_mind_c3():
    async def breaks(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            raise ValueError("the broom broke")

    stage = Stage(Does("a"), Does("b", breaks), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    with pytest.raises(MindError, match="the broom broke") as caught:
        stage.tick()
    assert isinstance(caught.value.__cause__, ValueError)
    assert "selector › b" in caught.value.where
    assert "stage.py" in caught.value.where
    assert stage.mind.status is None
    kinds = [type(event) for event in stage.events]
    assert kinds.index(Failed) < kinds.index(Exited), "the cause comes first"
    assert stage.turns() == ["b(", "b)error"]
    assert stage.tick() == "b) a("


# An old run changes nothing of a new one


def test_an_event_that_an_old_run_waited_for_wakes_nobody_w6():
    bell = flow.Event()

    async def waits(agent, context):
        await bell.wait()
        agent.tell("rang")

    stage = Stage(Does("a"), Does("b", waits), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    bell.set()
    assert stage.tick(2) == "a. a."


def test_a_sleep_of_an_old_run_wakes_nobody_w6():
    async def naps(agent, context):
        await flow.sleep(1.0)
        agent.tell("woke")

    stage = Stage(Does("a"), Does("b", naps), wants=["b"], period=0)
    stage.tick(2)
    stage.want("a")
    stage.tick()
    stage.want("b")
    assert stage.tick() == "a) b("
    assert stage.tick(3) == "", "the new nap begins when the new run does"
    assert stage.tick() == "woke b)"


def test_a_checkpoint_of_an_old_run_is_not_that_of_the_new_one_w6():
    kept = []

    async def notes(agent, context):
        kept.append(context)
        assert context.resumed is None
        await flow.sleep(100.0)

    stage = Stage(Does("a"), Does("b", notes), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    stage.want("b")
    stage.tick()
    kept[0].checkpoint("late")
    assert stage.mind.snapshot().data["checkpoint"] is None
    kept[1].checkpoint("now")
    assert stage.mind.snapshot().data["checkpoint"] == "now"


def test_a_message_that_an_old_run_waited_for_is_not_handled_w6():
    async def listens(agent, context):
        await flow.message("hey")

    stage = Stage(Does("a"), Does("b", listens), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    assert stage.send("hey") is False


def test_a_node_that_is_left_is_told_no_messages_w6():
    async def listens(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            async with flow.shield():
                await flow.message("hey")

    stage = Stage(Does("a"), Does("b", listens), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    assert stage.send("hey") is False
    stage.mind.halt()


def test_why_a_turn_ended_is_told():
    for status, reason in [
        (None, ExitReason.SUCCESS),
        (Status.SUCCESS, ExitReason.SUCCESS),
        (Status.SKIPPED, ExitReason.SUCCESS),
        (Status.FAILURE, ExitReason.FAILURE),
    ]:

        async def ends(agent, context, status=status):
            return status

        stage = Stage(Does("a", ends), wants=["a"])
        stage.tick()
        assert isinstance(stage.events[0], Switched)
        assert stage.turns() == ["a(", f"a){reason.value}"]
