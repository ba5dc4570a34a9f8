"""Nodes with one child (rule B4). They map finished results; RUNNING and SKIPPED pass unless it says otherwise.

The child is the last argument, so that a tree reads from the outside in: `guard(F.daylight, timeout(20.0, dig))`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from gumption.bt.node import Agent, Check, Child, Node, as_functions, as_nodes, as_options
from gumption.core.expression import Expression
from gumption.status import Status

Seconds = float | Expression | Callable[[Any], float] | Callable[[Any, Any], float]
"""A number of seconds; or what gives one: an expression, or a function of (agent) or (agent, context).

It is asked when the node starts; by `cooldown` when the cooling begins; by `service` at every call, for the time until
the next one. What it gives is not checked: a negative number is a time that has passed already.
"""


def invert(child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """SUCCESS becomes FAILURE, and the other way round."""
    return Node("invert", as_nodes((child,)), name)


def force_success(child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """FAILURE becomes SUCCESS."""
    return Node("force_success", as_nodes((child,)), name)


def force_failure(child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """SUCCESS becomes FAILURE."""
    return Node("force_failure", as_nodes((child,)), name)


def retry(n: int, child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """After a failure try again at the next tick, up to `n` attempts in all (n >= 1)."""
    return Node("retry", as_nodes((child,)), name, {"n": n})


def repeat(n: int, child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Succeed after `n` successes, at most one a tick; a failure ends it. With n = 0 the child is never ticked."""
    return Node("repeat", as_nodes((child,)), name, {"n": n})


def repeat_until_failure(child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Run the child again and again, at most once a tick; SUCCESS once it has failed."""
    return Node("repeat_until_failure", as_nodes((child,)), name)


def repeat_until_success(child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Run the child again and again, at most once a tick; SUCCESS once it has succeeded."""
    return Node("repeat_until_success", as_nodes((child,)), name)


def timeout(seconds: Seconds, child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Halt the child, and fail, if it still runs when the seconds have passed. Finishing in that tick counts."""
    return _timed("timeout", seconds, child, name)


def delay(seconds: Seconds, child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Wait before the child starts."""
    return _timed("delay", seconds, child, name)


def cooldown(
    seconds: Seconds, child: Child[Agent], *, on: Status | None = None, name: str | None = None
) -> Node[Agent]:
    """After the child has finished, fail without ticking it until the seconds have passed. Survives halts.

    Args:
        seconds: how long.
        child: what needs the rest.
        on: which result starts the cooling, SUCCESS or FAILURE; None: either.
        name: for pictures.
    """
    node = _timed("cooldown", seconds, child, name)
    return Node("cooldown", as_nodes((child,)), name, {**node.options, "on": on}, node.functions)


def run_once(child: Child[Agent], *, then: Status | None = None, name: str | None = None) -> Node[Agent]:
    """Run the child to its first completion, and never again. Survives halts.

    Args:
        child: what is run.
        then: the result from then on; None: the result of the first completion.
        name: for pictures.
    """
    return Node("run_once", as_nodes((child,)), name, {"then": then})


def limit(n: int, child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Let the child start `n` times, and fail from then on. Survives halts."""
    return Node("limit", as_nodes((child,)), name, {"n": n})


def probability(p: float, child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Start the child with probability `p`, else fail; drawn from the context's random stream at entry only."""
    return Node("probability", as_nodes((child,)), name, {"p": p})


def precondition(check: Check[Agent], child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Ask at entry only; FAILURE if it does not hold."""
    return Node("precondition", as_nodes((child,)), name, {}, {"check": check})


def guard(check: Check[Agent], child: Child[Agent], *, name: str | None = None) -> Node[Agent]:
    """Ask at entry and at every tick; once it does not hold, the child is halted: FAILURE."""
    return Node("guard", as_nodes((child,)), name, {}, {"check": check})


def service(
    run: Callable[[Agent], object] | Callable[[Agent, Any], object],
    child: Child[Agent],
    *,
    every: Seconds = 0.0,
    name: str | None = None,
) -> Node[Agent]:
    """Call `run` when the branch starts, and again every so many seconds while it runs, before the child's tick."""
    return Node("service", as_nodes((child,)), name, as_options(every=every), {"run": run, **as_functions(every=every)})


def for_each(
    items: Expression | Callable[[Agent], Iterable[Any]],
    child: Child[Agent],
    *,
    into: str | Callable[[Agent, Any], object],
    name: str | None = None,
) -> Node[Agent]:
    """Run the child for one item after another, one a tick; a failure ends it.

    Args:
        items: read when it starts.
        child: what is run for each.
        into: the agent's attribute that gets the item, or a function of (agent, item).
        name: for pictures.
    """
    return Node(
        "for_each", as_nodes((child,)), name, as_options(into=into), {"items": items, **as_functions(into=into)}
    )


def _timed(kind: str, seconds: Seconds, child: Child[Agent], name: str | None) -> Node[Agent]:
    return Node(kind, as_nodes((child,)), name, as_options(seconds=seconds), as_functions(seconds=seconds))
