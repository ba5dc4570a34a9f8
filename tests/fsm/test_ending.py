"""How a machine ends: it finishes, is halted, and says to each state why."""

import pytest

from gumption import ExitReason, Message, Status
from gumption.core.trace import Entered, Exited, Finished, Halted
from gumption.errors import UsageError
from tests.fsm.scripted import Overseer, Scripted, boom, idle, running

ENDS = [Status.SUCCESS, Status.FAILURE, Status.SKIPPED]


@pytest.mark.parametrize("status", ENDS)
def test_a_finished_machine_gives_the_status_it_was_finished_with(status):
    """F8, S1: RUNNING until then."""
    seen = []

    def end(agent, machine):
        machine.finish(status)
        seen.append(machine.status)

    agent, mind = idle(Scripted("a", execute=end))
    assert mind.tick() is status
    assert seen == [Status.RUNNING]
    assert (mind.status, mind.current_state, mind.stack) == (status, None, ())
    agent.expect("a.enter", "a.execute", "a.exit")


@pytest.mark.parametrize("status", [Status.RUNNING, None, "success", 0, ["success"]], ids=repr)
def test_a_machine_can_only_finish_with_a_result(status):
    """F8, S4: the message says what to give."""
    _, mind = running(Scripted("a"))
    with pytest.raises(UsageError, match=r"cannot finish with[\s\S]*Status.SUCCESS"):
        mind.finish(status)
    assert mind.status is Status.RUNNING


def test_an_idle_machine_cannot_finish():
    """F8."""
    _, mind = idle(Scripted("a"))
    with pytest.raises(UsageError, match="idle"):
        mind.finish(Status.SUCCESS)


@pytest.mark.parametrize(
    ("hook", "ask", "calls"),
    [
        ("enter", "change", ["a.exit", "b.enter", "b.exit"]),
        ("exit", "change", ["a.exit", "b.enter", "b.exit", "c.enter"]),
        ("pause", "push", ["a.pause", "b.enter", "b.pause", "c.enter"]),
        ("resume", "pop", ["b.exit"]),
        ("execute", "tick", ["a.execute"]),
        ("on_message", "send", ["a.hello"]),
    ],
)
def test_finishing_ends_the_machine_after_the_hook_under_way(hook, ask, calls):
    """F8: what the hook does after it still happens; changes asked for after it are void; all are exited."""

    def end(agent, machine, *_):
        machine.finish(Status.FAILURE)
        agent.call("after finish")
        for request in (lambda: machine.change_state(c), lambda: machine.push_state(c), machine.pop_state):
            request()
        return True

    a, b, c = (Scripted(name) for name in "abc")
    agent, mind = running(a, b, c)
    asks = {
        "change": lambda: mind.change_state(b),
        "push": lambda: mind.push_state(b),
        "pop": mind.pop_state,
        "tick": mind.tick,
        "send": lambda: mind.send(Message("hello")),
    }
    if ask == "pop":
        mind.push_state(b)
        agent.calls.clear()
    {"enter": b}.get(hook, a).does[hook] = end
    asks[ask]()
    before = {
        "enter": ["a.exit", "b.enter"],
        "exit": ["a.exit"],
        "pause": ["a.pause"],
        "resume": ["b.exit", "a.resume"],
    }.get(hook, calls)
    after = {"enter": ["b.exit"], "exit": []}.get(hook, ["a.exit"])
    agent.expect(*before, "after finish", *after)
    assert (mind.status, mind.stack) == (Status.FAILURE, ())


def test_finishing_exits_the_whole_stack_from_the_top():
    """F8, F7, S2: each state once, with the reason that the status gives."""
    states = [Scripted(name) for name in "abc"]
    agent, mind = running(*states)
    mind.push_state(states[1])
    mind.push_state(states[2])
    agent.calls.clear()
    mind.finish(Status.SUCCESS)
    agent.expect("c.exit", "b.exit", "a.exit")
    assert mind.status is Status.SUCCESS


def test_finishing_in_the_first_enter_hook_leaves_nothing_to_execute():
    """F8, F5."""
    overseer = Overseer()
    agent, mind = idle(Scripted("a", enter=lambda _, m: m.finish(Status.SKIPPED)), global_state=overseer)
    assert mind.tick() is Status.SKIPPED
    agent.expect("a.enter", "a.exit")


def test_a_finished_machine_starts_anew_at_the_next_tick():
    """C1, F5: from the initial state, with no previous one."""
    b = Scripted("b", execute=lambda _, machine: machine.finish(Status.SUCCESS))
    agent, mind = running(Scripted("a"), b)
    mind.change_state(b)
    assert mind.tick() is Status.SUCCESS
    assert mind.previous_state is None
    agent.calls.clear()
    assert mind.tick() is Status.RUNNING
    agent.expect("a.enter", "a.execute")


