"""The part of a world that remembers, and answers why."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from gumption.core.clock import Clock
from gumption.core.numeric import is_integer
from gumption.core.trace import Tracer
from gumption.errors import UsageError, brief
from gumption.why import Memory, Why, ask
from gumption.why.past import KEPT
from gumption.world.entity import Entity


class _Traced(Protocol):
    memory: Memory | None

    @property
    def clock(self) -> Clock: ...

    @property
    def entities(self) -> Mapping[int, Entity[Any]]: ...

    def trace(self, tracer: Tracer, *, only: Collection[int] | None = None) -> Callable[[], None]: ...


class Remembering:
    """What `World` has of it."""

    memory: Memory | None = None
    """What is remembered, once `remember` was called."""

    def remember(self: _Traced, *, only: Collection[int] | None = None, events: int = KEPT) -> Memory:
        """Remember what happens from now on, for `why`. All minds that are remembered are traced.

        Args:
            only: ids of the entities that may be asked about; None: all.
            events: how many of each are kept at least; what made happen what still goes on is kept besides.

        Returns:
            What is remembered; its `stop()` ends it. Calling this again begins anew.
        """
        if not is_integer(events, 1):
            raise UsageError(f"{brief(events)} events cannot be remembered", remedy="give an integer from 1 on")
        only = None if only is None else frozenset(only)
        if self.memory is not None:
            self.memory.stop()
        self.memory = memory = Memory(self.clock, events=events, only=only)
        memory.stop = self.trace(memory, only=only)
        return memory

    def why(self: _Traced, whom: object) -> Why:
        """Why an agent does what it does: what runs, since when, what started it, what was passed over, and what would
        change it.

        `str()` of the answer is a paragraph. What began before `remember` was called is told without its causes.

        Args:
            whom: an entity, its id, or the agent.

        Raises:
            UsageError: nobody like that is in the world.
        """
        entity = _found(self.entities, whom)
        memory = self.memory
        problem = None if memory is None else memory.problem(entity.id)
        if problem is None and entity.error is not None:
            problem = str(entity.error).partition("\n")[0]
        return ask(
            entity.mind,
            entity.agent,
            happenings=() if memory is None else memory.of(entity.id),
            problem=problem,
            whose=lambda number: _name(self.entities, number),
        )


def _found(entities: Mapping[int, Entity[Any]], whom: object) -> Entity[Any]:
    if is_integer(whom) and whom in entities:
        return entities[whom]
    for entity in entities.values():
        if entity is whom or entity.agent is whom:
            return entity
    raise UsageError(
        f"{brief(whom)} is not in the world",
        doing="asking why",
        remedy="give an entity, its id, or the agent itself; a name is none of these",
    )


def _name(entities: Mapping[int, Entity[Any]], number: int | None) -> str:
    if number is None:
        return "outside"
    return entities[number].name if number in entities else f"entity {number}"
