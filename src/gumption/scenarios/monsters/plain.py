"""The plain: points, and walking from one to another. A point is a complex number: metres east, metres north."""

import random
from collections.abc import Callable
from typing import Final, Protocol

from gumption import flow
from gumption.core.context import Context

SIZE: Final = 300.0
"""Metres from west to east, and from south to north."""
CAMP: Final = complex(SIZE / 2, SIZE / 2)


class Walker(Protocol):
    """Whoever has a place, and walks."""

    place: complex

    @property
    def speed(self) -> float:
        """Metres a second."""
        ...


def any_point(chance: random.Random) -> complex:
    """Some point of the plain."""
    return complex(chance.uniform(0.0, SIZE), chance.uniform(0.0, SIZE))


def point_near(middle: complex, far: float, chance: random.Random) -> complex:
    """Some point not further than `far` east or west, north or south."""
    return middle + complex(chance.uniform(-far, far), chance.uniform(-far, far))


async def walk(walker: Walker, goal: complex, context: Context) -> None:
    """Walk until there."""
    await follow(walker, lambda: goal, context)


async def follow(walker: Walker, goal: Callable[[], complex], context: Context, within: float = 0.0) -> None:
    """Walk until a goal that moves is no further than `within` metres."""
    clock = context.clock
    then = clock.now
    while (far := abs(way := goal() - walker.place)) > within:
        await flow.next_tick()
        step = min(walker.speed * (clock.now - then), far)
        then = clock.now
        walker.place += way * (step / far)
