"""Why an agent of a recording did what it did, at any of its ticks."""

from gumption.core.trace import entity_of
from gumption.inspect.history import History
from gumption.inspect.picturing import mind_at, moment_of
from gumption.why import Case, Memory, Why, explain


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
    memory = _remembered(history, entity, tick)

    def whose(number: int | None) -> str:
        known = None if number is None else history.entities.get(number)
        return "outside" if number is None else f"entity {number}" if known is None else known.name

    return explain(
        Case(
            entity=entity,
            name=whose(entity),
            tick=tick,
            time=history.time_at(tick),
            outline=outline,
            moment=moment_of(doing, outline),
            happenings=memory.of(entity),
            fields=doing.data,
            whose=whose,
            problem=memory.problem(entity),
        )
    )


def _remembered(history: History, entity: int, tick: int) -> Memory:
    memory = Memory()
    for line, events in history.told_of(entity, history.first, tick):
        for event in events:
            if entity_of(event) == entity:
                memory.hear(event, line.tick, line.time)
    return memory
