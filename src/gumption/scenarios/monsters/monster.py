"""A monster: has a home, patrols around it, and attacks heroes that come near."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from gumption.scenarios.monsters.hero import Hero

ATTACK_WITHIN: Final = 10.0
"""Metres from a hero at which a monster attacks."""
LOST_BEYOND: Final = 15.0
"""Metres from all heroes at which it gives up. More than the above: it does not waver at the border."""
FAR_FROM_HOME: Final = 20.0
"""Metres from its home at which it turns back; it goes all the way then."""
HEALTH: Final = 4
HURT_BELOW: Final = 2
SPEED: Final = 2.5
HOMING_SPEED: Final = 6.0
REACH: Final = 2.0
"""Metres that it bites."""


@dataclass
class Monster:
    """What a monster is."""

    name: str
    home: complex
    heroes: Sequence[Hero] = field(repr=False)
    place: complex
    health: int = HEALTH
    hunting: bool = False
    homing: bool = False
    """On its way home: fast, and nothing hurts it."""

    @property
    def speed(self) -> float:
        """Metres a second."""
        return HOMING_SPEED if self.homing else SPEED

    @property
    def from_home(self) -> float:
        """Metres."""
        return abs(self.place - self.home)

    @property
    def prey(self) -> Hero:
        """The hero who is nearest."""
        return min(self.heroes, key=lambda hero: abs(hero.place - self.place))

    @property
    def from_prey(self) -> float:
        """Metres to the nearest hero."""
        return abs(self.prey.place - self.place)

    def suffer(self) -> None:
        """Be struck."""
        if not self.homing:
            self.health = max(self.health - 1, 0)

    @contextmanager
    def on_its_way_home(self) -> "Generator[None]":
        """Fast and safe inside the block, whichever way that is left."""
        self.homing = True
        try:
            yield
        finally:
            self.homing = False

    @contextmanager
    def on_the_hunt(self) -> "Generator[None]":
        """Known as an attacker inside the block."""
        self.hunting = True
        try:
            yield
        finally:
            self.hunting = False
