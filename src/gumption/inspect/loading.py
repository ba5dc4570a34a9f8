"""A recorded file as what pages look at."""

import os
from pathlib import Path

from gumption.core.collecting import without_collecting
from gumption.inspect.events import EventLine, Events
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.world.recording import RecordingReader


def load(path: str | os.PathLike[str], to: int | None = None) -> Feed:
    """Read a recording into a feed that holds its ticks.

    Args:
        path: of the file.
        to: the last tick that is wanted; what comes behind it is not read. None: all.

    Raises:
        RecordingError: it cannot be read, or is damaged.
    """
    history = History(limit=None)
    with RecordingReader(path) as reader, without_collecting():
        header = reader.header
        reading = Events(os.fspath(path))
        reading.check(header.outlines)
        history.begin(0, 0.0, header.entities, header.outlines)
        for number, line in enumerate(reader.ticks(EventLine)):
            if number == 0:
                start = line.time - (header.step if line.dt is None else line.dt)
                history.begin(line.tick - 1, start, header.entities, header.outlines)
            if to is not None and line.tick > to:
                break
            if line.outlines:
                reading.check(line.outlines)
            data = (
                {int(entity): told for entity, told in line.data.items() if entity.isdecimal()} if line.data else None
            )
            events = reading.read(line) if line.events else ()
            history.append(line.tick, line.time, line.dt, events, line.entities, line.outlines, data)
    return Feed(header.scenario or Path(path).name, header, history, live=False)
