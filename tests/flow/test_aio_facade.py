"""What asyncio sees as its current task inside a node (rule W9)."""

import asyncio
import inspect
import weakref
from typing import Any

from gumption.flow import gather, sleep
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, doing, left_after, play

Task = asyncio.Task[Any]


def current() -> Task:
    task = asyncio.current_task()
    assert task is not None
    return task


def test_each_coroutine_is_a_task_of_its_own_and_stays_the_same_one() -> None:
    async def part(seen: list[Task]) -> None:
        seen.append(current())
        await asyncio.sleep(0.1)
        assert current() is seen[-1] or current() in seen

    async def first(agent: Being, context: Any) -> None:
        seen = [current()]
        await sleep(0.1)
        await gather(part(seen), part(seen))
        await asyncio.sleep(0.1)
        assert current() is seen[0]
        assert len({id(each) for each in seen}) == 3
        agent.log.append("three")
        await sleep(100.0)

    assert play(left_after(first)) == ["three"]


def test_outside_of_nodes_there_is_no_such_task() -> None:
    """Checks are asked by the loop itself."""
    seen: list[object] = []

    async def first(agent: Being, context: Any) -> None:
        await sleep(100.0)

    async def main() -> None:
        mine = asyncio.current_task()
        agent = Being()
        async with Driver() as driver:
            mind = driver.add(agent, doing(first))
            mind.trace(lambda _: seen.append(asyncio.current_task()))
            await asyncio.sleep(0.1)
            assert asyncio.current_task() is mine
            assert set(seen) == {None}

    play(main())


def test_a_task_tells_who_it_is() -> None:
    async def first(agent: Being, context: Any) -> None:
        task = current()
        assert (task.done(), task.cancelled(), task.cancelling()) == (False, False, 0)
        assert task.get_loop() is asyncio.get_running_loop()
        assert inspect.iscoroutine(task.get_coro())
        assert task.get_name() == "Bob, robot"
        task.set_name(7)
        assert repr(task) == "<task '7' of gumption>"
        assert asyncio.isfuture(task)
        assert weakref.ref(task)() is task
        agent.log.append("known")
        await sleep(100.0)

    assert play(left_after(first, agent=Being("Bob"), name="robot")) == ["known"]


def test_callbacks_of_a_task_are_called_when_its_coroutine_is_over() -> None:
    """Libraries put what they have to tidy up there."""
    ends: list[str] = []

    def note(task: Any) -> None:
        ends.append("cancelled" if task.cancelled() else f"{task.exception() or task.result()!r}")

    async def part(how: str) -> str:
        current().add_done_callback(note)
        await asyncio.sleep(0.1)
        if how == "raise":
            raise ValueError("broken")
        return how

    async def first(agent: Being, context: Any) -> None:
        current().add_done_callback(note)
        await gather(part("return"))
        try:
            await gather(part("raise"))
        except ValueError:
            await asyncio.sleep(100.0)

    play(left_after(first))
    assert ends == ["'return'", "ValueError('broken')", "cancelled"]


def test_a_task_cannot_await_itself() -> None:
    async def first(agent: Being, context: Any) -> None:
        try:
            await current()
        except RuntimeError as error:
            agent.log.append(str(error))
        await sleep(100.0)

    assert play(left_after(first)) == ["a task cannot await itself"]


def test_halting_another_mind_from_inside_a_node_keeps_the_current_task() -> None:
    async def main() -> None:
        agents = [Being("one"), Being("two")]

        async def first(agent: Being, context: Any) -> None:
            try:
                if agent.name == "one":
                    await asyncio.sleep(0.1)
                    mine = current()
                    minds[1].halt()
                    assert current() is mine
                    agent.log.append("halted")
                await asyncio.sleep(100.0)
            finally:
                agent.log.append(current().get_name())

        async with Driver() as driver:
            minds = [driver.add(each, doing(first, period=50.0)) for each in agents]
            await asyncio.sleep(0.2)
            assert [each.log for each in agents] == [["halted"], ["two, selector"]]

    play(main())


def test_a_cancellation_that_is_taken_back_is_none() -> None:
    async def first(agent: Being, context: Any) -> None:
        task = asyncio.current_task()
        assert task is not None
        for pause in (sleep, asyncio.sleep):
            task.cancel()
            task.uncancel()
            await pause(0.1)
        agent.log.append("went on")
        await sleep(100.0)

    assert play(left_after(first)) == ["went on"]


def test_a_node_may_cancel_itself_as_asyncio_knows_it() -> None:
    """Each call raises once, at the next await, whoever's that is."""

    async def first(agent: Being, context: Any) -> None:
        task = asyncio.current_task()
        assert task is not None
        for pause in (sleep, asyncio.sleep):
            task.cancel("enough")
            try:
                await pause(100.0)
            except asyncio.CancelledError as error:
                agent.log.append(f"{error} {task.cancelling()} {task.uncancel()}")
            await pause(0.1)
        await sleep(100.0)

    assert play(left_after(first)) == ["enough 1 0", "enough 1 0"]
