"""What cannot make a selector is told when it is built, all of it, with codes (rule W1)."""

import functools

import pytest

from gumption import F, flow
from gumption.errors import DefinitionError
from gumption.flow.node import words
from tests.flow.stage import Does


async def stand(agent):
    pass


def codes(nodes, **options):
    with pytest.raises(DefinitionError) as caught:
        flow.Selector(nodes, **options)
    return [problem.code for problem in caught.value.problems]


async def three(agent, context, more):
    pass


async def yields(agent):
    yield 1


def generates(agent):
    yield 1


def plain(agent):
    pass


class NoRun(flow.Node):
    pass


class OddName(Does):
    name = 5


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        ([], "flow-empty"),
        ([Does], "flow-not-a-node"),
        ([stand], "flow-not-a-node"),
        ("ab", "flow-not-a-node"),
        (7, "flow-not-a-node"),
        ([NoRun()], "flow-sync"),
        ([flow.node(plain)], "flow-sync"),
        ([flow.node(yields)], "flow-sync"),
        ([flow.node(generates)], "flow-sync"),
        ([flow.node(functools.partial(plain))], "flow-sync"),
        ([flow.node(three)], "flow-arguments"),
        ([flow.node(5)], "flow-arguments"),
        ([flow.node(stand, 5)], "flow-arguments"),
        ([flow.node(stand, lambda: True)], "flow-arguments"),
        ([flow.node(stand, stand)], "flow-async"),
        ([flow.node(stand, restart="never")], "flow-arguments"),
        ([flow.node(stand, restart=[])], "flow-arguments"),
        ([flow.node(stand), flow.node(stand)], "flow-name"),
        ([flow.node(stand, name=5)], "flow-name"),
    ],
)
def test_what_is_no_node_is_told_w1(nodes, code):
    assert set(codes(nodes)) == {code}


def test_one_object_in_two_places_is_told_w1():
    node = Does("a")
    assert codes([node, node]) == ["flow-shared"]


@pytest.mark.parametrize("what", ["period", "hysteresis", "dwell", "deadline", "backoff"])
@pytest.mark.parametrize("value", [-1, "1", None, True, float("nan"), float("inf"), 1e300])
def test_numbers_that_make_no_sense_are_told_w2(what, value):
    assert codes([Does("a")], **{what: value}) == ["flow-number"]


@pytest.mark.parametrize("failures", [0, -1, 1.5, None, True])
def test_a_number_of_failures_that_makes_no_sense_is_told_w5(failures):
    assert codes([Does("a")], failures=failures) == ["flow-number"]


def test_a_period_too_short_to_reckon_with_is_told_w2():
    assert codes([Does("a")], period=1e-300) == ["flow-number"]


@pytest.mark.parametrize("wake", ["shot", 5, None, [5], [[]]])
def test_kinds_that_are_none_are_told_w2(wake):
    assert codes([Does("a")], wake=wake) == ["flow-arguments"]


def test_a_name_that_is_none_is_told():
    assert codes([Does("a")], name=5) == ["flow-name"]


def test_all_problems_are_told_at_once():
    found = codes([flow.node(plain), 5, flow.node(stand, restart="x")], period=-1, failures=0, wake="x")
    assert found == ["flow-sync", "flow-not-a-node", "flow-arguments", "flow-number", "flow-number", "flow-arguments"]


def test_a_message_says_what_to_do():
    with pytest.raises(DefinitionError) as caught:
        flow.Selector([Does])
    assert "give an object: Does()" in str(caught.value)


def test_names_are_made_of_names():
    assert words("GoHome") == words("go_home") == "go home"

    class LieDown(flow.Node):
        async def run(self, agent, context):
            pass

    outline = flow.Selector([LieDown(), flow.node(stand), flow.node(stand, name="x")]).describe()
    assert [node.name for node in outline] == ["selector", "lie down", "stand", "x"]


def test_runs_take_the_agent_alone_or_the_context_too_s5():
    async def one(agent):
        agent.append("one")

    async def two(agent, context):
        agent.append(context.clock.now)

    async def optional(agent, context=None):
        agent.append(context)

    for run, told in ((one, "one"), (two, 0.0), (optional, None)):
        agent = []
        flow.Selector([flow.node(run)]).bind(agent).tick()
        assert agent == [told]


def test_checks_are_shown():
    selector = flow.Selector([flow.node(stand, F.x >= 5, name="a"), Does("b"), flow.node(stand)])
    assert [selector.check_shown(number) for number in range(3)] == ["x >= 5", "check", ""]
