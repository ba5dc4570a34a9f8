"""A reactive node halts what it leaves before anything of the new branch acts (rule B3)."""

import pytest

from gumption import F as Agent
from gumption import bt
from tests.bt.stage import F, R, S, Stage, Through, X, asks, leaf, says


def new_branches():
    """Name -> a branch, how it begins, and what it comes to."""
    n, on = leaf("n", "R"), bt.condition(asks("q", "1"))
    act = "n( nR"
    each = {"into": lambda agent, item: agent.call(f"i{item}")}
    return {
        "action": (n, act, R),
        "action that succeeds": (leaf("n", "S"), "n( nS n)S", S),
        "plain function": (bt.action(lambda agent: agent.call("n") or R), "n", R),
        "do": (bt.do(says("n")), "n", S),
        "wait": (bt.wait(1.0), "", R),
        "delay": (bt.delay(1.0, n), "", R),
        "delay that is over": (bt.delay(0.0, n), act, R),
        "always running": (bt.always(R), "", R),
        "service": (bt.service(says("v"), n), f"v {act}", R),
        "timed service": (bt.service(says("v"), n, every=1.0), f"v {act}", R),
        "service of a condition": (bt.service(says("v"), on), "v q1", S),
        "for_each": (bt.for_each(lambda agent: "12", n, **each), f"i1 {act}", R),
        "for_each of conditions": (bt.for_each(lambda agent: "12", on, **each), "i1 q1", R),
        "parallel": (bt.parallel(n, leaf("m", "R")), f"{act} m( mR", R),
        "eager_sequence": (bt.eager_sequence(on, n), f"q1 {act}", R),
        "timeout": (bt.timeout(1.0, n), act, R),
        "timeout at once": (bt.timeout(0.0, n), f"{act} n)H", F),
        "guard": (bt.guard(asks("q", "1"), n), f"q1 {act}", R),
        "precondition": (bt.precondition(asks("q", "1"), n), f"q1 {act}", R),
        "retry of an action": (bt.retry(3, leaf("n", "F")), "n( nF n)F", R),
        "retry of a condition": (bt.retry(3, bt.condition(asks("q", "0"))), "q0", R),
        "repeat of a condition": (bt.repeat(3, on), "q1", R),
        "repeat until": (bt.repeat_until_failure(on), "q1", R),
        "cooldown": (bt.cooldown(1.0, n), act, R),
        "run_once": (bt.run_once(n), act, R),
        "limit": (bt.limit(1, n), act, R),
        "probability": (bt.probability(1.0, n), act, R),
        "subtree": (bt.subtree(bt.Tree(n)), act, R),
        "custom": (Through().of(n), act, R),
        "sequence": (bt.sequence(on, n), f"q1 {act}", R),
        "long sequence": (bt.sequence(bt.always(X), on, bt.always(S), n), f"q1 {act}", R),
        "sequence_with_memory": (bt.sequence_with_memory(on, n), f"q1 {act}", R),
        "selector": (bt.selector(bt.condition(asks("q", "0")), n), f"q0 {act}", R),
        "reactive_sequence": (bt.reactive_sequence(on, n), f"q1 {act}", R),
        "reactive_selector": (bt.reactive_selector(bt.condition(asks("q", "0")), n), f"q0 {act}", R),
        "if_then_else": (bt.if_then_else(on, n), f"q1 {act}", R),
        "while_do_else": (bt.while_do_else(on, n), f"q1 {act}", R),
        "switch": (bt.switch(lambda agent: 1, {1: n}), act, R),
        "random_selector": (bt.random_selector(n), act, R),
        "random_sequence": (bt.random_sequence(n), act, R),
        "weighted_selector": (bt.weighted_selector((1.0, n)), act, R),
        "utility_selector": (bt.utility_selector((1.0, n)), act, R),
        "reactive utility_selector": (bt.utility_selector((1.0, n), reactive=True), act, R),
    }


OLD = {
    "action": lambda z: z,
    "timeout": lambda z: bt.timeout(9.0, z),
    "parallel": lambda z: bt.parallel(z, bt.wait(1.0)),
    "parallel in parallel": lambda z: bt.parallel(bt.parallel(bt.always(R), z), bt.always(S)),
    "custom": lambda z: Through().of(z),
    "sequence": lambda z: bt.sequence(bt.always(S), z),
    "reactive": lambda z: bt.reactive_selector(bt.always(F), z),
    "random": lambda z: bt.random_selector(bt.always(F), z),
}

