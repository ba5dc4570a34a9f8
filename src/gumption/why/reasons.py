"""From what is known to why: one reason for each node that runs, or for what ended last."""

from collections.abc import Callable, Mapping
from typing import Final

from gumption.core.trace import Exited
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
    runs = [node for node in case.moment.active if 0 <= node < len(case.outline)]
    shown = runs or _ended_last(case) or [0] * (0 in case.moment.results)
    reasons: list[Reason] = []
    for node in shown:
        around = [number for number, each in enumerate(reasons) if each.node in case.outline.up_from(node)]
        reasons.append(_reason(case, node, around[-1] if around else None, runs=bool(runs)))
    return Why(case.entity, case.name, case.tick, case.time, case.problem, reasons)


def _reason(case: Case, node: int, inside: int | None, *, runs: bool) -> Reason:
    root = case.minds[node]
    say = _SAYINGS.get(case.kind(root))
    told = Saying() if say is None or node == root else say(case, node)
    if node == root:
        told.because.append("what was done in it is not remembered")
    result, since, seconds = _time(case, node, runs=runs)
    return Reason(
        node=node,
        name=case.path(node),
        mind=f"{case.kind(root)} {case.outline[root].name}",
        inside=inside,
        runs=runs,
        result=result,
        since=since,
        seconds=seconds,
        because=told.because,
        passed_over=told.passed_over,
        changes=told.changes,
    )


def _time(case: Case, node: int, *, runs: bool) -> tuple[str | None, int | None, float | None]:
    """What the node came to, since which tick, and how many seconds ago that was."""
    place = case.beginning(node) if runs else _ending(case, node)
    known = case.moment.results.get(node)
    if place is None:
        return (None, None, None) if known is None or runs else (*known, None)
    happening = case.happenings[place]
    result = happening.event.reason.value if isinstance(happening.event, Exited) else None
    return result, happening.tick, max(case.time - happening.time, 0.0)


def _ended_last(case: Case) -> list[int]:
    """The leaf that a tree has come to, in the tick that its last result dates from; else what has ended last."""
    results = case.moment.results
    newest = max((result[1] for node, result in results.items() if node), default=None)
    place = _ending(case)
    if place is not None and (newest is None or case.happenings[place].tick >= newest):
        event = case.happenings[place].event
        return [event.node] if isinstance(event, Exited) else []
    fresh = {node for node, result in results.items() if node and result[1] == newest}
    fresh = {node for node in fresh if fresh.isdisjoint(case.children[node])}
    done = [node for node in fresh if results[node][0] == "success" and case.kind(node) != "condition"]
    return [max(done or fresh)] if fresh else []


def _ending(case: Case, node: int | None = None) -> int | None:
    """The place among the happenings where the node ended last, or any node; None: that is not remembered."""
    for place in range(len(case.happenings) - 1, -1, -1):
        event = case.happenings[place].event
        if isinstance(event, Exited) and node in (None, event.node):
            return place
    return None
