"""The village: where things are, what lies in the market, and who is at which place."""

from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from gumption.goap import Reservations

Good = Literal["ore", "logs", "branches", "firewood", "tools"]
Kind = Literal["tree", "vein", "scree", "bush", "forge", "block", "stall"]

GOODS: Final[tuple[Good, ...]] = ("ore", "logs", "branches", "firewood", "tools")
ENOUGH: Final = 5
"""Of one good in the market; who brings it has nothing to do then."""
GROWS: Final[dict[Kind, int]] = {"tree": 3, "vein": 6, "scree": 2, "bush": 4}
"""What a place in the wild has to give when it is untouched."""


@dataclass
class Site:
    """A place where something can be done."""

    kind: Kind
    place: complex
    """Paces east, paces north."""
    left: int | None = None
    """What it has to give; None: a workplace, which is there for ever."""


@dataclass
class Village:
    """What all villagers share. Places are known by their names, so that minds that go for them can be saved."""

    size: int
    """Paces from west to east, and from south to north."""
    sites: dict[str, Site] = field(default_factory=dict[str, Site])
    stock: dict[Good, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    claims: Reservations = field(default_factory=Reservations)
    """Who is at which place, or on his way to it."""

    @property
    def market(self) -> complex:
        """The middle."""
        return complex(self.size // 2, self.size // 2)

    def build(self, kind: Kind, count: int, chance: Random) -> None:
        """Have so many workplaces of a kind, not far from the market."""
        for number in range(1, count + 1):
            self.sites[f"{kind} {number}"] = Site(kind, self.market + self._step(3, chance))

    def scatter(self, kind: Kind, count: int, chance: Random) -> None:
        """Have so many places of a kind in the wild."""
        for number in range(1, count + 1):
            place = complex(chance.randrange(self.size), chance.randrange(self.size))
            self.sites[f"{kind} {number}"] = Site(kind, place, GROWS[kind])

    def pitch(self, owner: str, chance: Random) -> str:
        """Have a stall in the market for one villager; gives its name."""
        name = f"stall of {owner}"
        self.sites[name] = Site("stall", self.market + self._step(1, chance))
        return name

    def nearest(self, kind: Kind, place: complex, holder: int) -> str | None:
        """The nearest place of a kind that has something to give, and that nobody else has claimed."""
        names = (
            name
            for name, site in self.sites.items()
            if site.kind == kind and site.left != 0 and self.claims.is_free(name, holder)
        )
        return min(names, key=lambda name: abs(self.sites[name].place - place), default=None)

    def take(self, good: Good, count: int) -> bool:
        """Take something out of the market. Returns whether there was enough; if not, nothing is taken."""
        if self.stock[good] < count:
            return False
        self.stock[good] -= count
        return True

    def _step(self, far: int, chance: Random) -> complex:
        return complex(chance.randint(-far, far), chance.randint(-far, far))
