"""Errors on their way: hooks that catch them, exit hooks that fail too."""

import contextlib

import pytest

from gumption import Message, Status
from gumption.core.trace import Failed
from gumption.errors import BusyError, GumptionError, MindError, UsageError
from tests.fsm.scripted import Boom, Overseer, Scripted, boom, idle, running


def changes_and_swallows(bad, then=None):
    """A hook that changes to the failing state `bad`, catches what comes of it, and goes on with `then`."""

    def go(agent, machine, *_):
        with contextlib.suppress(GumptionError):
            machine.change_state(bad)
        agent.call("swallowed")
        if then is not None:
            then(machine)
        return True

    return go


BAD = Scripted("bad", enter=boom)


@pytest.mark.parametrize("who", ["current", "global"])
def test_an_error_that_an_execute_hook_swallows_comes_out_of_the_tick(who):
    """F9: the run is over all the same; the current state does not execute in the global state's wake."""
    go = changes_and_swallows(BAD)
    a, overseer = Scripted("a"), Overseer()
    agent, mind = running(a, BAD, global_state=overseer)
    (a if who == "current" else overseer).does["execute"] = go
    with pytest.raises(MindError, match="boom") as caught:
        mind.tick()
    assert "bad.enter" in caught.value.where
    head = ["g.execute", "a.execute"] if who == "current" else ["g.execute"]
    agent.expect(*head, "a.exit", "bad.enter", "swallowed")
    assert (mind.status, mind.stack) == (None, ())


@pytest.mark.parametrize("waiting", [False, True], ids=["sent from outside", "waiting for the end of a tick"])
def test_an_error_that_a_message_handler_swallows_comes_out_and_nothing_else_is_told(waiting):
    """F9, C3: neither the global state nor the next message finds a machine that is not running."""
    a = Scripted("a", on_message=lambda *arguments: changes_and_swallows(BAD)(*arguments) and False)
    agent, mind = running(a, BAD, global_state=Overseer())
    if waiting:
        a.does["execute"] = lambda _, machine: [machine.send(Message(kind)) for kind in ("one", "two")]
    with pytest.raises(MindError, match="boom"):
        mind.tick() if waiting else mind.send(Message("one"))
    head = ["g.execute", "a.execute"] if waiting else []
    agent.expect(*head, "a.one", "a.exit", "bad.enter", "swallowed")
    assert (mind.status, mind.stack) == (None, ())
    a.does.clear()
    assert mind.tick() is Status.RUNNING
    agent.expect("a.enter", "g.execute", "a.execute")


AFTERWARDS = {
    "change_state": lambda machine: machine.change_state(BAD),
    "push_state": lambda machine: machine.push_state(BAD),
    "pop_state": lambda machine: machine.pop_state(),
    "finish": lambda machine: machine.finish(Status.SUCCESS),
    "send": lambda machine: machine.send(Message("hello")),
    "halt": lambda machine: machine.halt(),
    "set_global_state": lambda machine: machine.set_global_state(None),
    "set_current_state": lambda machine: machine.set_current_state(BAD),
    "set_previous_state": lambda machine: machine.set_previous_state(BAD),
    "trace": lambda machine: machine.trace(None),
}


@pytest.mark.parametrize("who", ["current", "global"])
@pytest.mark.parametrize("then", AFTERWARDS)
def test_whatever_a_hook_does_after_swallowing_an_error_calls_no_hook_and_hides_nothing(then, who):
    """F9: the first error comes out, not what followed from it."""
    a, overseer = Scripted("a"), Overseer()
    agent, mind = running(a, BAD, global_state=overseer)
    (a if who == "current" else overseer).does["execute"] = changes_and_swallows(BAD, AFTERWARDS[then])
    with pytest.raises(MindError, match="boom"):
        mind.tick()
    assert agent.calls[-3:] == ["a.exit", "bad.enter", "swallowed"]
    assert (mind.status, mind.stack) == (None, ())


@pytest.mark.parametrize("verb", ["tick", "restore"])
def test_a_hook_that_swallowed_an_error_is_still_inside_the_tick(verb):
    """C4, F9: it cannot start the machine anew from there."""
    refused = []

    def again(machine):
        with pytest.raises(BusyError):
            machine.restore(saved) if verb == "restore" else machine.tick()
        refused.append(verb)

    a = Scripted("a")
    _, mind = running(a, BAD)
    saved = mind.snapshot()
    a.does["execute"] = changes_and_swallows(BAD, again)
    with pytest.raises(MindError, match="boom"):
        mind.tick()
    assert refused == [verb]
    assert mind.status is None


def test_an_error_raised_in_place_of_a_swallowed_one_does_not_hide_it():
    """F9: the first one ended the run."""

    def go(_, machine):
        try:
            machine.change_state(BAD)
        except MindError as error:
            raise KeyError("something else") from error

    _, mind = idle(Scripted("a", execute=go), BAD)
    with pytest.raises(MindError, match="boom"):
        mind.tick()


def test_errors_in_exit_hooks_on_the_way_out_become_notes_of_the_first():
    """F9: each state is exited all the same; a note names state and hook."""

    def fail(text):
        def hook(*_):
            raise Boom(text)

        return hook

    states = [Scripted(name, exit=fail(f"exit of {name}")) for name in "abc"]
    states[2].does["execute"] = fail("first")
    agent, mind = running(*states, name="m")
    mind.push_state(states[1])
    mind.push_state(states[2])
    agent.calls.clear()
    with pytest.raises(MindError, match="first") as caught:
        mind.tick()
    agent.expect("c.execute", "c.exit", "b.exit", "a.exit")
    notes = caught.value.__notes__
    assert len(notes) == 3
    for note, name in zip(notes, "cba", strict=True):
        assert f"exit of {name}" in note
        assert f"m › {name}.exit" in note


@pytest.mark.parametrize("end", [lambda mind: mind.halt(), lambda mind: mind.finish(Status.SUCCESS)])
def test_the_first_error_of_an_ending_is_raised_and_the_others_are_its_notes(end):
    """F9, C1: there is no result, and every exit hook was called once."""
    a, b = Scripted("a", exit=boom), Scripted("b", exit=boom)
    agent, mind = running(a, b)
    mind.push_state(b)
    agent.calls.clear()
    with pytest.raises(MindError) as caught:
        end(mind)
    agent.expect("b.exit", "a.exit")
    assert "b.exit" in caught.value.where
    assert ["a.exit" in note for note in caught.value.__notes__] == [True]
    assert (mind.status, mind.stack) == (None, ())


def test_the_trace_tells_an_error_once_with_its_state_and_hook():
    """F9: before the exits that follow from it."""
    events = []
    b = Scripted("b", enter=boom)
    _, mind = idle(Scripted("a", execute=lambda _, machine: machine.change_state(b)), b)
    mind.trace(events.append)
    with pytest.raises(MindError):
        mind.tick()
    assert [event for event in events if isinstance(event, Failed)] == [Failed(0, 2, "enter", "Boom: boom")]


def test_an_error_in_a_change_from_outside_comes_out_of_that_call():
    """F9, F3: the owner of the mind gets it."""
    agent, mind = running(Scripted("a"), BAD)
    with pytest.raises(MindError, match="boom"):
        mind.change_state(BAD)
    agent.expect("a.exit", "bad.enter")
    with pytest.raises(UsageError, match="idle"):
        mind.change_state(BAD)
