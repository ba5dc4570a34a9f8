"""The stack: pushing, popping, its bound."""

import pytest

from gumption import Status
from gumption.core.trace import Entered, Exited, Paused, Resumed
from gumption.errors import LimitError
from gumption.status import ExitReason
from tests.fsm.scripted import Overseer, Scripted, idle, once, running


def abc():
    return [Scripted(name) for name in "abc"]


def test_pushing_pauses_the_top_and_enters_the_new_state():
    """F7: the one beneath stays in."""
    a, b, _ = states = abc()
    agent, mind = running(*states)
    mind.push_state(b)
    agent.expect("a.pause", "b.enter")
    assert mind.stack == (a, b)
    assert mind.current_state is b


def test_exactly_the_top_executes():
    """F7, F2: whatever is beneath; the global state does as always."""
    states = abc()
    agent, mind = running(*states, global_state=Overseer())
    mind.push_state(states[1])
    mind.push_state(states[2])
    agent.calls.clear()
    mind.tick()
    agent.expect("g.execute", "c.execute")


@pytest.mark.parametrize("result", [None, "found it", 0, {"ore": 3}], ids=repr)
def test_popping_exits_the_top_and_resumes_the_one_beneath_with_the_result(result):
    """F7: it is not entered again."""
    a, b, _ = states = abc()
    agent, mind = running(*states)
    mind.push_state(b)
    agent.calls.clear()
    mind.pop_state(result)
    agent.expect("b.exit", "a.resume")
    assert agent.data["result"] == result
    assert mind.stack == (a,)


def test_popping_without_an_argument_resumes_with_none():
    """F7: result=None."""
    states = abc()
    agent, mind = running(*states)
    mind.push_state(states[1])
    agent.data["result"] = "old"
    mind.pop_state()
    assert agent.data["result"] is None


def test_the_top_is_current_while_it_exits_and_the_one_beneath_while_it_resumes():
    """F7."""
    seen = []

    def look(_, machine):
        seen.append(machine.stack)

    a, b = Scripted("a", pause=look, resume=look), Scripted("b", enter=look, exit=look)
    _, mind = running(a, b)
    mind.push_state(b)
    mind.pop_state()
    assert seen == [(a,), (a, b), (a, b), (a,)]


@pytest.mark.parametrize("where", ["outside", "execute", "enter"])
def test_popping_the_last_state_finishes_the_machine(where):
    """F7, F8: with SUCCESS; the state is exited once, nothing is resumed."""
    a = Scripted("a")
    if where != "outside":
        a.does[where] = lambda _, machine: machine.pop_state("nobody is there to take it")
    agent, mind = idle(a)
    status = mind.tick()
    if where == "outside":
        mind.pop_state()
        status = mind.status
    assert status is mind.status is Status.SUCCESS
    assert mind.stack == ()
    assert agent.calls[-1] == "a.exit"
    assert agent.count("a.exit") == 1
    assert "result" not in agent.data


def test_popping_the_last_state_makes_later_requests_of_the_hook_void():
    """F7, F8: as after finish."""

    def go(agent, machine):
        machine.pop_state()
        machine.push_state(b)
        machine.pop_state()
        agent.call("end of a")

    b = Scripted("b")
    agent, mind = idle(Scripted("a", execute=go), b)
    assert mind.tick() is Status.SUCCESS
    agent.expect("a.enter", "a.execute", "a.exit", "end of a")


def test_a_change_replaces_the_top():
    """F7: what is beneath neither exits nor resumes."""
    a, b, c = states = abc()
    agent, mind = running(*states)
    mind.push_state(b)
    agent.calls.clear()
    mind.change_state(c)
    agent.expect("b.exit", "c.enter")
    assert mind.stack == (a, c)


def test_one_state_may_stand_on_the_stack_several_times():
    """F7: each push is entered, each pop exited."""
    a = Scripted("a")
    agent, mind = running(a)
    mind.push_state(a)
    mind.push_state(a)
    assert mind.stack == (a, a, a)
    mind.pop_state()
    mind.halt()
    agent.expect("a.pause", "a.enter", "a.pause", "a.enter", "a.exit", "a.resume", "a.exit", "a.exit")


def test_a_state_may_push_and_pop_within_one_execute():
    """F7, F3: both at once."""

    def go(agent, machine):
        machine.push_state(b)
        machine.pop_state(7)
        agent.call("end of a")

    a, b = Scripted("a", execute=go), Scripted("b")
    agent, mind = idle(a, b)
    mind.tick()
    agent.expect("a.enter", "a.execute", "a.pause", "b.enter", "b.exit", "a.resume", "end of a")


@pytest.mark.parametrize(
    ("hook", "calls"),
    [
        ("enter", ["a.pause", "b.enter", "b.pause", "c.enter"]),
        ("pause", ["a.pause", "b.enter", "b.pause", "c.enter"]),
        ("exit", ["a.exit", "b.enter", "b.pause", "c.enter"]),
        ("resume", ["b.exit", "a.resume", "a.pause", "c.enter"]),
    ],
)
def test_a_push_asked_for_during_a_change_waits_until_that_is_complete(hook, calls):
    """F7, F3."""
    a, b, c = states = abc()
    agent, mind = running(*states)
    if hook == "resume":
        mind.push_state(b)
        agent.calls.clear()
    {"enter": b}.get(hook, a).does[hook] = once(lambda _, machine: machine.push_state(c))
    {"exit": lambda: mind.change_state(b), "resume": mind.pop_state}.get(hook, lambda: mind.push_state(b))()
    agent.expect(*calls)


@pytest.mark.parametrize("bound", [1, 2, 64, None])
def test_the_stack_holds_as_many_states_as_it_may_and_no_more(bound):
    """F7: 64 unless told otherwise; one more is an error, and every state that was in is exited once."""
    a = Scripted("a")
    agent, mind = running(a, **({} if bound is None else {"max_stack": bound}))
    for _ in range((bound or 64) - 1):
        mind.push_state(a)
    assert len(mind.stack) == (bound or 64)
    agent.calls.clear()
    with pytest.raises(LimitError, match=f"the stack is full: it holds {bound or 64} state"):
        mind.push_state(a)
    agent.expect(*["a.exit"] * (bound or 64))
    assert mind.status is None


def test_the_error_of_a_full_stack_shows_its_cycle_and_names_the_bound():
    """F7: what to do about it is to pop, or to allow more with max_stack; letting a tick pass would not help."""
    a, b = Scripted("a"), Scripted("b")
    a.does["execute"] = lambda _, machine: machine.push_state(b)
    b.does["execute"] = lambda _, machine: machine.push_state(a)
    _, mind = idle(a, b, max_stack=6)
    for _ in range(5):
        mind.tick()
    with pytest.raises(LimitError) as caught:
        mind.tick()
    assert caught.value.problem.endswith("b -> a -> b")  # what was on top would have pushed a again
    assert "max_stack" in caught.value.remedy


def test_the_trace_tells_pauses_and_resumes():
    """F7."""
    events = []
    states = abc()
    _, mind = running(*states)
    mind.trace(events.append)
    mind.push_state(states[1])
    mind.pop_state()
    assert events == [Paused(0, 1), Entered(0, 2), Exited(0, 2, ExitReason.SUCCESS), Resumed(0, 1)]
