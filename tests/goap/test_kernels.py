"""What a plan depends on while it is carried out, and where to go on in it (rule G8)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gumption.errors import DefinitionError
from gumption.goap import (
    Action,
    Domain,
    above,
    add,
    at_least,
    at_most,
    below,
    between,
    is_not,
    scale,
    subtract,
    value_of,
    when,
)
from gumption.goap.engines.step import NumberOverflowError, Steps, holds
from gumption.goap.kernels import Kernels, kernels_of
from gumption.goap.tables.task import INT64_MAX, INT64_MIN
from tests.goap.engines import VOCABULARIES, properties
from tests.goap.strategies import puzzles, starts
from tests.goap.test_properties import domain_of

STATE = {"a": 0, "b": 0, "c": 0, "full": 0, "on": False, "lit": False, "place": "hut", "to": "mine"}
KINDS = {
    **dict.fromkeys(("a", "b", "c"), int),
    "full": range(11),
    "on": bool,
    "lit": bool,
    "place": ["hut", "mine"],
    "to": ["hut", "mine"],
}


def kernels(actions, goal, path=None, **state):
    """Kernels of a plan in a domain of all names, and its encoded start."""
    domain = Domain([*actions, Action("wait", effects={"c": 0})], names=KINDS)
    target, start = domain.target(STATE | state, goal)
    return Kernels(target, range(len(actions)) if path is None else path), start.encoded


def names(kernels, fields):
    """The first letters of fields."""
    return "".join(sorted(kernels._target.encoding.task.fields[field].name[0] for field in fields))


def index(kernels, name):
    return kernels._target.encoding.frame.index[name]


def changed(kernels, values, **changes):
    """The values with others for some names, by their indexes or numbers."""
    found = list(values)
    for name, value in changes.items():
        found[index(kernels, name)] = value
    return tuple(found)


def act(effects, needs=None):
    return Action("act", preconditions=needs or {}, effects=effects)


@pytest.mark.parametrize(
    ("action", "goal", "kernel"),
    [
        (act({"on": True}), {"on": True}, ""),
        (act({"on": True}), {"lit": True}, "l"),
        (act({"on": True}, {"on": False}), {"on": True}, "o"),
        (act({"on": True}, {"place": "mine"}), {"on": True}, "p"),
        (act({"on": value_of("lit")}), {"on": True}, "l"),
        (act({"on": value_of("lit")}), {"place": "hut"}, "p"),
        (act({"a": 3}), {"a": at_least(2)}, ""),
        (act({"a": 3}), {"a": at_least(value_of("b"))}, "b"),
        (act({"a": add(1)}), {"a": at_least(2)}, "a"),
        (act({"a": subtract(value_of("b"))}), {"a": at_most(2)}, "ab"),
        (act({"a": scale(2)}), {"a": 4}, "a"),
        (act({"a": scale(value_of("b"))}), {"a": 4}, "ab"),
        (act({"a": value_of("b") + value_of("c")}), {"a": 4}, "bc"),
        (act({"a": value_of("b"), "b": value_of("a")}), {"a": 4}, "b"),
        (act({"a": add(value_of("b"))}), {"c": 4}, "c"),
        (act({"full": add(1)}), {"on": True}, "fo"),
        (act({"full": 3}), {"on": True}, "o"),
        (act({"full": value_of("a")}), {"on": True}, "ao"),
        (act([when({"on": True}, {"a": 3})]), {"a": 3}, "ao"),
        (act([when({"on": True}, {"a": 3})]), {"b": 3}, "b"),
        (act([when({"on": True}, {"full": 3})]), {"b": 3}, "b"),
        (act([when({"on": True}, {"full": add(3)})]), {"b": 3}, "bfo"),
        (act([{"on": True}, when({"lit": True}, {"a": 3})]), {"on": True}, ""),
        (act({}, {"a": at_least(value_of("b"))}), {"on": True}, "abo"),
        (act({}, {"place": value_of("to")}), {}, "pt"),
    ],
)
def test_a_kernel_holds_what_a_step_tests_and_reads_and_not_what_it_overwrites(action, goal, kernel):
    found, _ = kernels([action], goal)
    assert names(found, found.kernel(0)) == kernel


def test_costs_are_no_part_of_a_kernel():
    found, _ = kernels([Action("act", cost=value_of("a"), effects={"on": True})], {"on": True})
    assert names(found, found.kernel(0)) == ""


def test_what_is_relevant_are_all_kernels_from_a_step_on_and_so_the_goals_fields():
    found, _ = kernels(
        [
            Action("one", effects={"a": 3}),
            Action("two", preconditions={"a": at_least(1)}, effects={"on": True}),
            Action("three", effects={"lit": True}),
        ],
        {"lit": True, "on": True},
    )
    assert [names(found, found.kernel(at)) for at in range(4)] == ["", "a", "o", "lo"]
    assert [names(found, found.relevant(at)) for at in range(4)] == ["alo", "alo", "lo", "lo"]


def test_a_watch_changes_with_relevant_fields_only():
    found, start = kernels([act({"a": 3, "b": 1})], {"a": 3, "on": True})
    watch = found.watch(0)
    assert watch is found.watch(0)
    for name in KINDS:
        other = changed(found, start, **{name: start[index(found, name)] + 1})
        assert (watch(other) != watch(start)) == (name in ("a", "on"))
    one, start = kernels([], {"a": 3})
    assert one.watch(0)(start) != one.watch(0)(changed(one, start, a=1))
    assert one.watch(0)(start) == one.watch(0)(changed(one, start, b=1))
    none, start = kernels([act({"a": 3})], {})
    assert none.watch(0)(start) == none.watch(0)(changed(none, start, a=1))


WIDE = "'act' would make full {}, which has to be an integer from 0 to 10"
LARGE = "'act' would make a number that 64 bits cannot hold"
AXE = [
    Action("get axe", preconditions={"on": False}, effects={"on": True}),
    Action("chop", preconditions={"on": True, "full": at_most(9)}, effects={"full": add(1)}),
]


@pytest.mark.parametrize(
    ("state", "at", "onward"),
    [
        ({}, 0, 0),
        ({"on": True}, 0, 1),
        ({"on": True, "full": 1}, 0, 2),
        ({"full": 1}, 0, 0),
        ({"full": 3}, 0, 4),
        ({"full": 3, "on": True}, 1, 4),
        ({}, 1, None),
        ({"on": True}, 1, 1),
        ({"on": True}, 2, None),
        ({"on": True, "full": 2}, 2, 3),
        ({"on": True, "full": 0}, 4, None),
        ({"full": 7}, 4, 4),
    ],
)
def test_onward_is_the_latest_step_from_which_the_rest_works(state, at, onward):
    found, values = kernels(AXE, {"full": at_least(3)}, path=(0, 1, 1, 1), **state)
    assert found.onward(values, at) == onward


@pytest.mark.parametrize(
    ("state", "at", "text"),
    [
        ({}, 0, ""),
        ({"on": True}, 0, "'get axe' needs not on"),
        ({}, 1, "'chop' needs on"),
        ({"on": True}, 2, "the goal would not be reached: full at least 3"),
        ({"full": 10, "on": True}, 1, "'chop' needs full at most 9"),
        ({}, 4, "the goal would not be reached: full at least 3"),
    ],
)
def test_what_is_broken_is_told_in_words(state, at, text):
    found, values = kernels(AXE, {"full": at_least(3)}, path=(0, 1, 1, 1), **state)
    assert found.broken(values, at) == text


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ({"full": add(4)}, WIDE.format(12)),
        ({"full": subtract(9)}, WIDE.format(-1)),
        ({"full": value_of("full") + value_of("b")}, WIDE.format(11)),
        ([{"full": add(4)}, when({"on": True}, {"full": subtract(2)})], ""),
        ([{"full": add(1)}, when({"on": True}, {"full": add(2)})], WIDE.format(11)),
        ({"a": add(INT64_MAX)}, LARGE),
        ({"a": scale(INT64_MAX)}, LARGE),
        ({"c": add(INT64_MAX), "a": 7}, ""),
    ],
)
def test_a_number_that_leaves_its_bounds_or_64_bits_breaks_the_plan_if_anything_depends_on_it(effects, text):
    found, values = kernels([act(effects)], {"a": at_least(5)}, a=8, b=3, c=9, full=8, on=True)
    assert (found.broken(values, 0), found.onward(values, 0)) == (text, 1)
    strict, values = kernels([act(effects)], {"a": is_not(8)}, a=8, b=3, c=9, full=8, on=True)
    assert (strict.onward(values, 0) is None) == (text != "" or "a" not in effects)


@pytest.mark.parametrize("value", [INT64_MIN, INT64_MIN + 1, -3, -2, -1, 0, 1, 2, 3, INT64_MAX - 1, INT64_MAX])
@pytest.mark.parametrize(
    "condition",
    [
        above(2),
        below(2),
        at_least(2),
        at_most(2),
        3,
        is_not(2),
        between(-1, 2),
        at_least(INT64_MIN),
        at_most(INT64_MAX),
        at_least(-value_of("b")),
        at_most(value_of("a") * -2),
        at_least(value_of("a") * 3 + 4),
    ],
)
def test_a_condition_counts_as_the_engines_count_it_to_the_ends_of_64_bits(value, condition):
    found, start = kernels([], {"a": condition}, a=value)
    assert (found.onward(start, 0) == 0) == works(found, start, 0)


def test_a_step_that_is_under_way_keeps_what_it_writes_from_its_beginning():
    leave = Action("go", preconditions={"place": "hut", "lit": True}, effects={"place": "mine", "a": add(1)})
    dig = Action("dig", preconditions={"place": "mine", "b": at_least(1)}, effects={"on": True})
    found, before = kernels([leave, dig], {"on": True}, lit=True, b=1)
    half = changed(found, before, place=1, a=5)  # on the way already
    assert found.onward(half, 0) == 1
    assert found.under_way(half, before, 0)
    assert found.broken(half, 0, before) == ""
    dark = changed(found, half, lit=0)
    assert not found.under_way(dark, before, 0)
    assert found.broken(dark, 0, before) == "'go' needs lit"
    poor = changed(found, half, b=0)
    assert not found.under_way(poor, before, 0)
    assert found.broken(poor, 0, before) == "'dig' needs b at least 1"


def test_kernels_are_made_once_for_all_who_follow_a_plan():
    domain = Domain(AXE, names=KINDS)
    plan = domain.plan(STATE, {"full": 2})
    assert plan.kernels is domain.plan(STATE, {"full": 2}).kernels
    assert plan.kernels.path == (0, 1, 1)
    target, _ = domain.target(STATE, {"full": 2})
    for number in range(600):
        kernels_of(target, (1,) * number)
    assert len(target.kernels) <= 256


def works(kernels, values, start):
    """Whether the rest of a plan works, by the reference's own steps."""
    target = kernels._target
    steps = Steps(target.encoding.task)
    try:
        for index in kernels.path[start:]:
            values = steps.apply(index, tuple(values))
            if values is None:
                return False
        return all(holds(test, values) for test in target.tests)
    except NumberOverflowError:
        return False


