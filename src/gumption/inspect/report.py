"""A recorded file as one page, which needs no server."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from gumption.errors import UsageError
from gumption.world.recording import RecordingReader

TEMPLATE: Final = Path(__file__).parent / "static" / "report.html"
"""The built page in one file."""
PLACE: Final = b"<!--RECORDING-->"
"""Where in it the recording goes."""


def write_report(
    recording: str | os.PathLike[str],
    target: str | os.PathLike[str],
    template: Path | None = None,
    told: Callable[[float], object] | None = None,
) -> int:
    """Write the page for a recording to `target`; returns the number of its ticks.

    Args:
        recording: the file.
        target: the page's file.
        template: the built page; None: that of the package.
        told: is told how much of the recording was read, from 0 to 1, every now and then.

    Raises:
        RecordingError: the recording cannot be read, or is damaged.
        UsageError: the page was not built, or the target cannot be written.
    """
    before, after = _halves(template or TEMPLATE)
    with RecordingReader(recording, told) as reader:
        try:
            with open(target, "wb") as page:
                page.write(before + b"[" + embedded(reader.header))
                ticks = 0
                for line in reader:
                    page.write(b",\n" + embedded(line))
                    ticks += 1
                page.write(b",\n" + embedded(reader.end) + b"]" + after)
        except OSError as error:
            raise UsageError(
                f"the report cannot be written: {error.strerror or error}",
                where=os.fspath(target),
                remedy="see that the folder exists, that there is space, and that you may write there",
            ) from error
    return ticks


def embedded(line: object) -> bytes:
    """JSON that ends no script it stands in, and begins no comment in it."""
    return msgspec.json.encode(line).replace(b"</", b"<\\/").replace(b"<!", b"<\\u0021")


def _halves(template: Path) -> tuple[bytes, bytes]:
    try:
        before, place, after = template.read_bytes().partition(PLACE)
    except OSError as error:
        raise UsageError(
            "the page for reports was not built",
            where=str(template),
            doing="writing a report",
            remedy="run `npm ci && npm run build` in frontend/, or install a released gumption",
        ) from error
    if not place:
        raise UsageError(
            f"the page for reports has no {PLACE.decode()}", where=str(template), remedy="build it anew in frontend/"
        )
    return before, after
