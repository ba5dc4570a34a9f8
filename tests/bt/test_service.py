"""Work beside a branch: service (rules B1, B4, B5)."""

import pytest

from gumption import F, bt
from tests.bt.stage import Stage, asks, every, leaf, play, row, says


def served(every_, word="v"):
    return lambda child: bt.service(says(word), child, every=every_)


def in_a_sequence(a, b):
    return bt.sequence(bt.service(says("v"), a), b)


SERVICE = [
    row("at every tick of its branch, before the child", served(0.0), "RRS",
        "R v a( aR", "R v aR", "S v aS a)S", "S v a( aS a)S"),
    row("every second", served(1.0), "R",
        "R v a( aR", "+0.5 R aR", "+0.5 R v aR", "+0.9 R aR", "+0.1 R v aR"),
    row("a clock that overshoots makes up for nothing", served(1.0), "R",
        "R v a( aR", "+5.0 R v aR", "+0.9 R aR", "+0.1 R v aR"),
    row("each start begins with it", served(1.0), "S", "S v a( aS a)S", "S v a( aS a)S"),
    row("halted, the timer is forgotten", served(1.0), "R",
        "R v a( aR", "+0.9 R aR", "halt a)H", "R v a( aR", "+0.9 R aR"),
    row("only while its branch runs", in_a_sequence, "RS R", "R v a( aR", "R v aS a)S b( bR", "R bR"),
    row("of what skips", served(0.0), "X", "X v a( aX a)S"),
    row("of what fails", served(0.0), "F", "F v a( aF a)F"),
    row("one in another", lambda a: bt.service(says("v"), bt.service(says("w"), a, every=1.0)), "R",
        "R v w a( aR", "R v aR", "+1.0 R v w aR"),
    row("behind a guard that no longer holds it is not called",
        lambda a: bt.guard(asks("g", "110"), bt.service(says("v"), a)), "R",
        "R g1 v a( aR", "R g1 v aR", "F g0 a)H"),
    row("around several", lambda a, b: bt.service(says("v"), bt.parallel(a, b)), "RS RRS",
        "R v a( aR b( bR", "R v aS a)S bR", "S v bS b)S"),
]  # fmt: skip


@every(SERVICE)
def test_a_service_is_called_when_its_branch_starts_and_while_it_runs(line, around):
    """B4: before the child's tick; the timer dies with the branch (B5)."""
    play(line, around)


def pre_empting(a, b):
    return bt.reactive_selector(bt.sequence(bt.condition(asks("c", "01")), bt.service(says("v"), a)), b)


@every([row("it acts", pre_empting, "R R", "R c0 b( bR", "R c1 b)H v a( aR")])
def test_a_service_acts_and_so_what_is_left_is_halted_before_it(line, around):
    """B1, B3."""
    play(line, around)


@pytest.mark.parametrize(
    "seconds",
    [F.pace, F.none | F.pace, lambda agent: agent.pace, lambda agent, context: agent.pace + context.clock.now * 0, 2],
)
def test_the_seconds_may_be_asked_for(seconds):
    """B4, S5."""
    stage = Stage(bt.service(says("v"), leaf("a", "R"), every=seconds))
    stage.agent.pace, stage.agent.none = 2.0, 0
    stage.expect("+10.0 R v a( aR")
    stage.expect("+1.9 R aR")
    stage.expect("+0.2 R v aR")


def test_a_pace_of_zero_that_is_asked_for_means_every_tick():
    """B4."""
    stage = Stage(bt.service(says("v"), leaf("a", "R"), every=lambda agent: 0.0))
    stage.expect("R v a( aR")
    stage.expect("R v aR")


def test_the_service_may_take_the_context():
    """S5."""
    stage = Stage(bt.service(lambda agent, context: agent.call(f"v{context.clock.now:g}"), leaf("a", "R")))
    stage.expect("+2.0 R v2 a( aR")