def test_changes_asked_for_while_the_machine_is_ending_are_void():
    """F8: an exit hook cannot keep the machine alive."""
    b = Scripted("b")

    def cling(agent, machine):
        machine.change_state(b)
        machine.push_state(b)
        machine.finish(Status.FAILURE)

    for end in (lambda mind: mind.finish(Status.SUCCESS), lambda mind: mind.halt()):
        agent, mind = running(Scripted("a", exit=cling), b)
        end(mind)
        agent.expect("a.exit")
        assert mind.status in (Status.SUCCESS, None)
        assert mind.stack == ()


@pytest.mark.parametrize("first", ENDS)
def test_an_exit_hook_cannot_change_the_result_that_the_machine_is_ending_with(first):
    """F8: what tick returns, `status` and the trace agree on the status that led to the exits."""
    events = []
    a = Scripted("a", execute=lambda _, m: m.finish(first), exit=lambda _, m: m.finish(Status.FAILURE))
    _, mind = idle(a)
    mind.trace(events.append)
    assert mind.tick() is first
    assert mind.status is first
    assert events[-1] == Finished(0, first)


def test_halting_exits_the_whole_stack_from_the_top_and_gives_no_result():
    """C1, C2: twice does as much as once."""
    a, b = Scripted("a"), Scripted("b")
    agent, mind = running(a, b)
    mind.push_state(b)
    agent.calls.clear()
    mind.halt()
    mind.halt()
    agent.expect("b.exit", "a.exit")
    assert (mind.status, mind.stack) == (None, ())


REASONS = [
    ("change", lambda mind, b: mind.change_state(b), ExitReason.SUCCESS),
    ("pop", lambda mind, _: mind.pop_state(), ExitReason.SUCCESS),
    ("finish well", lambda mind, _: mind.finish(Status.SUCCESS), ExitReason.SUCCESS),
    ("finish skipped", lambda mind, _: mind.finish(Status.SKIPPED), ExitReason.SUCCESS),
    ("finish badly", lambda mind, _: mind.finish(Status.FAILURE), ExitReason.FAILURE),
    ("halt", lambda mind, _: mind.halt(), ExitReason.HALT),
]


@pytest.mark.parametrize(("end", "reason"), [row[1:] for row in REASONS], ids=[row[0] for row in REASONS])
def test_an_exit_hook_is_told_the_reason(end, reason):
    """S2: and no other hook sees one."""
    seen = {}

    def note(hook):
        return lambda _, machine: seen.setdefault(hook, machine.exit_reason)

    a = Scripted("a", **{hook: note(hook) for hook in ("enter", "execute", "exit")})
    b = Scripted("b", enter=note("enter of the next"))
    _, mind = running(a, b)
    end(mind, b)
    assert seen.pop("exit") is reason
    assert set(seen.values()) == {None}
    assert mind.exit_reason is None


def test_after_an_error_there_is_no_exit_reason_left():
    """S2, F9: the exit hook saw `error`; outside exit hooks there is none."""
    seen = []
    _, mind = idle(Scripted("a", execute=boom, exit=lambda _, machine: seen.append(machine.exit_reason)))
    with pytest.raises(Exception, match="boom"):
        mind.tick()
    assert seen == [ExitReason.ERROR]
    assert mind.exit_reason is None


def test_the_trace_tells_the_end_and_what_led_to_it():
    """S2, C2: a finish after its exits, a halt before them."""
    events = []
    _, mind = idle(Scripted("a"))
    mind.trace(events.append)
    mind.tick()
    mind.finish(Status.FAILURE)
    mind.tick()
    mind.halt("enough")
    told = [event for event in events if isinstance(event, (Entered, Exited, Finished, Halted))]
    assert told == [
        Entered(0, 1),
        Exited(0, 1, ExitReason.FAILURE),
        Finished(0, Status.FAILURE),
        Entered(0, 1),
        Halted(0, "enough"),
        Exited(0, 1, ExitReason.HALT),
    ]


def test_a_message_handler_that_finishes_has_no_other_handler_after_it():
    """F8, F6: like an execute: once the machine is ending, nobody else has a turn."""
    end = Scripted("a", on_message=lambda _agent, machine, _message: machine.finish(Status.SUCCESS) or False)
    agent, mind = running(end, global_state=Overseer())
    mind.send(Message("hello"))
    agent.expect("a.hello", "a.exit")