@st.composite
def cases(draw):
    """Kernels of a random sequence of actions with a random goal, and random states."""
    puzzle = draw(st.one_of(puzzles(), puzzles(finite=False)))
    v = VOCABULARIES["reference"]
    domain = domain_of(puzzle, "reference")
    try:
        target, start = domain.target(puzzle.start, puzzle.goal_in(v))
    except DefinitionError:  # no state fits the goal
        assume(False)
    path = draw(st.lists(st.integers(0, len(domain.actions) - 1), max_size=5))
    worlds = [start]
    for _ in range(3):
        world = domain.state({name: draw(starts(name)) for name in puzzle.start})
        assume(world.encoding is target.encoding)
        worlds.append(world)
    states = [each.encoded for each in worlds]
    steps = Steps(target.encoding.task)
    for index in path:  # states on the way: rare among random ones
        after = steps.apply(index, states[-1])
        states.append(states[-1] if after is None else after)
    return Kernels(target, path), states


@properties
@given(case=cases(), data=st.data())
def test_onward_is_what_trying_every_step_finds(case, data):
    found, states = case
    count = len(found.path)
    for values in states:
        at = data.draw(st.integers(0, count))
        expected = [start for start in range(at, count + 1) if works(found, values, start)]
        assert found.onward(values, at) == (expected[-1] if expected else None)
        assert (found.broken(values, at) == "") == works(found, values, at)


