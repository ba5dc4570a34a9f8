"""Minds of all engines inside each other, saved at random moments, go on as they would have (V1, V3, C5)."""

import random
import tempfile
from pathlib import Path
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import World
from gumption.core.mind import Definition
from gumption.core.trace import to_plain
from gumption.testing import CallRecorder, Example
from tests.bt import examples as trees
from tests.flow import examples as selectors
from tests.fsm import examples as machines
from tests.goap import examples as planners
from tests.nesting.examples import EXAMPLES as NESTED

EXAMPLES: Final[list[Example]] = [
    *machines.EXAMPLES,
    *trees.EXAMPLES,
    *selectors.EXAMPLES,
    *planners.EXAMPLES,
    *NESTED,
]
CASTS = st.lists(st.integers(0, len(EXAMPLES) - 1), min_size=1, max_size=4)
_DEFINITIONS: dict[int, Definition[CallRecorder]] = {}


def definition(number: int) -> Definition[CallRecorder]:
    """Made once: the file is loaded with the same ones, as in a game."""
    if number not in _DEFINITIONS:
        _DEFINITIONS[number] = EXAMPLES[number].factory()
    return _DEFINITIONS[number]


def crowd(numbers: list[int]) -> World:
    world = World(seed=7, step=0.25, on_error="park")
    for number in numbers:
        world.add(CallRecorder(), definition(number))
    return world


def step(world: World, numbers: list[int], tick: int) -> None:
    for entity, number in zip(list(world.entities.values()), numbers, strict=True):
        message = EXAMPLES[number].messages.get(tick)
        if message is not None:
            world.send(entity, message.kind, data=message.data, delay=0.3 if tick % 2 else 0.0)
    world.tick()


def go_on(world: World, numbers: list[int], tick: int, until: int) -> list[Any]:
    """What happens in these ticks, and what all have been told and remember in the end."""
    told: list[Any] = []
    stop = world.trace(lambda event: told.append(to_plain(event)))
    for number in range(tick + 1, until + 1):
        step(world, numbers, number)
    stop()
    # copies: coroutines that are thrown away with their world clean up
    return [*told, *[(list(each.agent.calls), dict(each.agent.data)) for each in world.entities.values()]]


@given(CASTS, st.integers(0, 16), st.integers(1, 6), st.integers())
@settings(deadline=None, max_examples=120)
def test_any_crowd_saved_at_any_moment_goes_on_the_same(numbers: list[int], tick: int, ahead: int, seed: int) -> None:
    """V1, V3 and C5. What a running coroutine has done since its checkpoint it does again, in all three alike."""
    world = crowd(numbers)
    for number in range(1, tick + 1):
        step(world, numbers, number)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        world.save(path)
        snapshot = world.snapshot()
        built = go_on(World.load(path, lambda new: fill(new, numbers)), numbers, tick, tick + ahead)
        shapes = {definition(number).describe().shape for number in numbers}
        if len(shapes) == len(set(numbers)):  # else the build alone can tell who is who
            known = [CallRecorder, *map(definition, numbers)]
            assert go_on(World.load(path, known=known), numbers, tick, tick + ahead) == built
    for _ in range(2):
        go_on(world, numbers, tick, tick + random.Random(seed).randint(0, 9))
        world.restore(snapshot)
    assert go_on(world, numbers, tick, tick + ahead) == built


def fill(world: World, numbers: list[int]) -> None:
    for number in numbers:
        world.add(CallRecorder(), definition(number))
    world.tick()  # whatever has begun by then is not what was saved
