"""Snapshots that were tampered with, or belong elsewhere (rule C5, `Mind.restore`)."""

import json

import pytest

from gumption import F as Agent
from gumption import Snapshot, bt
from gumption.bt.kinds import Place
from gumption.errors import SnapshotError
from tests.bt.stage import F, R, S, Stage, leaf


class Keeps(bt.CustomNode):
    def tick(self, ticking):
        ticking.memory["n"] = 1
        return ticking.tick(0)


TREES = {
    "sequence": lambda: bt.sequence(leaf("a", "S"), leaf("b", "R")),
    "parallel": lambda: bt.parallel(leaf("a", "S"), leaf("b", "R")),
    "random": lambda: bt.random_selector(leaf("a", "R"), leaf("b", "R")),
    "utility": lambda: bt.utility_selector((1, leaf("a", "R")), (2, leaf("b", "R"))),
    "wait": lambda: bt.sequence(bt.wait(3.0), leaf("a", "S")),
    "for_each": lambda: bt.for_each(lambda agent: [1, 2], leaf("a", "R"), into="item"),
    "custom": lambda: Keeps().of(leaf("a", "R")),
    "retry": lambda: bt.retry(3, leaf("a", "R")),
    "run_once": lambda: bt.run_once(leaf("a", "R")),
}


def saved(kind):
    """A stage in the middle of things, and its snapshot as plain data."""
    stage = Stage(TREES[kind]())
    stage.mind.tick()
    assert stage.mind.status is R
    stage.take()
    return stage, json.loads(json.dumps(stage.mind.snapshot().to_plain()))


def refused(stage, text):
    """Restoring must raise, and change nothing."""
    before = stage.mind.snapshot()
    with pytest.raises(SnapshotError) as caught:
        stage.mind.restore(Snapshot.from_plain(text))
    assert stage.mind.snapshot() == before
    assert stage.mind.tick() is R
    return caught.value


VALUES = [-1, 99, 1.5, True, "x", None, [], [9], [None], {}, {"a": 1}]


@pytest.mark.parametrize("kind", TREES)
def test_whatever_a_place_of_the_record_holds_the_mind_is_sound_or_refuses_it(kind):
    """C5: no other error comes out of it, at once or later; and halting exits all that runs."""
    stage, text = saved(kind)
    places = set()
    for place in range(len(text["data"]["record"])):
        for value in VALUES:
            damaged = json.loads(json.dumps(text))
            damaged["data"]["record"][place] = value
            where = f"{place}: {text['data']['record'][place]!r} -> {value!r}"
            other = Stage(TREES[kind]())
            other.agent.data.update(stage.agent.data)
            try:
                other.mind.restore(Snapshot.from_plain(damaged))
            except SnapshotError as error:
                places.add(error.where)
                continue
            for _ in range(3):
                try:
                    other.mind.tick()
                except Exception as error:
                    raise AssertionError(where) from error
            other.mind.halt()
            assert other.mind.running == (), where
    assert places
    assert all(place.startswith("snapshot.data.record") for place in places)


DAMAGE = [
    ("random", Place.ORDER, [0, 0], "order of tree › random_selector"),
    ("random", Place.ORDER, [0], "order of tree › random_selector"),
    ("random", Place.ORDER, None, "order of tree › random_selector"),
    ("utility", Place.ORDER, [1, 2], "order of tree › utility_selector"),
    ("parallel", Place.STATUSES, ["success"], "statuses of tree › parallel"),
    ("parallel", Place.STATUSES, ["success", "running"], "statuses of tree › parallel"),
    ("parallel", Place.STATUSES, ["success", "success"], "statuses of tree › parallel"),
    ("parallel", Place.STATUSES, [None, None], "statuses of tree › parallel"),
    ("parallel", Place.STATUSES, ["success", 3], "statuses of tree › parallel"),
    ("wait", Place.TIME, None, "due of tree › sequence › wait(3)"),
    ("for_each", Place.ITEMS, None, "items of tree › for_each"),
    ("for_each", Place.ITEMS, [], "index of tree › for_each"),
    ("for_each", Place.COUNT, 2, "index of tree › for_each"),
    ("custom", Place.MEMORY, [], "memory of tree › Keeps"),
    ("custom", Place.MEMORY, None, "memory of tree › Keeps"),
    ("retry", Place.COUNT, 3, "count of tree › retry(3)"),
    ("run_once", Place.STATUS, "success", "latch of tree › run_once"),
    ("run_once", Place.STATUS, "running", "latch of tree › run_once"),
]


@pytest.mark.parametrize(("kind", "holds", "value", "says"), DAMAGE)
def test_what_no_tick_can_have_left_is_told_with_its_node_and_place(kind, holds, value, says):
    """C5: each place is checked by what its node needs."""
    stage, text = saved(kind)
    place = next(number for number, slot in enumerate(stage.tree.layout.slots) if slot.holds is holds)
    text["data"]["record"][place] = value
    assert says in refused(stage, text).where


