"""Snapshots and restoring (rules W10, C5)."""

import copy
import json
import warnings

import pytest

from gumption import Snapshot, Status, flow
from gumption.errors import SnapshotError
from tests.flow.stage import Does, Stage
from tests.flow.test_failing import ends, fails
from tests.flow.test_switching import tidies_up


def through_json(mind):
    return Snapshot.from_plain(json.loads(json.dumps(mind.snapshot().to_plain(), allow_nan=False)))


def resumed(stage):
    """The same stage in a loaded game: same time, same wants, another agent and mind."""
    other = Stage(selector=stage.selector, wants=stage.actor.wants)
    while other.clock.ticks < stage.clock.ticks:
        other.clock.step_once()
    for name, value in vars(stage.actor).items():
        if name not in ("told", "asked"):
            setattr(other.actor, name, copy.deepcopy(value))
    other.mind.restore(through_json(stage.mind))
    return other


async def builds(agent, context):
    done = context.resumed or 0
    agent.tell(f"from {done}")
    while done < 4:
        await flow.sleep(0.5)
        done += 1
        context.checkpoint(done)
        agent.tell(str(done))


def test_a_running_node_begins_anew_from_its_checkpoint_w10():
    stage = Stage(Does("a", builds), wants=["a"])
    assert stage.tick(6) == "a( from 0 1 2"
    other = resumed(stage)
    assert other.actor.told == [], "restoring calls nothing"
    assert other.mind.running == "a"
    assert other.mind.status is Status.RUNNING
    assert other.tick() == "a( from 2"
    assert other.turns() == [], "its entering was told before it was saved"
    assert other.tick(4) == "3 4 a)"


def test_without_a_checkpoint_it_begins_from_the_start_w10():
    stage = Stage(Does("a", builds), wants=["a"])
    stage.tick(2)
    assert resumed(stage).tick() == "a( from 0"


def test_a_checkpoint_outlives_two_saved_games_w10():
    stage = Stage(Does("a", builds), wants=["a"])
    stage.tick(6)
    assert resumed(resumed(stage)).tick() == "a( from 2"


def test_a_checkpoint_is_not_that_of_the_next_turn_w10():
    stage = Stage(Does("a", builds), wants=["a"], period=0)
    assert stage.tick(9).endswith("4 a)")
    assert stage.tick() == "a( from 0"


def test_the_next_round_is_when_it_would_have_been_w10():
    for ticks in range(1, 9):
        stage = Stage(Does("a"), wants=["a"], entity=3)
        stage.tick(ticks)
        other = Stage(selector=stage.selector, entity=3)
        while other.clock.ticks < ticks:
            other.clock.step_once()
        other.mind.restore(through_json(stage.mind))
        for _ in range(20):
            before = len(stage.actor.asked), len(other.actor.asked)
            stage.tick()
            other.tick()
            assert (len(stage.actor.asked) > before[0]) == (len(other.actor.asked) > before[1])


def test_a_poke_is_saved_w10():
    stage = Stage(Does("a"), period=100.0)
    stage.tick()
    stage.mind.poke()
    other = resumed(stage)
    other.tick(3)
    assert len(other.actor.asked) == 1


def test_dwell_counts_from_when_the_node_began_w10():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0, dwell=1.0)
    stage.tick(2)
    other = resumed(stage).want("a", "b")
    assert other.tick(2) == "b( b."
    assert other.tick() == "b) a("


def test_dwell_in_a_world_with_another_time_w10():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0, dwell=1.0)
    stage.tick(2)
    other = Stage(selector=stage.selector, wants=["a", "b"])
    other.clock.advance(1000.0)
    other.mind.restore(through_json(stage.mind))
    assert other.tick(2) == "b( b."
    assert other.tick() == "b) a("


def test_rests_and_failures_are_saved_w5():
    nodes = Does("a", fails(1, 2, 3)), Does("b", ends, "once"), Does("c", ends, "until-other")
    stage = Stage(*nodes, wants=["a", "b", "c"], period=0, backoff=1.0, failures=3)
    stage.tick(3)
    assert stage.turns() == ["a(", "a)error", "b(", "b)success", "c(", "c)success"]
    other = resumed(stage)
    saved = other.mind.snapshot()
    assert saved == stage.mind.snapshot()
    for _ in range(30):
        assert other.tick() == stage.tick()
    turns = stage.turns()
    assert other.turns() == turns
    assert turns.count("a)error") == 2
    assert turns.count("b(") == 0
    assert turns.count("c(") == 2, "each failure of a lets c run again"


