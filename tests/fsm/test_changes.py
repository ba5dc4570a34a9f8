"""Changing state: the order of hooks, what waits for what, reverting, and the bound."""

import pytest

from gumption import Message, Status
from gumption.errors import UsageError
from tests.fsm.scripted import Overseer, Scripted, idle, once, running, to


def test_a_change_exits_the_old_state_and_enters_the_new_one():
    """F3: previous is the old one."""
    a, b = Scripted("a"), Scripted("b")
    agent, mind = running(a, b)
    mind.change_state(b)
    agent.expect("a.exit", "b.enter")
    assert (mind.current_state, mind.previous_state, mind.stack) == (b, a, (b,))
    assert mind.status is Status.RUNNING


def test_the_old_state_is_current_while_it_exits_and_the_new_one_while_it_enters():
    """F3: previous = current before the exit hook; current = s before the enter hook."""
    seen = []

    def look(_, machine):
        seen.append((machine.current_state, machine.previous_state, machine.is_in_state(b)))

    a, b = Scripted("a", exit=look), Scripted("b", enter=look)
    _, mind = running(a, b)
    mind.change_state(b)
    assert seen == [(a, a, False), (b, a, True)]


def test_changing_to_the_same_state_exits_and_enters_it():
    """F4: and it is its own previous state."""
    a = Scripted("a")
    agent, mind = running(a)
    mind.change_state(a)
    agent.expect("a.exit", "a.enter")
    assert mind.previous_state is a


def test_being_in_a_state_means_that_very_state():
    """F4: not an equal one, not one beneath."""

    class Same(Scripted):
        __hash__ = None

        def __eq__(self, other: object) -> bool:
            return True

    a, b = Same("a"), Same("b")
    _, mind = running(a, b)
    assert mind.is_in_state(a)
    assert not mind.is_in_state(b)
    mind.push_state(b)
    assert not mind.is_in_state(a)


def test_a_change_during_execute_happens_at_once():
    """F3: when change_state returns, the new state is in; the rest of the old execute still runs."""

    def go(agent, machine):
        machine.change_state(b)
        agent.call("back in a")
        assert machine.is_in_state(b)

    b = Scripted("b")
    agent, mind = idle(Scripted("a", execute=go), b)
    mind.tick()
    agent.expect("a.enter", "a.execute", "a.exit", "b.enter", "back in a")


@pytest.mark.parametrize("who", ["execute", "on_message", "global", "global on_message"])
def test_two_changes_in_one_hook_visit_both(who):
    """F3: during execute, and while a message is handled, a change does not wait."""

    def go(agent, machine, *_):
        machine.change_state(b)
        agent.call("between")
        machine.change_state(c)
        return True

    a, b, c, overseer = Scripted("a"), Scripted("b"), Scripted("c"), Overseer()
    agent, mind = running(a, b, c, global_state=overseer)
    (overseer if "global" in who else a).does["on_message" if "message" in who else "execute"] = go
    if "message" in who:
        mind.send(Message("hello"))
    else:
        mind.tick()
    at = agent.calls.index("a.exit")
    assert agent.calls[at : at + 5] == ["a.exit", "b.enter", "between", "b.exit", "c.enter"]
    assert mind.previous_state is b


@pytest.mark.parametrize(
    ("hook", "calls"),
    [
        ("enter", ["a.exit", "b.enter", "still in it", "b.exit", "c.enter"]),
        ("exit", ["a.exit", "still in it", "b.enter", "b.exit", "c.enter"]),
        ("pause", ["a.pause", "still in it", "b.enter", "b.exit", "c.enter"]),
        ("resume", ["b.exit", "a.resume", "still in it", "a.exit", "c.enter"]),
    ],
)
def test_a_change_asked_for_during_a_change_waits_until_that_is_complete(hook, calls):
    """F3: enter, exit, pause and resume."""

    def go(agent, machine):
        before = machine.current_state
        machine.change_state(c)
        assert machine.current_state is before
        agent.call("still in it")

    a, b, c = (Scripted(name) for name in "abc")
    agent, mind = running(a, b, c)
    if hook == "resume":
        mind.push_state(b)
        agent.calls.clear()
    {"enter": b}.get(hook, a).does[hook] = once(go)
    {"pause": lambda: mind.push_state(b), "resume": mind.pop_state}.get(hook, lambda: mind.change_state(b))()
    agent.expect(*calls)
    assert mind.is_in_state(c)


def test_several_changes_that_wait_are_made_in_the_order_they_were_asked_for():
    """F3: pushes, pops and reverts wait as well."""

    def ask(_, machine):
        machine.push_state(c)
        machine.pop_state("done")
        machine.change_state(c)
        machine.revert_to_previous_state()

    b, c = Scripted("b", enter=once(ask)), Scripted("c")
    agent, mind = running(Scripted("a"), b, c)
    mind.change_state(b)
    change, push = ["a.exit", "b.enter"], ["b.pause", "c.enter"]
    pop, away, back = ["c.exit", "b.resume"], ["b.exit", "c.enter"], ["c.exit", "b.enter"]
    agent.expect(*change, *push, *pop, *away, *back)
    assert agent.data["result"] == "done"


def test_a_change_asked_for_by_the_first_enter_hook_is_made_before_anything_executes():
    """F3, F5."""
    b = Scripted("b")
    agent, mind = idle(Scripted("a", enter=to(b)), b, global_state=Overseer())
    mind.tick()
    agent.expect("a.enter", "a.exit", "b.enter", "g.execute", "b.execute")


def test_reverting_goes_back_to_the_previous_state_and_twice_toggles():
    """F4: previous is one deep."""
    a, b, c = Scripted("a"), Scripted("b"), Scripted("c")
    agent, mind = running(a, b, c)
    mind.change_state(b)
    mind.change_state(c)
    agent.calls.clear()
    for _ in range(3):
        mind.revert_to_previous_state()
    agent.expect("c.exit", "b.enter", "b.exit", "c.enter", "c.exit", "b.enter")
    assert mind.previous_state is c


def test_reverting_replaces_the_top_of_the_stack_only():
    """F4, F7: pushing and popping are no changes: previous stays."""
    a, b, c = Scripted("a"), Scripted("b"), Scripted("c")
    _, mind = running(a, b, c)
    mind.change_state(b)
    mind.push_state(c)
    assert mind.previous_state is a
    mind.revert_to_previous_state()
    assert mind.stack == (b, a)


def test_reverting_with_no_previous_state_is_an_error_that_ends_the_run():
    """F4: it names agent and state, and says what to do."""
    agent, mind = idle(Scripted("a", execute=lambda _, machine: machine.revert_to_previous_state()), name="m")
    with pytest.raises(UsageError) as caught:
        mind.tick()
    assert "no previous state" in caught.value.problem
    assert "recorder, m › a" in caught.value.where
    assert "set_previous_state" in caught.value.remedy
    agent.expect("a.enter", "a.execute", "a.exit")
    assert mind.status is None
