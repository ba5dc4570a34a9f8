"""Known pitfalls of coroutines, each reproduced under asyncio or ET, and what happens here instead (rules W3 to W8).

Further ones are told where they belong: a cancelling swallowed in a loop (test_coroutines_cancelling), equal deadlines
(test_coroutines_awaitables).
"""

import contextlib
import gc

import pytest

from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.core.message import Message
from tests.core.stepping import Stage, is_empty


def test_a_cancelling_that_is_swallowed_is_not_lost() -> None:
    """asyncio: the task was still pending after cancel()."""
    stage = Stage()

    async def body() -> None:
        for _ in range(5):
            with contextlib.suppress(Cancelled):
                await sleep(1)

    run = stage.run(body())
    run.step()
    run.cancel()
    assert run.step()
    assert stage.clock.now == 0


def test_no_clean_up_runs_for_what_was_cancelled_before_the_first_step() -> None:
    """asyncio: the body never starts, and neither does its finally. So it is here, for children as well."""
    stage = Stage()

    async def child() -> None:
        try:
            stage.note("child begins")
        finally:
            stage.note("child ends")

    async def body() -> None:
        await race(next_at_once(), child())

    async def next_at_once() -> None: ...

    assert stage.play(body()).error is None
    assert stage.heard() == []


def test_a_second_cancelling_does_not_cut_a_clean_up_in_the_middle() -> None:
    """asyncio: it did."""
    stage = Stage()

    async def body() -> None:
        try:
            await Event().wait()
        finally:
            async with shield(3):
                await sleep(1)
                stage.note("half")
                await sleep(1)
                stage.note("whole")

    run = stage.run(body())
    run.step()
    for _ in range(4):
        run.cancel()
        stage.tick(run)
    assert stage.heard() == ["2 half", "3 whole"]
    assert run.error is None


def test_swallowing_the_cancelling_of_a_child_does_not_swallow_that_of_the_parent() -> None:
    """asyncio: `try: await child; except CancelledError: pass` lost the runner's own cancelling, and lived on."""
    stage = Stage()

    async def body() -> None:
        with contextlib.suppress(Cancelled):
            await gather(sleep(9))
        stage.note("lived on")
        await next_tick()
        stage.note("for long")

    run = stage.run(body())
    run.step()
    run.cancel()
    assert run.step()
    assert stage.heard() == ["0 lived on"]


def test_no_error_of_a_child_waits_for_the_garbage_collector() -> None:
    """asyncio: "Task exception was never retrieved". Here each task is owned, and joined."""
    stage = Stage()

    async def child() -> None:
        raise ValueError("child")

    async def body() -> None:
        await race(sleep(1), gather(sleep(1), child()))

    assert str(stage.play(body()).error) == "child"


def test_swallowing_inside_a_timeout_does_not_keep_it_from_being_one() -> None:
    """asyncio: no TimeoutError, and the code went on."""
    stage = Stage()

    async def body() -> None:
        async with timeout(1):
            with contextlib.suppress(BaseException):
                await sleep(5)
        stage.note("went on")

    assert isinstance(stage.play(body()).error, TimeoutError)
    assert stage.heard() == []


def test_nested_groups_do_not_swallow_the_cancelling_from_outside() -> None:
    """cpython #116720: an error in an inner TaskGroup while the outer one is cancelled."""
    stage = Stage()

    async def fails_late() -> None:
        try:
            await sleep(9)
        finally:
            raise ValueError("inner")

    async def inner() -> None:
        with contextlib.suppress(ValueError):
            await gather(fails_late(), sleep(9))
        stage.note("caught")
        await next_tick()
        stage.note("went on")

    async def body() -> None:
        await gather(inner(), sleep(9))
        stage.note("went on, too")

    run = stage.run(body())
    run.step()
    run.cancel()
    assert run.step()
    assert (stage.heard(), run.error) == (["0 caught"], None)


