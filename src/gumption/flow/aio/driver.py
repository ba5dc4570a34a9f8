"""Ticks minds when they are due: one timer of the loop for all of them (rule W9)."""

import asyncio
import contextvars
from heapq import heapify, heappop, heappush
from types import TracebackType
from typing import Any, Final, Self, final

from gumption.core.context import Context
from gumption.core.numeric import is_number
from gumption.core.trace import Tracer
from gumption.errors import UsageError, brief
from gumption.flow.aio.clock import LoopClock
from gumption.flow.aio.life import Life
from gumption.flow.aio.post import Letters
from gumption.flow.mind import SelectorMind
from gumption.flow.node import Agent
from gumption.flow.selector import Selector

MAX_TICKS: Final = 100
"""How many minds are ticked before the loop may look after its sockets."""
_ROOM: Final = 64


@final
class Driver:
    """Runs minds on the present event loop: `async with Driver() as driver:`. All are out when the block is left.

    Args:
        seed: each agent's random stream comes from it and the agent's number.
        tick: seconds until the next tick of a mind in which a coroutine waits for that, by `next_tick` or `until`.
        deadline: seconds that the minds have to clean up when the block is left; None: what their selectors say.
        tracer: is told every event of all minds.
    """

    def __init__(
        self, *, seed: int = 0, tick: float = 0.02, deadline: float | None = None, tracer: Tracer | None = None
    ) -> None:
        for number in (tick, 0.0 if deadline is None else deadline):
            if not is_number(number):
                raise UsageError(f"{brief(number)} is not a time", remedy="give seconds, a finite number of 0 or more")
        self.seed, self.step, self.deadline, self.tracer = seed, tick, deadline, tracer
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lives: dict[int, Life] = {}
        self._next_id = 1
        self._heap: list[tuple[float, int, Life]] = []
        self._tickets = 0
        self._soon: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timer_due = float("inf")
        self._turning = False
        self._open = False
        self.clock: LoopClock
        self.variables: contextvars.Context
        self._letters: Letters

    async def __aenter__(self) -> Self:
        if self._loop is not None:
            raise UsageError("this driver was entered before", remedy="make a new one for each `async with`")
        self._loop = asyncio.get_running_loop()
        self.clock = LoopClock(self._loop)
        self.variables = contextvars.copy_context()
        self._letters = Letters(self._loop, self._lives, self.variables)
        self._open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            await self.stop(self.deadline)
        except ExceptionGroup:
            if error is None:
                raise  # else they have been logged, and what ended the block is more important

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop that it runs on."""
        if self._loop is None:
            raise UsageError("this driver has not begun", remedy="enter it: async with Driver() as driver")
        return self._loop

    @property
    def minds(self) -> list[SelectorMind[Any]]:
        """Those that it runs, in the order in which they were added."""
        return [life.mind for life in self._lives.values()]

    def add(self, agent: Agent, selector: Selector[Agent]) -> SelectorMind[Agent]:
        """Have a mind for the agent run from the next turn of the loop on.

        Args:
            agent: any object.
            selector: how it decides. Shared freely.

        Returns:
            The mind. Its number is `mind.context.entity`.

        Raises:
            UsageError: the driver has not begun, or stops.
        """
        loop = self.loop
        if not self._open or loop.is_closed():
            raise UsageError("this driver stops, and takes no further agents", remedy="make a new driver")
        number, self._next_id = self._next_id, self._next_id + 1
        life = Life(self)
        context = Context(
            self.clock, seed=self.seed, entity=number, tracer=self.tracer, post=self._letters.post, host=life
        )
        life.mind = mind = selector.bind(agent, context)
        self._lives[number] = life
        life.wake()
        return mind

    async def remove(self, mind: SelectorMind[Any], deadline: float | None = None) -> None:
        """Have one mind left, and wait until it is out. One that is not here any more is left already.

        Args:
            mind: what `add` returned.
            deadline: seconds that it has to clean up; None: what its selector says.

        Raises:
            ExceptionGroup: its clean-up raised, or was not done in time.
        """
        life = self._lives.get(mind.context.entity)
        if life is not None and life.mind is mind:
            await self._leave([life], deadline)

    async def stop(self, deadline: float | None = None) -> None:
        """Have all minds left, and wait until they are out. If that is cancelled, they are halted at once.

        Args:
            deadline: seconds that they have to clean up; None: what their selectors say.

        Raises:
            ExceptionGroup: for each mind whose clean-up raised or was not done in time, what it was; an overrun names
                node and await. They are out all the same.
            UsageError: called by a node that it runs.
        """
        lives = list(self._lives.values())
        if any(life.is_ticking for life in lives):
            raise UsageError(
                "a node cannot wait until all minds are out: its own is one of them",
                remedy="set an asyncio.Event that the one waits for who has entered the driver",
            )
        self._open = False
        try:
            await self._leave(lives, deadline)
        except BaseException:
            for life in lives:
                life.halt()
            raise
        finally:
            self._letters.close()

    async def _leave(self, lives: list[Life], deadline: float | None) -> None:
        self.clock.read()
        for life in lives:
            life.leave(deadline)
        waiting = [life.gone for life in lives if not life.gone.done()]
        if waiting:
            await asyncio.wait(waiting)
        errors = [life.error for life in lives if life.error is not None]
        if errors:
            raise ExceptionGroup("minds were not left as they should be", errors)

    # What lives ask for

    def schedule(self, life: Life, due: float) -> None:
        """See `Agenda.schedule`."""
        self._tickets = life.ticket = ticket = self._tickets + 1
        life.due = due
        if due < float("inf"):
            heap = self._heap
            if len(heap) > 2 * len(self._lives) + _ROOM:  # minds that are woken early leave their later dues behind
                heap[:] = [entry for entry in heap if entry[2].ticket == entry[1]]
                heapify(heap)
            heappush(heap, (due, ticket, life))
            if not self._turning:
                self._arrange_turn()

    def forget(self, life: Life) -> None:
        """See `Agenda.forget`."""
        self._lives.pop(life.mind.context.entity, None)
        if not self._lives:
            self._heap.clear()
            for handle in (self._soon, self._timer):
                if handle is not None:
                    handle.cancel()
            self._soon = self._timer = None
            self._timer_due = float("inf")

    # The timer

    def _turn(self) -> None:
        now = self.clock.read()
        heap = self._heap
        self._turning = True
        try:
            ticks = 0
            while heap and heap[0][0] <= now and ticks < MAX_TICKS:
                _, ticket, life = heappop(heap)
                if life.ticket == ticket:
                    ticks += 1
                    life.tick(self.step)
        finally:
            self._turning = False
            self._arrange_turn()

    def _turn_soon(self) -> None:
        self._soon = None
        self._turn()

    def _turn_on_time(self) -> None:
        self._timer, self._timer_due = None, float("inf")
        self._turn()

    def _arrange_turn(self) -> None:
        """Have a turn when the next mind is due. A timer that comes sooner stays: setting one anew costs more."""
        heap = self._heap
        if not heap:
            return
        due = heap[0][0]
        if due <= self.clock.now:
            if self._soon is None:
                self._soon = self.loop.call_soon(self._turn_soon, context=self.variables)
        elif due < self._timer_due:
            if self._timer is not None:
                self._timer.cancel()
            self._timer_due = due
            self._timer = self.loop.call_at(self.clock.when(due), self._turn_on_time, context=self.variables)
