"""What a tick of each kind of node may come to: lets the compiler leave out branches, and the checks find dead ones."""

from collections.abc import Callable
from typing import Any, Final

from gumption.bt.node import F, Node, R, S, X
from gumption.status import Status

Outcomes = frozenset[Status]

ALL_FOUR: Final[Outcomes] = frozenset({S, F, R, X})
_Rule = Callable[[Node[Any], tuple[Outcomes, ...]], Outcomes]


def outcomes_of(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    """The statuses that a tick of `node` may give, if its children give these."""
    rule = _RULES.get(node.kind)
    return ALL_FOUR if rule is None else rule(node, children)


def _told(status: object) -> Outcomes:
    """What a status that the user gave may come to: of one that is none, which the checks tell of, nothing is known."""
    return frozenset({status}) if isinstance(status, Status) else ALL_FOUR


def _given(*statuses: Status) -> _Rule:
    return lambda _node, _children: frozenset(statuses)


def _chain(go: Status, stop: Status) -> _Rule:
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


def _any_order(go: Status, stop: Status) -> _Rule:
    """As `_chain`, where any child may come first."""

    def rule(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
        seen = _union(children)
        result = seen & {stop, R}
        if all(X in outcomes for outcomes in children):
            result |= {X}
        return result | {go} if go in seen or R in seen else result

    return rule


def _map(mapping: dict[Status, tuple[Status, ...]], *more: Status) -> _Rule:
    """A decorator that maps results, and may give others of its own."""

    def rule(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
        result = set(more)
        for status in children[0]:
            result |= set(mapping.get(status, (status,)))
        return frozenset(result)

    return rule


def _branches(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    condition, *branches = children
    result = set(condition & {R, X})
    if S in condition:
        result |= branches[0]
    if F in condition:
        result |= branches[1] if len(branches) > 1 else {F}
    return frozenset(result)


def _switch(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    has_default = len(children) > len(node.options["cases"])
    return _union(children) if has_default else _union(children) | {F}


def _together(_node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    seen = _union(children)
    return seen | {S, F} if seen - {X} else seen


def _counted(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    n: object = node.options["n"]
    return frozenset({S}) if isinstance(n, int) and n == 0 else children[0] | {R, S}


def _once(node: Node[Any], children: tuple[Outcomes, ...]) -> Outcomes:
    then: Status | None = node.options["then"]
    return children[0] if then is None else children[0] | _told(then)


def _union(children: tuple[Outcomes, ...]) -> Outcomes:
    return frozenset(status for outcomes in children for status in outcomes)


_SEQUENCE: Final = _chain(S, F)
_SELECTOR: Final = _chain(F, S)
_FAILS_TOO: Final = _map({}, F)

_RULES: Final[dict[str, _Rule]] = {
    "condition": _given(S, F),
    "do": _given(S),
    "wait": _given(S, R),
    "always": lambda node, _: _told(node.options["status"]),
    "subtree": _map({}),
    "sequence": _SEQUENCE,
    "reactive_sequence": _SEQUENCE,
    "sequence_with_memory": _SEQUENCE,
    "random_sequence": _any_order(S, F),
    "eager_sequence": _together,
    "selector": _SELECTOR,
    "reactive_selector": _SELECTOR,
    "random_selector": _any_order(F, S),
    "weighted_selector": _any_order(F, S),
    "utility_selector": _any_order(F, S),
    "if_then_else": _branches,
    "while_do_else": _branches,
    "switch": _switch,
    "parallel": _together,
    "invert": _map({S: (F,), F: (S,)}),
    "force_success": _map({F: (S,)}),
    "force_failure": _map({S: (F,)}),
    "retry": _map({F: (F, R)}),
    "repeat": _counted,
    "repeat_until_failure": _map({S: (R,), F: (S,)}),
    "repeat_until_success": _map({F: (R,), S: (S,)}),
    "timeout": _FAILS_TOO,
    "delay": _map({}, R),
    "cooldown": _FAILS_TOO,
    "run_once": _once,
    "limit": _FAILS_TOO,
    "probability": _FAILS_TOO,
    "precondition": _FAILS_TOO,
    "guard": _FAILS_TOO,
    "service": _map({}),
    "for_each": _map({}, S, R),
}
