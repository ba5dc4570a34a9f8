"""Domains of public GOAP examples, in our own words, with their cheapest plans.

A domain is a recipe over a vocabulary, so that `gumption.goap` and the oracle `tests.goap.brute` both can cook it.
Optima: exhaustive search over each example's structure; where a source gives no costs, each action costs 1.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Recipe = Callable[[Any], Any]


@dataclass(frozen=True)
class Case:
    """One question put to a domain; `cost` None: there is no plan. `steps` None: only the cost is told."""

    name: str
    recipe: Recipe
    start: Mapping[str, Any]
    goal: Callable[[Any], Mapping[str, Any]]
    cost: float | None
    steps: tuple[str, ...] | None = None
    length: int | None = None


def told(**goal: Any) -> Callable[[Any], Mapping[str, Any]]:
    """A goal of plain values."""
    return lambda v: goal


def soldier(v: Any, blast: float = 1) -> Any:
    """stolk/GPGOAP, README.md and main.c: eight facts, seven actions; the bomb kills both."""
    return v.Domain(
        [
            v.Action("look out", preconditions={"has_rifle": True}, effects={"foe_seen": True}),
            v.Action("close in", preconditions={"foe_seen": True}, effects={"foe_close": True}),
            v.Action("take aim", preconditions={"foe_seen": True, "rifle_ready": True}, effects={"on_target": True}),
            v.Action("fire", preconditions={"on_target": True}, effects={"foe_lives": False}),
            v.Action("make ready", preconditions={"has_rifle": True}, effects={"rifle_ready": True}),
            v.Action(
                "light bomb",
                cost=blast,
                preconditions={"has_bomb": True, "foe_close": True},
                effects={"lives": False, "foe_lives": False},
            ),
            v.Action("run away", preconditions={"foe_seen": True}, effects={"foe_close": False}),
        ]
    )


SENTRY = {"has_rifle": True, "has_bomb": True, "foe_lives": True, "lives": True}


def many_at_once(v: Any) -> Any:
    """stolk/GPGOAP #9: counting the facts that differ overestimates, for one action settles six."""
    everything = dict.fromkeys("abcdef", True)
    halfway = {"a": True, "b": False}
    return v.Domain(
        [
            v.Action("first alone", cost=2, effects={"a": True}),
            v.Action("first two", cost=1, effects={"a": True, "b": True}),
            v.Action("all for one", cost=1, preconditions=halfway, effects=everything),
            v.Action("all for five", cost=5, preconditions={"a": True, "b": True}, effects=everything),
        ]
    )


def duellist(v: Any) -> Any:
    """cpowell/cppGOAP, the assassin: twelve facts, twelve actions; first a weapon in hand, then a dear search.

    Rebuilt from its documented numbers and optimal plans; its source was not at hand.
    """
    unaware = {"foe_seen": False, "armed": True}
    return v.Domain(
        [
            v.Action("creep about", cost=250, preconditions=unaware, effects={"foe_seen": True}),
            v.Action("rush about", cost=150, preconditions=unaware, effects={"foe_seen": True}),
            v.Action(
                "step to shooting range",
                cost=2,
                preconditions={"foe_seen": True, "foe_dead": False, "at_range": False, "pistol_loaded": True},
                effects={"at_range": True},
            ),
            v.Action(
                "step to stabbing range",
                cost=4,
                preconditions={"foe_seen": True, "foe_dead": False, "at_arms_length": False},
                effects={"at_arms_length": True},
            ),
            v.Action(
                "load",
                cost=2,
                preconditions={"has_powder": True, "pistol_loaded": False, "pistol_out": True},
                effects={"pistol_loaded": True, "has_powder": False},
            ),
            v.Action(
                "draw pistol",
                preconditions={"has_pistol": True, "armed": False, "pistol_out": False},
                effects={"pistol_out": True, "armed": True},
            ),
            v.Action(
                "put pistol away",
                preconditions={"armed": True, "pistol_out": True},
                effects={"pistol_out": False, "armed": False},
            ),
            v.Action(
                "draw dagger",
                preconditions={"has_dagger": True, "armed": False, "dagger_out": False},
                effects={"dagger_out": True, "armed": True},
            ),
            v.Action(
                "put dagger away",
                preconditions={"armed": True, "dagger_out": True},
                effects={"dagger_out": False, "armed": False},
            ),
            v.Action(
                "shoot",
                cost=3,
                preconditions={
                    "foe_seen": True,
                    "foe_dead": False,
                    "pistol_out": True,
                    "pistol_loaded": True,
                    "at_range": True,
                },
                effects={"foe_dead": True},
            ),
            v.Action(
                "stab",
                cost=3,
                preconditions={"foe_seen": True, "foe_dead": False, "dagger_out": True, "at_arms_length": True},
                effects={"foe_dead": True},
            ),
            v.Action(
                "blow up both",
                cost=30,
                preconditions={"foe_seen": True, "foe_dead": False, "at_range": True},
                effects={"foe_dead": True, "dead": True},
            ),
        ]
    )


