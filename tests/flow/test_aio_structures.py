"""asyncio's own timeouts, task groups and locks inside nodes (rule W9)."""

import asyncio
import sys
from typing import Any

import pytest

from gumption.flow import gather, race, sleep, timeout
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, doing, left_after, play


@pytest.mark.parametrize("pause", [asyncio.sleep, sleep])
def test_a_timeout_of_asyncio_ends_any_await(pause: Any) -> None:
    """W9: asyncio finds a task that it can cancel."""

    async def hasty(agent: Being, context: Any) -> None:
        try:
            async with asyncio.timeout(0.2):
                await pause(100.0)
        except TimeoutError:
            agent.log.append(f"late {asyncio.current_task().cancelling()}")  # type: ignore[union-attr]
        await pause(100.0)

    assert play(left_after(hasty)) == ["late 0"]


def test_a_timeout_of_asyncio_ends_coroutines_side_by_side() -> None:
    """They leave before the one who waits for them goes on."""

    async def part(agent: Being, name: str) -> None:
        try:
            await sleep(100.0)
        finally:
            agent.log.append(name)

    async def hasty(agent: Being, context: Any) -> None:
        try:
            async with asyncio.timeout(0.2):
                await gather(part(agent, "one"), part(agent, "two"))
        except TimeoutError:
            agent.log.append("late")
        await sleep(100.0)

    assert play(left_after(hasty)) == ["one", "two", "late"]


def test_a_node_is_left_inside_a_timeout_of_asyncio() -> None:
    """It is no timeout."""

    async def hasty(agent: Being, context: Any) -> None:
        try:
            async with asyncio.timeout(50.0):
                await asyncio.sleep(100.0)
        except TimeoutError:
            agent.log.append("late")
        finally:
            agent.log.append("out")

    assert play(left_after(hasty)) == ["out"]


@pytest.mark.parametrize("inside", [True, False])
def test_a_node_is_left_inside_a_task_group(inside: bool) -> None:
    """W3, W7: the tasks of the group are cancelled, and out before the node is."""

    async def part(agent: Being, name: str) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            await asyncio.sleep(0.2)
            agent.log.append(name)

    async def first(agent: Being, context: Any) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(part(agent, "one"))
                group.create_task(part(agent, "two"))
                if inside:
                    await asyncio.sleep(100.0)
        finally:
            agent.log.append("out")

    *parts, out = play(left_after(first))
    assert (sorted(parts), out) == (["one", "two"], "out")


def test_a_task_that_fails_in_a_group_cancels_the_node_s_await_and_no_more() -> None:
    """asyncio's own rules hold inside a node."""

    async def fails() -> None:
        await asyncio.sleep(0.1)
        raise ValueError("no wood")

    async def first(agent: Being, context: Any) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(fails())
                await sleep(100.0)
        except* ValueError as errors:
            agent.log.append(str(errors.exceptions[0]))
        await asyncio.sleep(0.1)
        agent.log.append("went on")
        await asyncio.sleep(100.0)

    assert play(left_after(first)) == ["no wood", "went on"]


def test_an_error_beside_the_cancellation_in_a_task_group_is_not_lost() -> None:
    async def fails(agent: Being) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            raise ValueError("no wood")

    async def first(agent: Being, context: Any) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails(agent))
            await asyncio.sleep(100.0)

    with pytest.raises(ExceptionGroup) as caught:
        play(left_after(first))
    (told,) = caught.value.exceptions
    cause = told.__cause__
    assert isinstance(cause, BaseExceptionGroup)
    assert [str(each) for each in cause.exceptions] == ["no wood"]


def test_the_slower_one_of_a_race_leaves_its_await_of_asyncio() -> None:
    async def part(agent: Being, seconds: float) -> float:
        try:
            await asyncio.sleep(seconds)
        finally:
            agent.log.append(f"{seconds:g}")
        return seconds

    async def first(agent: Being, context: Any) -> None:
        agent.log.append(f"won: {await race(part(agent, 3.0), part(agent, 0.1)):g}")
        await sleep(100.0)

    assert play(left_after(first)) == ["0.1", "3", "won: 0.1"]


def test_a_wait_for_in_a_node_ends_in_time() -> None:
    async def first(agent: Being, context: Any) -> None:
        try:
            await asyncio.wait_for(asyncio.sleep(100.0), 0.1)
        except TimeoutError:
            agent.log.append("late")
        await asyncio.wait_for(asyncio.sleep(100.0), 50.0)

    assert play(left_after(first)) == ["late"]


def test_a_lock_is_free_again_when_its_holder_and_those_who_wait_for_it_are_left() -> None:
    lock = asyncio.Lock()

    async def first(agent: Being, context: Any) -> None:
        async with lock:
            agent.log.append("has it")
            await asyncio.sleep(100.0)

    async def main() -> list[str]:
        agents = [Being() for _ in range(3)]
        selector = doing(first)
        async with Driver() as driver:
            minds = [driver.add(each, selector) for each in agents]
            await asyncio.sleep(0.5)
            await driver.remove(minds[1])
            await driver.remove(minds[0])
            await asyncio.sleep(0.5)
            assert lock.locked()
        assert not lock.locked()
        return [" ".join(each.log) for each in agents]

    assert play(main()) == ["has it", "", "has it"]


def test_a_condition_is_left_without_a_busy_loop() -> None:
    """Its wait takes the lock again, however often it is cancelled (asyncio.Condition)."""

    async def first(agent: Being, context: Any) -> None:
        condition = asyncio.Condition()
        async with condition:
            try:
                await condition.wait()
            finally:
                agent.log.append(f"{condition.locked()}")

    assert play(left_after(first)) == ["True"]


@pytest.mark.skipif(sys.version_info < (3, 13), reason="asyncio.TaskGroup asks for the class itself")
def test_a_task_group_takes_our_cancellation_for_its_own() -> None:
    async def first(agent: Being, context: Any) -> None:
        try:
            async with asyncio.TaskGroup():
                await sleep(100.0)
        except asyncio.CancelledError:
            agent.log.append("cancelled")
            raise

    assert play(left_after(first)) == ["cancelled"]


@pytest.mark.parametrize("inside", [True, False])
def test_a_timeout_of_ours_around_a_task_group_is_a_timeout(inside: bool) -> None:
    """Also where the group hands the cancellation on in a group of exceptions."""

    async def first(agent: Being, context: Any) -> None:
        try:
            async with timeout(0.2), asyncio.TaskGroup() as group:
                group.create_task(asyncio.sleep(100.0))
                if inside:
                    await asyncio.sleep(100.0)
        except TimeoutError:
            agent.log.append("late")
        await sleep(100.0)

    assert play(left_after(first)) == ["late"]
