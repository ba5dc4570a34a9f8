"""Cancelling level by level (W4), and closing at once (W11)."""

import contextlib
import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep, until
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.core.message import Message
from gumption.errors import LimitError
from tests.core.stepping import Made, Stage, is_empty, line_of


async def forever() -> None:
    while True:
        await sleep(1)


AWAITS: list[Callable[[], Any]] = [
    lambda: sleep(9),
    next_tick,
    lambda: until(lambda: False),
    lambda: Event().wait(),
    lambda: message("x"),
    lambda: gather(forever(), forever()),
    lambda: race(forever(), forever()),
    lambda: gather(race(forever(), sleep(9)), message()),
]
NAMES = ["sleep", "next_tick", "until", "event", "message", "gather", "race", "nested"]


@pytest.mark.parametrize("wait", AWAITS, ids=NAMES)
def test_cancelling_raises_at_the_await(wait: Callable[[], Any]) -> None:
    stage = Stage()

    async def body() -> None:
        try:
            await wait()
        except Cancelled:
            stage.note("cancelled")
            raise
        finally:
            stage.note("finally")

    run = stage.run(body())
    run.step()
    run.cancel()
    assert stage.heard() == [], "with the next step, not before"
    stage.tick(run)
    assert stage.heard() == ["1 cancelled", "1 finally"]
    assert (run.done, run.error, run.result) == (True, None, None)
    assert is_empty(run)


@pytest.mark.parametrize("wait", AWAITS, ids=NAMES)
def test_every_later_await_raises_again(wait: Callable[[], Any]) -> None:
    """W4. Awaits that would not have waited as well."""
    stage, event = Stage(), Event()
    event.set()

    async def body() -> str:
        for each in (wait, wait, event.wait, gather, wait):
            try:
                await each()
            except Cancelled:
                stage.note("cancelled")
        return "lived on"

    run = stage.run(body())
    run.step()
    run.cancel()
    stage.tick(run)
    assert stage.heard() == ["1 cancelled"] * 5
    assert (run.result, run.error) == ("lived on", None)


@pytest.mark.parametrize("wait", AWAITS, ids=NAMES)
def test_closing_ends_a_run_at_any_await(wait: Callable[[], Any]) -> None:
    """W11."""
    stage = Stage()

    async def body() -> None:
        async with shield(5), timeout(3):
            try:
                await wait()
            finally:
                stage.note("finally")

    run = stage.run(body())
    run.step()
    run.close()
    assert stage.heard() == ["0 finally"]
    assert (run.done, run.error) == (True, None)
    assert is_empty(run)


@pytest.mark.parametrize("stop", ["cancel", "close"])
def test_a_run_that_is_stopped_before_its_first_step_never_starts(stop: str) -> None:
    """W4, and a pitfall: no resource may be taken before the first step. Nothing is warned of as never awaited."""
    stage = Stage()

    async def body() -> None:
        stage.note("begun")

    run = stage.run(body())
    getattr(run, stop)()
    assert run.done is (stop == "close")
    assert run.step()
    assert (stage.heard(), run.error) == ([], None)


def test_cancelling_twice_is_cancelling_once() -> None:
    """W4: clean-up goes on through the second one."""
    stage = Stage()

    async def body() -> None:
        try:
            await sleep(9)
        finally:
            async with shield(5):
                for each in range(3):
                    await sleep(1)
                    stage.note(each)

    run = stage.run(body())
    run.step()
    run.cancel()
    run.cancel()
    for _ in range(4):
        stage.tick(run)
        run.cancel()
    assert stage.heard() == ["2 0", "3 1", "4 2"]
    assert (run.done, run.error) == (True, None)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_cancelling_twice_keeps_the_order(times: int) -> None:
    """W4, W8: what is cancelled already does not go behind what was woken since."""
    stage, flag = Stage(), Event()

    async def part(name: str) -> None:
        try:
            await sleep(9)
        finally:
            stage.note(name)

    async def shielded() -> None:
        async with shield(5):
            await flag.wait()
            stage.note("shielded")

    async def body() -> None:
        await gather(part("a"), shielded(), part("b"))

    run = stage.run(body())
    run.step()
    run.cancel()
    flag.set()
    for _ in range(times - 1):
        run.cancel()
    run.step()
    assert stage.heard() == ["0 a", "0 b", "0 shielded"]


def test_cancelling_what_is_over_changes_nothing() -> None:
    stage = Stage()

    async def body() -> str:
        return "done"

    run = stage.play(body())
    run.cancel()
    run.close()
    assert run.step()
    assert (run.result, run.error, is_empty(run)) == ("done", None, True)


