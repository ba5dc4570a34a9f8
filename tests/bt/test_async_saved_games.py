"""Leaves that are coroutines in saved games (rules W10, W11)."""

import json

import pytest

from gumption import Snapshot, bt
from gumption.core.coroutines.awaitables import gather, next_tick, sleep
from gumption.core.trace import Entered, Exited
from gumption.errors import MindError, SnapshotError, UsageError
from tests.bt.awaiting import TRACED
from tests.bt.failing import Boom
from tests.bt.stage import AROUND, S, Stage, leaf

WOOD = bt.Key("wood", int, 0)


async def build(agent, context):
    """Four walls, one a tick."""
    agent.call(f"from {context.resumed}")
    try:
        for wall in range(context.resumed or 0, 4):
            agent.call(f"wall {wall}")
            context.checkpoint(wall + 1)
            await next_tick()
    finally:
        agent.call("out")


def saved(stage):
    """As a file would give it back."""
    return Snapshot.from_plain(json.loads(json.dumps(stage.mind.snapshot().to_plain())))


def record_of(stage):
    return stage.mind.snapshot().to_plain()["data"]["record"]


def made(around="alone", run=build):
    return Stage(AROUND[around](bt.action(run)), traced=around == "traced")


def words(stage):
    stage.mind.tick()
    return stage.take()


@pytest.mark.parametrize("around", AROUND)
def test_a_loaded_game_begins_the_coroutine_anew_from_its_checkpoint(around):
    """W11: with the next tick."""
    stage = made(around)
    assert words(stage) == ["from None", "wall 0"]
    assert words(stage) == ["wall 1"]
    loaded = made(around)
    loaded.mind.restore(saved(stage))
    assert loaded.take() == []
    assert (loaded.mind.status, loaded.mind.running) == (stage.mind.status, stage.mind.running)
    assert words(loaded) == ["from 2", "wall 2"]
    assert words(loaded) == ["wall 3"]
    assert words(loaded) == ["out"]
    assert loaded.mind.status is S
    assert not [each for each in loaded.events if isinstance(each, Entered)]
    assert len([each for each in loaded.events if isinstance(each, Exited)]) == (around == "traced")
    assert words(loaded)[0] == "from None"


CHECKPOINT = {"checkpoint": 1, "mail": None}


def test_the_checkpoint_stands_in_the_record_while_the_leaf_runs():
    """W10: also in a game that is saved again before its next tick."""
    stage = made()
    idle = record_of(stage)
    stage.mind.tick()
    assert [each for each in record_of(stage) if each not in idle] == [1, CHECKPOINT]
    again = made()
    again.mind.restore(saved(stage))
    assert record_of(again) == record_of(stage)
    stage.mind.halt()
    assert record_of(stage) == idle
    again.mind.halt()
    assert record_of(again) == idle
    assert again.take() == []


def test_a_new_start_knows_nothing_of_an_older_checkpoint():
    """W11: resumed is None on a first start, be it after an end, a halt or an error."""
    stage = made()
    words(stage)
    stage.mind.halt()
    assert stage.take() == ["out"]
    assert words(stage) == ["from None", "wall 0"]


def test_a_leaf_without_a_checkpoint_begins_from_its_start():
    """W10."""

    async def walk(agent, context):
        agent.call(f"from {context.resumed}")
        await sleep(1.0)

    stage, loaded = made(run=walk), made(run=walk)
    stage.mind.tick()
    loaded.mind.restore(saved(stage))
    assert words(loaded) == ["from None"]


def test_a_checkpoint_that_is_not_plain_data_is_an_error_where_it_is_made():
    """W11, checked with core.plain."""

    async def walk(agent, context):
        context.checkpoint({"map": {1, 2}})

    stage = made(run=walk)
    with pytest.raises(UsageError, match="not plain data"):
        stage.mind.tick()
    assert stage.mind.status is None


def test_hooks_of_a_loaded_action_are_not_called_again():
    """C5: enter was; exit will be."""

    class Hooked(bt.Action):
        def enter(self, agent):
            agent.call("h(")

        async def tick(self, agent, context):
            await sleep(1.0)

        def exit(self, agent, context, reason):
            agent.call(f"h){reason.value[0].upper()}")

    stage, loaded = Stage(bt.action(Hooked)), Stage(bt.action(Hooked))
    stage.expect("R h(")
    loaded.mind.restore(saved(stage))
    loaded.expect("R")
    loaded.expect("+1.0 S h)S")


