"""A recorded file as what pages look at."""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, Self

from gumption.core.collecting import without_collecting
from gumption.core.outline import OutlineNode
from gumption.errors import RecordingError
from gumption.inspect.events import EventLine, Events
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.world.recording import EntityLine, RecordingReader

_DIGITS: Final = 20
"""No id has so many."""
_OFTEN: Final = 256
"""After so many lines pages are told that there is more."""


class Loading:
    """A recorded file on its way into a feed, at which pages can look meanwhile; a context manager.

    Args:
        path: of the file.
        told: is told how much of it was read, from 0 to 1, every now and then.

    Raises:
        RecordingError: it cannot be read, is no recording, or its first tick is damaged.
    """

    def __init__(self, path: str | os.PathLike[str], told: Callable[[float], object] | None = None) -> None:
        self._reader = RecordingReader(path, told)
        try:
            self._nodes: dict[str, int] = {}  # of outlines
            self._minds: dict[int, str] = {}  # the outlines of entities
            self._events = Events(os.fspath(path), self._nodes_of)
            header = self._reader.header
            self._meet(header.entities, header.outlines)
            history = History(limit=None)
            self.feed: Final = Feed(header.scenario or Path(path).name, header, history, live=False)
            lines = self._reader.ticks(EventLine)
            first = next(lines, None)
            self._lines = lines if first is None else chain((first,), lines)
            border = (0, 0.0)
            if first is not None:
                border = (first.tick - 1, first.time - (header.step if first.dt is None else first.dt))
            history.begin(*border, header.entities, header.outlines)
        except BaseException:
            self._reader.close()
            raise

    def run(self, to: int | None = None) -> None:
        """Read on to the end.

        Args:
            to: the last tick that is wanted; what comes behind it is not read. None: all.

        Raises:
            RecordingError: it is damaged; the feed has what stands before that.
        """
        feed = self.feed
        problem: str | None = "Reading the recording was stopped"
        try:
            with without_collecting():
                for number, line in enumerate(self._lines):
                    if to is not None and line.tick > to:
                        break
                    self._take(line)
                    if number % _OFTEN == 0:
                        feed.bell()
            error = None if self._reader.end is None else self._reader.end.error
            problem = None if error is None else f"The run ended with {error}"
        except RecordingError as error:
            problem = str(error)
            raise
        finally:
            feed.end(problem)

    def _take(self, line: EventLine) -> None:
        if line.entities or line.outlines:
            self._meet(line.entities, line.outlines)
        data = {int(key): told for key, told in line.data.items() if _is_id(key)} if line.data else None
        events = self._events.read(line) if line.events else ()
        self.feed.history.append(line.tick, line.time, line.dt, events, line.entities, line.outlines, data)

    def _meet(self, entities: Sequence[EntityLine], outlines: Mapping[str, Sequence[OutlineNode]]) -> None:
        self._events.check(outlines)
        self._nodes.update((digest, len(nodes)) for digest, nodes in outlines.items())
        self._minds.update((entity.id, entity.outline) for entity in entities)

    def _nodes_of(self, entity: int) -> int:
        return self._nodes.get(self._minds.get(entity, ""), 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.close()


def _is_id(key: str) -> bool:
    return key.isdecimal() and len(key) < _DIGITS


def load(path: str | os.PathLike[str], to: int | None = None, told: Callable[[float], object] | None = None) -> Feed:
    """Read a recording into a feed that holds its ticks.

    Args:
        path: of the file.
        to: the last tick that is wanted; what comes behind it is not read. None: all.
        told: is told how much of it was read, from 0 to 1, every now and then.

    Raises:
        RecordingError: it cannot be read, or is damaged.
    """
    with Loading(path, told) as loading:
        loading.run(to)
    return loading.feed
