"""An explorer maps a valley, with all four ways to decide in one mind: check and run, a planner, a tree, a machine.

On top a selector: flee from the bear, work, rest. Her work is a plan: fetch the rope, build a bridge, cross over, draw
the ruins, write up. A bridge is built by a state machine, a ruin drawn by a behaviour tree; both lie in the planner,
and the planner in the selector, on one clock and in one trace. What was done before she fled is not done again. One
tick is one second.
"""

# General layout
#   valley         places
#   explorer       what she is
#   explorer_flow  the uppermost mind: check and run
#   errands        beneath it: the planner
#   bridge         beneath that: a state machine
#   survey         and a behaviour tree
#   nature         bears and the river

from gumption.core.random import RandomStream
from gumption.errors import UsageError, brief
from gumption.scenarios.expedition.explorer import Explorer
from gumption.scenarios.expedition.explorer_flow import EXPLORER
from gumption.scenarios.expedition.nature import BEAR, RIVER_TREE, Bear, River
from gumption.scenarios.expedition.valley import SIZE, Valley
from gumption.world import World

__all__ = ["build"]


def build(world: World, *, ruins: int = 4, bears: int = 1, floods: bool = True) -> None:
    """Add the explorer, the bears and the river.

    Args:
        world: an empty one.
        ruins: how many there are in a valley, from 1 to 20.
        bears: how many roam there, from 0 to 9.
        floods: whether the river rises.

    Raises:
        UsageError: there cannot be so many.
    """
    _check("ruins", ruins, 1, 20)
    _check("bears", bears, 0, 9)
    chance = RandomStream(world.seed, 0)
    valley = Valley()
    valley.strew(ruins, chance)
    explorer = Explorer("Ottilie", valley)
    world.add(explorer, EXPLORER)
    for number in range(1, bears + 1):
        bear = Bear(explorer, f"Bear {number}", SIZE, SIZE)
        valley.bears.append(bear)
        world.add(bear, BEAR)
    if floods:
        world.add(River(valley), RIVER_TREE)


def _check(what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        raise UsageError(f"{brief(count)} {what}", remedy=f"give a number from {least:,} to {most:,}")
