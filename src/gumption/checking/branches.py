"""What the branches of a tree ask before they do anything, and when they are sure not to fail.

Reckoned for all nodes at once, from the leaves up: depth costs no recursion.
"""

from collections.abc import Sequence
from typing import Any, Final

from gumption.bt.compile.layout import Item, Layout
from gumption.bt.node import F, R, X
from gumption.checking.conditions import both, either
from gumption.core.expression import MAX_DEPTH, Expression, is_expression

Needs = tuple[Expression, ...]

_SEQUENCES: Final = ("sequence", "reactive_sequence")
_SELECTORS: Final = ("selector", "reactive_selector")
_GATES: Final = ("guard", "precondition")
_TRUE: Final = Expression("constant", True)
_MOST_NEEDS: Final = 8
"""Conditions of a branch that are looked at: the first ones."""
_DEEPEST: Final = MAX_DEPTH - 5
"""Levels of a condition that is put together of others."""


class Branches:
    """What is known of all branches of a tree, by the ids of their nodes.

    Args:
        layout: of the tree.
    """

    def __init__(self, layout: Layout) -> None:
        self.needs: dict[int, Needs] = {}
        """Conditions all of which have to hold for the branch to do anything but fail at once: the first of them."""
        self.covers: dict[int, Expression | None] = {}
        """A condition: whenever it holds, the branch is neither failing nor skipped; None: none is known."""
        self.fails_in_passing: dict[int, bool] = {}
        """Whether the branch, if it fails, has done nothing before, and fails in the tick in which it was entered."""
        for item in reversed(layout.items):  # children before their parents
            self.needs[item.id] = self._needs(item)[:_MOST_NEEDS]
            self.covers[item.id] = self._covers(item)
            self.fails_in_passing[item.id] = self._fails_in_passing(item)

    def _needs(self, item: Item) -> Needs:
        children = [self.needs[child.id] for child in item.children]
        if item.kind == "condition":
            return _asked(item)
        if item.kind in _GATES:
            return (*_asked(item), *children[0])
        if item.kind == "subtree":
            return children[0]
        if item.kind in _SEQUENCES:
            leading = _leading(item)
            return tuple(each for child in children[: leading + 1] for each in child)
        if item.kind in _SELECTORS and all(children):
            way = either([both(child) for child in children])
            return (way,) if way.__depth__ <= _DEEPEST else ()
        return ()

    def _covers(self, item: Item) -> Expression | None:
        if not item.outcomes & {F, X}:
            return _TRUE
        if item.kind == "condition":
            return _asked(item)[0] if _asked(item) else None
        if item.kind in _GATES:
            return _and(_asked(item), self.covers[item.children[0].id]) if _asked(item) else None
        if item.kind == "subtree":
            return self.covers[item.children[0].id]
        if item.kind in _SEQUENCES:
            leading = _leading(item)
            asked = [_asked(child) for child in item.children[:leading]]
            if not all(asked) or any(child.outcomes & {F, X} for child in item.children[leading + 1 :]):
                return None
            rest = self.covers[item.children[leading].id] if leading < len(item.children) else _TRUE
            return _and([each for group in asked for each in group], rest)
        return None

    def _fails_in_passing(self, item: Item) -> bool:
        if item.kind == "condition" or not item.outcomes & {F, X}:
            return True
        at_once = R not in item.outcomes
        if item.kind in ("precondition", "subtree") or (item.kind == "guard" and at_once):
            return self.fails_in_passing[item.children[0].id]
        if item.kind == "sequence" or (item.kind == "reactive_sequence" and at_once):
            acted = False
            for child in item.children:
                if child.outcomes & {F, X} and (acted or not self.fails_in_passing[child.id]):
                    return False
                acted = acted or child.kind != "condition"
            return True
        return False


def _leading(item: Item) -> int:
    """How many conditions a sequence begins with."""
    others = (number for number, child in enumerate(item.children) if child.kind != "condition")
    return next(others, len(item.children))


def _asked(item: Item) -> Needs:
    check: Any = item.node.functions["check"]
    return (check,) if is_expression(check) and check.__depth__ <= _DEEPEST else ()


def _and(asked: Sequence[Expression], rest: Expression | None) -> Expression | None:
    if rest is None:
        return None
    together = both([*asked, rest]) if asked else rest
    return together if together.__depth__ <= _DEEPEST else None
