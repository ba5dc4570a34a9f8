"""What a behaviour tree says of a node: what was asked on the way to it, in the tick that came to its result."""

import itertools
from typing import Final

from gumption.why.answer import PassedOver
from gumption.why.case import Case
from gumption.why.saying import Saying

_CHOOSE: Final = ("selector", "reactive_selector", "random_selector", "weighted_selector", "utility_selector")
_GO_ON: Final = ("sequence", "reactive_sequence", "sequence_with_memory", "random_sequence", "eager_sequence")
_BRANCH: Final = ("if_then_else", "while_do_else")
_ASK: Final = ("precondition", "guard")
_AGAIN: Final = ("reactive_selector", "reactive_sequence", "while_do_else", "guard")
"""Ask anew while something in them runs."""


def saying(case: Case, node: int) -> Saying:
    """What the tree that the node belongs to says of it."""
    told = Saying()
    way = case.within(node)
    for around, inside in itertools.pairwise(way):
        kind = case.kind(around)
        before = [each for each in case.children[around] if each < inside]
        if kind in _CHOOSE:
            _passed_over(case, around, before, told)
        elif kind in _GO_ON:
            told.because += [case.said(each, True) for each in before if case.kind(each) == "condition"]
            _may_fail(case, around, before, told)
        elif kind in _BRANCH and before:
            holds = inside == case.children[around][1]
            told.because.append(case.said(before[0], holds))
            if kind in _AGAIN:
                told.changes.append(f"it ends when {case.condition(before[0])} {'fails' if holds else 'holds'}")
        elif kind in _ASK:
            told.because.append(case.said(around, True))
            _may_fail(case, around, [around], told)
    return told


def _passed_over(case: Case, around: int, before: list[int], told: Saying) -> None:
    otherwise = "it would take over" if case.kind(around) in _AGAIN else "it would come first"
    for each in before:
        asked = _failing(case, each)
        if asked is not None:
            told.passed_over.append(PassedOver(each, case.lead(each), case.said(asked, False), otherwise))
        else:
            failed = each in case.moment.results
            told.passed_over.append(PassedOver(each, case.lead(each), "it failed" if failed else "it was not chosen"))


def _failing(case: Case, node: int) -> int | None:
    """The first condition in a branch that does not hold, as far as can be told."""
    results = case.moment.results
    tick = max((results[each][1] for each in case.below(node) if each in results), default=None)
    for each in case.below(node):
        if case.outline[each].condition is None and case.kind(each) != "condition":
            continue
        known = results.get(each)
        failed = case.says(each) is False if known is None else known[0] == "failure" and known[1] == tick
        if failed:
            return each
    return None


def _may_fail(case: Case, around: int, conditions: list[int], told: Saying) -> None:
    """What ends a branch that asks again while it runs."""
    if case.kind(around) in _AGAIN:
        told.changes += [
            f"it ends when {case.condition(each)} fails" for each in conditions if case.outline[each].condition
        ]
