"""A file becomes a world (rule V3). Nothing is done to it before all that can be checked has been."""

import contextlib
import math
import os
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, Final, Literal, final

import msgspec

from gumption.core.message import Message
from gumption.core.mind import Definition
from gumption.core.plain import plain_copy
from gumption.core.snapshot import Snapshot
from gumption.errors import MindError, SnapshotError, brief
from gumption.world.entity import Entity
from gumption.world.saving.changed import difference
from gumption.world.saving.contents import Contents
from gumption.world.saving.file import read_file
from gumption.world.saving.forms import EntityForm, Header, WorldForm
from gumption.world.saving.graph import Graph
from gumption.world.saving.kinds import Kinds
from gumption.world.saving.known import Known
from gumption.world.saving.matching import match
from gumption.world.saving.moment import Letter
from gumption.world.saving.reading import Reading, wrong
from gumption.world.world import World

OnChange = Literal["error", "restart"]
_MOST: Final = 2**62


def checked(contents: Contents, where: str) -> WorldForm:
    """Contents of the right form.

    Raises:
        SnapshotError: they are not; says where in them.
    """
    try:
        form = msgspec.convert(contents, WorldForm)
    except (msgspec.ValidationError, RecursionError) as error:
        raise wrong(f"it is not as it should be: {error}", where) from error
    now, ticks, step, origin, steps = form.clock
    ids = [entity.id for entity in form.entities]
    for fits, what in (
        (all(math.isfinite(each) for each in (now, step, origin)) and step >= 0.0, "clock"),
        (0 <= ticks < _MOST and 0 <= steps < _MOST, "clock"),
        (all(one < other for one, other in zip([0, *ids], [*ids, form.next_id], strict=True)), "ids of entities"),
        (form.next_id < _MOST and 0 <= form.sequence < _MOST, "counters"),
        (all(math.isfinite(each.due) for each in form.messages), "messages"),
        (all(0 <= each.sequence <= form.sequence for each in form.messages), "messages"),
    ):
        if not fits:
            raise wrong(f"its {what} cannot be as they stand there", where)
    return form


def open_world(
    path: str | os.PathLike[str],
    *,
    version: int,
    migrate: Callable[[dict[str, Any], int], dict[str, Any] | None] | None,
) -> tuple[Header, WorldForm]:
    """Read and check a file, and bring what it holds to the present version of the game.

    Raises:
        SnapshotError: it is no good, or of another version, and there is no migration.
    """
    where = os.fspath(path)
    header, contents = read_file(path)
    if header.version != version:
        if migrate is None:
            problem = f"it is of version {header.version} of the game, not {version}"
            remedy = (
                f"say version={header.version} if nothing has changed; else give migrate=, a function of the contents"
            )
            raise wrong(problem, where, f"{remedy} and their version")
        contents = migrate(contents, header.version) or contents
    return header, checked(contents, where)


def seed_of(form: WorldForm) -> int:
    """Of a world's chance: an integer, which may be of more than 64 bits.

    Raises:
        SnapshotError: it is none.
    """
    match form.seed:
        case int(seed) if not isinstance(seed, bool):
            return seed
        case ["int", str(text)] if len(text) < 100_000:
            with contextlib.suppress(ValueError):
                return int(text, 16)
        case _:
            pass
    raise wrong(f"{brief(form.seed)} is no seed", "seed")


