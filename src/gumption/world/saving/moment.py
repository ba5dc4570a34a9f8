"""A world at a tick border, in memory: taken quickly, and put back into the same world in place (rule V1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, final

from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.plain import plain_copy
from gumption.core.snapshot import Snapshot
from gumption.world.entity import Entity
from gumption.world.saving.graph import Graph
from gumption.world.saving.kinds import Kinds
from gumption.world.world import World

Letter = tuple[float, int, Message]
"""When it is due, its place among those that are due then, and what it says."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class WorldSnapshot:
    """All of a world but its tracers. `World.restore` takes it, as often as one likes."""

    world: World
    seed: int
    on_error: Literal["raise", "park"]
    clock: tuple[float, int, float, float, int]
    """See `FixedStepClock.reading`."""
    next_id: int
    letters: tuple[Letter, ...]
    sequence: int
    """How many letters there have been."""
    entities: tuple[tuple[Entity[Any], Snapshot, Exception | None], ...]
    """Each with its mind, and what that failed with."""
    kept: Mapping[str, object]
    graph: Graph

    @property
    def tick(self) -> int:
        """The number of the tick behind which it was taken."""
        return self.clock[1]

    def __repr__(self) -> str:
        return f"<snapshot of a world: tick {self.tick}, {len(self.entities)} entities>"


def take(
    world: World,
    kinds: Kinds,
    *,
    next_id: int,
    letters: list[Letter],
    sequence: int,
    kept: Mapping[str, object],
) -> WorldSnapshot:
    """Copy everything.

    Raises:
        SnapshotError: something cannot be saved; says where it is.
    """
    entities = tuple(world.entities.values())
    names = list(kept)

    def name(number: int) -> str:
        return entities[number].name if number < len(entities) else f"kept[{names[number - len(entities)]!r}]"

    graph = Graph([*[entity.agent for entity in entities], *kept.values()], name, kinds)
    return WorldSnapshot(
        world=world,
        seed=world.seed,
        on_error=world.on_error,
        clock=world.clock.reading,
        next_id=next_id,
        letters=tuple(copied(letters)),
        sequence=sequence,
        entities=tuple([(entity, entity.mind.snapshot(), entity.error) for entity in entities]),
        kept=dict(kept),
        graph=graph,
    )


def copied(letters: "list[Letter] | tuple[Letter, ...]") -> list[Letter]:
    """The same, with data of their own: a receiver may do to it what he likes."""
    return [
        letter if letter[2].data is None else (letter[0], letter[1], _with_own_data(letter[2])) for letter in letters
    ]


def _with_own_data(message: Message) -> Message:
    return Message(message.kind, message.sender, message.receiver, plain_copy(message.data, "data of a message"))


def drop(entity: Entity[Any], blanks: dict[int, Snapshot]) -> Exception | None:
    """Forget all that runs in a mind, calling no hooks.

    Args:
        entity: whose mind it is.
        blanks: of idle minds of each definition, kept from one call to the next.

    Returns:
        What the clean-up of coroutines raised.
    """
    definition = entity.mind.definition
    blank = blanks.get(id(definition))
    if blank is None:
        blank = blanks[id(definition)] = definition.bind(entity.agent, Context(entity.mind.context.clock)).snapshot()
    try:
        entity.mind.restore(blank)
    except Exception as error:  # collected: the others have to be dropped as well
        return error
    return None
