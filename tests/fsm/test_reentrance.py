"""What must not be called from inside a hook."""

import pytest

from gumption import Message
from gumption.errors import BusyError
from tests.fsm.scripted import Scripted, running


@pytest.mark.parametrize("hook", ["enter", "execute", "exit", "pause", "resume", "on_message"])
@pytest.mark.parametrize("verb", ["tick", "halt", "snapshot", "restore"])
def test_what_must_not_be_called_from_inside_a_hook_ends_the_run_if_the_hook_lets_the_error_out(verb, hook):
    """C4, F9: the message says what to call instead."""
    b = Scripted("b")
    _, mind = running(a := Scripted("a"), b)
    saved = mind.snapshot()
    call = (lambda machine: machine.restore(saved)) if verb == "restore" else lambda machine: getattr(machine, verb)()
    a.does[hook] = lambda _, machine, *__: call(machine)
    with pytest.raises(BusyError, match=f"{verb} was called from inside a hook") as caught:
        run_through(mind, a, b)
    assert f"a.{hook} (" in caught.value.where
    assert "finish" in caught.value.remedy
    assert (mind.status, mind.stack) == (None, ())


def run_through(mind, a, b):
    """Have every hook of `a` called."""
    mind.tick()
    mind.push_state(b)
    mind.pop_state()
    mind.send(Message("hello"))
    mind.change_state(b)
    mind.change_state(a)
