"""Nodes of the user's own class (docstrings of CustomNode and Ticking; rules B6, C2, C5)."""

import json

import pytest

from gumption import Snapshot, bt
from gumption.errors import GumptionError, UsageError
from gumption.status import Status
from tests.bt.stage import F, R, S, Stage, X, asks, every, leaf, play, row


class Alternate(bt.CustomNode):
    """Each child in turn, one a tick, until one does not succeed."""

    def tick(self, ticking):
        turn = ticking.memory.get("turn", 0)
        status = ticking.tick(turn)
        if status is S:
            ticking.memory["turn"] = (turn + 1) % ticking.count
            return R
        return status


class AtLeast(bt.CustomNode):
    """A decorator: SUCCESS only in the n-th tick or later."""

    def __init__(self, n):
        self.n = n

    def tick(self, ticking):
        ticking.memory["ticks"] = ticking.memory.get("ticks", 0) + 1
        status = ticking.tick(0)
        return R if status is S and ticking.memory["ticks"] < self.n else status


class First(bt.CustomNode):
    """All at once; the first result counts, for all."""

    def tick(self, ticking):
        results = [ticking.tick(index) for index in range(ticking.count)]
        return next((status for status in results if status is not R), R)


class Prefers(bt.CustomNode):
    """The last child where it is not SKIPPED; halts the first one then."""

    def tick(self, ticking):
        better = ticking.tick(1)
        if better is not X:
            ticking.halt(0)
            return better
        return ticking.tick(0)


CUSTOM = [
    row("each in turn", lambda *each: Alternate().of(*each), "S S",
        "R a( aS a)S", "R b( bS b)S", "R a( aS a)S"),
    row("a child that takes time", lambda *each: Alternate().of(*each), "RS S",
        "R a( aR", "R aS a)S", "R b( bS b)S"),
    row("memory is empty at the next start", lambda *each: Alternate().of(*each), "S F",
        "R a( aS a)S", "F b( bF b)F", "R a( aS a)S"),
    row("memory is empty after a halt", lambda *each: Alternate().of(*each), "SR RR",
        "R a( aS a)S", "R b( bR", "halt b)H", "R a( aR"),
    row("halted while no child runs", lambda *each: Alternate().of(*each), "S S",
        "R a( aS a)S", "halt", "R a( aS a)S"),
    row("a decorator", lambda a: AtLeast(3).of(a), "S", "R a( aS a)S", "R a( aS a)S", "S a( aS a)S", "R a( aS a)S"),
    row("a decorator whose child runs", lambda a: AtLeast(2).of(a), "RS", "R a( aR", "S aS a)S"),
    row("what still runs is halted when it has finished", lambda *each: First().of(*each), "R RS R",
        "R a( aR b( bR c( cR", "S aR bS b)S cR a)H c)H"),
    row("it may halt a child", lambda *each: Prefers().of(*each), "R XR",
        "R b( bX b)S a( aR", "R b( bR a)H", "R bR"),
    row("two in each other", lambda *each: Alternate().of(AtLeast(2).of(each[0]), each[1]), "S S",
        "R a( aS a)S", "R a( aS a)S", "R b( bS b)S"),
]  # fmt: skip


@every(CUSTOM)
def test_a_node_of_ones_own_decides_which_children_are_ticked(line, around):
    """CustomNode: children, memory, halting; the same in every place."""
    play(line, around)


def custom(tick, *children, **options):
    return type("Mine", (bt.CustomNode,), {"tick": lambda self, ticking: tick(ticking)})().of(*children, **options)


@pytest.mark.parametrize("value", [None, True, "success", 0])
def test_a_result_that_is_no_status_is_an_error_that_names_node_and_value(value):
    """S4."""
    stage = Stage(bt.sequence(custom(lambda t: value, leaf("a", "S"), name="mine")))
    with pytest.raises(UsageError, match=f"returned {value!r}") as caught:
        stage.mind.tick()
    assert "sequence › mine" in caught.value.where
    assert stage.mind.status is None


