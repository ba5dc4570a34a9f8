"""The logger fells trees, three logs each, and is helpless without a tool."""

from gumption.goap import Domain, Goal, Planner
from gumption.scenarios.woodcutter.deeds import bring, lacking, take_tool, work
from gumption.scenarios.woodcutter.life import Life
from gumption.scenarios.woodcutter.villager import Villager

LOGGER: Planner[Villager] = Planner(
    Domain(
        [
            take_tool(),
            work("cut a log", "tree", "logs", tool=True, effort=3.0, seconds=4.0, words="cuts a log from"),
            bring("logs", 2),
        ],
        goals=[Goal("logs for the market", {lacking("logs"): False})],
    ),
    Life(),
    backoff=4.0,
    name="logger",
)