DUEL = {"has_powder": True, "has_dagger": True, "has_pistol": True}
won = told(foe_dead=True, dead=False, armed=True)


def torpedo(v: Any) -> Any:
    """cpowell/cppGOAP, the war game: which search pattern fits depends on whether contact was lost."""
    return v.Domain(
        [
            v.Action("spiral", cost=5, preconditions={"contact": False, "lost": True}, effects={"contact": True}),
            v.Action("zigzag", cost=5, preconditions={"contact": False, "lost": False}, effects={"contact": True}),
            v.Action("run in", cost=5, preconditions={"contact": True, "sunk": False}, effects={"in_reach": True}),
            v.Action(
                "explode",
                cost=5,
                preconditions={"in_reach": True, "contact": True, "sunk": False},
                effects={"sunk": True},
            ),
        ]
    )


def smithy(v: Any) -> Any:
    """luxkun/ReGoap, ReGoapTests.cs, both test domains in one: making an axe uses its parts up."""
    return v.Domain(
        [
            v.Action("strike", cost=4, preconditions={"wields": True, "near_foe": True}, effects={"foe_slain": True}),
            v.Action("wield axe", cost=1, preconditions={"axe": True}, effects={"wields": True}),
            v.Action("walk to foe", cost=3, preconditions={"foe_known": True}, effects={"near_foe": True}),
            v.Action(
                "fit axe",
                cost=10,
                preconditions={"shaft": True, "head": True},
                effects={"axe": True, "shaft": False, "head": False},
            ),
            v.Action("fell tree", cost=2, effects={"log": True}),
            v.Action("carve shaft", cost=5, preconditions={"log": True}, effects={"shaft": True, "log": False}),
            v.Action("dig ore", cost=10, effects={"ore": True}),
            v.Action("cast head", cost=10, preconditions={"ore": True}, effects={"head": True, "ore": False}),
        ]
    )


def orchard(v: Any) -> Any:
    """luxkun/ReGoap #25: both fruits need the place, which must be gone to first, and once."""
    return v.Domain(
        [
            v.Action("pick apple", cost=1, preconditions={"at": "orchard"}, effects={"apple": True}),
            v.Action("pick peach", cost=2, preconditions={"at": "orchard"}, effects={"peach": True}),
            v.Action("walk", cost=10, effects={"at": "orchard"}),
        ]
    )


def wages(v: Any) -> Any:
    """luxkun/ReGoap #24: what was earned is spent, so it must be earned again."""
    return v.Domain(
        [
            v.Action("earn", cost=10, effects={"coins": True}),
            v.Action("buy bread", cost=2, preconditions={"coins": True}, effects={"bread": True, "coins": False}),
        ]
    )


def pool(v: Any) -> Any:
    """luxkun/ReGoap #21 and PR #22: the jump starts where it does not end."""
    return v.Domain(
        [
            v.Action("dive", cost=1, preconditions={"spot": "edge"}, effects={"spot": "water", "wet": True}),
            v.Action("climb to edge", cost=2, effects={"spot": "edge"}),
        ]
    )


def birthday(v: Any) -> Any:
    """agoose77/GOAP #2: condition and effect are about one name."""
    return v.Domain([v.Action("turn two", preconditions={"age": 1}, effects={"age": 2})])


def mason(v: Any) -> Any:
    """agoose77/GOAP #4: laying a stone also frees the hand, and still needs it filled before."""
    return v.Domain(
        [
            v.Action(
                "fetch stone",
                preconditions={"hand_full": False, "stone_in_yard": True},
                effects={"hand_full": True, "stone_in_yard": False},
            ),
            v.Action(
                "lay stone",
                preconditions={"hand_full": True, "stone_laid": False},
                effects={"hand_full": False, "stone_laid": True},
            ),
        ]
    )


