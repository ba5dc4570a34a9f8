"""Nodes that end, fail and rest (rule W5); wrong results (rule S4); errors of checks (rule C3)."""

import functools
import logging

import pytest

from gumption import F, Status, flow
from gumption.core.trace import Exited, Failed
from gumption.errors import MindError, UsageError
from tests.flow.stage import Does, Stage


async def ends(agent, context):
    return None


def fails(*times):
    """A body that raises in these runs, the first being 1."""

    async def body(agent, context):
        agent.runs = getattr(agent, "runs", 0) + 1
        if agent.runs in times:
            raise ValueError(f"run {agent.runs}")

    return body


ALWAYS = range(1, 100)


# Restart


def test_a_node_that_ended_begins_again_in_the_next_round_that_picks_it_w5():
    stage = Stage(Does("a", ends), wants=["a"], period=0.5)
    assert stage.tick() == "a( a)"
    assert stage.tick(2) == "a( a)"
    assert stage.tick(2) == "a( a)"


def test_a_node_that_runs_once_is_over_when_it_has_ended_w5():
    stage = Stage(Does("a", ends, "once"), Does("b"), wants=["a", "b"], period=0)
    assert stage.tick(3) == "a( a) b( b."
    stage.mind.halt()
    stage.actor.take()
    assert stage.tick() == "a( a)", "a halt forgets it"


def test_a_node_that_runs_once_may_begin_again_if_it_was_left_w5():
    stage = Stage(Does("a"), Does("b", restart="once"), wants=["b"], period=0)
    stage.tick()
    stage.want("a")
    stage.tick()
    stage.want("b")
    assert stage.tick() == "a) b("


def test_until_other_waits_for_another_node_to_run_w5():
    stage = Stage(Does("a", ends, "until-other"), Does("b"), wants=["a"], period=0)
    assert stage.tick(4) == "a( a)"
    stage.want("a", "b")
    assert stage.tick() == "b("
    assert stage.tick() == "b) a( a)"


def test_a_node_that_rests_is_not_asked_w5():
    stage = Stage(Does("a", ends, "once"), Does("b"), wants=["a"], period=0)
    stage.tick()
    stage.actor.asked.clear()
    stage.tick()
    assert stage.actor.asked == ["b"]


# Failing


def test_a_node_that_fails_is_logged_told_and_rests_w5(caplog):
    stage = Stage(Does("a", fails(1)), Does("b"), wants=["a", "b"], period=0, backoff=0.5, name="guard")
    with caplog.at_level(logging.ERROR, "gumption.flow"):
        assert stage.tick() == "a( a)"
    (record,) = caplog.records
    assert record.name == "gumption.flow"
    text = record.getMessage()
    assert "ValueError: run 1" in text
    assert "actor, guard › a" in text
    assert "rests for 0.5 s" in text
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1].__cause__, ValueError)
    kinds = [type(event) for event in stage.events]
    assert kinds.index(Failed) < kinds.index(Exited), "the cause comes first"
    assert stage.turns() == ["a(", "a)error"]
    assert stage.mind.status is Status.RUNNING
    assert stage.tick() == "b("
    assert stage.tick() == "b) a( a)", "it has rested"


def test_each_further_failure_makes_the_rest_twice_as_long_and_the_last_one_endless_w5(caplog):
    stage = Stage(Does("a", fails(*ALWAYS)), wants=["a"], period=0, backoff=1.0, failures=4)
    begun = [stage.clock.now for _ in range(200) if "a(" in stage.tick()]
    assert begun == [0.25, 1.25, 3.25, 7.25]
    assert len(caplog.records) == 4
    assert "failure 4 in a row" in caplog.records[-1].getMessage()
    assert "until the mind is halted" in caplog.records[-1].getMessage()
    assert caplog.records[-1].exc_info is not None
    stage.mind.halt()
    assert "a(" in stage.tick()


def test_a_success_forgets_the_failures_w5(caplog):
    stage = Stage(Does("a", fails(1, 3, 5)), wants=["a"], period=0, backoff=0.0, failures=2)
    stage.tick(6)
    assert stage.actor.runs == 6
    assert len(caplog.records) == 3


def test_a_result_of_failure_is_no_error_w5(caplog):
    async def gives_up(agent, context):
        return Status.FAILURE

    stage = Stage(Does("a", gives_up), wants=["a"], period=0)
    assert stage.tick(2) == "a( a) a( a)"
    assert stage.turns() == ["a(", "a)failure"] * 2
    assert not caplog.records


def test_very_many_failures_leave_the_rest_a_number_w5(caplog):
    stage = Stage(Does("a", fails(*range(3000))), wants=["a"], period=0, backoff=0.0, failures=2500)
    stage.tick(2000)
    assert stage.actor.runs == 2000
    stage = Stage(Does("a", fails(*range(3000))), wants=["a"], period=0, backoff=1e-6, failures=2500)
    stage.tick(300)
    assert stage.mind.status is Status.RUNNING


def test_an_error_of_a_child_is_that_of_its_node_w5(caplog):
    async def child():
        await flow.next_tick()
        raise KeyError("x")

    async def parent(agent, context):
        await flow.gather(child(), flow.sleep(100.0))

    stage = Stage(Does("a", parent), wants=["a"])
    assert stage.tick(2) == "a( a)"
    assert "KeyError" in caplog.text


