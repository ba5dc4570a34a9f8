"""What tests of minds inside minds stand on: a mind, its agent, clock and trace; and actions that report."""

from typing import Any

from gumption import Context, ExitReason, FixedStepClock, Status, bt
from gumption.core.mind import Definition, Mind
from gumption.core.trace import Event, Failed
from gumption.testing import CallRecorder

S, FAIL, R = Status.SUCCESS, Status.FAILURE, Status.RUNNING


class Acting(bt.Action[CallRecorder]):
    """Gives the statuses of its script over and over, and reports its hooks."""

    def __init__(self, name: str, *statuses: Status) -> None:
        self.name, self.statuses = name, statuses

    def enter(self, agent: CallRecorder, context: Any) -> None:
        agent.call(f"{self.name}.enter")

    def tick(self, agent: CallRecorder, context: Any) -> Status:
        agent.call(self.name)
        number = agent.data[self.name] = agent.data.get(self.name, 0) + 1
        return self.statuses[(number - 1) % len(self.statuses)]

    def exit(self, agent: CallRecorder, context: Any, reason: ExitReason) -> None:
        agent.call(f"{self.name}.exit {reason.value}")


def acting(name: str, *statuses: Status) -> bt.Node[CallRecorder]:
    """A leaf that reports, and gives these statuses in turn."""
    return bt.action(Acting(name, *statuses), name=name)


class Stage:
    """A mind that is watched."""

    def __init__(self, definition: Definition[CallRecorder], *, step: float = 1.0) -> None:
        self.agent = CallRecorder()
        self.events: list[Event] = []
        self.clock = FixedStepClock(step)
        self.definition = definition
        self.mind: Mind = definition.bind(self.agent, Context(self.clock, entity=1, tracer=self.events.append))

    def tick(self) -> "Stage":
        self.clock.step_once()
        self.mind.tick()
        return self

    def expect(self, *calls: str) -> None:
        self.agent.expect(*calls)

    @property
    def failures(self) -> list[Failed]:
        return [event for event in self.events if isinstance(event, Failed)]
