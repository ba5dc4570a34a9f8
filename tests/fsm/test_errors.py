"""An exception in any hook, at any time: nothing is left half done, and the error says where it was."""

import inspect

import pytest

from gumption import Context, Message, Status, fsm
from gumption.core.trace import Entered, Exited
from gumption.errors import MindError, UsageError
from gumption.status import ExitReason
from gumption.testing import CallRecorder
from tests.fsm.scripted import Boom, Overseer, Scripted, boom, idle, running

REQUESTS = {
    "change": lambda machine, b: machine.change_state(b),
    "revert": lambda machine, b: machine.revert_to_previous_state(),
    "push": lambda machine, b: machine.push_state(b),
    "pop": lambda machine, b: machine.pop_state(),
    "finish": lambda machine, b: machine.finish(Status.SUCCESS),
}

# (request, how many are on the stack before, who fails, in which hook, calls from the request on)
FAILURES = [
    ("change", 1, "a", "exit", ["a.exit"]),
    ("change", 1, "b", "enter", ["a.exit", "b.enter"]),
    ("change", 2, "a", "exit", ["a.exit", "z.exit"]),
    ("change", 2, "b", "enter", ["a.exit", "b.enter", "z.exit"]),
    ("revert", 1, "a", "exit", ["a.exit"]),
    ("revert", 1, "b", "enter", ["a.exit", "b.enter"]),
    ("push", 1, "a", "pause", ["a.pause", "a.exit"]),
    ("push", 1, "b", "enter", ["a.pause", "b.enter", "a.exit"]),
    ("push", 2, "a", "pause", ["a.pause", "a.exit", "z.exit"]),
    ("push", 2, "b", "enter", ["a.pause", "b.enter", "a.exit", "z.exit"]),
    ("pop", 1, "a", "exit", ["a.exit"]),
    ("pop", 2, "a", "exit", ["a.exit", "z.exit"]),
    ("pop", 2, "z", "resume", ["a.exit", "z.resume", "z.exit"]),
    ("finish", 1, "a", "exit", ["a.exit"]),
    ("finish", 2, "a", "exit", ["a.exit", "z.exit"]),
    ("finish", 2, "z", "exit", ["a.exit", "z.exit"]),
]


def scene(depth):
    """A mind in state a, above z if two deep, after which b was the previous state; and its states."""
    states = {name: Scripted(name) for name in "zab"}
    states["g"] = Overseer()
    first = states["z"] if depth == 2 else states["a"]
    agent, mind = running(first, *states.values(), global_state=states["g"], name="m")
    if depth == 2:
        mind.push_state(states["a"])
    mind.set_previous_state(states["b"])
    agent.calls.clear()
    return agent, mind, states


def ask_from(where, mind, states, request):
    """Make the request from outside or from inside some hook; gives what to call."""

    def inside(_, machine, *__):
        request(machine)
        return True

    if where == "outside":
        return lambda: request(mind)
    owner = states["g" if "global" in where else "a"]
    owner.does["on_message" if "message" in where else "execute"] = inside
    return (lambda: mind.send(Message("hello"))) if "message" in where else mind.tick


def assert_idle(mind):
    assert (mind.status, mind.current_state, mind.stack, mind.previous_state) == (None, None, (), None)


WHERE = ["outside", "execute", "global", "message", "global message"]


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(("asked", "depth", "who", "hook", "calls"), FAILURES)
def test_an_error_in_a_change_exits_all_that_was_in_once_and_leaves_the_machine_idle(
    asked, depth, who, hook, calls, where
):
    """F9, C3: wherever the change was asked for; a state whose enter raised never was in, and is not exited."""
    agent, mind, states = scene(depth)
    states[who].does[hook] = boom
    ask = ask_from(where, mind, states, lambda machine: REQUESTS[asked](machine, states["b"]))
    with pytest.raises(MindError) as caught:
        ask()
    made = agent.calls
    assert made[made.index(calls[0]) :] == calls
    assert_idle(mind)
    assert isinstance(caught.value.__cause__, Boom)
    assert f"recorder, m › {who}.{hook} (" in caught.value.where
    assert not hasattr(caught.value, "__notes__")
    agent.calls.clear()
    states["a"].does.clear()
    states["z"].does.clear()
    states["g"].does.clear()
    assert mind.tick() is Status.RUNNING
    assert agent.calls[1:] == ["g.execute", agent.calls[0].replace("enter", "execute")]


