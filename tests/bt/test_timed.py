"""Nodes that look at the clock: wait, delay, timeout, cooldown (rules B4, B5)."""

import pytest

from gumption import F, Status, bt
from tests.bt.stage import Stage, every, leaf, leaves, play, row


def for_(make, seconds, **options):
    return lambda child: make(seconds, child, **options)


def waits(a, b):
    return bt.sequence(a, bt.wait(1.0), b)


WAIT = [
    row("it runs until the seconds have passed", waits, "S S",
        "R a( aS a)S", "+0.5 R", "+0.5 S b( bS b)S"),
    row("a clock that overshoots", waits, "S S", "R a( aS a)S", "+7.0 S b( bS b)S"),
    row("it waits anew at each start", waits, "S S",
        "R a( aS a)S", "+1.0 S b( bS b)S", "R a( aS a)S", "+0.9 R", "+0.1 S b( bS b)S"),
    row("halted, the timer is forgotten", waits, "S S",
        "R a( aS a)S", "+0.9 R", "halt", "+0.9 R a( aS a)S", "+0.9 R", "+0.1 S b( bS b)S"),
    row("no time at all", lambda a: bt.sequence(bt.wait(0), a), "S", "S a( aS a)S"),
]  # fmt: skip

DELAY = [
    row("the child starts when the seconds have passed", for_(bt.delay, 1.0), "RS",
        "R", "+0.5 R", "+0.5 R a( aR", "S aS a)S"),
    row("a failure passes", for_(bt.delay, 1.0), "F", "R", "+1.0 F a( aF a)F"),
    row("a skip passes", for_(bt.delay, 1.0), "X", "R", "+1.0 X a( aX a)S"),
    row("while the child runs it does not wait again", for_(bt.delay, 1.0), "RRS",
        "R", "+1.0 R a( aR", "+0.0 R aR", "+0.1 S aS a)S"),
    row("each start waits anew", for_(bt.delay, 1.0), "S",
        "R", "+1.0 S a( aS a)S", "+5.0 R", "+0.9 R", "+0.2 S a( aS a)S"),
    row("halted while it waits", for_(bt.delay, 1.0), "S", "R", "+0.9 R", "halt", "+0.9 R", "+1.0 S a( aS a)S"),
    row("halted while the child runs", for_(bt.delay, 1.0), "R", "R", "+1.0 R a( aR", "halt a)H", "R", "+1.0 R a( aR"),
    row("no time at all", for_(bt.delay, 0), "RS", "R a( aR", "S aS a)S"),
    row("one in another", lambda a: bt.delay(1.0, bt.delay(1.0, a)), "S", "R", "+1.0 R", "+0.9 R", "+0.1 S a( aS a)S"),
]  # fmt: skip

TIMEOUT = [
    row("still running when the seconds have passed", for_(bt.timeout, 1.0), "R",
        "R a( aR", "+0.5 R aR", "+0.5 F aR a)H"),
    row("it begins anew after that", for_(bt.timeout, 1.0), "R",
        "R a( aR", "+1.0 F aR a)H", "R a( aR", "+0.9 R aR", "+0.1 F aR a)H"),
    row("finishing in the last tick counts", for_(bt.timeout, 1.0), "RS", "R a( aR", "+1.0 S aS a)S"),
    row("and long after it, too", for_(bt.timeout, 1.0), "RF", "R a( aR", "+9.0 F aF a)F"),
    row("skipping in the last tick, too", for_(bt.timeout, 1.0), "RX", "R a( aR", "+1.0 X aX a)S"),
    row("finishing at once", for_(bt.timeout, 1.0), "SF", "S a( aS a)S", "F a( aF a)F"),
    row("no time at all", for_(bt.timeout, 0), "RS", "F a( aR a)H", "S a( aS a)S"),
    row("halted, the timer is forgotten", for_(bt.timeout, 1.0), "R",
        "R a( aR", "+0.9 R aR", "halt a)H", "R a( aR", "+0.9 R aR", "+0.1 F aR a)H"),
    row("the inner one of two", lambda a: bt.timeout(2.0, bt.timeout(1.0, a)), "R", "R a( aR", "+1.0 F aR a)H"),
    row("the outer one of two", lambda a: bt.timeout(1.0, bt.timeout(2.0, a)), "R", "R a( aR", "+1.0 F aR a)H"),
    row("of several that run", lambda a, b: bt.timeout(1.0, bt.parallel(a, b)), "R R",
        "R a( aR b( bR", "+1.0 F aR bR a)H b)H"),
    row("of a wait", lambda a: bt.sequence(bt.timeout(1.0, bt.wait(2.0)), a), "S", "R", "+1.0 F", "R", "+1.0 F"),
    row("of a wait as long as it", lambda a: bt.sequence(bt.timeout(1.0, bt.wait(1.0)), a), "S",
        "R", "+1.0 S a( aS a)S"),
    row("of a retry between two attempts", lambda a: bt.timeout(1.0, bt.retry(9, a)), "F",
        "R a( aF a)F", "+1.0 F a( aF a)F", "R a( aF a)F"),
    row("in a selector, which goes on", lambda a, b: bt.selector(bt.timeout(1.0, a), b), "R R",
        "R a( aR", "+1.0 R aR a)H b( bR", "R bR"),
    row("what is behind it has all the time", lambda a, b: bt.sequence(bt.timeout(1.0, a), b), "S R",
        "R a( aS a)S b( bR", "+9.0 R bR"),
]  # fmt: skip


