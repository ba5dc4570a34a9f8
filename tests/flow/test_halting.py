"""Halting, re-entrance and messages (rules C1, C2, C4, W7)."""

import pytest

from gumption import Message, Status, flow
from gumption.core.trace import Exited, Halted, Handled, Received, Unhandled
from gumption.errors import BusyError, MindError
from gumption.status import ExitReason
from tests.flow.stage import Does, Stage
from tests.flow.test_switching import tidies_up


def test_a_halt_closes_the_node_at_once_c1():
    stage = Stage(Does("a"), wants=["a"])
    stage.tick()
    stage.events.clear()
    stage.mind.halt("enough")
    assert stage.actor.take() == "a)"
    assert stage.events == [Halted(0, "enough"), Exited(0, 1, ExitReason.HALT)]
    assert stage.mind.status is None
    assert stage.mind.running is None
    stage.mind.halt()
    assert len(stage.events) == 2


def test_a_halt_breaks_shields_w3():
    stage = Stage(Does("b", tidies_up), wants=["b"])
    stage.tick()
    stage.mind.halt()
    assert stage.actor.take() == "tidies b)", "without the half second of its clean-up"


def test_a_halt_in_the_middle_of_leaving_is_at_once_too_w3():
    stage = Stage(Does("a"), Does("b", tidies_up), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "tidies"
    stage.mind.halt()
    assert stage.actor.take() == "b)"
    assert stage.turns() == ["b(", "b)halt"]
    assert stage.tick() == "a("


def test_an_error_while_halting_is_raised_and_the_mind_idle_c2():
    async def breaks(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            raise ValueError("the broom broke")

    stage = Stage(Does("a", breaks), wants=["a"])
    stage.tick()
    with pytest.raises(MindError, match="the broom broke") as caught:
        stage.mind.halt()
    assert isinstance(caught.value.__cause__, ValueError)
    assert stage.mind.status is None
    assert stage.turns() == ["a(", "a)error"]
    stage.mind.halt()


def test_a_halted_mind_starts_anew_c1():
    stage = Stage(Does("a"), wants=["a"], period=100.0)
    stage.tick()
    stage.mind.halt()
    stage.actor.take()
    assert stage.tick() == "a("


def test_what_a_halted_node_returns_does_not_matter():
    async def returns(agent, context):
        try:
            await flow.sleep(100.0)
        except flow.Cancelled:
            return 5

    stage = Stage(Does("a", returns), wants=["a"])
    stage.tick()
    stage.mind.halt()
    assert stage.turns() == ["a(", "a)halt"]


# From inside


@pytest.mark.parametrize("verb", ["tick", "halt", "snapshot", "restore"])
@pytest.mark.parametrize("where", ["run", "check", "clean-up", "halt"])
def test_calls_from_inside_are_refused_c4(verb, where):
    seen = []

    def call():
        try:
            getattr(stage.mind, verb)(*([saved] if verb == "restore" else []))
        except BusyError as error:
            seen.append(error)

    def check(agent):
        if where == "check":
            call()
        return "go" in agent.wants

    async def run(agent):
        try:
            if where == "run":
                call()
            await flow.sleep(100.0)
        finally:
            if where in ("clean-up", "halt"):
                call()

    stage = Stage(flow.node(run, check), period=0)
    saved = stage.mind.snapshot()
    stage.want("go")
    stage.tick()
    if where == "clean-up":
        stage.want()
        stage.tick()
    if where == "halt":
        stage.mind.halt()
    assert len(seen) == 1
    assert seen[0].doing == verb


def test_a_message_from_inside_waits_for_the_end_of_the_tick_c4():
    async def talks(agent, context):
        async def listener():
            note = await flow.message("psst")
            agent.tell(f"heard {note.data}")

        async def speaker():
            agent.tell(str(stage.send("psst", 7)))
            await flow.sleep(100.0)

        await flow.race(listener(), speaker())

    stage = Stage(Does("a", talks), wants=["a"])
    assert stage.tick() == "a( False"
    assert [type(event) for event in stage.events[-2:]] == [Received, Handled]
    assert stage.tick() == "heard 7 a)"


def test_a_message_from_inside_a_halt_is_told_to_nobody_c4():
    async def cries(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            stage.send("help")

    stage = Stage(Does("a", cries), wants=["a"])
    stage.tick()
    stage.mind.halt()
    assert stage.events[-1] == Unhandled(0, "help")


def test_a_message_from_inside_may_wake_the_checks_w2():
    async def cries(agent, context):
        stage.send("help")
        agent.wants = {"b"}
        await flow.sleep(100.0)

    stage = Stage(Does("a", cries), Does("b"), wants=["a"], wake=["help"], period=100.0)
    stage.tick()
    assert stage.tick() == "a) b("


# Messages to coroutines


def test_a_message_is_given_to_the_coroutine_that_waits_for_its_kind_w7():
    async def listens(agent, context):
        while True:
            note = await flow.message("hey")
            agent.tell(f"hey {note.data}")

    stage = Stage(Does("a", listens), wants=["a"])
    assert stage.send("hey", 0) is False, "an idle mind handles nothing"
    stage.tick()
    stage.events.clear()
    assert stage.send("ho", 1) is False
    assert stage.send("hey", 2) is True
    assert stage.send("hey", 3) is False, "it is on its way with the first, and waits for none"
    assert stage.events == [
        Received(0, None, "ho", 1),
        Unhandled(0, "ho"),
        Received(0, None, "hey", 2),
        Handled(0, 1, "hey"),
        Received(0, None, "hey", 3),
        Unhandled(0, "hey"),
    ]
    assert stage.tick() == "hey 2"
    assert stage.mind.send(Message("hey", data=4)) is True
    assert stage.tick() == "hey 4"


def test_an_idle_mind_and_one_without_a_running_node_handle_nothing():
    stage = Stage(Does("a"))
    assert stage.send("hey") is False
    assert stage.events == [Unhandled(0, "hey")]
    stage.tick()
    assert stage.send("hey") is False
    assert stage.mind.status is Status.RUNNING


def test_tracing_can_begin_and_end_in_the_middle():
    async def says(agent, context):
        while True:
            await flow.next_tick()
            context.say("hm")

    stage = Stage(Does("a", says), wants=["a"], traced=False, period=0)
    stage.tick(2)
    stage.mind.trace(stage.events.append)
    stage.tick(2)
    assert len(stage.events) == 2
    stage.mind.trace(None)
    stage.tick(2)
    assert len(stage.events) == 2
