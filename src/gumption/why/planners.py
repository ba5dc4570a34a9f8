"""What a planner says of what it does: the plan, the goal, and the goals for which there was no plan."""

from gumption.core.trace import GoalReached, PlanAborted, PlanFailed, PlanFound
from gumption.why.answer import PassedOver
from gumption.why.case import Case
from gumption.why.machines import saying as as_state
from gumption.why.saying import Saying

_ON_THE_WAY = ("move", "wait")
"""States that the planner puts on top of the step under way."""


def saying(case: Case, node: int) -> Saying:
    """What the planner that the state belongs to says of it."""
    root = case.minds[node]
    found, failed, ended = _last(case, root)
    steps = found.steps if found is not None else case.moment.plans.get(root, ())
    told = Saying()
    step = _step(case, node, root)
    number = list(steps).index(step) if step is not None and step in steps else None
    if number is not None:
        which = "its plan" if found is None else f"the plan for “{found.goal}”"
        is_it = "it is" if step == node else f"{case.outline[steps[number]].name} is"
        told.because.append(f"{is_it} step {number + 1} of {len(steps)} of {which}")
        rest = steps[number + 1 :]
        told.changes.append(f"then comes {case.outline[rest[0]].name}" if rest else "with it the plan is done")
    elif ended is not None:
        told.because.append(ended)
    else:
        told.because += as_state(case, node).because
    told.passed_over += [
        PassedOver(_goal(case, root, each.goal), f"“{each.goal}”", each.reason) for each in failed.values()
    ]
    return told


def _last(case: Case, root: int) -> tuple[PlanFound | None, dict[str, PlanFailed], str | None]:
    """The last plan; the goals for which there was none since the one before; and how it ended, if it has."""
    found: PlanFound | None = None
    failed: dict[str, PlanFailed] = {}
    ended: str | None = None
    for happening in case.happenings:
        event = happening.event
        if isinstance(event, PlanFound) and event.node == root:
            found, ended = event, None
            failed.pop(event.goal, None)
        elif isinstance(event, PlanFailed) and event.node == root:
            failed[event.goal] = event
        elif isinstance(event, GoalReached) and event.node == root:
            failed.clear()
            ended = f"it {case.words(event)}"
        elif isinstance(event, PlanAborted) and case.minds[event.node] == root:
            ended = f"it {case.words(event)}"
    return found, failed, ended


def _step(case: Case, node: int, root: int) -> int | None:
    """The action under way: the state itself, or the one that it lies on top of."""
    if case.outline[node].name not in _ON_THE_WAY:
        return node
    return next((each for each in case.moment.paused if case.minds[each] == root), None)


def _goal(case: Case, root: int, goal: str) -> int:
    goals = (each for each in case.children[root] if case.kind(each) == "goal" and case.outline[each].name == goal)
    return next(goals, root)
