"""A saved game as a file: lines of JSON, compressed by gzip, checked, written wholly or not at all (rule V5)."""

import contextlib
import functools
import hashlib
import importlib.metadata
import os
import secrets
import shutil
import zlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from gumption.core.plain import PlainData
from gumption.errors import SnapshotError
from gumption.world.saving.changed import nodes_of
from gumption.world.saving.contents import PARTS, Contents, contents_of, outlines_of
from gumption.world.saving.forms import EndLine, Header
from gumption.world.saving.moment import WorldSnapshot

FORMAT: Final = 1
MAX_BYTES: Final = 64 * 1024 * 1024
"""That a file may have when it is not compressed: a bound against files that were made to fill the memory."""
_LEVEL: Final = 6
_GZIP: Final = 31
"""zlib's word for gzip, with neither name nor time: equal worlds give equal bytes."""
_FOREIGN: Final = "give a file that world.save() or `gumption run --save FILE` wrote"
_DAMAGED: Final = "load an older file; what is damaged cannot be mended"


def write_world(
    snapshot: WorldSnapshot,
    path: str | os.PathLike[str],
    *,
    version: int = 0,
    scenario: str | None = None,
    options: Mapping[str, PlainData] | None = None,
) -> None:
    """Write a snapshot to a file. See `World.save`."""
    contents = contents_of(snapshot)
    header = Header(
        gumption=_release(),
        saved=FORMAT,
        version=version,
        scenario=scenario,
        options=dict(options or {}),
        tick=snapshot.tick,
        time=snapshot.clock[0],
        counts={part: len(contents[part]) for part in PARTS},
        world={key: value for key, value in contents.items() if key not in PARTS},
        outlines={shape: nodes_of(outline) for shape, outline in outlines_of(snapshot).items()},
    )
    write_file(path, header, contents)


@functools.cache
def _release() -> str:
    try:
        return importlib.metadata.version("gumption")
    except importlib.metadata.PackageNotFoundError:  # it was not installed, but put on the path
        return "unknown"


def write_file(path: str | os.PathLike[str], header: Header, contents: Contents) -> None:
    """Write a file beside the one of that name, then put it in its place.

    Raises:
        SnapshotError: it cannot be written; what was there before is there still.
    """
    encode = msgspec.json.Encoder().encode
    lines = [encode(header)]
    for part in PARTS:
        for number, item in enumerate(contents[part]):
            try:
                lines.append(encode(item))
            except (UnicodeError, TypeError, ValueError) as error:
                problem = f"it has what no file can hold: {error}"
                raise SnapshotError(
                    problem, where=f"{part}[{number}]: {item!s:.200}", doing="saving a world"
                ) from error
    body = b"\n".join(lines) + b"\n"
    if len(body) > MAX_BYTES:
        problem = f"the world has {len(body):,} bytes; a saved game may have {MAX_BYTES:,}"
        raise SnapshotError(problem, doing="saving a world", remedy="let agents hold less, or save them by hooks")
    end = encode(EndLine(len(lines), _sum(body))) + b"\n"
    compress = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    _put(os.fspath(path), compress.compress(body) + compress.compress(end) + compress.flush())


