"""What a selector of coroutine nodes says of one of them: what its checks said."""

from collections.abc import Mapping

from gumption.core.trace import Exited, Switched
from gumption.why.answer import PassedOver
from gumption.why.case import Case, Happening
from gumption.why.saying import Saying


def saying(case: Case, node: int) -> Saying:
    """What the selector that the node belongs to says of it."""
    told = Saying()
    tick, answers = _last_turn(case, node)
    has_scores = any(not isinstance(answer, bool) for answer in answers.values())
    condition = None if case.outline[node].condition is None else case.condition(node)
    if has_scores:
        told.because.append(f"its score was the highest: {answers.get(node, 0):.4g}")
        told.changes.append("one with a higher score may take over")
    elif condition is None:
        told.because.append("it has no condition")
    elif tick is None and case.says(node) is None:
        told.because.append(f"{condition} let it in{case.values(condition, ' now')}")
    else:
        told.because.append(case.said(node, True, tick))
    if condition is not None and not has_scores:
        told.changes.append(f"it may be left when {condition} no longer holds")
    for each in case.children[case.minds[node]]:
        if each != node and case.kind(each) == "node" and (has_scores or each < node):
            told.passed_over.append(_other(case, each, answers.get(each), tick))
    return told


def turned_to(case: Case, event: Switched) -> str:
    """What a selector did, for the node that it left."""
    if event.node is not None:
        return f"{case.outline[event.node].name} took over"
    scores = [f"{answer:.4g}" for _, answer in event.answers if not isinstance(answer, bool)]
    return f"no score was above 0 ({', '.join(scores)})" if scores else "no check held"


def _last_turn(case: Case, node: int) -> tuple[int | None, Mapping[int, bool | float]]:
    """The tick in which the selector turned to the node last, and what the checks said; None: it is not remembered."""
    for happening in reversed(case.happenings):
        event = happening.event
        if isinstance(event, Switched) and event.node == node and event.selector == case.minds[node]:
            return happening.tick, dict(event.answers)
    return None, {}


def _other(case: Case, node: int, answer: bool | float | None, tick: int | None) -> PassedOver:
    name, otherwise = case.outline[node].name, "it could take over"
    if answer is not None and not isinstance(answer, bool):
        return PassedOver(node, name, f"its score was {answer:.4g}")
    if answer is False or (tick is None and case.says(node) is False):
        return PassedOver(node, name, case.said(node, False, tick), None if case.says(node) else otherwise)
    return PassedOver(node, name, _resting(case, node) if tick is not None else "why is not remembered")


def _resting(case: Case, node: int) -> str:
    """Why a node was not asked (rule W5)."""
    place = case.ending(node)
    if place is None:
        return "it rested"
    ended: Happening = case.happenings[place]
    failed = isinstance(ended.event, Exited) and ended.event.reason.value == "error"
    return f"it rested after {'an error' if failed else 'its end'} in tick {ended.tick}"
