"""Selectors on an asyncio event loop, in real time, where nodes may await whatever asyncio knows (rule W9).

    async with Driver() as driver:
        for robot in robots:
            driver.add(robot, selector)
        await asyncio.sleep(60.0)

The nodes, the selector and the order in which coroutines are stepped are the same as inside a world. What is more:

- A coroutine may await any future, task or coroutine of asyncio's and of libraries that build on it. To them it looks
  like an asyncio task: `asyncio.current_task()`, `asyncio.timeout` and `asyncio.TaskGroup` work.
- When a node is left, the future that it waits for is cancelled, and waited for until it is done (rule W3). Then the
  await raises an error that is both a `flow.Cancelled` and an `asyncio.CancelledError`. In the Python versions before
  3.13 a `TaskGroup` wraps it in a `BaseExceptionGroup`; the node is left all the same.
- Cancellation stays level-triggered (rule W4): a later await of asyncio's raises as well, once what it waits for is
  done, or `PATIENCE` seconds later, whichever is sooner. A `TaskGroup` needs that time to join its tasks.
- An `asyncio.CancelledError` that reaches a node from elsewhere, and leaves its run, is an error of the node (W5).
- The next tick of `next_tick()` and `until()` comes after `Driver(tick=...)` seconds, or sooner if something else
  wakes the mind. What is due at a time is done at that time, futures and events wake the mind at once.

One driver belongs to one event loop and its thread; events, minds and the driver itself are used from there only.
"""

# General layout
#   clock     seconds since the driver began, read from the loop
#   driver    ticks minds when they are due
#   facade    a kernel task, as asyncio sees it
#   left      how cancellation looks to asyncio, and what of an error is cancellation
#   life      one mind with its driver
#   post      messages between minds
#   waits     what the kernel sees of asyncio's awaits

from gumption.flow.aio.clock import LoopClock
from gumption.flow.aio.driver import Driver
from gumption.flow.aio.waits import PATIENCE

__all__ = ["PATIENCE", "Driver", "LoopClock"]
