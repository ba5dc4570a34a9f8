"""One item after another: for_each (rule B4)."""

import pytest

from gumption import F, Status, bt
from gumption.errors import MindError
from tests.bt.stage import Stage, asks, every, leaf, play, row, says


def each(items="12", **more):
    def make(child):
        return bt.for_each(lambda agent: items, child, into=lambda agent, item: agent.call(f"i{item}"), **more)

    return make


def pre_empting(a, b):
    return bt.reactive_selector(bt.sequence(bt.condition(asks("c", "01")), each("1")(a)), b)


FOR_EACH = [
    row("one a tick", each("123"), "S", "R i1 a( aS a)S", "R i2 a( aS a)S", "S i3 a( aS a)S", "R i1 a( aS a)S"),
    row("a failure ends it", each("123"), "SF", "R i1 a( aS a)S", "F i2 a( aF a)F", "F i1 a( aF a)F"),
    row("a skip goes on", each("12"), "X", "R i1 a( aX a)S", "S i2 a( aX a)S"),
    row("items that take time are given once", each("12"), "RRSRS",
        "R i1 a( aR", "R aR", "R aS a)S", "R i2 a( aR", "S aS a)S"),
    row("no items", each(""), "F", "S", "S"),
    row("one item", each("1"), "S", "S i1 a( aS a)S"),
    row("halted in an item", each("12"), "SR", "R i1 a( aS a)S", "R i2 a( aR", "halt a)H", "R i1 a( aR"),
    row("halted between two", each("12"), "S", "R i1 a( aS a)S", "halt", "R i1 a( aS a)S", "S i2 a( aS a)S"),
    row("one in another", lambda a: each("xy")(each("12")(a)), "S",
        "R ix i1 a( aS a)S", "R i2 a( aS a)S", "R iy i1 a( aS a)S", "S i2 a( aS a)S"),
    row("it acts: what is left is halted before", pre_empting, "R R", "R c0 b( bR", "R c1 b)H i1 a( aR"),
    row("in a sequence, which waits", lambda a, b: bt.sequence(each("12")(a), b), "S S",
        "R i1 a( aS a)S", "S i2 a( aS a)S b( bS b)S"),
    row("several at each item", lambda a, b: each("12")(bt.parallel(a, b)), "RSS SS",
        "R i1 a( aR b( bS b)S", "R aS a)S", "S i2 a( aS a)S b( bS b)S"),
]  # fmt: skip


@every(FOR_EACH)
def test_for_each_runs_its_child_for_one_item_a_tick(line, around):
    """B4, B6: F ends it, S and X go on; no items: S."""
    play(line, around)


def test_items_are_read_at_entry():
    """B4: what happens to the list later does not matter; the next start reads it anew."""
    stage = Stage(
        bt.for_each(lambda agent: agent.items, leaf("a", "S"), into=lambda agent, item: agent.call(f"i{item}"))
    )
    stage.agent.items = items = [1, 2]
    stage.expect("R i1 a( aS a)S")
    items[:] = []
    stage.expect("S i2 a( aS a)S")
    stage.expect("S")


@pytest.mark.parametrize("items", [F.things, lambda agent, context: iter(agent.things), lambda agent: {"x": 1, "y": 2}])
def test_items_may_be_an_expression_or_anything_that_can_be_iterated_over(items):
    """B4, S5."""
    stage = Stage(bt.for_each(items, bt.do(says("d")), into="thing"))
    stage.agent.things = ["x", "y"]
    stage.mind.tick()
    assert stage.agent.thing == "x"
    stage.mind.tick()
    assert stage.agent.thing == "y"
    assert stage.agent.calls == ["d", "d"]


def test_falsy_items_are_items():
    """B4: nothing ends it early. (py_trees' ForEach stops at a None.)"""
    seen = []
    stage = Stage(
        bt.for_each(lambda agent: [None, 0, "", False], bt.do(says("d")), into=lambda agent, item: seen.append(item))
    )
    results = [stage.mind.tick() for _ in range(4)]
    assert results == [Status.RUNNING] * 3 + [Status.SUCCESS]
    assert seen == [None, 0, "", False]


def test_what_cannot_be_iterated_over_is_an_error_of_the_node():
    """C3."""
    stage = Stage(bt.for_each(lambda agent: None, leaf("a", "S"), into="thing"))
    with pytest.raises(MindError, match="not iterable") as caught:
        stage.mind.tick()
    assert "for_each(<lambda>, into=thing)" in caught.value.where
