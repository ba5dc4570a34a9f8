"""Who is told what happens."""

import logging
from collections.abc import Iterable

from gumption.core.trace import Event, TickEnded, Tracer

_log = logging.getLogger("gumption")


class Tracers:
    """Tells each event to all who listen. One that raises is taken off and logged: a listener must not stop a world."""

    def __init__(self) -> None:
        self._tracers: list[Tracer] = []
        self._at_borders: list[Tracer] = []

    @property
    def one(self) -> Tracer | None:
        """All who want every event, as one; None: there are none."""
        return self.tell if self._tracers else None

    def add(self, tracer: Tracer, *, borders_only: bool = False) -> None:
        """Tell `tracer` as well."""
        (self._at_borders if borders_only else self._tracers).append(tracer)

    def remove(self, tracer: Tracer, *, borders_only: bool = False) -> None:
        """Tell it no more."""
        tracers = self._at_borders if borders_only else self._tracers
        if tracer in tracers:
            tracers.remove(tracer)

    def tell(self, event: Event) -> None:
        """Tell everybody who wants every event."""
        self._tell(self._tracers, event, borders_only=False)

    def tell_border(self, event: TickEnded) -> None:
        """Tell everybody, and those last who want nothing else."""
        self.tell(event)
        self._tell(self._at_borders, event, borders_only=True)

    def _tell(self, tracers: Iterable[Tracer], event: Event, *, borders_only: bool) -> None:
        for tracer in tuple(tracers):
            try:
                tracer(event)
            except Exception:
                _log.exception("the tracer %r raised, and is told no more", tracer)
                self.remove(tracer, borders_only=borders_only)
