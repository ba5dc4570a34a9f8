"""Games that have changed since they were saved: migrations, and definitions that are other ones (V4)."""

from dataclasses import dataclass, field, make_dataclass
from pathlib import Path
from typing import Any

import pytest

from gumption import Status, World, bt, fsm
from gumption.errors import SnapshotError, UsageError
from tests.world.saving.things import KNOWN, STANDING, Bob, bobs, stand, world_with


@dataclass
class Miner:
    name: str = "Ann"
    gold: int = 0


def dig(miner: Any) -> None:
    miner.gold += 1


def rest(miner: Any) -> None:
    miner.gold += 0


MINER: fsm.Machine[Any] = fsm.Machine(initial=dig, states=[rest], name="miner")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    world = World()
    world.add(Miner(), MINER)
    world.run(ticks=3)
    world.save(tmp_path / "game", version=2)
    return tmp_path / "game"


def test_a_migration_is_given_what_the_file_holds_and_its_version(path: Path) -> None:
    """V4."""
    seen: list[int] = []

    def migrate(contents: dict[str, Any], version: int) -> None:
        seen.append(version)
        for it in contents["objects"]:
            if it["class"] == "Miner":
                it["class"] = "Digger"
                it["fields"]["nuggets"] = it["fields"].pop("gold") * 10

    digger = make_dataclass("Digger", ["name", "nuggets"])
    world = World.load(path, known=[digger, MINER], version=3, migrate=migrate)
    assert seen == [2]
    assert world.entities[1].agent == digger("Ann", 30)
    with pytest.raises(SnapshotError, match="version 2 of the game, not 3") as caught:
        World.load(path, known=[Miner, MINER], version=3)
    assert "migrate=" in caught.value.remedy
    assert World.load(path, known=[Miner, MINER], version=2, migrate=migrate).entities[1].agent == Miner("Ann", 3)


def test_a_migration_may_give_other_contents_and_what_is_wrong_with_them_is_told(path: Path) -> None:
    """V4."""
    world = World.load(path, known=[Miner, MINER], version=3, migrate=lambda contents, _: {**contents, "seed": 5})
    assert world.seed == 5
    with pytest.raises(SnapshotError, match="objects"):
        World.load(path, known=[Miner, MINER], version=3, migrate=lambda contents, _: contents.pop("objects") and None)


def test_a_field_that_is_new_has_its_default_or_what_the_build_gave(path: Path) -> None:
    """V4."""

    @dataclass
    class Miner(globals()["Miner"]):  # type: ignore[misc]
        mood: str = "calm"
        bag: list[int] = field(default_factory=list)

    Miner.__qualname__ = "Miner"
    assert World.load(path, known=[Miner, MINER], version=2).entities[1].agent == Miner("Ann", 3, "calm", [])
    built = World.load(path, lambda world: world.add(Miner("Eve", 9, "cross", [1]), MINER), version=2)
    assert built.entities[1].agent == Miner("Ann", 3, "cross", [1])


def test_a_field_without_a_default_has_to_be_migrated(path: Path) -> None:
    """V4."""
    other = make_dataclass("Miner", ["name", "gold", "mood"])
    with pytest.raises(SnapshotError, match="no field 'mood'") as caught:
        World.load(path, known=[other, MINER], version=2)
    assert "migrate=" in caught.value.remedy


def nap(miner: Any) -> None:
    miner.gold += 0


def go_on(_miner: Any) -> Status:
    return Status.RUNNING


CHANGED: list[tuple[Any, str]] = [
    (fsm.Machine(initial=dig, states=[nap], name="miner"), "`miner › nap` is a state; the file has a state 'rest'"),
    (fsm.Machine(initial=dig, name="miner"), "the file has a state 'rest' at `miner › rest`, which is gone"),
    (fsm.Machine(initial=dig, states=[rest, nap], name="miner"), "`miner › nap` is new: state 'nap'"),
    (bt.Tree(bt.action(go_on, name="dig"), name="miner"), "`miner` is a tree; the file has a machine 'miner'"),
]


@pytest.mark.parametrize(("definition", "words"), CHANGED, ids=[words for _, words in CHANGED])
def test_the_node_that_differs_is_named_or_the_mind_begins_anew(definition: Any, words: str, path: Path) -> None:
    """V4: and its agent keeps what it has."""
    for options in ({"known": [Miner, definition]}, {"build": lambda world: world.add(Miner("Eve"), definition)}):
        with pytest.raises(SnapshotError) as caught:
            World.load(path, version=2, **options)  # type: ignore[arg-type]
        assert words in caught.value.problem
        assert "entity 1, 'Ann'" in caught.value.where
        world = World.load(path, version=2, on_change="restart", **options)  # type: ignore[arg-type]
        entity = world.entities[1]
        assert (entity.agent, entity.mind.status) == (Miner("Ann", 3), None)
        world.tick()
        assert entity.mind.status is Status.RUNNING


