"""Remembers what happened to agents, so that they can be asked why."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from gumption.core.clock import Clock
from gumption.core.trace import (
    Event,
    Executed,
    Failed,
    Parked,
    Removed,
    Seen,
    Ticked,
    TickEnded,
    Undeliverable,
    Unparked,
)
from gumption.why.case import Happening

KEPT: Final = 256
"""How many events of each agent are remembered, unless told otherwise."""
ROUTINE: Final = (Executed, Ticked, Seen)
"""Happens in every tick, and explains little."""


class Memory:
    """A tracer that keeps the newest events of each agent, but for what happens in every tick.

    Args:
        clock: tells when they happened.
        events: of each agent, at most so many.
    """

    def __init__(self, clock: Clock, *, events: int = KEPT) -> None:
        self._clock = clock
        self._events = events
        self._happenings: dict[int, deque[Happening]] = {}
        self._problems: dict[int, str] = {}
        self.stop: Callable[[], None] = _nothing
        """Ends it."""

    def __call__(self, event: Event) -> None:
        """Remember an event."""
        if isinstance(event, (TickEnded, Undeliverable, *ROUTINE)) or event.entity is None:
            return
        if isinstance(event, Removed):
            self._happenings.pop(event.entity, None)
            self._problems.pop(event.entity, None)
            return
        if isinstance(event, Failed):
            self._problems[event.entity] = f"{event.doing} failed: {event.problem}"
        elif isinstance(event, Parked):
            self._problems.setdefault(event.entity, "its mind failed")
        elif isinstance(event, Unparked):
            self._problems.pop(event.entity, None)
        kept = self._happenings.get(event.entity)
        if kept is None:
            kept = self._happenings[event.entity] = deque(maxlen=self._events)
        kept.append(Happening(self._clock.ticks, self._clock.now, event))

    def of(self, entity: int) -> Sequence[Happening]:
        """What is remembered of an agent, the newest last."""
        return tuple(self._happenings.get(entity, ()))

    def problem(self, entity: int) -> str | None:
        """What an agent's mind failed with last, unless it goes on since."""
        return self._problems.get(entity)


def _nothing() -> None:
    """It was never begun."""
