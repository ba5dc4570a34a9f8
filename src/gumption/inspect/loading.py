"""A recorded file as what pages look at."""

import os
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any, Final, cast, get_args, get_type_hints

from gumption.core.trace import Event, Ticked
from gumption.errors import RecordingError
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.status import Status
from gumption.world.recording import RecordingReader

_KINDS: Final[dict[str, type]] = {kind.__name__.lower(): kind for kind in get_args(Event)}


def load(path: str | os.PathLike[str]) -> Feed:
    """Read a recording into a feed that holds all its ticks.

    Raises:
        RecordingError: it cannot be read, or is damaged.
    """
    history = History(limit=None)
    with RecordingReader(path) as reader:
        header = reader.header
        reading = _Events(os.fspath(path))
        for number, line in enumerate(reader):
            if number == 0:
                start = line.time - (header.step if line.dt is None else line.dt)
                history.begin(line.tick - 1, start, header.entities, header.outlines)
            data = {int(entity): told for entity, told in line.data.items() if entity.isdecimal()}
            history.append(
                line.tick,
                line.time,
                line.dt,
                [reading.event(each, line.tick) for each in line.events],
                line.entities,
                line.outlines,
                data,
            )
        if history.tick == 0:
            history.begin(0, 0.0, header.entities, header.outlines)
    return Feed(header.scenario or Path(path).name, header, history, live=False)


class _Events:
    """Makes events of their plain form."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._results: dict[tuple[int, int], list[tuple[Status, int] | None]] = {}

    def event(self, plain: dict[str, Any], tick: int) -> Event:
        try:
            kind = _KINDS[plain["event"]]
            if kind is Ticked:
                return self._ticked(plain, tick)
            values = [plain[name] for name in _FIELDS[kind]]
            for place, enumeration in _ENUMS[kind]:
                values[place] = enumeration(values[place])
            return cast("Event", kind(*values))
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise RecordingError(
                f"it has an event that is none of this release's: {str(plain)[:80]}",
                where=f"{self._path}, tick {tick}",
                doing="reading a recording",
                remedy="look at it with the release that wrote it",
            ) from error

    def _ticked(self, plain: dict[str, Any], tick: int) -> Ticked:
        """A recording has only what the tick brought; the event has each node's last result."""
        own = plain["node"]
        results = self._results.setdefault((plain["entity"], own), [])
        for node, status in plain["results"]:
            place = node - own - 1
            if not 0 <= place < _MAX_NODES:
                raise ValueError(node)
            if place >= len(results):
                results += [None] * (place + 1 - len(results))
            results[place] = (_STATUS[status], tick)
        return Ticked(plain["entity"], tick, tuple(results), own)


_MAX_NODES: Final = 1_000_000
_STATUS: Final = {each.value: each for each in Status}
_FIELDS: Final = {kind: tuple(each.name for each in fields(kind)) for kind in _KINDS.values()}
_ENUMS: Final = {
    kind: tuple(
        (place, hint)
        for place, (_, hint) in enumerate(get_type_hints(kind).items())
        if isinstance(hint, type) and issubclass(hint, Enum)
    )
    for kind in _KINDS.values()
}