def test_a_rest_that_is_over_and_forgotten_is_not_saved_w5():
    stage = Stage(Does("a", fails(1)), wants=["a"], period=0, backoff=0.5)
    stage.tick(8)
    assert stage.mind.snapshot().data["resting"] == []
    assert resumed(stage).mind.snapshot() == stage.mind.snapshot()


def test_a_node_that_is_being_left_is_saved_as_left_w10():
    stage = Stage(Does("a"), Does("b", tidies_up), wants=["b"], period=100.0)
    stage.tick()
    stage.want("a")
    stage.mind.poke()
    assert stage.tick() == "tidies"
    other = resumed(stage)
    assert other.mind.running is None
    assert other.tick() == "a(", "and a round of checks is due"
    stage.mind.halt()


def test_an_idle_mind_is_saved_as_idle_w10():
    stage = Stage(Does("a"), wants=["a"])
    other = resumed(stage)
    assert other.mind.status is None
    stage.tick(3)
    stage.mind.halt()
    assert resumed(stage).mind.status is None


def test_restoring_closes_what_runs_and_tells_nobody_w10():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0)
    stage.tick()
    saved = stage.mind.snapshot()
    stage.want("a")
    stage.tick()
    stage.actor.take()
    stage.events.clear()
    stage.mind.restore(saved)
    assert stage.actor.take() == "a)"
    assert stage.events == []
    assert stage.mind.running == "b"


