"""Children in an order that is drawn: random_selector, random_sequence, weighted_selector (rule B2)."""

from collections import Counter

import pytest

from gumption import Context, Status, bt
from gumption.core.random import RandomStream
from gumption.testing import CallRecorder
from tests.bt.stage import Leaf, Stage, every, leaf, play, row

ONE_CHILD = [
    row("one child", bt.random_sequence, "RS", "R a( aR", "S aS a)S"),
    row("one that fails", bt.random_sequence, "RF", "R a( aR", "F aF a)F"),
    row("one that skips", bt.random_sequence, "X", "X a( aX a)S"),
    row("halted", bt.random_sequence, "R", "R a( aR", "halt a)H", "R a( aR"),
]  # fmt: skip


@pytest.mark.parametrize(
    "make", [bt.random_sequence, bt.random_selector, lambda child: bt.weighted_selector((2.0, child))]
)
@pytest.mark.parametrize("around", ["alone", "traced", "timeout", "parallel", "deep"])
@pytest.mark.parametrize("line", ONE_CHILD, ids=lambda line: line.what)
def test_with_one_child_nothing_is_left_to_chance(make, around, line):
    """B2."""
    play(row(line.what, make, line.scripts, *line.story), around)


MANY = {
    "random_sequence": (bt.random_sequence, "S", "F"),
    "random_selector": (bt.random_selector, "F", "S"),
    "weighted_selector": (lambda *children: bt.weighted_selector(*((1.0, child) for child in children)), "F", "S"),
}


def run(make, scripts, seed=1):
    """An agent and mind after one tick, and the names of the children in the order of their turns."""
    stage = Stage(make(*(leaf(name, script) for name, script in zip("abcdef", scripts, strict=False))), seed=seed)
    stage.mind.tick()
    order = "".join(call[0] for call in stage.agent.calls if call[1] == "(")
    stage.agent.calls.clear()
    return stage, order


@pytest.mark.parametrize(("make", "goes_on", "stops"), MANY.values(), ids=MANY)
def test_all_children_have_a_turn_unless_one_stops_it(make, goes_on, stops):
    """B2: each once; the one that stops it is the last."""
    _, order = run(make, goes_on * 6)
    assert sorted(order) == list("abcdef")
    for seed in range(20):
        stage, order = run(make, goes_on + stops + goes_on * 4, seed)
        assert order[-1] == "b"
        assert stage.mind.status is {"F": Status.FAILURE, "S": Status.SUCCESS}[stops]


@pytest.mark.parametrize(("make", "goes_on", "stops"), MANY.values(), ids=MANY)
def test_one_seed_gives_one_order_and_seeds_give_different_ones(make, goes_on, stops):
    """C6, B2."""
    orders = [run(make, goes_on * 6, seed)[1] for seed in range(30)]
    assert orders == [run(make, goes_on * 6, seed)[1] for seed in range(30)]
    assert len(set(orders)) > 20


@pytest.mark.parametrize(("make", "goes_on", "stops"), MANY.values(), ids=MANY)
def test_the_order_is_kept_while_a_child_runs_and_drawn_anew_at_the_next_start(make, goes_on, stops):
    """B2: nothing is drawn while it runs."""
    stage, order = run(make, [f"R{goes_on}"] * 5)
    drawn = stage.mind.context.draws
    turns = [order]
    while stage.mind.tick() is Status.RUNNING:
        turns += [call[0] for call in stage.agent.calls if call[1] == "("]
        stage.agent.calls.clear()
    assert sorted(turns) == list("abcde")
    assert stage.mind.context.draws == drawn
    stage.agent.calls.clear()
    stage.mind.tick()
    assert stage.mind.context.draws > drawn


