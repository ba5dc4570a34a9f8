"""Every scenario, saved and loaded at many of its moments, goes on as if nothing had happened.

As a script, this file tells how loaded worlds go on, for another process.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from gumption import World
from gumption.cli.scenario import load
from gumption.core.trace import to_plain
from tests.scenarios.test_determinism import CASES, CROWDED

ALL: Final = {**CASES, "crowded woodcutter": CROWDED}
TICKS: Final = 60
STRIDE: Final = 4
AHEAD: Final = 12

each_case = pytest.mark.parametrize("case", ALL)


def build_of(case: str) -> Callable[[World], object]:
    name, options = ALL[case]
    return lambda world: load(name).build(world, **options)


def built(case: str, seed: int = 3) -> World:
    world = World(seed=seed)
    build_of(case)(world)
    return world


def known_of(world: World) -> list[Any]:
    return [it for entity in world.entities.values() for it in (entity.mind.definition, type(entity.agent))]


def rest(world: World, ticks: int = AHEAD) -> list[Any]:
    """What happens in so many ticks, and how everybody is then."""
    told: list[Any] = []
    stop = world.trace(lambda event: told.append(to_plain(event)))
    world.run(ticks=ticks)
    stop()
    return [*told, *[repr(entity.agent) for entity in world.entities.values()]]


@each_case
def test_a_world_that_is_loaded_at_any_tick_goes_on_as_it_would_have(case: str, tmp_path: Path) -> None:
    """V1, V3 and C5: with the scenario's build, and without it from the classes and definitions alone."""
    path = tmp_path / "game"
    world = built(case)
    for tick in range(0, TICKS, STRIDE):
        world.save(path)
        before = world.snapshot()
        expected = rest(world)
        assert rest(World.load(path, build_of(case))) == expected, f"loaded behind tick {tick}"
        if tick % 3 == 0:
            assert rest(World.load(path, known=known_of(world))) == expected, f"loaded by names behind tick {tick}"
        world.restore(before)
        assert rest(world) == expected, f"restored behind tick {tick}"
        world.restore(before)
        world.run(ticks=STRIDE)


@each_case
def test_what_was_loaded_saves_the_same_bytes(case: str, tmp_path: Path) -> None:
    """V5: nothing gets lost, and nothing more is added."""
    world = built(case)
    world.run(ticks=41)
    world.save(tmp_path / "one")
    World.load(tmp_path / "one", build_of(case)).save(tmp_path / "two")
    World.load(tmp_path / "two", known=known_of(world)).save(tmp_path / "three")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() == (tmp_path / "three").read_bytes()


def test_four_bobs_who_are_saved_every_night_end_up_byte_for_byte_where_the_others_do(tmp_path: Path) -> None:
    """V1 and C5."""
    awake, sleepy = built("westworld, all"), built("westworld, all")
    for _ in range(20):
        awake.run(ticks=7)
        sleepy.run(ticks=7)
        sleepy.save(tmp_path / "sleepy")
        sleepy = World.load(tmp_path / "sleepy", build_of("westworld, all"))
    awake.save(tmp_path / "awake")
    sleepy.save(tmp_path / "sleepy")
    assert (tmp_path / "awake").read_bytes() == (tmp_path / "sleepy").read_bytes()


def digest(world: World) -> str:
    return hashlib.blake2b(json.dumps(rest(world, 30)).encode()).hexdigest()


def test_another_process_goes_on_the_same_way(tmp_path: Path) -> None:
    """V3 and C5: nothing depends on where objects lie, or how strings are hashed."""
    expected: dict[str, str] = {}
    for number, case in enumerate(ALL):
        world = built(case)
        world.run(ticks=37)
        world.save(tmp_path / str(number))
        expected[case] = digest(world)
    done = subprocess.run(
        [sys.executable, "-m", "tests.world.saving.test_scenarios", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=50,
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected


if __name__ == "__main__":
    json.dump(
        {case: digest(World.load(Path(sys.argv[1]) / str(number), build_of(case))) for number, case in enumerate(ALL)},
        sys.stdout,
    )
