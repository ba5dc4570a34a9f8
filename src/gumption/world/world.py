"""Where minds live: entities, one clock, messages. Knows the Mind protocol and no engine."""

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

from gumption.core.clock import FixedStepClock
from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.mind import Definition
from gumption.core.plain import PlainData, check_plain
from gumption.core.trace import Added, Event, Parked, Removed, Sent, TickEnded, Tracer, Undeliverable
from gumption.errors import BusyError, LimitError, UsageError
from gumption.world.entity import Entity
from gumption.world.messages import Mailbox, check_delay
from gumption.world.pacing import Pacer

Agent = TypeVar("Agent")

MAX_TICKS: Final = 1_000_000
"""How long `run` goes on when nothing but `until` or `seconds` would end it."""
MAX_NESTED: Final = 50
"""How many deliveries may be under way inside each other."""

_log = logging.getLogger("gumption")


class World:
    """Entities and their minds, a clock, and the messages between them.

    Args:
        seed: every entity's random stream comes from it and the entity's id.
        step: seconds that a `tick()` takes.
        on_error: what to do when a mind fails. "raise": the error leaves `tick` once the failed mind is idle; the
            entities behind it miss that tick. "park": the entity is ticked no more, the others go on, and the error
            stands in the trace and in `Entity.error`.
    """

    def __init__(self, *, seed: int = 0, step: float = 1.0, on_error: Literal["raise", "park"] = "raise") -> None:
        if on_error not in ("raise", "park"):
            raise UsageError(f"on_error cannot be {on_error!r}", remedy='give "raise" or "park"')
        self.seed = seed
        self.on_error: Literal["raise", "park"] = on_error
        self.clock = FixedStepClock(step)
        self._entities: dict[int, Entity[Any]] = {}
        self._next_id = 1
        self._order: tuple[Entity[Any], ...] | None = ()  # who is ticked; None: to be made anew
        self._mailbox = Mailbox()
        self._tracers: list[Tracer] = []
        self._ticking = False
        self._nested = 0  # deliveries under way
        self._doomed: list[Entity[Any]] = []  # removed in the middle of their own tick
        self._errors: list[Exception] = []  # to be raised when the mind that is at work has ended its tick
        self._post_bound = self._post

    # Entities

    @property
    def entities(self) -> Mapping[int, Entity[Any]]:
        """Those that are in the world, by id, in the order of their ids."""
        return MappingProxyType(self._entities)

    def add(self, agent: Agent, definition: Definition[Agent], *, id: int | None = None) -> Entity[Agent]:  # noqa: A002
        """Bring `agent` into the world with a mind of its own; it is ticked from the next tick on.

        Args:
            agent: any object.
            definition: how it decides, e.g. an `fsm.Machine`. Shared freely.
            id: the entity's id, if the next free one will not do. Must not be below that (F11).

        Raises:
            UsageError: the id is taken, was used before, or lies below the next free one.
        """
        number = self._next_id if id is None else id
        if isinstance(number, bool) or not isinstance(number, int) or number < self._next_id:
            raise UsageError(
                f"an entity cannot have the id {number!r}",
                doing="adding an entity",
                remedy=f"leave the id out, or give an integer from {self._next_id} on: ids are never used again",
            )
        if not callable(getattr(definition, "bind", None)):
            raise UsageError(
                f"{definition!r:.80} is not a definition",
                doing=f"adding entity {number}",
                remedy="give what describes a behaviour, e.g. an fsm.Machine",
            )
        context = Context(self.clock, seed=self.seed, entity=number, tracer=self._tracer, post=self._post_bound)
        entity = Entity(number, agent, definition.bind(agent, context))
        self._entities[number] = entity
        self._next_id = number + 1
        self._order = None
        self._emit(Added(number, entity.name, self._outside))
        return entity

    def remove(self, entity: Entity[Any] | int) -> None:
        """Take an entity out of the world; its mind is halted, at once or when its tick under way ends.

        It is ticked no more, not even in this tick. Removing it again does nothing.
        """
        leaving = self._entities.pop(_id_of(entity), None)
        if leaving is None:
            return
        leaving.removed = True
        self._order = None
        self._emit(Removed(leaving.id, self._outside))
        self._doomed.append(leaving)
        self._clear_up(leaving)
        if self._outside:
            self._settle()

    def unpark(self, entity: Entity[Any] | int) -> None:
        """Let an entity that failed be ticked again; its mind starts anew."""
        parked = self._entities.get(_id_of(entity))
        if parked is not None and parked.error is not None:
            parked.error = None
            self._order = None

    # Messages

    def send(
        self,
        receiver: Entity[Any] | int,
        kind: str,
        *,
        sender: Entity[Any] | int | None = None,
        data: PlainData = None,
        delay: float = 0.0,
    ) -> bool:
        """Send a message (F10).

        Args:
            receiver: an entity or its id. One that is gone is no error: the trace says "undeliverable".
            kind: what the message is about.
            sender: an entity or its id; None: it comes from outside.
            data: plain data.
            delay: seconds until it is delivered: at the first tick whose clock has come that far. 0: inside this
                call; or, if the receiver is in the middle of its own tick or delivery, when that ends.

        Returns:
            Whether the receiver has handled it already.

        Raises:
            UsageError: the delay is negative or not finite, or the data is not plain.
        """
        handled = self._post(None if sender is None else _id_of(sender), _id_of(receiver), kind, data, delay)
        if self._outside:
            self._settle()
        return handled

    def _post(self, sender: int | None, receiver: int, kind: str, data: PlainData, delay: float, /) -> bool:
        check_delay(delay)
        check_plain(data, f"data of message {kind!r}")
        message = Message(str(kind), sender, receiver, data)
        self._emit(Sent(sender, receiver, message.kind, data, delay, self._outside))
        if delay > 0.0:
            self._mailbox.put(message, self.clock.now + delay)
            return False
        return self._deliver(message)

    def _deliver(self, message: Message) -> bool:
        assert message.receiver is not None
        entity = self._entities.get(message.receiver)
        if entity is None:
            self._emit(Undeliverable(message.receiver, message.kind))
            return False
        if self._nested >= MAX_NESTED:
            raise LimitError(
                f"more than {MAX_NESTED} messages were delivered inside each other; the last is {message.kind!r}",
                doing=f"delivering to {entity!r}",
                remedy="send with a small delay, so that the chain is spread over ticks",
            )
        self._nested += 1
        try:
            return entity.mind.send(message)
        except Exception as error:  # parked, or raised by _settle: a sender must not fail for its receiver
            self._failed(entity, error)
            return False
        finally:
            self._nested -= 1

    # Time

    def tick(self, dt: float | None = None) -> None:
        """Move the clock, deliver the messages that are due, tick every mind in the order of ids.

        Args:
            dt: seconds to move the clock by; None: the world's usual step.

        Raises:
            MindError: a mind failed, and `on_error` is "raise".
            BusyError: called from inside a tick.
        """
        if self._ticking or self._nested:
            raise BusyError("the world was ticked from inside a tick", remedy="tick it from one place only")
        if dt is None:
            self.clock.step_once()
        else:
            self.clock.advance(dt)
        self._ticking = True
        try:
            if self._mailbox:
                for message in self._mailbox.take_due(self.clock.now):
                    self._deliver(message)
                    self._settle()
            for entity in self._ticked():
                if entity.removed or entity.error is not None:
                    continue
                try:
                    entity.mind.tick()
                except Exception as error:  # parked, or raised by _settle
                    self._failed(entity, error)
                if self._doomed or self._errors:
                    self._settle()
        finally:
            self._ticking = False
            self._emit(TickEnded(self.clock.ticks, self.clock.now, dt))

    def run(
        self,
        *,
        ticks: int | None = None,
        until: Callable[[], bool] | None = None,
        seconds: float | None = None,
        speed: float | None = None,
    ) -> int:
        """Tick until the first of the given ends is reached.

        Args:
            ticks: at most so many ticks.
            until: asked before each tick; true ends the run.
            seconds: so much time on the world's clock.
            speed: simulated seconds a wall second, 1.0 for real time; None: as fast as possible.

        Returns:
            How many ticks were made.

        Raises:
            LimitError: neither `until` nor `seconds` came true within 1,000,000 ticks. Give `ticks` for another bound.
            UsageError: no end was given.
        """
        if ticks is None and until is None and seconds is None:
            raise UsageError("a run needs an end", doing="running a world", remedy="give ticks=, until= or seconds=")
        pacer = None if speed is None else Pacer(speed, self.clock.now)
        # A millionth of a step of tolerance: rounding must not cost or add a tick.
        end = None if seconds is None else self.clock.now + seconds - self.clock.step * 1e-6
        made = 0
        while ticks is None or made < ticks:
            if (until is not None and until()) or (end is not None and self.clock.now >= end):
                break
            if ticks is None and made >= MAX_TICKS:
                raise LimitError(
                    f"the run has not ended after {MAX_TICKS:,} ticks",
                    doing="running a world",
                    remedy="see whether until= can come true, or give ticks= as a bound of your own",
                )
            self.tick()
            made += 1
            if pacer is not None:
                pacer.wait(self.clock.now)
        return made

    def _ticked(self) -> tuple[Entity[Any], ...]:
        if self._order is None:
            self._order = tuple(entity for entity in self._entities.values() if entity.error is None)
        return self._order

    # Tracing

    def trace(self, tracer: Tracer) -> Callable[[], None]:
        """Tell `tracer` every event of every mind from now on. Costs nothing once nobody listens.

        A tracer that raises is taken off and logged; the world goes on.

        Returns:
            A function that ends it.
        """
        self._tracers.append(tracer)
        self._retrace()
        return lambda: self._untrace(tracer)

    def _untrace(self, tracer: Tracer) -> None:
        if tracer in self._tracers:
            self._tracers.remove(tracer)
            self._retrace()

    def _retrace(self) -> None:
        for entity in self._entities.values():
            entity.mind.trace(self._tracer)

    @property
    def _tracer(self) -> Tracer | None:
        return self._emit if self._tracers else None

    def _emit(self, event: Event) -> None:
        for tracer in tuple(self._tracers):
            try:
                tracer(event)
            except Exception:
                _log.exception("the tracer %r raised, and is told no more", tracer)
                self._untrace(tracer)

    # Clearing up

    @property
    def _outside(self) -> bool:
        return not self._ticking and not self._nested

    def _failed(self, entity: Entity[Any], error: Exception) -> None:
        if self.on_error == "raise":
            self._errors.append(error)
            return
        entity.error = error
        self._order = None
        self._emit(Parked(entity.id))

    def _settle(self) -> None:
        """Between two minds' turns: halt those that were removed meanwhile, and raise what was collected."""
        for entity in self._doomed[:]:
            self._clear_up(entity)
        if not self._errors:
            return
        first, *others = self._errors
        self._errors.clear()
        for other in others:
            first.add_note(f"and then: {other}")
        raise first

    def _clear_up(self, entity: Entity[Any]) -> None:
        """Halt a removed entity's mind, unless it is in the middle of its own tick: then once more when that ends."""
        try:
            entity.mind.halt("removed")
        except BusyError:
            return
        except Exception as error:  # parked, or raised by _settle
            self._failed(entity, error)
        self._doomed.remove(entity)


def _id_of(entity: Entity[Any] | int) -> int:
    if isinstance(entity, Entity):
        return entity.id
    if isinstance(entity, int) and not isinstance(entity, bool):
        return entity
    raise UsageError(
        f"{entity!r:.80} is neither an entity nor an id",
        remedy="give what world.add() returned, or its id; not the agent itself",
    )
