"""Finding the states that a state's code names, without running it."""

import types

import pytest

from gumption import fsm
from gumption.fsm.reading import states_named_by
from tests.fsm import scripted
from tests.fsm.scripted import Scripted

A, B, C, D = (Scripted(name) for name in "abcd")
elsewhere = types.ModuleType("elsewhere")
elsewhere.BANK = B
elsewhere.walk = lambda agent, machine: None


def run(agent, machine):
    pass


def one_argument(agent):
    pass


def many_arguments(agent, machine, more):
    pass


def help_to_c(machine):
    machine.change_state(C)


def help_by_helper(machine):
    help_to_c(machine)


def help_for_ever(machine):
    help_for_ever(machine)
    machine.change_state(B)


def global_state(agent, machine):
    machine.change_state(B)


def two_in_order(agent, machine):
    machine.change_state(C if agent.full else B)


def twice(agent, machine):
    machine.change_state(B)
    machine.push_state(B)


def module_attribute(agent, machine):
    machine.change_state(elsewhere.BANK)


def module_function(agent, machine):
    machine.change_state(elsewhere.walk)


def through_helper(agent, machine):
    help_to_c(machine)


def through_two_helpers(agent, machine):
    help_by_helper(machine)


def through_recursion(agent, machine):
    help_for_ever(machine)


def in_a_comprehension(agent, machine):
    return [machine.is_in_state(each) for each in agent.states if each is not B]


def in_an_inner_function(agent, machine):
    def later():
        machine.change_state(B)

    agent.later(later)


def in_a_lambda(agent, machine):
    agent.later(lambda: machine.change_state(B))


def without_a_verb(agent, machine):
    agent.likes(B)


def bare_function(agent, machine):
    machine.change_state(run)


def bare_function_of_agent(agent, machine):
    machine.push_state(one_argument)


def bare_function_by_way_of_a_variable(agent, machine):
    following = run if agent.late else one_argument
    machine.change_state(following)


def bare_function_in_a_lambda(agent, machine):
    agent.later(lambda: machine.change_state(run))


def bare_function_without_a_verb(agent, machine):
    agent.likes(run)


def called_function(agent, machine):
    run(agent, machine)
    machine.change_state(B)


def called_and_used(agent, machine):
    if one_argument(agent):
        machine.change_state(run)


def unfit_function(agent, machine):
    agent.likes(many_arguments)
    machine.change_state(B)


def unknown_name(agent, machine):
    machine.change_state(NOT_YET_MADE)  # noqa: F821 - a module may define it later


def a_class(agent, machine):
    machine.change_state(Scripted)


def own_name(agent, machine):
    machine.change_state(own_name)


FOUND = [
    (global_state, "b"),
    (two_in_order, "cb"),
    (twice, "b"),
    (module_attribute, "b"),
    (module_function, [elsewhere.walk]),
    (through_helper, "c"),
    (through_two_helpers, "c"),
    (through_recursion, "b"),
    (in_a_comprehension, "b"),
    (in_an_inner_function, "b"),
    (in_a_lambda, "b"),
    (without_a_verb, "b"),
    (bare_function, [run]),
    (bare_function_of_agent, [one_argument]),
    (bare_function_by_way_of_a_variable, []),
    (bare_function_in_a_lambda, [run]),
    (bare_function_without_a_verb, ""),
    (called_function, "b"),
    (called_and_used, [run]),
    (unfit_function, "b"),
    (unknown_name, ""),
    (a_class, ""),
    (own_name, [own_name]),
]


@pytest.mark.parametrize(("state", "found"), FOUND, ids=[row[0].__name__ for row in FOUND])
def test_a_function_names_states(state, found):
    """F1: state objects wherever they stand; bare functions only as arguments of a verb of changing."""
    states = [{"a": A, "b": B, "c": C, "d": D}[name] for name in found] if isinstance(found, str) else found
    assert states_named_by(state) == states


@pytest.mark.parametrize(
    "verb", ["change_state", "push_state", "set_current_state", "set_previous_state", "set_global_state", "is_in_state"]
)
def test_each_verb_of_changing_makes_a_function_a_state(verb):
    """F1, F3, F5, F7."""
    scope = {"run": run}
    exec(f"def state(agent, machine):\n    machine.{verb}(run)", scope)
    assert states_named_by(scope["state"]) == [run]


def test_states_are_found_in_the_order_of_the_source():
    """C5: the compiler's order of blocks differs between Python versions, and ids must not, for saved games' sake."""

    def go(agent, machine):
        try:
            agent.work()
        except ValueError:
            machine.change_state(A)
        else:
            machine.change_state(B)
        finally:
            machine.change_state(C)
        while agent.full:
            machine.change_state(D)

    assert states_named_by(go) == [A, B, C, D]


def test_what_is_found_makes_the_machine_complete():
    """F3: a change to a state that was only read out of code needs no `states=`."""
    machine = fsm.Machine(through_helper)
    assert machine.states == (through_helper, C)
    mind = machine.bind(scripted.CallRecorder())
    mind.tick()
    assert mind.is_in_state(C)
