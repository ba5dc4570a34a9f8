"""The same storm under both drivers: what happens to an agent does not depend on who steps its coroutines (rule W9).

The deterministic side ticks the mind whenever it is due, as the asyncio driver does; that one runs in virtual time. All
times are fractions of powers of two, and no input comes at a moment at which anything is due.
"""

import asyncio
import logging
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import Context, ManualClock, Message, flow
from gumption.core.trace import Switched
from gumption.errors import GumptionError
from gumption.flow.aio import Driver
from tests.flow import test_storm as storm
from tests.flow.aio_stage import play

STEP = 0.125
SECONDS = [0.0, 0.125, 0.25, 0.5, 2.0]
INPUTS = ["want", "want", "poke", "hey", "wake", "idle", "idle"]
Inputs = list[tuple[float, tuple[Any, ...]]]


class Host:
    """A driver without asyncio: ticks the mind when it is due."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.due = 0.0
        self.ticking = False
        self.failures = 0
        self.mind: Any = None

    def adopt(self, run: Any, task: Any) -> None:
        """Coroutines stay as they are."""

    def wake(self) -> None:
        if not self.ticking and not self.failures:
            self.due = min(self.due, self.clock.now)

    def run_until(self, end: float) -> None:
        while self.due <= end:
            self.clock.advance(max(self.due, self.clock.now) - self.clock.now)
            self.ticking = True
            try:
                self.mind.tick()
                self.failures = 0
            except GumptionError:  # of a clean-up: the mind is idle, and rests
                self.failures += 1
            self.ticking = False
            now, due = self.clock.now, self.mind.due
            self.due = now + STEP if due <= now else due
            if self.failures:
                self.due = now + self.mind.selector.backoff * 2.0 ** min(self.failures - 1, 20)
        self.clock.advance(end - self.clock.now)


def selector_of(nodes: Any, options: Any) -> Any:
    return flow.Selector(
        [storm.Scripted(number, acts, restart) for number, (acts, restart) in enumerate(nodes)],
        wake=["wake"],
        **options,
    )


def give(what: tuple[Any, ...], body: Any, mind: Any) -> None:
    match what:
        case ("want", names):
            body.wants = set(names)
        case ("poke",):
            mind.poke()
        case (("hey" | "wake") as kind,):
            body.told.append(f"{kind} {mind.send(Message(kind))}")


def alone(nodes: Any, options: Any, inputs: Inputs) -> tuple[list[str], list[int | None]]:
    host, body, events = Host(), storm.Body(), list[Any]()
    context = Context(host.clock, seed=3, entity=1, tracer=events.append, host=host)
    host.mind = selector_of(nodes, options).bind(body, context)
    for moment, what in inputs:
        host.run_until(moment)
        give(what, body, host.mind)
    told = list(body.told)
    switches = [event.node for event in events if isinstance(event, Switched)]
    with suppress(GumptionError):
        host.mind.halt()
    return told, switches


def on_asyncio(nodes: Any, options: Any, inputs: Inputs) -> tuple[list[str], list[int | None]]:
    body, events = storm.Body(), list[Any]()

    async def main() -> tuple[list[str], list[int | None]]:
        loop = asyncio.get_running_loop()
        async with Driver(seed=3, tick=STEP, tracer=events.append) as driver:
            start = loop.time()
            mind = driver.add(body, selector_of(nodes, options))
            for moment, what in inputs:
                await asyncio.sleep(start + moment - loop.time())
                give(what, body, mind)
            told = list(body.told)
            switches = [event.node for event in events if isinstance(event, Switched)]
            with suppress(GumptionError):
                mind.halt()
        return told, switches

    return play(main())  # type: ignore[no-any-return]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.getLogger("gumption.flow").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("gumption.flow").setLevel(logging.NOTSET)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_the_same_storm_takes_the_same_course_under_both_drivers_w9(seed: int) -> None:
    dice = random.Random(seed)
    nodes = [(acts_of(dice), dice.choice(["always", "always", "once", "until-other"])) for _ in storm.NAMES]
    options = {
        "period": dice.choice([0.25, 0.5, 1.0]),
        "keep": dice.random() < 0.3,
        "dwell": dice.choice([0.0, 0.5]),
        "deadline": 1000.0,
        "backoff": dice.choice([0.0, 0.25]),
        "failures": dice.randint(1, 5),
    }
    inputs: Inputs = []
    for number, what in enumerate(dice.choices(INPUTS, k=40)):
        names = (frozenset(dice.sample(storm.NAMES, dice.randint(0, 3))),) if what == "want" else ()
        inputs.append((0.5 * number + 0.0625 + number / 4096, (what, *names)))
    assert on_asyncio(nodes, options, inputs) == alone(nodes, options, inputs)


def acts_of(dice: random.Random) -> Any:
    return [_dyadic(each) for each in storm.acts_of(dice)]


def _dyadic(act: Any) -> Any:
    """The same act with a time that adds up exactly."""
    if isinstance(act, list):
        return [_dyadic(each) for each in act]
    if isinstance(act, tuple):
        return tuple(_dyadic(each) for each in act)
    return SECONDS[storm.SECONDS.index(act)] if isinstance(act, float) else act