def cooled_then_on(a, b):
    return bt.sequence(bt.cooldown(1.0, a), b)


COOLDOWN = [
    row("it fails while it cools", for_(bt.cooldown, 1.0), "S", "S a( aS a)S", "F", "+0.5 F", "+0.5 S a( aS a)S", "F"),
    row("a failure needs the rest, too", for_(bt.cooldown, 1.0), "F", "F a( aF a)F", "+0.9 F", "+0.1 F a( aF a)F"),
    row("it begins when the child has finished", for_(bt.cooldown, 1.0), "RS",
        "R a( aR", "+5.0 S aS a)S", "+0.9 F", "+0.1 S a( aS a)S"),
    row("only after a success", for_(bt.cooldown, 1.0, on=Status.SUCCESS), "FFS",
        "F a( aF a)F", "F a( aF a)F", "S a( aS a)S", "F", "+1.0 S a( aS a)S"),
    row("only after a failure", for_(bt.cooldown, 1.0, on=Status.FAILURE), "SSF",
        "S a( aS a)S", "S a( aS a)S", "F a( aF a)F", "F", "+1.0 F a( aF a)F"),
    row("a skip needs no rest", for_(bt.cooldown, 1.0), "XS", "X a( aX a)S", "S a( aS a)S", "F"),
    row("it survives a halt", cooled_then_on, "S R",
        "R a( aS a)S b( bR", "+0.5 R bR", "halt b)H", "F", "+0.5 R a( aS a)S b( bR"),
    row("a child that was halted has not finished", for_(bt.cooldown, 1.0), "R", "R a( aR", "halt a)H", "R a( aR"),
    row("no time at all", for_(bt.cooldown, 0), "S", "S a( aS a)S", "S a( aS a)S"),
]  # fmt: skip


@every(WAIT)
def test_wait_runs_until_the_seconds_have_passed(line, around):
    """B5: and its timer dies with it."""
    play(line, around)


@every(DELAY)
def test_delay_waits_before_its_child_starts(line, around):
    """B4, B5."""
    play(line, around)


@every(TIMEOUT)
def test_timeout_halts_what_still_runs(line, around):
    """B4, B5: a child that finishes in that same tick keeps its result."""
    play(line, around)


@every(COOLDOWN)
def test_cooldown_fails_until_the_seconds_have_passed(line, around):
    """B4, B5: from the finish of the child on; survives halts."""
    play(line, around)


SECONDS = {
    "an integer": 2,
    "an expression": F.patience * 2,
    "an expression with or": F.none | F.patience * 2,
    "an expression with and": F.patience & F.two,
    "a function of the agent": lambda agent: agent.patience * 2,
    "a function of agent and context": lambda agent, context: agent.patience + context.seed,
}


TWO_SECONDS = {
    bt.timeout: ("R", "R a( aR", "+1.9 R aR", "+0.1 F aR a)H"),
    bt.delay: ("S", "R", "+1.9 R", "+0.1 S a( aS a)S"),
    bt.cooldown: ("S", "S a( aS a)S", "+1.9 F", "+0.1 S a( aS a)S"),
    lambda seconds, child: bt.sequence(bt.wait(seconds), child): ("S", "R", "+1.9 R", "+0.1 S a( aS a)S"),
}


@pytest.mark.parametrize("seconds", SECONDS.values(), ids=SECONDS)
@pytest.mark.parametrize(("make", "story"), TWO_SECONDS.items(), ids=["timeout", "delay", "cooldown", "wait"])
def test_the_seconds_may_be_asked_for(make, story, seconds):
    """B4, S5: of any expression, whatever its operators; and of a function."""
    script, *lines = story
    stage = Stage(make(seconds, leaf("a", script)))
    stage.agent.patience, stage.agent.none, stage.agent.two = 1, 0, 2
    stage.clock.advance(10.0)
    for line in lines:
        stage.expect(line)


def test_the_seconds_are_asked_for_once_when_the_node_starts():
    """B4, B5: not again while it runs."""
    asked = []

    def seconds(agent):
        asked.append(agent)
        return 1.0

    nodes = leaves("R S")
    for node in (bt.wait(seconds), bt.timeout(seconds, nodes[0]), bt.delay(seconds, nodes[1])):
        stage = Stage(node)
        for _ in range(3):
            stage.mind.tick()
        assert len(asked) == 1, node.kind
        stage.mind.halt()
        stage.mind.tick()
        assert len(asked) == 2, node.kind
        asked.clear()


def test_two_minds_of_one_tree_have_timers_of_their_own():
    """B5."""
    tree = bt.Tree(bt.wait(1.0))
    one, two = (Stage(bt.subtree(tree)) for _ in range(2))
    one.expect("R")
    two.expect("+0.5 R")
    one.expect("+1.0 S")
    two.expect("+0.5 R")
    two.expect("+0.5 S")
