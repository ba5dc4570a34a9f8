"""One mind with its driver: when it is due, and what becomes of its errors."""

import asyncio
import contextvars
import logging
import math
from enum import Enum, auto
from typing import Any, Final, Protocol, final

from gumption.core.coroutines.kernel import Task
from gumption.core.coroutines.run import Run
from gumption.core.source import agent_name
from gumption.flow.aio.clock import LoopClock
from gumption.flow.aio.facade import Facade
from gumption.flow.mind import SelectorMind

_LOG: Final = logging.getLogger("gumption.flow")
_LONGEST_REST: Final = 60.0


class Stage(Enum):
    """How far a mind is on its way out."""

    LIVES = auto()
    DOOMED = auto()
    """To be left when its tick under way ends."""
    LEAVES = auto()
    GONE = auto()


class Agenda(Protocol):
    """What a life asks of its driver."""

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop."""
        ...

    @property
    def clock(self) -> LoopClock:
        """The time."""
        ...

    @property
    def variables(self) -> contextvars.Context:
        """What coroutines begin with."""
        ...

    def schedule(self, life: "Life", due: float) -> None:
        """Have `life.tick` called when the clock reads `due`, and not when it was to be called before."""
        ...

    def forget(self, life: "Life") -> None:
        """The mind was left, and is idle."""
        ...


@final
class Life:
    """A mind that a driver ticks. To the runs of the mind it is their host.

    Args:
        agenda: its driver.
    """

    __slots__ = ("_agenda", "_deadline", "_failures", "_stage", "due", "error", "gone", "is_ticking", "mind", "ticket")

    def __init__(self, agenda: Agenda) -> None:
        self._agenda = agenda
        self.mind: SelectorMind[Any]
        self.due = math.inf
        """When its next tick is to be."""
        self.ticket = 0
        """Of its next tick; what the driver has noted with another one is void."""
        self.gone = agenda.loop.create_future()
        """Done when the mind was left."""
        self.error: Exception | None = None
        """What went wrong while the mind was left."""
        self._stage = Stage.LIVES
        self._deadline: float | None = None
        self._failures = 0
        self.is_ticking = False
        """Its tick is under way."""

    # The host of the mind's runs

    def adopt(self, run: Run, task: Task) -> None:
        """See `Host.adopt`."""
        agenda, group = self._agenda, task.group
        parent: object = None if group is None else group.parent.coroutine
        variables = parent.variables if isinstance(parent, Facade) else agenda.variables
        name = f"{agent_name(self.mind.agent)}, {self.mind.selector.name}"
        facade: Any = Facade(run, task, agenda.loop, variables, name)
        task.coroutine = facade

    def wake(self) -> None:
        """See `Host.wake`."""
        now = self._agenda.clock.now
        if not self.is_ticking and not self._failures and self.due > now:
            self._agenda.schedule(self, now)

    # What its driver does

    def tick(self, shortest: float) -> None:
        """Tick the mind, and have the next tick scheduled.

        Args:
            shortest: seconds to the next tick where the mind wants the very next one.
        """
        self.due = math.inf
        self.is_ticking = True
        try:
            self.mind.tick()
            self._failures = 0
        except Exception as error:  # told to the log, and to whoever has the mind left
            self._failed(error)
        finally:
            self.is_ticking = False
            if self._stage is Stage.DOOMED:
                self._begin_to_leave()
            elif self._stage is Stage.LEAVES and self.mind.status is None:
                self._is_gone()
            else:
                now, due = self._agenda.clock.now, self.mind.due
                if self._failures:
                    due = now + self._rest
                elif due <= now:
                    due = now + shortest
                self._agenda.schedule(self, due)

    def leave(self, deadline: float | None) -> None:
        """Have the mind left; if its tick is under way, when that ends.

        Args:
            deadline: seconds until it is an error; None: what the selector says.
        """
        self._deadline = deadline
        if self.is_ticking:
            self._stage = Stage.DOOMED
        elif self._stage is not Stage.GONE:
            self._begin_to_leave()

    def halt(self) -> None:
        """Have the mind out at once; but one whose tick is under way is left when that ends."""
        if self.is_ticking or self._stage is Stage.GONE:
            return
        self._stage = Stage.LEAVES
        try:
            self.mind.halt("the driver stops")
        except Exception as error:
            self._failed(error)
        finally:
            self._is_gone()

    def _begin_to_leave(self) -> None:
        self._stage = Stage.LEAVES
        self._failures = 0
        try:
            self.mind.leave(self._deadline)  # wakes it
        except Exception as error:
            self._failed(error)
        finally:
            if self.mind.status is None:
                self._is_gone()

    def _is_gone(self) -> None:
        self._stage = Stage.GONE
        self.ticket = -1
        if not self.gone.done():
            self.gone.set_result(None)
        self._agenda.forget(self)

    @property
    def _rest(self) -> float:
        """Seconds that it rests after a failure: twice as many each further time (rule W5)."""
        return min(self.mind.selector.backoff * 2.0 ** min(self._failures - 1, 20), _LONGEST_REST)

    def _failed(self, error: Exception) -> None:
        """The mind is idle, with everything exited (C3)."""
        self._failures += 1
        if self._stage is not Stage.LIVES:
            self.error = error
            _LOG.error("%s", error, exc_info=error)
        else:
            _LOG.error("%s; its mind begins anew in %g s", error, self._rest, exc_info=error)
