"""How a monster decides: home when it is hurt or far away, else attack who comes near, else patrol."""

from gumption import flow
from gumption.core.context import Context
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
from gumption.scenarios.monsters.plain import follow, point_near, walk

ROUND = 4.0
"""Metres that a patrol leads away from home."""


class GoHome(flow.Node[Monster]):
    """All the way, once it has begun."""

    check = F.homing | (F.from_home > FAR_FROM_HOME) | (F.health < HURT_BELOW)

    async def run(self, monster: Monster, context: Context) -> None:
        """Run, and lick its wounds."""
        context.say("is hurt, and runs home" if monster.health < HURT_BELOW else "has come too far, and runs home")
        with monster.on_its_way_home():
            await walk(monster, monster.home, context)
            monster.health = HEALTH


class Attack(flow.Node[Monster]):
    """Whoever is near; and not let go before he is a good deal further away."""

    check = (F.from_prey < ATTACK_WITHIN) | (F.hunting & (F.from_prey < LOST_BEYOND))

    async def run(self, monster: Monster, context: Context) -> None:
        """Run after the hero, and bite."""
        context.say(f"attacks {monster.prey.name}")
        with monster.on_the_hunt():
            while True:
                await follow(monster, lambda: monster.prey.place, context, within=REACH)
                monster.prey.suffer()
                await flow.sleep(1.0)


class Patrol(flow.Node[Monster]):
    """Around its home."""

    async def run(self, monster: Monster, context: Context) -> None:
        """Here and there."""
        while True:
            await walk(monster, point_near(monster.home, ROUND, context.random), context)
            await flow.sleep(context.random.uniform(2.0, 6.0))


MONSTER_SELECTOR: flow.Selector[Monster] = flow.Selector([GoHome(), Attack(), Patrol()], name="monster")
