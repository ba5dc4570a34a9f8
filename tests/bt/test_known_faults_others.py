"""What users of other libraries hit: one test each, with the public issue.

PT is splintered-reality/py_trees, LA limbonaut/limboai, BH bitbrain/beehave, NP meniku/NPBehave.
"""

import itertools

import pytest

from gumption import bt
from gumption.errors import BusyError
from tests.bt.stage import F, R, S, Stage, Through, asks, leaf, says


def test_no_exit_is_called_twice_and_none_is_forgotten():
    """PT #284, PT #345, PT #439: whatever ends a parallel (C2)."""
    for script in ("RF", "RS"):
        stage = Stage(bt.parallel(leaf("a", "R"), leaf("b", script), leaf("c", "S"), success=2))
        stage.mind.tick()
        stage.mind.tick()
        assert [stage.agent.count(f"{name})H") for name in "abc"] == [1, 0, 0]
        assert [sum(call.startswith(f"{name})") for call in stage.agent.calls) for name in "abc"] == [1, 1, 1]
        stage.mind.halt()
        stage.mind.tick()
        stage.take()
        stage.end()


def test_the_two_sequences_have_two_names():
    """PT #329, PT #313: with memory `sequence`, without `reactive_sequence` (B8)."""
    Stage(bt.sequence(bt.condition(asks("c", "10")), leaf("a", "R"))).expect("R c1 a( aR")
    plain, reactive = (
        Stage(make(bt.condition(asks("c", "10")), leaf("a", "R"))) for make in (bt.sequence, bt.reactive_sequence)
    )
    plain.expect("R c1 a( aR")
    plain.expect("R aR")
    reactive.expect("R c1 a( aR")
    reactive.expect("F c0 a)H")


def test_a_selector_does_not_stop_children_that_are_idle():
    """PT #477, PT #480, PT #481: nor leave one running when it is done (C2)."""
    stage = Stage(bt.selector(leaf("a", "F"), leaf("b", "RRS"), leaf("c", "S")))
    stage.expect("R a( aF a)F b( bR")
    stage.expect("R bR")
    stage.expect("S bS b)S")
    stage.end()


def test_interrupted_and_finished_are_two_things():
    """PT #132: the reason is given to exit; the status is None after a halt, and stays after a success (S2, S3)."""
    stage = Stage(leaf("a", "RRS"))
    stage.mind.tick()
    stage.mind.halt()
    assert (stage.take()[-1], stage.mind.status) == ("a)H", None)
    stage.mind.tick()
    stage.mind.tick()
    assert (stage.take()[-1], stage.mind.status) == ("a)S", S)


def test_two_trees_with_equal_keys_do_not_meet():
    """PT #467: a blackboard belongs to a mind."""
    key = bt.Key("target", str, "")
    minds = [bt.Tree(bt.always(S), keys=[key]).bind(None) for _ in range(2)]
    minds[0].context.blackboard[key] = "apple"
    assert minds[1].context.blackboard[key] == ""


def test_one_definition_serves_many_agents():
    """PT #425: nothing has to be copied."""
    tree = bt.Tree(bt.sequence(leaf("a", "RS"), leaf("b", "RS")))
    stages = [Stage(bt.subtree(tree)) for _ in range(3)]
    for number, stage in enumerate(stages):
        for _ in range(number):
            stage.mind.tick()
    assert [stage.mind.status for stage in stages] == [None, R, R]
    assert [stage.innermost() for stage in stages] == [[], [3], [4]]


def test_ticking_or_halting_from_inside_a_task_is_refused():
    """LA #254, LA #132: instead of crashing (C4)."""
    stage = Stage(bt.sequence(leaf("a", "S"), bt.do(lambda agent: stage.mind.halt())))
    with pytest.raises(BusyError):
        stage.mind.tick()
    assert stage.mind.status is None


