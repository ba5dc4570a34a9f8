"""The valley: a camp, ruins on both sides of a river, trees to climb, and a bridge that the water may carry off."""

from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol

CAMP: Final = complex(3, 10)
RIVER: Final = 15
"""Paces east of the valley's end."""
BANKS: Final = {"near bank": complex(RIVER - 1, 10), "far bank": complex(RIVER + 2, 10)}
SIZE: Final = complex(30, 20)


class Walker(Protocol):
    """Whoever has a place, and walks."""

    place: complex


def walk(walker: Walker, goal: complex, pace: float) -> bool:
    """A step; returns whether it led there."""
    way = goal - walker.place
    walker.place += way if abs(way) <= pace else way * (pace / abs(way))
    return abs(way) <= pace


@dataclass
class Valley:
    """Places are known by their names, so that minds that go for them can be saved."""

    ruins: dict[str, complex] = field(default_factory=dict[str, complex])
    drawn: list[str] = field(default_factory=list[str])
    """Ruins that are on the map."""
    trees: dict[str, complex] = field(default_factory=dict[str, complex])
    """High enough."""
    bears: list[Walker] = field(default_factory=list[Walker])
    bridge: bool = False

    def strew(self, ruins: int, chance: Random) -> None:
        """Be another valley: ruins anywhere, a few trees on both sides, no bridge."""
        self.ruins = {f"ruin {number}": _dry(chance, number % 2) for number in range(1, ruins + 1)}
        self.trees = {f"tree {number}": _dry(chance, number % 2) for number in range(1, 9)}
        self.drawn.clear()
        self.bridge = False

    def place_of(self, name: str) -> complex:
        """Where that is."""
        return {"camp": CAMP, **BANKS, **self.ruins}[name]

    def undrawn(self, *, far: bool) -> list[str]:
        """Ruins on one side of the river that are not on the map yet."""
        return [name for name, place in self.ruins.items() if (place.real > RIVER) == far and name not in self.drawn]


def _dry(chance: Random, far: int) -> complex:
    east = chance.randint(RIVER + 3, int(SIZE.real)) if far else chance.randint(0, RIVER - 3)
    return complex(east, chance.randint(0, int(SIZE.imag)))
