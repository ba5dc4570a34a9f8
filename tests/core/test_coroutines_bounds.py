"""Whatever a coroutine does, a step ends, and says what was endless (each bound has its error)."""

import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from gumption.core.coroutines.awaitables import Event, gather, next_tick, race, sleep
from gumption.core.coroutines.scope import shield, timeout
from gumption.errors import LimitError
from tests.core.stepping import Made, Stage, is_empty

ENDLESS: dict[str, Callable[[], Made]] = {}


@pytest.fixture(autouse=True)
def _few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound itself is large, for those who have many coroutines in one run."""
    monkeypatch.setattr(Stage, "turns", 2_000)


def endless(made: Callable[[], Made]) -> Callable[[], Made]:
    ENDLESS[made.__name__] = made
    return made


async def nothing() -> None: ...


@endless
async def waits_for_a_raised_flag() -> None:
    event = Event()
    event.set()
    while True:
        await event.wait()


@endless
async def enters_timeouts() -> None:
    while True:
        async with timeout(1):
            pass


@endless
async def enters_shields() -> None:
    while True:
        async with shield():
            pass


@endless
async def misses_deadlines() -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            async with timeout(0):
                await sleep(1)


@endless
async def gathers_nothing() -> None:
    while True:
        await gather()


@endless
async def gathers_what_does_nothing() -> None:
    while True:
        await gather(nothing(), nothing())


@endless
async def races_what_does_nothing() -> None:
    while True:
        await race(sleep(1), nothing())


@endless
async def calls_itself() -> None:
    await gather(calls_itself(), calls_itself())


@endless
async def plays_ping_pong() -> None:
    ping, pong = Event(), Event()

    async def player(mine: Event, other: Event) -> None:
        while True:
            mine.clear()
            other.set()
            await mine.wait()

    await gather(player(ping, pong), player(pong, ping))


@endless
async def swallows_errors() -> None:
    event = Event()
    event.set()
    while True:
        with contextlib.suppress(Exception):
            await event.wait()


@endless
async def starts_again_what_has_failed() -> None:
    while True:
        with contextlib.suppress(Exception):
            await gather(waits_for_a_raised_flag(), next_tick())


@pytest.mark.parametrize("name", ENDLESS)
def test_what_is_endless_within_a_tick_is_an_error_that_names_a_place(name: str) -> None:
    stage = Stage()
    run = stage.run(ENDLESS[name]())
    assert run.step()
    assert isinstance(run.error, LimitError)
    assert "test_coroutines_bounds.py:" in str(run.error)
    assert any(each in str(run.error) for each in ("awaits in one tick", "goes on awaiting"))
    assert is_empty(run)


@pytest.mark.parametrize("stop", ["cancel", "close"])
@pytest.mark.parametrize("name", ENDLESS)
def test_what_is_endless_in_a_clean_up_ends_all_the_same(name: str, stop: str) -> None:
    """W11."""
    stage = Stage()

    async def body() -> None:
        try:
            await sleep(9)
        finally:
            await ENDLESS[name]()

    run = stage.run(body())
    run.step()
    getattr(run, stop)()
    run.step()
    assert run.done
    assert run.error is None or isinstance(run.error, LimitError)


def test_the_bound_is_for_one_step() -> None:
    stage = Stage()

    async def body() -> str:
        for _ in range(10):
            for _ in range(1_000):
                await gather()
            await next_tick()
        return "fine"

    assert stage.result(body()) == "fine"


def test_many_coroutines_may_wait_for_the_next_tick() -> None:
    """They end by themselves, and do not count."""
    stage = Stage()

    async def ticker(ticks: int) -> None:
        for _ in range(ticks):
            await next_tick()

    async def body() -> Any:
        await gather(*(ticker(3) for _ in range(1_500)))

    assert stage.result(body()) is None


def test_a_step_answers_a_hundred_thousand_awaits_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    stage = Stage()

    async def body(count: int) -> None:
        for _ in range(count):
            await gather()

    assert stage.play(body(100_000)).error is None
    assert isinstance(stage.play(body(100_001)).error, LimitError)
