"""Heroes wander over a plain full of monsters, who attack whoever comes near, and run home when they are hurt.

All of them check and run. A monster on its way home is fast, and nothing hurts it, until it is there or does something
else. One tick is one second.
"""

# General layout
#   plain         points, and walking from one to another
#   hero          what a hero is
#   hero_flow     how a hero decides
#   monster       what a monster is
#   monster_flow  how a monster decides

from gumption.core.random import RandomStream
from gumption.errors import UsageError, brief
from gumption.scenarios.monsters.hero import NAMES, Hero
from gumption.scenarios.monsters.hero_flow import HERO_SELECTOR
from gumption.scenarios.monsters.monster import Monster
from gumption.scenarios.monsters.monster_flow import MONSTER_SELECTOR
from gumption.scenarios.monsters.plain import any_point
from gumption.world import World

__all__ = ["build"]

MOST_MONSTERS = 10_000


def build(world: World, *, monsters: int = 200, heroes: int = 3) -> None:
    """Add the heroes, who set out from their camp in the middle, and the monsters, each at its home.

    Args:
        world: an empty one.
        monsters: how many live on the plain, at most 10,000.
        heroes: how many set out, from 1 to 6.

    Raises:
        UsageError: there cannot be so many.
    """
    _check("monsters", monsters, 0, MOST_MONSTERS)
    _check("heroes", heroes, 1, len(NAMES))
    party = [Hero(name) for name in NAMES[:heroes]]
    homes = RandomStream(world.seed, 0)
    horde: list[Monster] = []
    for number in range(1, monsters + 1):
        home = any_point(homes)
        horde.append(Monster(f"Monster {number}", home, party, place=home))
    for hero in party:
        hero.foes = horde
        world.add(hero, HERO_SELECTOR)
    for monster in horde:
        world.add(monster, MONSTER_SELECTOR)


def _check(what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise UsageError(f"{brief(count)} {what}", remedy=f"give a number from {least:,} to {most:,}")
