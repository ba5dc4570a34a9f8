"""The compiled functions: what `source` shows is what runs (docstrings of Tree.source and compile.link)."""

import gc
import linecache
import traceback
import weakref

import pytest

from gumption import F as Agent
from gumption import Status, bt
from gumption.errors import MindError
from tests.bt.failing import boom
from tests.bt.stage import R, S, Stage, leaf


def frames_of(error):
    """The frames in source of gumption's making, with the line that each is at."""
    frames = traceback.extract_tb(error.__traceback__)
    return [(frame.filename, frame.line) for frame in frames if frame.filename.startswith("<gumption tree")]


def failing_tree(name="errand"):
    return bt.Tree(bt.sequence(leaf("a", "RS"), bt.parallel(bt.do(boom)), bt.always(S)), name=name)


def cause_of(tree, *, traced=False):
    stage = Stage(bt.subtree(tree))
    mind = tree.bind(stage.agent)
    mind.trace((lambda event: None) if traced else None)
    mind.tick()
    with pytest.raises(MindError) as caught:
        mind.tick()
    return caught.value.__cause__


@pytest.mark.parametrize("traced", [False, True])
def test_a_traceback_shows_the_lines_that_ran(traced):
    """They are lines of `source`; the last one calls the user's function."""
    tree = failing_tree()
    frames = frames_of(cause_of(tree, traced=traced))
    source = [line.strip() for line in tree.source(traced=traced).splitlines()]
    assert len(frames) >= 2
    assert all(line in source for _, line in frames)
    assert frames[-1][1].startswith("boom_")
    assert "errand" in frames[0][0]
    assert ("traced" in frames[0][0]) is traced


def test_each_tree_has_a_file_name_of_its_own():
    """Trees of one name are told apart, and so are the variants."""
    names = {frames_of(cause_of(failing_tree(), traced=traced))[0][0] for traced in (False, True, False)}
    assert len(names) == 3


def test_the_source_is_what_runs():
    """Compiled by hand, with the same names, it gives the same."""
    tree = bt.Tree(
        bt.selector(bt.condition(Agent.gold >= 3), bt.sequence(bt.condition(Agent.thirst < 5), bt.always(R)))
    )
    source = tree.source()
    for text in ("def tick(self):", "agent.gold >= 3", "agent.thirst < 5"):
        assert text in source
    compile(source, "again", "exec")
    assert source == tree.source()
    assert tree.source(traced=True) != source


def test_two_equal_trees_have_equal_source():
    """C6: nothing in it depends on when or where it was built."""
    assert failing_tree().source() == failing_tree().source()
    assert failing_tree().source(traced=True) == failing_tree().source(traced=True)


@pytest.mark.parametrize("name", ["new\nline", "", "quote \" '", "x" * 300, "ünïcödé", "back\\slash", "<brackets>"])
def test_a_trees_name_may_be_any_text(name):
    """It is part of the file name."""
    tree = failing_tree(name)
    assert frames_of(cause_of(tree)) or "\n" in name
    assert tree.describe()[0].name == name


def test_source_leaves_linecache_with_its_tree():
    """No leak: many trees may be built in one process."""

    def ours():
        gc.collect()
        return {name for name in linecache.cache if name.startswith("<gumption tree gone")}

    tree = failing_tree("gone")
    assert tree.source(traced=True)
    mind = tree.bind(Stage(leaf("a", "S")).agent)
    mind.trace(lambda event: None)
    mind.tick()
    assert len(ours()) == 2
    gone = weakref.ref(tree)
    del tree
    assert len(ours()) == 2  # the mind still has it
    del mind
    gc.collect()
    assert gone() is None
    assert ours() == set()


def test_checking_the_linecache_keeps_the_source():
    """Debuggers and `traceback` call `checkcache`, which drops what has no file."""
    tree = failing_tree()
    cause = cause_of(tree)
    linecache.checkcache()
    assert all(line for _, line in frames_of(cause))


def test_the_traced_variant_is_compiled_only_when_it_is_asked_for():
    """It takes as long as the tree itself, and most minds are never traced."""
    tree = failing_tree("lazy")

    def variants():
        return [name for name in linecache.cache if name.startswith("<gumption tree lazy")]

    tree.bind(object())
    assert len(variants()) == 1
    tree.bind(object()).trace(lambda event: None)
    assert len(variants()) == 2


def test_minds_can_be_traced_one_by_one_and_no_longer():
    """`trace`: at no cost for the others; results are kept while somebody listens."""
    tree = bt.Tree(bt.sequence(bt.always(S), bt.action(lambda agent: R)))
    one, two = tree.bind(object()), tree.bind(object())
    events = []
    one.trace(events.append)
    for mind in (one, two):
        mind.tick()
    assert events
    assert one.results[3] == (R, 0)
    assert list(two.results) == [(R, 0), None, None, None]
    one.trace(None)
    told = len(events)
    one.tick()
    assert len(events) == told
    assert one.results[1:] == [None, None, None]
    assert one.status is Status.RUNNING


def test_conditions_as_expressions_are_written_out():
    """No call, no status in between."""
    source = bt.Tree(bt.sequence(bt.condition(Agent.gold >= 3), bt.condition(Agent.home), bt.do(print))).source()
    assert "if (agent.gold >= 3)" in source
    assert "condition" not in source


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("a", [False, True])
@pytest.mark.parametrize("b", [False, True])
@pytest.mark.parametrize("running", [False, True])
def test_expressions_keep_their_brackets_in_every_place(a, b, running, traced):
    """`or` inside `and`, `not` and tests of positions; fresh and resumed."""
    either, both = Agent.a | Agent.b, Agent.a & Agent.b
    places = {
        "sequence": (lambda e: bt.sequence(bt.condition(e), bt.condition(Agent.yes)), lambda v: v),
        "selector": (lambda e: bt.selector(bt.condition(e), bt.condition(Agent.no)), lambda v: v),
        "invert": (lambda e: bt.sequence(bt.invert(bt.condition(e)), bt.always(S)), lambda v: not v),
        "guard": (lambda e: bt.guard(e, bt.always(S)), lambda v: v),
        "precondition": (lambda e: bt.precondition(e, bt.always(S)), lambda v: v),
        "if": (lambda e: bt.if_then_else(bt.condition(e), bt.always(S)), lambda v: v),
        "deep": (lambda e: bt.invert(bt.selector(bt.condition(Agent.no), bt.invert(bt.condition(e)))), lambda v: v),
        "switch": (lambda e: bt.switch(e, {True: bt.always(S)}), lambda v: v),
        "score": (lambda e: bt.utility_selector((e, bt.always(S)), (0.5, bt.always(Status.FAILURE))), lambda v: v),
        "long": (lambda e: bt.sequence(*(bt.condition(e) for _ in range(5)), bt.condition(Agent.yes)), lambda v: v),
    }
    for expression, value in ((either, a or b), (both, a and b)):
        for place, (make, wanted) in places.items():
            node = bt.sequence(leaf("w", "RS"), make(expression)) if running else make(expression)
            stage = Stage(node, traced=traced)
            vars(stage.agent).update(a=a, b=b, yes=True, no=False)
            if running:
                stage.expect("R w( wR")
            result = stage.mind.tick()
            if place == "score":
                assert result is S
            else:
                assert result is (S if wanted(value) else Status.FAILURE), f"{place}: {expression!r}"
