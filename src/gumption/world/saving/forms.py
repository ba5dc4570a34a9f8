"""The forms of a saved game's lines, which msgspec checks (rule V5)."""

from typing import Any, Literal

import msgspec

Node = tuple[str, str, int | None, str | None]
"""Kind, name, parent and identity of a node of an outline."""


class Header(msgspec.Struct, kw_only=True):
    """The first line: what the file is, and how much is in it."""

    gumption: str
    saved: int
    """The number of this format."""
    version: int
    """Of the game."""
    scenario: str | None
    options: dict[str, Any]
    tick: int
    time: float
    counts: dict[str, int]
    """How many lines there are of each part."""
    world: dict[str, Any]
    outlines: dict[str, list[Node]]
    """Of all definitions, by their shapes."""


class EndLine(msgspec.Struct):
    """The last line: that the file is whole."""

    end: int
    """How many lines stand before it."""
    sum: str
    """BLAKE2b of all bytes before it."""


class ErrorForm(msgspec.Struct):
    """What a parked mind failed with."""

    problem: str
    where: str
    doing: str
    remedy: str


class EntityForm(msgspec.Struct):
    """An entity."""

    id: int
    name: str
    agent: Any
    mind: dict[str, Any]
    error: ErrorForm | None


class MessageForm(msgspec.Struct):
    """A message that waits."""

    due: float
    sequence: int
    kind: str
    sender: int | None
    receiver: int
    data: Any


class KeptForm(msgspec.Struct):
    """What `World.keep` was given."""

    name: str
    value: Any


class WorldForm(msgspec.Struct):
    """All of a world."""

    seed: Any
    on_error: Literal["raise", "park"]
    clock: tuple[float, int, float, float, int]
    next_id: int
    sequence: int
    entities: list[EntityForm]
    messages: list[MessageForm]
    kept: list[KeptForm]
    objects: list[Any]
