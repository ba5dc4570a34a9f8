"""Bob as a behaviour tree: thirst first, then one branch for each place."""

from gumption.bt import Node, Tree, always, condition, do, selector, sequence
from gumption.core.context import Context
from gumption.core.expression import F
from gumption.core.message import Message
from gumption.scenarios.westworld.miner import COMFORT, POCKETS, THIRSTY_AT, TIRED_ABOVE, Miner
from gumption.status import Status


def go_to(place: str) -> Node[Miner]:
    """Walk there; he is there when the next tick begins."""

    def go(miner: Miner, context: Context) -> None:
        miner.go_to(place, context)

    return do(go, name=f"go to the {place}")


def come_home(miner: Miner, context: Context) -> None:
    """Walk home, and tell Elsa."""
    miner.go_to("shack", context)
    miner.greet(context)


def listen(miner: Miner, _context: Context, message: Message) -> bool:
    """Stew finds him only at home."""
    if message.kind == "stew ready" and miner.place == "shack":
        miner.stew = True
        return True
    return False


def eat(miner: Miner, context: Context) -> None:
    """A meal takes no time, and then he lies down again."""
    miner.stew = False
    miner.eat(context)


at_the_mine: Node[Miner] = sequence(
    condition(F.place == "mine"),
    do(Miner.dig),
    selector(
        sequence(condition(F.thirst >= THIRSTY_AT), go_to("saloon")),
        sequence(condition(F.gold >= POCKETS), go_to("bank")),
        always(Status.SUCCESS, name="dig on"),
    ),
)

in_the_bank: Node[Miner] = sequence(
    condition(F.place == "bank"),
    do(Miner.deposit),
    selector(sequence(condition(F.bank >= COMFORT), do(come_home)), go_to("mine")),
)

in_the_saloon: Node[Miner] = sequence(condition(F.place == "saloon"), do(Miner.drink), go_to("mine"))

at_home: Node[Miner] = sequence(
    selector(condition(~F.stew), do(eat)),
    selector(sequence(condition(F.fatigue > TIRED_ABOVE), do(Miner.sleep)), go_to("mine")),
)

MINER_TREE: Tree[Miner] = Tree(
    sequence(do(Miner.get_thirsty), selector(at_the_mine, in_the_bank, in_the_saloon, at_home, name="where he is")),
    on_message=listen,
    name="miner",
)
