"""What a file holds of a world, as plain data: what `migrate` is given (rules V2 and V4)."""

from collections.abc import Callable
from typing import Any, Final

from gumption.core.outline import Outline
from gumption.core.plain import PlainData
from gumption.errors import GumptionError
from gumption.world.entity import Entity
from gumption.world.saving.kinds import ATOMS
from gumption.world.saving.moment import WorldSnapshot
from gumption.world.saving.rows import Place, Rows

Contents = dict[str, Any]
"""seed, step, on_error, clock, next_id, sequence; entities, messages, kept and objects, as lists."""
PARTS: Final = ("entities", "messages", "kept", "objects")


def contents_of(snapshot: WorldSnapshot) -> Contents:
    """A snapshot as plain data.

    Raises:
        SnapshotError: an agent holds what makes sense in this process only; says where it is.
    """
    kinds = snapshot.graph.kinds
    constants = [(name, it) for name, it in snapshot.kept.items() if type(it) not in ATOMS]
    names = {id(it): name for name, it in constants if kinds[type(it)].word in ("named", "call")}
    rows = Rows(snapshot.graph, names, _places(snapshot))
    return {
        "seed": rows.value(snapshot.seed),
        "on_error": snapshot.on_error,
        "clock": list(snapshot.clock),
        "next_id": snapshot.next_id,
        "sequence": snapshot.sequence,
        "entities": [
            {
                "id": entity.id,
                "name": entity.name,
                "agent": rows.value(entity.agent),
                "mind": mind.to_plain(),
                "error": None if error is None else _error(error),
            }
            for entity, mind, error in snapshot.entities
        ],
        "messages": [
            {
                "due": due,
                "sequence": sequence,
                "kind": message.kind,
                "sender": message.sender,
                "receiver": message.receiver,
                "data": message.data,
            }
            for due, sequence, message in snapshot.letters
        ],
        "kept": [{"name": name, "value": rows.value(it)} for name, it in snapshot.kept.items()],
        "objects": rows.rows,
    }


def outlines_of(snapshot: WorldSnapshot) -> dict[str, Outline]:
    """The outlines of all definitions, by their shapes."""
    definitions = {id(entity.mind.definition): entity.mind.definition for entity, _, _ in snapshot.entities}
    outlines = [definition.describe() for definition in definitions.values()]
    return {outline.shape: outline for outline in outlines}


def _error(error: Exception) -> dict[str, PlainData]:
    if isinstance(error, GumptionError):
        return {"problem": error.problem, "where": error.where, "doing": error.doing, "remedy": error.remedy}
    return {"problem": f"{type(error).__name__}: {error}", "where": "", "doing": "", "remedy": ""}


def _places(snapshot: WorldSnapshot) -> Callable[[object], Place | None]:
    """Tells parts of the world by what they are called."""
    found: dict[int, Place] = {}

    def place(it: object) -> Place | None:
        if not found:
            found[id(snapshot.world)] = ("world", None)
            found[id(snapshot.world.clock)] = ("clock", None)
            for entity, _, _ in snapshot.entities:
                found.update(_places_of(entity))
        return found.get(id(it))

    return place


def _places_of(entity: Entity[Any]) -> dict[int, Place]:
    mind = entity.mind
    return {
        id(entity): ("entity", entity.id),
        id(mind): ("mind", entity.id),
        id(mind.context): ("context", entity.id),
        id(mind.context.outermost): ("context", entity.id),
    }
