"""Same seed, same trace, for every scenario; and minds that are saved and restored change nothing of what follows.

As a script, this file tells the traces of all scenarios for another process.
"""

import copy
import hashlib
import inspect
import json
import os
import random
import subprocess
import sys
from typing import Any, Final, get_args

import pytest

from gumption import Snapshot, World
from gumption.cli.scenario import built_in, load
from gumption.core.trace import to_plain

TICKS: Final = 10_000

MINDS: Final = get_args(inspect.signature(load("westworld").build, eval_str=True).parameters["mind"].annotation)

CASES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    **{f"westworld, {mind}": ("westworld", {"mind": mind}) for mind in MINDS},
    "monsters": ("monsters", {"monsters": 5, "heroes": 1}),
    "woodcutter": ("woodcutter", {"loggers": 1, "cutters": 1, "size": 40}),
    "ambush": ("ambush", {"soldiers": 2}),
    "expedition": ("expedition", {"ruins": 3}),
}
"""Few agents, and yet everything that a scenario has."""

each_case = pytest.mark.parametrize("case", CASES)
SAVED: Final = ("woodcutter", "ambush", "expedition")
CROWDED: Final = ("woodcutter", {"loggers": 4, "cutters": 3, "blacksmiths": 2, "size": 10})
"""They are in each other's way."""


class Cast(World):
    """A world that remembers who was added with which definition."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed=seed)
        self.definitions: list[Any] = []

    def add(self, agent: Any, definition: Any, *, id: int | None = None) -> Any:  # noqa: A002
        self.definitions.append(definition)
        return super().add(agent, definition, id=id)


def cast(case: str, seed: int) -> Cast:
    name, options = CASES.get(case, CROWDED)
    world = Cast(seed)
    load(name).build(world, **options)
    return world


def told(case: str, seed: int, ticks: int) -> list[Any]:
    """All events of so many ticks."""
    world, events = cast(case, seed), []
    world.trace(events.append)
    world.run(ticks=ticks)
    return events


def test_every_scenario_is_tried() -> None:
    assert {name for name, _ in CASES.values()} == set(built_in())
    assert set(MINDS) >= {"fsm", "bt", "flow"}


@each_case
def test_two_runs_with_one_seed_are_the_same_over_10_000_ticks(case: str) -> None:
    """C6."""
    events = told(case, 3, TICKS)
    assert len(events) > TICKS
    assert told(case, 3, TICKS) == events


def digests() -> dict[str, str]:
    """Of the recorded traces of all scenarios."""
    return {case: hashlib.blake2b(json.dumps(plain(told(case, 6, 300))).encode()).hexdigest() for case in CASES}


def test_another_process_tells_the_same_stories() -> None:
    """C6: no order depends on how strings are hashed there, or on where objects lie."""
    done = subprocess.run(
        [sys.executable, __file__],
        capture_output=True,
        text=True,
        timeout=50,
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == digests()


@each_case
def test_another_seed_is_another_story(case: str) -> None:
    """All scenarios use chance."""
    stories = [told(case, seed, 200) for seed in range(3)]
    assert stories[0] != stories[1] != stories[2] != stories[0]


@each_case
def test_nobody_needs_to_listen(case: str) -> None:
    """C6: a world without a tracer goes the same way."""
    worlds = [cast(case, 5), cast(case, 5)]
    worlds[0].trace(lambda _event: None)
    for world in worlds:
        world.run(ticks=300)
    heard, silent = ([repr(each.agent) for each in world.entities.values()] for world in worlds)
    assert heard == silent


def plain(events: list[Any]) -> list[Any]:
    """As recordings hold them: of trees, what a tick has brought."""
    return [to_plain(event) for event in events]


def copied(world: Cast) -> Cast:
    """Another world that is where this one is: agents by a deep copy, minds by snapshots that went through JSON."""
    other = Cast(world.seed)
    agents = copy.deepcopy([entity.agent for entity in world.entities.values()])
    for agent, definition, number in zip(agents, world.definitions, world.entities, strict=True):
        other.add(agent, definition, id=number)
    for _ in range(world.clock.ticks):
        other.clock.step_once()
    for entity in world.entities.values():
        saved = json.dumps(entity.mind.snapshot().to_plain())
        other.entities[entity.id].mind.restore(Snapshot.from_plain(json.loads(saved)))
    return other


@pytest.mark.parametrize("case", [*SAVED, "crowded woodcutter"])
@pytest.mark.parametrize("seed", [1, 2])
def test_worlds_that_are_saved_and_restored_again_and_again_go_the_same_way(case: str, seed: int) -> None:
    """C5: at random ticks, each time in place of the world that was saved."""
    chance = random.Random(seed)
    whole, parts = cast(case, seed), cast(case, seed)
    heard: list[list[Any]] = [[], []]
    whole.trace(heard[0].append)
    parts.trace(heard[1].append)
    for _ in range(40):
        ticks = chance.randint(1, 20)
        for world in (whole, parts):
            world.run(ticks=ticks)
        assert plain(heard[0]) == plain(heard[1]), f"before tick {whole.clock.ticks}"
        parts = copied(parts)
        for events in heard:
            events.clear()
        parts.trace(heard[1].append)


@pytest.mark.parametrize("case", SAVED)
def test_a_world_saved_after_each_tick_goes_on_the_same_for_a_while(case: str) -> None:
    """C5: at every tick border of a long stretch."""
    world = cast(case, 7)
    events: list[Any] = []
    world.trace(events.append)
    ahead: list[tuple[int, list[Any]]] = []
    for _ in range(100):
        world.tick()
        other, heard = copied(world), []
        other.trace(heard.append)
        other.run(ticks=12)
        ahead.append((len(events), heard))
    world.run(ticks=12)
    for border, heard in ahead:
        assert plain(events[border : border + len(heard)]) == plain(heard), f"event {border}"


if __name__ == "__main__":
    json.dump(digests(), sys.stdout)
