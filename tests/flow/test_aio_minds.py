"""What reaches the minds of an asyncio driver, and when (rule W9)."""

import asyncio
import contextvars
from typing import Any

import pytest

from gumption import Message, bt
from gumption.flow import (
    Event,
    Selector,
    gather,
    message,
    sleep,
    timeout,
    until,
)
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, Doing, doing, play


@pytest.mark.parametrize("how", ["event", "message", "poke", "future"])
def test_a_mind_is_woken_at_once(how: str) -> None:
    """W9: not with its next round of checks."""
    woken: list[float] = []

    async def main() -> None:
        event, future = Event(), asyncio.get_running_loop().create_future()

        async def first(agent: Being, context: Any) -> None:
            waits: dict[str, Any] = {
                "event": event.wait(),
                "message": message("go"),
                "future": future,
                "poke": sleep(100.0),
            }
            await waits[how]
            woken.append(asyncio.get_running_loop().time())
            await sleep(100.0)

        async def second(agent: Being, context: Any) -> None:
            woken.append(asyncio.get_running_loop().time())
            await sleep(100.0)

        agent = Being()
        async with Driver() as driver:
            mind = driver.add(agent, Selector([Doing("first", first), Doing("second", second)], period=50.0))
            await asyncio.sleep(0.37)
            if how == "event":
                event.set()
            elif how == "message":
                assert mind.send(Message("go"))
            elif how == "future":
                future.set_result(None)
            else:
                agent.wants = "second"
                mind.poke()
            await asyncio.sleep(1.0)

    play(main())
    assert woken == pytest.approx([0.37])


def test_a_message_of_a_kind_that_wakes_makes_a_round_of_checks() -> None:
    async def main() -> list[str]:
        async def first(agent: Being, context: Any) -> None:
            await sleep(100.0)

        async def second(agent: Being, context: Any) -> None:
            agent.log.append(f"{asyncio.get_running_loop().time():g}")

        agent = Being()
        nodes = [Doing("first", first), Doing("second", second)]
        async with Driver() as driver:
            mind = driver.add(agent, Selector(nodes, period=50.0, wake=["alarm"]))
            await asyncio.sleep(0.25)
            agent.wants = "second"
            mind.send(Message("alarm"))
            await asyncio.sleep(0.25)
        return agent.log

    assert play(main()) == ["0.25"]


def test_agents_send_each_other_messages_at_once_and_later() -> None:
    """F10."""

    async def first(agent: Being, context: Any) -> None:
        if agent.name == "Bob":
            await sleep(0.1)
            context.send(2, "home", {"gold": 3})
            context.send(2, "supper", delay=0.5)
            context.send(2, "never", delay=50.0)
        else:
            for _ in range(2):
                got = await message()
                agent.log.append(f"{got.sender} {got.kind} {got.data} {asyncio.get_running_loop().time():g}")
        await sleep(100.0)

    async def main() -> list[str]:
        bob, elsa = Being("Bob"), Being("Elsa")
        async with Driver() as driver:
            for each in (bob, elsa):
                driver.add(each, doing(first))
            await asyncio.sleep(2.0)
        return elsa.log

    assert play(main()) == ["1 home {'gold': 3} 0.1", "1 supper None 0.6"]


def test_polling_waits_a_tick_and_does_not_spin() -> None:
    asked: list[float] = []

    async def first(agent: Being, context: Any) -> None:
        await until(lambda: asked.append(context.clock.now))

    async def main() -> None:
        async with Driver(tick=0.1) as driver:
            driver.add(Being(), doing(first))
            await asyncio.sleep(0.95)

    play(main())
    assert asked[:10] == pytest.approx([each / 10 for each in range(10)])


def test_a_mind_is_removed_while_the_others_go_on() -> None:
    async def first(agent: Being, context: Any) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            agent.log.append("out")

    async def main() -> None:
        agents = [Being("one"), Being("two")]
        async with Driver() as driver:
            minds = [driver.add(each, doing(first)) for each in agents]
            await asyncio.sleep(0.1)
            await driver.remove(minds[0])
            assert [each.log for each in agents] == [["out"], []]
            assert driver.minds == minds[1:]
            assert minds[0].status is None
            await driver.remove(minds[0])
        assert driver.minds == []

    play(main())


def test_a_node_may_have_its_own_mind_removed() -> None:
    async def main() -> list[str]:
        agent = Being()

        async def first(agent: Being, context: Any) -> None:
            try:
                await driver.remove(mind)
            finally:
                agent.log.append("out")

        async with Driver() as driver:
            mind = driver.add(agent, doing(first))
            await asyncio.sleep(0.5)
            assert driver.minds == []
        return agent.log

    assert play(main()) == ["out"]


def test_each_coroutine_has_its_own_context_variables() -> None:
    """As asyncio's tasks have; a part of a gather begins with those of the coroutine around it."""
    variable = contextvars.ContextVar("variable", default="nobody")

    async def part(agent: Being) -> None:
        agent.log.append(variable.get())
        variable.set("part")

    async def first(agent: Being, context: Any) -> None:
        agent.log.append(variable.get())
        token = variable.set(agent.name)
        await sleep(0.1)
        await gather(part(agent), part(agent))
        await asyncio.sleep(0.1)
        agent.log.append(variable.get())
        variable.reset(token)
        await sleep(100.0)

    async def main() -> None:
        variable.set("all")
        agents = [Being("one"), Being("two")]
        async with Driver() as driver:
            for each in agents:
                driver.add(each, doing(first))
            await asyncio.sleep(0.5)
        assert [each.log for each in agents] == [["all", name, name, name] for name in ("one", "two")]

    play(main())


def test_minds_that_are_woken_often_leave_little_behind_and_sleep_as_long_as_they_should() -> None:
    """What a mind was due for before it was woken is void, and thrown away now and then."""

    async def main() -> None:
        agents = [Being() for _ in range(5)]
        event = Event()

        async def first(agent: Being, context: Any) -> None:
            for number in range(1, 301):
                seconds = number % 7 + 1.0
                try:
                    async with timeout(seconds):
                        await event.wait()
                except TimeoutError:
                    agent.log.append(f"{seconds:g} {asyncio.get_running_loop().time():g}")
            await sleep(1000.0)

        async with Driver() as driver:
            for each in agents:
                driver.add(each, doing(first, period=1000.0))
            for _ in range(299):
                await asyncio.sleep(0.25)
                event.set()
                event.clear()
                assert len(driver._heap) <= 2 * len(agents) + 70
            await asyncio.sleep(20.0)
        assert [each.log for each in agents] == [["7 81.75"]] * 5

    play(main())


@pytest.mark.parametrize("left", [False, True])
def test_coroutines_of_minds_inside_await_what_asyncio_knows(left: bool) -> None:
    """W9, W11, N1: a tree as the body of a node; it is closed where it stands when the node is left."""
    happened: list[str] = []

    async def listen(agent: Being) -> None:
        happened.append("listens")
        try:
            await asyncio.sleep(1.0)
            happened.append("has heard")
        finally:
            happened.append("is over")

    async def main() -> None:
        agent = Being()
        tree: bt.Tree[Being] = bt.Tree(bt.sequence(bt.action(listen), bt.do(lambda agent: happened.append("goes on"))))
        async with Driver() as driver:
            driver.add(agent, Selector([tree], period=50.0))
            await asyncio.sleep(0.5 if left else 2.0)

    play(main())
    assert happened == ["listens", "is over"] if left else ["listens", "has heard", "is over", "goes on"]
