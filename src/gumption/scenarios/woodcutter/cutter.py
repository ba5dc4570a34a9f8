"""The wood cutter splits logs and gathers branches: whichever the market lacks more, unless it is a close thing."""

from collections.abc import Callable
from typing import Final

from gumption.goap import Domain, Goal, Planner
from gumption.scenarios.woodcutter.deeds import bring, fetch, lacking, take_tool, work
from gumption.scenarios.woodcutter.life import Life
from gumption.scenarios.woodcutter.village import ENOUGH, Good
from gumption.scenarios.woodcutter.villager import Villager

STUBBORN: Final = 2.0
"""How many more of the other good have to be lacking before the one at hand is left for it."""


def lack(good: Good) -> Callable[[Villager], float]:
    """How much of a good the market lacks."""
    return lambda villager: max(ENOUGH - villager.village.stock[good], 0)


CUTTER: Planner[Villager] = Planner(
    Domain(
        [
            take_tool(),
            fetch("logs"),
            work(
                "split a log", "block", "firewood", 2,
                of={"logs": 1}, tool=True, effort=2.0, seconds=3.0, words="splits a log on",
            ),
            work("gather branches", "bush", "branches", effort=2.0, seconds=2.0, words="gathers branches under"),
            bring("firewood", 2),
            bring("branches", 2),
        ],
        goals=[
            Goal("firewood for the market", {lacking("firewood"): False}, priority=lack("firewood")),
            Goal("branches for the market", {lacking("branches"): False}, priority=lack("branches")),
        ],
    ),
    Life(),
    hysteresis=STUBBORN,
    backoff=4.0,
    name="wood cutter",
)  # fmt: skip
