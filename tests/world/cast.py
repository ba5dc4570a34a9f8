"""Small characters for the tests of the world."""

from collections.abc import Callable
from typing import Any

from gumption import Entity, Message, World, fsm
from gumption.core.trace import Event

Machine = fsm.MachineMind["Person"]


class Person:
    """Writes down what happens to it."""

    def __init__(self, name: str = "somebody", diary: list[str] | None = None) -> None:
        self.name = name
        self.ticks: list[int] = []
        """Numbers of the ticks in which it executed."""
        self.heard: list[Message] = []
        self.left: list[str] = []
        """The reasons of its exits."""
        self.diary: list[str] = [] if diary is None else diary
        """`name.hook` in order; may be shared by several."""

    @property
    def kinds(self) -> list[str]:
        """What the messages were about."""
        return [message.kind for message in self.heard]


class Role(fsm.State[Person]):
    """Writes down what happens, and then does what it was given."""

    def __init__(self, **hooks: Callable[..., object]) -> None:
        self.hooks = hooks

    def play(self, hook: str, person: Person, *arguments: Any) -> object:
        person.diary.append(f"{person.name}.{hook}")
        return self.hooks.get(hook, lambda *_: None)(person, *arguments)

    def enter(self, person: Person, machine: Machine) -> None:
        self.play("enter", person, machine)

    def execute(self, person: Person, machine: Machine) -> None:
        person.ticks.append(machine.context.clock.ticks)
        self.play("execute", person, machine)

    def exit(self, person: Person, machine: Machine) -> None:
        person.left.append("" if machine.exit_reason is None else machine.exit_reason.value)
        self.play("exit", person, machine)

    def on_message(self, person: Person, machine: Machine, message: Message) -> bool:
        person.heard.append(message)
        return self.play("on_message", person, machine, message) is not False


def role(**hooks: Callable[..., object]) -> fsm.Machine[Person]:
    """A machine with one state, whose hooks do this; it takes every message unless `on_message` returns False."""
    return fsm.Machine(Role(**hooks))


IDLER = role()
"""Does nothing of its own."""


def fail(*_: object) -> None:
    """A hook that raises."""
    raise ValueError("out of nuggets")


def enter(world: World, name: str = "somebody", diary: list[str] | None = None, **hooks: Any) -> Entity[Person]:
    """Add a person whose one state has these hooks."""
    return world.add(Person(name, diary), role(**hooks))


def traced(world: World) -> list[Event]:
    """The list that all further events of the world go to."""
    events: list[Event] = []
    world.trace(events.append)
    return events


def of_kind(events: list[Event], *kinds: type) -> list[Event]:
    """The events of these kinds."""
    return [event for event in events if isinstance(event, kinds)]
