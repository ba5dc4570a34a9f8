"""Planners for the contract suite; importable, so that a new process finds them."""

from typing import Any

from gumption import Message, Status, bt, flow
from gumption.goap import Action, Domain, Goal, Planner, Provider, add, at_least
from gumption.testing import CallRecorder, Example


def count(agent: CallRecorder, name: str) -> int:
    """How often this was called."""
    agent.call(name)
    number = agent.data[name] = agent.data.get(name, 0) + 1
    return int(number)


class Life(Provider[CallRecorder]):
    """Reports its hooks; what it knows of the world stands in the agent's data."""

    def world_state(self, agent: CallRecorder) -> dict[str, Any]:
        agent.call("world_state")
        data = agent.data
        return {"wood": data.get("wood", 0), "axe": data.get("axe", False), "fed": data.get("fed", True)}

    def move_agent(self, agent: CallRecorder, mind: Any, action: Any) -> bool:
        agent.data["position"] = agent.data.get("position", 0) + 1
        agent.call("move_agent")
        return agent.data["position"] % 3 == 0

    def plan_found(self, agent: CallRecorder, mind: Any, goal: Any, plan: Any) -> None:
        agent.call("plan_found")

    def plan_failed(self, agent: CallRecorder, mind: Any, no_plan: Any) -> None:
        agent.call("plan_failed")

    def actions_finished(self, agent: CallRecorder, mind: Any, goal: Any) -> None:
        agent.call("actions_finished")
        if goal.name == "stock up":
            agent.data.update(wood=0, axe=agent.data["wood"] % 2 == 0)

    def plan_aborted(self, agent: CallRecorder, mind: Any, action: Any, reason: str) -> None:
        agent.call("plan_aborted")

    def on_message(self, agent: CallRecorder, mind: Any, message: Message) -> bool:
        agent.call("planner.on_message")
        if message.kind == "go":
            agent.data["fed"] = False
        return message.kind == "go"


def take(agent: CallRecorder) -> Status:
    if count(agent, "take") % 2:
        return Status.RUNNING
    agent.data["axe"] = True
    return Status.SUCCESS


class Chop(bt.Action[CallRecorder]):
    """Fails now and then, and wears the axe out."""

    def enter(self, agent: CallRecorder, context: Any) -> None:
        agent.call("chop.enter")

    def tick(self, agent: CallRecorder, context: Any) -> Status:
        number = count(agent, "chop.tick")
        if number % 7 == 0:
            return Status.FAILURE
        if number % 2:
            return Status.RUNNING
        agent.data["wood"] = agent.data.get("wood", 0) + 1
        return Status.SUCCESS

    def exit(self, agent: CallRecorder, context: Any) -> None:
        agent.call("chop.exit")


async def eat(agent: CallRecorder, context: Any) -> None:
    agent.call("eat.enter")
    try:
        until = context.resumed or context.clock.now + 0.3
        context.checkpoint(until)
        if until > context.clock.now:
            await flow.sleep(until - context.clock.now)
        agent.data["fed"] = True
    finally:
        agent.call("eat.exit")


def nearest(agent: CallRecorder) -> str:
    agent.call("nearest")
    return "tree"


def gather(agent: CallRecorder) -> None:
    agent.call("gather")
    agent.data["wood"] = agent.data.get("wood", 0) + 1


DOMAIN: Domain[CallRecorder] = Domain(
    [
        Action("take", cost=2, effects={"axe": True}, perform=take, cooldown=1.0),
        Action(
            "chop",
            cost=1,
            preconditions={"axe": True},
            effects={"wood": add(1)},
            perform=Chop,
            target=nearest,
            reach=1.0,
        ),
        Action("gather", cost=5, effects={"wood": add(1)}, perform=gather, duration=0.5),
        Action("eat", effects={"fed": True}, perform=eat),
    ],
    goals=[Goal("eaten", {"fed": True}, priority=2), Goal("stock up", {"wood": at_least(3)}, priority=1)],
)


def logger() -> Planner[CallRecorder]:
    """Actions of all kinds, that fail, take time, are walked to and interrupted."""
    return Planner(DOMAIN, Life(), backoff=0.6, name="logger")


def errand() -> Planner[CallRecorder]:
    """Comes to an end."""
    return Planner(DOMAIN, Life(), once=True, period=0.5, name="errand")


def stuck() -> Planner[CallRecorder]:
    """There is never a plan."""
    domain: Domain[CallRecorder] = Domain(
        [Action("gather", preconditions={"fed": False}, effects={"wood": add(1)}, perform=gather)],
        goals=[Goal("stock up", {"wood": at_least(3)})],
    )
    return Planner(domain, Life(), name="stuck")


MESSAGES = {3: Message("hello"), 6: Message("go"), 15: Message("go")}
EXAMPLES = [
    Example(logger, ticks=30, messages=MESSAGES),
    Example(errand, ticks=24, messages=MESSAGES),
    Example(stuck, ticks=8, messages=MESSAGES),
]