@pytest.mark.parametrize(
    ("result", "text"), [(5, "it returned 5"), (True, "it returned True"), (Status.RUNNING, "it returned RUNNING")]
)
def test_a_wrong_result_is_a_failure_s4(result, text, caplog):
    async def wrong(agent, context):
        return result

    stage = Stage(Does("a", wrong), wants=["a"])
    stage.tick()
    assert text in caplog.text
    assert stage.turns() == ["a(", "a)error"]


def test_a_result_that_cannot_even_be_hashed_is_a_failure_s4(caplog):
    async def wrong(agent, context):
        return []

    Stage(Does("a", wrong), wants=["a"]).tick()
    assert "it returned []" in caplog.text


def test_cancelled_raised_by_the_node_itself_is_a_failure_s4(caplog):
    async def odd(agent, context):
        raise flow.Cancelled

    stage = Stage(Does("a", odd), wants=["a"])
    stage.tick()
    assert "it raised Cancelled, and nobody was leaving it" in caplog.text
    assert stage.turns() == ["a(", "a)error"]


def test_what_a_wrapper_raises_or_gives_is_the_failure_of_its_node_w5(caplog):
    def wrapped(do):
        async def run(agent, context):
            pass

        return functools.wraps(run)(do)

    def raises(agent, context):
        raise ValueError("before it began")

    stage = Stage(flow.node(wrapped(raises), name="a"))
    stage.tick()
    assert "before it began" in caplog.text
    assert stage.turns() == ["a(", "a)error"]
    stage = Stage(flow.node(wrapped(lambda agent, context: 7), name="a"))
    stage.tick()
    assert "it gave 7 instead of a coroutine" in caplog.text


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_goes_through_and_leaves_the_mind_idle_c3(error):
    async def interrupted(agent, context):
        await flow.next_tick()
        raise error

    stage = Stage(Does("a", interrupted), wants=["a"])
    stage.tick()
    with pytest.raises(error):
        stage.tick()
    assert stage.mind.status is None
    assert stage.turns() == ["a(", "a)error"]


def test_an_awaitable_of_another_library_is_a_failure_w7(caplog):
    import asyncio

    async def foreign(agent, context):
        await asyncio.sleep(0)

    stage = Stage(Does("a", foreign), wants=["a"])
    stage.tick()
    assert "another library" in caplog.text


# Checks


@pytest.mark.parametrize("traced", [True, False])
@pytest.mark.parametrize("scores", [True, False])
def test_an_error_of_a_check_names_the_node_and_is_raised_once_asked_c3(traced, scores):
    asked = []

    def moody(agent):
        asked.append(1)
        if len(asked) == 1:
            raise ValueError("in a mood")
        return True

    stage = Stage(
        Does("a"), flow.node(ends, moody, name="b"), Does("c"), wants=["c"], traced=traced, scores=scores, name="guard"
    )
    with pytest.raises(MindError, match="in a mood") as caught:
        stage.tick()
    assert len(asked) == 1
    assert isinstance(caught.value.__cause__, ValueError)
    assert "guard › b" in caught.value.where
    assert "test_failing.py" in caught.value.where
    assert stage.mind.status is None


@pytest.mark.parametrize("traced", [True, False])
def test_an_expression_that_cannot_be_evaluated_names_its_node_c3(traced):
    stage = Stage(Does("a"), flow.node(ends, F.nothing > 3, name="b"), flow.node(ends, F.told), traced=traced)
    with pytest.raises(MindError, match="nothing") as caught:
        stage.tick()
    assert "selector › b" in caught.value.where


@pytest.mark.parametrize("traced", [True, False])
def test_an_error_of_a_check_leaves_the_running_node_with_its_clean_up_c3(traced):
    def sour(agent):
        if "sour" in agent.wants:
            raise ValueError("sour")
        return False

    stage = Stage(flow.node(ends, sour, name="x"), Does("a"), wants=["a"], period=0, traced=traced)
    stage.tick()
    stage.want("sour")
    with pytest.raises(MindError, match="sour"):
        stage.tick()
    assert stage.actor.take() == "a)"
    if traced:
        assert stage.turns() == ["a(", "a)error"]


def test_errors_on_the_way_out_are_notes_of_the_first_c3():
    async def breaks(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            raise KeyError("broom")

    def sour(agent):
        if "sour" in agent.wants:
            raise ValueError("sour")
        return False

    stage = Stage(flow.node(ends, sour, name="x"), Does("a", breaks), wants=["a"], period=0)
    stage.tick()
    stage.want("sour")
    with pytest.raises(MindError, match="sour") as caught:
        stage.tick()
    assert any("broom" in note for note in caught.value.__notes__)


@pytest.mark.parametrize("traced", [True, False])
def test_a_status_has_no_truth_and_is_no_answer_s4(traced):
    stage = Stage(flow.node(ends, lambda agent: Status.SUCCESS, name="a"), traced=traced)
    with pytest.raises(MindError, match="truth value"):
        stage.tick()


@pytest.mark.parametrize("odd", ["high", None, float("nan"), float("inf"), [1]])
def test_a_score_that_is_no_number_is_an_error_s4(odd):
    stage = Stage(Does("a"), flow.node(ends, lambda agent: odd, name="b"), scores=True)
    with pytest.raises(UsageError, match="the check returned") as caught:
        stage.tick()
    assert "selector › b" in caught.value.where
