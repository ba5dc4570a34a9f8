"""What coroutines await, and the order in which they go on (rules W7, W8)."""

import asyncio
import contextlib
import math
from collections.abc import Callable
from typing import Any

import pytest

from gumption import ManualClock
from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep, until
from gumption.core.coroutines.run import Run
from gumption.core.coroutines.scope import timeout
from gumption.core.message import Message
from gumption.errors import UsageError
from tests.core.stepping import Made, Stage, is_empty, line_of

SLEEPS = [
    # seconds, seconds a tick, when it goes on
    (0, 1.0, 1.0),
    (0.0, 0.25, 0.25),
    (1, 1.0, 1.0),
    (0.1, 1.0, 1.0),
    (1.0, 0.25, 1.0),
    (1.1, 0.25, 1.25),
    (2.5, 1.0, 3.0),
    (1e-30, 1.0, 1.0),
]


@pytest.mark.parametrize(("seconds", "each", "then"), SLEEPS)
def test_a_sleep_ends_with_the_first_tick_from_its_end_on(seconds: float, each: float, then: float) -> None:
    stage = Stage()

    async def body() -> float:
        await sleep(seconds)
        return stage.clock.now

    assert stage.result(body(), seconds=each) == then


def test_a_sleep_too_short_for_the_clock_lasts_a_tick_all_the_same() -> None:
    """W7: not before the next step, or a loop would not end."""
    clock = ManualClock(1e9)
    passed: list[float] = []

    async def body() -> None:
        while True:
            passed.append(clock.now)
            await sleep(1e-12)

    run = Run(body(), clock)
    for _ in range(3):
        run.step()
    assert passed == [1e9] * 3
    run.close()


@pytest.mark.parametrize("seconds", [-1, -1e-9, math.nan, math.inf, 10**400, True, "1", None])
def test_nobody_sleeps_for_a_time_that_is_none(seconds: Any) -> None:
    with pytest.raises(UsageError, match="nobody can sleep for"):
        sleep(seconds)


def test_next_tick_goes_on_with_the_next_step_even_at_the_same_time() -> None:
    stage = Stage()

    async def body() -> None:
        for each in "abc":
            stage.note(each)
            await next_tick()

    run = stage.run(body())
    for heard in (["0 a"], ["0 b"], ["0 c"]):
        assert not run.step()
        assert stage.heard() == heard
    assert run.step()
    assert run.step(), "a step after the end does nothing"


def test_a_wait_for_the_next_tick_that_was_cut_short_is_no_second_one() -> None:
    """W6: the task stood among the waiting twice, and was stepped twice a tick from then on."""
    stage = Stage()

    async def body() -> None:
        with contextlib.suppress(TimeoutError):
            async with timeout(0):
                await next_tick()
        for each in "abc":
            await next_tick()
            stage.note(each)

    stage.play(body())
    assert stage.heard() == ["1 a", "2 b", "3 c"]


def test_nothing_happens_before_the_first_step() -> None:
    stage = Stage()

    async def body() -> None:
        stage.note("begun")

    run = stage.run(body())
    assert (stage.heard(), run.done, run.due) == ([], False, 0.0)
    assert run.step()
    assert stage.heard() == ["0 begun"]


def test_until_looks_at_once_and_then_once_a_tick() -> None:
    stage = Stage()
    asked: list[float] = []

    def holds(last: float) -> bool:
        asked.append(stage.clock.now)
        return stage.clock.now >= last

    async def body() -> float:
        await until(holds, 0)
        await until(holds, 3)
        return stage.clock.now

    assert stage.result(body()) == 3
    assert asked == [0, 0, 1, 2, 3]


def test_what_a_predicate_raises_comes_out_at_the_await() -> None:
    stage = Stage()

    async def body() -> str:
        with pytest.raises(ZeroDivisionError):
            await until(lambda: 1 / stage.clock.now)
        return "caught"

    assert stage.result(body()) == "caught"


# Events


def test_an_event_that_is_set_lets_pass_at_once() -> None:
    stage, event = Stage(), Event()
    event.set()

    async def body() -> float:
        await event.wait()
        return stage.clock.now

    assert stage.result(body()) == 0
    event.clear()
    assert not stage.play(body(), ticks=3).done


def test_an_event_wakes_its_waiters_within_the_same_tick_in_the_order_of_their_coming() -> None:
    """W8."""
    stage, event = Stage(), Event()

    async def waiter(name: str, first: float) -> None:
        await sleep(first)
        await event.wait()
        stage.note(name)

    async def setter() -> None:
        await sleep(5)
        event.set()
        stage.note("set")

    async def body() -> None:
        await gather(waiter("a", 2), waiter("b", 1), setter(), waiter("c", 3))

    stage.play(body())
    assert stage.heard() == ["5 set", "5 b", "5 a", "5 c"]


def test_who_was_woken_goes_on_though_the_event_is_cleared_again() -> None:
    stage, event = Stage(), Event()

    async def waiter() -> None:
        await event.wait()
        stage.note("woken")

    run = stage.run(waiter())
    run.step()
    event.set()
    event.clear()
    assert run.step()


