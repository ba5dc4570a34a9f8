"""A selector bound to one agent: checks on a period, one coroutine at a time (rules W2 to W6, W10)."""

import math
from typing import TYPE_CHECKING, Any, Final, Generic, final

from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.core.coroutines.run import Run
from gumption.core.failure import explain
from gumption.core.message import Message
from gumption.core.outline import Outline
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Entered, Exited, Halted, Handled, Received, Switched, Tracer, Unhandled
from gumption.errors import BusyError, LimitError, UsageError, brief
from gumption.flow.choice import NOBODY, Answers, first_that_holds, highest_score
from gumption.flow.node import Agent
from gumption.flow.resting import Resting
from gumption.flow.standing import Standing
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.flow.selector import Part, Selector

_RUNNING: Final = Status.RUNNING
_SPREAD: Final = 0.6180339887498949
"""The golden ratio: multiples of it are spread evenly over a period, however many there are."""
_NONE: Final[frozenset[int]] = frozenset()
_REASONS: Final = {
    None: ExitReason.SUCCESS,
    Status.SUCCESS: ExitReason.SUCCESS,
    Status.SKIPPED: ExitReason.SUCCESS,
    Status.FAILURE: ExitReason.FAILURE,
}


@final
class SelectorMind(Generic[Agent]):
    """The running state of one agent's selector. Made by `Selector.bind`."""

    __slots__ = (
        "_context",
        "_left_at",
        "_next",
        "_number",
        "_ready",
        "_resting",
        "_run",
        "_since_switch",
        "agent",
        "context",
        "selector",
        "since",
        "status",
    )

    def __init__(self, selector: "Selector[Agent]", agent: Agent, context: Context) -> None:
        self.selector = selector
        self.agent = agent
        self.context = context
        self.status: Status | None = None
        self.since: int = context.clock.ticks
        self._ready = True
        self._number = NOBODY
        self._run: Run | None = None
        self._context: RunContext | None = None
        self._next = -math.inf  # when the checks are due
        self._since_switch = 0.0
        self._left_at: float | None = None  # since when the running node is being left
        self._resting: Resting | None = None  # nodes that may not run now; None: all may

    # The Mind protocol

    def tick(self) -> Status:
        """Ask the checks if they are due, then let the running node go on. See `Mind.tick`."""
        if not self._ready:
            self._refuse("tick")
        self._ready = False
        try:
            now = self.context.clock.now
            if self._left_at is not None:
                self._go_on_leaving(now)
            elif now >= self._next:
                self._ask(now)
            run = self._run
            if run is not None and self._left_at is None and run.due <= now and run.step():
                self._ended(now)
        except BaseException:
            self._abandon()
            raise
        finally:
            self._ready = True
        return _RUNNING

    def halt(self, reason: str = "halted") -> None:
        """Leave the running node at once. See `Mind.halt`."""
        if not self._ready:
            self._refuse("halt")
        if self.status is not _RUNNING:
            return
        if self.context.tracer is not None:
            self.context.tracer(Halted(self.context.entity, reason))
        self._ready = False
        try:
            error = self._close(ExitReason.HALT)
        finally:
            self._become_idle()
            self._ready = True
        if error is not None:
            raise error

    def send(self, message: Message) -> bool:
        """Give the message to a coroutine that waits for its kind; it goes on in the next tick. See `Mind.send`."""
        tracer, entity = self.context.tracer, self.context.entity
        if self.status is _RUNNING and tracer is not None:
            tracer(Received(entity, message.sender, message.kind, message.data))
        if self.status is _RUNNING and message.kind in self.selector.wake:
            self._next = -math.inf
        if self._run is not None and self._left_at is None and self._run.tell(message):
            if tracer is not None:
                tracer(Handled(entity, self._part.id, message.kind))
            return True
        if tracer is not None:
            tracer(Unhandled(entity, message.kind))
        return False

    def trace(self, tracer: Tracer | None) -> None:
        """See `Mind.trace`."""
        self.context.tracer = tracer
        if self._context is not None:
            self._context.tracer = tracer

    def snapshot(self) -> Snapshot:
        """See `Mind.snapshot`. A running node is saved as its checkpoint; one that is being left, as left (W10)."""
        if not self._ready:
            self._refuse("snapshot")
        now = self.context.clock.now
        stays = self._run is not None and self._left_at is None
        standing = Standing(
            status=self.status,
            since=self.since,
            running=self._part.name if stays else None,
            checkpoint=self._context.saved if stays and self._context is not None else None,
            next=None if self._next == -math.inf else self._next - now,
            ran=now - self._since_switch if stays else 0.0,
            resting=[] if self._resting is None else self._resting.to_plain(self.selector, now),
        )
        return Snapshot.take(self.describe(), self.context, standing.to_plain())

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`. The running node begins anew with the next tick, and finds its checkpoint (W10)."""
        if not self._ready:
            self._refuse("restore")
        snapshot = Snapshot.checked(snapshot, self.describe())
        saved = Standing.from_plain(snapshot.data, self.selector)
        now = self.context.clock.now
        self._close(ExitReason.HALT, told=False)
        self._become_idle()
        self.context.restore_draws(snapshot.draws)
        self.status, self.since = saved.status, saved.since
        self._next = -math.inf if saved.next is None else now + saved.next
        self._resting = Resting.from_plain(saved.resting, self.selector, now)
        if saved.running is not None:
            self._number = self.selector.number_of(saved.running)
            self._begin(saved.checkpoint)
            self._since_switch = now - saved.ran

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.selector.describe()

    # What owners and nodes ask

    @property
    def running(self) -> str | None:
        """The name of the node that runs; None: none does."""
        return None if self._run is None else self._part.name

    def poke(self) -> None:
        """Make a round of checks due with the next tick (rule W2)."""
        self._next = -math.inf

    # One tick

    def _ask(self, now: float) -> None:
        """A round of checks, and a switch if they say so (W2)."""
        selector = self.selector
        if self.status is not _RUNNING:
            self._set_status(_RUNNING)
        self._next = next_ = self._next + selector.period
        if next_ <= now or next_ == -math.inf:
            self._next = self._time_of_next(now)
        answers: Answers = []
        if self._resting is None and selector.choose is not None and self.context.tracer is None:
            try:
                chosen = selector.choose(self.agent)
            except Exception:  # asked once more, to tell whose check it was
                chosen = self._chosen(_NONE, answers)
        else:
            chosen = self._chosen(_NONE if self._resting is None else self._resting.now(now), answers)
        if chosen == (NOBODY if self._run is None else self._number):
            return
        if self._run is not None:
            if chosen == NOBODY and selector.keep:
                return
            if now - self._since_switch < selector.dwell and self._holds_still():
                return
        self._switch(chosen, now, answers)

    def _switch(self, chosen: int, now: float, answers: Answers) -> None:
        if self.context.tracer is not None:
            parts = self.selector.parts
            told = [(parts[number].id, answer) for number, answer in answers]
            self.context.tracer(Switched(self.context.entity, None if chosen == NOBODY else parts[chosen].id, told))
        if self._run is None:
            self._start(chosen, now)
            return
        self._left_at = now
        self._run.cancel()
        self._go_on_leaving(now, chosen)

    def _chosen(self, resting: frozenset[int], answers: Answers) -> int:
        selector = self.selector
        try:
            if not selector.scores:
                return first_that_holds(selector.checks, resting, self.agent, answers)
            running = NOBODY if self._run is None else self._number
            return highest_score(selector.checks, resting, self.agent, answers, running, selector.hysteresis)
        except BaseException as error:
            asked = {number for number, _ in answers} | resting
            number = next(each for each in range(len(selector.parts)) if each not in asked)
            part = selector.parts[number]
            raise self._explain(error, part, "check", part.node.check) from error.__cause__

    def _holds_still(self) -> bool:
        answers: Answers = []
        only = frozenset(range(len(self.selector.parts))) - {self._number}
        return self._chosen(only, answers) == self._number

    def _go_on_leaving(self, now: float, chosen: int | None = None) -> None:
        """Cancel, join, then start (W3)."""
        run = self._run
        assert run is not None
        assert self._left_at is not None
        if not run.step():
            if now - self._left_at <= self.selector.deadline:
                return
            place = run.place
            problem = f"it was not out within {self.selector.deadline:g} s of being left" + (
                f" (at {place})" if place else ""
            )
            remedy = "let it clean up sooner, or give the selector a longer deadline"
            raise self._explain(LimitError(problem, remedy=remedy), self._part, "run", None)
        self._leave(run, ExitReason.HALT)
        if chosen is None:
            self._ask(now)  # the world may have changed while it was cleaning up
        elif chosen != NOBODY:
            self._start(chosen, now)

    def _start(self, number: int, now: float) -> None:
        self._number = number
        self._since_switch = now
        if self._resting is not None:
            self._resting.other_runs(number)
        if self.context.tracer is not None:
            self.context.tracer(Entered(self.context.entity, self._part.id))
        self._begin(None)

    def _begin(self, checkpoint: Any) -> None:
        self._context = RunContext(self.context, checkpoint)
        self._run = Run(self._part.run(self.agent, self._context), self.context.clock)

    def _ended(self, now: float) -> None:
        """The node's coroutine is over by itself (W5)."""
        run = self._run
        assert run is not None
        part, error = self._part, run.error
        if error is None and not (
            run.result is None or (isinstance(run.result, Status) and run.result is not _RUNNING)
        ):
            error = UsageError(f"it returned {brief(run.result)}", remedy="return None, SUCCESS, FAILURE or SKIPPED")
        if error is None:
            self._leave(run, _REASONS[run.result])
            if part.restart != "always":
                self._rests().ended(self._number, part.restart)
            elif self._resting is not None:
                self._resting.well(self._number)
            return
        run.error = None
        self._leave(run, ExitReason.ERROR)
        if not isinstance(error, Exception):
            raise error
        explained = self._explain(error, part, "run", part.run)
        self._rests().failed(self._number, now, self.selector, explained)

    def _rests(self) -> Resting:
        if self._resting is None:
            self._resting = Resting()
        return self._resting

    def _leave(self, run: Run, reason: ExitReason) -> None:
        part = self._part
        self._run = self._context = None
        self._left_at = None
        if self.context.tracer is not None:
            self.context.tracer(Exited(self.context.entity, part.id, reason))
        if run.error is not None:
            raise self._explain(run.error, part, "run", part.run)

    def _close(self, reason: ExitReason, *, told: bool = True) -> BaseException | None:
        """Have the running node out at once; what its clean-up raised."""
        run = self._run
        if run is None:
            return None
        run.close()
        part = self._part
        self._run = self._context = None
        if told and self.context.tracer is not None:
            self.context.tracer(Exited(self.context.entity, part.id, reason))
        return None if run.error is None else self._explain(run.error, part, "run", part.run)

    def _abandon(self) -> None:
        """After an error: everything exited, and idle (C3)."""
        error = self._close(ExitReason.ERROR)
        self._become_idle()
        if error is not None and not isinstance(error, Exception):
            raise error

    def _become_idle(self) -> None:
        self._set_status(None)
        self._number = NOBODY
        self._next = -math.inf
        self._left_at = None
        self._resting = None

    def _set_status(self, status: Status | None) -> None:
        self.status = status
        self.since = self.context.clock.ticks

    def _time_of_next(self, now: float) -> float:
        """The grid of an agent's rounds: all agents have the same period, and each its own place in it."""
        period, phase = self.selector.period, self.context.entity * _SPREAD % 1.0
        return period * (math.floor(now / period - phase) + 1 + phase)

    @property
    def _part(self) -> "Part":
        return self.selector.parts[self._number]

    def _explain(self, error: BaseException, part: "Part", doing: str, function: Any) -> BaseException:
        callable_ = function if callable(function) else None
        return explain(
            error,
            agent=self.agent,
            context=self.context,
            outline=self.describe(),
            node=part.id,
            doing=doing,
            function=callable_,
        )

    def _refuse(self, verb: str) -> None:
        raise BusyError(
            f"{verb} was called from inside the mind's own tick",
            doing=verb,
            remedy="call it between ticks; to leave a node from inside, return from its run",
        )

    def __repr__(self) -> str:
        return f"<mind of {self.selector.name!r}: {self.running or 'idle'}>"
