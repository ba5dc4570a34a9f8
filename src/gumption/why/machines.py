"""What a state machine says of a state: what came before it, and where its code may lead."""

import itertools

from gumption.core.trace import Exited, Finished, Paused, Received, Resumed, Said
from gumption.why.case import Case
from gumption.why.saying import Saying


def saying(case: Case, node: int) -> Saying:
    """What the machine that the state belongs to says of it."""
    told = Saying()
    began = case.beginning(node)
    if began is not None:
        told.because += _causes(case, node, began)
    _may_go_on(case, node, "its code", "", told)
    for each in case.children[case.minds[node]]:
        if case.kind(each) == "global state" and each != node:
            _may_go_on(case, each, case.outline[each].name, ", which runs in every tick,", told)
    return told


def _may_go_on(case: Case, node: int, who: str, more: str, told: Saying) -> None:
    """What reading its code has found."""
    state = case.outline[node]
    if state.leads_to:
        where = f" ({state.source.rpartition('.')[2]})" if state.source else ""
        others = " or ".join(case.outline[each].name for each in state.leads_to)
        told.changes.append(f"{who}{where}{more} may go on to {others}")


def _causes(case: Case, node: int, began: int) -> list[str]:
    """What made the machine change: the state that it left, the message that it was told before, in the same tick."""
    tick = case.happenings[began].tick
    causes: list[str] = []
    if isinstance(case.happenings[began].event, Resumed):
        causes.append("it was taken up again")
    left = False
    for place in range(began - 1, -1, -1):
        happening = case.happenings[place]
        event = happening.event
        if happening.tick != tick:
            break
        if isinstance(event, (Exited, Paused)) and not left and _beside(case, event.node, node):
            causes.insert(0, case.words(event))
            left = True
        elif isinstance(event, (Received, Finished)):
            causes.insert(0, f"it {case.words(event)}" if isinstance(event, Received) else case.words(event))
            break
    if not left and not causes:
        causes.append("that is where the machine begins")
    words = (each.event.text for each in case.happenings[began:] if isinstance(each.event, Said) and each.tick == tick)
    return causes + [f"the words were “{text}”" for text in itertools.islice(words, 1)]


def _beside(case: Case, one: int, other: int) -> bool:
    return case.outline[one].parent == case.outline[other].parent
