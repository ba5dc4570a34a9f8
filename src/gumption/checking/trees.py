"""Behaviour trees: conditions that say nothing, and branches that never have their turn."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gumption.bt.compile.layout import Item
from gumption.bt.node import F, X
from gumption.bt.tree import Tree
from gumption.checking.branches import Branches
from gumption.checking.conditions import both, is_always, is_covered, is_never, none_holds
from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.checking.worlds import together
from gumption.core.expression import Expression, show, to_source

_SELECTORS: Final = ("selector", "reactive_selector")
_PASSING: Final = ("subtree", "service", "repeat_until_failure", "repeat_until_success", "repeat")
"""Decorators that leave it to their child whether there is something to do."""


def check(part: Part) -> Iterator[Finding]:
    """All that is found in a tree."""
    if not isinstance(part.definition, Tree):
        return
    branches = Branches(part.definition.layout)
    seen: set[int] = set()
    for item in part.definition.layout:
        if id(item.node) not in seen:  # a subtree may stand in many places
            seen.add(id(item.node))
            yield from _condition(part, item)
            yield from _contradiction(part, branches, item)
            yield from _unreachable(part, branches, item)
            yield from _outscored(part, item)
    yield from _nothing_to_do(part, branches, part.definition)


def _condition(part: Part, item: Item) -> Iterator[Finding]:
    check: Any = item.node.functions.get("check")
    if not isinstance(check, Expression):
        return
    if is_never(check):
        problem = f"({show(check)}) holds in no state"
        yield part.finding("never-true", item.id, problem, "mend the condition, or leave the branch out")
    elif is_always(check):
        problem = f"({show(check)}) holds in every state"
        yield part.finding("always-true", item.id, problem, "mend the condition, or leave it out")


def _contradiction(part: Part, branches: Branches, item: Item) -> Iterator[Finding]:
    """Conditions each of which may hold, but not together; told at the node that asks all of them."""
    asked = _contradicting(branches.needs[item.id])
    if asked and not any(
        _contradicting(branches.needs[child.id]) for child in item.children
    ):  # else told further inside
        problem = f"its conditions never hold together: {' and '.join(f'({show(each)})' for each in asked)}"
        yield part.finding("never-true", item.id, problem, "mend the conditions, or leave the branch out")


def _contradicting(asked: Sequence[Expression]) -> list[Expression]:
    """Those of the conditions that never hold together; none if one of them never holds by itself."""
    for group in together(asked) if len(asked) > 1 else ():
        near = [asked[number] for number in group]
        if len(near) > 1 and is_never(both(near)) and not any(map(is_never, near)):
            return near
    return []


def _unreachable(part: Part, branches: Branches, item: Item) -> Iterator[Finding]:
    """Children of a selector that want to run only when one before them does, and does not fail."""
    if item.kind not in _SELECTORS:
        return
    before: list[tuple[Item, Expression]] = []
    for child in item.children:
        asked = branches.needs[child.id]
        wanted = both(asked) if asked else Expression("constant", True)
        first = next((one for one, each in before if is_covered(wanted, [each])), None)
        if first or (asked and is_covered(wanted, [each for _, each in before])):  # else a last one for all cases
            who = repr(first.node.label) if first else "one of those before it"
            problem = f"whenever its conditions hold, {who} has its turn, and does not fail, so it is never reached"
            yield part.finding("unreachable-branch", child.id, problem, "put it before, or mend the conditions")
        if not branches.fails_in_passing[child.id]:
            before = []  # it may act, and fail then: what was asked before it may have changed
        holds = branches.covers[child.id]
        if holds is not None:
            before.append((child, holds))


def _outscored(part: Part, item: Item) -> Iterator[Finding]:
    """Children of a utility selector whose score is never the best, where the best one does not fail."""
    if item.kind != "utility_selector":
        return
    scores = list(item.node.functions.values())
    for number, child in enumerate(item.children):
        for other, rival in enumerate(item.children):
            if other != number and not rival.outcomes & {F, X} and _beats(scores, other, number):
                problem = (
                    f"{rival.node.label!r} always scores as much or more, and does not fail, so it is never reached"
                )
                yield part.finding("same-score", child.id, problem, "give it a score of its own, or leave it out")
                break


def _beats(scores: Sequence[Any], one: int, other: int) -> bool:
    """Whether the child `one` comes before `other` in every state."""
    ours, theirs = scores[one], scores[other]
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        return ours > theirs or (ours == theirs and one < other)
    if isinstance(ours, Expression) and isinstance(theirs, Expression):
        constants: dict[str, object] = {}
        return one < other and to_source(ours, "a", constants) == to_source(theirs, "a", constants)
    return False  # one function may give another number each time


def _nothing_to_do(part: Part, branches: Branches, tree: Tree[Any]) -> Iterator[Finding]:
    root = tree.layout.root
    while root.kind in _PASSING and root.children:
        root = root.children[0]
    if not part.is_outermost or root.kind not in _SELECTORS:
        return
    asked = [branches.needs[child.id] for child in root.children]
    if not all(asked):
        return
    example = none_holds([both(each) for each in asked])
    if example is not None:
        problem = "there are states in which the conditions of no branch hold, and the agent does nothing"
        remedy = "add a branch without a condition as the last one, or mend the conditions"
        yield part.finding("nothing-to-do", root.id, problem, remedy, example)
