"""How a hero decides: rest when hurt, strike back, else wander."""

from gumption import flow
from gumption.core.context import Context
from gumption.core.expression import F
from gumption.scenarios.monsters.hero import HEALTH, HURT_BELOW, Hero
from gumption.scenarios.monsters.plain import CAMP, any_point, walk


class Rest(flow.Node[Hero]):
    """Back to the camp, and not away from it before all is well."""

    check = (F.health < HURT_BELOW) | (F.resting & (F.health < HEALTH))

    async def run(self, hero: Hero, context: Context) -> None:
        """Walk there, and get well."""
        context.say("is hurt, and makes for the camp")
        hero.resting = True
        try:
            await walk(hero, CAMP, context)
            while hero.health < HEALTH:
                await flow.sleep(1.0)
                hero.health += 1
            context.say("is well again, and sets out anew")
        finally:
            hero.resting = False


class Fight(flow.Node[Hero]):
    """Whoever attacks is struck."""

    check = F.is_attacked

    async def run(self, hero: Hero, context: Context) -> None:
        """A stroke a second."""
        while (foe := hero.foe) is not None:
            foe.suffer()
            await flow.sleep(1.0)


class Wander(flow.Node[Hero]):
    """From one place to another."""

    async def run(self, hero: Hero, context: Context) -> None:
        """With a short rest at each."""
        while True:
            await walk(hero, any_point(context.random), context)
            await flow.sleep(context.random.uniform(1.0, 4.0))


HERO_SELECTOR: flow.Selector[Hero] = flow.Selector([Rest(), Fight(), Wander()], name="hero")
