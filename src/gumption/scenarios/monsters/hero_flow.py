"""How a hero decides: rest when hurt, strike back, else wander."""

from gumption import flow
from gumption.core.coroutines.context import RunContext
from gumption.core.expression import F
from gumption.scenarios.monsters.hero import HEALTH, HURT_BELOW, Hero
from gumption.scenarios.monsters.plain import CAMP, any_point, nap, note_of, walk, walk_to_noted


class Rest(flow.Node[Hero]):
    """Back to the camp, and not away from it before all is well."""

    check = (F.health < HURT_BELOW) | (F.resting & (F.health < HEALTH))

    async def run(self, hero: Hero, context: RunContext) -> None:
        """Walk there, and get well."""
        note = note_of(context)
        if not note:
            context.say("is hurt, and makes for the camp")
        hero.resting = True
        try:
            if "until" not in note:
                await walk(hero, CAMP, context, note)
            while hero.health < HEALTH:
                await nap(lambda: 1.0, context, note)
                hero.health += 1
            context.say("is well again, and sets out anew")
        finally:
            hero.resting = False


class Fight(flow.Node[Hero]):
    """Whoever attacks is struck."""

    check = F.is_attacked

    async def run(self, hero: Hero, context: RunContext) -> None:
        """A stroke a second."""
        note = note_of(context)
        while "until" in note or hero.is_attacked:
            if "until" not in note and hero.foe is not None:
                hero.foe.suffer()
            await nap(lambda: 1.0, context, note)


class Wander(flow.Node[Hero]):
    """From one place to another."""

    async def run(self, hero: Hero, context: RunContext) -> None:
        """With a short rest at each."""
        note = note_of(context)
        while True:
            if "until" not in note:
                await walk_to_noted(hero, lambda: any_point(context.random), context, note)
            await nap(lambda: context.random.uniform(1.0, 4.0), context, note)


HERO_SELECTOR: flow.Selector[Hero] = flow.Selector([Rest(), Fight(), Wander()], name="hero")
