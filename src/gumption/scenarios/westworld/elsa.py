"""Elsa, Bob's wife: housework, stew, and the bathroom."""

from dataclasses import dataclass

from gumption import fsm
from gumption.core.message import Message

COOKING_SECONDS = 1.5
BATHROOM_CHANCE = 0.1
"""A tick."""


@dataclass
class Wife:
    """What she is."""

    name: str = "Elsa"
    husband: int | None = None
    """Id of his entity."""
    cooking: bool = False


Machine = fsm.MachineMind[Wife]


class Always(fsm.State[Wife]):
    """Global: nature calls one tick in ten, and Bob when he comes home."""

    def execute(self, wife: Wife, machine: Machine) -> None:
        """Perhaps the bathroom."""
        if machine.context.random.random() < BATHROOM_CHANCE:
            machine.change_state(BATHROOM)

    def on_message(self, wife: Wife, machine: Machine, message: Message) -> bool:
        """Bob is home: time to cook."""
        if message.kind == "home":
            machine.context.say("calls back: good to have you, dear. I will make you some stew!")
            machine.change_state(COOK)
            return True
        return False


class Housework(fsm.State[Wife]):
    """What she does when nothing else is to be done."""

    CHORES = ("sweeps the floor", "washes the dishes", "makes the bed", "feeds the hens")

    def execute(self, wife: Wife, machine: Machine) -> None:
        """Some chore."""
        machine.context.say(machine.context.random.choice(self.CHORES))


class Bathroom(fsm.State[Wife]):
    """A short visit; then what she was doing goes on."""

    def enter(self, wife: Wife, machine: Machine) -> None:
        """Go in."""
        machine.context.say("slips into the bathroom")

    def execute(self, wife: Wife, machine: Machine) -> None:
        """And out again."""
        machine.revert_to_previous_state()

    def exit(self, wife: Wife, machine: Machine) -> None:
        """Come out."""
        machine.context.say("comes out, refreshed")


class Cook(fsm.State[Wife]):
    """Puts the stew on, and tells herself when it will be ready."""

    def enter(self, wife: Wife, machine: Machine) -> None:
        """Light the stove, unless the stew is on already (she may come from the bathroom)."""
        if not wife.cooking:
            wife.cooking = True
            machine.context.say("puts a stew on the stove")
            machine.context.send(machine.context.entity, "stew ready", delay=COOKING_SECONDS)

    def execute(self, wife: Wife, machine: Machine) -> None:
        """Keep an eye on it."""
        machine.context.say("stirs the stew")

    def on_message(self, wife: Wife, machine: Machine, message: Message) -> bool:
        """The stew is ready: call Bob, who comes only if he is at home."""
        if message.kind != "stew ready":
            return False
        wife.cooking = False
        machine.context.say("calls: the stew is ready!")
        if wife.husband is None or not machine.context.send(wife.husband, "stew ready"):
            machine.context.say("nobody comes; she puts the stew aside")
        machine.change_state(HOUSEWORK)
        return True


HOUSEWORK, BATHROOM, COOK = Housework(), Bathroom(), Cook()

WIFE_MACHINE = fsm.Machine(initial=HOUSEWORK, global_state=Always(), name="wife")
