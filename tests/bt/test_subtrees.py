"""A tree in a tree: scopes of its blackboard, and states that are kept apart (docstring of `subtree`)."""

import pytest

from gumption import bt
from gumption.core.trace import Exited
from tests.bt.stage import R, S, Stage, asks, every, leaf, play, row

NOTE = bt.Key("note", str, "")
HP = bt.Key("hp", int, 0)
OUTER = bt.Key("outer", str, "")
OUTER_HP = bt.Key("outer hp", int, 0)


def writes(key, value):
    return bt.do(lambda agent, context: context.blackboard.__setitem__(key, value))


def reads(key):
    return bt.do(lambda agent, context: agent.call(f"{key.name}={context.blackboard[key]}"))


def board(stage):
    return stage.mind.context.blackboard.values


TWICE = [
    row("one after the other", lambda: bt.sequence(*two_of("RSRS")), "", "R a( aR", "R aS a)S a( aR", "S aS a)S"),
    row("halted", lambda: bt.sequence(*two_of("SR")), "", "R a( aS a)S a( aR", "halt a)H", "R a( aR"),
    row("what survives a halt does so in each place", lambda: bt.sequence(*two_of("S", bt.run_once)), "",
        "S a( aS a)S a( aS a)S", "S"),
    row("counts are kept apart", lambda: bt.selector(*two_of("F", lambda a: bt.retry(2, a))), "",
        "R a( aF a)F", "R a( aF a)F a( aF a)F", "F a( aF a)F"),
]  # fmt: skip


def two_of(script, around=lambda node: node):
    tree = bt.Tree(around(leaf("a", script)))
    return bt.subtree(tree), bt.subtree(tree)


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("line", TWICE, ids=lambda line: line.what)
def test_two_subtrees_of_one_tree_keep_apart(line, traced):
    """Each place keeps a running state of its own."""
    play(line, "traced" if traced else "alone")


def test_two_that_run_at_once_keep_apart():
    """One halts, the other goes on."""
    tree = bt.Tree(bt.sequence(leaf("a", "S"), leaf("b", "RRSRR")))
    root = bt.parallel(bt.guard(asks("g", "10"), bt.subtree(tree)), bt.subtree(tree), success=1, failure=2)
    stage = Stage(root)
    stage.expect("R g1 a( aS a)S b( bR a( aS a)S b( bR")
    stage.expect("S g0 b)H bS b)S")


@every(
    [row("through", lambda a: bt.subtree(bt.Tree(bt.subtree(bt.Tree(a)))), "RSF", "R a( aR", "S aS a)S", "F a( aF a)F")]
)
def test_a_subtree_gives_the_result_of_its_root(line, around):
    """B2."""
    play(line, around)


def test_keys_that_are_mapped_are_the_outer_trees():
    """`scope`: read and written through."""
    inner = bt.Tree(bt.sequence(reads(NOTE), writes(NOTE, "from inside")), keys=[NOTE])
    root = bt.sequence(writes(OUTER, "from outside"), bt.subtree(inner, scope={NOTE: OUTER}), reads(OUTER))
    stage = Stage(root, keys=[OUTER])
    stage.mind.tick()
    assert stage.agent.calls == ["note=from outside", "outer=from inside"]
    assert board(stage) == {"outer": "from inside"}


def test_keys_that_are_not_mapped_are_the_places_own():
    """Apart from those of the same name elsewhere: in the tree around, and in the other place."""
    inner = bt.Tree(bt.sequence(reads(NOTE), bt.do(appends)), keys=[NOTE])
    stage = Stage(bt.sequence(bt.subtree(inner), bt.subtree(inner), writes(NOTE, "mine"), reads(NOTE)), keys=[NOTE])
    stage.mind.tick()
    assert stage.agent.calls == ["note=", "note=", "note=mine"]
    stage.agent.calls.clear()
    stage.mind.tick()
    assert stage.agent.calls == ["note=+", "note=+", "note=mine"]
    assert len(board(stage)) == 3


def appends(agent, context):
    context.blackboard[NOTE] += "+"


def test_mapping_goes_through_nested_subtrees():
    """Three levels: the innermost writes what the outermost reads; another key stays in the middle."""
    innermost = bt.Tree(bt.sequence(writes(NOTE, "deep"), writes(HP, 3)), keys=[NOTE, HP])
    text, count = bt.Key("text", str, ""), bt.Key("count", int, 0)
    middle = bt.Tree(
        bt.sequence(bt.subtree(innermost, scope={NOTE: text, HP: count}), reads(text), reads(count)), keys=[text, count]
    )
    stage = Stage(bt.sequence(bt.subtree(middle, scope={text: OUTER}), reads(OUTER)), keys=[OUTER, OUTER_HP])
    stage.mind.tick()
    assert stage.agent.calls == ["text=deep", "count=3", "outer=deep"]
    values = board(stage)
    assert values["outer"] == "deep"
    assert sorted(values.values(), key=str) == [3, "deep"]


