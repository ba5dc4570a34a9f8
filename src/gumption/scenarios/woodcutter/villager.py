"""A villager: where he is, what he carries, and how much his tool still stands."""

from dataclasses import dataclass, field
from typing import Final

from gumption.core.context import Context
from gumption.scenarios.woodcutter.village import GOODS, Good, Kind, Village

TOOL_USES: Final = 5
"""What a tool stands at most."""
BREAKS: Final = 0.08
"""Chance of breaking at each use before that."""

Delivered = Good | None


@dataclass
class Villager:
    """One of the village, whatever the trade."""

    name: str
    trade: str
    village: Village = field(repr=False)
    stall: str
    place: complex
    id: int = 0
    """Of the entity: claims are made with it."""
    uses: int = 0
    """What the tool still stands; 0: there is none."""
    delivered: Delivered = None
    """The good that has just been brought to the market."""
    pack: dict[Good, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    """What is carried."""

    def nearest(self, kind: Kind) -> str | None:
        """The nearest place of a kind that is free."""
        return self.village.nearest(kind, self.place, self.id)

    def way(self, site: str) -> float:
        """Paces to a place."""
        return abs(self.village.sites[site].place - self.place)

    def walk(self, site: str) -> None:
        """A pace towards it."""
        way = self.village.sites[site].place - self.place
        self.place += way / max(abs(way), 1.0)

    def wear_tool(self, context: Context) -> None:
        """Use the tool once; that may have been too much."""
        self.uses -= 1
        if self.uses > 0 and context.random.random() < BREAKS:
            self.uses = 0
            context.say("hears a crack: the tool breaks")
        elif self.uses == 0:
            context.say("throws the worn-out tool away")
