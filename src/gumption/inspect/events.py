"""Events out of their plain form, as recordings and messages have it: the way back of `core.trace.to_plain`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast, get_args

import msgspec

from gumption.core.outline import OutlineNode
from gumption.core.trace import Event, Received, Sent, Ticked
from gumption.errors import RecordingError
from gumption.status import Status
from gumption.world.lines import TickLine


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


class RawLine(TickLine):
    """A tick whose events were not looked at yet: see `Events.read`."""

    events: list[msgspec.Raw]  # type: ignore[assignment] # pyright: ignore[reportIncompatibleVariableOverride]


_KINDS: Final[dict[str, type]] = {kind.__name__.lower(): kind for kind in get_args(Event)}
_OWN_FORM: Final = (Ticked, Sent, Received)
"""Their plain form is not that of their fields."""
_START: Final = b'{"event":"'
_QUICK: Final[dict[bytes, msgspec.json.Decoder[Any]]] = {
    name.encode(): msgspec.json.Decoder(kind) for name, kind in _KINDS.items() if kind not in _OWN_FORM
}
_MAX_NODES: Final = 1_000_000


class Events:
    """Makes events of their plain form.

    Args:
        source: the file or the address that they come from, for errors.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._results: dict[tuple[int, int], list[tuple[Status, int] | None]] = {}

    def check(self, outlines: Mapping[str, Sequence[OutlineNode]]) -> None:
        """See that nodes stand in preorder: what reads them goes from a node to those around it.

        Raises:
            RecordingError: one stands elsewhere.
        """
        for digest, nodes in outlines.items():
            for number, node in enumerate(nodes):
                around = node.parent
                if node.id != number or (number > 0 if around is None else not 0 <= around < number):
                    raise RecordingError(
                        f"outline {digest!r} has a node {node.id} that is not in its place",
                        where=self._source,
                        doing="reading a recording",
                        remedy="record it again",
                    )

    def read(self, raw: msgspec.Raw, tick: int) -> Event:
        """One event of a tick, as it stands in a file.

        Raises:
            RecordingError: it has not the form of any event.
        """
        text = bytes(raw)
        decoder = _QUICK.get(text[len(_START) : text.find(b'"', len(_START))]) if text.startswith(_START) else None
        try:
            if decoder is None:
                return self.event(msgspec.json.decode(text), tick)
            return cast("Event", decoder.decode(text))
        except msgspec.MsgspecError as error:
            raise self._wrong(text.decode("utf-8", "replace"), tick) from error

    def event(self, plain: dict[str, Any], tick: int) -> Event:
        """One event of a tick.

        Raises:
            RecordingError: it has not the form of any event.
        """
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
            raise self._wrong(str(plain), tick) from error

    def _wrong(self, event: str, tick: int) -> RecordingError:
        return RecordingError(
            f"it has an event that is none of this release's: {event[:80]}",
            where=f"{self._source}, tick {tick}",
            doing="reading a recording",
            remedy="look at it with the release that wrote it",
        )

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
