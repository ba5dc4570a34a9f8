"""What the contract suite needs to know of a definition."""

import functools
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from gumption.core.clock import FixedStepClock
from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.mind import Definition, Mind
from gumption.core.plain import PlainData
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Event, to_plain
from gumption.errors import UsageError
from gumption.testing.recorder import CallRecorder


@dataclass(frozen=True)
class Example:
    """A definition for the contract suite, with what happens to its mind.

    Every user callable of the definition reports to its agent, a `CallRecorder`, as `name.what`; enter and exit hooks
    as `name.enter` and `name.exit`. Whatever the definition remembers stands in `agent.data`.
    """

    factory: Callable[[], Definition[CallRecorder]]
    """A function at module level, so that a new process can import it."""
    ticks: int = 12
    """How long the mind is watched. It should do all that it can do within that time."""
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    """Told to the mind before the tick of that number (the first is 1)."""
    lives_with: frozenset[str] = frozenset()
    """Calls whose exceptions the mind may tell the trace, and go on (W5); after all others it is idle (C3)."""
    deep: Callable[[int], Definition[CallRecorder]] | None = None
    """Gives a definition that calls its agent with "bottom" when it is nested as deep as the argument says (C8)."""

    @property
    def name(self) -> str:
        """The factory's name."""
        return self.factory.__name__

    @functools.cached_property
    def definition(self) -> Definition[CallRecorder]:
        """One for all lives: definitions are shared."""
        return self.factory()


class Life:
    """One run of an example: its agent, mind, clock and trace."""

    def __init__(self, example: Example, *, seed: int = 7) -> None:
        self.example = example
        self.agent = CallRecorder()
        self.events: list[Event] = []
        self.clock = FixedStepClock(0.25)
        context = Context(self.clock, seed=seed, entity=1, tracer=self.events.append)
        self.mind: Mind = example.definition.bind(self.agent, context)

    def tick(self) -> None:
        """Move the clock, tell the message of this tick, if any, and tick the mind."""
        self.clock.step_once()
        message = self.example.messages.get(self.clock.ticks)
        if message is not None:
            self.mind.send(message)
        self.mind.tick()

    def run(self, ticks: int | None = None) -> "Life":
        """Tick until tick number `ticks`, by default the example's last."""
        while self.clock.ticks < (self.example.ticks if ticks is None else ticks):
            self.tick()
        return self

    def told(self) -> list[dict[str, PlainData]]:
        """The events so far as plain data."""
        return [to_plain(event) for event in self.events]

    def save(self) -> dict[str, PlainData]:
        """All of it as plain data, as a world would save it."""
        return {
            "ticks": self.clock.ticks,
            "agent": self.agent.data,
            "mind": self.mind.snapshot().to_plain(),
        }

    @classmethod
    def load(cls, example: Example, saved: dict[str, Any]) -> "Life":
        """Go on from what `save` gave, with a definition, agent and mind of its own."""
        life = cls(example)
        for _ in range(saved["ticks"]):
            life.clock.step_once()
        life.agent.data.update(saved["agent"])
        life.mind.restore(Snapshot.from_plain(saved["mind"]))
        return life


def find_example(module: str, name: str) -> Example:
    """The example whose factory is called `name` among the module-level examples of `module`."""
    for value in vars(importlib.import_module(module)).values():
        for each in cast("Iterable[object]", value if isinstance(value, (list, tuple)) else [value]):
            if isinstance(each, Example) and each.name == name:
                return each
    raise UsageError(f"module {module!r} has no Example with the factory {name!r}")