def firewood(v: Any) -> Any:
    """cpowell/cppGOAP #4: two cheap steps beat a dear one."""
    return v.Domain(
        [
            v.Action("split logs", cost=4, preconditions={"axe": True}, effects={"wood": True}),
            v.Action("fetch axe", cost=1, effects={"axe": True}),
            v.Action("rake twigs", cost=8, effects={"wood": True}),
        ]
    )


def trip(v: Any) -> Any:
    """caesuric/mountain-goap, CarDemo.cs."""
    return v.Domain(
        [
            v.Action("go on foot", cost=50, effects={"travelled": 50}),
            v.Action("ride", cost=5, preconditions={"mounted": True}, effects={"travelled": 50}),
            v.Action("mount", cost=1, preconditions={"mounted": False}, effects={"mounted": True}),
        ]
    )


def shopper(v: Any) -> Any:
    """caesuric/mountain-goap, ConsumerDemo.cs: work for money, drive there, buy food; each step tires."""
    awake = {"strength": v.above(0)}
    tired = {"strength": v.subtract(1)}
    actions = []
    for place in ("home", "office", "market"):
        actions += [
            v.Action(
                f"walk to {place}", cost=6, preconditions={**awake, "driving": False}, effects={**tired, "at": place}
            ),
            v.Action(
                f"drive to {place}",
                preconditions={**awake, "driving": True, "just_drove": False},
                effects={**tired, "at": place, "just_drove": True},
            ),
        ]
    actions += [
        v.Action(
            "get in",
            preconditions={**awake, "driving": False, "just_drove": False},
            effects={**tired, "driving": True},
        ),
        v.Action("get out", preconditions={**awake, "driving": True}, effects={**tired, "driving": False}),
        v.Action(
            "work",
            preconditions={**awake, "at": "office", "driving": False},
            effects={**tired, "money": v.add(1), "just_drove": False},
        ),
        v.Action(
            "buy food",
            preconditions={**awake, "at": "market", "driving": False, "money": v.above(0)},
            effects={**tired, "money": v.subtract(1), "food": v.add(1), "just_drove": False},
        ),
    ]
    return v.Domain(actions)


DAY = {"strength": 100, "money": 0, "food": 0, "at": "home", "driving": False, "just_drove": False}
DAY_STEPS = (
    *("get in", "drive to office", "get out", "work", "work", "work", "work", "work"),
    *("get in", "drive to market", "get out", "buy food", "buy food", "buy food", "buy food", "buy food"),
)


def counter(v: Any) -> Any:
    """caesuric/mountain-goap #17: nothing but a number that grows, at half a point a step."""
    return v.Domain([v.Action("ten more", cost=0.5, effects={"i": v.add(10)})])


def sawmill(v: Any) -> Any:
    """ph1387/JavaGOAP #1: one wood a stroke, ten wood for two planks."""
    return v.Domain(
        [
            v.Action("chop", preconditions={"axe": True}, effects={"wood": v.add(1)}),
            v.Action(
                "saw", preconditions={"wood": v.at_least(10)}, effects={"wood": v.subtract(10), "planks": v.add(2)}
            ),
        ]
    )


def campfire(v: Any) -> Any:
    """crashkonijn/GOAP #382: the fire and the meal both eat wood, and both are needed.

    Rebuilt from a summary of the thread.
    """
    return v.Domain(
        [
            v.Action("gather", effects={"wood": v.add(1)}),
            v.Action(
                "build fire", preconditions={"wood": v.at_least(1)}, effects={"wood": v.subtract(1), "fire": True}
            ),
            v.Action(
                "cook",
                preconditions={"fire": True, "wood": v.at_least(1)},
                effects={"wood": v.subtract(1), "meal": True},
            ),
        ]
    )


