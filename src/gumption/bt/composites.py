"""Nodes with several children (rule B2). Each function takes the children in order, and an optional name."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final, Literal

from gumption.bt.node import Agent, Check, Child, Node, as_nodes
from gumption.bt.shapes import mapping, pairs
from gumption.core.expression import Expression

ALL: Final = "all"
"""Threshold of `parallel`: every child that takes part."""
ONE: Final = "one"
"""Threshold of `parallel`: any one child."""

Threshold = int | Literal["all", "one"]
Score = Callable[[Agent], float] | Callable[[Agent, Any], float] | Expression | float


def sequence(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """Tick the children in turn until one fails; resume at the child that runs, without asking those before it again.

    SUCCESS when all have succeeded or been skipped. BehaviorTree.CPP's Sequence, py_trees' Sequence(memory=True).
    """
    return Node("sequence", as_nodes(children), name)


def selector(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """Tick the children in turn until one succeeds; resume at the child that runs. Also called fallback."""
    return Node("selector", as_nodes(children), name)


def reactive_sequence(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """As `sequence`, but asks all children from the first one at every tick.

    When an earlier child fails or runs, the child that ran is halted: before the first action of the other one
    starts (rule B3). py_trees' Sequence(memory=False).
    """
    return Node("reactive_sequence", as_nodes(children), name)


def reactive_selector(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """As `selector`, but asks all children from the first one at every tick: a better one pre-empts (rule B3)."""
    return Node("reactive_selector", as_nodes(children), name)


def sequence_with_memory(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """As `sequence`, but after a failure it begins again at the child that failed; being halted forgets the place."""
    return Node("sequence_with_memory", as_nodes(children), name)


def eager_sequence(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """Tick every unfinished child at every tick, going on past those that run; the first failure ends it."""
    return Node("eager_sequence", as_nodes(children), name)


def if_then_else(
    condition: Child[Agent], then: Child[Agent], otherwise: Child[Agent] | None = None, *, name: str | None = None
) -> Node[Agent]:
    """Ask `condition` once, then stay with `then` or `otherwise` until it is done. No `otherwise`: FAILURE."""
    children = (condition, then) if otherwise is None else (condition, then, otherwise)
    return Node("if_then_else", as_nodes(children), name)


def while_do_else(
    condition: Child[Agent], do: Child[Agent], otherwise: Child[Agent] | None = None, *, name: str | None = None
) -> Node[Agent]:
    """Ask `condition` at every tick; when its answer changes, the other branch is halted first."""
    children = (condition, do) if otherwise is None else (condition, do, otherwise)
    return Node("while_do_else", as_nodes(children), name)


def switch(
    key: Check[Agent],
    cases: Mapping[Hashable, Child[Agent]],
    default: Child[Agent] | None = None,
    *,
    name: str | None = None,
) -> Node[Agent]:
    """Choose a child by the value of `key` when it starts, and stay with it until it is done.

    Args:
        key: a function of (agent) or (agent, context), or an expression.
        cases: value -> child.
        default: for other values; None: FAILURE.
        name: for pictures.
    """
    known, misfit = mapping(cases, "a mapping of value -> child", "give a dictionary: {value: child}")
    children = (*known.values(), *misfit, *(() if default is None else (default,)))
    return Node("switch", as_nodes(children), name, {"cases": tuple(known)}, {"key": key})


def parallel(
    *children: Child[Agent], success: Threshold = ALL, failure: Threshold = ONE, name: str | None = None
) -> Node[Agent]:
    """Tick all unfinished children in order, then judge; on completion those that still run are halted.

    Args:
        children: a child that has finished is not ticked again.
        success: how many must succeed: a number, ALL (of those that are not skipped) or ONE.
        failure: how many failures make it fail; judged first. It also fails when `success` is out of reach.
        name: for pictures.
    """
    return Node("parallel", as_nodes(children), name, {"success": success, "failure": failure})


def random_selector(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """As `selector`, in an order drawn from the context's random stream when it starts."""
    return Node("random_selector", as_nodes(children), name)


def random_sequence(*children: Child[Agent], name: str | None = None) -> Node[Agent]:
    """As `sequence`, in an order drawn from the context's random stream when it starts."""
    return Node("random_sequence", as_nodes(children), name)


def weighted_selector(*weighted: tuple[float, Child[Agent]], name: str | None = None) -> Node[Agent]:
    """As `random_selector`, where a heavier child is likelier to come first.

    Args:
        weighted: pairs of weight (positive, finite) and child.
        name: for pictures.
    """
    weights, children = pairs(weighted, "weight")
    return Node("weighted_selector", as_nodes(children), name, {"weights": weights})


def utility_selector(
    *scored: tuple[Score[Agent], Child[Agent]], reactive: bool = False, inertia: float = 0.0, name: str | None = None
) -> Node[Agent]:
    """Try the child with the highest score first, then the next one if it fails; ties go by order.

    Args:
        scored: pairs of score (a function of (agent) or (agent, context), an expression, or a number) and child.
        reactive: score anew at every tick, and pre-empt the running child (rule B3).
        inertia: by how much a score must beat that of the running child.
        name: for pictures.
    """
    scores, children = pairs(scored, "score")
    functions = {f"score {index}": score for index, score in enumerate(scores, 1)}
    return Node("utility_selector", as_nodes(children), name, {"reactive": reactive, "inertia": inertia}, functions)
