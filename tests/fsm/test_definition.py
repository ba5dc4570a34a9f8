"""Building a machine: what is refused, and that all of it is told at once."""

import functools

import pytest

from gumption import fsm
from gumption.errors import DefinitionError
from tests.fsm.scripted import Overseer, Scripted


def nothing(agent, machine):
    pass


def no_arguments():
    pass


def three_arguments(agent, machine, more):
    pass


async def coroutine(agent, machine):
    pass


def generator(agent, machine):
    yield


async def asynchronous_generator(agent, machine):
    yield


class CallableCoroutine:
    async def __call__(self, agent, machine):
        pass


def with_hook(hook, function, name="odd"):
    """A state whose `hook` is `function`, which takes self as well."""
    return type("Odd", (fsm.State,), {hook: function, "name": name})()


class Unhooked(Scripted):
    """A mistake that is easily made: a hook is switched off with None."""

    exit = None


def keyword_only(agent, *, machine):
    pass


ONE_PROBLEM = {
    "a class": (Scripted, "fsm-class", "Scripted is a class", "Scripted()"),
    "any class": (int, "fsm-class", "int is a class", "int()"),
    "none": (None, "fsm-not-a-state", "None is not a state", "fsm.State"),
    "a string": ("dig", "fsm-not-a-state", "'dig' is not a state", "fsm.State"),
    "a list": ([nothing], "fsm-not-a-state", "is not a state", "fsm.State"),
    "an object": (object(), "fsm-not-a-state", "is not a state", "fsm.State"),
    "no arguments": (no_arguments, "fsm-arguments", "(agent, machine)", "(agent, machine)"),
    "three arguments": (three_arguments, "fsm-arguments", "(agent, machine)", "(agent, machine)"),
    "keyword only": (keyword_only, "fsm-arguments", "(agent, machine)", "(agent, machine)"),
    "a partial of too much": (functools.partial(nothing, 1, 2), "fsm-arguments", "(agent, machine)", "(agent"),
    "a hook that is none": (Unhooked("odd"), "fsm-arguments", "(agent, machine)", "(agent, machine)"),
    "a coroutine": (coroutine, "fsm-async", "coroutine", "plain function"),
    "a generator": (generator, "fsm-async", "generator", "plain function"),
    "an asynchronous generator": (asynchronous_generator, "fsm-async", "generator", "plain function"),
    "a callable coroutine": (CallableCoroutine(), "fsm-async", "coroutine", "plain function"),
    "a partial of a coroutine": (functools.partial(coroutine), "fsm-async", "coroutine", "plain function"),
    "a partial of a generator": (functools.partial(generator), "fsm-async", "generator", "plain function"),
}


def problems_of(*arguments, **options):
    with pytest.raises(DefinitionError) as caught:
        fsm.Machine(*arguments, **options)
    return caught.value.problems


@pytest.mark.parametrize("place", ["initial", "states", "global_state"])
@pytest.mark.parametrize(("state", "code", "problem", "remedy"), ONE_PROBLEM.values(), ids=ONE_PROBLEM)
def test_what_is_no_state_is_refused_wherever_it_is_given(state, code, problem, remedy, place):
    """F1, S5: with a stable code, what is wrong, and what to do."""
    if place == "initial":
        found = problems_of(state, name="m")
    elif place == "states":
        found = problems_of(nothing, states=[state], name="m")
    elif state is None:  # which is how to say that there is no global state
        return
    else:
        found = problems_of(nothing, global_state=state, name="m")
        found = tuple(each for each in found if each.code != "fsm-global-hook")
    assert [each.code for each in found] == [code]
    assert problem in found[0].problem
    assert remedy in found[0].remedy
    assert found[0].where.startswith("m")


@pytest.mark.parametrize("hook", ["enter", "execute", "exit", "pause", "resume", "on_message"])
def test_every_hook_of_a_state_is_checked(hook):
    """F1: for the number of its arguments, and for being a plain function."""

    def too_few(self):
        pass

    async def waits(self, agent, machine, more=None):
        pass

    last = {"resume": ", result", "on_message": ", message"}.get(hook, "")
    (few,) = problems_of(with_hook(hook, too_few), name="m")
    assert (few.code, few.where) == ("fsm-arguments", f"m › odd.{hook}")
    assert f"(agent, machine{last})" in few.problem
    (slow,) = problems_of(with_hook(hook, waits), name="m")
    assert (slow.code, slow.where) == ("fsm-async", f"m › odd.{hook}")