def test_numbers_may_have_been_tuned(path: Path, tmp_path: Path) -> None:
    """C5 and V4: a definition of the same shape is the same."""
    trees = [bt.Tree(bt.sequence(bt.wait(seconds), bt.do(stand)), name="slow") for seconds in (5.0, 7.0)]
    world = World()
    world.add(Bob(), trees[0])
    world.run(ticks=3)
    world.save(tmp_path / "game")
    World.load(tmp_path / "game", known=[Bob, trees[1]]).run(ticks=3)


def test_definitions_that_look_alike_are_told_apart_by_a_build_only(tmp_path: Path) -> None:
    """V3."""
    one, other = (bt.Tree(bt.sequence(bt.wait(seconds), bt.do(stand)), name="slow") for seconds in (5.0, 7.0))

    def build(world: World) -> None:
        world.add(Bob(), one)
        world.add(Bob(), other)

    world = World()
    build(world)
    world.run(ticks=2)
    world.save(tmp_path / "game")
    assert [each.mind.definition for each in World.load(tmp_path / "game", build).entities.values()] == [one, other]
    with pytest.raises(SnapshotError, match="2 definitions are known that look like 'slow'"):
        World.load(tmp_path / "game", known=[Bob, one, other])


def test_whoever_came_after_the_build_is_there_and_whoever_went_is_not(tmp_path: Path) -> None:
    """V3."""

    def build(world: World) -> None:
        for name in "abc":
            world.add(Bob(name), STANDING)

    world = World()
    build(world)
    world.remove(2)
    world.add(Bob("d", bag=world.entities[3].agent), STANDING)
    world.run(ticks=2)
    world.save(tmp_path / "game")
    loaded = World.load(tmp_path / "game", build)
    assert [(each.id, each.name) for each in loaded.entities.values()] == [(1, "a"), (3, "c"), (4, "d")]
    assert loaded.entities[4].agent.bag is loaded.entities[3].agent
    assert loaded.add(Bob(), STANDING).id == 5
    assert bobs(loaded)[0].count == 2


def test_what_a_build_s_code_holds_stays_right(tmp_path: Path) -> None:
    """V3: fields are written into the objects that the build has made, found by walking both graphs side by side."""
    held: list[Any] = []

    def build(world: World) -> None:
        shared = {"gold": [0], "deep": ({"x": [1]},)}
        held.append(shared)
        world.add(Bob("a", shared), STANDING)
        world.add(Bob("b", shared["gold"]), STANDING)

    world = World()
    build(world)
    held[0]["gold"].append(5)
    held[0]["deep"][0]["x"].append(2)
    world.save(tmp_path / "game")
    loaded = World.load(tmp_path / "game", build)
    assert held[1] == {"gold": [0, 5], "deep": ({"x": [1, 2]},)}
    assert loaded.entities[1].agent.bag is held[1]
    assert loaded.entities[2].agent.bag is held[1]["gold"]
    assert loaded.entities[1].agent.bag["deep"][0] is held[1]["deep"][0]


def test_parked_entities_stay_parked_with_the_words_of_their_errors(tmp_path: Path) -> None:
    """V2."""

    def fail(bob: Bob) -> None:
        raise ValueError("out of nuggets")

    failing: fsm.Machine[Bob] = fsm.Machine(initial=fail, name="failing")
    world = World(on_error="park")
    world.add(Bob(), failing)
    world.run(ticks=2)
    world.save(tmp_path / "game")
    entity = World.load(tmp_path / "game", known=[Bob, failing]).entities[1]
    assert str(entity.error) == str(world.entities[1].error)
    assert "out of nuggets" in str(entity.error)


def test_on_change_is_one_of_two_words(path: Path) -> None:
    """V4."""
    with pytest.raises(Exception, match="on_change cannot be"):
        World.load(path, known=KNOWN, on_change="ignore")  # type: ignore[arg-type]


def test_large_seeds_and_odd_steps_come_back(tmp_path: Path) -> None:
    """V1."""
    world = world_with(1)
    for seed in (-1, 10**30):
        world.seed = seed
        world.tick(0.1)
        world.save(tmp_path / "game")
        loaded = World.load(tmp_path / "game", known=KNOWN)
        assert (loaded.seed, loaded.clock.reading) == (seed, world.clock.reading)


@pytest.mark.parametrize("known", [pytest, 5])
def test_what_is_known_is_a_list(path: Path, known: Any) -> None:
    with pytest.raises(UsageError, match="is no list"):
        World.load(path, known=known, version=2)
