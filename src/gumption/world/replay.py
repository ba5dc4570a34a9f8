"""Runs a recording again from its seed and inputs, and finds where it differs first (contract C6)."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from gumption.errors import GumptionError, RecordingError, UsageError
from gumption.world.comparing.changing import set_fields
from gumption.world.comparing.comparison import Comparison
from gumption.world.comparing.difference import Difference
from gumption.world.lines import LineMaker, TickLine, is_tick
from gumption.world.recording import Header, RecordingReader
from gumption.world.world import World

Build = Callable[[World, Header], World | None]
"""Fills the world as it was when the recording began; or gives another one that stands there: a loaded one, say."""


@dataclass(frozen=True)
class Replay:
    """What a replay came to."""

    ticks: int
    """How many ticks were run again."""
    events: int
    """How many events were compared."""
    difference: Difference | None


def replay(
    path: str | os.PathLike[str],
    build: Build,
    *,
    on_tick: Callable[[int], object] | None = None,
    told: Callable[[float], object] | None = None,
) -> Replay:
    """Run the recording at `path` again, up to the first difference.

    Messages that the world's owner sent, entities that it removed between ticks, and fields that were changed before
    the first one, are inputs, and given again. What else it did to agents is not in a recording, and will show as a
    difference. A recording with the agents' data has these compared as well.

    Args:
        path: the recording.
        build: fills the new world, or gives another one.
        on_tick: is told the number of each tick that was run again.
        told: is told how much of the recording was read, from 0 to 1, every now and then.

    Raises:
        RecordingError: the recording is damaged, or has an input that cannot be given again.
    """
    with RecordingReader(path, told) as recording:
        world = _begin(recording.header, build, f"{os.fspath(path)}, line 1")
        return _Replaying(world, recording, on_tick).run()


def _begin(header: Header, build: Build, where: str) -> World:
    """The world as it was when the recording began."""
    try:
        world = World(seed=header.seed, step=header.step, on_error=header.on_error)
    except UsageError as error:
        raise RecordingError(error.problem, where=where, doing="replaying") from error
    world = build(world, header) or world
    begun = 0 if header.begun is msgspec.UNSET else header.begun
    if world.clock.ticks != begun:
        raise RecordingError(
            f"it begins behind tick {begun}, and the world stands behind tick {world.clock.ticks}",
            where=where,
            doing="replaying",
            remedy="go on from the saved game that it went on from: gumption replay FILE --load SAVED",
        )
    if header.changed is not msgspec.UNSET:
        try:
            set_fields(world, header.changed)
        except UsageError as error:
            raise RecordingError(error.problem, where=where, doing=error.doing, remedy=error.remedy) from error
    world.clock.set_step(header.step)
    return world


class _Replaying:
    """A world that goes through a recording again."""

    def __init__(self, world: World, recording: RecordingReader, on_tick: Callable[[int], object] | None) -> None:
        self._world = world
        self._recording = recording
        self._on_tick = on_tick
        self._told: list[TickLine] = []
        self._maker = LineMaker(world, self._told.append)
        self._comparison = Comparison()

    def run(self) -> Replay:
        difference = next(self._differences(), None)
        return Replay(self._comparison.ticks, self._comparison.events, difference)

    def _differences(self) -> Iterator[Difference]:
        comparison, recorded = self._comparison, self._recording.lines()
        begin = next(recorded)
        maker = self._maker
        comparison.skip(begin, TickLine(begin.tick, begin.time, [], entities=maker.entities, outlines=maker.outlines))
        yield from comparison.begin(begin.tick)
        for line in recorded:
            found = comparison.compare(line, self._again(line))
            if self._on_tick is not None and is_tick(line):
                self._on_tick(line.tick)
            yield from found

    def _again(self, line: TickLine) -> TickLine:
        """The same tick in this world."""
        self._maker.data = self._maker.data or bool(line.data)
        for message in _inputs(line.events):
            _give(self._world, message, line.tick)
        if not is_tick(line):  # what came after the last tick
            return _as_read(TickLine(line.tick, line.time, self._maker.take_events()))
        _tick(self._world, line)
        return _as_read(self._told.pop())


def _tick(world: World, line: TickLine) -> None:
    try:
        world.tick(line.dt)
    except UsageError as error:
        raise RecordingError(error.problem, where=f"tick {line.tick}", doing="replaying") from error
    except GumptionError:
        if world.on_error != "raise":
            raise
        # A mind failed, as it may have done in the recording: the events tell.


def _inputs(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (event for event in events if event.get("outside"))


def _give(world: World, event: dict[str, Any], tick: int) -> None:
    try:
        if event["event"] == "sent":
            world.send(
                event["receiver"], event["kind"], sender=event["entity"], data=event["data"], delay=event["delay"]
            )
        elif event["event"] == "removed":
            world.remove(event["entity"])
        elif event["event"] == "unparked":
            world.unpark(event["entity"])
        else:
            raise UsageError(f"{event['event']!r} came from outside, and cannot be done again")  # noqa: TRY301
    except (KeyError, UsageError) as error:
        problem = error.problem if isinstance(error, UsageError) else f"it has no {error}"
        remedy = "let the scenario itself do it, in a mind or in build()"
        raise RecordingError(problem, where=f"tick {tick}", doing="giving an input again", remedy=remedy) from error
    except GumptionError:
        if world.on_error != "raise":
            raise
        # A mind failed, as it may have done in the recording: the events tell.


def _as_read(line: TickLine) -> TickLine:
    """A line as it would come back from a file: tuples become lists."""
    return msgspec.json.decode(msgspec.json.encode(line), type=TickLine)
