"""Coroutines side by side: gather and race (rule W7). Children die with their parent, and are waited for."""

import contextlib
import gc
from typing import Any

import pytest

from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep, until
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.core.message import Message
from gumption.errors import UsageError
from tests.core.stepping import Stage, is_empty


class Parts:
    """Coroutines that note how they end."""

    def __init__(self) -> None:
        self.stage = Stage()

    async def part(self, name: str, seconds: float, *, cleaning: float = 0, fails: bool = False) -> str:
        try:
            await sleep(seconds)
            if fails:
                raise ValueError(name)
            self.stage.note(f"{name} done")
            return name.upper()
        finally:
            if cleaning:
                async with shield(cleaning + 1):
                    await sleep(cleaning)
            self.stage.note(f"{name} out")


def test_a_gathering_gives_the_results_in_the_order_of_its_parts() -> None:
    parts = Parts()

    async def body() -> list[Any]:
        return await gather(parts.part("a", 3), parts.part("b", 1), parts.part("c", 2))

    assert parts.stage.result(body()) == ["A", "B", "C"]
    assert parts.stage.heard() == ["1 b done", "1 b out", "2 c done", "2 c out", "3 a done", "3 a out"]


def test_gathering_nothing_goes_on_at_once() -> None:
    stage = Stage()

    async def body() -> list[Any]:
        return await gather()

    assert stage.result(body()) == []
    assert stage.clock.now == 0


def test_parts_that_do_not_wait_are_done_in_the_same_step() -> None:
    stage = Stage()

    async def quick(name: str) -> str:
        stage.note(name)
        return name

    async def body() -> Any:
        return await gather(quick("a"), race(quick("b"), quick("c")), quick("d"))

    assert stage.result(body(), ticks=0) == ["a", "b", "d"]
    assert stage.heard() == [
        "0 a",
        "0 d",
        "0 b",
    ], "c was cancelled before it began"


def test_a_race_gives_the_first_result_and_waits_for_the_others_to_leave() -> None:
    parts = Parts()

    async def body() -> str:
        first = await race(parts.part("a", 5), parts.part("b", 1), parts.part("c", 5, cleaning=2))
        parts.stage.note(f"race {first}")
        return first

    assert parts.stage.result(body()) == "B"
    assert parts.stage.heard() == ["1 b done", "1 b out", "1 a out", "3 c out", "3 race B"]


def test_of_equals_the_one_named_first_wins() -> None:
    """W8."""
    parts = Parts()

    async def body() -> str:
        return await race(parts.part("a", 2), parts.part("b", 2), parts.part("c", 2))

    assert parts.stage.result(body()) == "A"
    assert parts.stage.heard() == ["2 a done", "2 a out", "2 b out", "2 c out"]


def test_a_result_that_comes_while_the_others_leave_changes_nothing() -> None:
    stage = Stage()

    async def lingers() -> str:
        async with shield(5):
            await sleep(2)
        return "late"

    async def quick() -> str:
        await sleep(1)
        return "first"

    async def body() -> str:
        return await race(lingers(), quick())

    assert stage.result(body()) == "first"
    assert stage.clock.now == 2


def test_none_may_win_a_race() -> None:
    stage = Stage()

    async def named() -> str:
        await sleep(5)
        return "late"

    async def body() -> Any:
        return await race(named(), sleep(1))

    assert stage.result(body()) is None
    assert stage.clock.now == 1


@pytest.mark.parametrize("together", [gather, race])
def test_an_error_in_one_cancels_the_others_and_waits_for_them(together: Any) -> None:
    parts = Parts()

    async def body() -> None:
        try:
            await together(parts.part("a", 9), parts.part("b", 1, fails=True), parts.part("c", 9, cleaning=2))
        except ValueError as error:
            parts.stage.note(f"caught {error}")

    assert parts.stage.result(body()) is None
    assert parts.stage.heard() == ["1 b out", "1 a out", "3 c out", "3 caught b"]


def test_an_error_of_one_being_cancelled_is_told_with_the_first() -> None:
    stage = Stage()

    async def first() -> None:
        await sleep(1)
        raise ValueError("first")

    async def second() -> None:
        try:
            await sleep(9)
        finally:
            raise KeyError("second")

    async def body() -> None:
        await gather(first(), second())

    run = stage.play(body())
    assert str(run.error) == "first"
    assert run.error is not None
    assert run.error.__notes__ == ["While this was under way, KeyError came from beside it: 'second'"]


def test_an_error_of_a_loser_goes_before_the_result_of_the_winner() -> None:
    stage = Stage()

    async def loser() -> None:
        try:
            await sleep(9)
        finally:
            raise ValueError("loser")

    async def body() -> None:
        await race(loser(), sleep(1))

    with pytest.raises(ValueError, match="loser"):
        stage.result(body())


def test_an_error_whose_truth_is_false_is_an_error() -> None:
    class EmptyError(Exception):
        def __bool__(self) -> bool:
            return False

    stage = Stage()

    async def fails() -> None:
        raise EmptyError

    async def body() -> None:
        await gather(fails(), fails())

    with pytest.raises(EmptyError):
        stage.result(body())


