"""Nodes that do as they are told, and a stage for the minds made of them.

What happens is told in short words: a node called `a` begins: `a(`; goes on after an await: `a.`; is out: `a)`.
"""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from gumption import Context, Message, flow
from gumption.core.clock import FixedStepClock
from gumption.core.trace import Entered, Event, Exited, Switched

STEP = 0.25


class Actor(SimpleNamespace):
    """The agent: `wants` names the nodes whose checks hold, `told` is what happened."""

    name = "actor"

    def __init__(self, *wants: str) -> None:
        super().__init__(wants=set(wants), told=[], asked=[])

    def tell(self, what: str) -> None:
        self.told.append(what)

    def take(self) -> str:
        """What was told since the last time."""
        told, self.told = self.told, []
        return " ".join(told)


class Does(flow.Node[Actor]):
    """Holds while its name is among what the actor wants; runs `body`, or for ever."""

    def __init__(self, name: str, body: Callable[..., Any] | None = None, restart: Any = "always") -> None:
        self.name = name
        self.body = body
        self.restart = restart

    def check(self, agent):
        agent.asked.append(self.name)
        return self.name in agent.wants

    async def run(self, agent, context):
        agent.tell(f"{self.name}(")
        try:
            if self.body is not None:
                return await self.body(agent, context)
            while True:
                await flow.next_tick()
                agent.tell(f"{self.name}.")
        finally:
            agent.tell(f"{self.name})")


class Stage:
    """A selector with an actor and a clock."""

    def __init__(
        self,
        *nodes: flow.Node[Any],
        wants: Iterable[str] = (),
        entity: int = 0,
        step: float = STEP,
        traced: bool = True,
        selector: flow.Selector[Any] | None = None,
        **options: Any,
    ) -> None:
        self.selector = flow.Selector(nodes, **options) if selector is None else selector
        self.actor = Actor(*wants)
        self.clock = FixedStepClock(step)
        self.events: list[Event] = []
        self.context = Context(self.clock, seed=7, entity=entity, tracer=self.events.append if traced else None)
        self.mind = self.selector.bind(self.actor, self.context)

    def want(self, *names: str) -> "Stage":
        self.actor.wants = set(names)
        return self

    def tick(self, times: int = 1) -> str:
        """Tick, and give what was told."""
        for _ in range(times):
            self.clock.step_once()
            self.mind.tick()
        return self.actor.take()

    def until(self, seconds: float) -> str:
        """Tick up to that time, and give what was told."""
        while self.clock.now + self.clock.step <= seconds + 1e-9:
            self.clock.step_once()
            self.mind.tick()
        return self.actor.take()

    def send(self, kind: str, data: Any = None) -> bool:
        return self.mind.send(Message(kind, data=data))

    def turns(self) -> list[str]:
        """Who was entered and exited, and why: `a(`, `a)halt`."""
        names = [part.name for part in self.mind.describe()]
        told: list[str] = []
        for event in self.events:
            if isinstance(event, Entered):
                told.append(f"{names[event.node]}(")
            elif isinstance(event, Exited):
                told.append(f"{names[event.node]}){event.reason.value}")
        self.events.clear()
        return told

    def switches(self) -> list[tuple[int | None, list[tuple[int, Any]]]]:
        return [(each.node, list(each.answers)) for each in self.events if isinstance(each, Switched)]
