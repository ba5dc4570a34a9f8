"""A run as a file: JSON Lines, compressed where the name ends in `.gz`.

    {"gumption": "0.1.0", "format": 1, "seed": 7, "step": 1.0, ..., "entities": [...], "outlines": {...}}
    {"tick": 1, "time": 1.0, "events": [{"event": "entered", "entity": 1, "node": 2}, ...]}
    ...
    {"end": 60}

The first line says how the run began, each further one what a tick brought, the last one that nothing is missing.
Equal runs give equal bytes.
"""

import gzip
import io
import math
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import IO, Any, Final, Literal, Self, TypeVar, cast

import msgspec

from gumption.core.outline import OutlineNode
from gumption.core.plain import PlainData
from gumption.errors import RecordingError
from gumption.world.lines import EntityLine as EntityLine
from gumption.world.lines import LineMaker
from gumption.world.lines import TickLine as TickLine
from gumption.world.world import World

FORMAT: Final = 1
MAX_LINE: Final = 64 * 1024 * 1024
"""Bytes that one line of a recording may have."""
_BUFFER: Final = 64 * 1024
_OFTEN: Final = 1_000
"""Lines from one word of how far it is to the next."""
_Line = TypeVar("_Line", bound=TickLine)


class Header(msgspec.Struct, kw_only=True):
    """How the run began."""

    gumption: str
    format: int
    seed: int
    step: float
    on_error: Literal["raise", "park"] = "raise"
    scenario: str | None = None
    options: dict[str, Any] = {}
    entities: list[EntityLine]
    outlines: dict[str, list[OutlineNode]]
    begun: int | msgspec.UnsetType = msgspec.UNSET
    """Behind which tick the recording begins: that of the saved game from which the run went on, say. Left out where
    the run itself begins."""
    changed: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """Fields of agents that were changed before the first tick, such as `Bob.thirst`: an input, which a replay gives
    again. Left out where nothing was."""


class EndLine(msgspec.Struct, omit_defaults=True):
    """That the recording is whole."""

    end: int
    """The number of the last tick."""
    events: list[dict[str, Any]] = []
    """What came after the last tick."""
    error: str | None = None
    """What ended the run, if not its owner."""


