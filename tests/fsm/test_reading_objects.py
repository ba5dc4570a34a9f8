"""Finding the states that closures and objects name: in variables, hooks, other methods, attributes."""

import functools

import pytest

from gumption import fsm
from gumption.fsm.reading import states_named_by
from tests.fsm.scripted import Scripted

B, C, D = (Scripted(name) for name in "bcd")


def change_to_b(agent, machine):
    machine.change_state(B)


def going_to(target, helper=None):
    """A function that names `target` only by way of its closure, or of a helper's."""

    def inner(machine):
        machine.change_state(target)

    def go(agent, machine):
        machine.change_state(target)

    def go_by_helper(agent, machine):
        inner(machine)

    return go_by_helper if helper else go


def test_a_closure_names_states():
    """F1: its variables count like global ones; an unassigned one names nothing."""

    def early(agent, machine):
        machine.change_state(late)

    assert states_named_by(early) == []
    late = B
    assert states_named_by(early) == [late]
    assert states_named_by(going_to(C)) == [C]
    assert states_named_by(going_to(change_to_b)) == [change_to_b]
    assert states_named_by(going_to(C, helper=True)) == [C]


def help_to(target):
    def helper(machine):
        machine.change_state(target)

    return helper


help_to_b, help_to_d = help_to(B), help_to(D)


def test_two_helpers_made_by_one_function_are_both_read():
    """F1: they share their code, not what it names."""

    def go(agent, machine):
        help_to_b(machine) if agent.full else help_to_d(machine)

    assert states_named_by(go) == [B, D]


class Base(fsm.State):
    def enter(self, agent, machine):
        machine.change_state(B)

    def leave(self, machine):
        machine.change_state(C)


class Derived(Base):
    def execute(self, agent, machine):
        self.leave(machine)
        machine.change_state(D)


class Aimed(fsm.State):
    def __init__(self, target):
        self.target = target

    def execute(self, agent, machine):
        machine.change_state(self.target)


class Slotted(fsm.State):
    __slots__ = ("target",)
    __init__ = Aimed.__init__
    execute = Aimed.execute


def wrapped(function):
    @functools.wraps(function)
    def wrapper(self, *arguments):
        return function(self, *arguments)

    return wrapper


class Wrapped(fsm.State):
    @wrapped
    def execute(self, agent, machine):
        machine.change_state(B)


class Mixin:
    def leave(self, machine):
        machine.change_state(B)


class Mixed(Mixin, fsm.State):
    def execute(self, agent, machine):
        self.leave(machine)


class Worker:
    def work(self, agent, machine):
        machine.change_state(B)

    def __call__(self, agent, machine):
        machine.change_state(C)


OBJECTS = {
    "all methods of its classes": (Derived(), {"b", "c", "d"}),
    "an attribute": (Aimed(B), {"b"}),
    "a slot": (Slotted(B), {"b"}),
    "a decorated hook": (Wrapped(), {"b"}),
    "a mixin": (Mixed(), {"b"}),
    "nothing": (fsm.State(), set()),
    "a bound method": (Worker().work, {"b"}),
    "a callable object": (Worker(), {"c"}),
    "a partial": (functools.partial(change_to_b), {"b"}),
    "a built-in function": (print, set()),
    "a class": (Derived, set()),
    "no state at all": (7, set()),
}


@pytest.mark.parametrize(("state", "names"), OBJECTS.values(), ids=OBJECTS)
def test_an_object_names_states(state, names):
    """F1: in its hooks, in methods that these may call, and in its attributes."""
    assert {each.name for each in states_named_by(state)} == names
