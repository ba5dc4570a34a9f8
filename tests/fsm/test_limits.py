"""The bound on changes within one tick."""

import pytest

from gumption import Message, Status
from gumption.errors import LimitError
from tests.fsm.scripted import Scripted, idle, to


def ring(hook):
    """Two states that change into each other in `hook` for ever."""
    a, b = Scripted("a"), Scripted("b")
    a.does[hook], b.does[hook] = to(b), to(a)
    return a, b


def test_an_endless_chain_of_changes_is_an_error_that_prints_the_cycle():
    """F3, F9: it ends the run; the state that was in is exited, with the others long gone."""
    agent, mind = idle(*ring("enter"))
    with pytest.raises(LimitError, match=r"more than 100 changes .*: (a -> b -> a|b -> a -> b)\n"):
        mind.tick()
    assert (mind.status, mind.stack) == (None, ())
    assert agent.count("a.enter") + agent.count("b.enter") == agent.count("a.exit") + agent.count("b.exit")
    assert agent.total < 210


@pytest.mark.parametrize("before", range(4))
def test_the_cycle_that_is_printed_is_the_whole_one(before):
    """F3: here each state comes twice in a row, which is not the cycle yet; wherever the bound cuts it off."""

    def go(_, machine):
        for _ in range(before):
            machine.change_state(start)
        machine.change_state(a)
        machine.change_state(b)

    a, b = ring("exit")
    start = Scripted("start", execute=go)
    _, mind = idle(start, a, b)
    with pytest.raises(LimitError) as caught:
        mind.tick()
    cycle = caught.value.problem.partition(": ")[2].split(" -> ")
    assert cycle in (list("aabba"), list("abbaa"), list("bbaab"), list("baabb"))


def test_a_state_that_changes_to_itself_for_ever_is_a_cycle_too():
    """F3."""
    a = Scripted("a")
    a.does["enter"] = to(a)
    _, mind = idle(a)
    with pytest.raises(LimitError, match="a -> a\n"):
        mind.tick()


KINDS = {
    "change": lambda machine, n, b: machine.change_state(b),
    "revert": lambda machine, n, b: machine.revert_to_previous_state(),
    "push and pop": lambda machine, n, b: machine.pop_state() if n % 2 else machine.push_state(b),
}


@pytest.mark.parametrize("first_tick", [False, True], ids=["later tick", "first tick"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_tick_may_make_a_hundred_changes_and_no_more(kind, first_tick):
    """F3: *more than* 100 are an error; the next tick counts anew. Entering the initial state is no change."""

    def go(_, machine):
        for n in range(wanted):
            KINDS[kind](machine, n, b)

    a, b = Scripted("a"), Scripted("b")
    a.does["execute"] = b.does["execute"] = lambda agent, machine: go(agent, machine) if armed else None
    armed, wanted = first_tick, 100
    _, mind = idle(a, b)
    mind.set_previous_state(b)
    mind.tick()
    armed = True
    for _ in range(3):
        assert mind.tick() is Status.RUNNING
    wanted = 101
    with pytest.raises(LimitError):
        mind.tick()


def test_changes_made_by_messages_that_waited_count_for_the_tick():
    """F3, C4: they are delivered inside it."""
    a, b = Scripted("a"), Scripted("b")
    a.does["on_message"] = b.does["on_message"] = lambda _, machine, __: machine.change_state(b) or True
    a.does["execute"] = lambda _, machine: [machine.send(Message("go")) for _ in range(101)]
    _, mind = idle(a, b)
    with pytest.raises(LimitError, match="b -> b"):
        mind.tick()
