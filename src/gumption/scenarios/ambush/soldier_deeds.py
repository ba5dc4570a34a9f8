"""What a soldier can do: seven actions, each with what it needs and what comes of it."""

from collections.abc import Callable
from typing import Final

from gumption.core.context import Context
from gumption.goap import Action, Domain, Goal, add, at_least, at_most, subtract
from gumption.scenarios.ambush.soldier import CARTRIDGES, COVER, HEALTH, RANGE, Soldier
from gumption.status import Status

Target = Callable[[Soldier], str | None]


def _musket(soldier: Soldier) -> str | None:
    return soldier.nearest(soldier.field.muskets)


def _crate(soldier: Soldier) -> str | None:
    return soldier.nearest(soldier.field.crates)


def _rock(soldier: Soldier) -> str | None:
    return soldier.nearest(soldier.field.rocks)


def _raider(soldier: Soldier) -> str:
    return soldier.field.raider.name


def _way_to(target: Target, effort: float = 1.0) -> Callable[[Soldier], float]:
    def cost(soldier: Soldier) -> float:
        name = target(soldier)
        place = None if name is None else soldier.field.place_of(name)
        return effort if place is None else effort + soldier.way(place)

    return cost


def _pick_up(soldier: Soldier, context: Context) -> Status:
    musket: str = context.target
    if soldier.field.muskets.pop(musket, None) is None:
        return Status.FAILURE
    soldier.musket = musket
    context.say(f"picks up {musket}")
    return Status.SUCCESS


def _fill_pouch(soldier: Soldier, context: Context) -> None:
    soldier.cartridges = CARTRIDGES
    context.say(f"takes {CARTRIDGES} dry cartridges")


def _load(soldier: Soldier, context: Context) -> None:
    soldier.cartridges -= 1
    soldier.loaded = True
    context.say(f"loads; cartridges left: {soldier.cartridges}")


def _bind_up(soldier: Soldier, context: Context) -> None:
    soldier.health = HEALTH
    context.say("has bound his wounds up behind the rock, and is well again")


DEEDS: Final = (
    Action[Soldier](
        "pick up a musket",
        cost=_way_to(_musket),
        preconditions={"armed": False, "muskets": at_least(1)},
        effects={"armed": True, "muskets": subtract(1)},
        target=_musket,
        reach=1.0,
        perform=_pick_up,
    ),
    Action[Soldier](
        "fetch cartridges",
        cost=_way_to(_crate),
        preconditions={"cartridges": 0},
        effects={"cartridges": add(CARTRIDGES)},
        target=_crate,
        reach=1.0,
        perform=_fill_pouch,
    ),
    Action[Soldier](
        "load",
        preconditions={"armed": True, "loaded": False, "cartridges": at_least(1)},
        effects={"loaded": True, "cartridges": subtract(1)},
        duration=3.0,
        perform=_load,
    ),
    Action[Soldier](
        "get near",
        cost=_way_to(_raider),
        preconditions={"loaded": True},
        effects={"near": True, "covered": False},
        target=_raider,
        reach=RANGE - 1.0,
    ),
    Action[Soldier](
        "attack",
        preconditions={"loaded": True, "near": True},
        effects={"loaded": False, "strength": subtract(1)},
        duration=1.0,
        perform=Soldier.shoot,
    ),
    Action[Soldier](
        "take cover",
        cost=_way_to(_rock),
        preconditions={"covered": False},
        effects={"covered": True, "near": False},
        target=_rock,
        reach=COVER,
        perform=Soldier.duck,
    ),
    Action[Soldier](
        "bind up wounds",
        preconditions={"hurt": True, "covered": True},
        effects={"hurt": False},
        duration=4.0,
        perform=_bind_up,
    ),
)

DOMAIN: Domain[Soldier] = Domain(
    DEEDS,
    goals=[Goal("stay alive", {"hurt": False}, priority=10), Goal("stop the raider", {"strength": at_most(0)})],
)
