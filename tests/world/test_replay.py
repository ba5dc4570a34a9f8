"""Replays: the same story again, or the first event that differs."""

import contextlib
import functools
import json
from dataclasses import dataclass, field

import pytest

from gumption import World, fsm
from gumption.errors import MindError, RecordingError
from gumption.scenarios import westworld
from gumption.world.comparing.changing import set_fields
from gumption.world.recording import RecordingWriter
from gumption.world.replay import Replay, replay


@dataclass
class Clerk:
    """Says what his agenda has for a tick; fails where that is an error."""

    name: str
    agenda: dict = field(default_factory=dict)


class Desk(fsm.State[Clerk]):
    def execute(self, clerk, machine):
        planned = clerk.agenda.get(machine.context.clock.ticks, "stamps")
        if isinstance(planned, Exception):
            raise planned
        machine.context.say(planned)

    def exit(self, clerk, machine):
        if "farewell" in clerk.agenda:
            machine.context.send(clerk.agenda["farewell"], "farewell")

    def on_message(self, clerk, machine, message):
        if message.kind == "insult":
            raise ValueError("hurt")
        machine.context.say(f"reads {message.kind} {message.data}")
        return True


DESK = fsm.Machine(Desk(), name="desk")


def office(*agendas, machine=DESK):
    """A build function: a clerk for each agenda."""

    def build(world, _header=None):
        for number, agenda in enumerate(agendas, 1):
            world.add(Clerk(f"clerk {number}", dict(agenda)), machine)

    return build


def record(path, build, story=lambda world: world.run(ticks=4), **options):
    world = World(**options)
    build(world)
    with RecordingWriter(world, path, version="1"):
        story(world)
    return path


