"""What a branch of a tree asks before it does anything, and when it is sure not to fail."""

from collections.abc import Sequence
from typing import Any, Final

from gumption.bt.compile.layout import Item
from gumption.bt.node import F, R, X
from gumption.checking.conditions import both, either
from gumption.core.expression import Expression, is_expression

_SEQUENCES: Final = ("sequence", "reactive_sequence")
_SELECTORS: Final = ("selector", "reactive_selector")
_GATES: Final = ("guard", "precondition")
_TRUE: Final = Expression("constant", True)


def needs(item: Item) -> tuple[Expression, ...]:
    """Conditions all of which have to hold for the branch to do anything but fail at once; not all that there are."""
    if item.kind == "condition":
        return _asked(item)
    if item.kind in _GATES:
        return (*_asked(item), *needs(item.children[0]))
    if item.kind == "subtree":
        return needs(item.children[0])
    if item.kind in _SEQUENCES:
        found: list[Expression] = []
        for child in item.children:
            found += needs(child)
            if child.kind != "condition":
                break
        return tuple(found)
    if item.kind in _SELECTORS:
        ways = [needs(child) for child in item.children]
        return (either([both(way) for way in ways]),) if all(ways) else ()
    return ()


def covers(item: Item) -> Expression | None:
    """A condition: whenever it holds, the branch is neither failing nor skipped; None: none is known."""
    if not item.outcomes & {F, X}:
        return _TRUE
    if item.kind == "condition":
        return both(_asked(item)) if _asked(item) else None
    if item.kind in _GATES:
        return _all(_asked(item) or None, covers(item.children[0]))
    if item.kind == "subtree":
        return covers(item.children[0])
    if item.kind in _SEQUENCES:
        leading = next(
            (number for number, each in enumerate(item.children) if each.kind != "condition"), len(item.children)
        )
        asked = [_asked(child) for child in item.children[:leading]]
        if not all(asked) or any(child.outcomes & {F, X} for child in item.children[leading + 1 :]):
            return None
        rest = covers(item.children[leading]) if leading < len(item.children) else _TRUE
        return _all([each for group in asked for each in group], rest)
    return None


def fails_in_passing(item: Item) -> bool:
    """Whether the branch, if it fails, has done nothing before, and fails in the tick in which it was entered."""
    if item.kind == "condition" or not item.outcomes & {F, X}:
        return True
    if item.kind in ("precondition", "subtree") or (item.kind == "guard" and R not in item.outcomes):
        return fails_in_passing(item.children[0])
    if item.kind == "sequence" or (item.kind == "reactive_sequence" and R not in item.outcomes):
        acted = False
        for child in item.children:
            if child.outcomes & {F, X} and (acted or not fails_in_passing(child)):
                return False
            acted = acted or child.kind != "condition"
        return True
    return False


def _asked(item: Item) -> tuple[Expression, ...]:
    check: Any = item.node.functions["check"]
    return (check,) if is_expression(check) else ()


def _all(asked: Sequence[Expression] | None, rest: Expression | None) -> Expression | None:
    if asked is None or rest is None:
        return None
    return both([*asked, rest]) if asked else rest
