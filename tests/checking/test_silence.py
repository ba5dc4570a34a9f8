"""What cannot be known is not told: code that cannot be read, and conditions that are functions."""

import functools
from itertools import pairwise

import pytest

from gumption import F, Status, World, flow, fsm
from gumption.bt import (
    Tree,
    action,
    condition,
    do,
    guard,
    reactive_selector,
    selector,
    sequence,
    utility_selector,
    wait,
)
from gumption.checking import check, check_all
from gumption.cli.scenario import built_in, load
from gumption.core.expression import MAX_DEPTH
from gumption.goap import Action, Domain, Goal, Planner, add
from tests.checking.examples import DANCE, SIT, WALK, act, node, rest, work
from tests.checking.post import CALLER, LISTENER


class Opaque(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(agent.next_state)


class GivesItAway(fsm.State):
    def execute(self, agent, machine):
        agent.obey(machine)


class OnSomeCondition(fsm.State):
    def enter(self, agent, machine):
        if agent.ready:
            machine.change_state(BACK)


class ReturnsBefore(fsm.State):
    def enter(self, agent, machine):
        if agent.ready:
            return
        machine.change_state(CONDITION)


CONDITION, BACK = OnSomeCondition(), ReturnsBefore()


@pytest.mark.parametrize("first", [Opaque(), GivesItAway(), lambda agent, machine: machine.change_state(agent.next)])
def test_a_state_may_be_led_to_by_code_that_cannot_be_read(first):
    assert check(fsm.Machine(first, states=[WALK, SIT, DANCE])) == ()


def test_a_state_to_which_the_end_of_an_activity_leads_is_reached():
    tree = Tree(action(rest))
    assert check(fsm.Machine(fsm.running(tree, then=DANCE), states=[DANCE])) == ()


def test_changes_on_a_condition_may_come_to_an_end():
    assert check(fsm.Machine(CONDITION)) == ()


def test_checks_that_are_functions_may_hold_in_any_state():
    assert check(flow.Selector([node(F.thirst >= 5, "a"), node(lambda agent: agent.tired, "b")])) == ()
    assert check(flow.Selector([node(lambda agent: True, "a"), node(F.thirst >= 5, "b"), node(None, "c")])) == ()


def test_a_selector_that_keeps_its_node_has_something_to_do():
    assert check(flow.Selector([node(F.thirst >= 5, "a")], keep=True)) == ()


def test_names_of_places_are_taken_for_all_that_there_are():
    places = [node(F.place == place, place) for place in ("mine", "bank", "home")]
    assert check(flow.Selector(places)) == ()


def test_counts_are_not_taken_to_be_below_zero_or_broken():
    assert check(flow.Selector([node(F.gold == 0, "a"), node(F.gold >= 1, "b")])) == ()


def test_sums_and_comparisons_of_attributes_are_not_taken_apart():
    assert check(flow.Selector([node(F.gold + F.bank >= 5, "a"), node(F.gold < F.bank, "b")])) == ()


def test_the_deepest_conditions_are_no_trouble():
    deep = F.n > 1
    for _ in range(MAX_DEPTH - 3):
        deep = ~deep
    assert deep.__depth__ == MAX_DEPTH
    assert check(Tree(selector(guard(deep, guard(F.n > 1, action(work))), do(act)))) == ()
    assert check(flow.Selector([node(deep, "a"), node(None, "b")], scores=True)) == ()
    assert check(flow.Selector([node(deep, "a"), node(None, "b")])) == ()


def test_a_function_may_give_other_scores_each_time():
    def drawn(agent):
        return agent.random()

    assert check(Tree(utility_selector((drawn, do(act)), (drawn, action(work))))) == ()


def test_depth_does_not_matter():
    root = do(act)
    for number in range(400):
        root = guard(F.n > number % 7, root) if number % 2 else sequence(condition(F.m < 3), root)
    assert check(Tree(selector(root, do(act)))) == ()
    either = guard(F.n > 1, action(rest))
    for _ in range(60):
        either = selector(either, guard(F.m > 1, action(rest)))
    assert [each.code for each in check(Tree(either))] == []  # too deep to be put together


def test_too_many_combinations_are_not_looked_at():
    many = [getattr(F, f"a{number}") > number for number in range(12)]
    chained = [one | other for one, other in pairwise(many)]
    assert check(flow.Selector([node(each, str(number)) for number, each in enumerate(chained)])) == ()


@pytest.mark.parametrize(
    "root",
    [
        # It may fail after it has acted, and then the second one has its turn.
        selector(guard(F.n > 1, action(rest)), guard(F.n > 2, do(act)), do(act)),
        selector(sequence(condition(F.n > 1), do(act), condition(F.m > 1)), guard(F.n > 2, do(act)), do(act)),
        # What the one in the middle did may have changed what the first one asks.
        selector(guard(F.n > 1, do(act)), guard(F.m > 1, action(rest)), guard(F.n > 2, do(act)), do(act)),
        # A function may fail the first one.
        selector(sequence(condition(F.n > 1), condition(work), do(act)), guard(F.n > 2, do(act)), do(act)),
        # The first one runs for a while, and is asked no more.
        selector(guard(F.n > 5, do(act)), sequence(wait(1.0), action(work)), guard(F.n > 6, do(act)), do(act)),
    ],
    ids=range(5),
)  # fmt: skip
def test_a_branch_of_a_tree_may_have_its_turn_all_the_same(root):
    assert check(Tree(root)) == ()


def test_in_a_reactive_selector_too_a_branch_may_act_and_fail():
    root = reactive_selector(guard(F.n > 1, do(act)), guard(F.m > 1, action(rest)), guard(F.n > 2, do(act)), do(act))
    assert check(Tree(root)) == ()
    root = reactive_selector(guard(F.n > 1, do(act)), guard(F.n > 2, do(act)), do(act))
    assert [each.code for each in check(Tree(root))] == ["unreachable-branch"]


def test_a_thing_that_may_be_none_is_there_or_not():
    assert check(flow.Selector([node(F.foe == None, "rest"), node(F.foe, "fight")])) == ()  # noqa: E711
    assert check(flow.Selector([node(F.foe != None, "fight"), node(~F.foe, "rest")])) == ()  # noqa: E711


class Drains(fsm.State):
    def execute(self, agent, machine):
        try:
            self.drain(agent)
        except IndexError:
            machine.finish(Status.SUCCESS)

    def drain(self, agent):
        while True:
            agent.items.pop()


class MayEnd(fsm.State):
    def enter(self, agent, machine):
        agent.perhaps_ends(machine)
        machine.change_state(ENDS_IN_EXIT)


class EndsInExit(fsm.State):
    def enter(self, agent, machine):
        machine.change_state(MAY_END)

    def exit(self, agent, machine):
        machine.finish(Status.SUCCESS)


MAY_END, ENDS_IN_EXIT = MayEnd(), EndsInExit()


def test_what_a_hook_calls_may_be_left_by_an_exception():
    assert check(fsm.Machine(Drains())) == ()


def test_a_machine_that_may_end_on_its_way_does_not_change_for_ever():
    assert check(fsm.Machine(MAY_END)) == ()


def test_what_a_decorated_provider_tells_is_not_known():
    def telling_more(function):
        @functools.wraps(function)
        def tell(agent):
            return {**function(agent), "wood": 1}

        return tell

    @telling_more
    def world_state(agent):
        return {"axe": agent.axe}

    domain = Domain([Action("chop", effects={"wood": add(1)})], goals=[Goal("stock up", {"wood": 5})])
    assert check(Planner(domain, world_state)) == ()


class Foreign:
    name = "foreign"

    def bind(self, agent, context=None):
        raise NotImplementedError

    def describe(self):
        raise NotImplementedError


def test_what_a_mind_of_another_engine_takes_is_not_known():
    assert [each.code for each in check_all([CALLER, LISTENER])] == ["unhandled-message"]
    assert check_all([CALLER, LISTENER, Foreign()]) == ()


def test_a_loop_that_an_exception_may_leave_is_no_endless_one():
    assert check(Tree(action(until_there_is_none))) == ()


def until_there_is_none(agent):
    try:
        while True:
            agent.items.pop()
    except IndexError:
        return Status.SUCCESS


class Cast(World):
    def __init__(self):
        super().__init__()
        self.definitions = []

    def add(self, agent, definition, **more):
        self.definitions.append(definition)
        return super().add(agent, definition, **more)


@pytest.mark.parametrize("name", built_in())
def test_the_built_in_scenarios_have_no_faults(name):
    world, scenario = Cast(), load(name)
    scenario.fill(world, {"mind": "all"} if name == "westworld" else {})
    agents = [entity.agent for entity in world.entities.values()]
    assert [str(each) for each in check_all([*world.definitions, *vars(scenario.module).values()], agents)] == []
