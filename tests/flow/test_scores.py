"""Selectors whose checks give numbers (rules W1, W2)."""

import pytest

from gumption import flow
from gumption.errors import MindError
from tests.flow.stage import Stage


def scored(name):
    async def run(agent):
        agent.tell(f"{name}(")
        try:
            await flow.sleep(1000.0)
        finally:
            agent.tell(f"{name})")

    return flow.node(run, lambda agent: getattr(agent, name), name=name)


def stage_of(**options):
    stage = Stage(*[scored(name) for name in "abc"], scores=True, period=0, **options)
    stage.actor.a = stage.actor.b = stage.actor.c = 0
    return stage


def set_to(stage, **scores):
    vars(stage.actor).update(scores)
    return stage


def test_the_highest_score_above_zero_runs_w2():
    stage = stage_of()
    assert stage.tick() == ""
    assert set_to(stage, a=1, b=3, c=2).tick() == "b("
    assert set_to(stage, c=4).tick() == "b) c("
    assert set_to(stage, a=0, b=-1, c=0).tick() == "c)"


def test_of_equal_scores_the_first_runs_w2():
    assert set_to(stage_of(), a=1, b=2, c=2).tick() == "b("


def test_hysteresis_keeps_the_running_node_through_small_changes_w2():
    stage = stage_of(hysteresis=0.5)
    assert set_to(stage, a=1.0, b=1.2).tick() == "b("
    assert set_to(stage, a=1.6).tick() == ""
    assert set_to(stage, a=1.8).tick() == "b) a("


def test_hysteresis_keeps_no_node_that_does_not_want_to_run_w2():
    stage = stage_of(hysteresis=10.0)
    assert set_to(stage, a=1).tick() == "a("
    assert set_to(stage, a=0).tick() == "a)"


def test_dwell_keeps_a_node_as_long_as_its_score_is_above_zero_w2():
    stage = stage_of(dwell=1.0)
    assert set_to(stage, b=1).tick() == "b("
    assert set_to(stage, a=5, b=0.1).tick() == ""
    assert set_to(stage, b=0).tick() == "b) a("


def test_truth_is_a_score_as_well_w1():
    stage = stage_of()
    assert set_to(stage, a=False, b=True).tick() == "b("


def test_the_trace_tells_every_score():
    stage = stage_of()
    set_to(stage, a=1, b=2.5, c=0).tick()
    assert stage.switches() == [(2, [(1, 1), (2, 2.5), (3, 0)])]


@pytest.mark.parametrize("keep", [True, False])
def test_all_scores_at_zero_leave_the_node_unless_it_is_kept_w2(keep):
    stage = stage_of(keep=keep)
    set_to(stage, a=1).tick()
    assert set_to(stage, a=0).tick() == ("" if keep else "a)")


def test_scores_of_other_classes_of_numbers_are_told_as_plain_ones():
    class Degrees(float):
        pass

    stage = stage_of()
    set_to(stage, a=Degrees(2.0), b=True, c=1).tick()
    ((_, answers),) = stage.switches()
    assert [type(score) for _, score in answers] == [float, bool, float]


def test_a_score_too_large_for_a_float_is_an_error_of_its_check():
    stage = stage_of()
    set_to(stage, b=10**400)
    with pytest.raises(MindError, match="too large") as caught:
        stage.tick()
    assert "selector › b" in caught.value.where
