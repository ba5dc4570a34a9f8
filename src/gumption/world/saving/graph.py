"""All objects that can be reached from a world, each with a copy of what it holds: put back, it is as it was (rule V1).

The walk goes over the world's own objects, and copies each but once: two agents that share a village share it, and
what holds itself is no matter. Nothing here calls itself, so that depth is no matter either.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, final

from gumption.core.source import error_text
from gumption.errors import SnapshotError
from gumption.world.saving.classes import Misfit
from gumption.world.saving.kinds import ATOMS, Kind, Kinds, labels


@final
class Graph:
    """Objects and their copies.

    Args:
        roots: what to begin with.
        name: gives the word for a root in messages, by its number.
        kinds: of all classes that were met so far.

    Raises:
        SnapshotError: something can be reached that cannot be saved; says where it is.
    """

    def __init__(self, roots: Sequence[Any], name: Callable[[int], str], kinds: Kinds) -> None:
        self.roots = roots
        self.kinds = kinds
        self.objects: list[Any] = []
        self.states: list[Any] = []
        """What each of the objects held."""
        self._name = name
        self._walk()

    def _walk(self) -> None:
        kinds, atoms = self.kinds, ATOMS
        add_object, add_state = self.objects.append, self.states.append
        waiting = list(reversed(self.roots))
        seen = set(map(id, waiting))
        see, wait = seen.add, waiting.append
        it = None
        try:
            while waiting:
                it = waiting.pop()
                cls: type[Any] = it.__class__
                if cls in atoms:
                    continue
                kind = kinds[cls]
                state = kind.take(it)
                add_object(it)
                add_state(state)
                for part in kind.parts(state):
                    if type(part) not in atoms and id(part) not in seen:
                        see(id(part))
                        wait(part)
        except Misfit as misfit:
            raise self.error(it, misfit.problem, misfit.remedy) from None
        except Exception as error:  # out of to_save
            problem = f"to_save() of a {type(it).__qualname__} raised {error_text(error)}"
            raise self.error(it, problem, "mend to_save()") from error

    def error(self, it: object, problem: str, remedy: str) -> SnapshotError:
        """What is wrong with an object, and where that is."""
        return SnapshotError(problem, where=self.path_of(it), doing="saving a world", remedy=remedy)

    def put_back(self) -> None:
        """Give all objects what they held."""
        late: list[tuple[Kind, Any, Any]] = []
        kinds = self.kinds
        for it, state in zip(self.objects, self.states, strict=True):
            kind = kinds[type(it)]
            if kind.put is None or kind.frozen:
                continue
            if kind.word == "hooks":
                late.append((kind, it, state))
            else:
                kind.put(it, state)
        for kind, it, state in late:
            assert kind.put is not None
            try:
                kind.put(it, state)
            except Exception as error:
                raise SnapshotError(
                    f"from_save() of a {kind.cls.__qualname__} raised {error_text(error)}",
                    where=self.path_of(it),
                    doing="restoring a world, which is between two moments now",
                    remedy="mend from_save(), and restore again",
                ) from error

    def path_of(self, wanted: object) -> str:
        """A shortest way to an object from a root, as in `Bob.bag[0].owner`."""
        level: list[tuple[str, Any]] = [(self._name(number), root) for number, root in enumerate(self.roots)]
        seen = {id(root) for _, root in level}
        while level:
            following: list[tuple[str, Any]] = []
            for path, it in level:
                if it is wanted:
                    return path
                for label, part in self._labels(it):
                    if id(part) not in seen:
                        seen.add(id(part))
                        following.append((path + label, part))
            level = following
        return "an object"

    def _labels(self, it: object) -> Iterable[tuple[str, object]]:
        cls = type(it)
        if cls in ATOMS:
            return ()
        try:
            kind = self.kinds[cls]
            return labels(kind, kind.take(it))
        except Exception:  # of to_save, or there is no kind: the way to somewhere else is asked for
            return ()
