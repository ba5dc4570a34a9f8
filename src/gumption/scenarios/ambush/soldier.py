"""A soldier: what he has, how he is, and what happens to him."""

from dataclasses import dataclass, field
from typing import Final

from gumption.core.context import Context
from gumption.scenarios.ambush.field import CAMP, Field

HEALTH: Final = 4
HURT_BELOW: Final = 3
RANGE: Final = 6.0
"""Paces that a musket carries."""
COVER: Final = 0.5
"""Paces from a rock at which it gives cover."""
HITS: Final = 0.65
"""Chance that a shot does."""
CARTRIDGES: Final = 2
"""That are taken out of a crate."""


@dataclass
class Soldier:
    """One who lies in ambush."""

    name: str
    field: Field = field(repr=False)
    place: complex = CAMP
    health: int = HEALTH
    musket: str | None = None
    loaded: bool = False
    cartridges: int = 0

    @property
    def hurt(self) -> bool:
        """Whether nothing else matters."""
        return self.health < HURT_BELOW

    @property
    def covered(self) -> bool:
        """Whether he is behind a rock."""
        return any(abs(rock - self.place) <= COVER for rock in self.field.rocks.values())

    @property
    def near(self) -> bool:
        """Whether the raider is in range."""
        return self.way(self.field.raider.place) <= RANGE

    def way(self, place: complex) -> float:
        """Paces."""
        return abs(place - self.place)

    def nearest(self, things: dict[str, complex]) -> str | None:
        """The one that is nearest to him."""
        return min(things, key=lambda name: self.way(things[name]), default=None)

    def duck(self, context: Context) -> None:
        """Behind the rock where he is."""
        context.say("ducks behind a rock")

    def shoot(self, context: Context) -> None:
        """Fire; perhaps it hits."""
        self.loaded = False
        raider = self.field.raider
        if context.random.random() < HITS:
            raider.strength -= 1
            raider.struck = True
            context.say(f"fires, and hits {raider.name}" + ("" if raider.strength else ", who falls"))
        else:
            context.say("fires, and misses")

    def suffer(self, context: Context) -> None:
        """Be hit. Soldiers do not die."""
        self.health = max(self.health - 1, 1)
        context.say(f"hits {self.name}, who is {'badly hurt' if self.hurt else 'scratched'}")

    def get_wet(self) -> bool:
        """What is in his pouch and in the barrel is of no use any more. Returns whether there was something."""
        had = self.cartridges > 0 or self.loaded
        self.cartridges, self.loaded = 0, False
        return had

    def lay_down(self) -> None:
        """Leave the musket where he is."""
        if self.musket is not None:
            self.field.muskets[self.musket] = self.place
        self.musket, self.loaded, self.cartridges = None, False, 0
