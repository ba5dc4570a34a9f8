"""What a world can do about saved games (rules V1 to V7). All else of it stands in the room `saving`, loaded on use."""

import contextlib
import os
from collections.abc import Callable, Generator, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from gumption.core.clock import FixedStepClock
from gumption.core.collecting import without_collecting
from gumption.core.mind import Definition
from gumption.core.plain import PlainData
from gumption.core.snapshot import Snapshot
from gumption.errors import BusyError, SnapshotError, UsageError, brief
from gumption.status import Status
from gumption.world.entity import Entity
from gumption.world.messages import Mailbox
from gumption.world.tracers import Tracers

if TYPE_CHECKING:
    from gumption.world.saving.kinds import Kinds
    from gumption.world.saving.loading import Loading
    from gumption.world.saving.moment import WorldSnapshot
    from gumption.world.world import World


class Savable:
    """The part of a `World` that saves and loads it."""

    seed: int
    clock: FixedStepClock
    _entities: dict[int, Entity[Any]]
    _next_id: int
    _order: tuple[Entity[Any], ...] | None
    _mailbox: Mailbox
    _tracers: Tracers

    def __init__(self) -> None:
        self._kept: dict[str, object] = {}
        self._kinds: Kinds | None = None
        self._is_deaf = False  # while what runs is closed: what that says and sends is void

    @property
    def on_error(self) -> Literal["raise", "park"]:
        """See `World.on_error`."""
        raise NotImplementedError

    @on_error.setter
    def on_error(self, policy: Literal["raise", "park"]) -> None:
        raise NotImplementedError

    @property
    def _outside(self) -> bool:
        raise NotImplementedError

    def _entity(self, number: int, agent: Any, definition: Definition[Any]) -> Entity[Any]:
        """A new entity, which is not in the world yet."""
        raise NotImplementedError

    # In memory

    def snapshot(self) -> "WorldSnapshot":
        """All of this world at a tick border, in memory, for `restore` (V1).

        Raises:
            SnapshotError: an agent holds something that cannot be saved; says where that is.
            BusyError: called from inside a tick.
        """
        from gumption.world.saving.kinds import Kinds
        from gumption.world.saving.moment import take

        self._check_free("taking a snapshot of a world")
        if self._kinds is None:
            self._kinds = Kinds()
        letters, sequence = self._mailbox.letters()
        world = cast("World", self)
        with without_collecting():
            return take(world, self._kinds, next_id=self._next_id, letters=letters, sequence=sequence, kept=self._kept)

    def restore(self, snapshot: "WorldSnapshot") -> None:
        """Be as it was at that moment, in place: agents and all that they share stay the same objects (V1).

        Who came since is gone, who left is back. No hooks are called; coroutines that run are closed, and what their
        clean-up says or sends is void.

        Raises:
            SnapshotError: it is no snapshot of this world.
            BusyError: called from inside a tick.
            MindError: clean-up raised. The world is as it was at that moment all the same.
        """
        from gumption.world.saving.moment import WorldSnapshot, copied

        self._check_free("restoring a world")
        if not isinstance(snapshot, WorldSnapshot) or snapshot.world is not self:
            raise SnapshotError(
                f"{brief(snapshot)} is no snapshot of this world",
                doing="restoring a world",
                remedy="give what this world's snapshot() returned; for other worlds there are save and load",
            )
        with self._deafened():
            errors = self._drop_all()
            present = set(self._entities)
            self._put(snapshot.clock, snapshot.next_id, snapshot.entities)
            self._mailbox.put_back(copied(snapshot.letters), snapshot.sequence)
            self.seed, self.on_error = snapshot.seed, snapshot.on_error
            self._kept.clear()
            self._kept.update(snapshot.kept)
            snapshot.graph.put_back()
            for entity, mind, _ in snapshot.entities:
                entity.mind.restore(mind)
        for entity in self._entities.values():
            if entity.id not in present:
                entity.mind.trace(self._tracers.of(entity.id))
        if errors:
            raise errors[0]

    def keep(self, name: str, it: object) -> None:
        """Save `it` as well, which no agent leads to; and have what agents hold of it refer to it by name (V2).

        Args:
            name: a word of its own; what had it before is kept no more.
            it: an object that changes, or one that code knows as a constant: a function, say, or a state.
        """
        if not isinstance(name, str):
            raise UsageError(f"{brief(name)} is no name", doing="keeping an object", remedy="give a string")
        self._kept[name] = it

    @property
    def kept(self) -> Mapping[str, Any]:
        """What `keep` was given, by name."""
        return MappingProxyType(self._kept)

    # In files

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        version: int = 0,
        scenario: str | None = None,
        options: Mapping[str, PlainData] | None = None,
    ) -> None:
        """Write all of this world to a file, wholly or not at all (V5).

        Args:
            path: of the file. What it held before stays until the new one is whole.
            version: of the game: a number of its own, for `load`.
            scenario: what the world was built with, for the command line.
            options: those of the scenario.

        Raises:
            SnapshotError: something cannot be saved, or the file not be written; says where and why.
            BusyError: called from inside a tick.
        """
        from gumption.world.saving import write_world

        snapshot = self.snapshot()
        with without_collecting():
            write_world(snapshot, path, version=version, scenario=scenario, options=options)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        build: Callable[[Self], object] | None = None,
        *,
        known: Iterable[object] = (),
        version: int = 0,
        migrate: Callable[[dict[str, Any], int], dict[str, Any] | None] | None = None,
        on_change: Literal["error", "restart"] = "error",
    ) -> Self:
        """A new world that is where the saved one was (V3); made by `cls(seed=..., step=..., on_error=...)`.

        Args:
            path: of the file.
            build: brings in the cast, as when the game began. The file is then read into these objects, so that code
                which holds one of them goes on to hold the right one.
            known: classes and definitions that may be needed beyond those of the cast: no file can name any other.
            version: of the game.
            migrate: is given what a file of another version holds, and that version (V4); changes it, or gives another.
            on_change: what to do about minds whose definition has changed: "restart" begins them anew.

        Raises:
            SnapshotError: the file cannot be read, is damaged, or needs what is not known; says where, and what to do.
        """
        from gumption.world.saving import Loading, open_world, seed_of

        if on_change not in ("error", "restart"):
            raise UsageError(f"on_change cannot be {brief(on_change)}", remedy='give "error" or "restart"')
        with without_collecting():
            header, form = open_world(path, version=version, migrate=migrate)
            world = cls(seed=seed_of(form), step=form.clock[2], on_error=form.on_error)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
            if build is not None:
                build(world)
            world._fill(Loading(cast("World", world), header, form, known, on_change))
        return world

    def _fill(self, loading: "Loading") -> None:
        """Be the world of a file."""
        form = loading.form
        with self._deafened():
            self._drop_all()
            entities = loading.entities(self._entity)
            loading.fill()
            self._put(form.clock, form.next_id, loading.with_errors(entities))
            self.on_error = form.on_error
            self._mailbox.put_back(loading.letters(), form.sequence)
            self._kept = loading.kept()
            for entity, mind in entities:
                if mind is not None:
                    with loading.located(entity):
                        entity.mind.restore(mind)

    # What the room `saving` uses

    def _check_free(self, doing: str) -> None:
        if not self._outside:
            raise BusyError("the world is in the middle of a tick", doing=doing, remedy="do it between two ticks")

    @contextlib.contextmanager
    def _deafened(self) -> Generator[None]:
        self._is_deaf = True
        try:
            with self._tracers.deafened(), without_collecting():
                yield
        finally:
            self._is_deaf = False

    def _drop_all(self) -> list[Exception]:
        """Close all that runs in any mind. Returns what clean-up raised."""
        from gumption.world.saving.moment import drop

        blanks: dict[int, Snapshot] = {}
        running = [entity for entity in self._entities.values() if entity.mind.status is Status.RUNNING]
        return [error for entity in running if (error := drop(entity, blanks)) is not None]

    def _put(
        self,
        clock: tuple[float, int, float, float, int],
        next_id: int,
        entities: Iterable[tuple[Entity[Any], Any, Exception | None]],
    ) -> None:
        """Have this time, and these entities."""
        self.clock.reading = clock
        self._next_id = next_id
        for entity in self._entities.values():
            entity.removed = True
        self._entities.clear()
        for entity, _, error in entities:
            entity.removed, entity.error = False, error
            self._entities[entity.id] = entity
        self._order = None