def test_one_run_wakes_another_one() -> None:
    """In the tick of the other one that runs next; its clock need not be the same."""
    event, early, late = Event(), Stage(), Stage()

    async def waiter(stage: Stage) -> None:
        await event.wait()
        stage.note("woken")

    async def setter() -> None:
        await sleep(1)
        event.set()

    before, setting, after = early.run(waiter(early)), early.run(setter()), late.run(waiter(late))
    for run in (before, setting, after):
        run.step()
    assert (before.due, after.due) == (math.inf, math.inf)
    late.clock.advance(100)
    early.tick(before, setting)
    assert (before.due, after.due) == (1.0, 100.0)
    after.step()
    assert (early.heard(), late.heard()) == ([], ["100 woken"])
    early.tick(before)
    assert early.heard() == ["2 woken"]


def test_a_waiter_that_was_cancelled_keeps_no_other_from_waking() -> None:
    """Pitfall 6 of ET: cancelling one waiter woke them all."""
    stage, event = Stage(), Event()

    async def waiter(name: str) -> None:
        await event.wait()
        stage.note(name)

    runs = [stage.run(waiter(name)) for name in "abc"]
    for run in runs:
        run.step()
    runs[0].cancel()
    runs[1].close()
    stage.tick(*runs)
    assert stage.heard() == []
    assert [run.done for run in runs] == [True, True, False]
    event.set()
    stage.tick(*runs)
    assert stage.heard() == ["2 c"]


def test_an_event_that_nobody_sets_does_not_collect_those_who_left() -> None:
    stage, event = Stage(), Event()

    async def body() -> None:
        while True:
            await race(event.wait(), sleep(1))

    run = stage.run(body())
    for _ in range(500):
        stage.tick(run)
    assert len(event._waiting) < 40
    run.close()


def test_many_wait_for_one_event() -> None:
    """Each of them looked through all before it, once: 20,000 took seconds."""
    stage, event = Stage(), Event()

    async def waiter() -> None:
        await event.wait()

    runs = [stage.run(waiter()) for _ in range(20_000)]
    for run in runs:
        run.step()
    event.set()
    assert all(run.step() for run in runs)


# Messages


def test_listeners_are_told_by_kind_and_the_longest_waiting_first() -> None:
    stage = Stage()

    async def listener(name: str, kind: str | None) -> None:
        heard = await message(kind)
        stage.note(f"{name}:{heard.kind}:{heard.data}")

    async def body() -> None:
        await gather(listener("a", "x"), listener("b", "y"), listener("c", None), listener("d", "y"))

    run = stage.run(body())
    run.step()
    told = [run.tell(Message(kind, data=index)) for index, kind in enumerate(["y", "z", "y", "y", "x"])]
    assert told == [True, True, True, False, True]
    stage.tick(run)
    assert stage.heard() == ["1 b:y:0", "1 c:z:1", "1 d:y:2", "1 a:x:4"]
    assert run.done


def test_telling_one_listener_leaves_those_of_other_kinds_listening() -> None:
    """They were forgotten, and never woke."""
    stage = Stage()

    async def body() -> list[Any]:
        return await gather(message("x"), message("y"))

    run = stage.run(body())
    run.step()
    assert run.tell(Message("y"))
    assert run.tell(Message("x"))
    run.step()
    assert run.result == [Message("x"), Message("y")]


def test_who_does_not_listen_is_told_nothing() -> None:
    stage = Stage()

    async def body() -> None:
        await sleep(1)
        async with timeout(9):
            await message("x")
        await sleep(1)

    run = stage.run(body())
    assert not run.tell(Message("x"))
    run.step()
    assert not run.tell(Message("x"))
    stage.tick(run)
    assert not run.tell(Message("y"))
    assert run.tell(Message("x"))
    assert not run.tell(Message("x")), "told already"
    stage.tick(run)
    stage.tick(run)
    assert run.done
    assert not run.tell(Message("x"))


def test_a_listener_that_was_cancelled_is_told_nothing() -> None:
    stage = Stage()

    async def body() -> str:
        try:
            async with timeout(1):
                await message()
        except TimeoutError:
            stage.note("timeout")
        return (await message()).kind

    run = stage.run(body())
    run.step()
    stage.tick(run)
    assert run.tell(Message("second"))
    stage.tick(run)
    assert run.result == "second"


@pytest.mark.parametrize("kind", [1, b"x", ["x"]])
def test_a_kind_of_message_is_a_string(kind: Any) -> None:
    with pytest.raises(UsageError, match="is not a kind of message"):
        message(kind)


# Order


def test_tasks_go_on_by_due_time_and_then_by_sequence() -> None:
    """W8."""
    stage = Stage()

    async def sleeper(name: str, seconds: float) -> None:
        await sleep(seconds)
        stage.note(name)

    async def body() -> None:
        await gather(*(sleeper(name, seconds) for name, seconds in [("a", 3), ("b", 1), ("c", 2), ("d", 1), ("e", 3)]))

    stage.play(body(), seconds=10)
    assert stage.heard() == ["10 b", "10 d", "10 c", "10 a", "10 e"]


