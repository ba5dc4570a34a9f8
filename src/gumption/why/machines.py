"""What a state machine says of a state: what came before it, and where its code may lead."""

from gumption.core.trace import Entered, Exited, Finished, Handled, Paused, Received, Resumed, Said, Unhandled
from gumption.why.case import Case
from gumption.why.saying import Saying


def saying(case: Case, node: int) -> Saying:
    """What the machine that the state belongs to says of it."""
    told = Saying(because=causes(case, node))
    _may_go_on(case, node, "its code", "", told)
    for each in case.children[case.minds[node]]:
        if case.kind(each) == "global state" and each != node:
            _may_go_on(case, each, f"the global state {case.outline[each].name}", ", which runs in every tick,", told)
    return told


def causes(case: Case, node: int) -> list[str]:
    """What made the machine change: the state that it left, the message that it was told before, in the same tick."""
    began = case.beginning(node)
    if began is None:
        return []
    found: list[str] = []
    left: str | None = None
    for place in _before(case, began):
        event = case.happenings[place].event
        if isinstance(event, (Exited, Paused)) and left is None and _beside(case, event.node, node):
            left = _left(case, event)
        elif isinstance(event, Received):
            found.append(f"“{event.kind}” came from {case.whose(event.sender)}")
            break
        elif isinstance(event, Finished) and event.node != case.minds[node]:
            found.append(case.words(event))
            break
        elif isinstance(event, (Handled, Unhandled)):
            break  # the message before it is done with
    if left is not None:
        found.append(left)
    if isinstance(case.happenings[began].event, Resumed):
        found.append("it was taken up again")
    if not found and node == case.children[case.minds[node]][0]:
        found.append("that is where the machine begins")
    words = _words(case, began)
    if found and words is not None:
        found[-1] += f", with the words “{words}”"
    return found


def _before(case: Case, began: int) -> range:
    """The places of what happened before in the same tick, the latest first."""
    first = began
    while first > 0 and case.happenings[first - 1].tick == case.happenings[began].tick:
        first -= 1
    return range(began - 1, first - 1, -1)


def _left(case: Case, event: Exited | Paused) -> str:
    name = case.outline[event.node].name
    if isinstance(event, Paused):
        return f"{name} was laid aside for it"
    return f"{name} was left" if event.reason.value == "success" else case.words(event)


def _words(case: Case, began: int) -> str | None:
    """The first that the agent said when it had begun, in the same tick and before anything else began."""
    for happening in case.happenings[began + 1 :]:
        if happening.tick != case.happenings[began].tick or isinstance(happening.event, (Entered, Resumed, Received)):
            break
        if isinstance(happening.event, Said):
            return happening.event.text
    return None


def _beside(case: Case, one: int, other: int) -> bool:
    return case.outline[one].parent == case.outline[other].parent


def _may_go_on(case: Case, node: int, who: str, more: str, told: Saying) -> None:
    """What reading its code has found."""
    state = case.outline[node]
    if state.leads_to:
        where = f" ({state.source.rpartition('.')[2]})" if state.source else ""
        others = " or ".join(case.outline[each].name for each in state.leads_to)
        told.changes.append(f"{who}{where}{more} may go on to {others}")
