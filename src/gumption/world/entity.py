"""An agent with its mind in a world (rule F11)."""

from typing import Generic, TypeVar

from gumption.core.mind import Mind
from gumption.core.source import agent_name

Agent = TypeVar("Agent")


class Entity(Generic[Agent]):
    """Made by `World.add`."""

    __slots__ = ("agent", "error", "id", "mind", "removed")

    def __init__(self, id: int, agent: Agent, mind: Mind) -> None:  # noqa: A002 - the field's name
        self.id = id
        """A unique integer, given in order and never used again."""
        self.agent = agent
        self.mind = mind
        self.removed = False
        """Whether it has left the world."""
        self.error: Exception | None = None
        """What its mind failed with, if the world has parked it."""

    @property
    def name(self) -> str:
        """The agent's `name`, else its class."""
        return agent_name(self.agent)

    def __repr__(self) -> str:
        return f"<entity {self.id}: {self.name}>"
