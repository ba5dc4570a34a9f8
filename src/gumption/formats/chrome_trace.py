"""A recording as a timeline: the trace event format of Chromium, which Perfetto opens.

One row for each agent. A node is a bar from when it was entered to when it was exited; words, messages, plans and
failures are marks. Times are those of the world's clock. The format is the one of "Trace Event Format" by the Chromium
authors (2016), with complete (`X`), instant (`i`) and metadata (`M`) events.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec

from gumption.core.outline import OutlineNode
from gumption.errors import UsageError
from gumption.world.recording import EntityLine, RecordingReader, TickLine

_MARKS: Final[Mapping[str, str]] = {
    "said": "text",
    "received": "kind",
    "planfound": "goal",
    "planfailed": "goal",
    "planaborted": "reason",
    "goalreached": "goal",
    "failed": "problem",
    "halted": "reason",
}
"""Event -> its field that the mark is about."""

Row = dict[str, Any]


def write_chrome_trace(
    recording: str | os.PathLike[str],
    target: str | os.PathLike[str],
    told: Callable[[float], object] | None = None,
) -> int:
    """Write a recording as a JSON file for https://ui.perfetto.dev or chrome://tracing.

    Args:
        recording: the file.
        target: the timeline's file.
        told: is told how much of the recording was read, from 0 to 1, every now and then.

    Returns:
        How many bars and marks there are.

    Raises:
        RecordingError: the recording cannot be read, or is damaged.
        UsageError: the target cannot be written.
    """
    count = 0
    with RecordingReader(recording, told) as reader:
        try:
            with open(target, "wb") as file:
                file.write(b'{"displayTimeUnit": "ms", "traceEvents": [\n')
                for row in _Timeline().rows(reader):
                    file.write(b",\n" * bool(count) + msgspec.json.encode(row))
                    count += 1
                file.write(b"\n]}\n")
        except OSError as error:
            raise UsageError(
                f"the timeline cannot be written: {error.strerror or error}",
                where=os.fspath(target),
                remedy="see that the folder exists, that there is space, and that you may write there",
            ) from error
    return count


class _Timeline:
    """What is known of a recording that is being read."""

    def __init__(self) -> None:
        self._outlines: dict[str, list[OutlineNode]] = {}
        self._minds: dict[int, list[OutlineNode]] = {}
        self._open: dict[tuple[int, int], float] = {}
        """Entity and node that was entered -> when, in microseconds."""

    def rows(self, reader: RecordingReader) -> Iterator[Row]:
        """All of a recording, in the order of its ticks; what is still open in the end is closed there."""
        now = 0.0
        yield from self._met(reader.header.entities, reader.header.outlines)
        for line in reader:
            now = line.time * 1e6
            yield from self._met(line.entities, line.outlines)
            yield from self._tick(line, now)
        for entity, node in list(self._open):
            yield self._closed(entity, node, now)

    def _met(self, entities: list[EntityLine], outlines: Mapping[str, list[OutlineNode]]) -> Iterator[Row]:
        self._outlines.update(outlines)
        for each in entities:
            self._minds[each.id] = self._outlines.get(each.outline, [])
            yield _row("M", "thread_name", each.id, 0.0, args={"name": each.name})

    def _tick(self, line: TickLine, now: float) -> Iterator[Row]:
        for event in line.events:
            entity, node, word = event.get("entity"), event.get("node"), event["event"]
            if not isinstance(entity, int):
                continue
            if word == "entered" and isinstance(node, int):
                self._open[entity, node] = now
            elif word == "exited" and (entity, node) in self._open and isinstance(node, int):
                yield self._closed(entity, node, now, reason=event.get("reason"))
            elif word in _MARKS:
                yield _row("i", f"{word}: {event.get(_MARKS[word])}", entity, now, s="t", args=event)

    def _closed(self, entity: int, node: int, now: float, **args: Any) -> Row:
        began = self._open.pop((entity, node))
        outline = self._minds.get(entity, [])
        name = outline[node].label if 0 <= node < len(outline) else f"node {node}"
        return _row("X", name, entity, began, dur=now - began, args={"node": node, **args})


def _row(phase: str, name: str, entity: int, time: float, **more: Any) -> Row:
    return {"ph": phase, "name": name, "pid": 1, "tid": entity, "ts": time, **more}
