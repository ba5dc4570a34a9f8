"""Decorators that map results, and those that try again (rule B4)."""

import pytest

from gumption import bt
from tests.bt.stage import every, play, row


def times(make, n):
    return lambda child: make(n, child)


MAPPED = {
    bt.invert: "FSRX",
    bt.force_success: "SSRX",
    bt.force_failure: "FFRX",
    bt.repeat_until_failure: "RSRX",
    bt.repeat_until_success: "SRRX",
    times(bt.retry, 1): "SFRX",
    times(bt.retry, 2): "SRRX",
    times(bt.repeat, 1): "SFRX",
    times(bt.repeat, 2): "RFRX",
    lambda child: bt.subtree(bt.Tree(child)): "SFRX",
}
"""Decorator -> what it makes of S, F, R, X in its first tick."""

FIRST_TICKS = [
    row(
        f"{given} becomes {wanted} ({number})",
        make,
        given,
        f"{wanted} a( a{given}" + ("" if given == "R" else f" a){exit_}"),
    )
    for number, (make, results) in enumerate(MAPPED.items())
    for given, wanted, exit_ in zip("SFRX", results, "SF-S", strict=True)
]

RETRY = [
    row("up to three attempts", times(bt.retry, 3), "F", "R a( aF a)F", "R a( aF a)F", "F a( aF a)F", "R a( aF a)F"),
    row("a success ends it", times(bt.retry, 3), "FFS", "R a( aF a)F", "R a( aF a)F", "S a( aS a)S"),
    row("one success, and it counts anew", times(bt.retry, 2), "FSFF",
        "R a( aF a)F", "S a( aS a)S", "R a( aF a)F", "F a( aF a)F"),
    row("attempts that take time", times(bt.retry, 2), "RFRF", "R a( aR", "R aF a)F", "R a( aR", "F aF a)F"),
    row("a skip ends it", times(bt.retry, 3), "FX", "R a( aF a)F", "X a( aX a)S"),
    row("halted between two attempts, it counts anew", times(bt.retry, 2), "F",
        "R a( aF a)F", "halt", "R a( aF a)F", "F a( aF a)F"),
    row("halted in an attempt, it counts anew", times(bt.retry, 2), "FRFF",
        "R a( aF a)F", "R a( aR", "halt a)H", "R a( aF a)F", "F a( aF a)F"),
    row("of a condition", times(bt.retry, 3), "001", "R a0", "R a0", "S a1"),
    row("in a sequence, which waits", lambda a, b: bt.sequence(bt.retry(2, a), b), "FS S",
        "R a( aF a)F", "S a( aS a)S b( bS b)S"),
    row("one in another", lambda a: bt.retry(2, bt.retry(2, a)), "F", *["R a( aF a)F"] * 3, "F a( aF a)F"),
]  # fmt: skip

REPEAT = [
    row("three successes, one a tick", times(bt.repeat, 3), "S",
        "R a( aS a)S", "R a( aS a)S", "S a( aS a)S", "R a( aS a)S"),
    row("a failure ends it, and it counts anew", times(bt.repeat, 2), "SFSS",
        "R a( aS a)S", "F a( aF a)F", "R a( aS a)S", "S a( aS a)S"),
    row("successes that take time", times(bt.repeat, 2), "RSRS", "R a( aR", "R aS a)S", "R a( aR", "S aS a)S"),
    row("never", times(bt.repeat, 0), "F", "S", "S"),
    row("never, and halted", lambda a, b: bt.sequence(bt.repeat(0, a), b), "F R", "R b( bR", "halt b)H", "R b( bR"),
    row("a skip ends it", times(bt.repeat, 2), "SX", "R a( aS a)S", "X a( aX a)S"),
    row("halted between two, it counts anew", times(bt.repeat, 2), "S",
        "R a( aS a)S", "halt", "R a( aS a)S", "S a( aS a)S"),
    row("one in another", lambda a: bt.repeat(2, bt.repeat(2, a)), "S", *["R a( aS a)S"] * 3, "S a( aS a)S"),
]  # fmt: skip

UNTIL = [
    row("until it fails", bt.repeat_until_failure, "SSFS",
        "R a( aS a)S", "R a( aS a)S", "S a( aF a)F", "R a( aS a)S"),
    row("until it fails in time", bt.repeat_until_failure, "SRF", "R a( aS a)S", "R a( aR", "S aF a)F"),
    row("until it succeeds", bt.repeat_until_success, "FFSF",
        "R a( aF a)F", "R a( aF a)F", "S a( aS a)S", "R a( aF a)F"),
    row("until it succeeds in time", bt.repeat_until_success, "FRS", "R a( aF a)F", "R a( aR", "S aS a)S"),
    row("a skip ends it", bt.repeat_until_failure, "SX", "R a( aS a)S", "X a( aX a)S"),
    row("a skip ends the other one, too", bt.repeat_until_success, "FX", "R a( aF a)F", "X a( aX a)S"),
    row("halted between two", bt.repeat_until_success, "FS", "R a( aF a)F", "halt", "S a( aS a)S"),
    row("halted in one", bt.repeat_until_failure, "SRF", "R a( aS a)S", "R a( aR", "halt a)H", "S a( aF a)F"),
    row("of a condition", bt.repeat_until_success, "001", "R a0", "R a0", "S a1"),
]  # fmt: skip


@every(FIRST_TICKS)
def test_what_becomes_of_each_result(line, around):
    """B4, S1: they map finished results; RUNNING and SKIPPED pass."""
    play(line, around)


@every(RETRY)
def test_retry_tries_again_at_the_next_tick(line, around):
    """B4, B6: up to n attempts."""
    play(line, around)


@every(REPEAT)
def test_repeat_counts_successes(line, around):
    """B4, B6: one a tick."""
    play(line, around)


@every(UNTIL)
def test_repeat_until_goes_on_until_the_result_that_it_awaits(line, around):
    """B4, B6: one a tick; that result is a success."""
    play(line, around)


@pytest.mark.parametrize("results", ["S", "F", "RS", "RF", "X"])
def test_two_inversions_are_none(results):
    """B4."""
    story = ["R a( aR"] if results[0] == "R" else []
    last, start = results[-1], "" if story else "a( "
    story.append(f"{last} {start}a{last} a){'S' if last == 'X' else last}")
    play(row("twice", lambda a: bt.invert(bt.invert(a)), results, *story))


def mix(a):
    return bt.invert(bt.retry(2, bt.force_failure(bt.repeat(2, a))))


@every([row("all of them", mix, "SFS", "R a( aS a)S", "R a( aF a)F", "R a( aS a)S", "S a( aS a)S")])
def test_decorators_in_each_other_see_only_what_is_inside(line, around):
    """B4: repeat(2) gives R S or F, force_failure F, retry(2) R then F, invert S."""
    play(line, around)
