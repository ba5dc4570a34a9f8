"""Why a branch of a behaviour tree was passed over: down to the node that decided it."""

from collections.abc import Mapping
from typing import Final

from gumption.why.case import Case

SELECTORS: Final = ("selector", "reactive_selector", "random_selector", "weighted_selector", "utility_selector")
SEQUENCES: Final = ("sequence", "reactive_sequence", "sequence_with_memory", "eager_sequence")
GATES: Final = ("precondition", "guard")
_ALONE: Final[Mapping[str, str]] = {
    "timeout": "its time was up",
    "cooldown": "it cools down",
    "limit": "it was begun as often as it may",
    "probability": "chance was against it",
    "run_once": "it has had its one run",
    "switch": "no case fits",
    "force_failure": "it always fails",
    "always": "it always fails",
}
"""Kinds of nodes that fail without a child that does."""
_SHOWN: Final = 3
"""How many branches of a selector are told one by one."""
_FAILED_ALL: Final = ("all that it may do failed", False)


def asked(case: Case, node: int) -> tuple[int, bool] | None:
    """The condition that a node asks, and what it says when the node succeeds; None: it is more than that."""
    holds = True
    while case.kind(node) == "invert":
        node, holds = case.children[node][0], not holds
    return (node, holds) if case.kind(node) == "condition" else None


def said(case: Case, node: int, succeeded: bool) -> str:
    """That a node succeeded, or failed; of a condition what it says."""
    known = case.moment.results.get(node)
    tick = None if known is None else known[1]
    found = asked(case, node)
    if found is not None:
        return case.said(found[0], found[1] is succeeded, tick)
    return f"{case.lead(node)} {'succeeded' if succeeded else 'failed'}"


def why_not(case: Case, branch: int) -> tuple[str, bool]:
    """Why a branch was passed over, and whether that was for a condition."""
    at = branch
    while True:
        result, tick = case.moment.results.get(at, (None, 0))
        if result is None:
            return _gate(case, at)
        if result != "failure":
            return ("it took no part" if result == "skipped" else "it was not chosen"), False
        inner = [each for each in case.children[at] if case.moment.results.get(each) == (result, tick)]
        kind = case.kind(at)
        if asked(case, at) is not None:
            return said(case, at, False), True
        if kind == "invert":
            return said(case, case.children[at][0], True), False
        if kind in GATES and not inner:
            return case.said(at, False, tick), True
        if kind in SELECTORS and len(inner) > 1:
            simple = len(inner) <= _SHOWN and all(asked(case, each) for each in inner)
            return (" and ".join(said(case, each, False) for each in inner), True) if simple else _FAILED_ALL
        if not inner:
            return _alone(case, at, branch), False
        at = inner[-1]


def _alone(case: Case, node: int, branch: int) -> str:
    if case.kind(node) in _ALONE:
        return _ALONE[case.kind(node)]
    return "it failed" if case.lead(branch) == case.outline[node].name else f"{case.outline[node].name} failed"


def _gate(case: Case, branch: int) -> tuple[str, bool]:
    """Where results are not known: the first condition on the way in that does not hold now."""
    for at in case.below(branch):
        kind = case.kind(at)
        if (kind == "condition" or kind in GATES) and case.says(at) is False:
            return case.said(at, False), True
        if kind not in (*SEQUENCES, *GATES, "condition"):
            break
    return "why is not remembered", False
