"""Tells all that happens to coroutines and minds, for `test_kernels` to compare: `python -m tests.flow.story`.

Nobody traces, so that the usual tick is made as short as it may be.
"""

import hashlib
import logging
import traceback
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import F, World, flow
from gumption.core.coroutines.kernel import Steps
from tests.core.test_coroutines_storm import PLANS, PROGRAMS, play


class Agent:
    def __init__(self, number: int, log: list[str]) -> None:
        self.number = number
        self.log = log
        self.wish = number % 7
        self.world: World
        self.event = flow.Event()

    def say(self, what: object) -> None:
        self.log.append(f"{self.world.clock.now:.3f} {self.number} {what}")


class Part(flow.Node[Agent]):
    """Does what its name says, and wants something else then."""

    wish = 0

    async def run(self, agent: Agent, context: flow.RunContext) -> None:
        agent.say(f"begins {self.wish}")
        try:
            await self.act(agent, context)
        finally:
            agent.say(f"ends {self.wish}")
            agent.wish = (agent.wish + 1 + agent.number) % 8

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        raise NotImplementedError


class Sleeps(Part):
    check = F.wish == 0

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        for _ in range(3):
            await flow.sleep(0.7)


class Listens(Part):
    wish = 1

    def check(self, agent: Agent) -> bool:
        return agent.wish == 1

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        try:
            async with flow.timeout(2.5):
                note = await flow.message("word")
                agent.say(note.data)
        except TimeoutError as error:
            agent.say(error)


class Fails(Part):
    wish = 2
    check = F.wish == 2

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        await flow.next_tick()
        raise KeyError(agent.number)


class CleansUp(Part):
    wish = 3
    check = F.wish == 3

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        try:
            await flow.sleep(1.0)
            agent.wish = 6
            await flow.sleep(50.0)
        finally:
            async with flow.shield(2.0):
                await flow.sleep(0.4 if agent.number % 5 else 1.7)  # the latter is too long
                agent.say("cleaned up")


class Gathers(Part):
    wish = 4
    check = F.wish == 4

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        done = await flow.race(flow.gather(flow.sleep(0.3), flow.sleep(0.9)), flow.sleep(1.3))
        agent.say(done)


class Once(Part):
    wish = 5
    check = F.wish == 5
    restart = "once"

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        agent.world.send(agent.number % 9 + 1, "word", data=agent.number)
        await flow.until(lambda: context.random.random() < 0.2)


class Breaks(Part):
    """Its check fails at times, which ends the mind."""

    wish = 6

    def check(self, agent: Agent) -> bool:
        if agent.wish == 7:
            raise ValueError(f"{agent.number} cannot say")
        return agent.wish == 6

    async def act(self, agent: Agent, context: flow.RunContext) -> None:
        context.send(agent.number, "shot")
        await flow.sleep(0.2)


class Idles(flow.Node[Agent]):
    async def run(self, agent: Agent, context: flow.RunContext) -> None:
        await flow.sleep(1.1)
        agent.wish = (agent.wish + 3) % 8


def errors_of(error: BaseException | None) -> Iterator[Any]:
    """An error with all behind it, and the functions of this file that each came through."""
    while error is not None:
        frames = [each.name for each in traceback.extract_tb(error.__traceback__) if each.filename == __file__]
        yield type(error).__name__, str(error).partition("\n")[0], error.__suppress_context__, frames
        error = error.__cause__ or error.__context__


def crowd(period: float, dwell: float, *, keep: bool) -> list[str]:
    """What happens to some agents in a minute."""
    log: list[str] = []
    world = World(seed=5, step=0.25, on_error="park")
    nodes = [Sleeps(), Listens(), Fails(), CleansUp(), Gathers(), Once(), Breaks(), *([] if keep else [Idles()])]
    selector = flow.Selector(nodes, period=period, dwell=dwell, keep=keep, wake=["shot"])
    for number in range(1, 31):
        agent = Agent(number, log)
        agent.world = world
        world.add(agent, selector)
    for _ in range(240):
        world.tick()
        for entity in list(world.entities.values()):
            if entity.error is not None:
                log.extend(f"{world.clock.now:.3f} {entity.id} {each}" for each in errors_of(entity.error))
                entity.agent.wish = 0
                world.unpark(entity)
    for entity in list(world.entities.values()):
        log.append(f"{entity.id} {entity.mind.snapshot().data}")
        world.remove(entity)
    return log


def storms() -> list[str]:
    """What happens in storms of coroutines."""
    log: list[str] = []

    @settings(max_examples=150, deadline=None, derandomize=True, database=None)
    @given(st.lists(PROGRAMS, min_size=2, max_size=2), PLANS, st.sampled_from(["cancel", "close"]))
    def one(programs: Any, plan: Any, last: str) -> None:
        storm = play(programs, plan, last)
        log.extend(storm.stage.log)
        log.extend(f"{run.result!r} {run.error!r}" for run in storm.runs)

    one()
    return log


def main() -> None:
    logging.disable()
    print(Steps.__module__)  # noqa: T201
    for name, log in {
        "storms": storms(),
        "each tick": crowd(0.0, 0.0, keep=False),
        "each second": crowd(1.0, 0.0, keep=False),
        "seldom": crowd(1.7, 3.0, keep=True),
    }.items():
        print(name, len(log), hashlib.sha256("\n".join(log).encode()).hexdigest())  # noqa: T201


if __name__ == "__main__":
    main()
