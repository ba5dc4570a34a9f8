"""Actions that last: their hooks, and the objects that they are of (rules S2, S5, B1)."""

import pytest

from gumption import bt
from tests.bt.stage import R, S, Stage, leaf


def test_the_hooks_of_an_action_may_each_leave_out_their_last_arguments():
    """S5."""

    class Few(bt.Action):
        def enter(self, agent):
            agent.call("enter")

        def tick(self, agent):
            return S

        def exit(self, agent):
            agent.call("exit")

    class Middle(bt.Action):
        def enter(self, agent, context):
            agent.call(f"enter {context.clock.now:g}")

        def tick(self, agent, context):
            return S

        def exit(self, agent, context):
            agent.call(f"exit {context.clock.now:g}")

    stage = Stage(bt.sequence(bt.action(Few()), bt.action(Middle())))
    stage.mind.tick()
    stage.agent.expect("enter", "exit", "enter 0", "exit 0")


@pytest.mark.parametrize("halted", [False, True])
def test_exit_is_given_the_reason(halted):
    """S2: success, failure, halt."""
    stage = Stage(leaf("a", "RF"))
    stage.mind.tick()
    stage.mind.halt() if halted else stage.mind.tick()
    assert stage.agent.calls[-1] == ("a)H" if halted else "a)F")


def test_an_action_with_only_a_tick_needs_no_base_class():
    """B1: whatever has a `tick` is an action object."""

    class Dig:
        def tick(self, agent):
            return R

    stage = Stage(bt.action(Dig()))
    assert stage.mind.tick() is R
    assert stage.tree.describe()[1].name == "Dig"


def test_of_an_action_class_one_object_is_made():
    """What `action` promises: one, that serves all hooks, all agents, and both variants of the code."""
    made = []

    class Dig(bt.Action):
        def __init__(self):
            made.append(self)

        def enter(self, agent, context):
            assert self is made[0]

        def tick(self, agent, context):
            assert self is made[0]
            return R

        def exit(self, agent, context, reason):
            assert self is made[0]

    tree = bt.Tree(bt.action(Dig))
    for tracer in (None, lambda event: None):
        mind = tree.bind(object())
        mind.trace(tracer)
        mind.tick()
        mind.tick()
        mind.halt()
    assert len(made) == 1


def test_inherited_hooks_are_hooks():
    """B1."""

    class Base(bt.Action):
        def enter(self, agent, context):
            agent.call("enter")

        def tick(self, agent, context):
            return S

    class Derived(Base):
        def exit(self, agent, context, reason):
            agent.call("exit")

    stage = Stage(bt.action(Derived))
    stage.mind.tick()
    stage.agent.expect("enter", "exit")