def test_what_a_node_sends_itself_while_restoring_is_lost_w10():
    async def cries(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            stage.send("help")

    stage = Stage(Does("a", cries), wants=["a"])
    saved = stage.mind.snapshot()
    stage.tick()
    stage.mind.restore(saved)
    stage.events.clear()
    stage.want().tick(2)
    assert stage.events == []


def test_a_clean_up_that_fails_while_restoring_is_logged_w10(caplog):
    async def breaks(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            raise ValueError("the broom broke")

    stage = Stage(Does("a", breaks), wants=["a"])
    saved = stage.mind.snapshot()
    stage.tick()
    stage.mind.restore(saved)
    assert stage.mind.status is None
    assert "the broom broke" in caplog.text


def test_a_restored_mind_that_nobody_ticks_warns_of_nothing_w10():
    stage = Stage(Does("a"), wants=["a"])
    stage.tick()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other = resumed(stage)
        other.mind.restore(through_json(stage.mind))
        other.mind.halt()
        assert other.turns() == ["a)halt"]
        del other


def test_a_restored_node_that_is_left_before_it_begins_just_goes_w10():
    stage = Stage(Does("a"), Does("b"), wants=["b"], period=0)
    stage.tick()
    other = resumed(stage).want("a")
    assert other.tick() == "a("
    assert other.turns() == ["b)halt", "a("]


def test_a_restored_coroutine_hears_what_it_waited_for_before_its_first_step_w10():
    async def listens(agent, context):
        note = await flow.message("hey")
        agent.tell(f"hey {note.data}")

    stage = Stage(Does("a", listens), wants=["a"])
    stage.tick()
    other = resumed(stage)
    assert other.send("ho", 0) is False, "nobody waited for that"
    assert other.send("hey", 1) is True
    assert other.send("hey", 2) is False, "one was waited for"
    other = resumed(other)
    assert other.tick() == "a( hey 1 a)"


def test_a_message_that_was_told_just_before_the_save_is_not_lost_w10():
    async def listens(agent, context):
        note = await flow.message("hey")
        agent.tell(f"hey {note.data}")

    stage = Stage(Does("a", listens), wants=["a"])
    stage.tick()
    assert stage.send("hey", 1) is True
    assert resumed(stage).tick() == "a( hey 1 a)"


@pytest.mark.parametrize(
    "mail",
    [
        7,
        {},
        {"kinds": [1], "letters": []},
        {"kinds": [], "letters": {}},
        {"kinds": [], "letters": [["hey"]]},
        {"kinds": [], "letters": [["hey", "Bob", None, None]]},
    ],
)
def test_damaged_mail_is_refused_w10(mail):
    async def sleeps(agent, context):
        await flow.sleep(9)

    stage = Stage(Does("a", sleeps), wants=["a"])
    stage.tick()
    plain = stage.mind.snapshot().to_plain()
    plain["data"]["mail"] = mail
    with pytest.raises(SnapshotError, match=r"snapshot\.data\.mail"):
        stage.mind.restore(Snapshot.from_plain(plain))


def test_the_random_stream_goes_on_w10():
    async def rolls(agent, context):
        while True:
            agent.tell(str(context.random.randint(1, 1000)))
            await flow.next_tick()

    stage = Stage(Does("a", rolls), wants=["a"])
    stage.tick(3)
    other = resumed(stage)
    assert other.tick(4).removeprefix("a( ") == stage.tick(4)


def test_two_agents_have_streams_of_their_own_c6():
    async def rolls(agent, context):
        agent.tell(str(context.random.random()))

    one, two, again = [Stage(Does("a", rolls), wants=["a"], entity=entity) for entity in (1, 2, 1)]
    assert one.tick() == again.tick() != two.tick()


# Damaged


def busy():
    """A stage in the middle of things."""
    stage = Stage(Does("a", fails(1)), Does("b"), wants=["a", "b"], period=0, backoff=10.0)
    stage.tick(2)
    stage.actor.take()
    return stage


DAMAGES = {
    "status": [None, "success", 1, []],
    "since": [None, "x", 1.5],
    "running": [None, "nobody", 1, [], {}],
    "began": [None, "x", True, 1e9, []],
    "due": [None, 1, "x"],
    "resting": [
        None,
        {},
        [1],
        [[]],
        [{}],
        *[
            [{"name": "a", "until": 3.0, "failures": 1, "waits": False, **damage}]
            for damage in (
                {"name": "nobody"},
                {"name": None},
                {"until": "x"},
                {"until": True},
                {"failures": -1},
                {"failures": 1.5},
                {"failures": True},
                {"waits": 1},
                {"waits": None},
            )
        ],
    ],
}


@pytest.mark.parametrize(("place", "value"), [(place, value) for place, values in DAMAGES.items() for value in values])
def test_damaged_snapshots_are_refused_before_anything_changes_c5(place, value):
    stage = busy()
    text = json.loads(json.dumps(stage.mind.snapshot().to_plain()))
    text["data"][place] = value
    refused(stage, text)


@pytest.mark.parametrize("place", [*DAMAGES, "checkpoint"])
def test_snapshots_with_a_part_missing_are_refused_c5(place):
    stage = busy()
    text = json.loads(json.dumps(stage.mind.snapshot().to_plain()))
    del text["data"][place]
    refused(stage, text)


def refused(stage, text):
    before = stage.mind.snapshot()
    with pytest.raises(SnapshotError):
        stage.mind.restore(Snapshot.from_plain(text))
    assert stage.mind.snapshot() == before
    assert stage.actor.told == []
    assert stage.tick() == "b."


def test_a_snapshot_of_an_idle_mind_with_something_running_is_refused_c5():
    idle = Stage(selector=busy().selector).mind.snapshot().to_plain()
    for damage in ({"running": "a", "began": 0.0}, {"due": False}, {"checkpoint": 1}):
        stage = busy()
        refused(stage, {**idle, "data": {**idle["data"], **damage}})


def test_a_snapshot_of_another_selector_is_refused_c5():
    stage = busy()
    other = Stage(Does("a"), Does("c")).mind.snapshot()
    with pytest.raises(SnapshotError, match="another definition"):
        stage.mind.restore(other)
    assert stage.tick() == "b."


def test_tuning_numbers_keeps_saved_games_c5():
    tuned = Stage(Does("a"), Does("b"), wants=["b"], period=3.0, dwell=1.0)
    tuned.mind.restore(through_json(busy().mind))
    assert tuned.mind.running == "b"
