"""Rounds of checks, and the turns that nodes get by them (rules W2, W3, W5)."""

import logging
import math
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn

from gumption.core.context import Context
from gumption.core.failure import explain, worst
from gumption.core.mind import Mind
from gumption.core.nesting import Minds
from gumption.core.trace import Entered, Exited, Switched
from gumption.flow.choice import NOBODY, Answers, failed_check, first_that_holds, highest_score
from gumption.flow.node import Agent
from gumption.flow.pulse import Pulse
from gumption.flow.resting import Resting
from gumption.flow.turn import Turn
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.flow.selector import Part, Selector

_RUNNING: Final = Status.RUNNING
_NONE: Final[frozenset[int]] = frozenset()
_LOG: Final = logging.getLogger("gumption.flow")


class Rounds(Pulse, Generic[Agent]):
    """The running state of a selector: which node has its turn, which ones rest, and when the checks are due."""

    __slots__ = ("_minds",)
    agent: Agent
    selector: "Selector[Agent]"

    def __init__(self, selector: "Selector[Agent]", agent: Agent, context: Context) -> None:
        super().__init__(selector, agent, context)
        self._minds = Minds(selector.definitions, agent, context, selector.describe) if selector.definitions else None
        """Those that run in nodes; None: coroutines do in all of them."""

    # A round of checks

    def _ask(self, now: float) -> None:
        """A round of checks, and a switch if they say so (W2)."""
        if self.status is not _RUNNING:
            self._set_status(_RUNNING)
        self._next = self._time_of_next(now)
        choose, answers = self.selector.choose, Answers()
        resting = _NONE if self._resting is None else self._resting.now(now)
        if choose is not None and not resting and self.context.tracer is None:
            try:
                chosen = choose(self.agent)
            except BaseException as error:
                self._blame_choice(error)
        else:
            chosen = self._chosen(resting, answers)
        self._decide(chosen, answers, now)

    def _decide(self, chosen: int, answers: Answers, now: float) -> None:
        """What follows from what the checks have chosen."""
        selector, turn = self.selector, self._turn
        if turn is None:
            if chosen == NOBODY:
                return
        else:
            if chosen == turn.number:
                return
            if chosen == NOBODY and selector.keep:
                return
            if now - turn.since < selector.dwell and self._holds(turn.number):
                return
        if self.context.tracer is not None:
            told = [(selector.parts[number].id, answer) for number, answer in answers]
            node = None if chosen == NOBODY else selector.parts[chosen].id
            self.context.tracer(Switched(self.context.entity, node, told))
        if turn is None:
            self._start(chosen, now)
        else:
            turn.leave(now, self.selector.deadline)
            self._go_on_leaving(turn, now, chosen)

    def _chosen(self, resting: frozenset[int], answers: Answers) -> int:
        selector, turn = self.selector, self._turn
        last = len(selector.parts) - 1
        try:
            if not selector.scores:
                return first_that_holds(selector.checks, resting, self.agent, answers)
            running = NOBODY if turn is None else turn.number
            return highest_score(selector.checks, resting, self.agent, answers, running, selector.hysteresis)
        except BaseException as error:
            asked = {number for number, _ in answers} | resting
            self._blame(error, next((number for number in range(last) if number not in asked), last))

    def _blame(self, error: BaseException, number: int) -> NoReturn:
        part = self.selector.parts[number]
        explained = self._explain(error, part, "check", part.node.check)
        raise explained from explained.__cause__

    def _blame_choice(self, error: BaseException) -> NoReturn:
        choose = self.selector.choose
        assert choose is not None
        self._blame(error, min(failed_check(error, choose), len(self.selector.parts) - 1))

    def _holds(self, number: int) -> bool:
        others = frozenset(range(len(self.selector.parts))) - {number}
        return self._chosen(others, []) == number

    # How turns begin and end

    def _start(self, number: int, now: float) -> None:
        part = self.selector.parts[number]
        if self._resting is not None:
            self._resting.other_runs()
        if self.context.tracer is not None:
            self.context.tracer(Entered(self.context.entity, part.id))
        self._turn = Turn(part, self.agent, self.context, now, mind=self._mind_of(part))

    def _mind_of(self, part: "Part") -> Mind | None:
        return None if part.definition is None or self._minds is None else self._minds[part.id]

    def _go_on_leaving(self, turn: Turn, now: float, chosen: int | None = None) -> None:
        """Cancel, join, then start (W3)."""
        if not turn.run.step():
            if turn.left_at is not None and now - turn.left_at > turn.deadline:
                raise self._explain(turn.overrun, turn.part, "run", None)
            return
        error = self._exit(turn)
        if error is not None:
            raise error
        if turn.is_last:
            self._become_idle()
        elif chosen is None:
            self._ask(now)  # the world may have changed while it was cleaning up
        elif chosen != NOBODY:
            self._start(chosen, now)

    def _ended(self, turn: Turn, now: float) -> None:
        """The node's coroutine is over by itself (W5)."""
        error = self._exit(turn)
        restart = turn.part.restart
        if error is not None and not isinstance(error, Exception):
            raise error
        if self._resting is None:
            if error is None and restart == "always":
                return
            self._resting = Resting()
        if error is not None:
            self._resting.failed(turn.number, now, self.selector, error)
        else:
            self._resting.ended(turn.number, restart)

    def _exit(self, turn: Turn, reason: ExitReason | None = None) -> BaseException | None:
        """The node is out; `reason` None: why, the turn says. Returns what it raised, told and explained."""
        error = turn.error
        if error is not None:
            reason, error = ExitReason.ERROR, self._explain(error, turn.part, "run", turn.part.run)
        self._turn = None
        if self.context.tracer is not None:
            self.context.tracer(Exited(self.context.entity, turn.part.id, reason or turn.reason))
        return error

    def _close(self, reason: ExitReason) -> BaseException | None:
        """Have the running node out at once. Returns what its clean-up raised."""
        turn = self._turn
        if turn is None:
            return None
        turn.close(self.context.clock.now)
        return self._exit(turn, reason)

    def _drop(self) -> None:
        """Have the running node out, untold: another state takes its place."""
        turn, self._turn = self._turn, None
        self._ready = False
        try:
            errors = [] if self._minds is None else self._minds.drop()
            errors += [error for error in [None if turn is None else turn.drop()] if error is not None]
        finally:
            self._ready, self._inbox = True, None  # what it sent to itself is not for the other state
        for error in errors:
            if not isinstance(error, Exception):
                raise error
            name = self.selector.name if turn is None else turn.part.name
            _LOG.error("%s: its clean-up raised while the mind was restored", name, exc_info=error)

    def _abandon(self, error: BaseException) -> BaseException:
        """After an error: everything exited, and idle (C3). Returns what to raise."""
        other = self._close(ExitReason.ERROR)
        self._become_idle()
        return error if other is None else (worst([error, other]) or error)

    def _become_idle(self) -> None:
        self._set_status(None)
        self._next = -math.inf
        self._resting = None

    def _set_status(self, status: Status | None) -> None:
        self.status = status
        self.since = self.context.clock.ticks

    def _explain(self, error: BaseException, part: "Part | None", doing: str, function: Any) -> BaseException:
        callable_ = function if callable(function) else None
        return explain(
            error,
            agent=self.agent,
            context=self.context,
            outline=self.selector.describe(),
            node=0 if part is None else part.id,
            doing=doing,
            function=callable_,
        )
