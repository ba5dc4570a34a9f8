"""The best first: utility_selector (rules B2, B3)."""

import math

import pytest

from gumption import F as Agent
from gumption import bt
from gumption.errors import GumptionError
from tests.bt.stage import Stage, leaf


class Scores:
    """Scores that the test sets; how often each was asked for."""

    def __init__(self, **values):
        self.values = values
        self.asked = []

    def of(self, name):
        def score(agent):
            self.asked.append(name)
            return self.values[name]

        return score


def staged(scripts, *, traced=False, reactive=False, inertia=0.0, **values):
    scores = Scores(**values)
    pairs = [(scores.of(name), leaf(name, script)) for name, script in zip(values, scripts.split(), strict=True)]
    return Stage(bt.utility_selector(*pairs, reactive=reactive, inertia=inertia), traced=traced), scores


BOTH = pytest.mark.parametrize("traced", [False, True])


@BOTH
def test_the_highest_score_comes_first_and_the_next_if_it_fails(traced):
    """B2: scored at entry, falls through on F."""
    stage, scores = staged("S F F", traced=traced, a=1.0, b=3.0, c=2.0)
    stage.expect("S b( bF b)F c( cF c)F a( aS a)S")
    assert scores.asked == ["a", "b", "c"]


@BOTH
def test_ties_go_by_order(traced):
    """B2."""
    stage, _ = staged("F F F", traced=traced, a=1.0, b=1.0, c=1)
    stage.expect("F a( aF a)F b( bF b)F c( cF c)F")


@BOTH
def test_all_skip(traced):
    """B2, S1: all skipped is SKIPPED; one that fails makes it FAILURE."""
    staged("X X", traced=traced, a=1.0, b=2.0)[0].expect("X b( bX b)S a( aX a)S")
    staged("F X", traced=traced, a=1.0, b=2.0)[0].expect("F b( bX b)S a( aF a)F")
    staged("S X", traced=traced, a=1.0, b=2.0)[0].expect("S b( bX b)S a( aS a)S")


@BOTH
def test_scores_are_asked_at_entry_only(traced):
    """B2: the ranking is kept while it runs, also past a child that fails later."""
    stage, scores = staged("S RRF F", traced=traced, a=1.0, b=3.0, c=2.0)
    stage.expect("R b( bR")
    scores.values.update(a=9.0, b=0.0, c=-1.0)
    stage.expect("R bR")
    stage.expect("S bF b)F c( cF c)F a( aS a)S")
    assert scores.asked == ["a", "b", "c"]
    stage.expect("S a( aS a)S")
    assert scores.asked == ["a", "b", "c"] * 2
    stage.end()


@BOTH
def test_halted_it_scores_anew(traced):
    """B2: reset."""
    stage, scores = staged("R R", traced=traced, a=1.0, b=2.0)
    stage.expect("R b( bR")
    stage.expect("halt b)H")
    scores.values["a"] = 3.0
    stage.expect("R a( aR")
    stage.end()


@BOTH
def test_reactive_it_scores_at_every_tick_and_pre_empts(traced):
    """B2, B3: the old child is halted before the new one enters."""
    stage, scores = staged("R R", traced=traced, reactive=True, a=1.0, b=2.0)
    stage.expect("R b( bR")
    stage.expect("R bR")
    scores.values["a"] = 3.0
    stage.expect("R b)H a( aR")
    assert scores.asked == ["a", "b"] * 3
    stage.end()


@BOTH
def test_reactive_the_running_child_may_fail_and_the_next_one_starts(traced):
    """B2: in the same tick, by the scores of that tick."""
    stage, scores = staged("F RF S", traced=traced, reactive=True, a=1.0, b=5.0, c=0.0)
    stage.expect("R b( bR")
    scores.values["c"] = 3.0
    stage.expect("S bF b)F c( cS c)S")


@BOTH
def test_reactive_a_better_child_that_fails_has_halted_the_running_one_which_starts_anew(traced):
    """B3."""
    stage, scores = staged("F R", traced=traced, reactive=True, a=1.0, b=2.0)
    stage.expect("R b( bR")
    scores.values["a"] = 3.0
    stage.expect("R b)H a( aF a)F b( bR")
    stage.end()


@BOTH
def test_reactive_a_better_child_that_is_a_condition_halts_nothing_unless_it_succeeds(traced):
    """B3: conditions of the new branch may be asked before."""
    stage, scores = staged("01 R", traced=traced, reactive=True, a=1.0, b=2.0)
    stage.expect("R b( bR")
    scores.values["a"] = 3.0
    stage.expect("R a0 bR")
    stage.expect("S a1 b)H")


@pytest.mark.parametrize("order", ["better first", "better last"])
@pytest.mark.parametrize(("score", "switches"), [(1.4, False), (1.5, False), (1.6, True)])
def test_inertia_is_by_how_much_another_child_must_be_better(order, score, switches):
    """B2: switches only past `inertia`; whichever of the two stands first."""
    names = ("n", "o") if order == "better first" else ("o", "n")
    scores = Scores(n=0.0, o=1.0)
    pairs = [(scores.of(name), leaf(name, "R")) for name in names]
    stage = Stage(bt.utility_selector(*pairs, reactive=True, inertia=0.5))
    stage.expect("R o( oR")
    scores.values["n"] = score
    stage.expect("R o)H n( nR" if switches else "R oR")
    stage.end()


def test_inertia_is_given_to_the_running_child_only():
    """B2: at the next start all are equal again."""
    stage, scores = staged("RS R", reactive=True, inertia=5.0, a=2.0, b=1.0)
    stage.expect("R a( aR")
    scores.values["b"] = 3.0
    stage.expect("S aS a)S")
    stage.expect("R b( bR")
    stage.end()


def test_scores_may_be_numbers_expressions_and_functions_of_agent_and_context():
    """B2, S5."""
    stage = Stage(
        bt.utility_selector(
            (0.5, leaf("a", "F")),
            (Agent.total * 0 + 0.75, leaf("b", "F")),
            (lambda agent, context: context.clock.now, leaf("c", "F")),
            (True, leaf("d", "F")),
        )
    )
    stage.expect("F d( dF d)F b( bF b)F a( aF a)F c( cF c)F")
    stage.expect("+5.0 F c( cF c)F d( dF d)F b( bF b)F a( aF a)F")


def test_infinite_scores_can_be_compared():
    """B2."""
    staged("F F F", a=-math.inf, b=math.inf, c=0.0)[0].expect("F b( bF b)F c( cF c)F a( aF a)F")


@pytest.mark.parametrize("wrong", [math.nan, None, "high"])
def test_a_score_that_is_no_number_is_an_error_that_names_node_and_value(wrong):
    """S4: nothing is guessed."""
    stage, _ = staged("S", a=wrong)
    with pytest.raises(GumptionError, match=r"a score was (nan|None|'high')") as caught:
        stage.mind.tick()
    assert "utility_selector(score" in caught.value.where
    assert stage.mind.status is None


def test_an_error_in_a_score_while_a_child_runs_exits_that():
    """C3: with reason error."""
    stage, scores = staged("R R", reactive=True, a=1.0, b=2.0)
    stage.expect("R b( bR")
    del scores.values["a"]
    with pytest.raises(GumptionError):
        stage.mind.tick()
    assert stage.agent.calls == ["b)E"]
    assert stage.mind.status is None
    assert stage.mind.running == ()
