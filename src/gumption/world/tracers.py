"""Who is told what happens."""

import logging

from gumption.core.trace import Event, Tracer

_log = logging.getLogger("gumption")


class Tracers:
    """Tells each event to all who listen. One that raises is taken off and logged: a listener must not stop a world."""

    def __init__(self) -> None:
        self._tracers: list[Tracer] = []

    @property
    def one(self) -> Tracer | None:
        """All of them as one; None: nobody listens."""
        return self.tell if self._tracers else None

    def add(self, tracer: Tracer) -> None:
        """Tell `tracer` as well."""
        self._tracers.append(tracer)

    def remove(self, tracer: Tracer) -> None:
        """Tell it no more."""
        if tracer in self._tracers:
            self._tracers.remove(tracer)

    def tell(self, event: Event) -> None:
        """Tell everybody."""
        for tracer in tuple(self._tracers):
            try:
                tracer(event)
            except Exception:
                _log.exception("the tracer %r raised, and is told no more", tracer)
                self.remove(tracer)