class RecordingWriter:
    """Writes down what happens in `world` until it is closed; a context manager.

    Args:
        world: its entities should be there already; what made them is told by `scenario` and `options`.
        target: a file's path, or an open binary stream, which is left open.
        version: of gumption.
        scenario: what a replay has to build.
        options: with which options.
        data: also write how the agents' simple fields change.
        changed: which fields of agents were changed before the first tick, as `comparing.changing.set_fields` was told.

    Raises:
        RecordingError: the file cannot be written; on leaving, if it failed on the way.
    """

    def __init__(
        self,
        world: World,
        target: str | os.PathLike[str] | IO[bytes],
        *,
        version: str,
        scenario: str | None = None,
        options: Mapping[str, PlainData] | None = None,
        data: bool = False,
        changed: Mapping[str, PlainData] | None = None,
    ) -> None:
        self._target = target
        self._failure: Exception | None = None
        self._last = world.clock.ticks
        self._raw: IO[bytes] | None = None
        self._closed = False
        self._stream = self._open(target)
        self._lines = LineMaker(world, self._take, data=data)
        header = Header(
            gumption=version,
            format=FORMAT,
            seed=world.seed,
            step=world.clock.step,
            on_error=world.on_error,
            scenario=scenario,
            options=dict(options or {}),
            entities=self._lines.entities,
            outlines=self._lines.outlines,
            begun=world.clock.ticks or msgspec.UNSET,
            changed=dict(changed) if changed else msgspec.UNSET,
        )
        self._write(header)

    def _open(self, target: str | os.PathLike[str] | IO[bytes]) -> IO[bytes]:
        if not isinstance(target, (str, os.PathLike)):
            return target
        try:
            self._raw = open(target, "wb")  # noqa: SIM115 - closed by close()
        except (OSError, ValueError) as error:
            raise _cannot("write", target, error) from error
        if os.fspath(target).endswith(".gz"):
            # Neither name nor time goes into the file: equal runs give equal bytes.
            return cast("IO[bytes]", gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, mtime=0))
        return self._raw

    def _take(self, line: TickLine) -> None:
        self._write(line)
        self._last = line.tick

    def _write(self, line: msgspec.Struct) -> None:
        if self._failure is None:
            try:
                self._stream.write(msgspec.json.encode(line) + b"\n")
            except Exception as error:  # a full disk, a value that JSON cannot hold: the world goes on; close() tells
                self._failure = error

    @property
    def has_failed(self) -> bool:
        """Whether something could not be written; `close` tells what."""
        return self._failure is not None

    def close(self, error: str | None = None) -> None:
        """Write the last line, and end.

        Args:
            error: what ended the run, if not its owner.
        """
        if self._closed:
            return
        self._closed = True
        self._lines.stop()
        self._write(EndLine(self._last, self._lines.take_events(), error))
        try:
            if self._stream is not self._target:
                self._stream.close()
            if self._raw is not None:
                self._raw.close()
        except OSError as failure:
            self._failure = self._failure or failure
        if self._failure is not None:
            raise _cannot("write", self._target, self._failure) from self._failure

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is not None and not isinstance(error, Exception):
            self._lines.take_events()  # of a tick that was interrupted: it could not come a second time
        self.close(None if error is None else f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")


class RecordingReader:
    """Reads a recording line by line; a context manager. `header` is read at once.

    Args:
        path: of the file.
        told: is told how much of the file was read, from 0 to 1, every now and then.

    Raises:
        RecordingError: the file cannot be read, is no recording, or (on the way) is damaged or cut short.
    """

    def __init__(self, path: str | os.PathLike[str], told: Callable[[float], object] | None = None) -> None:
        self._path = os.fspath(path)
        self._told = told
        self._number = 0
        self.end: EndLine | None = None
        """The last line, once it was read."""
        try:
            self._raw: IO[bytes] = open(path, "rb")  # noqa: SIM115 - closed by close()
            self._stream: IO[bytes] = self._raw
            if self._path.endswith(".gz"):
                # Lines are read out of a buffer of its own: that of a zipped file is asked by way of much Python.
                zipped = gzip.GzipFile(fileobj=self._raw, mode="rb")
                self._stream = cast("IO[bytes]", io.BufferedReader(cast("io.RawIOBase", zipped), _BUFFER))
        except (OSError, ValueError) as error:
            raise _cannot("read", path, error) from error
        self._size = os.fstat(self._raw.fileno()).st_size if self._raw.seekable() else 0
        try:
            self.header = self._read_header()
        except BaseException:
            self.close()
            raise

    def _line(self) -> bytes:
        self._number += 1
        try:
            line = self._stream.readline(MAX_LINE + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise self._wrong(f"cannot be read on: {error}", _CUT) from error
        if len(line) > MAX_LINE:
            raise self._wrong(f"the line has more than {MAX_LINE:,} bytes", _FOREIGN)
        if self._told is not None and self._number % _OFTEN == 0 and self._size:
            self._told(min(self._raw.tell() / self._size, 1.0))
        return line

    def _read_header(self) -> Header:
        line = self._line()
        try:
            header = msgspec.json.decode(line, type=Header)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise self._wrong(f"it does not begin as a gumption recording does: {error}", _FOREIGN) from error
        if header.format != FORMAT:
            raise self._wrong(
                f"it is of format {header.format}, written by gumption {header.gumption}; this release reads format "
                f"{FORMAT}",
                "read it with the release that wrote it",
            )
        return header

    def __iter__(self) -> Iterator[TickLine]:
        return self.ticks(TickLine)

    def ticks(self, form: type[_Line]) -> Iterator[_Line]:
        """All ticks, as lines of another form than usual."""
        decoder = msgspec.json.Decoder(form)
        tick: int | None = None
        while self.end is None:
            line = self._line()
            if not line.endswith(b"\n"):
                raise self._wrong(f"the recording is cut short after tick {tick or 0}", _CUT)
            try:
                if line.startswith(b'{"end"'):
                    self.end = msgspec.json.decode(line, type=EndLine)
                    self._check_end(tick)
                    return
                entry = decoder.decode(line)
            except msgspec.ValidationError as error:  # it is JSON
                raise self._wrong(f"the line is damaged, or of a later release: {error}", _LATER) from error
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                raise self._wrong(f"the line is damaged: {error}", _CUT) from error
            if tick is not None and entry.tick != tick + 1:
                raise self._wrong(f"tick {entry.tick} stands behind tick {tick}", _CUT)
            tick = entry.tick
            yield entry

    def lines(self) -> Iterator[TickLine]:
        """All of it as lines: how it began, as one of the tick before the first; each tick; what came after the last.

        The time of the first and of the last of these is none: not a number.
        """
        ticks = iter(self)
        first = next(ticks, None)
        begun = first.tick - 1 if first is not None else self.end.end if self.end is not None else 0
        header = self.header
        yield TickLine(begun, math.nan, [], entities=header.entities, outlines=header.outlines)
        if first is not None:
            yield first
        yield from ticks
        if self.end is not None and self.end.events:
            yield TickLine(self.end.end + 1, math.nan, self.end.events)

    def _check_end(self, tick: int | None) -> None:
        assert self.end is not None
        if tick is not None and self.end.end != tick:
            raise self._wrong(f"it says that it ends with tick {self.end.end}, but the last one is {tick}", _CUT)
        if self._line():  # reading on also checks the sum of a compressed file
            raise self._wrong("something stands behind the last line", _CUT)

    def _wrong(self, problem: str, remedy: str) -> RecordingError:
        return RecordingError(
            problem, where=f"{self._path}, line {self._number}", doing="reading a recording", remedy=remedy
        )

    def close(self) -> None:
        """Close the file."""
        self._stream.close()
        self._raw.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_REMEDIES = {
    "write": "see that the folder exists, that there is space, and that you may write there",
    "read": "see that the file exists and that you may read it",
}
_CUT = "record it again; what stands before this line is good"
_LATER = "look at it with the release that wrote it, or record it again; what stands before this line is good"
_FOREIGN = "give a file that `gumption run --record FILE` or a RecordingWriter wrote"


def _cannot(verb: str, target: Any, error: Exception) -> RecordingError:
    return RecordingError(
        f"cannot {verb} the recording: {getattr(error, 'strerror', None) or error}",
        where=str(getattr(target, "name", target)),
        remedy=_REMEDIES[verb] if isinstance(error, OSError) else "give a name that a file can have, and plain data",
    )