@properties
@given(case=cases(), data=st.data())
def test_what_is_not_relevant_changes_no_answer(case, data):
    found, states = case
    at = data.draw(st.integers(0, len(found.path)))
    watch, relevant, kernel = found.watch(at), found.relevant(at), found.kernel(at)
    for one in states:
        for other in states:
            mixed = tuple(one[field] if field in relevant else other[field] for field in range(len(one)))
            assert watch(mixed) == watch(one)
            assert (watch(other) == watch(one)) == all(one[field] == other[field] for field in relevant)
            assert found.onward(mixed, at) == found.onward(one, at)
            assert at == len(found.path) or found.under_way(mixed, states[0], at) == found.under_way(one, states[0], at)
            narrow = tuple(one[field] if field in kernel else other[field] for field in range(len(one)))
            assert works(found, narrow, at) == works(found, one, at)


@properties
@given(case=cases(), data=st.data())
def test_a_step_under_way_works_as_if_it_began_now_with_what_it_writes_as_it_was(case, data):
    found, states = case
    assume(found.path)
    at = data.draw(st.integers(0, len(found.path) - 1))
    action = found._target.encoding.task.actions[found.path[at]]
    own = {write.field for group in action.groups for write in group.writes}
    for before in states:
        for values in states:
            mixed = tuple((before if field in own else values)[field] for field in range(len(values)))
            assert found.under_way(values, before, at) == works(found, mixed, at)
            assert (found.broken(values, at, before) == "") == works(found, mixed, at)
