"""Remembers what happens to agents, so that they can be asked why."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from gumption.core.clock import Clock, ManualClock
from gumption.core.trace import (
    Entered,
    Event,
    Executed,
    Failed,
    Parked,
    Removed,
    Seen,
    Ticked,
    TickEnded,
    Unparked,
    entity_of,
)
from gumption.core.words import ROUTINE
from gumption.why.case import Happening
from gumption.why.past import KEPT, Past

_ROUTINE: Final = (*ROUTINE, TickEnded)
"""Happens in every tick, and explains little."""


class Memory:
    """A tracer that remembers, but for what happens in every tick.

    Args:
        clock: tells when it happened, unless `hear` is told.
        events: of each agent, about so many; see `Past`.
        only: ids of those that it remembers; None: all.
    """

    def __init__(self, clock: Clock | None = None, *, events: int = KEPT, only: Collection[int] | None = None) -> None:
        self._clock = ManualClock() if clock is None else clock
        self._events = events
        self._only = only
        self._gone: set[int] = set()
        """Who has left the world in this tick: what they still do is forgotten as well."""
        self._pasts: dict[int, Past] = {}
        self._problems: dict[int, str] = {}
        self.stop: Callable[[], None] = _nothing
        """Ends it."""

    def __call__(self, event: Event) -> None:
        """Remember an event that happens now."""
        if isinstance(event, _ROUTINE):
            self._go_on(event)
            return
        self.hear(event, self._clock.ticks, self._clock.now)

    def hear(self, event: Event, tick: int, time: float) -> None:
        """Remember an event of that tick and time, in seconds."""
        if isinstance(event, _ROUTINE):
            self._go_on(event)
            return
        entity = entity_of(event)
        if entity is None or entity in self._gone:
            return
        if self._only is not None and entity not in self._only:
            return
        if isinstance(event, Removed):
            self._gone.add(entity)
            self._pasts.pop(entity, None)
            self._problems.pop(entity, None)
            return
        if isinstance(event, Failed):
            self._problems[entity] = f"{event.doing} failed: {event.problem}"
        elif isinstance(event, Parked):
            self._problems.setdefault(entity, "its mind failed")
        elif isinstance(event, (Unparked, Entered)):
            self._problems.pop(entity, None)
        past = self._pasts.get(entity)
        if past is None:
            past = self._pasts[entity] = Past(self._events)
        past.add(Happening(tick, time, event))

    def _go_on(self, event: Executed | Ticked | Seen | TickEnded) -> None:
        if isinstance(event, TickEnded):
            self._gone.clear()
        elif isinstance(event, Ticked) and self._problems:
            self._problems.pop(event.entity, None)

    def of(self, entity: int) -> Sequence[Happening]:
        """What is remembered of an agent, the newest last."""
        past = self._pasts.get(entity)
        return () if past is None else past.all()

    def problem(self, entity: int) -> str | None:
        """What an agent's mind failed with last, unless it goes on since."""
        return self._problems.get(entity)


def _nothing() -> None:
    """It was never begun."""
