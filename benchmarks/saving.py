"""Saved games: the crowd of `minds`, in memory and in files; and a roll-back as netcode makes it, tick after tick."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator

from benchmarks.measure import Figure
from benchmarks.minds import CARRIERS, OF_EACH, QUARRY, STEP, Carrier
from gumption import World

TICKS = 33
BACK = 8
SMALL = 25
"""Of each kind, where worlds are rolled back."""
ROUNDS = 8


def figures() -> Iterator[Figure]:
    """Measure, and compare with the budgets. Processor time: others may be at work on the machine."""
    yield from memory()
    yield from files()
    yield rollback()


def fill(world: World, of_each: int) -> World:
    for number in range(4 * of_each):
        world.add(Carrier(number // 4 % QUARRY), list(CARRIERS.values())[number % 4])
    return world


def at_work(of_each: int) -> World:
    """Some of the carriers walk, others load."""
    world = fill(World(step=STEP), of_each)
    world.run(ticks=TICKS)
    return world


def best(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Milliseconds of processor time."""
    took = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        took.append(time.process_time() - start)
    return min(took) * 1e3


def memory() -> Iterator[Figure]:
    world = at_work(OF_EACH)
    snapshot = world.snapshot()
    yield Figure(f"snapshot of {4 * OF_EACH:,} carriers of all ways", best(world.snapshot), 100, "ms")
    yield Figure("putting it back in place", best(lambda: world.restore(snapshot)), 1_000, "ms")


def files() -> Iterator[Figure]:
    world = at_work(OF_EACH)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "carriers.game")
        yield Figure("saving them to a file", best(lambda: world.save(path)), 1_000, "ms")
        yield Figure("the file, an agent", os.path.getsize(path) / (4 * OF_EACH), 1_000, "bytes")

        def load() -> World:
            return World.load(path, lambda new: fill(new, OF_EACH))

        yield Figure("loading it into a build", best(load), 1_000, "ms")
        loaded = load()
    world.restore(world.snapshot())  # coroutines begin anew, as in the one that was loaded
    for each in (world, loaded):
        each.run(ticks=TICKS)
    agents = [[vars(entity.agent) for entity in each.entities.values()] for each in (world, loaded)]
    assert agents[0] == agents[1]


def rollback() -> Figure:
    world = at_work(SMALL)
    snapshot = world.snapshot()

    def roll_back() -> None:
        world.restore(snapshot)
        for _ in range(BACK):
            world.tick()

    took = best(roll_back, rounds=30)
    return Figure(f"going {BACK} ticks of {4 * SMALL} carriers back and on again", took, 16, "ms")
