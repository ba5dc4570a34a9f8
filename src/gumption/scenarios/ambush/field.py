"""The field: where muskets, cartridges and rocks are, who is about, and what a shower does."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from gumption.scenarios.ambush.raider import Raider
    from gumption.scenarios.ambush.soldier import Soldier

ROAD: Final = (complex(12, 8), complex(30, 8), complex(30, 18), complex(12, 18))
"""Where the raider rides, round and round."""
CAMP: Final = complex(2, 2)


class Walker(Protocol):
    """Whoever has a place, and walks."""

    place: complex


def walk(walker: Walker, goal: complex, pace: float = 1.0) -> bool:
    """A step; returns whether it led there."""
    way = goal - walker.place
    walker.place += way if abs(way) <= pace else way * (pace / abs(way))
    return abs(way) <= pace


@dataclass
class Field:
    """What all share. Things are known by their names, so that minds that go for them can be saved."""

    raider: "Raider"
    muskets: dict[str, complex] = field(default_factory=dict[str, complex])
    """Those that lie somewhere."""
    crates: dict[str, complex] = field(default_factory=dict[str, complex])
    """Dry cartridges, as many as anybody wants."""
    rocks: dict[str, complex] = field(default_factory=dict[str, complex])
    soldiers: list["Soldier"] = field(default_factory=list["Soldier"])

    def place_of(self, name: str) -> complex | None:
        """Where the thing of that name is now; None: nowhere, somebody carries it."""
        if name == self.raider.name:
            return self.raider.place
        return {**self.muskets, **self.crates, **self.rocks}.get(name)
