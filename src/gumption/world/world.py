"""Where minds live: entities, one clock, messages. Knows the Mind protocol and no engine."""

import contextlib
from collections.abc import Callable, Collection, Generator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

from gumption.core.clock import FixedStepClock
from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.mind import Definition, is_definition
from gumption.core.numeric import is_integer
from gumption.core.plain import PlainData
from gumption.core.trace import Added, Event, Parked, Removed, Sent, TickEnded, Tracer, Undeliverable, Unparked
from gumption.errors import BusyError, LimitError, UsageError, brief
from gumption.world.ends import TOLERANCE, Ends
from gumption.world.entity import Entity
from gumption.world.messages import Mailbox, check_delay, make_message
from gumption.world.pacing import Pacer
from gumption.world.remembering import Remembering
from gumption.world.savable import Savable
from gumption.world.tracers import Listener, Tracers

Agent = TypeVar("Agent")

MAX_NESTED: Final = 50
"""How many deliveries may be under way inside each other."""


class World(Savable, Remembering):
    """Entities and their minds, a clock, and the messages between them.

    Args:
        seed: every entity's random stream comes from it and the entity's id. An integer.
        step: seconds that a `tick()` takes.
        on_error: what to do when a mind fails. "raise": the error leaves `tick` once the failed mind is idle; the
            entities behind it miss that tick. "park": the entity is ticked no more, the others go on, and the error
            stands in the trace and in `Entity.error`.
    """

    def __init__(self, *, seed: int = 0, step: float = 1.0, on_error: Literal["raise", "park"] = "raise") -> None:
        super().__init__()
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise UsageError(f"a world cannot have the seed {brief(seed)}", remedy="give an integer")
        self.seed = seed
        self.clock = FixedStepClock(step)
        self.on_error = on_error
        self._entities: dict[int, Entity[Any]] = {}
        self._next_id = 1
        self._order: tuple[Entity[Any], ...] | None = ()  # who is ticked; None: to be made anew
        self._mailbox = Mailbox()
        self._tracers = Tracers()
        self._ticking = False
        self._turn: Entity[Any] | None = None  # whose tick is under way
        self._at_work: list[Entity[Any]] = []  # whose minds are being told or halted, inside each other
        self._doomed: list[Entity[Any]] = []  # removed in the middle of their own tick or delivery
        self._errors: list[Exception] = []  # to be raised when no mind is at work any more
        self._post_bound = self._post

    @property
    def on_error(self) -> Literal["raise", "park"]:
        """What is done when a mind fails; may be changed at any time."""
        return self._on_error

    @on_error.setter
    def on_error(self, policy: Literal["raise", "park"]) -> None:
        if policy not in ("raise", "park"):
            raise UsageError(f"on_error cannot be {brief(policy)}", remedy='give "raise" or "park"')
        self._on_error: Literal["raise", "park"] = policy

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
            UsageError: the id is taken, was used before, or lies below the next free one; or `definition` is none.
        """
        number = self._next_id if id is None else id
        if not is_integer(number, self._next_id):
            raise UsageError(
                f"an entity cannot have the id {brief(number)}",
                doing="adding an entity",
                remedy=f"leave the id out, or give an integer from {self._next_id} on: ids are never used again",
            )
        if not is_definition(definition):
            raise UsageError(
                f"{brief(definition)} is not a definition",
                doing=f"adding entity {number}",
                remedy="give what describes a behaviour, e.g. an fsm.Machine or a bt.Tree",
            )
        self._next_id = number + 1  # binding may add others
        try:
            entity = self._entity(number, agent, definition)
        except BaseException:
            if self._next_id == number + 1:
                self._next_id = number
            raise
        in_order = not self._entities or next(reversed(self._entities)) < number
        self._entities[number] = entity
        if not in_order:  # binding it has added others
            self._entities = dict(sorted(self._entities.items()))
        self._order = None
        self._emit(Added(number, entity.name, self._outside))
        return entity

    def _entity(self, number: int, agent: Agent, definition: Definition[Agent]) -> Entity[Agent]:
        context = Context(
            self.clock, seed=self.seed, entity=number, tracer=self._tracers.of(number), post=self._post_bound
        )
        return Entity(number, agent, definition.bind(agent, context))

    def remove(self, entity: Entity[Any] | int) -> None:
        """Take an entity out of the world; its mind is halted, at once or when its tick under way ends.

        It is ticked no more, not even in this tick. Removing it again does nothing.
        """
        outside = self._outside
        leaving = self._entities.pop(self._id_of(entity), None)
        if leaving is not None:
            leaving.removed = True
            self._order = None
            self._emit(Removed(leaving.id, outside))
            if leaving is self._turn or leaving in self._at_work:
                self._doomed.append(leaving)
            else:
                self._bid_farewell(leaving)
        if outside:
            self._settle()

    def unpark(self, entity: Entity[Any] | int) -> None:
        """Let an entity that failed be ticked again; its mind starts anew."""
        parked = self._entities.get(self._id_of(entity))
        if parked is not None and parked.error is not None:
            parked.error = None
            self._order = None
            self._emit(Unparked(parked.id, self._outside))

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
            kind: what the message is about: a string, or a member of an enumeration of strings.
            sender: an entity or its id; None: it comes from outside.
            data: plain data, of which a copy is sent.
            delay: seconds until it is delivered: at the first tick whose clock has come that far. 0: inside this
                call; or, if the receiver is in the middle of its own tick or delivery, when that ends.

        Returns:
            Whether the receiver has handled it already.

        Raises:
            UsageError: the delay is negative or not finite, the kind no string, or the data not plain.
        """
        return self._post(None if sender is None else self._id_of(sender), receiver, kind, data, delay)

    def _post(
        self, sender: int | None, receiver: Entity[Any] | int, kind: str, data: PlainData, delay: float, /
    ) -> bool:
        if self._is_deaf:
            return False
        outside = self._outside
        check_delay(delay)
        message = make_message(sender, self._id_of(receiver), kind, data)
        self._emit(Sent(sender, self._id_of(receiver), message.kind, message.data, delay, outside))
        if delay > 0.0:
            self._mailbox.put(message, self.clock.now + delay)
            return False
        handled = self._deliver(message)
        if outside:
            self._settle()
        return handled

    def _deliver(self, message: Message) -> bool:
        assert message.receiver is not None
        entity = self._entities.get(message.receiver)
        if entity is None:
            self._emit(Undeliverable(message.receiver, message.kind))
            return False
        if len(self._at_work) >= MAX_NESTED:
            raise LimitError(
                f"more than {MAX_NESTED} messages were delivered inside each other; the last is {message.kind!r}",
                doing=f"delivering to {entity!r}",
                remedy="send with a small delay, so that the chain is spread over ticks",
            )
        self._at_work.append(entity)
        try:
            return entity.mind.send(message)
        except Exception as error:  # parked, or raised by _settle: a sender must not fail for its receiver
            self._failed(entity, error)
            return False
        finally:
            self._at_work.pop()

    # Time

    def tick(self, dt: float | None = None) -> None:
        """Move the clock, deliver the messages that are due, tick every mind in the order of ids.

        Args:
            dt: seconds to move the clock by; None: the world's usual step.

        Raises:
            MindError: a mind failed, and `on_error` is "raise". Messages due behind it wait for the next tick.
            BusyError: called from inside a tick.
        """
        if not self._outside:
            raise BusyError("the world was ticked from inside a tick", remedy="tick it from one place only")
        if dt is None:
            self.clock.step_once()
        else:
            self.clock.advance(dt)
        self._ticking = True
        interrupted = True
        try:
            order = self._ticked()
            if self._mailbox:
                self._deliver_due()
            doomed, errors = self._doomed, self._errors
            for entity in order:
                if entity.removed or entity.error is not None:
                    continue
                self._turn = entity
                try:
                    entity.mind.tick()
                except Exception as error:  # parked, or raised by _settle
                    self._failed(entity, error)
                if doomed or errors:
                    self._settle()
            interrupted = False
        except Exception:
            interrupted = False
            raise
        finally:
            self._turn = None
            self._ticking = False
            if not interrupted:  # by Ctrl-C, say: such a tick has no end that could come a second time
                self._tracers.tell_border(TickEnded(self.clock.ticks, self.clock.now, dt))

    def _deliver_due(self) -> None:
        """Deliver what was due when the tick began; what an error keeps back is due at the next tick."""
        due = self._mailbox.take_due(self.clock.now + self.clock.step * TOLERANCE)
        delivered = 0
        try:
            for message in due:
                delivered += 1
                self._deliver(message)
                self._settle()
        finally:
            for message in due[delivered:]:
                self._mailbox.put(message, self.clock.now)

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
            UsageError: no end was given, or one that cannot be.
        """
        ends = Ends(self.clock, ticks, until, seconds)
        pacer = None if speed is None else Pacer(speed, self.clock.now)
        made = 0
        while not ends.reached(made):
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

    def trace(
        self, tracer: Tracer, *, only: Collection[int] | None = None, borders_only: bool = False
    ) -> Callable[[], None]:
        """Tell `tracer` every event of every mind from now on. Costs nothing once nobody listens.

        A tracer that raises is taken off and logged; the world goes on.

        Args:
            tracer: is called with each event.
            only: ids of entities: tell it nothing that minds of others do, nor of messages between others. Their minds
                are not traced for it. Who comes, goes or is parked is told of all. None: all.
            borders_only: tell it `TickEnded` and nothing else, behind all others: it may trace, add and send there, and
                costs the minds nothing.

        Returns:
            A function that ends it.
        """
        if not callable(tracer):
            raise UsageError(
                f"{brief(tracer)} cannot be told anything", doing="tracing", remedy="give a function of (event)"
            )
        listener = Listener(tracer, None if only is None else frozenset(only), borders_only)
        self._tracers.add(listener)
        self._retrace()

        def stop() -> None:
            self._tracers.remove(listener)
            self._retrace()

        return stop

    @contextlib.contextmanager
    def unheard(self) -> Generator[None]:
        """Tell those who trace it nothing meanwhile; who begins to trace it inside is told until the end of the block.

        For what is tried out and taken back: see `snapshot` and `restore`.
        """
        try:
            with self._tracers.deafened():
                yield
        finally:
            self._retrace()

    def _retrace(self) -> None:
        for entity in self._entities.values():
            tracer = self._tracers.of(entity.id)
            if entity.mind.context.tracer is not tracer:
                entity.mind.trace(tracer)

    def _emit(self, event: Event) -> None:
        self._tracers.tell(event)

    # Clearing up

    @property
    def _outside(self) -> bool:
        return not self._ticking and not self._at_work

    def _failed(self, entity: Entity[Any], error: Exception) -> None:
        if self._on_error == "raise":
            self._errors.append(error)
            return
        entity.error = error
        self._order = None
        if not entity.removed:
            self._emit(Parked(entity.id))

    def _bid_farewell(self, entity: Entity[Any]) -> None:
        self._at_work.append(entity)
        try:
            entity.mind.halt("removed")
        except Exception as error:  # parked, or raised by _settle
            self._failed(entity, error)
        finally:
            self._at_work.pop()

    def _settle(self) -> None:
        """Between two minds' turns: halt those that were removed meanwhile, and raise what was collected."""
        self._turn = None
        while self._doomed:  # a farewell may remove others
            self._bid_farewell(self._doomed.pop(0))
        if not self._errors:
            return
        first, *others = self._errors
        self._errors.clear()
        for other in others:
            first.add_note(f"and also: {other}")
        raise first

    def _id_of(self, entity: Entity[Any] | int) -> int:
        if isinstance(entity, Entity):
            if self._entities.get(entity.id, entity) is not entity:
                raise UsageError(f"{entity!r} belongs to another world", remedy="give what this world's add() returned")
            return entity.id
        if isinstance(entity, int) and not isinstance(entity, bool):
            return entity
        raise UsageError(
            f"{brief(entity)} is neither an entity nor an id",
            doing="naming an entity",
            remedy="give what world.add() returned, or its id; not the agent itself",
        )
