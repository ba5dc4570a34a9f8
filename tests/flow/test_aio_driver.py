"""The asyncio driver: the same minds, ticked when they are due (rule W9)."""

import asyncio
import threading
from typing import Any

import pytest

from gumption import Context, ManualClock
from gumption.core.trace import Event as Happening
from gumption.errors import UsageError
from gumption.flow import (
    Node,
    Selector,
    gather,
    next_tick,
    sleep,
    timeout,
)
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, Doing, Switches, VirtualLoop, doing, left_after, play


class Miner:
    """Gets thirsty by digging."""

    def __init__(self) -> None:
        self.thirst = 0
        self.gold = 0


class Drink(Node[Miner]):
    def check(self, agent: Miner) -> bool:
        return agent.thirst >= 3

    async def run(self, agent: Miner, context: Context) -> None:
        while agent.thirst:
            await sleep(0.5)
            agent.thirst -= 1


class Dig(Node[Miner]):
    async def run(self, agent: Miner, context: Context) -> None:
        try:
            async with timeout(6.0):
                while True:
                    await gather(sleep(0.75), sleep(0.25))
                    agent.gold += 1
                    agent.thirst += int(context.random.random() < 0.5)
        except TimeoutError:
            await next_tick()


def test_the_same_nodes_switch_in_the_same_way_under_both_drivers() -> None:
    """W9. All times are multiples of the step, so that both have the same."""
    selector = Selector([Drink(), Dig()])
    times: list[list[tuple[float, str]]] = []

    def tracer(clock: Any, seen: list[tuple[float, str]]) -> Any:
        def trace(event: Happening) -> None:
            seen.append((round(clock.now, 6), str(event)))

        return trace

    stepped, clock = Miner(), ManualClock()
    times.append([])
    mind = selector.bind(stepped, Context(clock, seed=5, entity=1, tracer=tracer(clock, times[0])))
    for _ in range(400):
        mind.tick()
        clock.advance(0.05)

    async def main() -> Miner:
        agent = Miner()
        times.append([])
        async with Driver(seed=5, tick=0.05) as driver:
            driver.tracer = tracer(driver.clock, times[1])
            driver.add(agent, selector)
            await asyncio.sleep(19.99)
            times[1] = times[1][:]  # without what stopping adds
        return agent

    driven = play(main())
    assert (driven.gold, driven.thirst) == (stepped.gold, stepped.thirst)
    words = [[what for _, what in each] for each in times]
    assert words[1] == words[0][: len(words[1])]
    assert len(words[1]) > 20
    for (early, _), (late, _) in zip(times[1], times[0], strict=False):
        assert 0 <= late - early < 0.11  # a world looks at its minds once a step; a loop when they are due


def test_minds_are_ticked_when_they_are_due_and_not_in_between() -> None:
    """W2: a period apart, each agent at its own place in it."""
    asked: dict[int, list[float]] = {}

    class Idle(Node[Any]):
        def check(self, agent: Any) -> bool:
            asked.setdefault(agent, []).append(asyncio.get_running_loop().time())
            return False

        async def run(self, agent: Any, context: Any) -> None: ...

    async def main() -> int:
        selector = Selector([Idle()], period=1.0)
        async with Driver() as driver:
            for number in range(3):
                driver.add(number, selector)
            await asyncio.sleep(10.0)
            return driver.clock.ticks

    ticks = play(main())
    assert {number: len(times) for number, times in asked.items()} == {0: 11, 1: 11, 2: 11}
    assert ticks < 45
    assert len({round(times[1] % 1.0, 3) for times in asked.values()}) == 3


def test_a_thousand_agents_live_on_one_timer() -> None:
    """W9."""
    tracer = Switches()

    async def first(agent: Being, context: Any) -> None:
        for _ in range(3):
            await sleep(0.2 + context.random.random())
            await asyncio.sleep(context.random.random())
        agent.wants = "second"

    async def second(agent: Being, context: Any) -> None:
        agent.log.append("second")
        await asyncio.get_running_loop().create_future()

    async def main() -> list[Being]:
        loop: Any = asyncio.get_running_loop()
        agents = [Being() for _ in range(1000)]
        selector = Selector([Doing("first", first), Doing("second", second)])
        async with Driver(seed=3, tracer=tracer) as driver:
            for each in agents:
                driver.add(each, selector)
            await asyncio.sleep(0)
            assert len(loop._scheduled) + len(loop._ready) < 10
            await asyncio.sleep(15.0)
        return agents

    agents = play(main())
    assert [each.log for each in agents] == [["second"]] * 1000
    once = tracer.seen[:]
    tracer.seen.clear()
    play(main())
    assert tracer.seen == once
    assert len(once) == 2000


def test_two_drivers_on_two_loops_in_two_threads_know_nothing_of_each_other() -> None:
    """No global state."""
    logs: dict[int, list[list[str]]] = {}

    async def first(agent: Being, context: Any) -> None:
        for number in range(20):
            async with asyncio.timeout(10.0):
                await asyncio.sleep(0.01 * context.random.random())
            agent.log.append(f"{number} {context.random.random():.3f} {threading.get_ident()}")
        await sleep(100.0)

    async def main() -> list[list[str]]:
        agents = [Being() for _ in range(20)]
        selector = doing(first)
        async with Driver(seed=1) as driver:
            for each in agents:
                driver.add(each, selector)
            await asyncio.sleep(1.0)
        return [each.log for each in agents]

    def work() -> None:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            logs[threading.get_ident()] = runner.run(main())

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20.0)
    assert len(logs) == 2
    one, two = ([[line.rpartition(" ")[0] for line in log] for log in each] for each in logs.values())
    assert one == two
    for thread_id, each in logs.items():
        assert all(len(log) == 20 and all(line.endswith(f" {thread_id}") for line in log) for log in each)


def test_a_driver_may_run_inside_a_node() -> None:
    """Its tasks are others than the node's."""

    async def inner(agent: Being, context: Any) -> None:
        async with asyncio.timeout(5.0):
            await asyncio.sleep(0.1)
        agent.log.append("inner")
        await sleep(100.0)

    async def outer(agent: Being, context: Any) -> None:
        async with Driver() as driver:
            driver.add(agent, doing(inner))
            await asyncio.sleep(0.2)
        agent.log.append("outer")
        await sleep(100.0)

    assert play(left_after(outer)) == ["inner", "outer"]


def test_a_driver_is_entered_once_and_takes_nobody_before_and_after() -> None:
    async def main() -> None:
        driver = Driver()
        with pytest.raises(UsageError, match="has not begun"):
            driver.add(Being(), doing(nothing))
        async with driver:
            pass
        with pytest.raises(UsageError, match="takes no further agents"):
            driver.add(Being(), doing(nothing))
        with pytest.raises(UsageError, match="entered before"):
            async with driver:
                pass

    play(main())


async def nothing(agent: Being, context: Any) -> None:
    """A node's run."""


@pytest.mark.parametrize("wrong", [-1.0, float("inf"), float("nan"), "soon", True])
def test_times_that_are_none_are_refused(wrong: Any) -> None:
    with pytest.raises(UsageError, match="is not a time"):
        Driver(tick=wrong)
    with pytest.raises(UsageError, match="is not a time"):
        Driver(deadline=wrong)
