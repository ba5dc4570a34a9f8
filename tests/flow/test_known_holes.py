"""Holes that lists of behaviours with coroutines have elsewhere, each closed here.

They were found by reading the code of a well-known game server framework, whose robots and monsters think in this way.
"""

from gumption import flow
from gumption.core.trace import Switched
from tests.flow.stage import Does, Stage
from tests.flow.test_failing import ends, fails


def test_hole_1_when_no_check_holds_the_old_behaviour_does_not_go_on():
    stage = Stage(Does("a"), wants=["a"], period=0)
    stage.tick()
    assert stage.want().tick() == "a)"


def test_hole_2_a_behaviour_that_has_ended_is_not_taken_to_be_running():
    stage = Stage(Does("a", ends), wants=["a"], period=0)
    assert stage.tick(2) == "a( a) a( a)"
    assert stage.mind.running is None


def test_hole_2_a_behaviour_that_has_raised_is_not_taken_to_be_running(caplog):
    stage = Stage(Does("a", fails(1)), wants=["a"], period=0, backoff=0.0)
    assert stage.tick(2) == "a( a) a( a)"


def test_hole_3_errors_are_counted_told_and_kept_from_coming_again_and_again(caplog):
    stage = Stage(Does("a", fails(*range(1, 99))), wants=["a"], period=0, backoff=0.25, failures=3)
    stage.tick(99)
    assert stage.actor.runs == 3
    assert len(caplog.records) == 3


def test_hole_4_the_new_behaviour_waits_until_the_old_one_is_out():
    body = 0

    async def alone(agent, context):
        nonlocal body
        body += 1
        assert body == 1, "two behaviours drive one body"
        try:
            await flow.sleep(100.0)
        finally:
            async with flow.shield():
                await flow.sleep(0.5)
            body -= 1

    stage = Stage(Does("a", alone), Does("b", alone), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    assert stage.tick(3) == "b) a("
    assert body == 1
    stage.mind.halt()


def test_hole_5_a_late_end_of_an_old_run_does_not_restart_the_new_one():
    runs = []

    async def listed(agent, context):
        runs.append(len(runs))
        try:
            await flow.sleep(0.5)
        finally:
            async with flow.shield():
                await flow.sleep(0.25)

    stage = Stage(Does("a"), Does("b", listed), wants=["b"], period=0)
    stage.tick(2)
    stage.want("a")
    stage.tick()
    stage.want("b")
    assert stage.tick() == "b) b("
    assert stage.tick() == ""
    assert runs == [0, 1]
    stage.mind.halt()


def test_hole_6_cancelling_one_who_waits_wakes_no_other():
    bell = flow.Event()

    async def waits(agent, context):
        await bell.wait()
        agent.tell("rang")

    one, two = [Stage(Does("a", waits), wants=["a"], period=0) for _ in range(2)]
    one.tick()
    two.tick()
    one.want().tick()
    assert two.tick() == ""
    bell.set()
    assert two.tick() == "rang a)"
    assert one.tick() == ""


def test_hole_6_many_may_wait_for_one_kind_of_message():
    async def child(agent, name):
        note = await flow.message("hey")
        agent.tell(f"{name}{note.data}")

    async def waits(agent, context):
        await flow.gather(child(agent, "x"), child(agent, "y"))

    stage = Stage(Does("a", waits), wants=["a"])
    stage.tick()
    assert stage.send("hey", 1)
    assert stage.send("hey", 2)
    assert stage.tick() == "x1 y2 a)"


def test_hole_7_a_clean_up_that_raises_does_not_keep_the_others_from_theirs_and_the_order_is_fixed():
    async def child(agent, name):
        try:
            await flow.sleep(100.0)
        finally:
            agent.tell(name)
            if name == "y":
                raise ValueError(name)

    async def parent(agent, context):
        await flow.gather(*[child(agent, name) for name in "xyz"])

    told = set()
    for _ in range(5):
        stage = Stage(Does("a", parent), wants=["a"])
        stage.tick()
        try:
            stage.mind.halt()
        except Exception:
            stage.actor.tell("raised")
        told.add(stage.actor.take())
    (only,) = told
    assert set(only.split()) == {"a(", "x", "y", "z", "a)", "raised"} - {"a("}


def test_hole_8_a_behaviour_undoes_what_it_did_itself():
    async def walks(agent, context):
        agent.walking = True
        try:
            await flow.sleep(100.0)
        finally:
            agent.walking = False

    stage = Stage(Does("a"), Does("b", walks), wants=["b"], period=0)
    stage.tick()
    assert stage.actor.walking
    stage.want("a").tick()
    assert not stage.actor.walking


def test_hole_9_agents_do_not_ask_all_at_once_and_need_not_wait_for_a_round():
    rounds = set()
    for entity in range(10):
        stage = Stage(Does("a"), step=0.01, entity=entity, wake=["shot"])
        stage.tick()
        asked = len(stage.actor.asked)
        while len(stage.actor.asked) == asked:
            stage.tick()
        rounds.add(stage.clock.now)
        stage.want("a")
        stage.send("shot")
        assert stage.tick() == "a("
    assert len(rounds) == 10


def test_hole_10_nothing_is_shared_between_agents_but_the_definition():
    selector = flow.Selector([Does("a")], period=0)
    one, two = Stage(selector=selector, wants=["a"]), Stage(selector=selector, wants=["a"])
    one.clock.advance(500.0)
    one.mind.tick()
    two.tick()
    one.mind.halt()
    assert two.tick() == "a."


def test_the_order_is_that_of_the_list_whatever_the_names_are():
    stage = Stage(Does("z"), Does("a"), wants=["a", "z"])
    assert stage.tick() == "z("


def test_every_switch_is_told_with_its_cause():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0)
    stage.tick()
    stage.want("a", "b").tick()
    told = [event for event in stage.events if isinstance(event, Switched)]
    assert [(each.node, each.answers) for each in told] == [(2, [(1, False), (2, True)]), (1, [(1, True)])]
