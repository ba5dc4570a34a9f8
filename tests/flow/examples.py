"""Selectors for the contract suite; importable, so that a new process finds them."""

from typing import Any

from gumption import Message, Status, flow
from gumption.testing import CallRecorder, Example


class Job(flow.Node[CallRecorder]):
    """So many steps, one a tick; notes down how far it has come. Its check: a range of the steps done in all."""

    def __init__(self, name: str, steps: int, between: tuple[int, int], restart: Any = "always") -> None:
        self.name, self.steps, self.between, self.restart = name, steps, between, restart

    def check(self, agent):
        agent.call(f"{self.name}.check")
        low, high = self.between
        return low <= agent.data.get("steps", 0) < high

    async def run(self, agent, context):
        agent.call(f"{self.name}.enter")
        try:
            done = context.resumed or 0
            while done < self.steps:
                agent.data["steps"] = agent.data.get("steps", 0) + 1
                done += 1
                context.checkpoint(done)
                agent.call(f"{self.name}.step")
                await flow.next_tick()
        finally:
            agent.call(f"{self.name}.exit")
        return Status.FAILURE if self.steps == 3 else None


class Nap(flow.Node[CallRecorder]):
    """Sleeps for a while that chance decides."""

    def check(self, agent):
        agent.call("nap.check")
        return agent.data.get("steps", 0) > 0

    async def run(self, agent, context):
        agent.call("nap.enter")
        try:
            until = context.resumed or context.clock.now + 0.25 * context.random.randint(1, 4)
            context.checkpoint(until)
            if until > context.clock.now:
                await flow.sleep(until - context.clock.now)
            agent.call("nap.over")
            agent.data["steps"] = 0
        finally:
            agent.call("nap.exit")


def worker() -> flow.Selector[CallRecorder]:
    """Jobs that take over from one another, end, and run once; naps by chance."""
    return flow.Selector(
        [Job("dig", 4, (2, 5)), Job("warm up", 3, (0, 3), "once"), Nap()], period=0.5, wake=["go"], name="worker"
    )


def waking() -> flow.Selector[CallRecorder]:
    """The same, told messages."""
    return worker()


def torn() -> flow.Selector[CallRecorder]:
    """Scores, hysteresis and dwell."""

    async def walk(agent, context):
        agent.call("walk.enter")
        try:
            await flow.gather(*[pace(agent, context) for _ in range(2)])
        finally:
            agent.call("walk.exit")

    async def pace(agent, context):
        while True:
            agent.call("pace")
            agent.data["n"] = agent.data.get("n", 0) + 1
            await flow.next_tick()

    def wish(agent):
        agent.call("walk.check")
        return 2.0 - agent.data.get("n", 0) % 7

    async def rest(agent, context):
        agent.call("rest.enter")
        try:
            while agent.data["n"] % 7:
                agent.data["n"] += 1
                await flow.next_tick()
        finally:
            agent.call("rest.exit")

    def need(agent):
        agent.call("rest.check")
        return agent.data.get("n", 0) % 7 - 2.0

    return flow.Selector(
        [flow.node(walk, wish), flow.node(rest, need, restart="until-other")],
        period=0.25,
        scores=True,
        hysteresis=0.5,
        dwell=0.5,
        name="torn",
    )


def failing() -> flow.Selector[CallRecorder]:
    """Fails, rests longer each time, and gives up; something else goes on meanwhile."""

    async def slip(agent, context):
        agent.call("slip.try")
        await flow.next_tick()
        raise ValueError("slipped")

    return flow.Selector(
        [flow.node(slip), Job("wait", 100, (0, 1000))], period=0, backoff=0.5, failures=3, keep=True, name="failing"
    )


_LIVES = frozenset(
    f"{name}.{what}" for name in ("dig", "warm up", "nap", "wait") for what in ("enter", "step", "over", "exit")
)

EXAMPLES = [
    Example(worker, ticks=30, lives_with=_LIVES),
    Example(torn, ticks=20, lives_with=frozenset({"walk.enter", "pace", "rest.enter", "rest.exit"})),
    Example(failing, ticks=24, lives_with=_LIVES | {"slip.try"}),
    Example(waking, ticks=12, messages={2: Message("go"), 7: Message("hello")}, lives_with=_LIVES),
]