def test_an_error_in_it_exits_its_children_and_names_its_line():
    """C3."""

    class Bad(bt.CustomNode):
        def tick(self, ticking):
            ticking.tick(0)
            if ticking.memory.setdefault("again", 0):
                raise RuntimeError("oh")
            ticking.memory["again"] = 1
            return R

    stage = Stage(bt.sequence(Bad().of(leaf("a", "R"))))
    stage.expect("R a( aR")
    with pytest.raises(GumptionError, match="RuntimeError: oh") as caught:
        stage.mind.tick()
    assert stage.take() == ["aR", "a)E"]
    assert "sequence › Bad" in caught.value.where
    assert "test_custom.py:" in caught.value.where
    stage.expect("R a( aR")
    stage.end()


def test_an_error_in_a_child_is_the_childs():
    """C3: the innermost place wins."""
    stage = Stage(First().of(bt.do(lambda agent: 1 / 0, name="divide")))
    with pytest.raises(GumptionError) as caught:
        stage.mind.tick()
    assert "First › divide" in caught.value.where


def test_all_four_results_are_possible_and_a_skip_is_a_skip():
    """S1: also without ticking a child."""
    for status in (S, F, R, X):
        stage = Stage(bt.sequence(custom(lambda t, status=status: status, leaf("a", "S"))))
        assert stage.mind.tick() is status
        assert bool(stage.mind.running) == (status is R)
        stage.end()


def saved(mind):
    return json.loads(json.dumps(mind.snapshot().to_plain()))


def test_its_memory_is_saved_and_restored():
    """C5: in the middle; by another mind, too."""
    stage = Stage(AtLeast(3).of(leaf("a", "S")))
    stage.mind.tick()
    text = saved(stage.mind)
    assert stage.mind.tick() is R
    assert stage.mind.tick() is S
    other = stage.tree.bind(stage.agent)
    for mind in (stage.mind, other):
        mind.restore(Snapshot.from_plain(text))
        assert [mind.tick(), mind.tick()] == [R, S]


def test_a_snapshot_does_not_change_with_the_mind():
    """C5: what was saved is data of its own, and may be restored twice."""
    stage = Stage(AtLeast(3).of(leaf("a", "S")))
    stage.mind.tick()
    snapshot = stage.mind.snapshot()
    for _ in range(2):
        assert [stage.mind.tick(), stage.mind.tick()] == [R, S]
        stage.mind.restore(snapshot)


def test_memory_that_is_no_plain_data_cannot_be_saved():
    """C5: the error says where."""
    stage = Stage(custom(lambda t: t.memory.update(agent=t.agent) or R, leaf("a", "S")))
    stage.mind.tick()
    with pytest.raises(UsageError, match="not plain data") as caught:
        stage.mind.snapshot()
    assert "agent" in caught.value.where


def test_one_object_serves_many_minds_and_places():
    """CustomNode: what has to be remembered is in the memory of each place of each mind."""
    node = AtLeast(2)
    tree = bt.Tree(
        bt.parallel(node.of(leaf("a", "S")), bt.guard(asks("g", "01"), node.of(leaf("b", "S"))), success=1, failure=2)
    )
    one, two = Stage(bt.subtree(tree)), Stage(bt.subtree(tree))
    one.expect("R a( aS a)S g0")
    two.expect("R a( aS a)S g0")
    one.expect("S a( aS a)S")
    assert two.mind.status is Status.RUNNING
    one.expect("R a( aS a)S g1 b( bS b)S")


@pytest.mark.parametrize("traced", [False, True])
def test_it_needs_no_children(traced):
    """A leaf of one's own, with memory."""

    class Counts(bt.CustomNode):
        def tick(self, ticking):
            ticking.memory["n"] = ticking.memory.get("n", 0) + 1
            ticking.agent.call(str(ticking.memory["n"]))
            return S if ticking.memory["n"] == 3 else R

    stage = Stage(bt.sequence(Counts().of(), leaf("a", "R")), traced=traced)
    stage.expect("R 1")
    stage.expect("halt")
    stage.expect("R 1")
    stage.expect("R 2")
    stage.expect("R 3 a( aR")
    stage.end()
