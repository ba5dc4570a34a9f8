"""Recordings: what is in the file, and what becomes of files that cannot be written."""

import contextlib
import gzip
import io
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gumption import World, fsm
from gumption.core.trace import TickEnded, to_plain
from gumption.errors import MindError, RecordingError
from gumption.scenarios import westworld
from gumption.world import recording
from gumption.world.recording import RecordingReader, RecordingWriter

VERSION = "1.2.3"


@dataclass
class Parrot:
    name: str
    words: Any = "hello"


def speak(parrot, machine):
    machine.context.say(parrot.words)


def fall_off(parrot, machine):
    if machine.context.clock.ticks == 2:
        raise ValueError("no perch")


SPEAKER = fsm.Machine(speak, name="speaker")


def aviary(**options):
    world = World(seed=7, **options)
    world.add(Parrot("Polly"), SPEAKER)
    return world


def recorded(path, ticks=3, seed=7):
    """The bytes of a recording of West World."""
    world = World(seed=seed)
    westworld.build(world)
    with RecordingWriter(world, path, version=VERSION, scenario="westworld"):
        world.run(ticks=ticks)
    return path.read_bytes()


def lines_of(data):
    return [json.loads(line) for line in data.splitlines()]


def test_a_recording_has_a_header_a_line_for_each_tick_and_an_end():
    world = aviary(step=0.5)
    stream = io.BytesIO()
    with RecordingWriter(world, stream, version=VERSION, scenario="aviary", options={"loud": True}):
        world.run(ticks=2)
    header, *ticks, end = lines_of(stream.getvalue())
    outline = world.entities[1].mind.describe()
    nodes = header["outlines"][outline.digest]
    assert header == {
        "gumption": VERSION,
        "format": 1,
        "seed": 7,
        "step": 0.5,
        "on_error": "raise",
        "scenario": "aviary",
        "options": {"loud": True},
        "entities": [{"id": 1, "name": "Polly", "outline": outline.digest}],
        "outlines": {outline.digest: nodes},
    }
    assert [(node["id"], node["parent"], node["kind"], node["name"]) for node in nodes] == [
        (0, None, "machine", "speaker"),
        (1, 0, "state", "speak"),
    ]
    says = [{"event": "executed", "entity": 1, "node": 1}, {"event": "said", "entity": 1, "text": "hello"}]
    assert ticks == [
        {"tick": 1, "time": 0.5, "events": [{"event": "entered", "entity": 1, "node": 1}, *says]},
        {"tick": 2, "time": 1.0, "events": says},
    ]
    assert end == {"end": 2}


def test_the_tick_lines_hold_just_what_a_tracer_is_told(tmp_path):
    heard = []
    world = World(seed=7)
    westworld.build(world)
    world.trace(heard.append)
    world.run(ticks=40)
    _, *ticks, _ = lines_of(recorded(tmp_path / "a.jsonl", 40))
    told = json.loads(json.dumps([to_plain(event) for event in heard if not isinstance(event, TickEnded)]))
    assert [event for line in ticks for event in line["events"]] == told


@pytest.mark.parametrize("make", [str, Path])
def test_a_name_ending_in_gz_is_compressed_and_no_other_name_is(tmp_path, make):
    plain = recorded(tmp_path / "a.jsonl")
    world = World(seed=7)
    westworld.build(world)
    with RecordingWriter(world, make(tmp_path / "b.jsonl.gz"), version=VERSION, scenario="westworld"):
        world.run(ticks=3)
    assert gzip.decompress((tmp_path / "b.jsonl.gz").read_bytes()) == plain == recorded(tmp_path / "a.gz.txt")


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_equal_runs_give_equal_bytes_wherever_and_whenever_they_are_written(tmp_path, monkeypatch, suffix):
    """C6."""
    one = recorded(tmp_path / f"one.{suffix}", 60)
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert recorded(tmp_path / f"another.{suffix}", 60) == one
    assert recorded(tmp_path / f"other.{suffix}", 60, seed=8) != one


def test_a_stream_is_left_open_and_hears_nothing_after_the_end():
    world, stream = aviary(), io.BytesIO()
    with RecordingWriter(world, stream, version=VERSION):
        world.tick()
    data = stream.getvalue()
    world.tick()
    assert stream.getvalue() == data
    assert lines_of(data)[-1] == {"end": 1}


def test_a_recording_begun_in_the_middle_tells_only_what_follows():
    world, stream = aviary(), io.BytesIO()
    world.run(ticks=5)
    with RecordingWriter(world, stream, version=VERSION):
        world.tick()
    assert [line.get("tick", line.get("end")) for line in lines_of(stream.getvalue())[1:]] == [6, 6]


