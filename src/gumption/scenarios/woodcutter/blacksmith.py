"""The blacksmith makes tools of ore, with a handle made of a log or, where somebody took the last one, of branches."""

from gumption.goap import Domain, Goal, Planner
from gumption.scenarios.woodcutter.deeds import bring, fetch, lacking, work
from gumption.scenarios.woodcutter.life import Life
from gumption.scenarios.woodcutter.villager import Villager

BLACKSMITH: Planner[Villager] = Planner(
    Domain(
        [
            fetch("ore"),
            fetch("logs"),
            fetch("branches", 2),
            work(
                "forge a tool", "forge", "tools",
                of={"ore": 1, "logs": 1}, effort=3.0, seconds=4.0, words="hammers out a tool at",
            ),
            work(
                "bind a tool", "forge", "tools",
                of={"ore": 1, "branches": 2}, effort=8.0, seconds=7.0, words="binds a tool with branches at",
            ),
            bring("tools", 1),
        ],
        goals=[Goal("tools for the market", {lacking("tools"): False})],
    ),
    Life(),
    backoff=4.0,
    name="blacksmith",
)  # fmt: skip
