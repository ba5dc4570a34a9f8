"""Bob as check and run: a node for each place where he works, and one for going home and resting."""

from gumption import flow
from gumption.core.context import Context
from gumption.core.expression import F
from gumption.scenarios.westworld.miner import COMFORT, Miner

EACH_TICK = 0.001
"""Seconds, less than any tick takes: where he is now is looked at in every one."""


class Rest(flow.Node[Miner]):
    """With enough in the bank he goes home, and sleeps until he is rested. The only place where stew finds him."""

    check = (F.place == "shack") | ((F.place == "bank") & (F.bank + F.gold >= COMFORT))

    async def run(self, miner: Miner, context: Context) -> None:
        """Sleep, and listen for Elsa."""
        await flow.race(self.sleep(miner, context), self.eat(miner, context))

    async def sleep(self, miner: Miner, context: Context) -> None:
        """Until he gets up."""
        miner.get_thirsty(context)
        if miner.place == "bank":
            miner.deposit(context)
            miner.go_to("shack", context)
            miner.greet(context)
            await flow.next_tick()
            miner.get_thirsty(context)
        while miner.tired:
            miner.sleep(context)
            await flow.next_tick()
            miner.get_thirsty(context)
        miner.go_to("mine", context)

    async def eat(self, miner: Miner, context: Context) -> None:
        """Stew is worth waking up for."""
        while True:
            await flow.message("stew ready")
            miner.eat(context)


class Save(flow.Node[Miner]):
    """Pays his gold in, and goes on working."""

    check = F.place == "bank"

    async def run(self, miner: Miner, context: Context) -> None:
        """One visit."""
        miner.get_thirsty(context)
        miner.deposit(context)
        miner.go_to("mine", context)


class Drink(flow.Node[Miner]):
    """One drink is enough."""

    check = F.place == "saloon"

    async def run(self, miner: Miner, context: Context) -> None:
        """Drink, and back to work."""
        miner.get_thirsty(context)
        miner.drink(context)
        miner.go_to("mine", context)


class Dig(flow.Node[Miner]):
    """Until his pockets are full or his throat is dry; thirst has the last word."""

    check = F.place == "mine"

    async def run(self, miner: Miner, context: Context) -> None:
        """A nugget a tick."""
        while True:
            miner.get_thirsty(context)
            miner.dig(context)
            if miner.thirsty or miner.pockets_full:
                return miner.go_to("saloon" if miner.thirsty else "bank", context)
            await flow.next_tick()


MINER_SELECTOR: flow.Selector[Miner] = flow.Selector([Rest(), Save(), Drink(), Dig()], period=EACH_TICK, name="miner")
