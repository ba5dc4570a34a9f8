"""What agents of the tests hold, and how it goes into a file and out of it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from gumption import Status, World, bt, fsm


class Mood(enum.Enum):
    CALM = "calm"
    CROSS = "cross"


class Skill(enum.Flag):
    RIDE = 1
    SHOOT = 2


class Spot(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Coin:
    worth: int


@dataclass
class Town:
    name: str = "town"
    people: list[Bob] = field(default_factory=list)
    things: dict[Any, Any] = field(default_factory=dict)


class Slotted:
    __slots__ = ("left", "right")


@dataclass
class Bob:
    name: str = "Bob"
    bag: Any = None
    town: Town | None = None
    mood: Mood = Mood.CALM
    spot: Spot | None = None
    coin: Coin | None = None
    pair: Slotted | None = None
    count: int = 0


def stand(bob: Bob) -> None:
    bob.count += 1


def go_on(_bob: Bob) -> Status:
    return Status.RUNNING


STANDING: fsm.Machine[Bob] = fsm.Machine(initial=stand, name="standing")
WALKING: bt.Tree[Bob] = bt.Tree(bt.action(go_on), name="walking")
KNOWN = [Bob, STANDING, WALKING, Skill]


def world_with(*bags: Any) -> World:
    world = World(seed=1)
    for number, bag in enumerate(bags, 1):
        world.add(Bob(f"Bob {number}", bag), STANDING)
    world.run(ticks=2)
    return world


def bobs(world: World) -> list[Bob]:
    return [entity.agent for entity in world.entities.values()]


def through_file(world: World, path: Path, build: Callable[[World], object] | None = None, **options: Any) -> World:
    world.save(path / "game")
    return World.load(path / "game", build, **({"known": KNOWN} | options))
