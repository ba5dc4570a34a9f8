"""Bears, who roam and eat berries, and the river, which rises now and then."""

from dataclasses import dataclass, field
from typing import Final

from gumption import bt, fsm
from gumption.core.context import Context
from gumption.scenarios.expedition.explorer import Explorer
from gumption.scenarios.expedition.valley import SIZE, Valley, walk

AMBLE: Final = 0.8
FLOOD: Final = 0.006
"""Chance a tick."""


@dataclass
class Bear:
    """Means no harm, but who knows."""

    explorer: Explorer = field(repr=False)
    name: str
    place: complex
    goal: complex
    until: float = 0.0
    """When the berries are eaten, in seconds."""


class Roams(fsm.State[Bear]):
    """From one bush to another."""

    def enter(self, bear: Bear, machine: fsm.MachineMind[Bear]) -> None:
        """Somewhere in the valley."""
        chance = machine.context.random
        bear.goal = complex(chance.uniform(0.0, SIZE.real), chance.uniform(0.0, SIZE.imag))

    def execute(self, bear: Bear, machine: fsm.MachineMind[Bear]) -> None:
        """A step."""
        if walk(bear, bear.goal, AMBLE):
            machine.change_state(EATS)


class Eats(fsm.State[Bear]):
    """Berries."""

    def enter(self, bear: Bear, machine: fsm.MachineMind[Bear]) -> None:
        """For a while."""
        bear.until = machine.context.clock.now + machine.context.random.uniform(3.0, 12.0)

    def execute(self, bear: Bear, machine: fsm.MachineMind[Bear]) -> None:
        """Until there are none."""
        if machine.context.clock.now >= bear.until:
            machine.change_state(ROAMS)


class Growls(fsm.State[Bear]):
    """Global: it can be heard wherever it goes."""

    def execute(self, bear: Bear, machine: fsm.MachineMind[Bear]) -> None:
        """How near it sounds is for her to judge."""
        bear.explorer.listen()


ROAMS, EATS = Roams(), Eats()
BEAR: fsm.Machine[Bear] = fsm.Machine(initial=ROAMS, states=[EATS], global_state=Growls(), name="bear")


@dataclass
class River:
    """Nobody, but it has a mind."""

    valley: Valley = field(repr=False)
    name: str = "The river"

    def rise(self, context: Context) -> None:
        """Over the bridge, if there is one."""
        if self.valley.bridge:
            self.valley.bridge = False
            context.say("rises, and carries the bridge off")


RIVER_TREE: bt.Tree[River] = bt.Tree(bt.probability(FLOOD, bt.do(River.rise)), name="river")
