"""The native kernel as an extension type: nothing leaks, nothing crashes, whatever it is given."""

import contextlib
import gc
import sys
import weakref
from typing import Any

import pytest

from gumption import ManualClock
from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep
from gumption.core.coroutines.kernel import NEXT_TICK, Scope, Steps, Task, Trap
from gumption.core.coroutines.run import Run
from gumption.core.coroutines.scope import Timed, timeout
from gumption.core.message import Message
from gumption.errors import UsageError
from gumption.flow.pulse import Pulse
from tests.core.stepping import Stage

pytestmark = pytest.mark.skipif(Steps.__module__ != "gumption.core._native", reason="the reference serves")


class Thing:
    """Something whose end is noticed."""


async def everything(flag: Event) -> str:
    await sleep(1.0)
    await next_tick()
    await gather(sleep(0.5), sleep(0.7))
    await race(flag.wait(), sleep(0.1), message("never"))
    with contextlib.suppress(TimeoutError):
        async with timeout(0.5):
            await sleep(3)
    note = await message("word")
    with contextlib.suppress(ZeroDivisionError):
        await gather(fails(), sleep(9))
    return str(note.data)


async def fails() -> None:
    await next_tick()
    raise ZeroDivisionError


def live(ticks: int) -> None:
    """A run from its beginning to its end, or to where it is thrown away."""
    clock = ManualClock()
    run = Run(everything(Event()), clock)
    for _ in range(ticks):
        run.step()
        run.tell(Message("word"))
        clock.advance(0.25)
    if ticks % 3 == 0:
        run.close()
    elif ticks % 3 == 1:
        run.cancel()
        run.step()


@pytest.mark.parametrize("ticks", [1, 3, 4, 8, 12, 17, 40])
def test_runs_leave_nothing_behind(ticks: int) -> None:
    def blocks() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    for _ in range(50):
        live(ticks)
    before = blocks()
    counted = [sys.getrefcount(each) for each in (None, NEXT_TICK, Run, Task, Scope, sleep, Trap)]
    for _ in range(400):
        live(ticks)
    assert blocks() - before < 100
    after = [sys.getrefcount(each) for each in (None, NEXT_TICK, Run, Task, Scope, sleep, Trap)]
    assert all(abs(more - less) < 100 for less, more in zip(counted, after, strict=True))


def test_a_run_that_holds_itself_is_collected() -> None:
    async def body(held: list[Any]) -> None:
        await gather(sleep(1), Event().wait(), next_tick(), message("word"))
        held.clear()

    def begun() -> "weakref.ref[Thing]":
        thing = Thing()
        held: list[Any] = [thing]
        held.append(Run(body(held), ManualClock()))
        held[1].step()
        return weakref.ref(thing)

    gone = begun()
    gc.collect()
    assert gone() is None


def test_waking_a_run_while_it_is_collected_does_no_harm() -> None:
    woken: list[str] = []

    async def body(held: list[Any], flag: Event) -> None:
        try:
            await flag.wait()
        finally:
            flag.set()  # wakes the run, whose parts may be gone by now
            held[0].wake(held[0].root, 1)
            woken.append(held[0].place)

    held: list[Any] = []
    held.append(Run(body(held, Event()), ManualClock()))
    held[0].step()
    del held
    gc.collect()
    assert len(woken) == 1


def test_a_thousand_scopes_inside_each_other_are_freed() -> None:
    scope = Scope()
    for _ in range(300_000):
        scope = Scope(scope)
    assert not scope.is_cancelled()
    del scope
    timed: Any = None
    for _ in range(100_000):
        inner = timeout(1.0)
        inner.outer, timed = timed, inner
    assert isinstance(timed, Timed)


def test_what_is_no_task_is_refused() -> None:
    run: Any = Stage().run(fails())
    strange: list[Any] = [None, 5, "task", run, Scope(), fails]
    for each in strange:
        for name, more in [("park", ()), ("wait", ()), ("sleep", (1.0,)), ("wake", (1,)), ("_resume", ())]:
            with pytest.raises(TypeError):
                getattr(run, name)(each, *more)
            with pytest.raises(TypeError):
                getattr(run, name)()
        if not isinstance(each, Scope):
            with pytest.raises(TypeError):
                run._cancel(each, run.root)
        with pytest.raises(TypeError):
            run._cancel(run._scope, each)
    for name in ("sleep", "wake", "_push"):
        with pytest.raises(TypeError):
            getattr(run, name)(run.root, "soon")
    with pytest.raises(AttributeError):
        run._push(1.0, object())
    for name in ("root", "_scope", "_clock", "_host", "_heap", "_parked"):
        with pytest.raises(AttributeError):
            setattr(run, name, None)
    run.close()


