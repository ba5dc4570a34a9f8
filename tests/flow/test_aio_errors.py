"""Errors under the asyncio driver: each belongs to a mind, and is told (rules W5, W9)."""

import asyncio
from typing import Any

import pytest

from gumption.errors import MindError
from gumption.flow import Node, Selector, gather, sleep
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, Doing, doing, left_after, play


def test_an_error_of_a_node_is_logged_and_the_node_rests(caplog: pytest.LogCaptureFixture) -> None:
    """W5."""

    async def first(agent: Being, context: Any) -> None:
        agent.log.append("began")
        await asyncio.sleep(0.1)
        raise ValueError("no tea")

    log = play(left_after(first, 12.0, agent=Being("Bob"), failures=3, backoff=1.0))
    assert log == ["began"] * 3
    assert [each.levelname for each in caplog.records] == ["ERROR"] * 3
    assert all("no tea" in each.getMessage() and "Bob" in each.getMessage() for each in caplog.records)


def test_an_error_of_a_check_lets_the_mind_begin_anew_after_a_rest(caplog: pytest.LogCaptureFixture) -> None:
    """C3; twice as long each time, and never in a tight loop."""
    times: list[float] = []

    class Wrong(Node[Any]):
        def check(self, agent: Any) -> bool:
            times.append(asyncio.get_running_loop().time())
            raise ValueError("no eyes")

        async def run(self, agent: Any, context: Any) -> None: ...

    async def main() -> None:
        agent = Being()
        async with Driver() as driver:
            mind = driver.add(Being(), Selector([Wrong()], backoff=1.0))
            other = driver.add(agent, doing(busy))
            await asyncio.sleep(10.0)
            mind.poke()
            await asyncio.sleep(0.5)
            assert other.running == "first"
        assert len(agent.log) > 90

    async def busy(agent: Being, context: Any) -> None:
        while True:
            await asyncio.sleep(0.1)
            agent.log.append("went on")

    play(main())
    assert times == pytest.approx([0.0, 1.0, 3.0, 7.0])
    assert len(caplog.records) == 4
    assert isinstance(caplog.records[0].exc_info[1], MindError)  # type: ignore[index]


def test_an_error_of_a_future_is_raised_at_its_await() -> None:
    async def first(agent: Being, context: Any) -> None:
        future = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(0.1, future.set_exception, ValueError("wet wood"))
        try:
            await future
        except ValueError as error:
            agent.log.append(str(error))
        await sleep(100.0)

    assert play(left_after(first)) == ["wet wood"]


def test_an_error_beside_others_is_raised_where_they_are_gathered() -> None:
    async def fails() -> None:
        await asyncio.sleep(0.1)
        raise ValueError("broken")

    async def first(agent: Being, context: Any) -> None:
        try:
            await gather(asyncio.sleep(100.0), fails())
        except ValueError as error:
            agent.log.append(str(error))
        await sleep(100.0)

    assert play(left_after(first)) == ["broken"]


@pytest.mark.parametrize("grouped", [False, True])
def test_a_cancellation_by_somebody_else_is_an_error_of_the_node(
    caplog: pytest.LogCaptureFixture, grouped: bool
) -> None:
    """W9: never silent, and nothing that ends the driver."""

    async def first(agent: Being, context: Any) -> None:
        agent.log.append("began")
        future = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(0.1, future.cancel)
        try:
            await future
        except asyncio.CancelledError as error:
            if grouped:
                raise BaseExceptionGroup("tasks", [error]) from None
            raise

    assert play(left_after(first, 0.5)) == ["began"]
    (record,) = caplog.records
    assert "cancelled by somebody else" in record.getMessage()


def test_a_caught_cancellation_by_somebody_else_is_the_node_s_own_affair() -> None:
    async def first(agent: Being, context: Any) -> None:
        task = asyncio.create_task(asyncio.sleep(100.0))
        asyncio.get_running_loop().call_later(0.1, task.cancel)
        try:
            await task
        except asyncio.CancelledError as error:
            agent.log.append(type(error).__name__)
        await sleep(100.0)

    assert play(left_after(first)) == ["CancelledError"]


def test_a_future_of_another_loop_is_refused_at_its_await() -> None:
    other = asyncio.new_event_loop()

    async def first(agent: Being, context: Any) -> None:
        try:
            await other.create_future()
        except RuntimeError as error:
            agent.log.append(str(error))
        await sleep(100.0)

    try:
        (log,) = play(left_after(first))
    finally:
        other.close()
    assert "belongs to another event loop" in log


def test_what_is_no_awaitable_of_anybody_s_is_refused_at_its_await(caplog: pytest.LogCaptureFixture) -> None:
    class Strange:
        def __await__(self) -> Any:
            yield "strange"

    async def first(agent: Being, context: Any) -> None:
        await Strange()

    play(left_after(first))
    assert "'strange' was awaited" in caplog.text


def test_an_interrupt_leaves_the_loop_and_the_others_stop_in_order() -> None:
    """It is no error of the mind's."""
    agents = [Being(), Being()]

    class Stop(KeyboardInterrupt):
        pass

    async def first(agent: Being, context: Any) -> None:
        await asyncio.sleep(0.1)
        raise Stop

    async def second(agent: Being, context: Any) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            agent.log.append("out")

    async def main() -> None:
        async with Driver() as driver:
            driver.add(agents[0], doing(first))
            driver.add(agents[1], doing(second))
            await asyncio.sleep(100.0)

    with pytest.raises(KeyboardInterrupt):
        play(main())
    assert agents[1].log == ["out"]


def test_a_clean_up_that_raises_is_told_by_whoever_has_the_mind_removed(caplog: pytest.LogCaptureFixture) -> None:
    async def first(agent: Being, context: Any) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            raise ValueError("dropped it")

    async def main() -> None:
        async with Driver() as driver:
            mind = driver.add(Being(), Selector([Doing("first", first)]))
            await asyncio.sleep(0.1)
            with pytest.raises(ExceptionGroup) as caught:
                await driver.remove(mind)
            (error,) = caught.value.exceptions
            assert isinstance(error, MindError)
            assert driver.minds == []

    play(main())
    assert "dropped it" in caplog.text
