"""The envelope that every engine's snapshot travels in (design decision 7)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gumption.core.context import Context
from gumption.core.outline import Outline
from gumption.core.plain import PlainData, misfit, plain_copy, take, take_mapping
from gumption.errors import SnapshotError

VERSION = 1


@dataclass(slots=True)
class Snapshot:
    """A mind at a tick border, as plain data. Nobody may change one; `restore` trusts none that was.

    It is no frozen record, which would take three times as long to make: a world makes one for each of its minds. The
    agent's own data, the clock and the messages under way belong to the world, and are not in here.
    """

    digest: str
    """`Outline.shape` of the definition."""
    time: float
    """What the clock read, in seconds. Timers are kept relative to it."""
    draws: int
    """State of the agent's random stream."""
    data: Mapping[str, PlainData]
    """The engine's own part."""
    version: int = VERSION

    @classmethod
    def take(cls, outline: Outline, context: Context, data: Mapping[str, PlainData]) -> "Snapshot":
        """Put an engine's `data` into the envelope."""
        return cls(outline.shape, context.clock.now, context.draws, data)

    @classmethod
    def checked(cls, snapshot: object, outline: Outline) -> "Snapshot":
        """`snapshot`, if it is one and was taken from a definition of that outline.

        Raises:
            SnapshotError: it is not.
        """
        if not isinstance(snapshot, Snapshot):
            raise misfit("snapshot", "a Snapshot (see Snapshot.from_plain)", snapshot)
        if snapshot._is_sound:
            data = plain_copy(snapshot.data, "snapshot.data")
            snapshot = cls(snapshot.digest, snapshot.time, snapshot.draws, data)
        else:
            snapshot = cls.from_plain(snapshot.to_plain())  # which says what is wrong
        if snapshot.digest != outline.shape:
            raise SnapshotError(
                f"it was taken from another definition: digest {snapshot.digest}, not {outline.shape}",
                where=f"snapshot for {outline[0].kind} {outline[0].name!r}",
                doing="restoring a mind",
                remedy="restore it into the definition that it was taken from, with the same nodes and names",
            )
        return snapshot

    @property
    def _is_sound(self) -> bool:
        """Whether all is of the very type that `from_plain` wants, so that nothing need be taken apart to check it."""
        is_float = self.time.__class__ is float and self.time - self.time == 0.0
        is_int = self.draws.__class__ is int and self.draws >= 0
        return (
            is_float
            and is_int
            and self.digest.__class__ is str
            and (self.version, self.data.__class__) == (VERSION, dict)
        )

    def to_plain(self) -> dict[str, PlainData]:
        """The same as a dictionary that `json.dumps` takes."""
        return {
            "version": self.version,
            "digest": self.digest,
            "time": self.time,
            "draws": self.draws,
            "data": plain_copy(self.data, "snapshot.data"),
        }

    @classmethod
    def from_plain(cls, value: object) -> "Snapshot":
        """Read what `to_plain` gave.

        Raises:
            SnapshotError: `value` is not of that form, or of a version that this release cannot read.
        """
        fields: Mapping[str, Any] = take_mapping(value, "snapshot")
        version = take(fields, "version", int, "snapshot")
        if version != VERSION:
            raise SnapshotError(
                f"the snapshot is of version {version}; this release reads version {VERSION}",
                doing="reading a snapshot",
                remedy="load it with the release that wrote it",
            )
        time = take(fields, "time", float, "snapshot")
        if not math.isfinite(time):
            raise misfit("snapshot.time", "a finite number", time)
        draws = take(fields, "draws", int, "snapshot")
        if draws < 0:
            raise misfit("snapshot.draws", "a number of draws", draws)
        data = take_mapping(fields.get("data"), "snapshot.data")
        return cls(take(fields, "digest", str, "snapshot"), time, draws, data, version)
