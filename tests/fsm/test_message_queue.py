"""Messages sent from inside: they wait, in order, within bounds."""

import contextlib
from enum import StrEnum

import pytest

from gumption import Message, Status
from gumption.core.trace import Unhandled
from gumption.errors import LimitError, MindError
from tests.fsm.scripted import Overseer, Scripted, boom, idle, running, says, sends


@pytest.mark.parametrize("hook", ["enter", "execute", "exit", "pause", "resume", "on_message", "global"])
def test_a_message_sent_from_inside_a_hook_waits_until_what_is_under_way_has_ended(hook):
    """C4, F10: then the current state of that moment is told, in the order of sending."""
    a, b, overseer = Scripted("a"), Scripted("b"), Overseer()
    agent, mind = running(a, b, global_state=overseer)
    if hook == "resume":
        mind.push_state(b)
        agent.calls.clear()
    owner = {"enter": b, "global": overseer}.get(hook, a)
    owner.does["execute" if hook == "global" else hook] = sends("one", "two") if hook != "on_message" else None
    if hook == "on_message":
        a.does["on_message"] = lambda _, machine, message: message.kind != "hello" or sends("one", "two")(_, machine)
    asks = {
        "enter": (lambda: mind.change_state(b), ["a.exit", "b.enter", "b.one", "g.one", "b.two", "g.two"]),
        "exit": (lambda: mind.change_state(b), ["a.exit", "b.enter", "b.one", "g.one", "b.two", "g.two"]),
        "pause": (lambda: mind.push_state(b), ["a.pause", "b.enter", "b.one", "g.one", "b.two", "g.two"]),
        "resume": (mind.pop_state, ["b.exit", "a.resume", "a.one", "g.one", "a.two", "g.two"]),
        "execute": (mind.tick, ["g.execute", "a.execute", "a.one", "g.one", "a.two", "g.two"]),
        "global": (mind.tick, ["g.execute", "a.execute", "a.one", "g.one", "a.two", "g.two"]),
        "on_message": (lambda: mind.send(Message("hello")), ["a.hello", "a.one", "a.two"]),
    }
    ask, calls = asks[hook]
    ask()
    agent.expect(*calls)


def test_messages_that_wait_are_told_before_the_next_tick_and_once():
    """C4: nothing is left over."""
    agent, mind = idle(Scripted("a", enter=sends("one")))
    mind.tick()
    agent.expect("a.enter", "a.execute", "a.one")
    mind.tick()
    agent.expect("a.execute")


def test_a_message_sent_while_one_is_handled_joins_the_end_of_the_queue():
    """C4: first in, first out."""

    def answer(_, machine, message):
        if message.kind in ("one", "two"):
            machine.send(Message(message.kind + "_again"))
        return True

    agent, mind = idle(Scripted("a", execute=sends("one", "two"), on_message=answer))
    mind.tick()
    agent.expect("a.enter", "a.execute", "a.one", "a.two", "a.one_again", "a.two_again")


def test_a_message_that_waited_may_finish_the_machine():
    """F8, C4: the tick then gives that status; what waits behind it is told to nobody."""
    events = []
    end = Scripted("a", execute=sends("stop", "late"), on_message=lambda _, m, __: m.finish(Status.FAILURE) or True)
    agent, mind = idle(end)
    mind.trace(events.append)
    assert mind.tick() is Status.FAILURE
    agent.expect("a.enter", "a.execute", "a.stop", "a.exit")
    assert Unhandled(0, "late") in events


def finishes(_, machine):
    machine.send(Message("late"))
    machine.finish(Status.SUCCESS)


def fails(_, machine):
    machine.send(Message("late"))
    boom()


@pytest.mark.parametrize("end", [finishes, fails])
def test_messages_that_wait_when_the_run_ends_are_told_to_nobody(end):
    """F8, F9, C2: the next run does not hear them either."""
    a = Scripted("a", execute=end, exit=sends("latest"))
    agent, mind = idle(a)
    with contextlib.suppress(MindError):
        mind.tick()
    agent.expect("a.enter", "a.execute", "a.exit")
    a.does.clear()
    mind.tick()
    agent.expect("a.enter", "a.execute")


@pytest.mark.parametrize("end", [finishes, fails])
def test_the_trace_tells_of_each_message_that_nobody_took(end):
    """F8, F9, F10: those that waited when the run ended, and those that exit hooks sent at the end."""
    events = []
    _, mind = idle(Scripted("a", execute=end, exit=sends("latest")))
    mind.trace(events.append)
    with contextlib.suppress(MindError):
        mind.tick()
    assert [event.kind for event in events if isinstance(event, Unhandled)] == ["late", "latest"]


class Kind(StrEnum):
    PING = "ping"
    PONG = "pong"


@pytest.mark.parametrize("start", ["tick", "send"])
def test_an_endless_loop_of_messages_is_an_error_that_prints_the_cycle(start):
    """C4: at most 1000 are delivered at the end of one tick; kinds may be enumeration members."""
    other = {Kind.PING: Kind.PONG, Kind.PONG: Kind.PING}
    a = Scripted("a", on_message=lambda agent, machine, message: sends(other[message.kind])(agent, machine))
    agent, mind = running(a)
    a.does["execute"] = sends(Kind.PING)
    begin = mind.tick if start == "tick" else lambda: mind.send(Message(Kind.PING))
    with pytest.raises(
        LimitError, match=r"more than 1000 messages .*: (ping -> pong -> ping|pong -> ping -> pong)\n"
    ) as caught:
        begin()
    assert "a.on_message" in caught.value.where
    assert agent.calls[-1] == "a.exit"
    assert mind.status is None


def test_a_thousand_messages_in_one_tick_are_not_too_many():
    """C4: the bound is against endless work only; a thousand and one are too many."""
    agent, mind = idle(Scripted("a", execute=sends(*["note"] * 1000), on_message=says(True)))
    for _ in range(3):
        assert mind.tick() is Status.RUNNING
    assert agent.count("a.note") == 3000
    mind.machine.initial.state.does["execute"] = sends(*["note"] * 1001)
    with pytest.raises(LimitError, match="note -> note"):
        mind.tick()


def test_minds_that_talk_in_circles_wait_for_each_other():
    """C4, F10: one that is busy is told when it is done; one that is not, at once."""
    log = []

    def note(name, other, answer):
        def hear(_, __, message):
            log.append(f"{name} hears {message.kind}")
            if answer:
                log.append(f"{name} was answered: {minds[other].send(Message(answer))}")
            return True

        return hear

    def ask(_, __):
        log.append(f"one was answered: {minds['two'].send(Message('question'))}")

    states = {
        "one": Scripted("a", on_message=note("one", "two", None)),
        "two": Scripted("a", on_message=note("two", "one", "reply")),
    }
    minds = {name: running(state)[1] for name, state in states.items()}
    states["one"].does["execute"] = ask
    minds["one"].tick()
    assert log == ["two hears question", "two was answered: False", "one was answered: True", "one hears reply"]
