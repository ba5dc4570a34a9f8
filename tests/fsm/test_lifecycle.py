"""The life of a machine: it starts, ticks, is set from outside, finishes, is halted."""

import pytest

from gumption import Context, ExitReason, ManualClock, Message, Status, fsm
from gumption.core.trace import Executed
from gumption.errors import UsageError
from gumption.testing import CallRecorder
from tests.fsm.scripted import Overseer, Scripted, idle, once, running


def test_a_bound_machine_is_idle_and_has_called_nothing():
    """F5, S2: the initial state is entered at the first tick, not before."""
    agent, mind = idle(Scripted("a"))
    agent.expect()
    assert (mind.status, mind.current_state, mind.stack, mind.previous_state) == (None, None, (), None)
    assert not mind.is_in_state(mind.machine.states[0])


def test_the_first_tick_enters_the_initial_state_before_anything_executes():
    """F5, F2: enter, then the global state, then the current one."""
    a = Scripted("a")
    agent, mind = idle(a, global_state=Overseer())
    assert mind.tick() is Status.RUNNING
    agent.expect("a.enter", "g.execute", "a.execute")
    assert mind.current_state is a
    assert mind.stack == (a,)


def test_later_ticks_execute_the_global_state_and_then_the_current_one():
    """F2."""
    agent, mind = running(Scripted("a"), global_state=Overseer())
    assert mind.tick() is Status.RUNNING
    agent.expect("g.execute", "a.execute")


@pytest.mark.parametrize(
    ("does", "calls"),
    [
        (lambda b: lambda _, machine: machine.change_state(b), ["a.exit", "b.enter", "b.execute"]),
        (lambda b: lambda _, machine: machine.push_state(b), ["a.pause", "b.enter", "b.execute"]),
        (lambda b: lambda _, machine: machine.set_current_state(b), ["b.execute"]),
        (lambda b: lambda _, machine: machine.finish(Status.FAILURE), ["a.exit"]),
        (lambda b: lambda _, machine: machine.pop_state(), ["a.exit"]),
    ],
    ids=["change", "push", "set", "finish", "pop"],
)
def test_what_the_global_state_did_decides_who_executes_in_the_same_tick(does, calls):
    """F2: the *new* current state executes; F8: once the machine is ending, none does."""
    b, overseer = Scripted("b"), Overseer()
    agent, mind = running(Scripted("a"), b, global_state=overseer)
    overseer.does["execute"] = does(b)
    mind.tick()
    agent.expect("g.execute", *calls)


def test_a_state_changed_to_by_the_current_one_executes_in_the_next_tick():
    """F2: one current state executes per tick."""
    b = Scripted("b")
    agent, mind = idle(Scripted("a", execute=lambda _, machine: machine.change_state(b)), b)
    mind.tick()
    agent.expect("a.enter", "a.execute", "a.exit", "b.enter")
    mind.tick()
    agent.expect("b.execute")


@pytest.mark.parametrize("hook", ["global", "execute", "enter", "exit", "pause", "resume", "on_message"])
def test_a_hook_may_replace_the_global_state(hook):
    """F5: the new global state executes from then on, the old one finishes its hook; no hook is called."""
    other, b = Overseer("other"), Scripted("b")
    replace = once(lambda _, machine, *more: machine.set_global_state(other) or False)
    overseer = Overseer(**({"execute": replace} if hook == "global" else {}))
    a = Scripted("a", **({} if hook == "global" else {hook: replace}))
    agent, mind = idle(a, b, other, global_state=overseer)
    mind.tick()
    mind.push_state(b)
    mind.pop_state()
    mind.send(Message("hello"))
    mind.change_state(b)
    agent.calls.clear()
    mind.tick()
    agent.expect("other.execute", "b.execute")
    assert mind.global_state is other


def test_a_global_state_set_by_hand_lasts_until_the_run_ends():
    """F5: set_global_state is for this run; None takes it away."""
    overseer = Overseer()
    agent, mind = running(Scripted("a"), global_state=overseer)
    mind.set_global_state(None)
    mind.tick()
    agent.expect("a.execute")
    mind.halt()
    mind.tick()
    agent.expect("a.exit", "a.enter", "g.execute", "a.execute")


