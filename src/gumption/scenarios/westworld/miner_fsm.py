"""Bob as a state machine: four places, a global state for his thirst, and a meal pushed on top of sleep."""

from gumption import fsm
from gumption.core.message import Message
from gumption.scenarios.westworld.miner import Miner

Machine = fsm.MachineMind[Miner]


class Needs(fsm.State[Miner]):
    """Global: runs before whatever else he does."""

    def execute(self, miner: Miner, machine: Machine) -> None:
        """Thirst comes first."""
        miner.get_thirsty(machine.context)


class Dig(fsm.State[Miner]):
    """At the mine until his pockets are full or his throat is dry."""

    def enter(self, miner: Miner, machine: Machine) -> None:
        """Walk there."""
        miner.go_to("mine", machine.context)

    def execute(self, miner: Miner, machine: Machine) -> None:
        """Dig; thirst is looked at last, and so has the last word."""
        miner.dig(machine.context)
        if miner.pockets_full:
            machine.change_state(BANK)
        if miner.thirsty:
            machine.change_state(SALOON)


class Bank(fsm.State[Miner]):
    """Pays his gold in, and takes stock."""

    def enter(self, miner: Miner, machine: Machine) -> None:
        """Walk there."""
        miner.go_to("bank", machine.context)

    def execute(self, miner: Miner, machine: Machine) -> None:
        """Pay in; go home rich, or on to the mine."""
        miner.deposit(machine.context)
        machine.change_state(HOME if miner.comfortable else DIG)


class Saloon(fsm.State[Miner]):
    """One drink is enough."""

    def enter(self, miner: Miner, machine: Machine) -> None:
        """Walk there."""
        miner.go_to("saloon", machine.context)

    def execute(self, miner: Miner, machine: Machine) -> None:
        """Drink, and back to work."""
        miner.drink(machine.context)
        machine.change_state(DIG)


class Home(fsm.State[Miner]):
    """Sleeps until he is rested. The only place where stew finds him."""

    def enter(self, miner: Miner, machine: Machine) -> None:
        """Walk there, and tell Elsa."""
        if miner.place != "shack":
            miner.go_to("shack", machine.context)
            miner.greet(machine.context)

    def execute(self, miner: Miner, machine: Machine) -> None:
        """Sleep, or get up."""
        if miner.tired:
            miner.sleep(machine.context)
        else:
            machine.change_state(DIG)

    def on_message(self, miner: Miner, machine: Machine, message: Message) -> bool:
        """Stew is worth waking up for."""
        if message.kind == "stew ready":
            machine.push_state(EAT_STEW)
            return True
        return False

    def resume(self, miner: Miner, machine: Machine, result: object) -> None:
        """After the meal."""
        machine.context.say("lies down again")


class EatStew(fsm.State[Miner]):
    """A meal takes no time, and then sleep goes on beneath it."""

    def enter(self, miner: Miner, machine: Machine) -> None:
        """Eat, and be done."""
        miner.eat(machine.context)
        machine.pop_state()


DIG, BANK, SALOON, HOME, EAT_STEW = Dig(), Bank(), Saloon(), Home(), EatStew()

MINER_MACHINE = fsm.Machine(initial=HOME, global_state=Needs(), name="miner")
