"""The miner digs ore with a tool, or picks it up by hand where no tool is to be had. That takes its time."""

from gumption.goap import Domain, Goal, Planner
from gumption.scenarios.woodcutter.deeds import bring, lacking, take_tool, work
from gumption.scenarios.woodcutter.life import Life
from gumption.scenarios.woodcutter.villager import Villager

MINER: Planner[Villager] = Planner(
    Domain(
        [
            take_tool(),
            work("dig ore", "vein", "ore", tool=True, effort=2.0, seconds=3.0, words="digs ore out of"),
            work("pick up ore", "scree", "ore", effort=14.0, seconds=8.0, words="picks up a lump of ore on"),
            bring("ore", 2),
        ],
        goals=[Goal("ore for the market", {lacking("ore"): False})],
    ),
    Life(),
    backoff=4.0,
    name="miner",
)