def test_a_wait_that_ends_as_it_is_cancelled_is_cancelled() -> None:
    """asyncio's wait_for gave the result or lost it, by chance. Here what is cancelled raises, whatever came."""
    stage, flag = Stage(), Event()

    async def body(log: str) -> None:
        try:
            await race(flag.wait(), message("x"))
        except Cancelled:
            stage.note(log)
            raise

    run = stage.run(body("cancelled"))
    run.step()
    run.cancel()
    flag.set()
    run.tell(Message("x"))
    assert run.step()
    other = stage.run(body("cancelled, too"))
    flag.clear()
    other.step()
    flag.set()
    other.cancel()
    assert other.step()
    assert stage.heard() == ["0 cancelled", "0 cancelled, too"]


def test_a_timeout_and_the_event_in_the_same_tick_go_by_due_time() -> None:
    """asyncio's wait_for again: W8 decides, not chance."""
    stage, flag = Stage(), Event()

    async def body() -> str:
        try:
            async with timeout(1.5):
                await flag.wait()
        except TimeoutError:
            return "late"
        return "in time"

    run = stage.run(body())
    run.step()
    stage.clock.advance(1)
    flag.set()  # at 1: before the deadline
    stage.tick(run)
    assert run.result == "in time"
    flag.clear()
    run = stage.run(body())
    run.step()
    stage.clock.advance(2)
    flag.set()  # at 2: after it
    run.step()
    assert run.result == "late"


def test_one_clean_up_that_raises_keeps_no_other_from_running() -> None:
    """ET: one throwing cancel callback stopped the remaining ones, in an order that no one could tell."""
    stage = Stage()

    async def part(name: str) -> None:
        try:
            await sleep(9)
        finally:
            stage.note(name)
            raise ValueError(name)

    async def body() -> None:
        await gather(part("a"), part("b"), part("c"))

    run = stage.run(body())
    run.step()
    run.cancel()
    assert run.step()
    assert stage.heard() == ["0 a", "0 b", "0 c"]
    assert run.error is not None
    assert str(run.error) == "a"
    assert [note[-1] for note in run.error.__notes__] == ["b", "c"]


def test_nothing_new_begins_while_the_old_one_is_leaving() -> None:
    """ET: two behaviours drove one unit, since nobody waited for the old one. A race waits."""
    stage = Stage()

    async def drives(name: str) -> None:
        stage.note(f"{name} takes the wheel")
        try:
            await sleep(9)
        finally:
            async with shield(2):
                await sleep(1)
            stage.note(f"{name} lets go")

    async def body() -> None:
        await race(drives("a"), sleep(1))
        await race(drives("b"), sleep(1))

    stage.play(body())
    assert stage.heard() == ["0 a takes the wheel", "2 a lets go", "2 b takes the wheel", "4 b lets go"]


def test_a_run_that_is_never_stepped_again_is_told_of_by_nobody() -> None:
    """asyncio warned of pending tasks at exit. A run that is dropped runs its finally, and nothing complains."""
    stage = Stage()

    async def body() -> None:
        try:
            async with timeout(9):
                await gather(sleep(1), race(Event().wait(), message()))
        finally:
            stage.note("finally")

    run = stage.run(body())
    run.step()
    del run
    gc.collect()
    assert stage.heard() == ["0 finally"]


@pytest.mark.parametrize("seconds", [0.1, 1 / 3, 1e-3])
def test_time_does_not_drift(seconds: float) -> None:
    """aiotools' virtual clock came to 119.985 instead of 120: sleeps are measured from where they begin."""
    stage = Stage()

    async def body() -> float:
        begun = stage.clock.now
        for _ in range(100):
            await sleep(seconds)
        return stage.clock.now - begun

    run = stage.run(body())
    while not run.step():
        stage.clock.now = run.due  # as an owner does who skips the time in which nothing happens
    assert run.result == pytest.approx(100 * seconds, abs=1e-9)
    assert is_empty(run)
