"""What an agent's simple fields hold, in recordings that were asked for them."""

import enum
import io
import json
from dataclasses import dataclass, field

from gumption import World, fsm
from gumption.world.fields import changes, simple_fields
from gumption.world.recording import RecordingReader, RecordingWriter


class Mood(enum.Enum):
    CALM = 1
    ANGRY = 2


@dataclass
class Guard:
    name: str = "Guard"
    energy: int = 3
    mood: Mood = Mood.CALM
    target: str | None = None
    friends: list[str] = field(default_factory=list)
    _secret: int = 7

    @property
    def loud(self):
        raise AssertionError("a property was read")


def test_simple_fields_are_numbers_strings_booleans_members_and_none():
    assert simple_fields(Guard()) == {"name": "Guard", "energy": 3, "mood": "CALM", "target": None}


def test_slots_are_fields_as_well_and_an_empty_one_is_left_out():
    class Slotted:
        __slots__ = ("empty", "full")

    agent = Slotted()
    agent.full = 1
    assert simple_fields(agent) == {"full": 1}


def test_any_agent_has_fields_that_json_can_hold():
    class Odd:
        pass

    agent = Odd()
    agent.nan, agent.far, agent.huge, agent.half, agent.long = float("nan"), 2**60, 2**5000, "\ud800", "x" * 999
    fields = simple_fields(agent)
    assert json.loads(json.dumps(fields, allow_nan=False)) == fields
    assert fields["nan"] == "nan"
    assert fields["half"] == "?"
    assert len(fields["long"]) == 200
    assert simple_fields(3) == simple_fields(None) == {}


def test_changes_tell_what_is_new_what_is_other_and_what_has_vanished():
    assert changes({"a": 1, "b": 2, "c": None}, {"a": 1, "b": 3, "d": None}) == {"b": 3, "d": None}
    assert changes({"a": 1, "b": 1}, {"a": 1.0}) == {"a": 1.0, "b": None}


def test_a_recording_has_fields_only_where_they_were_asked_for(tmp_path):
    def tire(agent, machine):
        agent.energy -= 1

    files = {}
    for data in (False, True):
        stream = io.BytesIO()
        world = World()
        world.add(Guard(), fsm.Machine(initial=tire))
        with RecordingWriter(world, stream, version="0", data=data):
            world.run(ticks=2)
        (tmp_path / "run.jsonl").write_bytes(stream.getvalue())
        with RecordingReader(tmp_path / "run.jsonl") as reader:
            files[data] = [line.data for line in reader]
    assert files[False] == [{}, {}]
    assert files[True] == [
        {"1": {"name": "Guard", "energy": 2, "mood": "CALM", "target": None}},
        {"1": {"energy": 1}},
    ]


def test_who_wants_only_borders_is_told_them_last_and_leaves_the_minds_untraced():
    world = World()
    entity = world.add(Guard(), fsm.Machine(initial=lambda agent, machine: None))
    heard = []
    stop = world.trace(lambda event: heard.append(("border", type(event).__name__)), borders_only=True)
    world.tick()
    assert heard == [("border", "TickEnded")]
    assert entity.mind.context.tracer is None
    world.trace(lambda event: heard.append(("all", type(event).__name__)))
    heard.clear()
    world.tick()
    assert heard[-2:] == [("all", "TickEnded"), ("border", "TickEnded")]
    assert ("border", "Executed") not in heard
    stop()
    world.tick()
    assert heard[-1] == ("all", "TickEnded")


def test_who_wants_only_borders_and_raises_is_taken_off(caplog):
    world = World()
    world.trace(lambda event: 1 / 0, borders_only=True)
    world.run(ticks=3)
    assert len([each for each in caplog.records if "is told no more" in each.message]) == 1
