"""From what is known to why: one reason for each node that runs, or for what ended last."""

from collections.abc import Callable, Mapping
from typing import Final

from gumption.core.trace import Entered, Exited, Halted, Switched
from gumption.why import machines, planners, selectors, trees
from gumption.why.answer import Reason, Why
from gumption.why.case import Case
from gumption.why.saying import Saying

_SAYINGS: Final[Mapping[str, Callable[[Case, int], Saying]]] = {
    "tree": trees.saying,
    "machine": machines.saying,
    "planner": planners.saying,
    "selector": selectors.saying,
}


def explain(case: Case) -> Why:
    """Why the agent does what it does. Pure: nothing is asked that `case` does not know."""
    runs = sorted(node for node in case.moment.active if 0 <= node < len(case.outline))
    shown = runs or _ended_last(case) or [0] * (0 in case.moment.results)
    reasons: list[Reason] = []
    places: dict[int, int] = {}
    for node in shown:
        around = (places[each] for each in case.outline.up_from(node) if each in places)
        reasons.append(_reason(case, node, next(around, None), runs=bool(runs)))
        places[node] = len(reasons) - 1
    return Why(case.entity, case.name, case.tick, case.time, case.problem, reasons)


def _reason(case: Case, node: int, inside: int | None, *, runs: bool) -> Reason:
    root = case.minds[node]
    say = _SAYINGS.get(case.kind(root))
    told = Saying() if say is None or node == root else say(case, node)
    result, since, seconds = _time(case, node, runs=runs)
    ended = None if runs else "what was done in it is not remembered" if node == root else _stopped(case, node)
    return Reason(
        node=node,
        name=case.path(node),
        mind=case.outline[root].label,
        inside=inside,
        runs=runs,
        result=result,
        since=since,
        seconds=seconds,
        ended=ended,
        because=told.because,
        passed_over=told.passed_over,
        changes=told.changes if runs else [],
    )


def _time(case: Case, node: int, *, runs: bool) -> tuple[str | None, int | None, float | None]:
    """What the node came to, since which tick, and how many seconds ago that was."""
    place = case.beginning(node) if runs else case.ending(node)
    known = case.moment.results.get(node)
    if place is None or (not runs and known is not None and known[1] > case.happenings[place].tick):
        return (None, None, None) if known is None or runs else (*known, None)
    happening = case.happenings[place]
    result = happening.event.reason.value if isinstance(happening.event, Exited) else None
    return result, happening.tick, max(case.time - happening.time, 0.0)


def _stopped(case: Case, node: int) -> str | None:
    """Who stopped a node, if somebody did."""
    place = case.ending(node)
    if place is None:
        return None
    ended = case.happenings[place].event
    if not isinstance(ended, Exited) or ended.reason.value != "halt":
        return None
    around = set(case.outline.up_from(node))
    for happening in reversed(case.happenings[:place]):
        event = happening.event
        if isinstance(event, Halted) and event.node in around:
            return f"{case.outline[event.node].label} was stopped ({event.reason})"
        if isinstance(event, Switched) and event.selector in around:
            return selectors.turned_to(case, event) if event.node != node else None
        if isinstance(event, Entered) and event.node == node:
            break
    return None


def _ended_last(case: Case) -> list[int]:
    """The leaf that a tree has come to, in the tick that its last result dates from; else what has ended last."""
    results = case.moment.results
    newest = max((result[1] for node, result in results.items() if node), default=-1)
    fresh = {node for node, result in results.items() if node and result[1] == newest}
    fresh = {node for node in fresh if fresh.isdisjoint(case.children[node])}
    done = [node for node in fresh if results[node][0] == "success" and case.kind(node) != "condition"]
    place = case.ending()
    if place is not None and case.happenings[place].tick >= newest:
        event = case.happenings[place].event
        ended = event.node if isinstance(event, Exited) and 0 <= event.node < len(case.outline) else None
        if ended is not None and not (done and case.kind(case.minds[ended]) == "tree"):
            return [ended]  # else the leaves of its tree know better: most of them end without an event
    return [max(done or fresh)] if fresh else []