def village(v: Any) -> Any:
    """sploreg/goap, the four trades of the labourers' village, each with its store."""
    return v.Domain(
        [
            v.Action("take tool", preconditions={"tool": False}, effects={"tool": True}),
            v.Action("take ore", preconditions={"ore": False}, effects={"ore": True}),
            v.Action("take logs", preconditions={"logs": False}, effects={"logs": True}),
            v.Action("forge", preconditions={"ore": True}, effects={"new_tool": True, "ore": False}),
            v.Action("store tool", preconditions={"new_tool": True}, effects={"new_tool": False, "tools_stored": True}),
            v.Action("mine", preconditions={"tool": True, "ore": False}, effects={"ore": True}),
            v.Action("store ore", preconditions={"ore": True}, effects={"ore": False, "ore_stored": True}),
            v.Action("fell", preconditions={"tool": True, "logs": False}, effects={"logs": True}),
            v.Action("store logs", preconditions={"logs": True}, effects={"logs": False, "logs_stored": True}),
            v.Action("split", preconditions={"tool": True, "firewood": False}, effects={"firewood": True}),
            v.Action(
                "store firewood",
                preconditions={"firewood": True},
                effects={"firewood": False, "firewood_stored": True},
            ),
        ]
    )


def without(recipe: Recipe, *names: str) -> Recipe:
    """The domain as one trade knows it: some actions are not for everybody."""

    def trade(v: Any) -> Any:
        keep = [action for action in recipe(Actions(v)) if action.name not in names]
        return v.Domain(keep)

    return trade


class Actions:
    """A vocabulary whose domains are only the list of their actions."""

    def __init__(self, v: Any) -> None:
        self.vocabulary = v

    def __getattr__(self, name: str) -> Any:
        return list if name == "Domain" else getattr(self.vocabulary, name)


def guard(v: Any) -> Any:
    """adammyhre/Unity-GOAP, GoapAgent.cs: two ways to the bed, one dearer; and an attack that needs a chase."""
    return v.Domain(
        [
            v.Action("wander", effects={"moving": True}),
            v.Action("walk to kitchen", effects={"at": "kitchen"}),
            v.Action("eat", preconditions={"at": "kitchen"}, effects={"healthy": True}),
            v.Action("walk to front door", effects={"at": "front door"}),
            v.Action("walk to back door", effects={"at": "back door"}),
            v.Action("long way to bed", cost=2, preconditions={"at": "front door"}, effects={"at": "bed"}),
            v.Action("short way to bed", preconditions={"at": "back door"}, effects={"at": "bed"}),
            v.Action("sleep", preconditions={"at": "bed"}, effects={"rested": True}),
            v.Action("chase", preconditions={"intruder_seen": True}, effects={"intruder_close": True}),
            v.Action("attack", preconditions={"intruder_close": True}, effects={"attacking": True}),
        ]
    )


def settler(v: Any) -> Any:
    """crashkonijn/GOAP, Demo Complex: hunger, things to haul, and a smith who needs two iron and a log for an axe.

    That demo leaves the amounts to its world; here they are told.
    """
    return v.Domain(
        [
            v.Action("pick apple", cost=2, effects={"apples": v.add(1)}),
            v.Action(
                "eat apple",
                preconditions={"apples": v.at_least(1)},
                effects={"apples": v.subtract(1), "hunger": v.subtract(40)},
            ),
            v.Action("gather iron", cost=3, effects={"iron": v.add(1)}),
            v.Action("gather log", cost=2, effects={"logs": v.add(1)}),
            v.Action(
                "make axe",
                cost=4,
                preconditions={"iron": v.at_least(2), "logs": v.at_least(1)},
                effects={"iron": v.subtract(2), "logs": v.subtract(1), "axes": v.add(1)},
            ),
            v.Action("haul", cost=5, preconditions={"litter": v.at_least(1)}, effects={"litter": v.subtract(1)}),
        ],
        names={name: range(5) for name in ("apples", "iron", "logs", "axes", "litter")} | {"hunger": range(-50, 101)},
    )


SETTLER = {"apples": 0, "iron": 0, "logs": 0, "axes": 0, "litter": 2, "hunger": 90}

