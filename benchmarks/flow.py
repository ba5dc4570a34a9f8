"""Check and run: agents against asyncio tasks that do the same, a resumed step, and the memory of an agent.

The crowd: 300 agents for 120 virtual seconds, whose checks are asked once a second. Each goes through three nodes, and
changes every 5 to 10 seconds; the nodes sleep and act. Both drivers run in virtual time, so that only work is measured.
"""

import asyncio
import gc
import selectors
import time
from collections.abc import Iterator

from benchmarks.measure import Figure, bytes_each
from gumption import F, World, flow
from gumption.core.clock import ManualClock
from gumption.core.coroutines.run import Run

AGENTS = 300
SECONDS = 120
ROUNDS = 30
COROUTINES = 20_000
ASYNCIO_AT_LEAST = 10


class Agent:
    """Wants something else after a few deeds, each agent on its own beat."""

    def __init__(self, number):
        self.wish = number % 3
        self.patience = 3 + number % 3
        self.deeds = 0
        self.switches = 0


def chases(agent):
    return agent.wish == 0


def flees(agent):
    return agent.wish == 1


def always(_agent):
    return True


async def act(agent, sleep):
    """What every node does: something every two seconds, until it has had enough; and cleaning up in the end."""
    agent.switches += 1
    try:
        for _ in range(agent.patience):
            agent.deeds += 1
            await sleep(2.0)
        agent.wish = (agent.wish + 1) % 3
        await sleep(10.0)
    finally:
        agent.deeds += 1


class Chase(flow.Node[Agent]):
    check = F.wish == 0

    async def run(self, agent, context):
        await act(agent, flow.sleep)


class Flee(Chase):
    check = F.wish == 1


class Patrol(flow.Node[Agent]):
    async def run(self, agent, context):
        await act(agent, flow.sleep)


def mine():
    """The crowd in a world; what it did."""
    world = World()
    selector = flow.Selector([Chase(), Flee(), Patrol()])
    agents = [world.add(Agent(number), selector).agent for number in range(AGENTS)]
    world.run(seconds=SECONDS)
    return agents


class VirtualTime(asyncio.SelectorEventLoop):
    """Jumps to the next thing that is due instead of waiting for it."""

    def __init__(self):
        super().__init__(_Jump(self))
        self.now = 0.0

    def time(self):
        return self.now


class _Jump(selectors.DefaultSelector):
    def __init__(self, loop):
        super().__init__()
        self.loop = loop

    def select(self, timeout=None):
        if timeout:
            self.loop.now += timeout
        return super().select(0)


CHECKS = (chases, flees, always)


async def check_and_run(agent):
    """As one would write it with asyncio: a task that asks the checks, and one for the node that runs."""
    chosen, task = None, None
    while True:
        for check in CHECKS:
            if check(agent):
                break
        if check is not chosen:
            if task is not None:
                task.cancel()
                await asyncio.wait([task], timeout=1.0)
            chosen, task = check, asyncio.create_task(act(agent, asyncio.sleep))
        await asyncio.sleep(1.0)


def peer():
    """The same crowd on asyncio's own loop."""
    loop = VirtualTime()
    agents = [Agent(number) for number in range(AGENTS)]

    async def crowd():
        minds = [asyncio.create_task(check_and_run(agent)) for agent in agents]
        await asyncio.sleep(SECONDS)
        for mind in minds:
            mind.cancel()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(crowd())
    return agents


def figures() -> Iterator[Figure]:
    """Measure, and compare with the budgets."""
    for crowd in (mine(), peer()):
        assert AGENTS * SECONDS / 10 < sum(agent.switches for agent in crowd) < AGENTS * SECONDS / 5
    took = processor_time({"mine": mine, "asyncio": peer})
    rate = AGENTS * SECONDS / took["mine"]
    yield Figure("flow, agent-seconds a second of processor time", rate, 400_000, "", at_least=True)
    faster = took["asyncio"] / took["mine"]
    yield Figure("flow, times faster than asyncio tasks in virtual time", faster, ASYNCIO_AT_LEAST, at_least=True)
    step = processor_time({"step": steps()})["step"] / COROUTINES
    yield Figure(f"flow, a resumed `await next_tick()`, {COROUTINES:,} coroutines", step * 1e6, 0.6, "us")
    yield Figure("flow, memory of an agent whose node sleeps", bytes_each(sleeper, 2_000), 2_000, "bytes")


def processor_time(contestants):
    """Seconds of processor time of each, in its best round. They take turns, so that noise hits all alike."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(ROUNDS):
        for name, call in contestants.items():
            gc.collect()
            start = time.process_time()
            call()
            best[name] = min(best[name], time.process_time() - start)
    return best


def steps():
    """A function that resumes each of many coroutines once."""

    async def wait():
        while True:
            await flow.next_tick()

    clock = ManualClock()
    runs = [Run(wait(), clock) for _ in range(COROUTINES)]

    def all_once():
        for run in runs:
            run.step()

    all_once()
    return all_once


def sleeper(_number):
    """A mind, with its context, whose node sleeps. The agent itself is not counted."""
    mind = SLEEPERS.bind(AGENT)
    mind.tick()
    assert mind.running
    return mind


class Doze(flow.Node[Agent]):
    async def run(self, agent, context):
        while True:
            await flow.sleep(5.0)


AGENT = Agent(4)
SLEEPERS = flow.Selector([Chase(), Flee(), Doze()])
