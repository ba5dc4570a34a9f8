"""Random trees of coroutines, stepped, told, cancelled and closed at random: what holds whatever they do."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from hypothesis import event, given, settings
from hypothesis import strategies as st

from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep
from gumption.core.coroutines.kernel import Task
from gumption.core.coroutines.reference import OVER
from gumption.core.coroutines.run import Run
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.core.message import Message
from gumption.errors import LimitError
from tests.core.stepping import Stage, is_empty

Program = tuple[Any, ...]
SECONDS = st.sampled_from([0, 0.5, 1, 2])
FLAGS = st.integers(0, 1)
KINDS = st.sampled_from(["x", "y", None])

WAITS = st.one_of(
    st.tuples(st.just("sleep"), SECONDS),
    st.tuples(st.just("tick")),
    st.tuples(st.just("wait"), FLAGS),
    st.tuples(st.just("set"), FLAGS),
    st.tuples(st.just("clear"), FLAGS),
    st.tuples(st.just("message"), KINDS),
    st.tuples(st.just("raise")),
    st.tuples(st.just("hasten")),
)


def inside(programs: st.SearchStrategy[Program]) -> st.SearchStrategy[Program]:
    some = st.lists(programs, min_size=1, max_size=3)
    return st.one_of(
        st.tuples(st.just("all"), some),
        st.tuples(st.just("gather"), some),
        st.tuples(st.just("race"), some),
        st.tuples(st.just("timeout"), SECONDS, programs),
        st.tuples(st.just("shield"), SECONDS, programs),
        st.tuples(st.just("finally"), programs, programs),
        st.tuples(st.just("swallow errors"), programs),
        st.tuples(st.just("swallow all"), programs),
        st.tuples(st.just("twice"), programs),
    )


PROGRAMS = st.recursive(WAITS, inside, max_leaves=12)
PLANS = st.lists(
    st.one_of(
        st.tuples(st.just("tick"), st.sampled_from([0, 0.5, 1, 3])),
        st.tuples(st.just("set"), FLAGS),
        st.tuples(st.just("tell"), KINDS),
        st.tuples(st.just("cancel"), st.integers(0, 1)),
        st.tuples(st.just("close"), st.integers(0, 1)),
    ),
    max_size=12,
)


class BoomError(Exception):
    """Raised by programs."""


def words(program: Any) -> Iterator[Any]:
    """All words in a program."""
    if isinstance(program, (tuple, list)):
        for each in program:
            yield from words(each)
    else:
        yield program


class Storm:
    """Two runs that share flags, and all that is noted about them."""

    def __init__(self, programs: list[Program]) -> None:
        self.stage = Stage()
        self.flags = [Event(), Event()]
        self.begun: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.raised: Counter[str] = Counter()
        self.steps = 0
        self.wakes: set[tuple[int, int]] = set()
        self.tasks: list[Task] = []  # kept, so that none takes another's id
        self.runs = [self.stage.run(self.perform(each, str(name))) for name, each in enumerate(programs)]

    async def perform(self, program: Program, name: str) -> str:
        """Carry out a program, and note its beginning and its end."""
        self.begun[name] += 1
        self.stage.note(f"{name} begins")
        try:
            await self.act(program, name)
            self.stage.note(f"{name} returns")
            return name
        except BaseException as error:
            self.stage.note(f"{name} {type(error).__name__}")
            raise
        finally:
            self.ended[name] += 1

    async def act(self, program: Program, name: str) -> None:
        match program:
            case "sleep", seconds:
                before = self.stage.clock.now
                await sleep(seconds)
                assert self.stage.clock.now >= before + seconds
            case ("tick",):
                before = self.steps
                await next_tick()
                assert self.steps > before
            case ("hasten",):
                with contextlib.suppress(TimeoutError):
                    async with timeout(0):
                        await next_tick()
            case "wait", flag:
                await self.flags[flag].wait()
            case "set", flag:
                self.flags[flag].set()
            case "clear", flag:
                self.flags[flag].clear()
            case "message", kind:
                assert (await message(kind)).kind == kind or kind is None
            case ("raise",):
                self.raised[name[0]] += 1
                raise BoomError(name)
            case "all", parts:
                for index, each in enumerate(parts):
                    await self.perform(each, f"{name}.{index}")
            case "gather", parts:
                named = [f"{name}.{index}" for index in range(len(parts))]
                made = [self.perform(each, to) for each, to in zip(parts, named, strict=True)]
                assert await gather(*made) == named
            case "race", parts:
                first = await race(*(self.perform(each, f"{name}.{index}") for index, each in enumerate(parts)))
                assert first.startswith(f"{name}.")
            case "timeout", seconds, part:
                before, scope = self.stage.clock.now, timeout(seconds)
                try:
                    async with scope:
                        await self.perform(part, f"{name}.t")
                finally:
                    assert not scope.expired or self.stage.clock.now >= before + seconds
            case "shield", seconds, part:
                async with shield(seconds):
                    await self.perform(part, f"{name}.s")
            case "finally", part, last:
                try:
                    await self.perform(part, f"{name}.f")
                finally:
                    await self.perform(last, f"{name}.l")
            case "swallow errors", part:
                with contextlib.suppress(Exception):
                    await self.perform(part, f"{name}.e")
            case "swallow all", part:
                with contextlib.suppress(BaseException):
                    await self.perform(part, f"{name}.a")
            case "twice", part:
                await self.perform(part, f"{name}.1")
                await self.perform(part, f"{name}.2")
            case _:
                raise NotImplementedError(program)

    def step(self) -> None:
        self.steps += 1
        for run in self.runs:
            if run.step():
                continue
            assert run.due > self.stage.clock.now or run._parked is not None, "something due was left over"
            self.check_that_nobody_is_forgotten(run)

    def check_that_nobody_is_forgotten(self, run: Run) -> None:
        """Each task that waits for no other stands somewhere, so that it can be woken."""
        known = [(run._parked, run._ticket), *((task, ticket) for ticket, task in run._others or ())]
        known += [(target, ticket) for _, ticket, target in run._heap if isinstance(target, Task)]
        known += [(task, ticket) for ticket, task, _ in run._listeners or ()]
        known += [(task, ticket) for flag in self.flags for _, task, ticket in flag._waiting]
        for task in run.root.leaves():
            assert (task, task.ticket) in known

    def resumed(self, run: Run, task: Task) -> None:
        """Called at each resumption."""
        assert task.ticket != OVER, "a step for what is over"
        if not run._closing:
            self.tasks.append(task)
            wake = id(task), task.ticket
            assert wake not in self.wakes, "two steps for one wake"
            self.wakes.add(wake)

    def carry_out(self, plan: list[tuple[str, Any]]) -> None:
        self.step()
        for each in plan:
            match each:
                case "tick", seconds:
                    self.stage.clock.advance(seconds)
                    self.step()
                case "set", flag:
                    self.flags[flag].set()
                case "tell", kind:
                    for run in self.runs:
                        run.tell(Message(kind or "z"))
                case "cancel", index:
                    self.runs[index].cancel()
                case "close", index:
                    self.runs[index].close()
                    assert self.runs[index].done
                case _:
                    raise NotImplementedError(each)


def play(programs: list[Program], plan: list[tuple[str, Any]], last: str) -> Storm:
    """One whole storm; at its end the runs are cancelled or closed."""
    storm = Storm(programs)
    resume = Run._resume

    def watched(run: Run, task: Task) -> None:
        storm.resumed(run, task)
        resume(run, task)

    with patch.object(Run, "_resume", watched):
        storm.carry_out(plan)
        for run, program in zip(storm.runs, programs, strict=True):
            before = storm.stage.clock.now
            getattr(run, last)()
            # each shield may hold for its seconds, and begins again where it is run twice
            for _ in range(200):
                if run.done:
                    break
                storm.stage.clock.advance(0.5)
                storm.step()
            assert run.done
            assert "shield" in words(program) or storm.stage.clock.now <= before + 0.5
    return storm


@settings(max_examples=400, deadline=None)
@given(st.lists(PROGRAMS, min_size=2, max_size=2), PLANS, st.sampled_from(["cancel", "close"]))
def test_whatever_coroutines_do(programs: list[Program], plan: list[tuple[str, Any]], last: str) -> None:
    """W3, W4, W7, W8, W11."""
    storm = play(programs, plan, last)
    assert storm.begun == storm.ended, "what was begun has come to its end, once"
    for name, (run, program) in enumerate(zip(storm.runs, programs, strict=True)):
        assert is_empty(run)
        assert isinstance(run.error, BoomError | TimeoutError | LimitError | None)
        assert not isinstance(run.error, Cancelled)
        if storm.raised[str(name)] and not {"swallow errors", "swallow all", "finally"} & set(words(program)):
            assert run.error is not None, "an error was lost"
        event(f"ended with {type(run.error).__name__}")
    again = play(programs, plan, last)
    assert again.stage.log == storm.stage.log
    assert [repr(run.error) for run in again.runs] == [repr(run.error) for run in storm.runs]
    assert [run.result for run in again.runs] == [run.result for run in storm.runs]


def test_a_step_too_many_is_noticed() -> None:
    """The storm can fail."""
    storm = Storm([("tick",), ("tick",)])
    storm.resumed(storm.runs[0], storm.runs[0].root)
    try:
        storm.resumed(storm.runs[0], storm.runs[0].root)
    except AssertionError as error:
        assert "two steps" in str(error)  # noqa: PT017
    else:
        raise NotImplementedError
    for run in storm.runs:
        run.close()
