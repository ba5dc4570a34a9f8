"""What the trades have in common: fetching from the market, bringing to it, working somewhere, with a tool or not."""

from collections.abc import Callable, Mapping
from typing import Final

from gumption.core.context import Context
from gumption.goap import Action, add, at_least, subtract
from gumption.goap.vocabulary import Change, Condition
from gumption.scenarios.woodcutter.village import Good, Kind
from gumption.scenarios.woodcutter.villager import TOOL_USES, Villager
from gumption.status import Status

REACH: Final = 1.0
"""Paces from which a place can be worked at."""


def own(good: Good) -> str:
    """What the good is called in plans when the villager carries it."""
    return f"own {good}"


def lacking(good: Good) -> str:
    """What plans call it that the market has not enough of the good."""
    return f"{good} lacking"


def fetch(good: Good, count: int = 1) -> Action[Villager]:
    """Buy something at the stall: impossible from the moment in which somebody else has bought the last one."""

    def perform(villager: Villager, context: Context) -> Status:
        if not villager.village.take(good, count):
            return Status.FAILURE
        villager.pack[good] += count
        context.say(f"fetches {_told(good, count)} from the market; {villager.village.stock[good]} left")
        return Status.SUCCESS

    return Action(
        f"fetch {good}",
        cost=_market(1.0),
        preconditions={good: at_least(count)},
        effects={good: subtract(count), own(good): add(count)},
        target=_stall,
        reach=REACH,
        perform=perform,
    )


def bring(good: Good, count: int) -> Action[Villager]:
    """Carry a load to the market."""

    def perform(villager: Villager, context: Context) -> None:
        villager.pack[good] -= count
        villager.village.stock[good] += count
        villager.delivered = good
        context.say(f"brings {_told(good, count)} to the market, where there are {villager.village.stock[good]} now")

    return Action(
        f"bring {good}",
        cost=_market(1.0),
        preconditions={own(good): at_least(count)},
        effects={own(good): subtract(count), good: add(count), lacking(good): False},
        target=_stall,
        reach=REACH,
        perform=perform,
    )


def _take_tool(villager: Villager, context: Context) -> Status:
    if not villager.village.take("tools", 1):
        return Status.FAILURE
    villager.uses = TOOL_USES
    context.say(f"takes a tool; {villager.village.stock['tools']} left")
    return Status.SUCCESS


def take_tool() -> Action[Villager]:
    """Once the old one is gone."""
    return Action(
        "take a tool",
        cost=_market(2.0),
        preconditions={"uses": 0, "tools": at_least(1)},
        effects={"uses": TOOL_USES, "tools": subtract(1)},
        target=_stall,
        reach=REACH,
        perform=_take_tool,
    )


def work(
    name: str,
    at: Kind,
    makes: Good,
    count: int = 1,
    *,
    of: Mapping[Good, int] | None = None,
    tool: bool = False,
    effort: float,
    seconds: float,
    words: str,
) -> Action[Villager]:
    """Make or find something at the nearest free place of a kind. What it costs includes the way to there.

    Args:
        name: of the action.
        at: the kind of place.
        makes: the good that comes of it.
        count: how many of it.
        of: what it is made of.
        tool: whether that takes a tool, and wears it.
        effort: the cost without the way.
        seconds: how long it takes.
        words: for the story; the place's name comes behind them.
    """
    parts = dict(of or {})
    preconditions: dict[str, Condition] = {own(part): at_least(needed) for part, needed in parts.items()}
    effects: dict[str, Change] = {own(part): subtract(needed) for part, needed in parts.items()}
    effects[own(makes)] = add(count)
    if tool:
        preconditions["uses"], effects["uses"] = at_least(1), subtract(1)

    def target(villager: Villager) -> str | None:
        return villager.nearest(at)

    def cost(villager: Villager) -> float:
        site = villager.nearest(at)
        return effort if site is None else effort + villager.way(site)

    def perform(villager: Villager, context: Context) -> None:
        name: str = context.target
        site = villager.village.sites[name]
        if site.left is not None:
            site.left -= 1
        for part, needed in parts.items():
            villager.pack[part] -= needed
        villager.pack[makes] += count
        context.say(f"{words} {name}" + (", which has no more to give" if site.left == 0 else ""))
        if tool:
            villager.wear_tool(context)

    return Action(
        name,
        cost=cost,
        preconditions=preconditions,
        effects=effects,
        duration=seconds,
        target=target,
        reach=REACH,
        perform=perform,
    )


def _stall(villager: Villager) -> str:
    return villager.stall


def _market(effort: float) -> Callable[[Villager], float]:
    return lambda villager: effort + villager.way(villager.stall)


def _told(good: Good, count: int) -> str:
    return good if count != 1 or good == "ore" else {"logs": "one log", "tools": "one tool"}.get(good, good)