def rewrite(path, change):
    """Let `change` do something to the lines of a recording."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
@pytest.mark.parametrize(("seed", "elsa"), [(0, True), (5, True), (2**70, False)])
def test_west_world_replayed_is_the_same_story(tmp_path, suffix, seed, elsa):
    """C6."""

    build = functools.partial(westworld.build, elsa=elsa)
    path = record(tmp_path / f"a.{suffix}", build, lambda world: world.run(ticks=200), seed=seed)
    result = replay(path, lambda world, _header: build(world))
    assert result == Replay(200, result.events, None)
    assert result.events > 600


def test_a_changed_deed_is_found_at_its_tick_and_event(tmp_path):
    path = record(tmp_path / "a.jsonl", office({}, {3: "naps"}))
    told = []
    result = replay(path, office({}, {3: "reads"}), on_tick=told.append)
    naps, reads = ({"event": "said", "entity": 2, "text": text} for text in ("naps", "reads"))
    assert result.difference.tick == result.ticks == len(told) == 3
    assert result.difference.events == (naps, reads)
    assert result.difference.text("recorded", "replayed") == (
        "the first difference is at tick 3\n"
        "  agent:     clerk 2 (2)\n"
        "  node:      desk › Desk\n"
        "  differs:   text of said\n"
        "  recorded:  naps\n"
        "  replayed:  reads\n"
        "  before:    tick 1: said, text: stamps\n"
        "             tick 2: executed desk › Desk\n"
        "             tick 2: said, text: stamps\n"
        "             tick 3: executed desk › Desk"
    )


def test_a_replay_that_tells_more_or_less_than_its_recording_is_found(tmp_path):
    said = {"event": "said", "entity": 1, "text": "stamps"}
    path = record(tmp_path / "a.jsonl", office({}))
    rewrite(path, lambda lines: lines[2]["events"].pop())
    more = replay(path, office({})).difference
    assert (more.tick, more.field, more.events) == (2, "event", (None, said))
    rewrite(path, lambda lines: lines[2]["events"].extend([said, said]))
    less = replay(path, office({})).difference
    assert (less.tick, less.events) == (2, (said, None))
    assert "  replayed:  nothing more in this tick\n" in less.text("recorded", "replayed")


def test_a_changed_seed_is_found_where_chance_first_matters(tmp_path):
    """Both stories are told here as well, tick for tick, to see where they part."""
    stories = []
    for seed in (0, 1):
        path = record(tmp_path / f"{seed}.jsonl", westworld.build, lambda world: world.run(ticks=30), seed=seed)
        stories.append([json.loads(line)["events"] for line in path.read_text().splitlines()[1:-1]])
    tick, index = next(
        (tick, index)
        for tick, (one, other) in enumerate(zip(*stories, strict=True), 1)
        for index, (a, b) in enumerate(zip(one, other, strict=False))
        if a != b
    )
    path = rewrite(tmp_path / "0.jsonl", lambda lines: lines[0].update(seed=1))
    other = replay(path, lambda world, header: westworld.build(world)).difference
    assert (other.tick, other.events) == (tick, (stories[0][tick - 1][index], stories[1][tick - 1][index]))


def test_other_entities_than_the_recorded_ones_are_found_before_the_first_tick(tmp_path):
    """A changed option, name or definition: tick 0."""
    path = record(tmp_path / "a.jsonl", office({}, {}))
    missing = replay(path, office({})).difference
    assert (missing.tick, missing.what, missing.agent, missing.values) == (0, "agent", 2, ("clerk 2", None))
    other = fsm.Machine(Desk(), name="another desk")
    changed = replay(path, office({}, {}, machine=other))
    assert changed.ticks == changed.events == changed.difference.tick == 0
    assert (changed.difference.what, changed.difference.node) == ("outline", "desk")
    assert changed.difference.values == ("machine desk", "machine another desk")


def test_a_change_of_data_that_no_event_shows_is_found_at_its_tick(tmp_path):
    """Only where the recording has the agents' data."""

    def build(mood):
        def fill(world, _header=None):
            world.add(Clerk("Ann"), fsm.Machine(lambda ann, machine: change(ann, mood, machine.context), name="idle"))

        return fill

    def change(ann, mood, context):
        if context.clock.ticks == 3:
            ann.mood = mood

    for data in (True, False):
        world = World()
        build("glad")(world)
        with RecordingWriter(world, tmp_path / "a.jsonl", version="1", data=data):
            world.run(ticks=4)
        assert replay(tmp_path / "a.jsonl", build("glad")).difference is None
        found = replay(tmp_path / "a.jsonl", build("sad")).difference
        if data:
            assert (found.tick, found.what, found.who, found.field) == (3, "data", "Ann (1)", "mood")
            assert found.values == ("glad", "sad")
            assert "  differs:   mood\n  recorded:  glad\n" in found.text("recorded", "replayed")
        else:
            assert found is None


def test_fields_that_were_changed_before_the_first_tick_are_changed_again(tmp_path):
    world = World()
    office({}, {})(world)
    set_fields(world, {"clerk 2.name": "Ann"})
    with RecordingWriter(world, tmp_path / "a.jsonl", version="1", data=True, changed={"clerk 2.name": "Ann"}):
        world.run(ticks=2)
    assert replay(tmp_path / "a.jsonl", office({}, {})).difference is None
    with pytest.raises(RecordingError, match=r"no agent 'clerk 2'[\s\S]*line 1"):
        replay(tmp_path / "a.jsonl", office({}))


def test_what_the_owner_sent_and_removed_between_ticks_is_done_again(tmp_path):
    """With data, delay and sender, in order, and with ticks of any length."""

    def story(world):
        world.tick()
        world.send(1, "order", data={"pens": [1, 2.5, None, "x"]})
        world.send(2, "order", sender=1, delay=0.75)
        world.send(9, "lost")
        world.tick(0.25)
        world.remove(1)
        world.send(1, "too late")
        world.tick()
        world.send(2, "order", delay=3)
        world.tick(2.5)
        world.tick(0)
        world.tick()

    path = record(tmp_path / "a.jsonl", office({}, {}), story, step=0.5)
    assert path.read_text().count('"outside":true') == 6
    assert path.read_text().count("reads order") == 3
    assert replay(path, office({}, {})).difference is None
    rewrite(path, lambda lines: lines[2].update(dt=0.75))  # the letter would arrive a tick earlier
    assert replay(path, office({}, {})).difference.tick == 2


