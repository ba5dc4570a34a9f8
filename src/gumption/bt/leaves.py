"""Nodes without children: what asks and what acts (rules B1, S4, S5)."""

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from gumption.bt.actions import Action, Runner, made
from gumption.bt.decorators import Seconds
from gumption.bt.node import Agent, Check, Node, as_functions, as_options, is_tree
from gumption.bt.shapes import Misfit, mapping
from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.bt.blackboard import Key
    from gumption.bt.tree import Tree


def condition(check: Check[Agent], *, name: str | None = None) -> Node[Agent]:
    """SUCCESS if `check` holds, else FAILURE. Pure: it may be asked at any time (rule B1)."""
    return Node("condition", (), name, {}, {"check": check})


def action(
    run: Callable[[Agent], Status]
    | Callable[[Agent, Context], Status]
    | Callable[[Agent], Coroutine[Any, Any, Status | None]]
    | Callable[[Agent, RunContext], Coroutine[Any, Any, Status | None]]
    | Action[Agent]
    | type[Action[Agent]]
    | Runner[Agent]
    | type[Runner[Agent]],
    *,
    name: str | None = None,
) -> Node[Agent]:
    """Do something that may take many ticks.

    Args:
        run: a function that returns a `Status`; or an object of a class derived from `Action` (or the class itself,
            of which one object is made). Or an `async def` function, or an object with an `async def run`: the action
            runs until that returns a status, or None for SUCCESS (rule W11).
        name: for pictures; default: that of `run`.
    """
    return Node("action", (), name, {}, {"run": made(run)})


def do(run: Callable[[Agent], object] | Callable[[Agent, Context], object], *, name: str | None = None) -> Node[Agent]:
    """Call `run`, and succeed, whatever it returns."""
    return Node("do", (), name, {}, {"run": run})


def wait(seconds: Seconds, *, name: str | None = None) -> Node[Any]:
    """Run until so many seconds have passed on the context's clock, then succeed."""
    return Node("wait", (), name, as_options(seconds=seconds), as_functions(seconds=seconds))


def always(status: Status, *, name: str | None = None) -> Node[Any]:
    """Give the same status at every tick."""
    return Node("always", (), name, {"status": status})


def subtree(
    tree: "Tree[Agent]", *, scope: "Mapping[Key[Any], Key[Any]] | None" = None, name: str | None = None
) -> Node[Agent]:
    """Another tree, in this place. It may stand in many places; each keeps a running state of its own.

    Args:
        tree: what stands here.
        scope: which of the inner tree's blackboard keys stand for which of this one's. Keys that are not named are
            the subtree's own, apart from those of the same name elsewhere.
        name: for pictures; default: the tree's.
    """
    if not is_tree(tree):
        stranger: Any = Misfit(tree, "a Tree", "give a tree: subtree(Tree(...))")
        return Node("subtree", (stranger,), name, {"keys": (), "scope": {}})
    known, misfit = mapping(
        {} if scope is None else scope, "a mapping of key -> key", "give a dictionary: {inner: outer}"
    )
    return Node("subtree", (tree.root, *misfit), name or tree.name, {"keys": tree.keys, "scope": dict(known)})
