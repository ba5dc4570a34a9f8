"""What a node of the user's own class may do in its tick (docstring of Ticking; rule B6)."""

import pytest

from gumption import bt
from gumption.errors import GumptionError, UsageError
from tests.bt.stage import R, S, Stage, leaf


def custom(tick, *children, **options):
    return type("Mine", (bt.CustomNode,), {"tick": lambda self, ticking: tick(ticking)})().of(*children, **options)


def test_it_gets_agent_context_and_the_number_of_its_children():
    """Ticking."""
    seen = []
    stage = Stage(custom(lambda t: seen.append((t.agent, t.context, t.count)) or S, leaf("a", "S"), leaf("b", "S")))
    stage.expect("S")
    assert seen == [(stage.agent, stage.mind.context, 2)]


def test_it_can_ask_which_children_run():
    """Ticking.is_running: before and after their ticks."""
    seen = []

    def tick(ticking):
        before = ticking.is_running(0), ticking.is_running(1)
        ticking.tick(0)
        seen.append((before, ticking.is_running(0)))
        return R

    stage = Stage(custom(tick, leaf("a", "RS"), leaf("b", "R")))
    stage.mind.tick()
    stage.mind.tick()
    assert seen == [((False, False), True), ((True, False), False)]
    stage.end()


def test_halting_a_child_that_does_not_run_does_nothing():
    """Ticking.halt."""
    stage = Stage(custom(lambda t: t.halt(0) or t.halt(0) or S, leaf("a", "R")))
    stage.expect("S")


def test_a_child_may_be_ticked_again_after_it_was_halted_in_the_tick_before():
    """Ticking: it starts anew."""

    def tick(ticking):
        ticking.halt(0)
        return ticking.tick(0)

    stage = Stage(custom(tick, leaf("a", "R")))
    stage.expect("R a( aR")
    stage.expect("R a)H a( aR")
    stage.end()


@pytest.mark.parametrize("again", [0, -2])
def test_ticking_a_child_twice_in_one_tick_is_refused(again):
    """B6: however the child is numbered; the error says what to do."""

    def tick(ticking):
        ticking.tick(0)
        return ticking.tick(again)

    stage = Stage(custom(tick, leaf("a", "S"), leaf("b", "S")))
    with pytest.raises(UsageError) as caught:
        stage.mind.tick()
    assert "RUNNING" in caught.value.remedy or "number" in str(caught.value)
    assert "Mine" in caught.value.where
    assert stage.agent.count("aS") == 1


@pytest.mark.parametrize("index", [2, -3, "a", None])
@pytest.mark.parametrize("verb", ["tick", "halt", "is_running"])
def test_a_child_that_there_is_not_is_an_error_that_says_how_many_there_are(verb, index):
    """Ticking: children are numbered from 0."""
    stage = Stage(custom(lambda t: getattr(t, verb)(index) or S, leaf("a", "S"), leaf("b", "S")))
    with pytest.raises(UsageError, match="2") as caught:
        stage.mind.tick()
    assert "Mine" in caught.value.where


def test_ticking_cannot_be_used_after_its_tick():
    """Ticking: what a CustomNode may use during its tick."""
    kept = []
    stage = Stage(bt.sequence(custom(lambda t: kept.append(t) or S, leaf("a", "R")), leaf("b", "R")))
    stage.mind.tick()
    for use in (lambda t: t.tick(0), lambda t: t.halt(0), lambda t: t.is_running(0), lambda t: t.memory):
        with pytest.raises(GumptionError, match="is over"):
            use(kept[0])
    assert stage.agent.calls == ["b(", "bR"]
