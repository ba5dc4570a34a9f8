"""Several children at once: parallel and eager_sequence (rule B2)."""

import itertools

import pytest

from gumption import bt
from gumption.bt import ALL, ONE
from tests.bt.stage import F, R, S, Stage, X, every, leaf, letter_of, play, row


def needs(success=ALL, failure=ONE):
    return lambda *children: bt.parallel(*children, success=success, failure=failure)


PARALLEL = [
    row("all succeed", bt.parallel, "S S", "S a( aS a)S b( bS b)S", "S a( aS a)S b( bS b)S"),
    row("who has finished is not ticked again", bt.parallel, "S RRS",
        "R a( aS a)S b( bR", "R bR", "S bS b)S", "S a( aS a)S b( bS b)S"),
    row("both run", bt.parallel, "RRS RS", "R a( aR b( bR", "R aR bS b)S", "S aS a)S"),
    row("a failure halts those that run", bt.parallel, "R F", "F a( aR b( bF b)F a)H"),
    row("a failure in the second tick", bt.parallel, "R RF R", "R a( aR b( bR c( cR", "F aR bF b)F cR a)H c)H"),
    row("all are ticked before it is judged", bt.parallel, "F S R", "F a( aF a)F b( bS b)S c( cR c)H"),
    row("one success is enough", needs(ONE), "R S R", "S a( aR b( bS b)S c( cR a)H c)H"),
    row("failures are judged first", needs(ONE), "S F", "F a( aS a)S b( bF b)F"),
    row("failures do not matter while one may succeed", needs(ONE, ALL), "F RS", "R a( aF a)F b( bR", "S bS b)S"),
    row("all fail", needs(ONE, ALL), "F RF", "R a( aF a)F b( bR", "F bF b)F"),
    row("two of three", needs(2, 2), "S F RS", "R a( aS a)S b( bF b)F c( cR", "S cS c)S"),
    row("two of three fail", needs(2, 2), "F S RF", "R a( aF a)F b( bS b)S c( cR", "F cF c)F"),
    row("success out of reach", needs(ALL, 2), "S F R", "F a( aS a)S b( bF b)F c( cR c)H"),
    row("two of two, one of them skipped", needs(2), "S X", "F a( aS a)S b( bX b)S"),
    row("skipped ones do not count for ALL", bt.parallel, "X RS", "R a( aX a)S b( bR", "S bS b)S"),
    row("skipped ones do not count for ALL failures", needs(ONE, ALL), "X F", "F a( aX a)S b( bF b)F"),
    row("all skip", bt.parallel, "X X", "X a( aX a)S b( bX b)S"),
    row("the last one skips in time", bt.parallel, "S RX", "R a( aS a)S b( bR", "S bX b)S"),
    row("halted, all that run are, and it begins anew", bt.parallel, "R S R",
        "R a( aR b( bS b)S c( cR", "halt a)H c)H", "R a( aR b( bS b)S c( cR"),
    row("conditions are asked until they have answered", bt.parallel, "1 RS", "R a1 b( bR", "S bS b)S"),
    row("one in another", lambda a, b, c: bt.parallel(bt.parallel(a, b), c), "R R RF",
        "R a( aR b( bR c( cR", "F aR bR cF c)F a)H b)H"),
]  # fmt: skip

EAGER = [
    row("all succeed", bt.eager_sequence, "S S", "S a( aS a)S b( bS b)S"),
    row("it goes on past those that run", bt.eager_sequence, "RS S R",
        "R a( aR b( bS b)S c( cR", "R aS a)S cR"),
    row("every unfinished child is ticked each tick", bt.eager_sequence, "RRS RS",
        "R a( aR b( bR", "R aR bS b)S", "S aS a)S"),
    row("the first failure ends it, and spares the later ones", bt.eager_sequence, "R F S",
        "F a( aR b( bF b)F a)H"),
    row("a failure in the second tick", bt.eager_sequence, "RF R R", "R a( aR b( bR c( cR", "F aF a)F b)H c)H"),
    row("a condition that fails", bt.eager_sequence, "S 0 S", "F a( aS a)S b0"),
    row("skipped ones do not matter", bt.eager_sequence, "X RS X", "R a( aX a)S b( bR c( cX c)S", "S bS b)S"),
    row("all skip", bt.eager_sequence, "X X", "X a( aX a)S b( bX b)S"),
    row("halted, all that run are, and it begins anew", bt.eager_sequence, "R S R",
        "R a( aR b( bS b)S c( cR", "halt a)H c)H", "R a( aR b( bS b)S c( cR"),
]  # fmt: skip


