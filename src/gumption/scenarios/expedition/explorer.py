"""The explorer: where she is, what she carries, how tired she is. What she does, her minds decide."""

from dataclasses import dataclass, field
from typing import Final

from gumption.core.context import Context
from gumption.scenarios.expedition.valley import CAMP, RIVER, Valley, walk

FRESH: Final = 60
"""Energy after a good rest; a pace costs one, and work two."""
PACE: Final = 1.0
RUN: Final = 2.0
ALARM: Final = 5.0
"""Paces from a bear at which she gets afraid."""
CALM: Final = 8.0
"""Paces at which she is not any more. More than the above: she does not waver at the border."""


@dataclass
class Explorer:
    """One who draws maps."""

    name: str
    valley: Valley = field(repr=False)
    place: complex = CAMP
    energy: int = FRESH
    tired: bool = False
    """From exhaustion until she is fresh again."""
    afraid: bool = False
    rope: bool = False
    planks: int = 0
    mapped: bool = False
    """The map of this valley is done."""
    maps: int = 0

    @property
    def across(self) -> bool:
        """Whether she is on the far side of the river."""
        return self.place.real > RIVER

    @property
    def refuge(self) -> complex:
        """The nearest tree that can be climbed, on this side."""
        trees = self.valley.trees.values()
        return min((tree for tree in trees if (tree.real > RIVER) == self.across), key=lambda it: abs(it - self.place))

    @property
    def hidden(self) -> bool:
        """Whether she sits in a tree."""
        return self.place in self.valley.trees.values()

    def listen(self) -> None:
        """Where are the bears?"""
        nearest = min(abs(bear.place - self.place) for bear in self.valley.bears)
        self.afraid = nearest < (CALM if self.afraid else ALARM)

    def nearest_ruin(self, *, far: bool) -> str | None:
        """That is still to be drawn, on one side of the river."""
        names = self.valley.undrawn(far=far)
        return min(names, key=lambda name: self.way(name), default=None)

    def way(self, name: str) -> float:
        """Paces."""
        return abs(self.valley.place_of(name) - self.place)

    def walk(self, name: str) -> None:
        """A pace towards a place."""
        walk(self, self.valley.place_of(name), PACE)
        self.spend(1)

    def spend(self, energy: int) -> None:
        """Get a little more tired."""
        self.energy = max(self.energy - energy, 0)
        self.tired = self.tired or self.energy == 0

    def take_rope(self, context: Context) -> None:
        """Out of the tent."""
        self.rope = True
        context.say("takes the rope out of the tent")

    def swim(self, context: Context) -> None:
        """There is no bridge any more."""
        self.place = self.valley.place_of("near bank")
        self.spend(10)
        context.say("swims back through the cold river")

    def write_up(self, context: Context) -> None:
        """All is drawn."""
        self.mapped = True
        self.maps += 1
        context.say(f"inks the map at the camp: her work number {self.maps}")
