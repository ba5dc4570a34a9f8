"""What a selector of coroutine nodes says of one of them: what its checks said."""

from gumption.core.trace import Switched
from gumption.why.answer import PassedOver
from gumption.why.case import Case
from gumption.why.saying import Saying


def saying(case: Case, node: int) -> Saying:
    """What the selector that the node belongs to says of it."""
    told = Saying()
    answers = _answers(case, node)
    own = case.outline[node].condition
    if own is not None:
        told.because.append(_own(case, node, answers.get(node)))
        if node in case.moment.active:
            told.changes.append(f"it is left when {own} fails")
    else:
        told.because.append("it needs nothing")
    for each in case.children[case.minds[node]]:
        if each >= node:
            break
        otherwise = None if case.outline[each].condition is None else "it would take over"
        because = _other(case, each, answers.get(each))
        told.passed_over.append(PassedOver(each, case.outline[each].name, because, otherwise))
    return told


def _answers(case: Case, node: int) -> dict[int, bool | float]:
    """What the checks said when the selector turned to the node; empty: it is not known."""
    root = case.minds[node]
    for happening in reversed(case.happenings):
        event = happening.event
        if isinstance(event, Switched) and event.selector == root:
            return dict(event.answers) if event.node == node else {}
    return {}


def _own(case: Case, node: int, answer: bool | float | None) -> str:
    if answer is None or isinstance(answer, bool):
        return case.said(node, True)
    return f"its score was {answer:.4g}"


def _other(case: Case, node: int, answer: bool | float | None) -> str:
    if answer is not None and not isinstance(answer, bool):
        return f"its score was {answer:.4g}"
    if answer is False:
        return case.said(node, False)
    said = case.says(node)
    if said is None:
        return "what its check said is not remembered" if case.outline[node].condition else "it rests, or has ended"
    return case.said(node, said) + (", but it rests, or was not asked since" if said else "")
