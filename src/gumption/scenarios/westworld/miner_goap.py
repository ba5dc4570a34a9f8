"""Bob as a planner: what he can do, what he wants, and what he knows of himself."""

import math
from collections.abc import Callable, Mapping

from gumption import fsm
from gumption.core.context import Context
from gumption.core.message import Message
from gumption.goap import Action, Domain, Goal, Planner, PlannerMind, Provider, add, at_least
from gumption.scenarios.westworld.miner import POCKETS, Miner
from gumption.scenarios.westworld.miner_fsm import Needs
from gumption.status import Status

THERE = 0.0
"""Everything is done where its target is, and no further away."""


def place(name: str) -> Callable[[Miner], str]:
    """Where an action is done."""
    return lambda _miner: name


def rest(miner: Miner, context: Context) -> Status:
    """Sleep as long as he is tired, then off to the mine."""
    if miner.tired:
        miner.sleep(context)
        return Status.RUNNING
    miner.go_to("mine", context)
    return Status.SUCCESS


DOMAIN: Domain[Miner] = Domain(
    [
        Action(
            "dig",
            effects={"gold": add(1), "place": "mine"},
            target=place("mine"),
            reach=THERE,
            perform=Miner.dig,
        ),
        Action(
            "pay in",
            preconditions={"gold": at_least(POCKETS), "place": "mine"},
            effects={"gold": 0, "saved": True, "place": "bank"},
            target=place("bank"),
            reach=THERE,
            perform=Miner.deposit,
        ),
        Action(
            "drink",
            effects={"thirsty": False, "place": "saloon"},
            target=place("saloon"),
            reach=THERE,
            perform=Miner.drink,
        ),
        Action(
            "rest",
            effects={"rested": True, "place": "mine"},
            target=place("shack"),
            reach=THERE,
            perform=rest,
        ),
    ],
    goals=[
        Goal("rest", {"rested": True}, priority=3),
        Goal("drink", {"thirsty": False}, priority=2),
        Goal("earn", {"saved": True}, priority=1),
    ],
    name="miner",
)


class Life(Provider[Miner]):
    """What Bob knows, and how he gets about."""

    def world_state(self, miner: Miner) -> Mapping[str, object]:
        """He notices his thirst while he digs, and that he has earned enough when he has paid it in.

        Of `saved` nothing is told: paying in is believed to do it, and with the next plan there is more to be saved.
        """
        done = miner.place == "bank" and miner.gold == 0 and miner.comfortable
        return {
            "place": miner.place,
            "gold": miner.gold,
            "thirsty": miner.place == "mine" and miner.gold > 0 and miner.thirsty,
            "rested": miner.place != "shack" and not done,
        }

    def distance(self, miner: Miner, target: str) -> float:
        """All ways are equally long."""
        return 0.0 if miner.place == target else 1.0

    def move_agent(self, miner: Miner, mind: PlannerMind[Miner], action: Action[Miner]) -> bool:
        """He is there when the next tick begins."""
        miner.go_to(mind.target, mind.context)
        if mind.target == "shack":
            miner.greet(mind.context)
        return True

    def on_message(self, miner: Miner, mind: PlannerMind[Miner], message: Message) -> bool:
        """Stew finds him only at home."""
        if message.kind == "stew ready" and miner.place == "shack":
            miner.eat(mind.context)
            return True
        return False


PLANNER = Planner(DOMAIN, Life(), period=math.inf, name="miner")
"""He finishes what he has begun, and looks about between two deeds."""

MINER_PLANNER = fsm.Machine(initial=fsm.running(PLANNER), global_state=Needs(), name="planning miner")
"""Thirst comes over him all the same: a state machine around the planner sees to that."""
