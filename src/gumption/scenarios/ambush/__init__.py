"""Soldiers lie in ambush for a raider: get a musket, load it, get near, attack; and the world changes under the plan.

A looter takes the muskets, the powder boy brings what need not be fetched any more, showers soak what was loaded, and
the raider rides on and shoots back. Who is hurt takes cover before all else, and goes on afterwards. One tick is one
second.
"""

# General layout
#   field          things and places
#   soldier        what a soldier is
#   soldier_deeds  what he can do
#   soldier_goap   how he decides
#   raider         the raider, and his state machine
#   bystanders     a looter, a powder boy, the weather

from gumption.core.random import RandomStream
from gumption.errors import UsageError, brief
from gumption.scenarios.ambush.bystanders import LOOTER, POWDER_BOY, WEATHER, Looter, PowderBoy, Weather
from gumption.scenarios.ambush.field import Field
from gumption.scenarios.ambush.raider import RAIDER, Raider
from gumption.scenarios.ambush.soldier import Soldier
from gumption.scenarios.ambush.soldier_goap import SOLDIER
from gumption.world import World

__all__ = ["build"]

_NAMES = ("Anselm", "Berta", "Cajus", "Dorn")


def build(
    world: World, *, soldiers: int = 2, muskets: int = 2, looter: bool = True, boy: bool = True, rain: bool = True
) -> None:
    """Add the soldiers, the raider, and whoever else is about.

    Args:
        world: an empty one.
        soldiers: how many lie in ambush, from 1 to 4.
        muskets: how many lie about, from 0 to 8.
        looter: whether somebody carries muskets away.
        boy: whether somebody brings cartridges.
        rain: whether there are showers.

    Raises:
        UsageError: there cannot be so many.
    """
    _check("soldiers", soldiers, 1, len(_NAMES))
    _check("muskets", muskets, 0, 8)
    chance = RandomStream(world.seed, 0)
    raider = Raider()
    field = raider.field = Field(raider)
    for kind, things, count in (
        ("musket", field.muskets, muskets),
        ("crate", field.crates, 2),
        ("rock", field.rocks, 6),
    ):
        for number in range(1, count + 1):
            things[f"{kind} {number}"] = complex(chance.randrange(4, 30), chance.randrange(4, 20))
    for name in _NAMES[:soldiers]:
        soldier = Soldier(name, field)
        field.soldiers.append(soldier)
        world.add(soldier, SOLDIER)
    world.add(raider, RAIDER)
    if looter:
        world.add(Looter(field), LOOTER)
    if boy:
        world.add(PowderBoy(field), POWDER_BOY)
    if rain:
        world.add(Weather(field), WEATHER)


def _check(what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise UsageError(f"{brief(count)} {what}", remedy=f"give a number from {least:,} to {most:,}")
