"""How a monster decides: home when it is hurt or far away, else attack who comes near, else patrol."""

from gumption import flow
from gumption.core.coroutines.context import RunContext
from gumption.core.expression import F
from gumption.scenarios.monsters.monster import (
    ATTACK_WITHIN,
    FAR_FROM_HOME,
    HEALTH,
    HURT_BELOW,
    LOST_BEYOND,
    REACH,
    Monster,
)
from gumption.scenarios.monsters.plain import follow, nap, note_of, point_near, walk, walk_to_noted

ROUND = 4.0
"""Metres that a patrol leads away from home."""


class GoHome(flow.Node[Monster]):
    """All the way, once it has begun."""

    check = F.homing | (F.from_home > FAR_FROM_HOME) | (F.health < HURT_BELOW)

    async def run(self, monster: Monster, context: RunContext) -> None:
        """Run, and lick its wounds."""
        note = note_of(context)
        if not note:
            context.say("is hurt, and runs home" if monster.health < HURT_BELOW else "has come too far, and runs home")
        with monster.on_its_way_home():
            await walk(monster, monster.home, context, note)
            monster.health = HEALTH


class Attack(flow.Node[Monster]):
    """Whoever is near; and not let go before he is a good deal further away."""

    check = (F.from_prey < ATTACK_WITHIN) | (F.hunting & (F.from_prey < LOST_BEYOND))

    async def run(self, monster: Monster, context: RunContext) -> None:
        """Run after the hero, and bite."""
        note = note_of(context)
        if not note:
            context.say(f"attacks {monster.prey.name}")
        with monster.on_the_hunt():
            while True:
                if "until" not in note:
                    await follow(monster, lambda: monster.prey.place, context, note, within=REACH)
                    monster.prey.suffer()
                await nap(lambda: 1.0, context, note)


class Patrol(flow.Node[Monster]):
    """Around its home."""

    async def run(self, monster: Monster, context: RunContext) -> None:
        """Here and there."""
        note = note_of(context)
        while True:
            if "until" not in note:
                await walk_to_noted(monster, lambda: point_near(monster.home, ROUND, context.random), context, note)
            await nap(lambda: context.random.uniform(2.0, 6.0), context, note)


MONSTER_SELECTOR: flow.Selector[Monster] = flow.Selector([GoHome(), Attack(), Patrol()], name="monster")