def test_a_coroutine_may_cancel_its_own_run() -> None:
    """The await at which it then stands raises already."""
    stage = Stage()

    async def body() -> None:
        run.cancel()
        stage.note("goes on")
        await next_tick()
        stage.note("never")

    run = stage.run(body())
    assert run.step()
    assert stage.heard() == ["0 goes on"]


def test_what_is_raised_while_being_cancelled_is_not_lost() -> None:
    stage = Stage()

    async def body() -> None:
        try:
            await sleep(9)
        finally:
            raise ValueError("clean-up failed")

    run = stage.run(body())
    run.step()
    run.cancel()
    stage.tick(run)
    assert str(run.error) == "clean-up failed"
    assert isinstance(run.error, ValueError)
    assert isinstance(run.error.__context__, Cancelled)


def test_cancelled_that_nobody_asked_for_is_an_error() -> None:
    stage = Stage()

    async def body() -> None:
        raise Cancelled

    assert isinstance(stage.play(body()).error, Cancelled)


def test_a_timeout_an_hour_does_not_add_up_to_a_coroutine_that_ignores_cancelling() -> None:
    """Only what awaits again and again within one resumption does not listen; a hundred timeouts did, once."""
    stage = Stage()

    async def body() -> str:
        for _ in range(300):
            with contextlib.suppress(TimeoutError):
                async with timeout(0.5):
                    try:
                        await sleep(9)
                    finally:
                        await next_tick()
        return "fine"

    assert stage.result(body(), ticks=301) == "fine"


async def stubborn(stage: Stage) -> None:
    try:
        while True:
            with contextlib.suppress(BaseException):
                await sleep(1)  # stubborn
                stage.note("slept")
    except GeneratorExit:
        pass


def test_a_coroutine_that_swallows_cancelling_in_a_loop_is_ended_by_name() -> None:
    """Pitfall: under asyncio it was pending for ever. One except of BaseException swallows GeneratorExit as well."""
    stage = Stage()

    async def body() -> None:
        try:
            while True:
                with contextlib.suppress(Cancelled):
                    await sleep(1)  # here
        finally:
            stage.note("finally")

    run = stage.run(body())
    run.step()
    run.cancel()
    stage.tick(run)
    assert run.done
    assert stage.heard() == ["1 finally"]
    assert isinstance(run.error, LimitError)
    assert "goes on awaiting although it is cancelled" in str(run.error)
    place = line_of(test_a_coroutine_that_swallows_cancelling_in_a_loop_is_ended_by_name, "# here")
    assert place in str(run.error)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("stop", ["cancel", "close"])
def test_even_a_coroutine_that_ignores_being_closed_is_given_up(stop: str) -> None:
    """Nothing in Python can end it; the run is over all the same, and says so."""
    stage = Stage()
    run = stage.run(stubborn(stage))
    run.step()
    getattr(run, stop)()
    run.step()
    assert run.done
    assert isinstance(run.error, LimitError)
    assert line_of(stubborn, "# stubborn") in str(run.error)
    assert "ignored GeneratorExit" in str(run.error.__cause__)
    stage.tick(run)
    assert stage.heard() == []
    del run
    gc.collect()


CLEAN_UPS: dict[str, Callable[[Stage], Made]] = {}


def clean_up(made: Callable[[Stage], Made]) -> Callable[[Stage], Made]:
    CLEAN_UPS[made.__name__] = made
    return made


@clean_up
async def waits_in_a_shield(stage: Stage) -> None:
    try:
        await sleep(9)
    finally:
        try:
            async with shield(100):
                await sleep(50)
        finally:
            stage.note("out")


@clean_up
async def gathers_in_a_shield(stage: Stage) -> None:
    try:
        async with shield(100):
            await gather(waits_in_a_shield(stage), sleep(99))
    finally:
        stage.note("out")


@clean_up
async def enters_shields_again_and_again(stage: Stage) -> None:
    try:
        while True:
            with contextlib.suppress(Cancelled):
                async with shield(100):
                    await sleep(1)
    finally:
        stage.note("out")


@clean_up
async def enters_timeouts_without_end(stage: Stage) -> None:
    try:
        await sleep(9)
    finally:
        with contextlib.suppress(LimitError):
            while True:
                async with timeout(1):
                    pass
        stage.note("out")


@clean_up
async def starts_more(stage: Stage) -> None:
    try:
        await sleep(9)
    finally:
        try:
            await gather(waits_in_a_shield(stage), sleep(1))
        finally:
            stage.note("out")


