"""What pages look at: the kept ticks, how the world is driven, and what everybody is doing now."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from gumption.inspect.history import History
from gumption.inspect.wire import State
from gumption.world.recording import Header

if TYPE_CHECKING:
    from gumption.inspect.viewer import Viewer


class Feed:
    """One world or recording, and the pages that look at it.

    Args:
        title: for the page.
        header: what a recording would begin with; its entities and outlines are of no account.
        history: the ticks.
        live: whether it is a world, and not a recording of one.
        control: whether pages may drive the world.
    """

    def __init__(self, title: str, header: Header, history: History, *, live: bool, control: bool = False) -> None:
        self.title: Final = title
        self.header: Final = header
        self.history: Final = history
        self.live: Final = live
        self.control: Final = control
        self.changed: Final = threading.Condition()
        """Guards what follows, and wakes whoever waits in the world's thread."""
        self.paused = False
        self.speed: float | None = None
        self.steps = 0
        """Ticks that a paused world may still make."""
        self.ended = False
        self.problem: str | None = None
        self.viewers: frozenset[Viewer] = frozenset()
        self.watched: frozenset[int] = frozenset()
        self.bell: Callable[[], None] = _silence
        """Wakes all viewers, from any thread."""
        self._generation = history.generation
        self._doing: dict[int, str | None] = {}
        self._told: dict[int, int] = {}  # who changed last stands last, with the number of that change
        self._changes = 0

    # Pages come and go

    def enter(self, viewer: "Viewer") -> None:
        """A page was opened."""
        with self.changed:
            self.viewers |= {viewer}
            self.changed.notify_all()

    def leave(self, viewer: "Viewer") -> None:
        """A page was closed; with the last one a paused world goes on."""
        with self.changed:
            self.viewers -= {viewer}
            if not self.viewers:
                self.paused = False
        self.rewatch()

    def rewatch(self) -> None:
        """Some page watches others than before."""
        with self.changed:
            self.watched = frozenset(each for viewer in self.viewers for each in viewer.ids)
            self.changed.notify_all()

    # How the world is driven

    def state(self) -> State:
        """For all pages."""
        return State(self.paused, self.speed, self.ended, self.problem)

    def drive(self, do: str, speed: float | None) -> None:
        """What a page asked for."""
        with self.changed:
            if do == "speed":
                self.speed = speed
            elif do == "step":
                self.steps += self.paused
                self.paused = True
            else:
                self.paused = do == "pause"
                self.steps = 0
            self.changed.notify_all()
        self.bell()

    def end(self, problem: str | None = None) -> None:
        """No tick will come any more; pages can look back.

        Args:
            problem: why, if not because all was told.
        """
        with self.changed:
            self.ended = True
            self.problem = self.problem or problem
            self.changed.notify_all()
        self.bell()

    # What everybody is doing

    def refresh(self) -> int:
        """Look at those whose events came in since; returns the number of the newest change.

        Called in the server's thread only. An entity whose events come in meanwhile is looked at again next time.
        """
        history = self.history
        with history.lock:
            if self._generation != history.generation:
                self._generation = history.generation
                self._doing.clear()
                self._told.clear()
            touched, history.touched = history.touched, set()
        for entity in touched:
            doing, paths = history.now.get(entity), history.path_of(entity)
            text = None if doing is None or paths is None else paths.text(doing)
            if text != self._doing.get(entity):
                self._changes += 1
                self._told.pop(entity, None)
                self._told[entity] = self._changes
                if text is None:
                    del self._doing[entity]
                else:
                    self._doing[entity] = text
        return self._changes

    def doing(self, since: int = -1) -> dict[int, str | None]:
        """What everybody is doing, as far as it has changed behind change number `since`."""
        found: dict[int, str | None] = {}
        for entity in reversed(self._told):
            if self._told[entity] <= since:
                break
            found[entity] = self._doing.get(entity)
        return found


def _silence() -> None:
    """Nobody serves."""
