"""Decorators that let a child start, or do not: run_once, limit, probability, precondition, guard (rule B4)."""

import pytest

from gumption import F, Status, bt
from tests.bt.stage import Stage, asks, every, leaf, play, row


def checked(make, script):
    return lambda *children: make(asks("g", script), *children)


def with_(make, *first, **options):
    return lambda child: make(*first, child, **options)


def then_on(decorated):
    return lambda a, b: bt.sequence(decorated(a), b)


RUN_ONCE = [
    row("a success is latched", bt.run_once, "SF", "S a( aS a)S", "S", "S"),
    row("a failure is latched", bt.run_once, "FS", "F a( aF a)F", "F", "F"),
    row("the first completion, in time", bt.run_once, "RRS", "R a( aR", "R aR", "S aS a)S", "S"),
    row("a skip is not latched", bt.run_once, "XXS", "X a( aX a)S", "X a( aX a)S", "S a( aS a)S", "S"),
    row("then something else", with_(bt.run_once, then=Status.SKIPPED), "S", "S a( aS a)S", "X", "X"),
    row("then a failure", with_(bt.run_once, then=Status.FAILURE), "S", "S a( aS a)S", "F"),
    row("then a success", with_(bt.run_once, then=Status.SUCCESS), "RF", "R a( aR", "F aF a)F", "S"),
    row("it survives a halt", then_on(bt.run_once), "S R", "R a( aS a)S b( bR", "halt b)H", "R b( bR"),
    row("halted before the first completion, it runs again", bt.run_once, "RRS",
        "R a( aR", "halt a)H", "R a( aR", "S aS a)S", "S"),
]  # fmt: skip

LIMIT = [
    row("two starts", with_(bt.limit, 2), "SF", "S a( aS a)S", "F a( aF a)F", "F", "F"),
    row("a start that takes time is one", with_(bt.limit, 1), "RRS", "R a( aR", "R aR", "S aS a)S", "F"),
    row("a start that was halted counts", with_(bt.limit, 2), "R", "R a( aR", "halt a)H", "R a( aR", "halt a)H", "F"),
    row("it survives a halt", then_on(with_(bt.limit, 1)), "S R", "R a( aS a)S b( bR", "R bR", "halt b)H", "F"),
    row("none", with_(bt.limit, 0), "S", "F", "F"),
]  # fmt: skip

PRECONDITION = [
    row("it holds", checked(bt.precondition, "1"), "S", "S g1 a( aS a)S"),
    row("it does not hold", checked(bt.precondition, "01"), "S", "F g0", "S g1 a( aS a)S"),
    row("at entry only", checked(bt.precondition, "100"), "RRS", "R g1 a( aR", "R aR", "S aS a)S", "F g0"),
    row("halted, it is asked again", checked(bt.precondition, "10"), "R", "R g1 a( aR", "halt a)H", "F g0"),
    row("a skip passes", checked(bt.precondition, "1"), "X", "X g1 a( aX a)S"),
]  # fmt: skip

GUARD = [
    row("it holds", checked(bt.guard, "1"), "RS", "R g1 a( aR", "S g1 aS a)S"),
    row("it does not hold", checked(bt.guard, "01"), "S", "F g0", "S g1 a( aS a)S"),
    row("it holds no more", checked(bt.guard, "1101"), "R", "R g1 a( aR", "R g1 aR", "F g0 a)H", "R g1 a( aR"),
    row("a skip passes", checked(bt.guard, "1"), "X", "X g1 a( aX a)S"),
    row("halted", checked(bt.guard, "1"), "R", "R g1 a( aR", "halt a)H", "R g1 a( aR"),
    row("all that run behind it are halted", lambda a, b: bt.guard(asks("g", "10"), bt.parallel(a, b)), "R R",
        "R g1 a( aR b( bR", "F g0 a)H b)H"),
    row("two of them, the inner one", lambda a: bt.guard(asks("g", "1"), bt.guard(asks("h", "10"), a)), "R",
        "R g1 h1 a( aR", "F g1 h0 a)H"),
    row("two of them, the outer one", lambda a: bt.guard(asks("g", "10"), bt.guard(asks("h", "1"), a)), "R",
        "R g1 h1 a( aR", "F g0 a)H"),
    row("behind what has succeeded it is not asked", lambda a, b: bt.sequence(bt.guard(asks("g", "10"), a), b), "S R",
        "R g1 a( aS a)S b( bR", "R bR"),
    row("in a selector, which goes on", lambda a, b: bt.selector(bt.guard(asks("g", "10"), a), b), "R R",
        "R g1 a( aR", "R g0 a)H b( bR"),
    row("of a wait", lambda a: bt.sequence(bt.guard(asks("g", "10"), bt.wait(1.0)), a), "S", "R g1", "F g0", "F g0"),
]  # fmt: skip


@every(RUN_ONCE)
def test_run_once_latches_the_first_completion(line, around):
    """B4: S or F; survives halts."""
    play(line, around)


@every(LIMIT)
def test_limit_counts_starts(line, around):
    """B4, B8: F from start number n + 1 on; survives halts."""
    play(line, around)


@every(PRECONDITION)
def test_a_precondition_is_asked_at_entry_only(line, around):
    """B4: else F."""
    play(line, around)


@every(GUARD)
def test_a_guard_is_asked_at_every_tick(line, around):
    """B4, B8: not holding halts the child, and gives F."""
    play(line, around)


@pytest.mark.parametrize("make", [bt.precondition, bt.guard], ids=lambda make: make.__name__)
@pytest.mark.parametrize("check", [F.total >= 0, lambda agent, context: context.clock.now == 0, lambda agent: [1]])
def test_a_check_may_be_an_expression_or_a_function_whose_truth_counts(make, check):
    """B4, S5."""
    stage = Stage(make(check, leaf("a", "S")))
    stage.expect("S a( aS a)S")


def test_probability_is_drawn_at_entry_only():
    """B4: one draw a start, none while the child runs."""
    stage = Stage(bt.probability(0.5, leaf("a", "RRS")))
    starts = 0
    for _ in range(60):
        running = stage.mind.status is Status.RUNNING
        drawn = stage.mind.context.draws
        stage.mind.tick()
        assert stage.mind.context.draws == drawn + (not running)
        starts += not running
    assert 0 < stage.agent.count("a(") < starts
    stage.end()


def test_probability_is_the_share_of_starts():
    """B4: with p = 0 never, with p = 1 always."""
    for p in (0.0, 0.25, 1.0):
        stage = Stage(bt.probability(p, leaf("a", "S")))
        results = [stage.mind.tick() for _ in range(1000)]
        successes = results.count(Status.SUCCESS)
        assert successes == stage.agent.count("aS")
        assert successes + results.count(Status.FAILURE) == 1000
        assert abs(successes - 1000 * p) < (50 if 0 < p < 1 else 1)


def test_probability_comes_from_the_contexts_stream():
    """B4, C6: one seed gives one run."""

    def run(seed):
        stage = Stage(bt.probability(0.5, leaf("a", "S")), seed=seed)
        return [stage.mind.tick() for _ in range(40)]

    assert run(3) == run(3)
    assert run(3) != run(4)


def test_what_survives_halts_belongs_to_one_mind():
    """B4: another mind of the same tree knows nothing of it."""
    tree = bt.Tree(
        bt.sequence(bt.run_once(leaf("a", "S")), bt.limit(1, leaf("b", "S")), bt.cooldown(1, leaf("c", "S")))
    )
    for _ in range(2):
        stage = Stage(bt.subtree(tree))
        stage.expect("S a( aS a)S b( bS b)S c( cS c)S")
        stage.expect("F")