def test_an_error_in_one_goes_before_the_cancelling_of_all() -> None:
    """It came while the parent was being cancelled, and is not lost."""
    stage = Stage()

    async def fails() -> None:
        try:
            await sleep(9)
        finally:
            raise ValueError("clean-up")

    async def body() -> None:
        await gather(sleep(9), fails(), sleep(9))

    run = stage.run(body())
    run.step()
    run.cancel()
    stage.tick(run)
    assert isinstance(run.error, ValueError)


def test_children_die_with_their_parent_and_are_joined() -> None:
    """W7."""
    parts = Parts()

    async def body() -> None:
        try:
            await gather(
                parts.part("a", 9), race(parts.part("b", 9, cleaning=1), gather(parts.part("c", 9, cleaning=2)))
            )
        finally:
            parts.stage.note("parent out")

    run = parts.stage.run(body())
    run.step()
    run.cancel()
    for _ in range(3):
        parts.stage.tick(run)
    assert parts.stage.heard() == ["1 a out", "2 b out", "3 c out", "3 parent out"]
    assert (run.done, run.error, is_empty(run)) == (True, None, True)


def test_what_swallows_cancelling_in_one_part_does_not_save_the_parent() -> None:
    """Pitfall: `try: await child except CancelledError: pass` lost the runner's own cancelling."""
    stage = Stage()

    async def child() -> str:
        with contextlib.suppress(Cancelled):
            await sleep(9)
        return "lived on"

    async def body() -> str:
        results = await gather(child(), child())
        stage.note(results)
        return "never"

    run = stage.run(body())
    run.step()
    run.cancel()
    stage.tick(run)
    assert (run.done, run.result, stage.heard()) == (True, None, [])


def test_what_can_be_awaited_can_be_gathered() -> None:
    stage, event = Stage(), Event()

    class Custom:
        def __await__(self) -> Any:
            yield from sleep(1).__await__()
            return "custom"

    async def body() -> Any:
        return await gather(
            sleep(1), next_tick(), event.wait(), message("x"), Custom(), until(lambda: stage.clock.now >= 2), gather()
        )

    run = stage.run(body())
    run.step()
    event.set()
    run.tell(Message("x"))
    for _ in range(3):
        stage.tick(run)
    assert run.result == [None, None, None, Message("x"), "custom", None, []]


def test_a_race_against_time() -> None:
    stage, event = Stage(), Event()

    async def body() -> None:
        await race(event.wait(), sleep(2))

    assert stage.result(body()) is None
    assert stage.clock.now == 2


def test_a_shared_wait_may_be_given_twice() -> None:
    stage = Stage()

    async def body() -> Any:
        tick, nap = next_tick(), sleep(1)
        return await gather(tick, tick, nap, nap)

    assert stage.result(body()) == [None] * 4


@pytest.mark.parametrize("together", [gather, race])
@pytest.mark.parametrize("strange", [5, None, "walk", sleep])
def test_what_cannot_be_awaited_is_refused(together: Any, strange: Any) -> None:
    """And the coroutine beside it is not warned of as never awaited."""

    async def walk() -> None: ...

    with pytest.raises(UsageError, match="is no coroutine"):
        together(walk(), strange)
    gc.collect()


@pytest.mark.parametrize("together", [gather, race])
def test_a_coroutine_is_given_once(together: Any) -> None:
    async def walk() -> None: ...

    made, nested = walk(), gather(walk())
    with pytest.raises(UsageError, match="given twice"):
        together(made, made)
    with pytest.raises(UsageError, match="given twice"):
        together(nested, nested)


def test_nobody_races() -> None:
    with pytest.raises(UsageError, match="a race of nobody"):
        race()


def test_parts_that_never_begin_are_not_warned_of() -> None:
    """Cancelled before the await, before the first step, and both in nested groups: warnings are errors here."""
    stage = Stage()

    async def walk() -> None: ...

    async def fails() -> None:
        raise ValueError("fails")

    async def cancelled_before() -> None:
        run.cancel()
        await gather(walk(), race(walk(), gather(walk())))

    async def failing_sibling() -> None:
        await gather(fails(), race(walk(), gather(walk())), walk())

    run = stage.run(cancelled_before())
    assert run.step()
    assert isinstance(stage.play(failing_sibling()).error, ValueError)
    gc.collect()


def test_a_gathering_that_nobody_awaits_is_warned_of() -> None:
    """As any coroutine: forgetting an await is never silent."""

    async def walk() -> None: ...

    made = [gather(walk())]
    with pytest.warns(RuntimeWarning, match="never awaited"):
        made.clear()


def test_many_run_side_by_side_and_leave_in_no_time() -> None:
    stage = Stage()
    count = 5_000

    async def fails() -> None:
        await sleep(1)
        raise ValueError

    async def body() -> None:
        async with timeout(3):
            await gather(*(sleep(2) for _ in range(count)))
        await race(*(sleep(9) for _ in range(count)), sleep(1))
        await gather(*(fails() for _ in range(count)))

    run = stage.play(body())
    assert isinstance(run.error, ValueError)


def test_groups_in_groups_know_no_limit_of_depth() -> None:
    stage = Stage()

    async def nest(depth: int) -> int:
        return 0 if depth == 0 else 1 + (await gather(nest(depth - 1)))[0]

    async def cancelled(depth: int) -> None:
        await (gather(cancelled(depth - 1)) if depth else sleep(9))

    assert stage.result(nest(5_000)) == 5_000
    for stop in ("cancel", "close"):
        run = stage.run(cancelled(3_000))
        run.step()
        getattr(run, stop)()
        assert run.step()
