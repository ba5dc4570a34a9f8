"""Miner Bob digs, drinks, saves and sleeps; Elsa keeps house and cooks him stew.

The example world of Mat Buckland, "Programming Game AI by Example" (2005), chapter 2, with numbers of our own. One tick
is one second.
"""

# General layout
#   miner       Bob: his needs and deeds
#   miner_fsm   how he decides, as a state machine
#   miner_bt    how he decides, as a behaviour tree
#   miner_flow  how he decides, as nodes that check and run
#   miner_goap  how he decides, as a planner
#   elsa        Elsa, and her state machine

from typing import Literal

from gumption.core.mind import Definition
from gumption.scenarios.westworld.elsa import WIFE_MACHINE, Wife
from gumption.scenarios.westworld.miner import Miner
from gumption.scenarios.westworld.miner_bt import MINER_TREE
from gumption.scenarios.westworld.miner_flow import MINER_SELECTOR
from gumption.scenarios.westworld.miner_fsm import MINER_MACHINE
from gumption.scenarios.westworld.miner_goap import MINER_PLANNER
from gumption.world import World

__all__ = ["build"]

_MINDS: dict[str, Definition[Miner]] = {
    "fsm": MINER_MACHINE,
    "bt": MINER_TREE,
    "goap": MINER_PLANNER,
    "flow": MINER_SELECTOR,
}


def build(world: World, *, mind: Literal["fsm", "bt", "goap", "flow", "all"] = "fsm", elsa: bool = True) -> None:
    """Add Bob, and Elsa.

    Args:
        world: an empty one.
        mind: how Bob thinks; all: four Bobs who live the same life, each by his own way of thinking.
        elsa: whether Bob is married; four Bobs have four Elsas.
    """
    for kind in _MINDS if mind == "all" else [mind]:
        mark = f" ({kind})" if mind == "all" else ""
        bob = Miner(f"Bob{mark}")
        his = world.add(bob, _MINDS[kind])
        if elsa:
            wife = Wife(f"Elsa{mark}", husband=his.id)
            bob.wife = world.add(wife, WIFE_MACHINE).id
