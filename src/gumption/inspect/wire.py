"""The messages between the inspector and its page (docs/inspector.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec

from gumption.core.outline import OutlineNode
from gumption.core.trace import Event, to_plain
from gumption.inspect.doing import Standing
from gumption.world.recording import EntityLine, Header

VERSION: Final = 1
MAX_WATCHED: Final = 256
MAX_MESSAGE: Final = 64 * 1024
"""Bytes that a message of the page may have."""


class Hello(msgspec.Struct, tag="hello"):
    """All that there is, before anything else."""

    version: int
    title: str
    control: bool
    live: bool
    header: Header
    came: Mapping[int, int]
    gone: Mapping[int, int]
    doing: Mapping[int, str]
    first_tick: int
    tick: int
    time: float
    paused: bool
    speed: float | None
    ended: bool


class TickMessage(msgspec.Struct, tag="tick", omit_defaults=True):
    """A tick, as this page is to see it."""

    seq: int
    tick: int
    time: float
    events: Sequence[Any]
    dt: float | None = None
    data: dict[int, dict[str, Any]] = {}
    entities: Sequence[EntityLine] = ()
    outlines: Mapping[str, list[OutlineNode]] = {}
    removed: Sequence[int] = ()
    doing: dict[int, str | None] = {}


class StandingMessage(msgspec.Struct, tag="standing"):
    """How one stands that is watched from now on, or of whom more became known between ticks."""

    id: int
    tick: int
    standing: Standing


class PastLine(msgspec.Struct, omit_defaults=True):
    """A kept tick, with the events of one entity."""

    tick: int
    time: float
    events: Sequence[dict[str, Any]]
    dt: float | None = None
    data: dict[int, dict[str, Any]] = {}
    entities: list[EntityLine] = []
    removed: list[int] = []


class Past(msgspec.Struct, tag="past", omit_defaults=True):
    """The answer to `seek`."""

    id: int
    first: int = msgspec.field(name="from")
    to: int
    start: Standing | None
    lines: Sequence[PastLine]
    doing: Mapping[int, str] = {}


class Lost(msgspec.Struct, tag="lost", omit_defaults=True):
    """What ticks that were not sent came to."""

    count: int
    first: int = msgspec.field(name="from")
    to: int
    time: float
    entities: list[EntityLine] = []
    outlines: dict[str, list[OutlineNode]] = {}
    came: dict[int, int] = {}
    gone: dict[int, int] = {}
    doing: dict[int, str | None] = {}
    standing: dict[int, Standing] = {}


class State(msgspec.Struct, tag="state", omit_defaults=True):
    """How the world is driven, and whether it still is."""

    paused: bool
    speed: float | None
    ended: bool
    problem: str | None = None


class Problem(msgspec.Struct, tag="problem"):
    """A message of the page could not be served."""

    problem: str


Answer: TypeAlias = Hello | TickMessage | StandingMessage | Past | Lost | State | Problem


class Watch(msgspec.Struct, tag="watch"):
    """Whom the page is to be told of."""

    ids: list[int]


class Seek(msgspec.Struct, tag="seek"):
    """What an entity did."""

    id: int
    first: int = msgspec.field(name="from")
    to: int


class Control(msgspec.Struct, tag="control"):
    """How the world is to be driven."""

    do: Literal["pause", "play", "step", "speed"]
    speed: float | None = None


Request: TypeAlias = Watch | Seek | Control

_REQUESTS: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)


def decode(text: str | bytes) -> Request:
    """A message of the page.

    Raises:
        ValueError: it is none; the text says what is wrong with it.
    """
    try:
        return _REQUESTS.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"the message is none of the inspector's: {error}") from None


def encode(message: msgspec.Struct) -> str:
    """A message as JSON, whatever agents said: half of a pair of surrogates becomes a question mark."""
    try:
        return msgspec.json.encode(message).decode()
    except (UnicodeEncodeError, TypeError):
        return msgspec.json.encode(_tame(msgspec.to_builtins(message, enc_hook=repr))).decode()


def _tame(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_tame(key): _tame(each) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, (list, tuple)):
        return [_tame(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def told(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events as a recording has them."""
    return [to_plain(event) for event in events]
