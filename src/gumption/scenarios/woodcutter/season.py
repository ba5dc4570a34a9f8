"""What happens by itself: the hearth burns the village's firewood, and the wild grows again."""

from dataclasses import dataclass, field
from typing import Final

from gumption.bt import Tree, cooldown, do, eager_sequence, force_success, probability
from gumption.core.context import Context
from gumption.scenarios.woodcutter.village import GROWS, Kind, Village

BURNS: Final = 5.0
"""Seconds that a piece of firewood lasts."""
GROWTH: Final = 0.1
"""Chance a tick that some bare place grows again."""

_WORDS: Final[dict[Kind, str]] = {
    "tree": "lets a tree grow",
    "bush": "lets branches grow",
    "vein": "lays a new vein open",
    "scree": "washes ore down",
}


@dataclass
class Season:
    """Nobody, but it has a mind: a behaviour tree."""

    village: Village = field(repr=False)
    name: str = "The year"
    warm: bool = True
    """Whether the hearth burns."""

    def burn(self, context: Context) -> None:
        """A piece of firewood."""
        warm = self.village.take("firewood", 1)
        if warm != self.warm:
            context.say("sees the hearth burn again" if warm else "lets the hearth go out: there is no firewood left")
        self.warm = warm

    def grow(self, context: Context) -> None:
        """One bare place, if there is any."""
        bare = [name for name, site in self.village.sites.items() if site.left == 0]
        if bare:
            name = context.random.choice(bare)
            site = self.village.sites[name]
            site.left = GROWS[site.kind]
            context.say(f"{_WORDS[site.kind]} at {name}")


SEASON: Tree[Season] = Tree(
    eager_sequence(
        force_success(cooldown(BURNS, do(Season.burn))),
        force_success(probability(GROWTH, do(Season.grow))),
    ),
    name="year",
)