def test_entities_and_outlines_that_come_later_are_told_once_each():
    world, stream = aviary(), io.BytesIO()
    with RecordingWriter(world, stream, version=VERSION):
        world.tick()
        world.add(Parrot("Coco"), SPEAKER)
        for name in ("Rio", "Lora"):
            world.add(Parrot(name), fsm.Machine(speak, name="shy speaker"))
        world.run(ticks=2)
    header, first, second, third, _ = lines_of(stream.getvalue())
    speaker, shy = header["entities"][0]["outline"], second["entities"][1]["outline"]
    assert not {"entities", "outlines"} & (first.keys() | third.keys())
    assert second["entities"] == [
        {"id": 2, "name": "Coco", "outline": speaker},
        {"id": 3, "name": "Rio", "outline": shy},
        {"id": 4, "name": "Lora", "outline": shy},
    ]
    assert list(second["outlines"]) == [shy]


def test_an_entity_that_came_and_went_between_two_borders_is_told_as_well():
    """TickLine.entities: those that came into the world meanwhile; events name it, so its outline has to be known."""
    world, stream = aviary(), io.BytesIO()
    with RecordingWriter(world, stream, version=VERSION):
        world.remove(world.add(Parrot("Mayfly"), SPEAKER))
        world.tick()
    assert [entity["name"] for entity in lines_of(stream.getvalue())[1].get("entities", [])] == ["Mayfly"]


def test_only_a_tick_of_another_length_than_the_usual_one_tells_its_length():
    world, stream = aviary(step=0.5), io.BytesIO()
    with RecordingWriter(world, stream, version=VERSION):
        for dt in (None, 0.25, 0.5, 0, None):
            world.tick(dt)
    ticks = lines_of(stream.getvalue())[1:-1]
    assert [line.get("dt") for line in ticks] == [None, 0.25, 0.5, 0, None]
    assert [line["time"] for line in ticks] == [0.5, 0.75, 1.25, 1.25, 1.75]


def test_a_run_that_failed_is_recorded_with_its_last_tick_and_the_error(tmp_path):
    """C3: the story ends with what went wrong."""
    world, path = World(), tmp_path / "a.jsonl"
    world.add(Parrot("Rio"), fsm.Machine(fall_off))
    with pytest.raises(MindError), RecordingWriter(world, path, version=VERSION):
        world.run(ticks=5)
    *_, last, end = lines_of(path.read_bytes())
    assert [event["event"] for event in last["events"]] == ["executed", "failed", "exited"]
    assert end == {"end": 2, "error": "MindError: ValueError: no perch"}


@pytest.mark.parametrize("target", ["no/such/folder/a.jsonl", "no/such/folder/a.jsonl.gz", "", "."])
def test_a_file_that_cannot_be_opened_is_told_at_once(tmp_path, monkeypatch, target):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordingError, match=r"cannot write the recording: \w+[\s\S]*what to do: +see that the folder"):
        RecordingWriter(aviary(), target, version=VERSION)


class FullDisk(io.BytesIO):
    """Takes two lines."""

    def write(self, data):
        if self.getvalue().count(b"\n") == 2:
            raise OSError(28, "No space left on device")
        return super().write(data)


def test_a_full_disk_does_not_stop_the_world_and_is_told_in_the_end():
    world, stream = aviary(), FullDisk()
    writer = RecordingWriter(world, stream, version=VERSION)
    assert world.run(ticks=5) == 5
    with pytest.raises(RecordingError, match=r"cannot write the recording: No space left on device") as caught:
        writer.close()
    assert isinstance(caught.value.__cause__, OSError)
    assert [line.get("tick") for line in lines_of(stream.getvalue())] == [None, 1]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_a_file_on_a_full_disk_is_told_in_the_end(tmp_path, name):
    (tmp_path / name).symlink_to("/dev/full")
    writer = RecordingWriter(aviary(), tmp_path / name, version=VERSION)
    with pytest.raises(RecordingError, match=re.escape(name)):
        writer.close()


class Whole(int): ...


@pytest.mark.parametrize(("words", "data"), [("hello", Whole(3)), ("\udc80", None), (object(), None)])
def test_a_recording_that_has_lost_ticks_does_not_end_as_if_it_were_whole(words, data):
    """Nothing fails silently: the last line says that nothing is missing."""
    world, stream = aviary(), io.BytesIO()
    world.entities[1].agent.words = words
    with contextlib.suppress(RecordingError), RecordingWriter(world, stream, version=VERSION):
        world.send(1, "hello", data=data, delay=1.5)
        world.run(ticks=3)
    *lines, last = lines_of(stream.getvalue())
    assert "end" not in last or [line["tick"] for line in lines[1:]] == [1, 2, 3]


def test_a_long_run_takes_some_hundred_bytes_a_tick_and_much_less_when_compressed(tmp_path):
    world = aviary()
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    with RecordingWriter(world, plain, version=VERSION), RecordingWriter(world, packed, version=VERSION):
        world.run(ticks=100_000)
    assert plain.stat().st_size < 150 * 100_000
    assert packed.stat().st_size < plain.stat().st_size / 10
    with RecordingReader(packed) as reader:
        assert sum(len(line.events) for line in reader) == 200_001
        assert reader.end == recording.EndLine(100_000)
