"""What is wanted."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Generic, final

from gumption.errors import UsageError, brief
from gumption.goap.action import Agent, Conditions
from gumption.goap.asking import ask
from gumption.goap.definition.report import GOAL
from gumption.goap.formula import Number, number
from gumption.goap.vocabulary import say_condition


@final
class Goal(Generic[Agent]):
    """Conditions that shall hold, with a name and a priority (rule G6). Equal only to itself.

    Arguments are checked when it is given to a `Domain`, all at once.

    Args:
        name: how plans and messages call it.
        conditions: name -> condition. The goal is reached when all hold.
        priority: the higher it is, the earlier the goal is tried; a number, or a function of the agent.
    """

    __slots__ = ("conditions", "name", "priority")

    def __init__(self, name: str, conditions: Conditions, priority: Number | Callable[[Agent], Number] = 0) -> None:
        self.name = name
        copied: Any = MappingProxyType(dict(conditions)) if isinstance(conditions, Mapping) else conditions
        self.conditions: Conditions = copied
        self.priority = priority

    def __deepcopy__(self, _memo: object) -> "Goal[Agent]":
        return self  # shared by all agents: one that is copied keeps it

    def __repr__(self) -> str:
        wanted = " and ".join(say_condition(name, each) for name, each in self.conditions.items())
        return f"<goal {self.name!r}: {wanted}>"

    def priority_for(self, agent: Agent | None) -> float:
        """How high it ranks for `agent`.

        Raises:
            UsageError: its function gives no finite number, or there is no agent to ask.
            MindError: its function raised.
        """
        if not callable(self.priority):
            return self.priority
        if agent is None:
            raise UsageError(
                "its priority is a question to the agent, and there is none",
                where=GOAL.format(self.name),
                doing="planning",
                remedy="give the agent: plan(state, goals, agent=...)",
            )
        answer = ask(self.priority, agent, self.name, "priority", GOAL)
        try:
            return number(answer, "")
        except UsageError:
            raise UsageError(
                f"it returned {brief(answer)}",
                where=f"{GOAL.format(self.name)}.priority",
                doing="planning",
                remedy="return a finite number",
            ) from None
