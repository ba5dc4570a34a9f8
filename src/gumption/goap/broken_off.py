"""What broke a search off: a number that grew too large, or a cost below zero (rules G2 and G3)."""

from typing import TYPE_CHECKING

from gumption.errors import PlanningError
from gumption.goap.engines.estimate import STEP
from gumption.goap.engines.reference import NEGATIVE_COST, Result
from gumption.goap.engines.step import NumberOverflowError, Steps, written
from gumption.goap.tables.measure import Measure
from gumption.goap.tables.prices import MAX_UNITS
from gumption.goap.wording import label, outlined

if TYPE_CHECKING:
    from gumption.goap.state import State
    from gumption.goap.tables.encodings import Target


def broken_off(target: "Target", start: "State", result: Result, measure: Measure) -> PlanningError:
    """The error to raise: which action did what to which name.

    Args:
        target: what was planned for.
        start: the state that was planned from.
        result: of status OVERFLOW or NEGATIVE_COST.
        measure: what was added up.
    """
    path = result[3]
    task = target.encoding.task
    actions = target.domain.actions
    where = f"planning for {label(target)}"
    if path[1:]:
        where += f", after {outlined([actions[index] for index in path[:-1]])}"
    remedy = "declare bounds for the name (names={...: range(...)}), or keep its numbers small"
    if not path:
        return PlanningError("the goal compares a number that 64 bits cannot hold", where=where, remedy=remedy)
    steps = Steps(task, measure.amounts)
    values = start.encoded
    for index in path[:-1]:
        values = steps.apply(index, values) or values
    last = actions[path[-1]].name
    if result[0] == NEGATIVE_COST:
        return PlanningError(
            f"{last!r} costs less than 0 there",
            where=where,
            remedy="let the expression of its cost stay at 0 or above in every state where it can be applied",
        )
    for group in task.actions[path[-1]].groups:
        for write in group.writes:
            try:
                written(write, values)
            except NumberOverflowError:
                name = task.fields[write.field].name
                return PlanningError(
                    f"{last!r} makes {name} a number that 64 bits cannot hold", where=where, remedy=remedy
                )
    try:
        total = steps.cost(path[-1], values)
        steps.apply(path[-1], values)
    except NumberOverflowError:
        return PlanningError(f"{last!r} needs a number that 64 bits cannot hold", where=where, remedy=remedy)
    if len(path) >= STEP:
        return PlanningError(
            f"plans have too many actions from {last!r} on",
            where=where,
            remedy=f"let actions do more at once: a plan has less than {STEP:,} of them",
        )
    if measure.objective == "time":
        return PlanningError(
            f"plans take too long from {last!r} on, which takes {measure.tell(total):g} s",
            where=where,
            remedy=f"keep the durations of a plan below {measure.tell(MAX_UNITS):g} s altogether",
        )
    return PlanningError(
        f"plans cost too much from {last!r} on, which costs {measure.tell(total)}",
        where=where,
        remedy=f"keep the cost of a plan below {measure.tell(MAX_UNITS):g}",
    )
