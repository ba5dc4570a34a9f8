"""What type checkers know of leaves: which functions and objects `action` takes. Checked, never run."""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from gumption import Context, Status, bt
from gumption.core.coroutines.awaitables import sleep
from gumption.core.coroutines.context import RunContext


class Smith:
    """The agent."""

    walls: int = 0


def at_once(smith: Smith) -> Status:
    """A plain function."""
    return Status.SUCCESS if smith.walls else Status.FAILURE


async def build(smith: Smith, context: RunContext) -> None:
    """A coroutine that saves how far it came."""
    for _ in range(context.resumed or 0, 4):
        await sleep(1.0)
        smith.walls += 1
        context.checkpoint(smith.walls)


async def look(smith: Smith, context: Context) -> Status:
    """One that has no use for checkpoints."""
    await sleep(context.random.random())
    return Status.SUCCESS if smith.walls else Status.FAILURE


async def rest(smith: Smith) -> None:
    """One that needs no context."""
    await sleep(smith.walls)


class Forge:
    """An object with an async run."""

    async def run(self, smith: Smith, context: RunContext) -> Status | None:
        """Until it is done."""
        await sleep(context.random.random() + smith.walls)
        return None


class Hammer(bt.Action[Smith]):
    """An action that lasts, written as a coroutine."""

    async def tick(self, agent: Smith, context: Context) -> Status:
        """Called once."""
        await sleep(agent.walls)
        return Status.SUCCESS


class Saw(bt.Action[Smith]):
    """An action as it was before there were coroutines."""

    def tick(self, agent: Smith, context: Context) -> Status:
        """Called at each tick."""
        return Status.RUNNING


def tree() -> bt.Tree[Smith]:
    """All of them."""
    return bt.Tree(
        bt.sequence(
            bt.action(at_once),
            bt.action(build),
            bt.action(look),
            bt.action(rest),
            bt.action(Forge),
            bt.action(Forge()),
            bt.action(Hammer),
            bt.action(Saw()),
        )
    )