REACTIVE = {
    "reactive_selector": lambda new, old: bt.reactive_selector(bt.sequence(bt.condition(Agent.on), new), old),
    "reactive_sequence": lambda new, old: bt.reactive_sequence(bt.selector(bt.condition(Agent.off), new), old),
    "while_do_else": lambda new, old: bt.while_do_else(bt.condition(Agent.on), new, old),
    "utility_selector": lambda new, old: bt.utility_selector((Agent.on * 2, new), (1, old), reactive=True),
    "two levels": lambda new, old: bt.reactive_selector(
        bt.sequence(bt.condition(Agent.on), new), bt.reactive_sequence(bt.condition(Agent.off), old)
    ),
}


def switched(container, new, old, *, traced=False):
    """A stage where `old` runs, and the next tick tries `new`."""
    stage = Stage(REACTIVE[container](new, OLD[old](leaf("z", "R"))), traced=traced)
    stage.agent.on, stage.agent.off = False, True
    stage.expect("R z( zR")
    stage.agent.on, stage.agent.off = True, False
    return stage


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("container", REACTIVE)
def test_the_old_branch_is_halted_before_the_new_one_acts(container, old):
    """B3, S2: whatever the new branch begins with; conditions may be asked before. Once, and it is gone for good."""
    for name, (new, begins, comes_to) in new_branches().items():
        for traced in (False, True) if old == "action" else (False,):
            stage = switched(container, new, old, traced=traced)
            where = f"{name}, traced={traced}"
            status = stage.mind.tick()
            calls = stage.agent.calls
            assert calls.count("z)H") == 1, f"{where}: {calls}"
            before, after = calls[: calls.index("z)H")], calls[calls.index("z)H") + 1 :]
            assert all(call[0] == "q" for call in before), f"{where}: {calls}"
            assert [*before, *after][: len(begins.split())] == begins.split(), f"{where}: {calls}"
            if comes_to is R:
                assert status is R, where
                assert "z(" not in after, f"{where}: {calls}"
                assert len(stage.innermost()) == (2 if name == "parallel" else 1), f"{where}: {stage.mind.running}"
            stage.heard += calls
            calls.clear()
            stage.end()
            assert comes_to is not R or "z)H" not in calls, f"{where}: {calls}"


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("container", ["reactive_selector", "utility_selector"])
def test_the_old_branch_starts_anew_if_the_new_one_acts_and_fails(container, old):
    """B3: if the scan then reaches the child that was halted."""
    stage = switched(container, leaf("n", "F"), old)
    stage.expect("R z)H n( nF n)F z( zR")
    stage.end()


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("container", ["reactive_selector", "utility_selector"])
def test_the_old_branch_goes_on_if_only_conditions_of_the_new_one_were_asked(container, old):
    """B3, B1: conditions are pure, and halt nothing."""
    stage = switched(container, bt.guard(asks("q", "0"), leaf("n", "R")), old)
    stage.expect("R q0 zR")
    stage.end()


@pytest.mark.parametrize("old", OLD)
def test_a_new_branch_of_conditions_only_halts_the_old_one_when_it_has_won(old):
    """B3, B2: reset."""
    stage = switched("reactive_selector", bt.condition(asks("q", "1")), old)
    stage.expect("S q1 z)H")
    stage.end()


@pytest.mark.parametrize("old", OLD)
def test_an_earlier_action_of_a_reactive_sequence_halts_and_the_old_child_starts_anew(old):
    """B3."""
    stage = switched("reactive_sequence", leaf("n", "S"), old)
    stage.expect("R z)H n( nS n)S z( zR")
    stage.end()


def test_a_custom_node_that_runs_by_itself_has_the_old_branch_halted():
    """B3, C2: it returns RUNNING without ticking a child; nothing else may be left running."""

    class Holds(bt.CustomNode):
        def tick(self, ticking):
            return R

    for traced in (False, True):
        stage = switched("reactive_selector", Holds().of(bt.always(S)), "action", traced=traced)
        stage.expect("R z)H")
        assert len(stage.innermost()) == 1
        stage.expect("R")
        stage.end()


def test_all_that_run_are_halted_innermost_first_and_in_order():
    """B3, S2: a parallel with another one inside is left for an action."""
    old = bt.parallel(leaf("w", "R"), bt.parallel(leaf("x", "R"), leaf("y", "R")), leaf("z", "R"))
    stage = Stage(REACTIVE["reactive_selector"](leaf("n", "R"), old))
    stage.agent.on = False
    stage.expect("R w( wR x( xR y( yR z( zR")
    stage.agent.on = True
    stage.expect("R w)H x)H y)H z)H n( nR")
    stage.end()
