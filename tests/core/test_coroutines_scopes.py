"""Deadlines and shields (rules W3, W4, W7)."""

import contextlib
import math
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest

from gumption.core.coroutines.awaitables import Event, gather, next_tick, race, sleep
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.errors import LimitError, UsageError
from tests.core.stepping import Stage, is_empty, line_of

DEADLINES = [
    # deadline, work, seconds a tick, when it goes on, in time
    (2, 1, 1.0, 1.0, True),
    (1, 2, 1.0, 1.0, False),
    (1.5, 9, 1.0, 2.0, False),
    (1.5, 1.25, 2.0, 2.0, True),  # both are due with this tick, the work first
    (1.25, 1.5, 2.0, 2.0, False),
    (1, 1, 1.0, 1.0, False),  # at the same time: the deadline came first
    (0, 1, 1.0, 0.0, False),
    (math.inf, 3, 1.0, 3.0, True),
    (10**400, 3, 1.0, 3.0, True),
]


@pytest.mark.parametrize(("deadline", "work", "each", "then", "in_time"), DEADLINES)
def test_a_timeout_cancels_what_is_not_done_in_time(
    deadline: float, work: float, each: float, then: float, in_time: bool
) -> None:
    stage = Stage()

    async def body() -> tuple[float, bool]:
        try:
            async with timeout(deadline):
                await sleep(work)
        except TimeoutError:
            return stage.clock.now, False
        return stage.clock.now, True

    assert stage.result(body(), seconds=each) == (then, in_time)


def test_a_timeout_that_nothing_awaits_in_never_expires() -> None:
    stage = Stage()

    async def body() -> str:
        async with timeout(0):
            pass
        return "fine"

    assert stage.result(body()) == "fine"


def test_a_timeout_tells_where_the_coroutine_stood() -> None:
    stage = Stage()

    async def body() -> None:
        async with timeout(1):
            await sleep(5)  # here

    with pytest.raises(TimeoutError) as caught:
        stage.result(body())
    assert line_of(test_a_timeout_tells_where_the_coroutine_stood, "# here") in str(caught.value)


def test_a_deadline_whose_cancelling_was_swallowed_is_missed_all_the_same() -> None:
    """Pitfall: asyncio.timeout lets the code go on."""
    stage = Stage()

    async def body() -> None:
        async with timeout(1):
            with contextlib.suppress(Cancelled):
                await sleep(5)
            with contextlib.suppress(Cancelled):
                await sleep(5)
            stage.note("lived on")

    with pytest.raises(TimeoutError):
        stage.result(body())
    assert stage.heard() == ["1 lived on"]


def test_an_error_inside_goes_before_the_deadline() -> None:
    stage = Stage()

    async def body() -> None:
        async with timeout(1):
            try:
                await sleep(5)
            finally:
                raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        stage.result(body())


@pytest.mark.parametrize(
    ("outer", "inner", "heard"),
    [
        (3, 1, ["1 inner", "2 rest"]),
        (1, 3, ["1 outer"]),
        (1, 1, ["1 outer"]),  # what is outside goes first
        (1.5, 1, ["1 inner", "2 outer"]),
    ],
)
def test_nested_timeouts(outer: float, inner: float, heard: list[str]) -> None:
    stage = Stage()

    async def body() -> None:
        try:
            async with timeout(outer):
                try:
                    async with timeout(inner):
                        await sleep(9)
                except TimeoutError:
                    stage.note("inner")
                await sleep(1)
                stage.note("rest")
        except TimeoutError:
            stage.note("outer")

    stage.result(body())
    assert stage.heard() == heard


def test_a_run_that_is_cancelled_as_a_deadline_passes_has_no_error() -> None:
    stage = Stage()

    async def body() -> None:
        async with timeout(1):
            await sleep(5)

    run = stage.run(body())
    run.step()
    stage.clock.advance(1)
    run.cancel()
    run.step()
    assert (run.done, run.error) == (True, None)


def test_after_a_timeout_the_coroutine_is_as_free_as_before() -> None:
    stage = Stage()

    async def body() -> list[float]:
        times: list[float] = []
        for _ in range(3):
            with contextlib.suppress(TimeoutError):
                async with timeout(1):
                    await sleep(5)
            await sleep(1)
            times.append(stage.clock.now)
        return times

    assert stage.result(body()) == [2, 4, 6]


def test_a_run_is_as_fast_after_a_timeout_as_before() -> None:
    """Scopes are looked at only while one of them is cancelled."""
    stage = Stage()

    async def body() -> None:
        with contextlib.suppress(TimeoutError):
            async with timeout(1):
                await race(sleep(3), gather(sleep(4)))
        await race(sleep(3), sleep(1))
        while True:
            await next_tick()

    run = stage.run(body())
    run.step()
    looks = []
    for _ in range(4):
        stage.tick(run)
        looks.append(run._cancels)
    assert looks == [0] * 4
    run.cancel()
    assert run._cancels == 1
    assert run.step()


def test_a_timeout_reaches_the_coroutines_started_inside() -> None:
    stage = Stage()

    async def part(name: str) -> None:
        try:
            await sleep(9)
        except Cancelled:
            stage.note(name)
            raise

    async def body() -> None:
        try:
            async with timeout(1):
                await gather(part("a"), race(part("b"), part("c")))
        except TimeoutError:
            stage.note("timeout")

    stage.result(body())
    assert stage.heard() == ["1 a", "1 b", "1 c", "1 timeout"]


