"""Exit hooks that raise, while something is halted (rules C3, S2)."""

import pytest

from gumption import bt
from gumption.errors import MindError
from tests.bt.failing import Boom, Fails, boom, line_in
from tests.bt.stage import R, Stage, asks, leaf


@pytest.mark.parametrize("traced", [False, True])
def test_an_error_in_a_pre_empted_actions_exit_is_told_as_that_actions(traced):
    """C3, B3: not as that of the action which was about to start."""
    branch = bt.sequence(bt.condition(asks("q", "01")), bt.action(Fails("", "n"), name="new"))
    stage = Stage(bt.reactive_selector(branch, bt.action(Fails("exit"), name="old")), traced=traced)
    stage.mind.tick()
    with pytest.raises(MindError) as caught:
        stage.mind.tick()
    assert stage.agent.calls == ["q0", "z(", "q1", "z)H"]
    assert caught.value.where == f"recorder, tree › reactive_selector › old.exit ({line_in('exit')})"


@pytest.mark.parametrize("how", ["timeout", "guard", "verdict", "halt"])
def test_an_error_in_an_exit_hook_does_not_spare_the_others(how):
    """C3, S2: each is called once, with halt or error; the first error is raised, the others are its notes."""
    makes = {
        "timeout": lambda *each: bt.timeout(1.0, bt.parallel(*each)),
        "guard": lambda *each: bt.guard(asks("g", "101"), bt.parallel(*each)),
        "verdict": lambda *each: bt.parallel(*each, leaf("v", "RFR")),
        "halt": bt.parallel,
    }
    stage = Stage(makes[how](bt.action(Fails("exit", "x")), bt.action(Fails("", "y")), bt.action(Fails("exit", "z"))))
    stage.mind.tick()
    stage.clock.advance(1.0)
    with pytest.raises(MindError) as caught:
        stage.mind.halt() if how == "halt" else stage.mind.tick()
    exits = [call[:2] for call in stage.agent.calls if call[0] in "xyz" and call[1] == ")"]
    assert sorted(exits) == ["x)", "y)", "z)"]
    assert isinstance(caught.value.__cause__, Boom)
    assert len(caught.value.__notes__) == 1
    assert f"Fails.exit ({line_in('exit')})" in caught.value.where
    assert (stage.mind.status, stage.mind.running) == (None, ())
    assert stage.mind.tick() is R


def test_an_interrupt_in_an_exit_hook_wins_over_the_error():
    """C3: all the other hooks are called all the same."""

    class Interrupts(Fails):
        def exit(self, agent, context, reason):
            super().exit(agent, context, reason)
            raise KeyboardInterrupt

    root = bt.parallel(bt.action(Interrupts("", "x")), leaf("a", "R"), bt.sequence(leaf("b", "RS"), bt.do(boom)))
    stage = Stage(root)
    stage.mind.tick()
    with pytest.raises(KeyboardInterrupt) as caught:
        stage.mind.tick()
    assert "Boom: boom" in caught.value.__notes__[0]
    assert stage.agent.count("a)E") == stage.agent.count("x)E") == 1
    assert stage.mind.running == ()
