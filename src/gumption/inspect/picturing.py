"""The minds of a recording as pictures, at any of its ticks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import FORMATS, Moment
from gumption.errors import UsageError
from gumption.inspect.doing import Doing
from gumption.inspect.history import History
from gumption.inspect.running import innermost, running


def picture_at(history: History, entity: int, tick: int, form: str) -> str:
    """The picture of a mind as it stood behind a tick.

    Args:
        history: of a world or a recording.
        entity: whose mind.
        tick: one that is kept.
        form: one of `core.picture.FORMATS`.

    Raises:
        UsageError: the tick is not kept, the entity was not there, or its shape is not known.
    """
    outline, doing = mind_at(history, entity, tick)
    return FORMATS[form](outline, moment_of(doing, outline))


def mind_at(history: History, entity: int, tick: int) -> tuple[Outline, Doing]:
    """The shape of a mind, and how it stood behind a tick.

    Raises:
        UsageError: the tick is not kept, the entity was not there, or its shape is not known.
    """
    if not history.first <= tick <= history.tick:
        remedy = f"give a tick from {history.first} to {history.tick}"
        raise UsageError(f"there is no tick {tick}", doing="looking at a mind", remedy=remedy)
    known, doing = history.entities.get(entity), history.standing_at(entity, tick)
    if known is None or doing is None:
        who = f"entity {entity}" if known is None else f"{known.name!r} (entity {entity})"
        remedy = "give a tick between its coming and its going"
        raise UsageError(f"{who} is not there at tick {tick}", doing="looking at a mind", remedy=remedy)
    nodes = history.outlines.get(known.outline)
    if not nodes:
        remedy = "record it again"
        raise UsageError(f"the shape of {known.name!r} was not recorded", doing="looking at a mind", remedy=remedy)
    return _outline(nodes), doing


def _outline(nodes: Iterable[OutlineNode]) -> Outline:
    """The outline of a recording, of which nobody has checked where its arrows lead."""
    told = tuple(nodes)
    inside = range(len(told))
    return Outline(replace(node, leads_to=tuple(to for to in node.leads_to if to in inside)) for node in told)


def moment_of(doing: Doing, outline: Outline) -> Moment:
    """How a mind stands, after what its events have come to."""
    standing = doing.standing()
    inside = range(len(outline))
    plans: dict[int, list[int]] = {}
    plan = standing.plan
    if plan is not None and any(outline[node].parent == plan.node for node in doing.entered if node in inside):
        plans[plan.node] = [step for step in plan.steps if step in inside]  # else its planner was stopped
    return Moment(standing.results, _active(doing, outline, standing.results), frozenset(standing.paused), plans)


def _active(doing: Doing, outline: Outline, results: Mapping[int, tuple[str, int]]) -> frozenset[int]:
    """What `Mind.active` would say: what was entered and the leaves, of all that runs."""
    entered = frozenset(doing.entered)
    nodes = running(outline, entered, doing.paused, results)
    told = [node for node in nodes if node in entered or outline[node].kind == "mind"]
    return frozenset([*told, *innermost(outline, nodes)])
