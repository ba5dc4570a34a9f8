"""A recorded file as what pages look at."""

import os
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Final, Self

from gumption.core.collecting import without_collecting
from gumption.errors import RecordingError
from gumption.inspect.events import EventLine, Events
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.world.recording import RecordingReader

_OFTEN: Final = 256
"""After so many ticks pages are told that there is more."""


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
            self._events = Events(os.fspath(path))
            header = self._reader.header
            self._events.check(header.outlines)
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
        feed, problem = self.feed, None
        try:
            with without_collecting():
                for line in self._lines:
                    if to is not None and line.tick > to:
                        break
                    self._take(line)
                    if line.tick % _OFTEN == 0:
                        feed.bell()
            if self._reader.end is not None and self._reader.end.error is not None:
                problem = f"The run ended with {self._reader.end.error}"
        except RecordingError as error:
            problem = str(error)
            raise
        finally:
            feed.end(problem)

    def _take(self, line: EventLine) -> None:
        if line.outlines:
            self._events.check(line.outlines)
        data = {int(entity): told for entity, told in line.data.items() if entity.isdecimal()} if line.data else None
        events = self._events.read(line) if line.events else ()
        self.feed.history.append(line.tick, line.time, line.dt, events, line.entities, line.outlines, data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.close()


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
