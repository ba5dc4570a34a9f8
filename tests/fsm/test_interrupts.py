"""Exceptions that are no errors, and errors that cannot be told."""

import pytest

from gumption import Message, fsm
from gumption.errors import MindError
from gumption.testing import CallRecorder
from tests.fsm.scripted import Scripted, boom, idle

HOOKS = ["enter", "execute", "exit", "pause", "resume", "on_message"]


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("hook", HOOKS)
def test_an_interrupt_stays_what_it_is_and_leaves_the_machine_idle(hook, kind):
    """F9: it is not wrapped, so that nobody who catches errors stops it."""
    interrupt = kind("stop")

    def stop(*_):
        raise interrupt

    a, b = Scripted("a", **{hook: stop}), Scripted("b")
    agent, mind = idle(a, b)
    with pytest.raises(kind) as caught:
        run_through(mind, b)
    assert caught.value is interrupt
    assert (mind.status, mind.stack) == (None, ())
    assert agent.count("a.exit") == (0 if hook == "enter" else 1)


def run_through(mind, b):
    """Have every hook of the initial state called."""
    mind.tick()
    mind.push_state(b)
    mind.pop_state()
    mind.send(Message("hello"))
    mind.change_state(b)


def test_an_interrupt_among_errors_is_the_one_that_comes_out():
    """F9: Ctrl-C in an exit hook on the way out must not end as a note of an error that a world may shrug off."""

    def stop(*_):
        raise KeyboardInterrupt

    _, mind = idle(Scripted("a", execute=boom, exit=stop))
    with pytest.raises(KeyboardInterrupt):
        mind.tick()


class Nameless:
    """An agent whose name cannot be had."""

    @property
    def name(self):
        raise RuntimeError("no name yet")

    def call(self, what):
        pass


class Mute(Exception):  # noqa: N818 - not an error of gumption's
    def __str__(self):
        raise RuntimeError("no words")


def mute(*_):
    raise Mute


@pytest.mark.parametrize(("agent", "does"), [(Nameless(), boom), (CallRecorder(), mute)], ids=["name", "str"])
def test_an_agent_or_an_error_that_cannot_be_described_does_not_keep_the_machine_from_ending(agent, does):
    """F9: the message is a courtesy, being idle is the rule."""
    mind = fsm.Machine(Scripted("a", execute=does)).bind(agent)
    with pytest.raises(MindError):
        mind.tick()
    assert (mind.status, mind.stack) == (None, ())
