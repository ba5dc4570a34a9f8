"""How a driver stops: with a deadline, and nothing left over (rules W3, W9)."""

import asyncio
import logging
from typing import Any

import pytest

from gumption.errors import LimitError, UsageError
from gumption.flow import Selector, shield, sleep
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, Doing, doing, play


async def tidy(agent: Being, context: Any) -> None:
    """Needs 0.3 s to clean up."""
    try:
        await asyncio.sleep(100.0)
    finally:
        async with shield(10.0):
            await asyncio.sleep(0.3)
        agent.log.append("out")


async def stubborn(agent: Being, context: Any) -> None:
    """Never gives up."""
    while True:
        try:
            await asyncio.sleep(100.0)  # here it stands
        except asyncio.CancelledError:
            agent.log.append("no")


def line_of(text: str) -> int:
    """Where in this file a line ends like that."""
    with open(__file__, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if line.rstrip().endswith(text))


def test_stopping_waits_until_all_minds_are_out() -> None:
    async def main() -> None:
        agents = [Being() for _ in range(10)]
        async with Driver() as driver:
            minds = [driver.add(each, doing(tidy)) for each in agents]
            await asyncio.sleep(0.1)
            started = asyncio.get_running_loop().time()
            await driver.stop()
            assert asyncio.get_running_loop().time() - started == pytest.approx(0.3)
            assert [each.log for each in agents] == [["out"]] * 10
            assert [each.status for each in minds] == [None] * 10
            await driver.stop()

    play(main())


def test_an_overrun_names_agent_node_and_await(caplog: pytest.LogCaptureFixture) -> None:
    """W3. The place is the user's line, not one of asyncio's."""

    async def main() -> None:
        agents = [Being("Bob"), Being("Elsa")]
        driver = Driver()
        async with driver:
            driver.add(agents[0], doing(stubborn, name="robot"))
            driver.add(agents[1], doing(tidy))
            await asyncio.sleep(0.1)
            started = asyncio.get_running_loop().time()
            with pytest.raises(ExceptionGroup) as caught:
                await driver.stop(0.5)
            assert asyncio.get_running_loop().time() - started == pytest.approx(0.5, abs=0.05)
        (error,) = caught.value.exceptions
        assert isinstance(error, LimitError)
        assert "not out within 0.5 s" in str(error)
        assert f"(at test_aio_stopping.py:{line_of('# here it stands')})" in str(error)
        assert "Bob" in str(error)
        assert "first" in str(error)
        assert agents[1].log == ["out"]
        assert 5 <= agents[0].log.count("no") < 200
        assert driver.minds == []

    with caplog.at_level(logging.CRITICAL):
        play(main())


def test_the_deadline_of_the_block_holds_when_it_is_left() -> None:
    async def main() -> None:
        async with Driver(deadline=0.2) as driver:
            driver.add(Being(), doing(tidy))
            await asyncio.sleep(0.1)

    with pytest.raises(ExceptionGroup) as caught:
        play(main())
    assert [type(each) for each in caught.value.exceptions] == [LimitError]


def test_the_selector_s_deadline_holds_where_no_other_is_given() -> None:
    async def main() -> None:
        async with Driver() as driver:
            driver.add(Being(), doing(tidy, deadline=0.1))
            await asyncio.sleep(0.1)

    with pytest.raises(ExceptionGroup, match="left") as caught:
        play(main())
    assert "0.1 s" in str(caught.value.exceptions[0])


def test_a_mind_in_the_middle_of_a_switch_is_left_without_another_node() -> None:
    async def second(agent: Being, context: Any) -> None:
        agent.log.append("second")

    async def main() -> None:
        agent = Being()
        async with Driver() as driver:
            mind = driver.add(agent, Selector([Doing("first", tidy), Doing("second", second)]))
            await asyncio.sleep(0.1)
            agent.wants = "second"
            mind.poke()
            await asyncio.sleep(0.1)
        assert agent.log == ["out"]

    play(main())


def test_of_two_deadlines_the_one_that_comes_first_holds() -> None:
    """W3: who is on the way out already gets no more time, and may get less."""

    async def main() -> None:
        async with Driver() as driver:
            mind = driver.add(Being(), doing(stubborn))
            await asyncio.sleep(0.1)
            started = asyncio.get_running_loop().time()
            removing = asyncio.gather(*(driver.remove(mind, each) for each in (0.5, 0.2, 50.0)), return_exceptions=True)
            errors = await removing
            assert asyncio.get_running_loop().time() - started == pytest.approx(0.2, abs=0.05)
            assert all("0.2 s" in str(each.exceptions[0]) for each in errors)

    play(main())


def test_what_ended_the_block_goes_before_what_went_wrong_in_stopping() -> None:
    async def main() -> None:
        async with Driver(deadline=0.1) as driver:
            driver.add(Being(), doing(tidy))
            await asyncio.sleep(0.1)
            raise ValueError("the end")

    with pytest.raises(ValueError, match="the end"):
        play(main())


def test_a_stop_that_is_cancelled_halts_all_at_once() -> None:
    """Whoever stops may set a limit by asyncio's own means."""

    async def live(driver: Driver, agents: list[Being]) -> None:
        async with driver:
            for agent, run in zip(agents, (stubborn, tidy), strict=True):
                driver.add(agent, doing(run, deadline=50.0))
            await asyncio.sleep(0.1)

    async def main() -> None:
        agents = [Being(), Being()]
        driver = Driver()
        started = asyncio.get_running_loop().time()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(live(driver, agents), 0.2)
        assert asyncio.get_running_loop().time() - started == pytest.approx(0.2)
        assert driver.minds == []

    play(main())


def test_a_block_that_is_cancelled_stops_in_order() -> None:
    async def main() -> None:
        agent = Being()

        async def serve() -> None:
            async with Driver() as driver:
                driver.add(agent, doing(tidy))
                await asyncio.get_running_loop().create_future()

        task = asyncio.create_task(serve())
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert agent.log == ["out"]

    play(main())


def test_agents_that_were_never_ticked_are_gone_as_well() -> None:
    async def main() -> None:
        agent = Being()
        async with Driver() as driver:
            driver.add(agent, doing(tidy))
        assert agent.log == []

    play(main())


def test_a_node_cannot_wait_for_all_minds_to_be_out() -> None:
    """It would wait for itself."""

    async def main() -> None:
        agent = Being()

        async def first(agent: Being, context: Any) -> None:
            try:
                await driver.stop()
            except UsageError as error:
                agent.log.append(error.problem)
            await sleep(100.0)

        async with Driver() as driver:
            driver.add(agent, doing(first))
            await asyncio.sleep(0.1)
            assert len(driver.minds) == 1
        assert agent.log == ["a node cannot wait until all minds are out: its own is one of them"]

    play(main())


def test_halting_a_mind_closes_what_it_awaits() -> None:
    """`halt` waits for nothing (C1); the future is cancelled all the same."""

    async def main() -> None:
        agent = Being()
        future = asyncio.get_running_loop().create_future()

        async def first(agent: Being, context: Any) -> None:
            try:
                await future
            finally:
                agent.log.append("out")

        async with Driver() as driver:
            mind = driver.add(agent, doing(first, period=50.0))
            await asyncio.sleep(0.1)
            mind.halt()
            assert (agent.log, future.cancelled(), mind.status) == (["out"], True, None)

    play(main())
