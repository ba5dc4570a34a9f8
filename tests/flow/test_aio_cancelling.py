"""Nodes that are left while they wait for something of asyncio's (rules W3, W4, W9)."""

import asyncio
from typing import Any

import pytest

from gumption.flow import (
    Cancelled,
    Selector,
    shield,
    sleep,
    timeout,
)
from gumption.flow.aio import PATIENCE, Driver
from tests.flow.aio_stage import Being, Doing, doing, left_after, play


def test_leaving_a_node_cancels_the_sleep_that_it_is_in() -> None:
    """W9: what is raised there is both libraries' own."""

    async def nap(agent: Being, context: Any) -> None:
        try:
            await asyncio.sleep(100.0)
        except asyncio.CancelledError as error:
            agent.log.append(f"asyncio {isinstance(error, Cancelled)}")
            raise
        finally:
            agent.log.append("out")

    assert play(left_after(nap)) == ["asyncio True", "out"]


def test_leaving_a_node_at_a_sleep_of_ours_is_a_cancelled_error_as_well() -> None:
    """W9: code of asyncio's that stands between expects it."""

    async def nap(agent: Being, context: Any) -> None:
        try:
            await sleep(100.0)
        except asyncio.CancelledError as error:
            agent.log.append(f"{isinstance(error, Cancelled)}")
            raise

    assert play(left_after(nap)) == ["True"]


def test_the_next_node_starts_only_when_the_future_of_the_one_before_is_done() -> None:
    """W3: cancel, join, then start; also where the future is a task that cleans up."""
    agent = Being()

    async def helper() -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            agent.log.append("helper cleans up")
            await asyncio.sleep(0.3)
            agent.log.append("helper out")

    async def first(agent: Being, context: Any) -> None:
        try:
            await asyncio.create_task(helper())
        finally:
            agent.log.append("first out")

    async def second(agent: Being, context: Any) -> None:
        agent.log.append("second in")
        await asyncio.sleep(100.0)

    async def main() -> None:
        async with Driver() as driver:
            mind = driver.add(agent, Selector([Doing("first", first), Doing("second", second)]))
            await asyncio.sleep(0.1)
            agent.wants = "second"
            mind.poke()
            await asyncio.sleep(1.0)

    play(main())
    assert agent.log == ["helper cleans up", "helper out", "first out", "second in"]


def test_an_error_in_the_clean_up_of_a_task_is_raised_at_its_await() -> None:
    """Else nobody would hear of it."""

    async def helper() -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            raise ValueError("the pot is empty")

    async def first(agent: Being, context: Any) -> None:
        try:
            await asyncio.create_task(helper())
        except ValueError as error:
            agent.log.append(str(error))

    assert play(left_after(first)) == ["the pot is empty"]


def test_a_swallowed_cancellation_is_raised_again_by_the_next_await() -> None:
    """W4: level-triggered. An await of asyncio's has a little time; one of ours has none."""
    times: list[float] = []

    async def stubborn(agent: Being, context: Any) -> None:
        for pause in (asyncio.sleep, asyncio.sleep, sleep, asyncio.sleep):
            try:
                await pause(100.0)
            except asyncio.CancelledError:
                times.append(asyncio.get_running_loop().time())

    play(left_after(stubborn))
    assert times == pytest.approx([0.5, 0.5 + PATIENCE, 0.5 + PATIENCE, 0.5 + 2 * PATIENCE])


def test_an_await_that_is_done_in_time_raises_all_the_same() -> None:
    """W4."""

    async def stubborn(agent: Being, context: Any) -> None:
        for seconds in (100.0, 0.01, 0.0):
            try:
                await asyncio.sleep(seconds)
                agent.log.append("went on")
            except asyncio.CancelledError:
                agent.log.append("cancelled")

    assert play(left_after(stubborn)) == ["cancelled"] * 3


def test_a_shield_lets_awaits_of_asyncio_finish() -> None:
    """W4: unless shielded."""

    async def careful(agent: Being, context: Any) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            async with shield(0.5):
                await asyncio.sleep(0.3)
                agent.log.append("put away")

    assert play(left_after(careful)) == ["put away"]


def test_a_timeout_of_ours_cancels_awaits_of_asyncio() -> None:
    async def hasty(agent: Being, context: Any) -> None:
        try:
            async with timeout(0.2):
                await asyncio.sleep(100.0)
        except TimeoutError:
            agent.log.append("late")
        await asyncio.sleep(0.1)
        agent.log.append("went on")
        await asyncio.sleep(100.0)

    assert play(left_after(hasty)) == ["late", "went on"]


def test_one_that_never_waits_and_never_gives_up_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    """W4: each loop that a node can make endless has a bound."""

    async def stubborn(agent: Being, context: Any) -> None:
        while True:
            try:
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                agent.log.append("no")

    with pytest.raises(ExceptionGroup) as caught:
        play(left_after(stubborn, 0.0))
    assert "goes on awaiting although it is cancelled" in str(caught.value.exceptions[0])


def test_one_that_cancels_itself_for_ever_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    async def stubborn(agent: Being, context: Any) -> None:
        task = asyncio.current_task()
        assert task is not None
        while True:
            task.cancel()
            try:
                await sleep(1.0)
            except asyncio.CancelledError:
                agent.log.append("no")

    play(left_after(stubborn))
    assert "awaits in one tick" in caplog.text


def test_halting_a_mind_does_not_wait_for_the_task_that_it_awaits() -> None:
    """C1: when `halt` returns, the node is out, by an error that it can clean up after. The task is told, too."""

    async def main() -> None:
        agent = Being()

        async def helper() -> None:
            try:
                await asyncio.sleep(100.0)
            finally:
                await asyncio.sleep(0.1)
                agent.log.append("helper out")

        async def first(agent: Being, context: Any) -> None:
            try:
                await asyncio.create_task(helper())
            except asyncio.CancelledError:
                agent.log.append("out")
                raise

        async with Driver() as driver:
            mind = driver.add(agent, doing(first, period=50.0))
            await asyncio.sleep(0.1)
            mind.halt()
            assert agent.log == ["out"]
            agent.wants = "nothing"
            await asyncio.sleep(0.2)
            assert agent.log == ["out", "helper out"]

    play(main())
