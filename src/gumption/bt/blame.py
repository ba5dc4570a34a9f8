"""Which node, and which function of it, an exception came out of."""

from collections.abc import Iterable
from types import CellType, FrameType
from typing import Any, NamedTuple

from gumption.bt.actions import hooks_of
from gumption.bt.async_leaf import CALLS
from gumption.bt.compile.layout import Item, Layout
from gumption.core.expression import Expression
from gumption.core.source import code_of, unwrap


class Blame(NamedTuple):
    """Where it was."""

    node: int
    """0: nowhere in particular."""
    role: str
    """Which function: `enter`, `tick`, `check`."""
    function: Any
    """The user's callable; None for an expression."""


def blame(layout: Layout, node: int, frames: Iterable[FrameType]) -> Blame:
    """Which of the user's functions it was, of those that the code of `node` led to.

    The line of compiled code may belong to a node further out (conditions are written into the line of their parent) or
    to one that made another one stop; the frames behind it tell.

    Args:
        layout: of the tree.
        node: whose compiled line was the innermost; 0: none was.
        frames: those behind that line, the outermost first.
    """
    if node and layout.items[node - 1].kind == "mind":  # all behind it is that mind's
        return Blame(node, "tick", None)
    frames = [*frames]
    leaf = next(filter(None, (_leaf_of(frame, layout) for frame in frames)), None)
    if leaf is not None:  # all behind it is its coroutine
        role, function = next(iter(functions_of(leaf).items()))
        return Blame(leaf.id, role, function)
    inside = layout.items[node - 1 : layout.items[node - 1].end - 1] if node else ()
    for frame in reversed(frames):
        for item in (*inside, *layout.items):
            for role, function in functions_of(item).items():
                if _is_of(frame, function):
                    return Blame(item.id, role, function)
    if not node:
        return Blame(0, "tick", None)
    # A wrong result, or an expression: nothing of the user's is on the way.
    role, function = next(iter(functions_of(layout.items[node - 1]).items()), ("tick", None))
    return Blame(node, role, None if isinstance(function, Expression) else function)


def functions_of(item: Item) -> dict[str, Any]:
    """The user's functions of a node, the one that it is about first."""
    functions = item.node.functions
    if item.kind == "custom":
        return {"tick": functions["node"].tick}
    if item.kind == "action":
        hooks = hooks_of(functions["run"])
        if hooks.tick is functions["run"] or not hasattr(functions["run"], "tick"):
            return {"run": hooks.tick}
        return {role: function for role, function in hooks._asdict().items() if function is not None}
    return dict(functions)


def _leaf_of(frame: FrameType, layout: Layout) -> Item | None:
    """The async leaf of this tree that steps or closes its coroutine in the frame."""
    if frame.f_code in CALLS:
        item: Item = frame.f_locals["self"].item
        if item.id <= len(layout.items) and layout.items[item.id - 1] is item:
            return item
    return None


def _is_of(frame: FrameType, function: Any) -> bool:
    """Whether the frame is a call of `function`, rather than of another method or closure with the same code."""
    code = code_of(function)
    if code is None or frame.f_code is not code or isinstance(function, Expression):
        return False
    inner = unwrap(function)
    owner = getattr(function, "__self__", None if hasattr(inner, "__code__") else inner)
    if owner is not None and code.co_varnames and frame.f_locals.get(code.co_varnames[0]) is not owner:
        return False
    cells: tuple[CellType, ...] = getattr(inner, "__closure__", None) or ()
    return all(_holds(cell, frame, name) for name, cell in zip(code.co_freevars, cells, strict=False))


def _holds(cell: CellType, frame: FrameType, name: str) -> bool:
    try:
        return frame.f_locals.get(name) is cell.cell_contents
    except ValueError:  # it is empty
        return name not in frame.f_locals
