"""Messages: who is told, in which order, and what waits."""

import pytest

from gumption import Message, Status, fsm
from gumption.core.trace import Entered, Executed, Exited, Handled, Received, Unhandled
from gumption.errors import UsageError
from gumption.status import ExitReason
from tests.fsm.scripted import Boom, Overseer, Scripted, boom, idle, running, says, sends


@pytest.mark.parametrize(
    ("current", "overseer", "handled", "told"),
    [
        (True, True, True, ["a.hello"]),
        (True, False, True, ["a.hello"]),
        (False, True, True, ["a.hello", "g.hello"]),
        (False, False, False, ["a.hello", "g.hello"]),
        (None, True, True, ["g.hello"]),
        (None, False, False, ["g.hello"]),
        (False, None, False, ["a.hello"]),
        (None, None, False, []),
    ],
)
def test_the_current_state_is_told_first_and_then_the_global_one(current, overseer, handled, told):
    """F6: until one of them handles it; None: there is no such hook."""
    a = (lambda agent: None) if current is None else Scripted("a", on_message=says(current))
    g = None if overseer is None else Overseer(on_message=says(overseer))
    agent, mind = running(a, global_state=g)
    agent.calls.clear()
    assert mind.send(Message("hello")) is handled
    agent.expect(*told)


def test_only_the_top_of_the_stack_is_told():
    """F6, F7: what is beneath does not hear it."""
    a, b = Scripted("a", on_message=says(True)), Scripted("b")
    agent, mind = running(a, b)
    mind.push_state(b)
    agent.calls.clear()
    assert mind.send(Message("hello")) is False
    agent.expect("b.hello")


def ticked_and(end):
    """A mind that was ticked, and ended by `end`."""

    def make(a):
        agent, mind = running(a)
        end(mind)
        return agent, mind

    return make


def failed(a):
    agent, mind = idle(a)
    a.does["enter"] = boom
    with pytest.raises(Exception, match="boom"):
        mind.tick()
    return agent, mind


@pytest.mark.parametrize(
    "make",
    [idle, ticked_and(lambda mind: mind.halt()), ticked_and(lambda mind: mind.finish(Status.SUCCESS)), failed],
    ids=["never ticked", "halted", "finished", "failed"],
)
def test_an_idle_machine_handles_nothing(make):
    """F6, C2."""
    agent, mind = make(Scripted("a", on_message=says(True)))
    agent.calls.clear()
    assert mind.send(Message("hello")) is False
    agent.expect()


def test_a_message_arrives_as_it_was_sent():
    """F6: the very object."""
    told = []
    a = Scripted("a", on_message=lambda _, __, message: told.append(message) or True)
    _, mind = running(a)
    message = Message("stew_ready", sender=3, receiver=4, data={"hot": True})
    mind.send(message)
    assert told[0] is message


@pytest.mark.parametrize("value", [None, 1, 0, "yes", [], Status.SUCCESS], ids=repr)
def test_a_handler_must_say_yes_or_no(value):
    """F6, S4: None is never guessed; the error names the state, and the run is over."""
    agent, mind = running(Scripted("a", on_message=says(value)))
    with pytest.raises(UsageError) as caught:
        mind.send(Message("hello"))
    assert repr(value) in caught.value.problem
    assert "a.on_message" in caught.value.where
    assert "True" in caught.value.remedy
    agent.expect("a.hello", "a.exit")
    assert mind.status is None


def test_a_change_during_a_message_happens_at_once():
    """F3, F6: the state that was told first is the one that was current when the message came."""

    def go(agent, machine, _):
        machine.change_state(b)
        agent.call("back in a")
        return False

    b = Scripted("b")
    agent, mind = running(Scripted("a", on_message=go), b, global_state=Overseer())
    mind.send(Message("hello"))
    agent.expect("a.hello", "a.exit", "b.enter", "back in a", "g.hello")


def test_the_trace_tells_what_was_received_before_what_it_caused():
    """F6: order tells cause."""
    events = []
    a, b = Scripted("a"), Scripted("b", execute=sends("nothing"))
    a.does["on_message"] = lambda _, machine, __: machine.change_state(b) or True
    _, mind = running(a, b)
    mind.trace(events.append)
    mind.send(Message("go", sender=9, data=[1]))
    mind.tick()
    assert events == [
        Received(0, 9, "go", [1]),
        Exited(0, 1, ExitReason.SUCCESS),
        Entered(0, 2),
        Handled(0, 1, "go"),
        Executed(0, 2),
        Received(0, None, "nothing", None),
        Unhandled(0, "nothing"),
    ]


def test_a_function_that_is_the_global_state_hears_nothing():
    """F1, F6: it has only execute."""
    _, mind = running(fsm.State(), global_state=lambda agent: None)
    assert mind.send(Message("hello")) is False


def test_an_error_in_one_message_spares_those_that_come_later():
    """F9: the caller of send gets the error; the machine starts anew when it is ticked."""
    agent, mind = running(Scripted("a", on_message=lambda *_: boom()))
    with pytest.raises(Exception, match="boom") as caught:
        mind.send(Message("hello"))
    assert isinstance(caught.value.__cause__, Boom)
    agent.calls.clear()
    assert mind.tick() is Status.RUNNING
    agent.expect("a.enter", "a.execute")
