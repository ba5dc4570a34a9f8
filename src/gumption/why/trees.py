"""What a behaviour tree says of a node: what was asked on the way to it, in the tick that came to its result."""

import itertools
from collections.abc import Callable, Mapping
from typing import Final

from gumption.why.answer import PassedOver
from gumption.why.case import Case
from gumption.why.failing import GATES, SELECTORS, SEQUENCES, asked, said, why_not
from gumption.why.saying import Saying

_AGAIN: Final = ("reactive_selector", "reactive_sequence", "while_do_else", "guard")
"""Ask anew while something in them runs."""


def saying(case: Case, node: int) -> Saying:
    """What the tree that the node belongs to says of it."""
    told = Saying()
    for around, inside in itertools.pairwise(case.within(node)):
        say = _SAYINGS.get(case.kind(around))
        if say is not None:
            say(case, around, inside, told)
    return told


def _chosen(case: Case, around: int, inside: int, told: Saying) -> None:
    """The first child that did not fail."""
    otherwise = "it could take over" if case.kind(around) in _AGAIN else "it could come first"
    for each in case.children[around]:
        if each < inside:
            because, on_a_condition = why_not(case, each)
            told.passed_over.append(PassedOver(each, case.lead(each), because, otherwise if on_a_condition else None))


def _drawn(case: Case, around: int, inside: int, told: Saying) -> None:
    """Any child may come first: those that failed before it are known by that."""
    how = "its score" if case.kind(around) == "utility_selector" else "chance"
    told.because.append(f"{how} decided")
    tick = case.moment.results.get(inside, ("", -1))[1]
    for each in case.children[around]:
        if each != inside:
            failed = case.moment.results.get(each) == ("failure", tick)
            because = why_not(case, each)[0] if failed else f"{how} put it behind, or it failed before"
            told.passed_over.append(PassedOver(each, case.lead(each), because))


def _went_on(case: Case, around: int, inside: int, told: Saying) -> None:
    """The conditions before it held."""
    for each in case.children[around]:
        found = asked(case, each)
        if each < inside and found is not None and case.moment.results.get(each, ("success", 0))[0] == "success":
            told.because.append(said(case, each, True))
            if case.kind(around) in _AGAIN:
                told.changes.append(_ends(case, *found))


def _branched(case: Case, around: int, inside: int, told: Saying) -> None:
    """One condition, two branches."""
    first, then, *_ = case.children[around]
    if inside == first:
        return
    told.because.append(said(case, first, inside == then))
    found = asked(case, first)
    if found is not None and case.kind(around) in _AGAIN:
        told.changes.append(_ends(case, found[0], found[1] is (inside == then)))


def _let_in(case: Case, around: int, _inside: int, told: Saying) -> None:
    told.because.append(case.said(around, True))
    if case.kind(around) in _AGAIN:
        told.changes.append(_ends(case, around, True))


def _switched(case: Case, around: int, _inside: int, told: Saying) -> None:
    told.because.append(f"{case.outline[around].name} led to it")


def _timed(case: Case, around: int, _inside: int, told: Saying) -> None:
    told.changes.append(f"it is stopped when the time of {case.outline[around].name} is up")


def _ends(case: Case, condition: int, held: bool) -> str:
    return f"it ends when {case.condition(condition)} {'no longer holds' if held else 'holds'}"


_SAYINGS: Final[Mapping[str, Callable[[Case, int, int, Saying], None]]] = {
    **dict.fromkeys(SELECTORS, _drawn),
    **dict.fromkeys(("selector", "reactive_selector"), _chosen),
    **dict.fromkeys(SEQUENCES, _went_on),
    **dict.fromkeys(GATES, _let_in),
    **dict.fromkeys(("if_then_else", "while_do_else"), _branched),
    "switch": _switched,
    "timeout": _timed,
}
