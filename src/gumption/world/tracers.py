"""Who is told what happens."""

import contextlib
import logging
from collections.abc import Collection, Generator
from dataclasses import dataclass
from typing import Final

from gumption.core.trace import (
    Added,
    Event,
    Parked,
    Removed,
    Sent,
    TickEnded,
    Tracer,
    Undeliverable,
    Unparked,
    entity_of,
)

_log = logging.getLogger("gumption")
_OF_THE_WORLD: Final = (Added, Removed, Parked, Unparked, TickEnded)


@dataclass(eq=False)
class Listener:
    """Somebody who is told."""

    tracer: Tracer
    only: Collection[int] | None
    """The entities that it wants to hear of; None: all of them."""
    at_borders: bool = False
    """It wants `TickEnded` and nothing else, behind all others."""

    def wants(self, event: Event) -> bool:
        """Whether it is to be told that, at its place among the others."""
        if self.at_borders:
            return False
        if self.only is None or isinstance(event, _OF_THE_WORLD):
            return True
        if isinstance(event, (Sent, Undeliverable)) and event.receiver in self.only:
            return True
        return entity_of(event) in self.only


class Tracers:
    """Tells each event to all who listen. One that raises is taken off and logged: a listener must not stop a world."""

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()
        self._tell = self.tell  # one object, so that minds that have it already are known

    def of(self, entity: int) -> Tracer | None:
        """Who is to be told of an entity's mind; None: nobody."""
        for each in self._listeners:
            if not each.at_borders and (each.only is None or entity in each.only):
                return self._tell
        return None

    def add(self, listener: Listener) -> None:
        """Tell it as well."""
        self._listeners = (*self._listeners, listener)

    def remove(self, listener: Listener) -> None:
        """Tell it no more."""
        self._listeners = tuple(each for each in self._listeners if each is not listener)

    @contextlib.contextmanager
    def deafened(self) -> Generator[None]:
        """Tell nobody anything meanwhile."""
        listeners, self._listeners = self._listeners, ()
        try:
            yield
        finally:
            self._listeners = listeners

    def tell(self, event: Event) -> None:
        """Tell everybody who wants it."""
        for each in self._listeners:
            if each.wants(event):
                self._tell_one(each, event)

    def tell_border(self, event: TickEnded) -> None:
        """Tell everybody, and those last who want nothing else."""
        self.tell(event)
        for each in self._listeners:
            if each.at_borders:
                self._tell_one(each, event)

    def _tell_one(self, listener: Listener, event: Event) -> None:
        try:
            listener.tracer(event)
        except Exception:
            _log.exception("the tracer %r raised, and is told no more", listener.tracer)
            self.remove(listener)