def test_what_minds_did_because_of_an_input_is_not_done_twice(tmp_path):
    """An exit hook that sends, of an entity that the owner removed: only the removal is an input."""

    def story(world):
        world.tick()
        world.remove(2)
        world.tick()

    path = record(tmp_path / "a.jsonl", office({}, {"farewell": 1}), story)
    assert path.read_text().count("reads farewell") == 1
    assert replay(path, office({}, {"farewell": 1})).difference is None


def test_an_entity_that_the_owner_added_is_an_input_that_cannot_be_given_again(tmp_path):
    def story(world):
        world.run(ticks=2)
        office({})(world)
        world.tick()

    path = record(tmp_path / "a.jsonl", office({}), story)
    with pytest.raises(
        RecordingError, match=r"'added' came from outside[\s\S]*tick 3[\s\S]*let the scenario itself do"
    ):
        replay(path, office({}))


@pytest.mark.parametrize("on_error", ["raise", "park"])
def test_a_run_in_which_minds_failed_replays_the_same(tmp_path, on_error):
    """C3: with either policy, also when the owner went on after the error."""
    build = office({2: ValueError("a blot"), 3: ValueError("another")}, {2: ValueError("me too")})

    def story(world):
        for _ in range(4):
            try:
                world.tick()
            except MindError:
                assert on_error == "raise"

    path = record(tmp_path / "a.jsonl", build, story, on_error=on_error)
    assert "a blot" in path.read_text()
    assert replay(path, build) == Replay(4, replay(path, build).events, None)


def test_an_input_at_which_a_mind_failed_fails_again_and_the_story_is_the_same(tmp_path):
    """C3: the events tell of the failure, as they do for one inside a tick."""

    def story(world):
        world.tick()
        with pytest.raises(MindError):
            world.send(1, "insult")
        world.tick()

    path = record(tmp_path / "a.jsonl", office({}), story)
    assert replay(path, office({})).difference is None


def test_a_step_that_the_scenario_chose_is_kept(tmp_path):
    def build(world, _header=None):
        world.clock.set_step(0.125)
        office({})(world)

    path = record(tmp_path / "a.jsonl", build, lambda world: (world.send(1, "mail", delay=0.25), world.run(ticks=4)))
    assert replay(path, build).difference is None


ODD = ["x", None, [], {}, -1, 1.5, 1e300, True, 2**70, [[1]], {"a": {}}]
INPUTS = {
    "sent": {"entity": None, "receiver": 1, "kind": "mail", "data": None, "delay": 0.5, "outside": True},
    "removed": {"entity": 1, "outside": True},
}


def replay_changed(path, change):
    with contextlib.suppress(RecordingError):  # nothing else may come out
        replay(rewrite(record(path, office({})), change), office({}))


@pytest.mark.parametrize(("event", "key"), [(event, key) for event in INPUTS for key in ("event", *INPUTS[event])])
def test_an_input_with_an_odd_field_gives_a_result_or_a_recording_error(tmp_path, event, key):
    for odd in ODD:
        change = {"event": event, **INPUTS[event], key: odd}
        replay_changed(tmp_path / "a.jsonl", lambda lines, e=change: lines[2]["events"].insert(0, e))


@pytest.mark.parametrize("key", ["step", "seed", "on_error", "options", "entities", "outlines", "format", "dt", "end"])
@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_line_with_an_odd_field_gives_a_result_or_a_recording_error(tmp_path, key, number):
    for odd in ODD:
        replay_changed(tmp_path / "a.jsonl", lambda lines, o=odd: lines[number].update({key: o}))
