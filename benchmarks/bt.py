"""Behaviour trees against the bare calls of their leaves, and against other libraries where they are installed.

The tree: a selector of three sequences, 15 nodes; each tick calls 9 leaves (6 conditions that hold or not, 3 actions),
and none runs on. Peers: py_trees, BehaviorTree.CPP by way of behaviortreepy, bonsai-bt (Rust).
"""

import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.measure import Figure, best_of_each, bytes_each
from gumption.bt import Node, Tree, action, condition, force_success, selector, sequence
from gumption.core.expression import F
from gumption.status import Status

# (condition, condition, ..., action) for each sequence: the first two fail at a condition, the third one succeeds.
SUCCESS = Status.SUCCESS
SHAPE = (("yes", "no", "act"), ("yes", "yes", "no", "act"), ("yes", "act", "act", "act"))


class Agent:
    def __init__(self):
        self.one = 1
        self.two = 2


def yes(agent):
    return agent.one == 1


def no(agent):
    return agent.two == 1


def act(_agent):
    return SUCCESS


def bare():
    """The nine leaf calls of a tick, and nothing else."""
    agent = AGENT
    yes(agent)
    no(agent)
    yes(agent)
    yes(agent)
    no(agent)
    yes(agent)
    act(agent)
    act(agent)
    act(agent)


AGENT = Agent()

FUNCTIONS: dict[str, Callable[[], Node[Any]]] = {
    "yes": lambda: condition(yes),
    "no": lambda: condition(no),
    "act": lambda: action(act),
}
EXPRESSIONS = {**FUNCTIONS, "yes": lambda: condition(F.one == 1), "no": lambda: condition(F.two == 1)}


def make(leaves):
    return Tree(selector(*(sequence(*(leaves[name]() for name in names)) for names in SHAPE)))


def figures() -> Iterator[Figure]:
    """Measure, and compare with the budgets."""
    agent = Agent()
    tree = make(FUNCTIONS)
    assert len(tree.describe()) == 1 + 1 + 3 + 11
    mind, fast, traced = tree.bind(agent), make(EXPRESSIONS).bind(agent), tree.bind(agent)
    events: list[Any] = []
    traced.trace(events.append)

    def tick_traced():
        traced.tick()
        events.clear()

    contestants: dict[str, Callable[[], object]] = {
        "bare": bare,
        "tree": mind.tick,
        "expressions": fast.tick,
        "traced": tick_traced,
    }
    time = best_of_each(contestants, calls=500)
    base = time["bare"]
    yield Figure(f"bt tick, 15 nodes / its 9 bare leaf calls ({base * 1e9:.0f} ns)", time["tree"] / base, 1.6)
    yield Figure("bt tick with conditions as expressions / the bare calls", time["expressions"] / base, 1.0)
    yield Figure("bt traced tick / untraced tick", time["traced"] / time["tree"], 4.0)
    bind = best_of_each({"bind": lambda: tree.bind(agent)}, calls=500)["bind"]
    yield Figure("bt bind", bind * 1e6, 3.0, "us")
    agents = [Agent() for _ in range(10_000)]
    yield Figure("bt bind, memory beside the agent", bytes_each(lambda i: tree.bind(agents[i]), 10_000), 400, "bytes")
    yield from against_peers(mind.tick)
    yield from sweeps()


def against_peers(tick) -> Iterator[Figure]:
    """How many times slower the others are: at least."""
    for name, module, build, least in (
        ("py_trees", "py_trees", py_trees_tick, 100),
        ("BehaviorTree.CPP (behaviortreepy)", "behaviortreepy", btcpp_tick, 12),
        ("bonsai-bt", "bonsai_bt", bonsai_tick, 1),
    ):
        if importlib.util.find_spec(module) is None:
            print(f"skip {name}: not installed (pip install '.[bench]')")
            continue
        time = best_of_each({"mine": tick, "peer": build()}, calls=50)
        yield Figure(f"bt tick, times faster than {name}", time["peer"] / time["mine"], least, at_least=True)


def py_trees_tick():
    import py_trees
    from py_trees.common import Status as PyStatus

    agent = Agent()
    PY_SUCCESS, PY_FAILURE = PyStatus.SUCCESS, PyStatus.FAILURE  # noqa: N806

    class Leaf(py_trees.behaviour.Behaviour):
        def __init__(self, name, function, is_action):
            super().__init__(name)
            self.function = function
            self.is_action = is_action

        def update(self):
            return PY_SUCCESS if self.is_action or self.function(agent) else PY_FAILURE

    root = py_trees.composites.Selector("root", memory=True)
    for index, names in enumerate(SHAPE):
        branch = py_trees.composites.Sequence(f"sequence {index}", memory=True)
        branch.add_children([Leaf(name, {"yes": yes, "no": no, "act": act}[name], name == "act") for name in names])
        root.add_child(branch)
    return py_trees.trees.BehaviourTree(root).tick


def btcpp_tick():
    import behaviortreepy as bt

    agent = Agent()
    factory = bt.BehaviorTreeFactory()
    success, failure = bt.NodeStatus.SUCCESS, bt.NodeStatus.FAILURE

    factory.register_simple_condition("yes", lambda _: success if agent.one == 1 else failure)
    factory.register_simple_condition("no", lambda _: success if agent.two == 1 else failure)
    factory.register_simple_action("act", lambda _: success)
    branches = "".join("<Sequence>" + "".join(f"<{name}/>" for name in names) + "</Sequence>" for names in SHAPE)
    text = f'<root BTCPP_format="4"><BehaviorTree ID="t"><Fallback>{branches}</Fallback></BehaviorTree></root>'
    tree = factory.create_tree_from_text(text)
    return tree.tick_exactly_once


def bonsai_tick():
    import bonsai_bt as bonsai

    agent = Agent()
    functions = {"yes": yes, "no": no, "act": act}
    success, failure = (bonsai.Status.Success, 0.0), (bonsai.Status.Failure, 0.0)

    def call(arguments, _blackboard):
        name = arguments.action
        result = functions[name](agent)
        return success if name == "act" or result else failure

    branches = [bonsai.Sequence([bonsai.Action(name) for name in names]) for names in SHAPE]
    tree = bonsai.BT(bonsai.Select(branches), None)

    def tick():
        tree.tick(0.1, call)
        tree.reset_bt()

    return tick


def sweeps() -> Iterator[Figure]:
    """Cost a node of large trees, against that of small ones: linear means that it does not grow."""
    for name, shape in (("depth", deep), ("width", wide)):
        small, large = shape(10).bind(Agent()), shape(1000).bind(Agent())
        few, many = len(small.describe()) - 1, len(large.describe()) - 1
        time = best_of_each({"small": small.tick, "large": large.tick}, calls=50)
        ratio = (time["large"] / many) / (time["small"] / few)
        yield Figure(f"bt cost a node, {name} {many} / {name} {few}", ratio, 1.5)


def deep(levels):
    root = action(act)
    for _ in range(levels):
        root = sequence(condition(yes), force_success(root))
    return Tree(root)


def wide(children):
    return Tree(sequence(*(action(act) for _ in range(children))))
