"""Runs a recording again from its seed and inputs, and finds the first event that differs (contract C6)."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

from gumption.core.trace import Event, TickEnded, to_plain
from gumption.errors import GumptionError, RecordingError, UsageError
from gumption.world.recording import Header, RecordingReader, TickLine
from gumption.world.world import World

Build = Callable[[World, Header], object]
"""Fills the world as it was when the recording began."""


@dataclass(frozen=True)
class Difference:
    """Where a replay first departs from its recording."""

    tick: int
    """0: before the first tick, in what was built."""
    index: int
    """Which event of that tick, from 0."""
    recorded: dict[str, Any] | None
    """None: the recording has no further event in this tick."""
    replayed: dict[str, Any] | None
    """None: the replay has no further event in this tick."""

    def __str__(self) -> str:
        return (
            f"the first difference is at tick {self.tick}, event {self.index + 1}\n"
            f"  recorded: {_show(self.recorded)}\n"
            f"  replayed: {_show(self.replayed)}"
        )


@dataclass(frozen=True)
class Replay:
    """What a replay came to."""

    ticks: int
    """How many ticks were run again."""
    events: int
    """How many events were compared."""
    difference: Difference | None


def replay(path: str | os.PathLike[str], build: Build, *, on_tick: Callable[[int], object] | None = None) -> Replay:
    """Run the recording at `path` again, up to the first difference.

    Messages that the world's owner sent and entities that it removed between ticks are inputs, and given again. What it
    did to agents directly is not in a recording, and will show as a difference.

    Args:
        path: the recording.
        build: fills the new world.
        on_tick: is told the number of each tick that was run again.

    Raises:
        RecordingError: the recording is damaged, or has an input that cannot be given again.
    """
    with RecordingReader(path) as recording:
        header = recording.header
        try:
            world = World(seed=header.seed, step=header.step, on_error=header.on_error)
        except UsageError as error:
            raise RecordingError(error.problem, where=f"{os.fspath(path)}, line 1", doing="replaying") from error
        build(world, header)
        world.clock.set_step(header.step)
        difference = _compare_entities(header, world)
        events: list[Event] = []
        world.trace(events.append)
        ticks = compared = 0
        if difference is None:
            for line in recording:
                events.clear()
                for message in _inputs(line.events):
                    _give(world, message, line.tick)
                _tick(world, line)
                difference = _compare(line.tick, line.events, events) or _compare_time(line, world)
                ticks += 1
                compared += len(line.events)
                if on_tick is not None:
                    on_tick(line.tick)
                if difference is not None:
                    break
            if difference is None and recording.end is not None:
                events.clear()
                for message in _inputs(recording.end.events):
                    _give(world, message, recording.end.end + 1)
                difference = _compare(recording.end.end + 1, recording.end.events, events)
                compared += len(recording.end.events)
        return Replay(ticks, compared, difference)


def _compare(tick: int, recorded: list[Any], events: list[Event]) -> Difference | None:
    replayed = [to_plain(event) for event in events if not isinstance(event, TickEnded)]
    return _first_difference(tick, recorded, _as_read(replayed))


def _compare_time(line: TickLine, world: World) -> Difference | None:
    if line.time == world.clock.now:
        return None
    return Difference(line.tick, len(line.events), {"time": line.time}, {"time": world.clock.now})


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


def _compare_entities(header: Header, world: World) -> Difference | None:
    recorded = [msgspec.to_builtins(entity) for entity in header.entities]
    replayed = [
        {"id": entity.id, "name": entity.name, "outline": entity.mind.describe().digest}
        for entity in world.entities.values()
    ]
    return _first_difference(0, recorded, replayed)


def _first_difference(tick: int, recorded: list[Any], replayed: list[Any]) -> Difference | None:
    for index, (one, other) in enumerate(zip_longest(recorded, replayed)):
        if one != other:
            return Difference(tick, index, one, other)
    return None


def _as_read(events: list[Any]) -> list[Any]:
    """Events as they would come back from a file: tuples become lists."""
    return msgspec.json.decode(msgspec.json.encode(events), type=list[Any])


def _show(event: dict[str, Any] | None) -> str:
    return "nothing more" if event is None else " ".join(f"{key}={value!r}" for key, value in event.items())