@pytest.mark.parametrize(
    ("who", "hook", "calls"),
    [
        ("a", "execute", ["g.execute", "a.execute", "a.exit", "z.exit"]),
        ("g", "execute", ["g.execute", "a.exit", "z.exit"]),
        ("a", "on_message", ["a.hello", "a.exit", "z.exit"]),
        ("g", "on_message", ["a.hello", "g.hello", "a.exit", "z.exit"]),
        ("a", "exit", ["a.exit", "z.exit"]),
        ("z", "exit", ["a.exit", "z.exit"]),
    ],
)
def test_an_error_in_a_hook_exits_the_whole_stack_from_the_top(who, hook, calls):
    """F9, C3: during a tick, a message, a halt; with the reason error, or halt where that was the reason."""
    agent, mind, states = scene(2)
    events = []
    mind.trace(events.append)
    states[who].does[hook] = boom
    with pytest.raises(MindError) as caught:
        {"execute": mind.tick, "on_message": lambda: mind.send(Message("hello")), "exit": mind.halt}[hook]()
    agent.expect(*calls)
    assert_idle(mind)
    assert f"recorder, m › {who}.{hook} (" in caught.value.where
    reason = ExitReason.HALT if hook == "exit" else ExitReason.ERROR
    assert [event.reason for event in events if isinstance(event, Exited)] == [reason, reason]


@pytest.mark.parametrize(("asked", "depth", "who", "hook", "_"), FAILURES)
def test_the_trace_has_one_exit_for_each_entry_even_of_a_state_whose_enter_hook_raised(asked, depth, who, hook, _):
    """C2, C3: events pair although no exit hook is called for a state that never was in."""
    _, mind, states = scene(depth)
    mind.halt()
    events = []
    mind.trace(events.append)
    mind.tick()
    if depth == 2:
        mind.push_state(states["a"])
    mind.set_previous_state(states["b"])
    states[who].does[hook] = boom
    with pytest.raises(MindError):
        REQUESTS[asked](mind, states["b"])
    entered = [event.node for event in events if isinstance(event, Entered)]
    exited = [event.node for event in events if isinstance(event, Exited)]
    assert sorted(entered) == sorted(exited)


def test_an_error_in_the_first_enter_hook_leaves_the_machine_as_it_was():
    """F9, F5: nothing was in."""
    a = Scripted("a", enter=boom)
    agent, mind = idle(a)
    for _ in range(2):
        with pytest.raises(MindError, match="boom"):
            mind.tick()
        agent.expect("a.enter")
        assert_idle(mind)


def line_in(function, text):
    """`file:line` of the line of `function` that contains `text`."""
    lines, first = inspect.getsourcelines(function)
    return f"{__file__}:{first + next(n for n, line in enumerate(lines) if text in line)}"


class Careless(fsm.State[CallRecorder]):
    def execute(self, agent, machine):
        value = {}
        self.look_up(value)

    def look_up(self, value):
        return value["gold"]


def careless(agent, machine):
    agent.call("fine")
    raise Boom("function")


def careless_of_agent(agent):
    agent.call("fine")
    raise Boom("function of agent")


@pytest.mark.parametrize(
    ("state", "name", "function", "text"),
    [
        (Careless(), "Careless", Careless.execute, "self.look_up"),
        (careless, "careless", careless, "raise"),
        (careless_of_agent, "careless_of_agent", careless_of_agent, "raise"),
    ],
    ids=["State", "function", "function of agent"],
)
def test_an_error_says_agent_state_hook_file_and_line(state, name, function, text):
    """F9, S5: the line of the hook itself, from where a traceback leads on; the original is the cause."""
    context = Context(entity=7)
    mind = fsm.Machine(state, name="m").bind(CallRecorder(), context)
    with pytest.raises(MindError) as caught:
        mind.tick()
    assert caught.value.where == f"recorder (entity 7), m › {name}.execute ({line_in(function, text)})"
    cause = caught.value.__cause__
    assert caught.value.problem == f"{type(cause).__name__}: {cause}"


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_an_error_after_a_change_in_the_same_hook_names_the_state_whose_hook_it_was(request_):
    """F9: not the one that is current by then."""

    def go(_, machine):
        REQUESTS[request_](machine, states["b"])
        boom()

    agent, mind, states = scene(2)
    states["a"].does["execute"] = go
    with pytest.raises(MindError) as caught:
        mind.tick()
    assert "recorder, m › a.execute (" in caught.value.where
    assert agent.count("a.exit") == agent.count("z.exit") == 1


def test_an_error_after_the_global_state_was_replaced_names_the_one_whose_hook_it_was():
    """F9, F5."""
    _, mind, states = scene(1)
    states["g"].does["execute"] = lambda _, machine: machine.set_global_state(None) or boom()
    with pytest.raises(MindError) as caught:
        mind.tick()
    assert "recorder, m › g.execute (" in caught.value.where


def test_an_error_of_gumption_in_a_hook_stays_what_it_is_and_is_given_a_place():
    """F9: the innermost place wins."""
    agent, mind = idle(Scripted("a", execute=lambda _, machine: machine.change_state(Scripted("stranger"))), name="m")
    with pytest.raises(UsageError) as caught:
        mind.tick()
    assert "stranger is not one of the states" in caught.value.problem
    assert "recorder, m › a.execute (" in caught.value.where
    agent.expect("a.enter", "a.execute", "a.exit")
    assert_idle(mind)