def _put(path: str, data: bytes) -> None:
    folder = part = ""
    try:
        path = os.path.realpath(path)
        folder, name = os.path.split(path)
        part = os.path.join(folder, f".{name}.{secrets.token_hex(4)}.part")
        with open(part, "xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if os.path.exists(path):
            shutil.copymode(path, part)
        os.replace(part, path)
    except (OSError, ValueError) as error:
        raise SnapshotError(
            f"cannot write the file: {getattr(error, 'strerror', None) or error}",
            where=path,
            doing="saving a world",
            remedy="see that the folder exists, that there is space, and that you may write there",
        ) from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            os.unlink(part)  # it is there only if something went wrong
    with contextlib.suppress(OSError):  # Windows knows no such thing
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_header(path: str | os.PathLike[str]) -> Header:
    """Only the first line of a file; all of it is checked. Raises what `read_file` does."""
    where = os.fspath(path)
    return _header(_checked(_unpacked(where), where).partition(b"\n")[0], where)


def read_file(path: str | os.PathLike[str]) -> tuple[Header, Contents]:
    """Read what `write_file` wrote. Nothing is made of it before its sum was checked.

    Raises:
        SnapshotError: it cannot be read, is no saved game, of another format, or damaged.
    """
    where = os.fspath(path)
    lines = _checked(_unpacked(where), where).split(b"\n")
    header = _header(lines[0], where)
    contents: Contents = dict(header.world)
    decoder = msgspec.json.Decoder[Any]()
    number = 1
    for part in PARTS:
        count = header.counts.get(part, -1)
        if not 0 <= count <= len(lines) - number:
            raise _wrong(f"it says that it has {count:,} {part}, which it has not", where, _DAMAGED)
        try:
            contents[part] = [decoder.decode(line) for line in lines[number : number + count]]
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise _wrong(f"one of the {part} cannot be read: {error}", where, _DAMAGED) from error
        number += count
    if number != len(lines):
        raise _wrong(f"it has {len(lines) - number} lines more than it says", where, _DAMAGED)
    return header, contents


def _header(line: bytes, where: str) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        found = _format_of(line)
        if found not in (None, FORMAT):
            raise _other_format(found, "another release", where) from error
        raise _wrong(f"it does not begin as a saved game does: {error}", where, _FOREIGN) from error
    if header.saved != FORMAT:
        raise _other_format(header.saved, f"gumption {header.gumption}", where)
    return header


def _format_of(line: bytes) -> Any:
    with contextlib.suppress(Exception):  # it is no JSON: told by the caller
        return msgspec.json.decode(line).get("saved")
    return None


def _other_format(found: object, by: str, where: str) -> SnapshotError:
    problem = f"it is of format {found!s:.20}, written by {by}; this release reads format {FORMAT}"
    return _wrong(problem, where, "load it with the release that wrote it")


def _unpacked(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            packed = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = f"cannot read the file: {getattr(error, 'strerror', None) or error}"
        raise _wrong(problem, path, "see that the file exists and that you may read it") from error
    if len(packed) > MAX_BYTES:
        raise _wrong(f"it has more than {MAX_BYTES:,} bytes", path, _FOREIGN)
    unpack = zlib.decompressobj(_GZIP)
    try:
        data = unpack.decompress(packed, MAX_BYTES + 1024)
    except zlib.error as error:
        foreign = packed[:2] != b"\x1f\x8b"
        raise _wrong(f"it cannot be unpacked: {error}", path, _FOREIGN if foreign else _DAMAGED) from error
    if len(data) > MAX_BYTES:
        raise _wrong(f"unpacked it would have more than {MAX_BYTES:,} bytes", path, _FOREIGN)
    if not unpack.eof:
        raise _wrong("it is cut short", path, _DAMAGED)
    if unpack.unused_data:
        raise _wrong("something stands behind its end", path, _DAMAGED)
    return data


def _checked(data: bytes, where: str) -> bytes:
    """All lines but the last, which says that they are whole."""
    body, _, last = data.removesuffix(b"\n").rpartition(b"\n")
    try:
        end = msgspec.json.decode(last, type=EndLine)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _wrong("its last line is missing: it is no saved game, or not whole", where, _FOREIGN) from error
    if end.sum != _sum(body + b"\n") or end.end != body.count(b"\n") + 1:
        raise _wrong("it is damaged: its sum is another one than it says", where, _DAMAGED)
    return body


def _sum(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()


def _wrong(problem: str, where: str, remedy: str) -> SnapshotError:
    return SnapshotError(problem, where=where, doing="loading a world", remedy=remedy)
