"""Rounds of checks: order, period, grid, poke, wake, keep, dwell (rules W1, W2)."""

import itertools

import pytest

from gumption import F, flow
from gumption.core.trace import Switched
from tests.flow.stage import Actor, Does, Stage


def test_the_first_node_whose_check_holds_runs_w1():
    stage = Stage(Does("a"), Does("b"), Does("c"), wants=["b", "c"])
    assert stage.tick() == "b("
    assert stage.mind.running == "b"


def test_checks_behind_the_chosen_one_are_not_asked_w2():
    stage = Stage(Does("a"), Does("b"), Does("c"), wants=["b"])
    stage.tick()
    assert stage.actor.asked == ["a", "b"]


def test_the_same_node_again_is_nothing_w2():
    stage = Stage(Does("a"), wants=["a"], period=0)
    assert stage.tick(3) == "a( a. a."
    assert stage.turns() == ["a("]


def test_the_node_goes_on_in_ticks_without_a_round_w2():
    stage = Stage(Does("a"), wants=["a"], period=10.0)
    assert stage.tick(4) == "a( a. a. a."
    assert stage.actor.asked == ["a"]


def test_a_node_before_the_running_one_takes_over_w2():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0)
    stage.tick()
    stage.want("a", "b")
    assert stage.tick() == "b) a("


def test_no_node_holds_and_the_running_one_is_left_w2():
    stage = Stage(Does("a"), wants=["a"], period=0)
    stage.tick()
    stage.want()
    assert stage.tick() == "a)"
    assert stage.mind.running is None
    assert stage.turns() == ["a(", "a)halt"]
    assert stage.tick() == ""


def test_no_node_holds_and_the_running_one_is_kept_if_so_wanted_w2():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0, keep=True)
    stage.tick()
    stage.want()
    assert stage.tick(2) == "b. b."
    stage.want("a")
    assert stage.tick() == "b) a("


def test_with_nothing_to_do_the_mind_runs_all_the_same_c1():
    stage = Stage(Does("a"))
    assert stage.tick(3) == ""
    assert stage.mind.status is not None
    assert stage.events == []
    assert stage.mind.since == 1


def test_one_object_serves_two_agents_w1():
    selector = flow.Selector([Does("a")])
    one, two = Stage(selector=selector, wants=["a"]), Stage(selector=selector, wants=["a"])
    assert one.tick(2) == "a( a."
    assert two.tick() == "a("


def test_a_check_may_be_an_expression_or_a_function_w1():
    async def stand(agent):
        agent.tell("stands")

    async def walk(agent, context):
        agent.tell(f"walks at {context.clock.now}")

    for traced in (True, False):
        stage = Stage(flow.node(stand, F.mood >= 5), flow.node(walk, lambda agent: agent.mood > 0), traced=traced)
        stage.actor.mood = 3
        assert stage.tick() == "walks at 0.25"
        stage.actor.mood = 5
        stage.mind.poke()
        assert stage.tick() == "stands"


def test_a_node_without_a_check_always_may_run_w1():
    async def idle(agent):
        agent.tell("idles")

    assert Stage(Does("a"), flow.node(idle)).tick() == "idles"


# Period and grid


@pytest.mark.parametrize("period", [0.1, 0.3, 0.7, 1.0, 1.5])
@pytest.mark.parametrize("entity", [0, 1, 2, 17])
def test_rounds_stay_on_the_grid_of_the_period_however_many_there_are_w2(period, entity):
    stage = Stage(Does("a"), period=period, step=0.1, entity=entity)
    rounds = []
    for _ in range(3000):
        before = len(stage.actor.asked)
        stage.tick()
        if len(stage.actor.asked) > before:
            rounds.append(stage.clock.now)
    gaps = [later - earlier for earlier, later in itertools.pairwise(rounds[1:])]
    assert max(gaps) <= period + 0.1 + 1e-9
    assert abs(len(rounds) - 1 - 300 / period) <= 1, "a round was lost or too many"


def test_with_a_period_of_one_step_there_is_a_round_in_every_tick_w2():
    for step in (0.1, 0.25, 1 / 3, 0.016):
        stage = Stage(Does("a"), period=step, step=step)
        stage.tick(5000)
        assert len(stage.actor.asked) == 5000, step


def test_no_round_is_made_twice_where_dividing_by_the_period_rounds_down_w2():
    stage = Stage(Does("a"), period=0.1, step=0.05)
    asked = []
    for _ in range(1000):
        before = len(stage.actor.asked)
        stage.tick()
        asked.append(len(stage.actor.asked) - before)
    assert [1, 1] not in [asked[tick : tick + 2] for tick in range(1, 999)]


