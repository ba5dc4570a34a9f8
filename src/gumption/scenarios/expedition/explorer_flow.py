"""How she decides: check and run on top. She flees from bears, works if she is not tired, and else rests."""

from typing import Final

from gumption import flow
from gumption.core.expression import F
from gumption.scenarios.expedition.errands import ERRANDS
from gumption.scenarios.expedition.explorer import FRESH, RUN, Explorer
from gumption.scenarios.expedition.valley import walk

SLEEP: Final = 4
"""Energy that a second gives back."""


class Flee(flow.Node[Explorer]):
    """Up the nearest tree, and not down before the bear is a good deal further away."""

    check = F.afraid

    async def run(self, explorer: Explorer, context: flow.RunContext) -> None:
        """The note tells a loaded game that the alarm has been raised."""
        if context.resumed is None:
            context.say("sees a bear, drops everything, and runs")
            context.checkpoint("alarm")
        if not explorer.hidden:
            while not walk(explorer, explorer.refuge, RUN):
                await flow.next_tick()
            context.say("sits in a tree, and holds her breath")
        await flow.until(lambda: False)


class Rest(flow.Node[Explorer]):
    """Wherever she is."""

    check = F.tired

    async def run(self, explorer: Explorer, context: flow.RunContext) -> None:
        """The note tells a loaded game that she lies already."""
        if context.resumed is None:
            context.say("lies down in the grass")
            context.checkpoint("lies")
        while explorer.energy < FRESH:
            explorer.energy += min(SLEEP, FRESH - explorer.energy)
            await flow.next_tick()
        explorer.tired = False
        context.say("gets up, and feels fresh")


EXPLORER: flow.Selector[Explorer] = flow.Selector(
    [Flee(), flow.node(ERRANDS, ~F.tired, name="work"), Rest()], period=0.0, name="explorer"
)
