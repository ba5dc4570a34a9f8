"""What users of BehaviorTree.CPP (BT) hit: one test each, with the public issue. See test_known_faults_others.py."""

import json

import pytest

from gumption import F as Agent
from gumption import Snapshot, Status, bt
from gumption.core.expression import as_function, evaluate
from gumption.core.trace import Entered, Exited, Failed
from gumption.errors import DefinitionError, MindError, UsageError
from gumption.status import ExitReason
from tests.bt.stage import F, R, S, Stage, X, asks, leaf


def pre_empted(script):
    """What runs is left for an action once the condition c holds."""
    return Stage(bt.reactive_selector(bt.sequence(bt.condition(asks("c", script)), leaf("n", "R")), leaf("z", "R")))


def test_a_reactive_node_starts_the_new_child_only_after_the_old_one_was_halted():
    """BT #1031 (B3)."""
    stage = pre_empted("01")
    stage.expect("R c0 z( zR")
    stage.expect("R c1 z)H n( nR")


def test_an_earlier_child_that_turns_running_halts_the_later_one():
    """BT #755: the rule is written down (B2)."""
    stage = Stage(bt.reactive_sequence(leaf("a", "SRS"), leaf("b", "R")))
    stage.expect("R a( aS a)S b( bR")
    stage.expect("R b)H a( aR")
    stage.expect("R aS a)S b( bR")
    stage.end()


def test_children_of_a_parallel_are_told_that_they_were_halted():
    """BT #601: with the reason halt, not success or failure (S2)."""
    stage = Stage(bt.parallel(leaf("a", "R"), leaf("b", "RF")))
    stage.mind.tick()
    stage.agent.calls.clear()
    stage.expect("F aR bF b)F a)H")


def test_whether_a_child_of_a_parallel_skips_is_asked_at_every_start():
    """BT #593, BT #978 (S1)."""
    stage = Stage(bt.parallel(leaf("a", "XSX"), leaf("b", "S")))
    for given in "XSX":
        stage.expect(f"S a( a{given} a)S b( bS b)S")


@pytest.mark.parametrize("make", [bt.timeout, bt.delay])
def test_a_halted_timer_does_not_go_on(make):
    """BT #57, BT #624, BT #272: time is the context's clock, and no thread's (B5)."""
    stage = Stage(make(1.0, leaf("a", "R")))
    stage.mind.tick()
    stage.clock.advance(0.9)
    stage.mind.halt()
    stage.mind.tick()
    stage.clock.advance(0.9)
    assert stage.mind.tick() is R
    assert stage.agent.count("a)H") == (1 if make is bt.timeout else 0)


def test_halting_between_two_ticks_ends_the_run():
    """BT #686, BT #1201: the next tick does not resume it (C1)."""
    stage = Stage(bt.sequence(leaf("a", "S"), leaf("b", "R")))
    stage.expect("R a( aS a)S b( bR")
    stage.expect("halt b)H")
    stage.expect("R a( aS a)S b( bR")


def test_a_long_chain_of_subtrees_ticks():
    """BT #672, BT #979, BT #1210, BT #1211: no recursion (B7); a tree cannot contain itself, since it is immutable."""
    tree = bt.Tree(leaf("a", "R"))
    for _ in range(150):
        tree = bt.Tree(bt.subtree(tree))
    assert Stage(bt.subtree(tree)).mind.tick() is R
    with pytest.raises((TypeError, AttributeError)):
        tree.root.children += (tree.root,)


def test_the_scope_of_one_subtree_does_not_leak_to_the_next():
    """BT #696, BT #1192: a mapping holds for its place only, and creates no key of a strange name."""
    inner, outer = bt.Key("value", int, 0), bt.Key("mapped", int, 0)
    tree = bt.Tree(
        bt.do(lambda agent, context: context.blackboard.__setitem__(inner, context.blackboard[inner] + 1)), keys=[inner]
    )
    stage = Stage(bt.sequence(bt.subtree(tree, scope={inner: outer}), bt.subtree(tree)), keys=[outer])
    stage.mind.tick()
    stage.mind.tick()
    values = stage.mind.context.blackboard.values
    assert values["mapped"] == 2
    assert sorted(values.values()) == [2, 2]


def test_a_number_does_not_become_a_string_on_the_blackboard():
    """BT #974: keys have types."""
    key = bt.Key("count", int, 1)
    stage = Stage(bt.do(lambda agent, context: context.blackboard.__setitem__(key, "2")), keys=[key])
    with pytest.raises(UsageError, match="'count' takes int, not '2'"):
        stage.mind.tick()


def test_subtraction_groups_to_the_left():
    """BT #1029."""
    agent = type("Agent", (), {"a": 2, "b": 3, "c": 4})()
    for expression in (Agent.a - Agent.b - Agent.c, Agent.a - 3 - 4, 2 - Agent.b - Agent.c):
        assert evaluate(expression, agent) == as_function(expression)(agent) == -5
    assert as_function(Agent.a - (Agent.b - Agent.c))(agent) == 3


def test_a_running_tree_and_its_blackboard_can_be_saved_and_go_on():
    """BT #239, PT #349 (C5)."""
    key = bt.Key("steps", int, 0)
    step = bt.do(lambda agent, context: context.blackboard.__setitem__(key, context.blackboard[key] + 1))
    tree = bt.Tree(bt.repeat(3, bt.sequence(step, bt.wait(1.0))), keys=[key])
    mind = tree.bind(None)
    mind.tick()
    text = json.dumps(mind.snapshot().to_plain())
    again = tree.bind(None)
    again.restore(Snapshot.from_plain(json.loads(text)))
    assert again.context.blackboard[key] == 1
    for seconds in (1.0, 0.0, 1.0, 0.0, 1.0):
        again.context.clock.advance(seconds)
        status = again.tick()
    assert status is S
    assert again.context.blackboard[key] == 3


def test_after_an_exception_nothing_is_shown_as_running():
    """BehaviorTree.ROS2 #105: each action is told to have ended, and the mind is idle (C3)."""
    stage = Stage(bt.parallel(leaf("a", "R"), bt.sequence(leaf("b", "RS"), bt.do(lambda agent: 1 / 0))), traced=True)
    stage.mind.tick()
    with pytest.raises(MindError):
        stage.mind.tick()
    assert "*" not in stage.mind.render()
    assert [event.reason for event in stage.events if isinstance(event, Exited)][-1] is ExitReason.ERROR
    assert sum(isinstance(event, Failed) for event in stage.events) == 1
    entered = [event.node for event in stage.events if isinstance(event, Entered)]
    assert sorted(entered) == sorted(event.node for event in stage.events if isinstance(event, Exited))


def test_what_was_found_without_an_issue():
    """No issue: py_trees' None and ForEach; BT's Parallel with skips, skipped conditions, guards after a halt."""
    with pytest.raises(UsageError):
        Stage(bt.action(lambda agent: None)).mind.tick()
    assert Stage(bt.for_each(lambda agent: [], leaf("a", "F"), into="item")).mind.tick() is S
    assert Stage(bt.parallel(leaf("a", "X"), leaf("b", "S"), leaf("c", "X"), success=2)).mind.tick() is F
    assert Stage(bt.if_then_else(leaf("a", "X"), leaf("b", "S"))).mind.tick() is X
    guarded = Stage(bt.precondition(asks("g", "10"), leaf("a", "R")))
    guarded.expect("R g1 a( aR")
    guarded.expect("halt a)H")
    guarded.expect("F g0")
    with pytest.raises(DefinitionError):
        bt.Tree(bt.sequence())
    assert Status.SKIPPED is X