def test_the_order_comes_from_the_agents_own_stream():
    """B2, C6: seed and entity give it, so another user of the stream, in the same order, sees the same numbers."""
    orders = {}
    for entity in (1, 2):
        agent = CallRecorder()
        tree = bt.Tree(bt.random_sequence(*(leaf(name, "S") for name in "abcdef")))
        tree.bind(agent, Context(seed=9, entity=entity)).tick()
        orders[entity] = [call[0] for call in agent.calls if call[1] == "("]
        shuffled = list("abcdef")
        RandomStream(9, entity).shuffle(shuffled)
        assert orders[entity] == shuffled
    assert orders[1] != orders[2]


@pytest.mark.parametrize(("make", "goes_on", "stops"), MANY.values(), ids=MANY)
def test_skipped_children_do_not_count_unless_all_are(make, goes_on, stops):
    """B2, S1."""
    for seed in range(10):
        assert run(make, "XXX", seed)[0].mind.status is Status.SKIPPED
        mixed = run(make, f"X{goes_on}X", seed)[0]
        assert mixed.mind.status is {"S": Status.SUCCESS, "F": Status.FAILURE}[goes_on]
        assert run(make, f"X{stops}X", seed)[0].mind.status is {"F": Status.FAILURE, "S": Status.SUCCESS}[stops]


@pytest.mark.parametrize(("make", "goes_on", "stops"), MANY.values(), ids=MANY)
def test_halted_it_draws_anew(make, goes_on, stops):
    """B2: reset."""
    stage, order = run(make, ["R"] * 6)
    firsts = {order}
    for _ in range(30):
        stage.mind.halt()
        assert stage.agent.calls == [f"{order})H"]
        stage.agent.calls.clear()
        stage.mind.tick()
        order = stage.agent.calls[0][0]
        firsts.add(order)
        stage.agent.calls.clear()
    assert len(firsts) > 3


def test_a_shuffle_gives_all_orders_about_equally_often():
    """B2."""
    stage = Stage(bt.random_sequence(*(leaf(name, "S") for name in "abc")))
    counts = Counter()
    for _ in range(1200):
        stage.mind.tick()
        counts["".join(call[0] for call in stage.agent.calls if call[1] == "(")] += 1
        stage.agent.calls.clear()
    assert len(counts) == 6
    assert all(140 < count < 260 for count in counts.values()), counts


def test_a_heavier_child_comes_first_as_often_as_its_weight_says():
    """B2: drawn without replacement, so that what is left shares the next place by its weights."""
    stage = Stage(bt.weighted_selector((6.0, leaf("a", "F")), (3.0, leaf("b", "F")), (1.0, leaf("c", "F"))))
    counts = Counter()
    for _ in range(2000):
        stage.mind.tick()
        counts["".join(call[0] for call in stage.agent.calls if call[1] == "(")] += 1
        stage.agent.calls.clear()
    first = Counter()
    for order, count in counts.items():
        first[order[0]] += count
    assert 1120 < first["a"] < 1280
    assert 530 < first["b"] < 670
    assert 150 < first["c"] < 250
    assert 0.68 < counts["abc"] / first["a"] < 0.82


def in_each_other(a):
    return bt.random_sequence(bt.random_selector(bt.weighted_selector((1.0, bt.random_sequence(a)))))


@every([
    row("one after the other", in_each_other, "RSF", "R a( aR", "S aS a)S", "F a( aF a)F"),
    row("halted", in_each_other, "R", "R a( aR", "halt a)H", "R a( aR"),
])  # fmt: skip
def test_random_nodes_inside_each_other(line, around):
    """B2."""
    play(line, around)


def test_other_leaves_may_draw_from_the_same_stream_meanwhile():
    """B2: the order is what was drawn at entry, whatever others draw later."""

    class Draws(Leaf):
        def tick(self, agent, context):
            context.random.random()
            return super().tick(agent, context)

    one = Stage(bt.random_sequence(*(bt.action(Draws(name, "RS")) for name in "abcd")))
    two = Stage(bt.random_sequence(*(leaf(name, "RS") for name in "abcd")))
    for stage in (one, two):
        for _ in range(5):
            stage.mind.tick()
    assert one.agent.calls == two.agent.calls