def test_a_run_of_what_is_no_coroutine_ends_with_an_error() -> None:
    for each in (None, 5, "coroutine", fails, iter([1])):
        run = Stage().run(each)  # type: ignore[arg-type]
        assert run.step()
        assert isinstance(run.error, AttributeError)


def test_a_clock_that_does_not_go_is_told_and_does_no_harm() -> None:
    class Broken:
        now: Any = "noon"
        ticks = 0

    async def body() -> None:
        await sleep(1)

    run = Run(body(), Broken())
    assert run.step()
    assert isinstance(run.error, TypeError)
    with pytest.raises(TypeError):
        Run()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Run(None, None, None, None, None)  # type: ignore[arg-type, call-arg]


def test_damaged_tasks_do_no_harm() -> None:
    stage = Stage()

    async def body() -> None:
        await gather(sleep(1), sleep(2))

    for name in ("coroutine", "scope", "group", "waits_for", "value", "error"):
        for value in (None, 5, Thing()):
            coroutine = body()
            run = stage.run(coroutine)
            run.step()
            setattr(run.root, name, value)
            with contextlib.suppress(AttributeError, TypeError):
                run.close()
            with contextlib.suppress(AttributeError):
                delattr(run.root, name)
            with contextlib.suppress(AttributeError, TypeError, RuntimeError):
                run._resume(run.root)
            with contextlib.suppress(AttributeError, TypeError, RuntimeError):
                run.cancel()
            coroutine.close()


def test_a_trap_that_misbehaves_ends_the_run() -> None:
    class Strange(Trap):
        def __init__(self, arm: Any) -> None:
            self.arm = arm

    class Undecided:
        def __bool__(self) -> bool:
            raise ZeroDivisionError

    def boom(run: Run, task: Task) -> bool:
        raise ZeroDivisionError

    async def body(arm: Any) -> None:
        await Strange(arm)

    for arm, kind in [(boom, ZeroDivisionError), (lambda run, task: Undecided(), ZeroDivisionError), (5, TypeError)]:
        run = Stage().run(body(arm))
        assert run.step()
        assert isinstance(run.error, kind)
    run = Stage().run(body(None))
    run.root.coroutine.close()
    assert run.step()
    assert isinstance(run.error, RuntimeError)
    with pytest.raises(NotImplementedError):
        Trap().arm(run, run.root)


def test_one_sleep_may_be_awaited_again_and_by_several() -> None:
    stage, nap = Stage(), sleep(2.0)

    async def body(name: str) -> None:
        for _ in range(2):
            await nap
            stage.note(name)

    async def both() -> None:
        await gather(body("a"), nap, body("b"), nap)

    stage.play(both())
    assert stage.heard() == ["2 a", "2 b", "4 a", "4 b"]
    assert nap.seconds == 2.0


def test_awaits_by_hand_hand_their_trap_over_once() -> None:
    for trap in (sleep(1.0), NEXT_TICK, Event().wait()):
        steps = iter(trap.__await__())
        handed = next(steps)
        assert isinstance(handed, Trap)
        assert next(steps, "over") == "over"
        assert next(steps, "over") == "over"


def test_sleep_takes_what_the_reference_takes() -> None:
    class Real(float):
        pass

    assert sleep(seconds=2).seconds == 2
    assert sleep(Real(2.5)).seconds == 2.5
    for bad in (True, -1, float("nan"), float("inf"), 10**400, "2", None):
        with pytest.raises(UsageError, match="nobody can sleep for"):
            sleep(bad)  # type: ignore[arg-type]
    for arguments, named in [((), {}), ((1, 2), {}), ((1,), {"seconds": 1}), ((), {"minutes": 1})]:
        with pytest.raises(TypeError):
            sleep(*arguments, **named)


def test_a_pulse_of_nothing_does_no_harm() -> None:
    pulse: Any = Pulse
    for given in ((), (None, None, None), (Thing(), Thing(), Thing())):
        with pytest.raises((TypeError, AttributeError)):
            pulse(*given)
