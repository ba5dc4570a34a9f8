"""How a bridge is built: a small state machine, which carries out a step of the plan."""

from typing import Final

from gumption import fsm
from gumption.scenarios.expedition.explorer import Explorer
from gumption.status import Status

PLANKS: Final = 3
CRACKS: Final = 0.3
"""Chance that a plank does not bear her."""

Machine = fsm.MachineMind[Explorer]


class Fells(fsm.State[Explorer]):
    """Plank by plank."""

    def execute(self, explorer: Explorer, machine: Machine) -> None:
        """One more, if one is missing."""
        if explorer.planks < PLANKS:
            explorer.planks += 1
            explorer.spend(2)
            machine.context.say(f"hews plank number {explorer.planks}")
        else:
            machine.change_state(LAYS)


class Lays(fsm.State[Explorer]):
    """Over the water."""

    def enter(self, explorer: Explorer, machine: Machine) -> None:
        """Begin."""
        machine.context.say("lays the planks, and ties them")

    def execute(self, explorer: Explorer, machine: Machine) -> None:
        """In one go."""
        explorer.spend(2)
        machine.change_state(TESTS)


class Tests(fsm.State[Explorer]):
    """Does it bear her?"""

    def execute(self, explorer: Explorer, machine: Machine) -> None:
        """It does, or a plank has to be made anew."""
        if machine.context.random.random() < CRACKS:
            explorer.planks -= 1
            machine.context.say("hears a plank crack")
            machine.change_state(FELLS)
        else:
            explorer.valley.bridge = True
            explorer.planks, explorer.rope = 0, False
            machine.context.say("jumps on the bridge: it holds")
            machine.finish(Status.SUCCESS)


FELLS, LAYS, TESTS = Fells(), Lays(), Tests()

BRIDGE: fsm.Machine[Explorer] = fsm.Machine(initial=FELLS, states=[LAYS, TESTS], name="bridge")
"""Who is driven away and comes back begins anew, with the planks that lie there."""