CASES = [
    Case("soldier", soldier, SENTRY, told(foe_lives=False), 3, ("look out", "close in", "light bomb")),
    Case(
        "soldier who lives",
        soldier,
        SENTRY,
        told(foe_lives=False, lives=True),
        4,
        ("look out", "make ready", "take aim", "fire"),
    ),
    Case("soldier with a dear bomb", lambda v: soldier(v, 5), SENTRY, told(foe_lives=False), 4, length=4),
    Case("soldier without weapons", soldier, {"foe_lives": True}, told(foe_lives=False), None),
    Case("many at once", many_at_once, {}, told(**dict.fromkeys("abcdef", True)), 3, ("first alone", "all for one")),
    Case(
        "duellist",
        duellist,
        DUEL,
        won,
        158,
        ("draw dagger", "rush about", "step to stabbing range", "stab"),
    ),
    Case("duellist without a dagger", duellist, {**DUEL, "has_dagger": False}, won, 158, length=5),
    Case("duellist with neither", duellist, {"has_pistol": True}, won, None),
    Case("torpedo", torpedo, {"lost": True}, told(sunk=True), 15, ("spiral", "run in", "explode")),
    Case("torpedo in contact", torpedo, {}, told(sunk=True), 15, ("zigzag", "run in", "explode")),
    Case("axe", smithy, {}, told(axe=True), 37, length=5),
    Case("axe and ore", smithy, {}, told(axe=True, ore=True), 47, length=6),
    Case("axe in hand", smithy, {}, told(wields=True), 38, length=6),
    Case("foe slain", smithy, {"foe_known": True}, told(foe_slain=True), 45, length=8),
    Case("orchard", orchard, {"at": "home"}, told(apple=True, peach=True), 13, ("walk", "pick apple", "pick peach")),
    Case("wages", wages, {}, told(bread=True, coins=True), 22, ("earn", "buy bread", "earn")),
    Case("pool", pool, {"spot": "lawn"}, told(wet=True), 3, ("climb to edge", "dive")),
    Case("birthday", birthday, {"age": 1}, told(age=2), 1, ("turn two",)),
    Case("mason", mason, {"stone_in_yard": True}, told(stone_laid=True), 2, ("fetch stone", "lay stone")),
    Case("firewood", firewood, {}, told(wood=True), 5, ("fetch axe", "split logs")),
    Case("trip", trip, {"travelled": 0}, lambda v: {"travelled": v.at_least(50)}, 6, ("mount", "ride")),
    Case("shopper", shopper, DAY, lambda v: {"food": v.at_least(5)}, 16, DAY_STEPS),
    Case("counter", counter, {"i": 0}, lambda v: {"i": v.above(100)}, 5.5, ("ten more",) * 11),
    Case(
        "sawmill",
        sawmill,
        {"axe": True, "wood": 0, "planks": 0},
        lambda v: {"planks": v.at_least(4)},
        22,
        ("chop",) * 10 + ("chop",) * 10 + ("saw",) * 2,
    ),
    Case("campfire", campfire, {"wood": 0}, told(meal=True), 4, ("gather", "gather", "build fire", "cook")),
    Case(
        "blacksmith",
        without(village, "mine", "fell", "split", "take logs", "take tool"),
        {},
        told(tools_stored=True),
        3,
        ("take ore", "forge", "store tool"),
    ),
    Case(
        "miner",
        without(village, "forge", "fell", "split", "take logs", "take ore"),
        {},
        told(ore_stored=True),
        3,
        ("take tool", "mine", "store ore"),
    ),
    Case(
        "logger",
        without(village, "forge", "mine", "split", "take logs", "take ore"),
        {},
        told(logs_stored=True),
        3,
        ("take tool", "fell", "store logs"),
    ),
    Case(
        "wood cutter",
        without(village, "forge", "mine", "fell", "take ore"),
        {},
        told(firewood_stored=True),
        3,
        ("take tool", "split", "store firewood"),
    ),
    Case("guard eats", guard, {"at": "yard"}, told(healthy=True), 2, ("walk to kitchen", "eat")),
    Case(
        "guard sleeps",
        guard,
        {"at": "yard"},
        told(rested=True),
        3,
        ("walk to back door", "short way to bed", "sleep"),
    ),
    Case("guard attacks", guard, {"at": "yard", "intruder_seen": True}, told(attacking=True), 2, ("chase", "attack")),
    Case("guard sees nobody", guard, {"at": "yard"}, told(attacking=True), None),
    Case("settler eats", settler, SETTLER, lambda v: {"hunger": v.at_most(10)}, 6, length=4),
    Case("settler makes an axe", settler, SETTLER, lambda v: {"axes": v.at_least(1)}, 12, length=4),
    Case("settler tidies up", settler, SETTLER, lambda v: {"litter": 0}, 10, ("haul", "haul")),
    Case(
        "settler does all",
        settler,
        SETTLER,
        lambda v: {"hunger": v.below(60), "axes": 1, "litter": v.below(2)},
        20,
        length=7,
    ),
]