def test_equal_deadlines_keep_their_order() -> None:
    """Pitfall: asyncio's call_at gave 0, 2, 6, 5, 11, 10 for twelve equal ones."""
    stage = Stage()

    async def sleeper(name: int) -> None:
        await sleep(1)
        stage.note(name)
        await sleep(1)
        stage.note(name)

    async def body() -> None:
        await gather(*(sleeper(each) for each in range(12)))

    stage.play(body())
    assert stage.heard() == [f"{time} {each}" for time in (1, 2) for each in range(12)]


def test_who_waits_for_the_next_tick_goes_before_who_slept_into_it() -> None:
    """W8: it was due with the tick before."""
    stage = Stage()

    async def ticker(name: str) -> None:
        for _ in range(2):
            await next_tick()
            stage.note(name)

    async def sleeper() -> None:
        await sleep(0.5)
        stage.note("slept")

    async def body() -> None:
        await gather(sleeper(), ticker("a"), ticker("b"))

    stage.play(body())
    assert stage.heard() == ["1 a", "1 b", "1 slept", "2 a", "2 b"]


@pytest.mark.parametrize(
    ("wait", "due"),
    [(lambda: sleep(2.5), 2.5), (next_tick, 0.0), (lambda: Event().wait(), math.inf), (lambda: message("x"), math.inf)],
)
def test_a_run_tells_when_it_is_due(wait: Callable[[], Any], due: float) -> None:
    stage = Stage()

    async def body() -> None:
        await wait()

    run = stage.run(body())
    run.step()
    assert run.due == due
    run.close()
    assert run.due == math.inf


# What is awaited is of another library


def test_awaiting_a_future_of_asyncio_is_an_error_at_the_await() -> None:
    stage = Stage()
    loop = asyncio.new_event_loop()

    async def body() -> str:
        with pytest.raises(UsageError, match="of another library") as caught:
            await loop.create_future()  # here
        await sleep(1)
        return str(caught.value)

    try:
        text = stage.result(body())
    finally:
        loop.close()
    assert line_of(test_awaiting_a_future_of_asyncio_is_an_error_at_the_await, "# here") in text


def test_a_future_in_a_gathering_is_the_same_error() -> None:
    stage = Stage()
    loop = asyncio.new_event_loop()

    async def body() -> None:
        await gather(sleep(1), loop.create_future())

    try:
        with pytest.raises(UsageError, match="of another library"):
            stage.result(body())
    finally:
        loop.close()


def test_a_coroutine_that_goes_on_awaiting_futures_is_ended() -> None:
    stage = Stage()

    class Foreign:
        def __await__(self) -> Any:
            yield None

    async def body() -> None:
        while True:
            with contextlib.suppress(Exception):
                await Foreign()

    run = stage.play(body())
    assert run.done
    assert "goes on awaiting although all that it gets is errors" in str(run.error)
    assert isinstance(run.error.__cause__ if run.error else None, UsageError)


def test_a_run_that_is_over_keeps_nothing() -> None:
    stage = Stage()

    async def body() -> str:
        async with timeout(100):
            return await race(named("a", 1), named("b", 50))

    async def named(name: str, seconds: float) -> str:
        await sleep(seconds)
        return name

    run = stage.play(body())
    assert run.result == "a"
    assert is_empty(run)


def steps_of(made: Made, ticks: int) -> Run:
    stage = Stage()
    run = stage.run(made)
    for _ in range(ticks):
        stage.tick(run)
    return run


def test_deadlines_that_were_met_do_not_pile_up() -> None:
    """They lay in the heap until they were due, one for each round."""

    async def body() -> None:
        while True:
            async with timeout(1e6):
                await next_tick()

    run = steps_of(body(), 1000)
    assert len(run._heap) <= 64
    run.close()


def test_deadlines_that_are_not_met_yet_outlive_those_that_are() -> None:
    stage = Stage()

    async def busy() -> None:
        while True:
            async with timeout(1e6):
                await next_tick()

    async def late() -> None:
        async with timeout(500):
            await gather(busy(), Event().wait())

    run = stage.run(late())
    with pytest.raises(TimeoutError):
        stage.result(late(), ticks=501)
    assert stage.clock.now == 500
    run.close()


def test_order_outlives_the_looking_through() -> None:
    """W8: old entries are dropped from the middle of the heap."""
    stage = Stage()
    times = [each * 37 % 101 + 1 for each in range(100)]

    async def busy() -> None:
        for each in range(110):
            for more in range(5):
                async with timeout((each + more) * 53 % 97 + 1):
                    pass
            await next_tick()

    async def sleeper(seconds: int) -> None:
        await sleep(seconds)
        stage.note(seconds)

    async def body() -> None:
        await gather(busy(), *(sleeper(each) for each in times))

    stage.play(body(), ticks=120)
    assert stage.heard() == [f"{each} {each}" for each in sorted(times)]