def test_one_tree_twice_with_different_scopes():
    """Each place has its own names."""
    inner = bt.Tree(bt.do(appends), keys=[NOTE])
    left, right = bt.Key("left", str, "l"), bt.Key("right", str, "r")
    root = bt.sequence(*(bt.subtree(inner, scope={NOTE: key}) for key in (left, right, right)))
    stage = Stage(root, keys=[left, right])
    stage.mind.tick()
    assert board(stage) == {"left": "+", "right": "++"}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(
    "around",
    [
        lambda node: node,
        lambda node: bt.parallel(node, leaf("p", "R")),
        lambda node: bt.timeout(9.0, node),
        bt.random_selector,
        lambda node: bt.reactive_selector(bt.condition(lambda agent: False), node),
    ],
    ids=["alone", "parallel", "timeout", "random", "reactive"],
)
def test_every_hook_of_an_action_sees_its_own_trees_keys(around, traced):
    """Enter, tick and exit; whether it ends by itself or is halted."""

    class Marks(bt.Action):
        def enter(self, agent, context):
            context.blackboard[NOTE] = "in"

        def tick(self, agent, context):
            context.blackboard[NOTE] += ",tick"
            return R

        def exit(self, agent, context, reason):
            agent.call(f"{reason.value}: {context.blackboard[NOTE]}")

    inner = bt.Tree(bt.sequence(bt.action(Marks())), keys=[NOTE])
    middle = bt.Tree(around(bt.subtree(inner)), keys=[HP])
    stage = Stage(bt.sequence(bt.subtree(middle)), keys=[OUTER], traced=traced)
    stage.mind.tick()
    stage.mind.tick()
    stage.agent.calls.clear()
    stage.mind.halt()
    assert "halt: in,tick,tick" in stage.agent.calls


@pytest.mark.parametrize("how", ["guard", "timeout", "pre-empted", "verdict"])
def test_exit_sees_its_own_trees_keys_whatever_halts_it(how):
    """From outside of the subtree, or from inside."""

    class Stays(bt.Action):
        def tick(self, agent, context):
            context.blackboard[NOTE] = "mine"
            return R

        def exit(self, agent, context, reason):
            agent.call(f"{reason.value} {context.blackboard[NOTE]}")

    inside = bt.subtree(bt.Tree(bt.action(Stays()), keys=[NOTE]))
    root = {
        "guard": lambda: bt.guard(asks("g", "10"), inside),
        "timeout": lambda: bt.timeout(1.0, inside),
        "pre-empted": lambda: bt.reactive_selector(bt.sequence(bt.condition(asks("g", "01")), leaf("n", "R")), inside),
        "verdict": lambda: bt.parallel(inside, leaf("v", "RF")),
    }[how]()
    stage = Stage(root)
    stage.mind.tick()
    stage.clock.advance(1.0)
    stage.mind.tick()
    assert "halt mine" in stage.agent.calls


def test_a_subtree_without_keys_does_not_see_those_around_it():
    """A tree uses only the keys that it was given, wherever it stands."""
    inner = bt.Tree(bt.do(lambda agent, context: agent.call(str(HP in context.blackboard))))
    stage = Stage(bt.subtree(inner), keys=[HP])
    with pytest.raises(Exception, match=r"is not one of this tree's keys|no attribute 'blackboard'"):
        stage.mind.tick()


def test_no_name_of_a_users_can_be_that_of_a_subtrees_own_key():
    """Keys that are not named are the subtree's own."""
    inner = bt.Tree(bt.sequence(reads(NOTE), writes(NOTE, "inner")), keys=[NOTE])
    places = [2, 3, 4]
    strange = [bt.Key(f"{place}.note", str, "") for place in places]
    stage = Stage(bt.sequence(bt.subtree(inner), *(writes(key, "outer") for key in strange)), keys=strange)
    stage.mind.tick()
    stage.mind.tick()
    assert stage.agent.calls == ["note=", "note=inner"]


def test_the_trace_of_a_subtree_uses_the_ids_of_the_whole():
    """C7: ids are preorder numbers of the tree that is ticked."""
    inner = bt.Tree(bt.sequence(leaf("a", "RS")), keys=[NOTE])
    stage = Stage(bt.sequence(bt.subtree(inner), bt.subtree(inner, name="again")), keys=[NOTE], traced=True)
    for _ in range(2):
        stage.mind.tick()
    outline = stage.tree.describe()
    assert [outline.path(event.node) for event in stage.events if isinstance(event, Exited)] == [
        "tree › sequence › tree › sequence › Leaf",
        "tree › sequence › again › sequence › Leaf",
    ]
    assert [node.kind for node in outline].count("subtree") == 2
    assert stage.mind.status is S