def test_a_period_of_zero_asks_in_every_tick_w2():
    stage = Stage(Does("a"), period=0)
    stage.tick(7)
    assert len(stage.actor.asked) == 7


def test_agents_are_spread_over_the_period_by_their_entity_w2():
    times = set()
    for entity in range(8):
        stage = Stage(Does("a"), period=1.0, step=1 / 16, entity=entity)
        stage.tick()
        asked = len(stage.actor.asked)
        while len(stage.actor.asked) == asked:
            stage.tick()
        times.add(stage.clock.now)
    assert len(times) == 8


def test_every_agent_asks_in_its_first_tick_w2():
    for entity in range(5):
        stage = Stage(Does("a"), wants=["a"], entity=entity)
        assert stage.tick() == "a("


def test_a_round_that_the_clock_has_jumped_over_is_made_once_w2():
    stage = Stage(Does("a"), period=1.0)
    stage.tick()
    stage.clock.advance(50.0)
    stage.mind.tick()
    stage.mind.tick()
    assert len(stage.actor.asked) == 2


# What makes a round due


def test_a_poke_makes_a_round_due_with_the_next_tick_w2():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=100.0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "b."
    stage.mind.poke()
    assert stage.tick() == "b) a("
    asked = len(stage.actor.asked)
    stage.tick()
    assert len(stage.actor.asked) == asked, "one poke makes one round"


def test_a_node_may_poke_and_a_check_too_w2():
    async def pokes(agent, context):
        await flow.next_tick()
        stage.mind.poke()
        agent.wants = {"a"}
        await flow.sleep(100.0)

    stage = Stage(Does("a"), Does("b", pokes), wants=["b"], period=100.0)
    assert stage.tick() == "b("
    assert stage.tick() == ""
    assert stage.tick() == "b) a("


def test_messages_of_some_kinds_wake_the_checks_w2():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=100.0, wake=["shot"])
    stage.tick()
    stage.want("a")
    assert stage.send("hello") is False
    assert stage.tick() == "b."
    assert stage.send("shot") is False
    assert stage.tick() == "b) a("


# Dwell


def test_a_node_is_not_taken_over_before_its_time_as_long_as_it_holds_w2():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0, dwell=1.0)
    stage.tick()
    stage.want("a", "b")
    assert stage.tick(3) == "b. b. b."
    assert stage.tick() == "b) a("


def test_a_node_that_no_longer_holds_is_left_before_its_time_w2():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0, dwell=10.0)
    stage.tick()
    stage.want("a")
    assert stage.tick() == "b) a("
    stage.want()
    assert stage.tick() == "a)"


# The trace tells why


def test_a_switch_is_told_with_the_answers_that_led_to_it():
    stage = Stage(Does("a"), Does("b"), Does("c"), wants=["b", "c"], period=0)
    stage.tick(2)
    assert stage.switches() == [(2, [(1, False), (2, True)])]
    stage.events.clear()
    stage.want("a")
    stage.tick()
    assert stage.switches() == [(1, [(1, True)])]
    assert isinstance(stage.events[0], Switched)
    assert stage.turns() == ["b)halt", "a("]
    stage.want()
    stage.tick()
    assert stage.switches() == [(None, [(1, False), (2, False), (3, False)])]


def test_a_switch_that_does_not_happen_is_not_told():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0, dwell=10.0, keep=True)
    stage.tick()
    stage.events.clear()
    stage.want("a", "b")
    stage.tick()
    stage.want("b")
    stage.tick()
    stage.want("b")
    assert stage.switches() == []


def test_the_outline_lists_the_nodes_c7():
    class GoHome(flow.Node[Actor]):
        check = F.tired

        async def run(self, agent, context):
            pass

    selector = flow.Selector([Does("a"), GoHome()], name="guard")
    outline = selector.describe()
    assert [(node.kind, node.name, node.parent) for node in outline] == [
        ("selector", "guard", None),
        ("node", "a", 0),
        ("node", "go home", 0),
    ]
    assert outline[2].source is not None
    assert "test_rounds" in outline[2].source
    assert selector.check_shown(1) == "tired"
    assert repr(selector) == "<flow.Selector 'guard': a, go home>"
    mind = selector.bind(Actor())
    assert repr(mind) == "<mind of 'guard': idle>"
