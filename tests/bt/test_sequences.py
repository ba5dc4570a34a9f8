"""Sequences and selectors that keep their place: rule B2, line by line."""

from gumption import bt
from tests.bt.stage import every, play, row

SEQUENCE = [
    row(
        "all succeed", bt.sequence, "S S",
        "S a( aS a)S b( bS b)S",
        "S a( aS a)S b( bS b)S",
    ),
    row(
        "the first failure ends it", bt.sequence, "S F S",
        "F a( aS a)S b( bF b)F",
        "F a( aS a)S b( bF b)F",
    ),
    row(
        "it resumes at the running child", bt.sequence, "S RRS S",
        "R a( aS a)S b( bR",
        "R bR",
        "S bS b)S c( cS c)S",
        "S a( aS a)S b( bS b)S c( cS c)S",
    ),
    row("a failure after running", bt.sequence, "S RF S", "R a( aS a)S b( bR", "F bF b)F", "F a( aS a)S b( bF b)F"),
    row("conditions before are not asked again", bt.sequence, "1 R", "R a1 b( bR", "R bR", "R bR"),
    row("a condition behind is asked when it is reached", bt.sequence, "RS 1 S", "R a( aR", "S aS a)S b1 c( cS c)S"),
    row("a condition fails", bt.sequence, "S 0 S", "F a( aS a)S b0"),
    row("a skipped child is passed over", bt.sequence, "X S", "S a( aX a)S b( bS b)S"),
    row("a skipped child at the end", bt.sequence, "S X", "S a( aS a)S b( bX b)S"),
    row("a skipped child before a failure", bt.sequence, "X F", "F a( aX a)S b( bF b)F"),
    row("all skip", bt.sequence, "X X X", "X a( aX a)S b( bX b)S c( cX c)S"),
    row("resumed, it is no longer all skipped", bt.sequence, "X RX", "R a( aX a)S b( bR", "S bX b)S"),
    row("halted, it begins anew", bt.sequence, "S R", "R a( aS a)S b( bR", "halt b)H", "R a( aS a)S b( bR"),
    row("two that run one after the other", bt.sequence, "RS RS", "R a( aR", "R aS a)S b( bR", "S bS b)S"),
    row(
        "six children", bt.sequence, "S X 1 RRS S 0",
        "R a( aS a)S b( bX b)S c1 d( dR",
        "R dR",
        "F dS d)S e( eS e)S f0",
        "F a( aS a)S b( bX b)S c1 d( dS d)S e( eS e)S f0",
    ),
    row("six that succeed", bt.sequence, "1 S 1 S 1 1", "S a1 b( bS b)S c1 d( dS d)S e1 f1"),
    row("one child", bt.sequence, "RFX", "R a( aR", "F aF a)F", "X a( aX a)S"),
]  # fmt: skip

SELECTOR = [
    row("the first success ends it", bt.selector, "F S S", "S a( aF a)F b( bS b)S", "S a( aF a)F b( bS b)S"),
    row("all fail", bt.selector, "F F", "F a( aF a)F b( bF b)F"),
    row(
        "it resumes at the running child", bt.selector, "F RRF S",
        "R a( aF a)F b( bR",
        "R bR",
        "S bF b)F c( cS c)S",
    ),
    row("a success after running", bt.selector, "F RS S", "R a( aF a)F b( bR", "S bS b)S"),
    row("a better child is not asked again", bt.selector, "01 R", "R a0 b( bR", "R bR"),
    row("a skipped child is passed over", bt.selector, "X S", "S a( aX a)S b( bS b)S"),
    row("a skipped child at the end", bt.selector, "F X", "F a( aF a)F b( bX b)S"),
    row("all skip", bt.selector, "X X", "X a( aX a)S b( bX b)S"),
    row("resumed, it is no longer all skipped", bt.selector, "X RX", "R a( aX a)S b( bR", "F bX b)S"),
    row("halted, it begins anew", bt.selector, "F R", "R a( aF a)F b( bR", "halt b)H", "R a( aF a)F b( bR"),
    row(
        "six children", bt.selector, "F X 0 RRF F 1",
        "R a( aF a)F b( bX b)S c0 d( dR",
        "R dR",
        "S dF d)F e( eF e)F f1",
    ),
    row("six that fail", bt.selector, "0 F 0 F 0 0", "F a0 b( bF b)F c0 d( dF d)F e0 f0"),
]  # fmt: skip

WITH_MEMORY = [
    row(
        "after a failure it begins at the child that failed", bt.sequence_with_memory, "S FS S",
        "F a( aS a)S b( bF b)F",
        "S b( bS b)S c( cS c)S",
        "S a( aS a)S b( bS b)S c( cS c)S",
    ),
    row(
        "the place moves on from failure to failure", bt.sequence_with_memory, "S FS FFS",
        "F a( aS a)S b( bF b)F",
        "F b( bS b)S c( cF c)F",
        "F c( cF c)F",
        "S c( cS c)S",
        "S a( aS a)S b( bS b)S c( cS c)S",
    ),
    row(
        "a failure after running", bt.sequence_with_memory, "S RFRS",
        "R a( aS a)S b( bR",
        "F bF b)F",
        "R b( bR",
        "S bS b)S",
        "S a( aS a)S b( bS b)S",
    ),
    row(
        "halted while it runs, it forgets the place", bt.sequence_with_memory, "S FR",
        "F a( aS a)S b( bF b)F",
        "R b( bR",
        "halt b)H",
        "R a( aS a)S b( bR",
    ),
    row(
        "halting what does not run forgets nothing", bt.sequence_with_memory, "S FS",
        "F a( aS a)S b( bF b)F",
        "halt",
        "S b( bS b)S",
    ),
    row("a failing condition keeps the place, too", bt.sequence_with_memory, "S 01 S",
        "F a( aS a)S b0", "S b1 c( cS c)S"),
    row("skipped children are passed over", bt.sequence_with_memory, "X S X", "S a( aX a)S b( bS b)S c( cX c)S"),
    row("all skip", bt.sequence_with_memory, "X X", "X a( aX a)S b( bX b)S"),
    row("it resumes at the running child", bt.sequence_with_memory, "S RS S",
        "R a( aS a)S b( bR", "S bS b)S c( cS c)S"),
]  # fmt: skip


@every(SEQUENCE)
def test_a_sequence_keeps_its_place_until_it_is_done(line, around):
    """B2, B6, B8: BehaviorTree.CPP's Sequence; earlier children are not ticked again."""
    play(line, around)


@every(SELECTOR)
def test_a_selector_keeps_its_place_until_it_is_done(line, around):
    """B2, B8: BehaviorTree.CPP's Fallback."""
    play(line, around)


@every(WITH_MEMORY)
def test_a_sequence_with_memory_remembers_where_it_failed(line, around):
    """B2, B8: keeps its position only from a failure to its next start."""
    play(line, around)
