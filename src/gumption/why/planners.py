"""What a planner says of what it does: the plan, the goal, and the goals for which there was no plan."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gumption.core.trace import Entered, GoalReached, PlanAborted, PlanFailed, PlanFound
from gumption.why.answer import PassedOver
from gumption.why.case import Case
from gumption.why.machines import causes
from gumption.why.saying import Saying

_ON_THE_WAY = ("move", "wait")
"""States that the planner puts on top of the step under way."""


@dataclass(slots=True)
class _Story:
    """What is remembered of a planner's plans."""

    found: PlanFound | None = None
    """The last plan."""
    at: int | None = None
    """Which of its steps began last, from 0 on."""
    before: str | None = None
    """How the plan before ended, if that was in the same tick."""
    ended: str | None = None
    """How the last plan ended, if it has."""
    ended_in: int = -1
    failed: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    """Goals without a plan, since one was reached or given up: the tick, and the reason."""


def saying(case: Case, node: int) -> Saying:
    """What the planner that the state belongs to says of it."""
    root = case.minds[node]
    story = _story(case, root)
    told = Saying()
    step = _step(case, node, root)
    steps = story.found.steps if story.found is not None else case.moment.plans.get(root, ())
    if step is not None and step in steps:
        _of_a_plan(case, node, step, steps, story, told)
    else:
        told.because += [story.ended] if story.ended is not None else causes(case, node)[:1]
    told.passed_over += [
        PassedOver(_goal(case, root, goal), f"“{goal}”", f"no plan in tick {tick}: {_without_name(goal, reason)}")
        for goal, (tick, reason) in story.failed.items()
    ]
    return told


def _without_name(goal: str, reason: str) -> str:
    return reason.removeprefix(f"no plan for {goal!r}: ")


def _of_a_plan(case: Case, node: int, step: int, steps: Sequence[int], story: _Story, told: Saying) -> None:
    which = "its plan" if story.found is None else f"the plan for “{story.found.goal}”"
    who = "it" if step == node else case.outline[step].name
    be = "is" if case.moment.active else "was"
    number = story.at if story.at is not None and steps[story.at] == step else None
    if number is None and list(steps).count(step) == 1:
        number = list(steps).index(step)
    if number is None:
        told.because.append(f"{who} {be} a step of {which}")
    else:
        told.because.append(f"{who} {be} step {number + 1} of {len(steps)} of {which}")
        rest = steps[number + 1 :]
        told.changes.append(f"then comes {case.outline[rest[0]].name}" if rest else "with it the plan is done")
    if story.before is not None:
        told.because.append(story.before)


def _story(case: Case, root: int) -> _Story:
    """From what is remembered."""
    story = _Story()
    for happening in case.happenings:
        event = happening.event
        if isinstance(event, PlanFound) and event.node == root:
            before = story.ended if story.ended_in == happening.tick else None
            story.failed.pop(event.goal, None)
            story = _Story(event, before=before, failed=story.failed)
        elif isinstance(event, Entered) and story.found is not None and event.node in story.found.steps:
            first = 0 if story.at is None else story.at + 1
            later = [at for at in range(first, len(story.found.steps)) if story.found.steps[at] == event.node]
            story.at = later[0] if later else story.at
        elif isinstance(event, PlanFailed) and event.node == root:
            story.failed[event.goal] = happening.tick, event.reason
        elif isinstance(event, GoalReached) and event.node == root:
            story.ended, story.ended_in = f"“{event.goal}” was reached", happening.tick
            story.failed.clear()
        elif isinstance(event, PlanAborted) and case.minds[event.node] == root:
            name = case.outline[event.node].name
            story.ended, story.ended_in = f"the plan before was given up at {name}: {event.reason}", happening.tick
            story.failed.clear()
    return story


def _step(case: Case, node: int, root: int) -> int | None:
    """The action under way: the state itself, or the one that it lies on top of."""
    if case.outline[node].name not in _ON_THE_WAY:
        return node
    return next((each for each in case.moment.paused if case.minds[each] == root), None)


def _goal(case: Case, root: int, goal: str) -> int:
    goals = (each for each in case.children[root] if case.kind(each) == "goal" and case.outline[each].name == goal)
    return next(goals, root)
