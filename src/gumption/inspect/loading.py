"""A recorded file as what pages look at."""

import contextlib
import gc
import os
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast, get_args

import msgspec

from gumption.core.outline import OutlineNode
from gumption.core.trace import Event, Received, Sent, Ticked
from gumption.errors import RecordingError
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.status import Status
from gumption.world.recording import RecordingReader


def load(path: str | os.PathLike[str]) -> Feed:
    """Read a recording into a feed that holds all its ticks.

    Raises:
        RecordingError: it cannot be read, or is damaged.
    """
    history = History(limit=None)
    with RecordingReader(path) as reader, _not_collecting():
        header = reader.header
        reading = _Events(os.fspath(path))
        reading.check(header.outlines)
        history.begin(0, 0.0, header.entities, header.outlines)
        for number, line in enumerate(reader):
            if number == 0:
                start = line.time - (header.step if line.dt is None else line.dt)
                history.begin(line.tick - 1, start, header.entities, header.outlines)
            reading.check(line.outlines)
            data = {int(entity): told for entity, told in line.data.items() if entity.isdecimal()}
            events = [reading.event(each, line.tick) for each in line.events]
            history.append(line.tick, line.time, line.dt, events, line.entities, line.outlines, data)
    return Feed(header.scenario or Path(path).name, header, history, live=False)


@contextlib.contextmanager
def _not_collecting() -> Generator[None]:
    """All that is made here is kept; to look through it for garbage again and again takes as long as to make it."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _SentWire(msgspec.Struct):
    entity: int | None
    receiver: int
    kind: str
    data: Any
    delay: float
    outside: bool


class _ReceivedWire(msgspec.Struct):
    entity: int
    sender: int | None
    kind: str
    data: Any


class _TickedWire(msgspec.Struct):
    entity: int
    results: list[tuple[int, Status]]
    node: int


_KINDS: Final[dict[str, type]] = {kind.__name__.lower(): kind for kind in get_args(Event)}
_MAX_NODES: Final = 1_000_000


class _Events:
    """Makes events of their plain form."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._results: dict[tuple[int, int], list[tuple[Status, int] | None]] = {}

    def check(self, outlines: Mapping[str, Sequence[OutlineNode]]) -> None:
        """See that nodes stand in preorder: what reads them goes from a node to those around it."""
        for digest, nodes in outlines.items():
            for number, node in enumerate(nodes):
                around = node.parent
                if node.id != number or (number > 0 if around is None else not 0 <= around < number):
                    raise RecordingError(
                        f"outline {digest!r} has a node {node.id} that is not in its place",
                        where=self._path,
                        doing="reading a recording",
                        remedy="record it again",
                    )

    def event(self, plain: dict[str, Any], tick: int) -> Event:
        """One event of a tick."""
        try:
            kind = _KINDS[plain["event"]]
            if kind is Ticked:
                return self._ticked(msgspec.convert(plain, _TickedWire), tick)
            if kind is Sent:
                sent = msgspec.convert(plain, _SentWire)
                return Sent(sent.entity, sent.receiver, sent.kind, sent.data, sent.delay, sent.outside)
            if kind is Received:
                received = msgspec.convert(plain, _ReceivedWire)
                return Received(received.entity, received.sender, received.kind, received.data)
            return cast("Event", msgspec.convert(plain, kind))
        except (KeyError, ValueError, TypeError) as error:
            raise RecordingError(
                f"it has an event that is none of this release's: {str(plain)[:80]}",
                where=f"{self._path}, tick {tick}",
                doing="reading a recording",
                remedy="look at it with the release that wrote it",
            ) from error

    def _ticked(self, plain: _TickedWire, tick: int) -> Ticked:
        """A recording has only what the tick brought; the event has each node's last result."""
        results = self._results.setdefault((plain.entity, plain.node), [])
        for node, status in plain.results:
            place = node - plain.node - 1
            if not 0 <= place < _MAX_NODES:
                raise ValueError(node)
            if place >= len(results):
                results += [None] * (place + 1 - len(results))
            results[place] = (status, tick)
        return Ticked(plain.entity, tick, tuple(results), plain.node)
