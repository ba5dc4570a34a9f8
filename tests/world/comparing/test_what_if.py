"""What if? Both runs, where they part, and a world that is left as it was."""

import pytest

from gumption import World, fsm
from gumption.errors import MindError, UsageError
from gumption.scenarios import westworld
from gumption.world.comparing.what_if import what_if
from gumption.world.fields import simple_fields
from gumption.world.recording import RecordingReader, RecordingWriter


def west(ticks=10, **options):
    world = World()
    westworld.build(world, **options)
    world.run(ticks=ticks)
    return world


def standing(world):
    return world.clock.ticks, {number: simple_fields(each.agent) for number, each in world.entities.items()}


@pytest.mark.parametrize("mind", ["fsm", "bt", "goap", "flow"])
def test_the_world_is_left_as_it_was_and_goes_on_as_if_nothing_had_been_asked(mind):
    world, twin = west(mind=mind), west(mind=mind)
    before = standing(world)
    what_if(world, {"Bob.thirst": 9}, 20)
    assert standing(world) == before == standing(twin)
    events, twins = [], []
    world.trace(events.append)
    twin.trace(twins.append)
    world.run(ticks=20)
    twin.run(ticks=20)
    assert events == twins
    assert standing(world) == standing(twin)


@pytest.mark.parametrize("mind", ["fsm", "bt", "goap", "flow"])
def test_both_outcomes_and_where_they_part_are_told(mind):
    world, plain, thirsty = west(mind=mind), west(mind=mind), west(mind=mind)
    found = what_if(world, {"Bob.thirst": 9}, 5)
    thirsty.entities[1].agent.thirst = 9
    plain.run(ticks=5)
    thirsty.run(ticks=5)
    assert (found.as_it_is.tick, found.as_it_is.fields) == standing(plain)
    assert (found.changed.tick, found.changed.fields) == standing(thirsty)
    assert found.as_it_is.fields != found.changed.fields
    assert found.difference.who == "Bob (1)"
    assert 11 <= found.difference.tick <= 15


def test_with_data_the_change_itself_is_the_first_difference():
    found = what_if(west(), {"Bob.bank": 3}, 1, data=True).difference
    assert (found.tick, found.what, found.field) == (11, "data", "bank")
    assert what_if(west(), {"Bob.bank": 3}, 1).difference is None


def test_what_changes_nothing_makes_no_difference():
    world = west()
    found = what_if(world, {"Bob.thirst": world.entities[1].agent.thirst}, 20)
    assert found.difference is None
    assert found.as_it_is == found.changed


def test_a_function_may_change_what_it_likes():
    world = west()
    found = what_if(world, lambda world: world.remove(2), 20)
    assert found.difference.events[1]["event"] == "removed"
    assert sorted(found.changed.fields) == [1]
    assert sorted(world.entities) == [1, 2]


def test_who_traces_the_world_is_told_nothing_of_it_and_all_that_comes_behind(tmp_path):
    world = west()
    with RecordingWriter(world, tmp_path / "a.jsonl", version="1"):
        world.run(ticks=2)
        what_if(world, {"Bob.thirst": 9}, 20)
        world.run(ticks=2)
    with RecordingReader(tmp_path / "a.jsonl") as recording:
        lines = list(recording)
    assert [line.tick for line in lines] == [11, 12, 13, 14]
    assert all(line.events for line in lines)


def test_a_mind_that_fails_in_one_of_the_runs_ends_that_run():
    class Ann:
        name = "Ann"

        def __init__(self):
            self.calm = True

    def work(ann, machine):
        if not ann.calm:
            raise ValueError("too much")

    world = World()
    world.add(Ann(), fsm.Machine(work, name="work"))
    found = what_if(world, {"Ann.calm": False}, 3)
    assert (found.as_it_is.tick, found.as_it_is.error) == (3, None)
    assert isinstance(found.changed.error, MindError)
    assert found.difference.tick == 1
    world.run(ticks=3)


def test_what_cannot_be_asked_is_told_and_the_world_is_as_it_was():
    world = west()
    before = standing(world)
    for change, ticks in (({"Bob.thrist": 9}, 5), ({"Bob.thirst": 9}, 0), ({"Bob.thirst": "much"}, 5)):
        with pytest.raises(UsageError):
            what_if(world, change, ticks)
    assert standing(world) == before
