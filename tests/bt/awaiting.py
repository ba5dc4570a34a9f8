"""Leaves that are coroutines, and tell what happens to them in the words of `stage`."""

import inspect

import pytest

from gumption import bt
from gumption.core.coroutines.awaitables import next_tick
from tests.bt.failing import Boom

TRACED = pytest.mark.parametrize("traced", [False, True])


def ticking(name, ticks=2, result=None):
    """Runs for so many ticks, then gives the result; tells when it begins, each tick, and when it is left."""

    async def run(agent):
        agent.call(f"{name}(")
        try:
            for _ in range(ticks - 1):
                agent.call(f"{name}R")
                await next_tick()
            return result
        finally:
            agent.call(f"{name})")

    return bt.action(run, name=name)


def failing(place):
    """Raises at once, in a later tick, or when it is left."""

    async def run(agent):
        agent.call("begun")
        try:
            if place == "at once":
                raise Boom("boom")
            await next_tick()
            if place == "later":
                raise Boom("boom")
            await next_tick()
        finally:
            if place == "clean-up":
                raise Boom("boom")

    return bt.action(run, name="work")


def line_behind(function, word):
    """The number of the line below the one of the function that compares something to the word."""
    lines, first = inspect.getsourcelines(function)
    return first + 1 + next(number for number, line in enumerate(lines) if f'== "{word}"' in line)
