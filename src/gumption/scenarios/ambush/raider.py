"""The raider, a state machine: rides along the road, shoots at whoever is in the open, gallops off when he is hit."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from gumption import fsm
from gumption.scenarios.ambush.field import ROAD, Field, walk

if TYPE_CHECKING:
    from gumption.scenarios.ambush.soldier import Soldier

SIGHT: Final = 7.0
AIM: Final = 0.3
"""Chance a tick that he hits."""
STRENGTH: Final = 2
PACE: Final = 0.7
GALLOP: Final = 1.6
PEACE: Final = 20.0
"""Seconds until the next one comes."""


@dataclass
class Raider:
    """The one whom all wait for."""

    name: str = "The raider"
    place: complex = ROAD[0]
    strength: int = STRENGTH
    corner: int = 1
    """Of the road: where he rides."""
    struck: bool = False
    """He has been hit, and has not galloped off yet."""
    until: float = 0.0
    """When the next thing happens, in seconds."""
    field: Field | None = field(default=None, repr=False)

    def ride(self, pace: float) -> None:
        """On along the road."""
        if walk(self, ROAD[self.corner], pace):
            self.corner = (self.corner + 1) % len(ROAD)

    @property
    def prey(self) -> "Soldier | None":
        """The first soldier in the open and in sight."""
        assert self.field is not None
        seen = (each for each in self.field.soldiers if each.way(self.place) <= SIGHT and not each.covered)
        return next(seen, None)


Machine = fsm.MachineMind[Raider]


class Blows(fsm.State[Raider]):
    """Global: what others do to him."""

    def execute(self, raider: Raider, machine: Machine) -> None:
        """Fall, or flee."""
        if raider.struck:
            raider.struck = False
            machine.change_state(GALLOPS if raider.strength > 0 else LIES)


class Rides(fsm.State[Raider]):
    """Along the road, until there is somebody to shoot at."""

    def execute(self, raider: Raider, machine: Machine) -> None:
        """A pace."""
        raider.ride(PACE)
        if raider.prey is not None:
            machine.change_state(SHOOTS)


class Shoots(fsm.State[Raider]):
    """Stands, and shoots."""

    def execute(self, raider: Raider, machine: Machine) -> None:
        """Perhaps a hit."""
        prey = raider.prey
        if prey is None:
            machine.change_state(RIDES)
        elif machine.context.random.random() < AIM:
            prey.suffer(machine.context)


class Gallops(fsm.State[Raider]):
    """Away, for a while."""

    def enter(self, raider: Raider, machine: Machine) -> None:
        """Spur the horse."""
        machine.context.say("gallops off")
        raider.until = machine.context.clock.now + 6.0

    def execute(self, raider: Raider, machine: Machine) -> None:
        """Fast."""
        raider.ride(GALLOP)
        if machine.context.clock.now >= raider.until:
            machine.change_state(RIDES)


class Lies(fsm.State[Raider]):
    """Down; and another one comes some time."""

    def enter(self, raider: Raider, machine: Machine) -> None:
        """Peace, for a while."""
        raider.until = machine.context.clock.now + PEACE

    def execute(self, raider: Raider, machine: Machine) -> None:
        """Wait for the next one."""
        if machine.context.clock.now >= raider.until:
            machine.change_state(RIDES)

    def exit(self, raider: Raider, machine: Machine) -> None:
        """He is as good as new, since he is another one."""
        corner = machine.context.random.randrange(len(ROAD))
        raider.place, raider.corner, raider.strength = ROAD[corner], (corner + 1) % len(ROAD), STRENGTH
        machine.context.say("is another one, and rides in")


RIDES, SHOOTS, GALLOPS, LIES = Rides(), Shoots(), Gallops(), Lies()

RAIDER: fsm.Machine[Raider] = fsm.Machine(
    initial=RIDES, states=[SHOOTS, GALLOPS, LIES], global_state=Blows(), name="raider"
)