def test_a_child_has_deadlines_of_its_own() -> None:
    stage = Stage()

    async def part() -> str:
        try:
            async with timeout(1):
                await sleep(9)
        except TimeoutError:
            return "late"
        return "in time"

    async def body() -> Any:
        async with timeout(5):
            return await gather(part(), sleep(3))

    assert stage.result(body()) == ["late", None]
    assert stage.clock.now == 3


@pytest.mark.parametrize("make", [timeout, shield])
@pytest.mark.parametrize("seconds", [-1, math.nan, True, "1", None])
def test_a_deadline_is_a_time(make: Callable[[Any], object], seconds: Any) -> None:
    with pytest.raises(UsageError, match="is not a time"):
        make(seconds)


def test_a_scope_is_entered_once() -> None:
    stage = Stage()
    scope = timeout(1)

    async def body() -> None:
        async with scope:
            pass
        async with scope:
            pass

    with pytest.raises(UsageError, match="entered before"):
        stage.result(body())


# Shields


def test_a_shield_lets_clean_up_await() -> None:
    """W3."""
    stage = Stage()

    async def body() -> None:
        try:
            await sleep(9)
        finally:
            async with shield():
                await sleep(0.5)
                stage.note("clean")
            with pytest.raises(Cancelled):
                await next_tick()

    run = stage.run(body())
    run.step()
    run.cancel()
    for _ in range(2):
        stage.tick(run, seconds=0.5)
    assert (run.done, run.error, stage.heard()) == (True, None, ["1 clean"])


def test_a_shield_that_was_entered_before_holds_as_well() -> None:
    stage = Stage()

    async def body() -> None:
        async with shield(5):
            await sleep(2)
            stage.note("whole")
        await sleep(1)
        stage.note("never")

    run = stage.run(body())
    run.step()
    run.cancel()
    for _ in range(2):
        stage.tick(run)
    assert (run.done, stage.heard()) == (True, ["2 whole"])


@pytest.mark.parametrize("swallow", [False, True])
def test_a_clean_up_that_takes_too_long_is_an_error_that_names_the_line(swallow: bool) -> None:
    """W3."""
    stage = Stage()

    async def body() -> None:
        try:
            await sleep(9)
        finally:
            async with shield(2):
                try:
                    await sleep(5)  # here
                except Cancelled:
                    if not swallow:
                        raise

    run = stage.run(body())
    run.step()
    run.cancel()
    for _ in range(3):
        stage.tick(run)
    assert (run.done, stage.clock.now) == (True, 3)
    assert isinstance(run.error, LimitError)
    assert "not done within 2 s" in str(run.error)
    assert line_of(test_a_clean_up_that_takes_too_long_is_an_error_that_names_the_line, "# here") in str(run.error)


def test_a_shield_that_runs_over_names_the_line_of_its_own_task() -> None:
    """Not of whichever task was started last."""
    stage = Stage()

    async def slow() -> None:
        async with shield(1):
            await sleep(5)  # slow

    async def other() -> None:
        async with shield(9):
            await sleep(3)  # other

    async def body() -> None:
        await gather(slow(), other())

    with pytest.raises(LimitError) as caught:
        stage.result(body())
    assert line_of(test_a_shield_that_runs_over_names_the_line_of_its_own_task, "# slow") in str(caught.value)


def test_a_shield_protects_the_coroutines_started_inside() -> None:
    stage = Stage()

    async def part(name: str) -> None:
        await sleep(1)
        stage.note(name)

    async def body() -> None:
        async with shield(5):
            await gather(part("a"), part("b"))
        await sleep(1)

    run = stage.run(body())
    run.step()
    run.cancel()
    stage.tick(run)
    assert stage.heard() == ["1 a", "1 b"]
    assert run.done


def test_a_timeout_inside_a_shield_expires() -> None:
    stage = Stage()

    async def body() -> None:
        async with shield(9):
            with contextlib.suppress(TimeoutError):
                async with timeout(1):
                    await sleep(5)
            stage.note("timeout")
            await sleep(1)
            stage.note("rest")

    run = stage.run(body())
    run.step()
    run.cancel()
    for _ in range(2):
        stage.tick(run)
    assert stage.heard() == ["1 timeout", "2 rest"]


def test_a_shield_inside_a_timeout_delays_it() -> None:
    stage = Stage()

    async def body() -> None:
        async with timeout(1):
            async with shield(5):
                await sleep(3)
            stage.note("shielded")
            await sleep(1)

    with pytest.raises(TimeoutError):
        stage.result(body())
    assert stage.heard() == ["3 shielded"]
    assert stage.clock.now == 3


@pytest.mark.parametrize("late", [False, True])
def test_scopes_of_asynchronous_generators_may_be_left_out_of_turn(late: bool) -> None:
    stage = Stage()

    async def ticks() -> AsyncGenerator[int, None]:
        async with timeout(2):
            yield 1

    async def body() -> str:
        turns = ticks()
        await anext(turns)
        async with timeout(9):
            if late:
                with pytest.raises(Cancelled):
                    await sleep(5)
            await turns.aclose()
            await sleep(5)
        await sleep(5)
        return "free"

    assert stage.result(body()) == "free"


def test_a_run_that_is_dropped_inside_a_scope_breaks_nothing() -> None:
    """Leaving a scope awaited something once: then Python complained of a coroutine that ignores GeneratorExit."""
    stage = Stage()

    async def body() -> None:
        try:
            async with timeout(5), shield(5):
                await Event().wait()
        finally:
            stage.note("finally")

    run = stage.run(body())
    run.step()
    run.root.coroutine.close()
    assert stage.heard() == ["0 finally"]
    assert not is_empty(run)
