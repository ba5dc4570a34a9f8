"""Why an agent of a recording did what it did, at any of its ticks."""

import math
from collections import deque

from gumption.core.trace import Undeliverable
from gumption.inspect.history import History
from gumption.inspect.picturing import mind_at, moment_of
from gumption.why import Case, Happening, Why, explain
from gumption.why.memory import KEPT, ROUTINE


def why_at(history: History, entity: int, tick: int) -> Why:
    """Why an agent did what it did behind a tick.

    Values of its fields are told where they were recorded (`--record-data`).

    Args:
        history: of a recording, or of a world.
        entity: who is asked about.
        tick: one that is kept.

    Raises:
        UsageError: the tick is not kept, or the entity was not there.
    """
    outline, doing = mind_at(history, entity, tick)

    def whose(number: int | None) -> str:
        known = None if number is None else history.entities.get(number)
        return "outside" if number is None else f"entity {number}" if known is None else known.name

    return explain(
        Case(
            entity=entity,
            name=whose(entity),
            tick=tick,
            time=_time(history, tick),
            outline=outline,
            moment=moment_of(doing, outline),
            happenings=_happenings(history, entity, tick),
            fields=doing.data,
            whose=whose,
            problem=doing.problem,
        )
    )


def _happenings(history: History, entity: int, tick: int) -> tuple[Happening, ...]:
    found: deque[Happening] = deque(maxlen=KEPT)
    for segment, line in history.after(history.first - 1, tick):
        for event in segment.between(line.start, line.end, (entity,)):
            is_own = not isinstance(event, (Undeliverable, *ROUTINE)) and event.entity == entity
            if is_own:
                found.append(Happening(line.tick, line.time, event))
    return tuple(found)


def _time(history: History, tick: int) -> float:
    """What the clock read behind a tick, in seconds."""
    for _, line in history.after(tick - 1, tick):
        return line.time
    return history.time if tick >= history.tick else math.nan  # of the border with which the kept ticks begin
