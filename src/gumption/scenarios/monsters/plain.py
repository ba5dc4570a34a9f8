"""The plain: points, and walking from one to another. A point is a complex number: metres east, metres north."""

import random
from collections.abc import Callable
from typing import Any, Final, Protocol

from gumption import flow
from gumption.core.coroutines.context import RunContext

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


Note = dict[str, Any]
"""How far a coroutine has come: where it goes `to`, `since` when it walks, `until` when it sleeps, in seconds."""


def note_of(context: RunContext) -> Note:
    """The note of the run that a loaded game goes on from; an empty one, if this one begins."""
    return dict(context.resumed or {})


async def walk(walker: Walker, goal: complex, context: RunContext, note: Note) -> None:
    """Walk until there."""
    await follow(walker, lambda: goal, context, note)


async def walk_to_noted(walker: Walker, choose: Callable[[], complex], context: RunContext, note: Note) -> None:
    """Walk to a point that is chosen now, or was before the game was saved."""
    if "to" not in note:
        goal = choose()
        note["to"] = [goal.real, goal.imag]
    await walk(walker, complex(*note["to"]), context, note)
    del note["to"]


async def follow(
    walker: Walker, goal: Callable[[], complex], context: RunContext, note: Note, within: float = 0.0
) -> None:
    """Walk until a goal that moves is no further than `within` metres."""
    clock = context.clock
    if "since" not in note:
        if abs(goal() - walker.place) <= within:
            return
        await _next_step(context, note)
    while True:
        far = abs(way := goal() - walker.place)
        step = min(walker.speed * (clock.now - note["since"]), far)
        walker.place += way * (step / far) if far else 0.0
        if abs(goal() - walker.place) <= within:
            del note["since"]
            return
        await _next_step(context, note)


async def _next_step(context: RunContext, note: Note) -> None:
    note["since"] = context.clock.now
    context.checkpoint(note)
    await flow.next_tick()


async def nap(choose: Callable[[], float], context: RunContext, note: Note) -> None:
    """Sleep for so many seconds; if the game was saved meanwhile, for the rest of those that were chosen then."""
    clock = context.clock
    if "until" not in note:
        note["until"] = clock.now + choose()
        context.checkpoint(note)
    if note["until"] > clock.now:
        await flow.sleep(note["until"] - clock.now)
    del note["until"]