def test_two_states_of_one_name_are_refused():
    """F1: saved games tell states apart by name; the global state counts too."""
    for options in ({"states": [Scripted("a")]}, {"global_state": Overseer("a")}):
        (problem,) = problems_of(Scripted("a"), name="m", **options)
        assert (problem.code, problem.where) == ("fsm-duplicate-name", "m › a")


@pytest.mark.parametrize(
    "make",
    [lambda: lambda agent: None, lambda: functools.partial(nothing), CallableCoroutine],
    ids=["lambda", "partial", "callable object"],
)
def test_the_advice_on_two_states_of_one_name_can_be_followed(make):
    """F1: a lambda, a partial or a callable object has no `name` that one could give it."""
    found = [each for each in problems_of(make(), states=[make()]) if each.code == "fsm-duplicate-name"]
    for problem in found:
        assert "give one of them another `name`" not in problem.remedy


@pytest.mark.parametrize("name", [5, None, b"bytes"], ids=repr)
def test_a_name_is_a_string(name):
    """F1: anything else is refused when the machine is built, or not used; it does not break a message later."""
    state = with_hook("execute", lambda *_: None, name=name)
    try:
        machine = fsm.Machine(state)
    except DefinitionError:
        return
    assert repr(machine) == "<fsm.Machine 'machine': Odd>"


@pytest.mark.parametrize("hook", ["enter", "exit", "pause", "resume"])
def test_a_global_state_with_hooks_that_are_never_called_is_refused(hook):
    """F2: it only executes and is told messages."""
    state = with_hook(hook, lambda self, agent, machine, result=None: None, name="watch")
    (problem,) = problems_of(nothing, global_state=state, name="m")
    assert (problem.code, problem.where) == ("fsm-global-hook", f"m › watch.{hook}")


@pytest.mark.parametrize("bound", [0, -1])
def test_a_stack_that_can_hold_nothing_is_refused(bound):
    """F7."""
    (problem,) = problems_of(nothing, max_stack=bound, name="m")
    assert (problem.code, problem.where) == ("fsm-max-stack", "m")
    assert "at least 1" in problem.remedy


@pytest.mark.parametrize("bound", ["64", None], ids=repr)
def test_a_bound_that_is_no_integer_is_refused(bound):
    """F7: in the words of a definition, not of a comparison somewhere inside."""
    (problem,) = problems_of(nothing, max_stack=bound)
    assert problem.code == "fsm-max-stack"


def test_all_problems_are_told_at_once():
    """Numbered, in the order of the states, each with code, place and remedy."""
    with pytest.raises(DefinitionError) as caught:
        fsm.Machine(
            Scripted,
            states=[coroutine, no_arguments, 7, Scripted("a"), Scripted("a")],
            global_state=with_hook("enter", nothing, name="watch"),
            name="m",
            max_stack=0,
        )
    codes = [each.code for each in caught.value.problems]
    assert codes[-2:] == ["fsm-global-hook", "fsm-max-stack"]
    assert set(codes[:-2]) == {"fsm-class", "fsm-async", "fsm-arguments", "fsm-not-a-state", "fsm-duplicate-name"}
    assert codes.count("fsm-arguments") == 2  # the global state's enter, as a method, takes one too few
    text = str(caught.value).splitlines()
    assert text[0] == "state machine 'm' has 8 problems"
    for number, code in enumerate(codes, 1):
        assert any(line.startswith(f"  {number}. [{code}] ") for line in text)
    assert sum("what to do:" in line for line in text) == 8


def test_a_sound_machine_is_built_and_shows_its_states():
    """F1: whatever was given twice counts once."""
    a, b, g = Scripted("a"), Scripted("b"), Overseer()
    machine = fsm.Machine(a, states=(each for each in [b, a, g, b]), global_state=g, name="m", max_stack=1)
    assert set(machine.states) == {a, b, g}
    assert repr(machine).startswith("<fsm.Machine 'm': a")
    assert machine.bind(None).status is None


@pytest.mark.parametrize("name", [3, None, ["m"]])
def test_the_name_of_a_machine_is_a_string(name):
    """Machine's docstring: `fsm-name`."""
    with pytest.raises(DefinitionError) as caught:
        fsm.Machine(lambda agent: None, name=name)
    (problem,) = caught.value.problems
    assert (problem.code, problem.problem) == ("fsm-name", f"its name is {name!r}")