def test_nothing_runs_in_a_child_of_what_does_not_run():
    """C5: here in a child of a parallel."""
    stage, text = saved("parallel")
    text["data"]["record"][0] = 0
    text["data"]["status"] = None
    assert "running of tree › parallel" in refused(stage, text).where


@pytest.mark.parametrize("status", ["success", "failure", "skipped", None])
def test_a_status_that_does_not_fit_what_runs_is_refused(status):
    """C5: else a halt would do nothing, and leave it running."""
    stage, text = saved("sequence")
    text["data"]["status"] = status
    refused(stage, text)


def test_running_without_anything_that_runs_is_refused():
    """C5."""
    stage, text = saved("sequence")
    text["data"]["record"][0] = 0
    refused(stage, text)


@pytest.mark.parametrize("node", [1, 2, 99, -1, "3", None])
def test_only_what_can_run_by_itself_can_be_what_runs(node):
    """C5: not the sequence around it, nor a number of no node."""
    stage, text = saved("sequence")
    text["data"]["record"][0] = node
    if node != 2:  # the other action
        refused(stage, text)


@pytest.mark.parametrize("key", ["status", "since", "record", "blackboard"])
def test_what_is_missing_is_named(key):
    """C5: the error says where."""
    stage, text = saved("parallel")
    del text["data"][key]
    if key == "status":
        refused(stage, text)
    else:
        assert f"snapshot.data.{key}" in refused(stage, text).where


@pytest.mark.parametrize("length", [0, 3, 50])
def test_a_record_of_another_length_is_refused(length):
    """C5."""
    stage, text = saved("parallel")
    text["data"]["record"] = [0] * length
    assert "snapshot.data.record" in refused(stage, text).where


def test_a_snapshot_of_another_tree_is_refused():
    """C5: shapes are told apart by kinds, names, and names of functions."""
    for one in TREES:
        for other in TREES:
            if one != other:
                assert "another definition" in str(refused(saved(one)[0], saved(other)[1]))


def test_a_snapshot_fits_a_tree_that_was_built_anew():
    """C5: lines of code may have moved."""
    _, text = saved("sequence")
    stage = Stage(TREES["sequence"]())
    stage.mind.restore(Snapshot.from_plain(text))
    assert stage.mind.running == (3,)
    stage.expect("R bR")


def test_restoring_calls_no_hooks():
    """`Mind.restore`: neither of what ran before nor of what runs now."""
    stage, text = saved("sequence")
    stage.mind.restore(Snapshot.from_plain(text))
    stage.mind.halt()
    stage.take()
    stage.mind.restore(Snapshot.from_plain(text))
    assert stage.take() == []
    stage.expect("R bR")
    stage.mind.halt()
    assert stage.take() == ["b)H"]


def test_timers_keep_their_distance_to_the_clock():
    """C5: a mind may be restored where the clock reads something else."""
    stage, text = saved("wait")
    other = Stage(TREES["wait"]())
    other.clock.advance(1000.0)
    other.mind.restore(Snapshot.from_plain(text))
    other.expect("+2.9 R")
    other.expect("+0.1 S a( aS a)S")
    assert other.mind.status is S
    assert stage.mind.status is R


def tuned(seconds, thirst, weight, n, *, check=None):
    """One shape, with numbers to tune."""
    return bt.selector(
        bt.sequence(bt.condition(Agent.total < thirst), bt.always(F)),
        bt.guard(check or (Agent.total >= thirst), bt.timeout(seconds, bt.retry(n, leaf("a", "R")))),
        bt.weighted_selector((weight, leaf("b", "S"))),
    )


def test_numbers_may_be_tuned_between_saving_and_restoring():
    """C5: `Outline.shape` leaves out numbers and expressions; pictures and recordings do not."""
    stage, other = Stage(tuned(20.0, 0, 1.0, 3)), Stage(tuned(25.0, -1, 2.0, 9))
    stage.mind.tick()
    other.mind.restore(stage.mind.snapshot())
    other.expect("R aR")
    one, two = stage.tree.describe(), other.tree.describe()
    assert one.shape == two.shape
    assert one.digest != two.digest


def test_other_functions_are_another_shape():
    """C5: what is asked or done by a function has its name."""
    stage = Stage(tuned(20.0, 0, 1.0, 3))
    stage.mind.tick()
    other = Stage(tuned(20.0, 0, 1.0, 3, check=bool))
    with pytest.raises(SnapshotError, match="another definition"):
        other.mind.restore(stage.mind.snapshot())


def test_a_count_that_a_tuned_number_cannot_reach_is_refused():
    """C5: the error names the node."""
    stage, other = Stage(bt.retry(9, leaf("a", "FFFR"))), Stage(bt.retry(2, leaf("a", "R")))
    for _ in range(4):
        assert stage.mind.tick() is R
    with pytest.raises(SnapshotError) as caught:
        other.mind.restore(stage.mind.snapshot())
    assert "count of tree › retry(2)" in caught.value.where
