"""Domains, actions and goals of typed agents, as type checkers have to see them."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_type

from gumption.goap import Action, Domain, Goal, NoPlan, Plan, add, at_least, is_not, subtract, value_of, when


class Place(Enum):
    MINE = 1
    BANK = 2


@dataclass
class Logger:
    strength: float
    tired: bool = False


class Chop(Action[Logger]):
    cost, preconditions, effects = 4, {"has_axe": True}, {"wood": add(1)}


class Carry(Action[Logger]):
    name = "carry home"
    preconditions = {"wood": at_least(3), "at": is_not(Place.BANK)}  # noqa: RUF012
    effects = [{"wood": subtract(3)}, when({"at": Place.MINE}, {"at": Place.BANK})]  # noqa: RUF012

    def cost(self, agent: Logger) -> float:
        return 10 / agent.strength

    def target(self, agent: Logger) -> str:
        return "home"

    def is_usable(self, agent: Logger) -> bool:
        return not agent.tired


def strength_cost(logger: Logger) -> float:
    return logger.strength


domain = Domain(
    [Chop(), Carry(), Action[Logger]("rest", cost=strength_cost, effects={"wood": value_of("needed") + 1})],
    goals=[Goal[Logger]("stock up", {"wood": at_least(3)}, priority=lambda logger: logger.strength)],
    names={"wood": range(21), "at": Place, "needed": int, "tool": ["axe", None], "flag": bool},
)
assert_type(domain, Domain[Logger])
assert_type(domain.plan({"wood": 0}, {"wood": 3}, agent=Logger(1.0)), Plan[Logger] | NoPlan[Logger])
assert_type(domain.actions, tuple[Action[Logger], ...])

untyped = Domain([Action("chop", cost=lambda agent: 1, effects={"wood": add(1)})])
plan = untyped.plan({"wood": 0}, {"wood": at_least(3)}, without=["chop"])
names = [action.name for action in plan] if plan else []
assert_type(names, list[str])