def test_setting_the_current_state_calls_no_hooks():
    """F5: the one before is not exited, the new one not entered; the next tick executes it."""
    a, b = Scripted("a"), Scripted("b")
    agent, mind = running(a, b)
    mind.set_current_state(b)
    agent.expect()
    assert mind.is_in_state(b)
    assert mind.previous_state is None
    mind.tick()
    mind.halt()
    agent.expect("b.execute", "b.exit")


@pytest.mark.parametrize("hook", ["enter", "execute"])
def test_a_hook_may_set_the_current_state_by_hand(hook):
    """F5: the state that was set is the current one; who executes in this tick was decided before."""
    b = Scripted("b")
    agent, mind = idle(Scripted("a", **{hook: lambda _, machine: machine.set_current_state(b)}), b)
    mind.tick()
    agent.expect("a.enter", "b.execute" if hook == "enter" else "a.execute")
    mind.tick()
    agent.expect("b.execute")


def test_setting_the_current_state_of_an_idle_machine_chooses_where_it_starts():
    """F5: for one run; after that the machine's own initial state counts again."""
    b = Scripted("b")
    agent, mind = idle(Scripted("a"), b)
    mind.set_current_state(b)
    assert mind.current_state is None
    mind.tick()
    mind.halt()
    mind.tick()
    agent.expect("b.enter", "b.execute", "b.exit", "a.enter", "a.execute")


def test_setting_the_previous_state_decides_where_a_revert_goes():
    """F5, F4."""
    b = Scripted("b")
    agent, mind = running(Scripted("a"), b)
    mind.set_previous_state(b)
    agent.expect()
    assert mind.previous_state is b
    mind.revert_to_previous_state()
    agent.expect("a.exit", "b.enter")


@pytest.mark.parametrize(
    "ask",
    ["change_state", "push_state", "set_current_state", "set_previous_state", "set_global_state", "is_in_state"],
)
def test_a_strange_state_is_refused_from_outside_and_nothing_happens(ask):
    """F1: the error names the state and those of the machine; the mind goes on."""
    agent, mind = running(Scripted("a"), Scripted("b"), name="m")
    with pytest.raises(UsageError, match=r"stranger is not one of the states of 'm', which are a, b"):
        getattr(mind, ask)(Scripted("stranger"))
    assert mind.tick() is Status.RUNNING
    agent.expect("a.execute")


@pytest.mark.parametrize("ask", ["change_state", "push_state"])
def test_an_idle_machine_cannot_be_changed(ask):
    """F3, F7: there is no state to leave; the message says what to do instead."""
    a = Scripted("a")
    agent, mind = idle(a)
    for request in (lambda: getattr(mind, ask)(a), mind.pop_state, mind.revert_to_previous_state):
        with pytest.raises(UsageError, match=r"the machine is idle[\s\S]*tick it first"):
            request()
    agent.expect()
    assert mind.status is None


def test_the_result_and_the_tick_it_was_given_at_stay_readable():
    """S3: `status` with `since`, which moves only when the status does."""
    clock = ManualClock()
    agent = CallRecorder()
    mind = fsm.Machine(Scripted("a")).bind(agent, Context(clock))
    seen = []
    for step in (mind.tick, mind.tick, lambda: mind.finish(Status.FAILURE), lambda: None, mind.tick, mind.halt):
        clock.advance(1.0)
        step()
        seen.append((mind.status, mind.since))
    running_, failure = Status.RUNNING, Status.FAILURE
    assert seen == [(running_, 1), (running_, 1), (failure, 3), (failure, 3), (running_, 5), (None, 6)]


def test_there_are_four_statuses_and_their_words_are_stable():
    """S1: the words stand in saved games."""
    assert [each.value for each in Status] == ["success", "failure", "running", "skipped"]
    assert ExitReason("halt") is ExitReason.HALT


def test_a_tracer_is_told_from_the_moment_it_is_set_and_no_longer():
    """C7: between ticks or in the middle of one; executes are events too."""
    events = []
    a = Scripted("a", execute=once(lambda _, machine: machine.trace(None)))
    _, mind = running(Scripted("b"), a, global_state=Overseer())
    mind.trace(events.append)
    mind.tick()
    assert events == [Executed(0, 3), Executed(0, 1)]
    mind.set_current_state(a)
    mind.tick()
    mind.tick()
    assert events[2:] == [Executed(0, 3), Executed(0, 2)]
    assert mind.context.tracer is None
