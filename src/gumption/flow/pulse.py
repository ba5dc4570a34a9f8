"""The usual tick of a selector's mind, in one of two forms with the same results: see `core.coroutines.kernel`.

It is what most minds do at most times: nothing is due, or the checks say that the same node goes on; then that node's
coroutine is stepped. All else is in the classes derived from it.
"""

import math
from typing import TYPE_CHECKING, Any, Final, NoReturn

from gumption.core.context import Context
from gumption.core.coroutines.kernel import native
from gumption.core.message import Message
from gumption.flow.choice import NOBODY, Answers
from gumption.flow.resting import Resting
from gumption.flow.turn import Turn
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.flow.selector import Selector

_SPREAD: Final = 0.6180339887498949
"""The golden ratio: multiples of it are spread evenly over a period, however many there are."""
_RUNNING: Final = Status.RUNNING


class Pulse:
    """What a mind keeps from one tick to the next, and the usual tick.

    Args:
        selector: says when to ask, and whom.
        agent: is asked about.
        context: the surroundings of the mind.
    """

    __slots__ = (
        "_inbox",
        "_next",
        "_period",
        "_phase",
        "_ready",
        "_resting",
        "_turn",
        "agent",
        "context",
        "selector",
        "since",
        "status",
    )

    def __init__(self, selector: "Selector[Any]", agent: Any, context: Context) -> None:
        self.selector = selector
        self.agent = agent
        self.context = context
        self.status: Status | None = None
        self.since: int = context.clock.ticks
        self._ready = True
        self._turn: Turn | None = None  # of the node that runs, or is being left
        self._next = -math.inf  # when the checks are due
        self._resting: Resting | None = None  # nodes that may not run now; None: all may
        self._period = selector.period
        self._phase = context.entity * _SPREAD % 1.0  # of the agent's rounds, in periods
        self._inbox: list[Message] | None = None  # what came from inside a tick

    def tick(self) -> Status:
        """Ask the checks if they are due, then let the running node go on. See `Mind.tick`."""
        if not self._ready:
            self._refuse("tick")
        self._ready = False
        try:
            self._beat()
        except BaseException as error:
            worse = self._abandon(error)
            if worse is not error:
                raise worse from worse.__cause__
            raise
        finally:
            self._ready = True
            if self._inbox is not None:
                self._deliver(self._inbox)
        return _RUNNING

    def _beat(self) -> None:
        now, turn = self.context.clock.now, self._turn
        if turn is not None and turn.left_at is not None:
            self._go_on_leaving(turn, now)
        elif now >= self._next:
            self._usual_round(now)
        turn = self._turn
        if turn is not None and turn.left_at is None:
            run = turn.begun or turn.run
            if run.step():
                self._ended(turn, now)

    def _usual_round(self, now: float) -> None:
        choose, turn = self.selector.choose, self._turn
        if (
            choose is None
            or self._resting is not None
            or self.context.tracer is not None
            or self.status is not _RUNNING
        ):
            self._ask(now)
            return
        self._next = self._time_of_next(now)
        try:
            chosen = choose(self.agent)
        except BaseException as error:
            self._blame_choice(error)
        if chosen != (NOBODY if turn is None else turn.number):
            self._decide(chosen, [], now)

    def _time_of_next(self, now: float) -> float:
        """The grid of an agent's rounds: all agents have the same period, and each its own place in it."""
        period, phase = self._period, self._phase
        if period == 0:
            return now
        beats = (now / period - phase) // 1.0 + 1.0 + phase
        due = period * beats
        return due if due > now else period * (beats + 1.0)

    # What a mind says

    def _ask(self, now: float) -> None:
        """A round of checks of any kind."""
        raise NotImplementedError

    def _decide(self, chosen: int, answers: Answers, now: float) -> None:
        """The checks have chosen another node than the one that runs."""
        raise NotImplementedError

    def _blame_choice(self, error: BaseException) -> NoReturn:
        """Raise what the written-out checks have raised, with the name of the node."""
        raise NotImplementedError

    def _go_on_leaving(self, turn: Turn, now: float, chosen: int | None = None) -> None:
        """Step a node that is being left."""
        raise NotImplementedError

    def _ended(self, turn: Turn, now: float) -> None:
        """The node's coroutine is over by itself."""
        raise NotImplementedError

    def _abandon(self, error: BaseException) -> BaseException:
        """A tick has raised: be idle. Returns what to raise."""
        raise NotImplementedError

    def _refuse(self, verb: str) -> None:
        """Raise that this is no time for something."""
        raise NotImplementedError

    def _deliver(self, messages: list[Message]) -> None:
        """Tell what came from inside a tick."""
        raise NotImplementedError


if not TYPE_CHECKING:
    Pulse = Pulse if native() is None else native().Pulse
