"""Composites that ask anew at every tick: rules B2 and B3, line by line."""

from gumption import bt
from tests.bt.stage import X, every, leaf, play, row

REACTIVE_SEQUENCE = [
    row("all succeed", bt.reactive_sequence, "S S", "S a( aS a)S b( bS b)S", "S a( aS a)S b( bS b)S"),
    row("the first failure ends it", bt.reactive_sequence, "S F S", "F a( aS a)S b( bF b)F"),
    row("every tick begins at the first child", bt.reactive_sequence, "1 1 RRS",
        "R a1 b1 c( cR", "R a1 b1 cR", "S a1 b1 cS c)S"),
    row("a condition that no longer holds halts what runs", bt.reactive_sequence, "110 R S",
        "R a1 b( bR", "R a1 bR", "F a0 b)H", "F a0"),
    row("a condition in the middle that no longer holds", bt.reactive_sequence, "1 10 R",
        "R a1 b1 c( cR", "F a1 b0 c)H"),
    row("after the failure it begins anew", bt.reactive_sequence, "101 R", "R a1 b( bR", "F a0 b)H", "R a1 b( bR"),
    row("an earlier child that runs halts the later one first", bt.reactive_sequence, "SR R",
        "R a( aS a)S b( bR", "R b)H a( aR", "R aR"),
    row("an earlier action halts the later one, which starts anew", bt.reactive_sequence, "S R",
        "R a( aS a)S b( bR", "R b)H a( aS a)S b( bR"),
    row("an earlier action that fails halts the later one first", bt.reactive_sequence, "SF R",
        "R a( aS a)S b( bR", "F b)H a( aF a)F"),
    row("the running child goes on, and the next one starts", bt.reactive_sequence, "RS R",
        "R a( aR", "R aS a)S b( bR"),
    row("a skipped child is passed over", bt.reactive_sequence, "X RX S",
        "R a( aX a)S b( bR", "S b)H a( aX a)S b( bX b)S c( cS c)S"),
    row("all skip", bt.reactive_sequence, "X X", "X a( aX a)S b( bX b)S"),
    row("a running child that skips is over", bt.reactive_sequence, "RX S", "R a( aR", "S aX a)S b( bS b)S"),
    row("halted, nothing is left", bt.reactive_sequence, "1 R", "R a1 b( bR", "halt b)H", "R a1 b( bR"),
    row("five children", bt.reactive_sequence, "1 110 1 RS R",
        "R a1 b1 c1 d( dR", "R a1 b1 c1 dS d)S e( eR", "F a1 b0 e)H"),
]  # fmt: skip

REACTIVE_SELECTOR = [
    row("the first success ends it", bt.reactive_selector, "F S S", "S a( aF a)F b( bS b)S"),
    row("all fail", bt.reactive_selector, "F F", "F a( aF a)F b( bF b)F"),
    row("every tick begins at the first child", bt.reactive_selector, "0 0 RRF",
        "R a0 b0 c( cR", "R a0 b0 cR", "F a0 b0 cF c)F"),
    row("a condition that holds at last halts what runs", bt.reactive_selector, "001 R",
        "R a0 b( bR", "R a0 bR", "S a1 b)H", "S a1"),
    row("a better action pre-empts", bt.reactive_selector, "FR R",
        "R a( aF a)F b( bR", "R b)H a( aR", "R aR"),
    row("a better action that fails again halts the other all the same", bt.reactive_selector, "F R",
        "R a( aF a)F b( bR", "R b)H a( aF a)F b( bR"),
    row("a better action that succeeds", bt.reactive_selector, "FS R", "R a( aF a)F b( bR", "S b)H a( aS a)S"),
    row("the running child fails, and the next one starts", bt.reactive_selector, "RF R",
        "R a( aR", "R aF a)F b( bR"),
    row("a skipped child is passed over", bt.reactive_selector, "X F", "F a( aX a)S b( bF b)F"),
    row("all skip", bt.reactive_selector, "X X", "X a( aX a)S b( bX b)S"),
    row("halted, nothing is left", bt.reactive_selector, "0 R", "R a0 b( bR", "halt b)H", "R a0 b( bR"),
    row("five children", bt.reactive_selector, "0 001 0 RF R",
        "R a0 b0 c0 d( dR", "R a0 b0 c0 dF d)F e( eR", "S a0 b1 e)H"),
]  # fmt: skip


def pre_empting(a, b, c):
    """`b` where `a` holds, else `c`."""
    return bt.reactive_selector(bt.sequence(a, b), c)


def in_each_other(a, b, c, d):
    return bt.reactive_selector(bt.sequence(a, bt.reactive_selector(bt.sequence(b, c), d)), leaf("z", "R"))


def two_levels(a, b, c):
    """What runs is `c`, two reactive nodes deep."""
    return bt.reactive_sequence(a, bt.reactive_selector(b, bt.reactive_sequence(bt.always(X), c)))


NESTED = [
    row("a branch that becomes possible pre-empts", pre_empting, "001 R R",
        "R a0 c( cR", "R a0 cR", "R a1 c)H b( bR", "R bR"),
    row("and falls back when it is done", pre_empting, "0100 F R",
        "R a0 c( cR", "R a1 c)H b( bF b)F c( cR", "R a0 cR"),
    row("the inner one changes within the branch", in_each_other, "1 010 R R",
        "R a1 b0 d( dR", "R b1 d)H c( cR", "R cR"),
    row("the outer one pre-empts with the inner one's choice", in_each_other, "01 1 R R",
        "R a0 z( zR", "R a1 b1 z)H c( cR"),
    row("two levels, the outer one ends it", two_levels, "10 0 R", "R a1 b0 c( cR", "F a0 c)H"),
    row("two levels, the inner one ends it", two_levels, "1 01 R", "R a1 b0 c( cR", "S a1 b1 c)H"),
    row("two levels, nothing changes", two_levels, "1 0 RS", "R a1 b0 c( cR", "S a1 b0 cS c)S"),
]  # fmt: skip


@every(REACTIVE_SEQUENCE)
def test_a_reactive_sequence_asks_all_children_at_every_tick(line, around):
    """B2, B3, B8: the sequence of the literature; py_trees' Sequence(memory=False)."""
    play(line, around)


@every(REACTIVE_SELECTOR)
def test_a_reactive_selector_asks_all_children_at_every_tick(line, around):
    """B2, B3, B8: a better child pre-empts, and what it leaves is halted before it starts."""
    play(line, around)


@every(NESTED)
def test_reactive_nodes_inside_each_other(line, around):
    """B2, B3: each level halts what it leaves, once, and before anything starts."""
    play(line, around)
