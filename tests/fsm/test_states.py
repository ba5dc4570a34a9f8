"""What a state may be: an object with hooks, or anything that can be called."""

import functools
from dataclasses import dataclass

import pytest

from gumption import Message, Status, fsm
from gumption.testing import CallRecorder
from tests.fsm.scripted import Scripted, idle, running

HOOKS = ["enter", "execute", "exit", "pause", "resume", "on_message"]


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_optional_and_is_given_agent_and_machine(hook):
    """F1: resume is given the result as well, on_message the message."""
    given = []

    def note(_self, *arguments):
        given.append(arguments)
        return False

    only, b = type("Only", (fsm.State,), {hook: note})(), fsm.State()
    agent = object()
    mind = fsm.Machine(only, states=[b]).bind(agent)
    mind.tick()
    mind.push_state(b)
    mind.pop_state("result")
    message = Message("hello")
    assert mind.send(message) is False
    mind.change_state(b)
    more = {"resume": ("result",), "on_message": (message,)}.get(hook, ())
    assert given == [(agent, mind, *more)]


def test_one_state_object_serves_all_agents():
    """F1: states hold no agent data."""
    a, b = Scripted("a"), Scripted("b")
    machine = fsm.Machine(a, states=[b])
    one, two = CallRecorder(), CallRecorder()
    minds = [machine.bind(one), machine.bind(two)]
    for mind in minds:
        mind.tick()
    minds[0].change_state(b)
    assert minds[1].is_in_state(a)
    two.expect("a.enter", "a.execute")
    one.expect("a.enter", "a.execute", "a.exit", "b.enter")


@dataclass
class Record(fsm.State[CallRecorder]):
    """Equal to any other of its name, and not hashable."""

    name: str

    def execute(self, agent, machine):
        agent.call("work")


class Slotted(fsm.State[CallRecorder]):
    __slots__ = ("word",)

    def __init__(self) -> None:
        self.word = "work"

    def execute(self, agent, machine):
        agent.call(self.word)


class Worker:
    def work(self, agent):
        agent.call("work")

    def work_with(self, agent, machine):
        assert machine.machine.name == "machine"
        agent.call("work")

    __call__ = work_with


def work(agent):
    agent.call("work")


def report(word, agent, machine):
    agent.call(word)


STATES = {
    "function of agent": work,
    "lambda": lambda agent, machine: agent.call("work"),
    "bound method of agent": Worker().work,
    "bound method": Worker().work_with,
    "partial": functools.partial(report, "work"),
    "partial of agent": functools.partial(work),
    "callable object": Worker(),
    "optional argument": lambda agent, mine=None: agent.call("guessed" if mine else "work"),
    "any arguments": lambda *arguments: arguments[0].call("work"),
    "dataclass": Record("record"),
    "slots": Slotted(),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_anything_that_can_be_called_is_a_state_with_only_execute(state):
    """F1, S5: called with (agent, machine), or with (agent) if that is enough: optional parameters are its own."""
    agent, mind = idle(state)
    mind.tick()
    mind.change_state(state)
    mind.tick()
    agent.expect("work", "work")
    assert mind.is_in_state(state)
    assert mind.send(Message("hello")) is False


def test_two_looks_at_one_bound_method_are_the_same_state():
    """F1: Python makes a new object at each look, which must not make a new state."""
    worker = Worker()
    _, mind = running(worker.work)
    mind.change_state(worker.work)
    assert mind.is_in_state(worker.work)
    assert mind.machine.states == (worker.work,)


def test_the_value_of_execute_means_nothing():
    """S4: only `on_message` and `finish` have a say; None is never guessed to be a result."""
    _, mind = idle(lambda agent: Status.FAILURE)
    assert mind.tick() is Status.RUNNING
    assert mind.tick() is Status.RUNNING