COMPOSITES = {
    "sequence": lambda child: bt.sequence(leaf("x", "S"), child),
    "selector": lambda child: bt.selector(leaf("x", "F"), child),
    "reactive_sequence": lambda child: bt.reactive_sequence(bt.always(S), child),
    "reactive_selector": lambda child: bt.reactive_selector(bt.always(F), child),
    "with_memory": lambda child: bt.sequence_with_memory(leaf("x", "S"), child),
    "eager": lambda child: bt.eager_sequence(leaf("x", "S"), child),
    "parallel": lambda child: bt.parallel(leaf("x", "S"), child),
    "random": lambda child: bt.random_selector(leaf("x", "F"), child),
    "weighted": lambda child: bt.weighted_selector((1, leaf("x", "F")), (9, child)),
    "utility": lambda child: bt.utility_selector((1, leaf("x", "F")), (9, child), reactive=True),
    "if": lambda child: bt.if_then_else(bt.always(S), child),
    "while": lambda child: bt.while_do_else(bt.always(S), child),
    "switch": lambda child: bt.switch(lambda agent: 1, {1: child}),
    "custom": lambda child: Through().of(child),
}  # fmt: skip


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(COMPOSITES, repeat=2)))
def test_a_reactive_switch_halts_through_every_pair_of_composites(outer, inner):
    """BH #220, BH #393 (B3)."""
    branch = bt.sequence(bt.condition(asks("c", "01")), leaf("n", "R"))
    stage = Stage(bt.reactive_selector(branch, COMPOSITES[outer](COMPOSITES[inner](leaf("z", "R")))))
    stage.mind.tick()
    stage.take()
    stage.expect("R c1 z)H n( nR")
    stage.end()


def test_a_cooldown_survives_a_change_of_branch():
    """BH #340: the policy is written down (B4)."""
    stage = Stage(
        bt.reactive_selector(
            bt.guard(asks("c", "0110"), leaf("n", "R")), bt.sequence(bt.cooldown(5.0, leaf("a", "S")), leaf("z", "R"))
        )
    )
    stage.expect("R c0 a( aS a)S z( zR")
    stage.expect("R c1 z)H n( nR")
    stage.expect("R c1 nR")
    stage.expect("F c0 n)H")


@pytest.mark.parametrize(
    "make", [bt.invert, bt.force_success, bt.run_once, lambda c: bt.limit(3, c), lambda c: bt.timeout(9, c)]
)
@pytest.mark.parametrize("child", ["action", "composite"])
def test_a_decorators_child_is_entered_ticked_and_exited_in_order(make, child):
    """BH #320, BH #376, BH #247: actions and composites alike; what runs on is one start."""
    inside = leaf("a", "RRS")
    stage = Stage(make(inside if child == "action" else bt.sequence(inside)))
    for _ in range(3):
        stage.mind.tick()
    stage.agent.expect("a(", "aR", "aR", "aS", "a)S")


def test_a_parallel_takes_children_of_all_kinds():
    """BH #58, BH #339."""
    stage = Stage(
        bt.parallel(
            bt.sequence(leaf("a", "S"), leaf("b", "RS")), bt.retry(2, leaf("c", "FS")), bt.condition(asks("q", "1"))
        )
    )
    stage.expect("R a( aS a)S b( bR c( cF c)F q1")
    stage.expect("S bS b)S c( cS c)S")


def test_two_conditions_that_undo_each_other_do_not_loop():
    """NP #4: each is asked once a tick (B6)."""
    flip = bt.condition(lambda agent: agent.data.update(on=not agent.data.get("on")) or agent.data["on"])
    stage = Stage(bt.reactive_selector(bt.sequence(flip, bt.do(says("d")), bt.invert(bt.always(S))), leaf("z", "R")))
    stage.expect("R d z( zR")
    stage.expect("R zR")
    stage.expect("R z)H d z( zR")


def test_halting_what_is_not_active_is_no_error():
    """NP #24, NP #25, NP #29 (C1)."""
    stage = Stage(bt.parallel(leaf("a", "S"), leaf("b", "S")))
    stage.mind.halt()
    stage.mind.tick()
    stage.mind.halt()
    assert stage.mind.status is S


def test_a_reactive_node_with_a_running_check_does_not_forget_the_other_running_child():
    """forester-bt/forester #71: never two at once (B2)."""
    stage = Stage(bt.reactive_sequence(leaf("a", "SRRS"), leaf("b", "RRR")))
    for _ in range(4):
        stage.mind.tick()
        assert len(stage.mind.running) == 1
    assert stage.agent.count("b)H") == 1
    stage.take()
    stage.end()
