"""A village of four trades that live by plans, and of each other's work.

The blacksmith needs ore and wood for tools, the others need tools, which wear out and break. All of them go for the
nearest place that nobody else is at, and whatever lies in the market is there for whoever comes first: plans are made,
given up, and made anew. In the spirit of the tutorials by which most people meet planning for games; the rules and the
numbers are our own. One tick is one second.
"""

# General layout
#   village     places, the market, and who is where
#   villager    what a villager is
#   deeds       the actions that trades have in common
#   life        what planners ask a villager, and tell
#   blacksmith  makes tools
#   logger      fells trees
#   miner       digs ore
#   cutter      splits logs, and gathers branches
#   season      what happens by itself

from gumption.core.random import RandomStream
from gumption.errors import UsageError, brief
from gumption.goap import Planner
from gumption.scenarios.woodcutter.blacksmith import BLACKSMITH
from gumption.scenarios.woodcutter.cutter import CUTTER
from gumption.scenarios.woodcutter.logger import LOGGER
from gumption.scenarios.woodcutter.miner import MINER
from gumption.scenarios.woodcutter.season import SEASON, Season
from gumption.scenarios.woodcutter.village import Village
from gumption.scenarios.woodcutter.villager import Villager
from gumption.world import World

__all__ = ["build"]

_NAMES = {
    "blacksmith": ("Alda", "Bruno", "Cleo", "Drees"),
    "logger": ("Espen", "Frida", "Gorm", "Hilde"),
    "miner": ("Ivo", "Jorun", "Kuno", "Liv"),
    "wood cutter": ("Mats", "Nele", "Odo", "Petra"),
}
_PLANNERS: dict[str, Planner[Villager]] = {
    "blacksmith": BLACKSMITH,
    "logger": LOGGER,
    "miner": MINER,
    "wood cutter": CUTTER,
}
_SMALLEST, _LARGEST = 8, 200


def build(
    world: World, *, blacksmiths: int = 1, loggers: int = 2, miners: int = 1, cutters: int = 2, size: int = 20
) -> None:
    """Add the villagers, and the year.

    Args:
        world: an empty one.
        blacksmiths: how many forge tools, from 0 to 4.
        loggers: how many fell trees, from 0 to 4.
        miners: how many dig ore, from 0 to 4.
        cutters: how many split logs and gather branches, from 0 to 4.
        size: paces from one end of the map to the other, from 8 to 200.

    Raises:
        UsageError: there cannot be so many.
    """
    counts = {"blacksmith": blacksmiths, "logger": loggers, "miner": miners, "wood cutter": cutters}
    for trade, count in counts.items():
        _check(f"{trade}s", count, 0, len(_NAMES[trade]))
    _check("paces", size, _SMALLEST, _LARGEST)
    chance = RandomStream(world.seed, 0)
    village = Village(size)
    village.stock.update({"ore": 1, "logs": 1, "branches": 2, "firewood": 2, "tools": 2})
    village.build("forge", 1, chance)
    village.build("block", 1, chance)
    village.scatter("tree", 6, chance)
    village.scatter("vein", 2, chance)
    village.scatter("scree", 2, chance)
    village.scatter("bush", 3, chance)
    for trade, count in counts.items():
        for name in _NAMES[trade][:count]:
            villager = Villager(name, trade, village, village.pitch(name, chance), village.market)
            villager.id = world.add(villager, _PLANNERS[trade]).id
    world.add(Season(village), SEASON)


def _check(what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise UsageError(f"{brief(count)} {what}", remedy=f"give a number from {least:,} to {most:,}")
