"""What a tick of each kind of node may come to: lets the compiler leave out branches, and the checks find dead ones."""

from collections.abc import Callable
from typing import Any, Final

from gumption.bt.node import F, Node, R, S, X
from gumption.status import Status

Outcomes = frozenset[Status]

ALL_FOUR: Final[Outcomes] = frozenset({S, F, R, X})
Rule = Callable[[Node[Any], tuple[Outcomes, ...]], Outcomes]
"""The statuses that a tick of a node may give, if its children give these."""


def anything(_node: Node[Any], _children: tuple[Outcomes, ...]) -> Outcomes:
    """The user's code decides."""
    return ALL_FOUR


def constant(node: Node[Any], _children: tuple[Outcomes, ...]) -> Outcomes:
    """`always`."""
    return _told(node.options["status"])


def _told(status: object) -> Outcomes:
    """What a status that the user gave may come to: of one that is none, which the checks tell of, nothing is known."""
    return frozenset({status}) if isinstance(status, Status) else ALL_FOUR


def given(*statuses: Status) -> Rule:
    """The same, whatever is inside."""
    return lambda _node, _children: frozenset(statuses)


def chain(go: Status, stop: Status) -> Rule:
    """Sequence-like (go: SUCCESS) or selector-like (go: FAILURE)."""

    def rule(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
        result: set[Status] = set()
        for outcomes in children:
            result |= outcomes & {stop, R}
            if not outcomes & {go, X}:
                return frozenset(result)  # later children are never ticked
        if all(X in outcomes for outcomes in children):
            result.add(X)
        if any(outcomes & {go, R} for outcomes in children):  # what ran and then is skipped counts as gone on
            result.add(go)
        return frozenset(result)

    return rule


def any_order(go: Status, stop: Status) -> Rule:
    """As `chain`, where any child may come first."""

    def rule(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
        seen = _union(children)
        result = seen & {stop, R}
        if all(X in outcomes for outcomes in children):
            result |= {X}
        return result | {go} if go in seen or R in seen else result

    return rule


def mapped(mapping: dict[Status, tuple[Status, ...]], *more: Status) -> Rule:
    """A decorator that maps results, and may give others of its own."""

    def rule(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
        result = set(more)
        for status in children[0]:
            result |= set(mapping.get(status, (status,)))
        return frozenset(result)

    return rule


def branches(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    """`if_then_else`, `while_do_else`: the condition, then one of the others."""
    condition, *branches = children
    result = set(condition & {R, X})
    if S in condition:
        result |= branches[0]
    if F in condition:
        result |= branches[1] if len(branches) > 1 else {F}
    return frozenset(result)


def switch(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    """One of the children; FAILURE where none fits."""
    has_default = len(children) > len(node.options["cases"])
    return _union(children) if has_default else _union(children) | {F}


def together(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    """All children, then a verdict."""
    seen = _union(children)
    return seen | {S, F} if seen - {X} else seen


def counted(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    """`repeat`."""
    n: object = node.options["n"]
    return frozenset({S}) if isinstance(n, int) and n == 0 else children[0] | {R, S}


def once(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    """`run_once`."""
    then: Status | None = node.options["then"]
    return children[0] if then is None else children[0] | _told(then)


def _union(children: tuple[Outcomes, ...]) -> Outcomes:
    return frozenset(status for outcomes in children for status in outcomes)