@every(PARALLEL)
def test_a_parallel_ticks_all_that_are_unfinished_and_then_judges(line, around):
    """B2, B6: what still runs is halted, in order, once there is a verdict."""
    play(line, around)


@every(EAGER)
def test_an_eager_sequence_goes_on_past_those_that_run(line, around):
    """B2: the first failure ends it."""
    play(line, around)


def verdict(results, success, failure):
    """B2, word by word: `skipped ones do not count, and all skipped is X`."""
    if all(status is X for status in results):
        return X
    part = [status for status in results if status is not X]
    wanted = {ALL: len(part), ONE: 1}.get(success, success)
    bearable = {ALL: len(part), ONE: 1}.get(failure, failure)
    if part.count(F) >= bearable:
        return F
    if part.count(S) >= wanted:
        return S
    if part.count(S) + part.count(R) < wanted:
        return F
    return R


@pytest.mark.parametrize("failure", [1, 2, 3, ONE, ALL])
@pytest.mark.parametrize("success", [1, 2, 3, ONE, ALL])
def test_every_combination_of_results_and_thresholds(success, failure):
    """B2: failures first, then successes, then whether success is out of reach; three children, one tick."""
    given = {}
    children = [bt.action(lambda agent, name=name: given[name]) for name in range(3)]
    tree = bt.Tree(bt.parallel(*children, success=success, failure=failure))
    for results in itertools.product((S, F, R, X), repeat=3):
        given.update(enumerate(results))
        mind = tree.bind(object())
        assert mind.tick() is verdict(results, success, failure), results
        assert bool(mind.running) == (mind.status is R)


def test_a_verdict_in_a_later_tick_is_about_all_results_so_far():
    """B2: what has finished is remembered; the same combinations, one child a tick."""
    for results in itertools.product((S, F, X), repeat=3):
        scripts = ["R" * number + letter_of(status) for number, status in enumerate(results)]
        children = (leaf(name, script) for name, script in zip("abc", scripts, strict=True))
        stage = Stage(bt.parallel(*children, success=2, failure=2))
        seen = [R, R, R]
        for number, status in enumerate(results):
            seen[number] = status
            wanted = verdict(seen, 2, 2)
            assert stage.mind.tick() is wanted, (results, number)
            if wanted is not R:
                break
        stage.end()


def test_those_that_run_are_halted_in_order_whoever_halts_them():
    """B2, S2: the order does not depend on whether the verdict, a timeout, a reactive node or the owner halts."""
    orders = {}
    children = lambda: [leaf(name, "R") for name in "abc"]  # noqa: E731
    alone = Stage(bt.parallel(*children()))
    alone.expect("R a( aR b( bR c( cR")
    alone.mind.halt()
    orders["owner"] = alone.agent.calls
    timed = Stage(bt.timeout(1.0, bt.parallel(*children())))
    timed.expect("R a( aR b( bR c( cR")
    timed.clock.advance(1.0)
    timed.mind.tick()
    orders["timeout"] = timed.agent.calls[3:]
    judged = Stage(bt.parallel(*children(), leaf("d", "RF")))
    judged.expect("R a( aR b( bR c( cR d( dR")
    judged.mind.tick()
    orders["verdict"] = judged.agent.calls[5:]
    assert set(map(" ".join, orders.values())) == {"a)H b)H c)H"}, orders