@final
class Loading:
    """What is needed to fill one world.

    Args:
        world: new; a build has been at it, or not.
        header: of the file.
        form: what the file holds.
        known: classes and definitions that were named.
        on_change: what to do about minds whose definition has changed.
    """

    def __init__(
        self, world: World, header: Header, form: WorldForm, known: Iterable[object], on_change: OnChange
    ) -> None:
        self._world = world
        self._header = header
        self.form = form
        self._on_change = on_change
        self._kinds = Kinds()
        self._built = dict(world.entities)
        self._known = Known(known)
        agents = [entity.agent for entity in self._built.values()]
        names = [*[entity.name for entity in self._built.values()], *[f"kept[{name!r}]" for name in world.kept]]
        graph = Graph([*agents, *world.kept.values()], names.__getitem__, self._kinds)
        self._known.add_world(world, graph)
        self._shapes: dict[str, list[Definition[Any]]] = {}
        for definition in self._known.definitions():
            self._shapes.setdefault(definition.describe().shape, []).append(definition)
        self._entities: dict[int, Entity[Any]] = {}
        self._reading = Reading(form.objects, self._known, self._kinds, self._matched(), self._place, dict(world.kept))

    def _matched(self) -> Mapping[int, Any]:
        kept = self._world.kept
        agents = [(each.agent, self._built[each.id].agent) for each in self.form.entities if each.id in self._built]
        others = [(each.value, kept[each.name]) for each in self.form.kept if each.name in kept]
        return match(self.form.objects, [*agents, *others], self._kinds)

    def entities(
        self, make: Callable[[int, Any, Definition[Any]], Entity[Any]]
    ) -> list[tuple[Entity[Any], Snapshot | None]]:
        """Those of the file, the build's own or new ones, and what to restore their minds from; None: they begin anew.

        Args:
            make: gives a new entity with this id, agent and definition.
        """
        found: list[tuple[Entity[Any], Snapshot | None]] = []
        for number, row in enumerate(self.form.entities):
            where = f"entity {row.id}, {row.name!r}"
            snapshot = Snapshot.from_plain(row.mind)
            definition, changed = self._definition(row, snapshot.digest, where)
            agent = self._reading.value(row.agent, f"entities[{number}].agent")
            entity = self._built.get(row.id)
            if entity is None or entity.agent is not agent or entity.mind.definition is not definition:
                entity = make(row.id, agent, definition)
            self._entities[row.id] = entity
            found.append((entity, None if changed else snapshot))
        return found

    def _definition(self, row: EntityForm, shape: str, where: str) -> tuple[Definition[Any], bool]:
        """The definition of a mind, and whether it is another one than it was."""
        built = self._built.get(row.id)
        same = self._shapes.get(shape, [])
        if built is not None and built.mind.definition in same:
            return built.mind.definition, False
        if len(same) == 1:
            return same[0], False
        if same:
            problem = f"{len(same)} definitions are known that look like {same[0].name!r}"
            raise wrong(problem, where, "give them different names, or let build() bring this entity in")
        nodes = self._header.outlines.get(shape, [])
        name = nodes[0][1] if nodes else "its definition"
        alike = [each for each in self._known.definitions() if each.describe()[0].name == name]
        other = alike[0] if alike else None
        if other is None:
            raise wrong(f"{name!r} is not known", where, "name the definition: known=[...], or let build() bring it in")
        if self._on_change == "restart":
            return other, True
        raise wrong(
            f"{name!r} has changed since the game was saved: {difference(nodes, other.describe())}",
            where,
            'let such minds begin anew, with World.load(..., on_change="restart"), or load it with the old definition',
        )

    def fill(self) -> None:
        """Give all objects what they held."""
        self._reading.fill()

    def kept(self) -> dict[str, object]:
        """What is kept by name."""
        found = dict(self._world.kept)
        for row in self.form.kept:
            if row.value != ["kept", row.name]:
                found[row.name] = self._reading.value(row.value, f"kept[{row.name!r}]")
            elif row.name not in found:
                raise wrong(f"{row.name!r} is code", "kept", f"let build() call world.keep({row.name!r}, ...)")
        return found

    def with_errors(
        self, entities: Iterable[tuple[Entity[Any], object]]
    ) -> list[tuple[Entity[Any], object, Exception | None]]:
        """The same, each with what its mind failed with, if it was parked."""
        errors = [
            None
            if (error := row.error) is None
            else MindError(error.problem, where=error.where, doing=error.doing, remedy=error.remedy)
            for row in self.form.entities
        ]
        return [(entity, mind, error) for (entity, mind), error in zip(entities, errors, strict=True)]

    @contextlib.contextmanager
    def located(self, entity: Entity[Any]) -> Generator[None]:
        """Whose mind cannot be restored."""
        try:
            yield
        except SnapshotError as error:
            error.where = f"entity {entity.id}, {entity.name!r}" + (f", {error.where}" if error.where else "")
            raise

    def letters(self) -> list[Letter]:
        """The messages that wait."""
        return [
            (each.due, each.sequence, Message(each.kind, each.sender, each.receiver, _plain(each.data)))
            for each in self.form.messages
        ]

    def _place(self, word: str, rest: list[Any], where: str) -> Any:
        match word, rest:
            case "world", [None]:
                return self._world
            case "clock", [None]:
                return self._world.clock
            case (("entity" | "mind" | "context"), [int() as number]) if number in self._entities:
                entity = self._entities[number]
                return {"entity": entity, "mind": entity.mind, "context": entity.mind.context}[word]
            case "definition", [str() as shape, name]:
                same = self._shapes.get(shape, [])
                if len(same) == 1:
                    return same[0]
                problem = f"the definition {brief(name)} {'is not known' if not same else 'is not the only such one'}"
                raise wrong(problem, where, "name it: known=[...]")
            case _:
                raise wrong(f"{brief([word, *rest])} is no value", where)


def _plain(data: Any) -> Any:
    return plain_copy(data, "data of a message")