@pytest.mark.parametrize("name", CLEAN_UPS)
def test_closing_ends_any_clean_up_at_once(name: str) -> None:
    """W11, the hard halt."""
    stage = Stage()
    run = stage.run(CLEAN_UPS[name](stage))
    run.step()
    run.close()
    assert run.done
    assert stage.heard()[-1] == "0 out"
    assert is_empty(run)


@pytest.mark.parametrize("name", ["waits_in_a_shield", "gathers_in_a_shield", "enters_shields_again_and_again"])
def test_closing_ends_what_is_being_cancelled(name: str) -> None:
    stage = Stage()
    run = stage.run(CLEAN_UPS[name](stage))
    run.step()
    run.cancel()
    stage.tick(run)
    assert not run.done
    run.close()
    assert run.done
    assert stage.heard()[-1] == "1 out"


def test_what_fails_while_a_run_is_closed_is_not_lost() -> None:
    stage = Stage()

    async def part(name: str) -> None:
        try:
            await sleep(9)
        finally:
            raise ValueError(name)

    async def body() -> None:
        await gather(part("a"), part("b"))

    run = stage.run(body())
    run.step()
    run.close()
    assert str(run.error) == "b", "from the innermost and youngest on"
    assert any("ValueError" in note and "a" in note for note in getattr(run.error, "__notes__", []))


def test_closing_many_takes_no_time_out_of_proportion() -> None:
    stage = Stage()

    async def body() -> None:
        await gather(*(forever() for _ in range(10_000)))

    run = stage.run(body())
    run.step()
    run.close()
    assert run.done


@pytest.mark.parametrize("wait", AWAITS[3:], ids=NAMES[3:])
def test_the_end_of_a_sleep_that_was_cut_short_wakes_nobody(wait: Callable[[], Any]) -> None:
    """W6."""
    stage = Stage()

    async def body() -> None:
        with contextlib.suppress(TimeoutError):
            async with timeout(1):
                await sleep(3)
        stage.note("waits")
        await wait()
        stage.note("woken")

    run = stage.run(body())
    run.step()
    for _ in range(5):
        stage.tick(run)
    assert stage.heard() == ["1 waits"]
    run.close()


def test_an_event_and_a_message_that_come_too_late_wake_nobody() -> None:
    """W6."""
    stage, event = Stage(), Event()

    async def body() -> None:
        for wait in (event.wait, lambda: message("x")):
            with contextlib.suppress(TimeoutError):
                async with timeout(1):
                    await wait()
        stage.note("waits")
        await sleep(4)
        stage.note("slept")

    run = stage.run(body())
    run.step()
    stage.tick(run)
    stage.tick(run)
    event.set()
    assert not run.tell(Message("x"))
    for _ in range(5):
        stage.tick(run)
    assert stage.heard() == ["2 waits", "6 slept"]


def test_who_waited_for_the_next_tick_and_was_cancelled_in_this_one_is_over_in_the_next() -> None:
    """W6: it still stands among those who wait for the next tick."""
    stage = Stage()

    async def ticker(name: str) -> None:
        try:
            while True:
                await next_tick()
                stage.note(name)
        finally:
            stage.note(f"{name} out")

    async def body() -> None:
        await race(ticker("a"), ticker("b"), sleep(1))
        await sleep(2)

    run = stage.play(body())
    assert stage.heard() == ["1 a", "1 b", "1 a out", "1 b out"]
    assert (run.error, stage.clock.now) == (None, 3)


@pytest.mark.parametrize("end", ["return", "cancel", "close", "raise"])
def test_what_is_over_is_freed_without_the_garbage_collector(end: str) -> None:
    """Tracebacks would else hold the frames that hold them: a game would stutter for it."""

    class Sword: ...

    stage = Stage()
    seen: list[weakref.ref[Sword]] = []

    async def body() -> None:
        sword = Sword()
        seen.append(weakref.ref(sword))
        async with timeout(9):
            await race(forever(), sleep(2))
        if end == "raise":
            raise ValueError(str(sword))

    gc.collect()
    gc.disable()
    try:
        run = stage.run(body())
        run.step()
        if end in ("cancel", "close"):
            getattr(run, end)()
        for _ in range(3):
            stage.tick(run)
        assert run.done
        run.error = None
        assert seen[0]() is None
        gone = weakref.ref(run.root.coroutine)
        del run
        assert gone() is None
    finally:
        gc.enable()