@pytest.mark.parametrize("again", [False, True], ids=["halted before the next tick", "halted after it"])
def test_a_loaded_leaf_can_be_halted(again):
    stage, loaded = made("reactive"), made("reactive")
    stage.mind.tick()
    loaded.mind.restore(saved(stage))
    if again:
        loaded.mind.tick()
        loaded.take()
    loaded.mind.halt()
    assert loaded.take() == (["out"] if again else [])
    assert words(loaded) == ["from None", "wall 0"]


@TRACED
def test_a_restore_closes_the_runs_that_it_replaces(traced):
    """W11: nobody can drop a coroutine without its `finally`; that of the loaded game is begun with the next tick."""
    stage = Stage(bt.parallel(bt.action(build), leaf("b", "R")), traced=traced)
    stage.mind.tick()
    early = saved(stage)
    stage.mind.tick()
    stage.take()
    stage.events.clear()
    stage.mind.restore(early)
    assert stage.take() == ["out"]
    assert not stage.events
    stage.mind.tick()
    assert stage.take() == ["from 1", "wall 1", "bR"]


def test_an_error_of_the_clean_up_is_told_when_the_saved_state_is_in_place():
    """C5, W11: nothing is swallowed, and nothing left half done."""

    async def walk(agent):
        try:
            await sleep(1.0)
        finally:
            raise Boom("boom")

    stage = made(run=walk)
    idle = saved(stage)
    stage.mind.tick()
    with pytest.raises(MindError, match="Boom: boom") as caught:
        stage.mind.restore(idle)
    assert "tree › walk (" in caught.value.where
    assert stage.mind.status is None
    assert record_of(stage) == idle.data["record"]


def test_a_refused_snapshot_leaves_the_run_alone():
    """C5: the mind is unchanged."""
    stage = made()
    words(stage)
    with pytest.raises(SnapshotError):
        stage.mind.restore(Stage(leaf("b", "R")).mind.snapshot())
    assert words(stage) == ["wall 1"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (7, "an object with checkpoint and mail"),
        ({}, "an object with checkpoint and mail"),
        ({"checkpoint": 1, "more": 2}, "an object with checkpoint and mail"),
        ({"checkpoint": 1, "mail": 2}, "expected an object, found 2"),
        (None, "a checkpoint while the node runs, and only then"),
    ],
)
def test_a_damaged_run_is_refused(value, words):
    """C5."""
    stage = made()
    stage.mind.tick()
    plain = stage.mind.snapshot().to_plain()
    plain["data"]["record"][plain["data"]["record"].index(CHECKPOINT)] = value
    with pytest.raises(SnapshotError, match=words) as caught:
        stage.mind.restore(Snapshot.from_plain(plain))
    assert "run of tree › build" in caught.value.where


def test_a_run_of_a_leaf_that_does_not_run_is_refused():
    """C5."""
    stage = made()
    plain = stage.mind.snapshot().to_plain()
    plain["data"]["record"][-1] = CHECKPOINT
    with pytest.raises(SnapshotError, match="only then"):
        stage.mind.restore(Snapshot.from_plain(plain))


# What the context of a run shares with that of its mind


async def chop(agent, context):
    while context.blackboard[WOOD] < 3:
        context.blackboard[WOOD] += 1
        agent.call(f"wood {context.blackboard[WOOD]}")
        context.checkpoint([context.blackboard[WOOD]])
        await next_tick()


@TRACED
def test_the_blackboard_is_within_reach_and_is_saved_with_the_rest(traced):
    """W11: in subtrees as the subtree calls its keys."""
    inner = bt.Tree(bt.action(chop), keys=[WOOD], name="inner")
    logs = bt.Key("logs", int, 0)

    def stage():
        root = bt.parallel(bt.subtree(inner, scope={WOOD: logs}), bt.subtree(inner))
        return Stage(root, keys=[logs], traced=traced)

    first = stage()
    assert words(first) == ["wood 1", "wood 1"]
    loaded = stage()
    loaded.mind.restore(saved(first))
    assert words(loaded) == ["wood 2", "wood 2"]
    assert words(loaded) == ["wood 3", "wood 3"]
    loaded.mind.tick()
    assert loaded.mind.status is S
    assert loaded.mind.context.blackboard[logs] == 3


def test_the_random_stream_is_the_agents_and_goes_on_in_a_loaded_game():
    """C5, C6."""

    async def dice(agent, context):
        async def throw():
            agent.call(f"{context.random.random()}")

        while True:
            await gather(throw(), throw())
            await next_tick()

    stage, loaded = made(run=dice), made(run=dice)
    one = words(stage)
    loaded.mind.restore(saved(stage))
    two = words(stage)
    assert words(loaded) == two
    assert one != two
    assert stage.mind.context.draws == loaded.mind.context.draws == 4
