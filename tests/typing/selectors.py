"""What type checkers know of nodes and selectors. Checked, never run."""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from typing import assert_type

from gumption import Context, F, Status, flow


class Miner:
    """The agent."""

    thirst: int = 0


class Cook:
    """Another one."""


class Dig(flow.Node[Miner]):
    """One that notes down how far it has come."""

    def check(self, miner: Miner) -> bool:
        """A check of its own."""
        return miner.thirst < 5

    async def run(self, miner: Miner, context: flow.RunContext) -> None:
        """Dig."""
        for done in range(context.resumed or 0, 4):
            await flow.sleep(1.0)
            context.checkpoint(done)


class Drink(flow.Node[Miner]):
    """One that has no use for checkpoints."""

    check = F.thirst >= 5

    async def run(self, miner: Miner, context: Context) -> Status:
        """Drink."""
        note = await flow.message("round")
        context.say(note.kind)
        return Status.SUCCESS


async def stand(miner: Miner) -> None:
    """A function that needs no context."""
    await flow.next_tick()


async def walk(miner: Miner, context: flow.RunContext) -> Status:
    """One that does."""
    await flow.gather(flow.sleep(1.0), stand(miner))
    return Status.SUCCESS


def thirsty(miner: Miner) -> float:
    """A score."""
    return miner.thirst / 10


assert_type(flow.node(stand), flow.Node[Miner])
assert_type(flow.node(walk, thirsty), flow.Node[Miner])
assert_type(flow.node(walk, F.thirst > 3, name="stroll", restart="once"), flow.Node[Miner])
assert_type(flow.Selector([Dig(), flow.node(stand)]), flow.Selector[Miner])
assert_type(flow.Selector([Dig()]).bind(Miner()), flow.SelectorMind[Miner])

flow.Selector([Dig()]).bind(Cook())  # type: ignore[arg-type]
flow.node(thirsty)  # type: ignore[arg-type]
flow.node(stand, restart="never")  # type: ignore[arg-type]
