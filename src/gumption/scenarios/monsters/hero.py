"""A hero: wanders, strikes what attacks, and rests in the camp."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gumption.scenarios.monsters.plain import CAMP

if TYPE_CHECKING:
    from gumption.scenarios.monsters.monster import Monster

NAMES: Final = ("Ada", "Brom", "Cyra", "Dirk", "Edda", "Falk")
HEALTH: Final = 20
HURT_BELOW: Final = 10
"""Health with which a hero leaves for the camp; whoever rests goes on until all is well."""
SPEED: Final = 3.0
REACH: Final = 3.0
"""Metres that the sword reaches."""


@dataclass
class Hero:
    """What a hero is."""

    name: str
    place: complex = CAMP
    health: int = HEALTH
    resting: bool = False
    foes: list["Monster"] = field(default_factory=list["Monster"], repr=False)
    """All monsters of the plain."""

    @property
    def speed(self) -> float:
        """Metres a second."""
        return SPEED

    @property
    def foe(self) -> "Monster | None":
        """The first monster that attacks and is in reach."""
        return next((each for each in self.foes if each.hunting and abs(each.place - self.place) <= REACH), None)

    @property
    def is_attacked(self) -> bool:
        """Whether there is somebody to strike."""
        return self.foe is not None

    def suffer(self) -> None:
        """Be bitten. Heroes do not die."""
        self.health = max(self.health - 1, 0)
