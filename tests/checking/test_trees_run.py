"""What is said of a tree's branches is true when it runs."""

from types import SimpleNamespace

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import F, Status
from gumption.bt import (
    Tree,
    action,
    condition,
    do,
    guard,
    precondition,
    reactive_selector,
    reactive_sequence,
    selector,
    sequence,
)
from gumption.checking import check
from gumption.core.trace import Ticked
from gumption.errors import DefinitionError

TICKS = 12


def changing(values, statuses):
    """Something to do: it changes what conditions ask, and gives one status after another."""

    def run(agent):
        turn = agent.turns = agent.turns + 1
        agent.a, agent.b = values[turn % len(values)], values[(turn + 1) % len(values)]
        return statuses[turn % len(statuses)]

    return run


values = st.lists(st.integers(0, 4), min_size=2, max_size=5)
statuses = st.lists(st.sampled_from([Status.SUCCESS, Status.FAILURE, Status.RUNNING]), min_size=1, max_size=3)
works = st.builds(changing, values, statuses)
asked = st.builds(
    lambda name, make, number: make(getattr(F, name), number),
    st.sampled_from("ab"),
    st.sampled_from([lambda x, n: x < n, lambda x, n: x >= n, lambda x, n: x == n]),
    st.integers(0, 4),
)
leaves = st.one_of(st.builds(condition, asked), st.builds(do, works), st.builds(action, works))


def inner(children):
    many = st.lists(children, min_size=1, max_size=4)
    kinds = st.sampled_from([selector, reactive_selector, sequence, reactive_sequence])
    gates = st.sampled_from([guard, precondition])
    return st.one_of(
        st.builds(lambda kind, nodes: kind(*nodes), kinds, many),
        st.builds(lambda gate, when, node: gate(when, node), gates, asked, children),
    )


roots = st.builds(
    lambda kind, nodes: kind(*nodes),
    st.sampled_from([selector, reactive_selector]),
    st.lists(st.one_of(leaves, st.recursive(leaves, inner, max_leaves=5)), min_size=2, max_size=5),
)


def node_named(tree, path):
    return {each.id for each in tree.describe() if tree.describe().path(each.id) == path}


@settings(max_examples=100, deadline=None)
@given(roots, values)
def test_a_branch_that_is_told_to_be_unreachable_does_nothing_but_fail(root, start):
    try:
        tree = Tree(root)
    except DefinitionError:  # a branch that the building itself refuses
        return
    told = [each for each in check(tree) if each.code in ("unreachable-branch", "never-true")]
    if not told:
        return
    never = [node_named(tree, each.path) for each in told]
    agent = SimpleNamespace(a=start[0], b=start[1], turns=0)
    mind, results = tree.bind(agent), []
    mind.trace(results.append)
    for tick in range(TICKS):
        agent.a = start[tick % len(start)]
        mind.tick()
        mind.context.clock.advance(1.0)
    came_to = {}
    for event in results:
        if isinstance(event, Ticked):
            for node, result in enumerate(event.results, 1):
                came_to.setdefault(node, set()).update([] if result is None else [result[0]])
    for nodes in never:
        if len(nodes) == 1:  # else several are called the same
            assert came_to.get(*nodes, set()) <= {Status.FAILURE}
