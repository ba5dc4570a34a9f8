"""Those who change the world under the soldiers' plans: a looter, a powder boy, and the weather. Behaviour trees."""

from dataclasses import dataclass, field
from typing import Final

from gumption.bt import Tree, action, cooldown, do, probability, sequence
from gumption.core.context import Context
from gumption.scenarios.ambush.field import CAMP, Field, walk
from gumption.status import Status

DEN: Final = complex(20, 2)
SHOWER: Final = 0.03
"""Chance a tick."""
DRY: Final = 40.0
"""Seconds between two showers at least."""


@dataclass
class Looter:
    """Carries muskets to his den, in no hurry."""

    field: Field = field(repr=False)
    name: str = "The looter"
    place: complex = DEN
    aim: str | None = None
    rested: float = 8.0
    """When he sets out again, in seconds."""

    def rest(self, context: Context) -> Status:
        """For a while."""
        return Status.SUCCESS if context.clock.now >= self.rested else Status.RUNNING

    def seek(self, context: Context) -> Status:
        """Go to the nearest musket that lies outside the den; another one if that is gone."""
        lying = {name: place for name, place in self.field.muskets.items() if place != DEN}
        if not lying:
            return Status.FAILURE
        self.aim = min(lying, key=lambda name: abs(lying[name] - self.place))
        if not walk(self, lying[self.aim], 0.8):
            return Status.RUNNING
        del self.field.muskets[self.aim]
        context.say(f"makes off with {self.aim}")
        return Status.SUCCESS

    def carry(self) -> Status:
        """Home."""
        return Status.SUCCESS if walk(self, DEN, 0.8) else Status.RUNNING

    def hide(self, context: Context) -> None:
        """Leave it there, and have a rest."""
        assert self.aim is not None
        self.field.muskets[self.aim] = DEN
        context.say(f"hides {self.aim} in his den")
        self.rested = context.clock.now + context.random.uniform(15.0, 40.0)


@dataclass
class PowderBoy:
    """Brings cartridges to soldiers who have none, so that they need not fetch any."""

    field: Field = field(repr=False)
    name: str = "The powder boy"
    place: complex = CAMP

    def run(self, context: Context) -> Status:
        """To the nearest of them."""
        needy = [each for each in self.field.soldiers if each.musket is not None and not each.cartridges]
        if not needy:
            return Status.FAILURE
        soldier = min(needy, key=lambda each: each.way(self.place))
        if not walk(self, soldier.place, 1.3):
            return Status.RUNNING
        soldier.cartridges = 1
        context.say(f"hands {soldier.name} a cartridge")
        return Status.SUCCESS

    def go_back(self) -> Status:
        """For more."""
        return Status.SUCCESS if walk(self, CAMP, 1.3) else Status.RUNNING


@dataclass
class Weather:
    """Nobody, but it has a mind."""

    field: Field = field(repr=False)
    name: str = "The weather"

    def pour(self, context: Context) -> None:
        """Upon the just and the unjust; only who is behind a rock stays dry."""
        wet = [each.name for each in self.field.soldiers if not each.covered and each.get_wet()]
        context.say(f"pours down on all, and soaks the powder of {' and '.join(wet) or 'nobody'}")


LOOTER: Tree[Looter] = Tree(
    sequence(action(Looter.rest), action(Looter.seek), action(Looter.carry), do(Looter.hide)), name="looter"
)
POWDER_BOY: Tree[PowderBoy] = Tree(sequence(action(PowderBoy.run), action(PowderBoy.go_back)), name="powder boy")
WEATHER: Tree[Weather] = Tree(cooldown(DRY, probability(SHOWER, do(Weather.pour)), on=Status.SUCCESS), name="weather")
