"""A selector bound to one agent: what ticks, and is halted, told, saved (rules W2 to W6, W10)."""

import math
from typing import Final, final

from gumption.core.cycles import MAX_MESSAGES, endless
from gumption.core.message import Message
from gumption.core.mind import Definition
from gumption.core.outline import Outline
from gumption.core.picture import Moment, Pictured, moment_of
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Halted, Handled, Received, Tracer, Unhandled
from gumption.errors import BusyError
from gumption.flow.node import Agent
from gumption.flow.resting import Resting
from gumption.flow.rounds import Rounds
from gumption.flow.standing import Standing
from gumption.flow.turn import Turn
from gumption.status import ExitReason, Status
from gumption.why import Asked

_RUNNING: Final = Status.RUNNING


@final
class SelectorMind(Rounds[Agent], Pictured, Asked):
    """The running state of one agent's selector. Made by `Selector.bind`."""

    __slots__ = ()

    # The Mind protocol; `tick` is in `Pulse`

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
            if self._inbox is not None:
                self._deliver(self._inbox)
        if error is not None:
            raise error

    def send(self, message: Message) -> bool:
        """Give the message to a coroutine that waits for its kind, which goes on in the next tick; or to the mind that
        runs in its place. See `Mind.send`.
        """
        if not self._ready:
            self._inbox = [*(self._inbox or ()), message]
            return False
        handled = self._tell(message)
        if self._inbox is not None:
            self._deliver(self._inbox)
        return handled

    def trace(self, tracer: Tracer | None) -> None:
        """See `Mind.trace`."""
        self.context.tracer = tracer
        if self._minds is not None:
            self._minds.trace(tracer)

    def snapshot(self) -> Snapshot:
        """See `Mind.snapshot`. A running node is saved as its checkpoint; one that is being left, as left (W10)."""
        if not self._ready:
            self._refuse("snapshot")
        turn = self._turn
        leaving = turn is not None and turn.left_at is not None
        stays = None if leaving else turn
        standing = Standing(
            status=self.status,
            since=self.since,
            running=None if stays is None else stays.part.name,
            began=None if stays is None else stays.since,
            checkpoint=None if stays is None else stays.context.saved,
            mail=None if stays is None else stays.mail,
            due=leaving or self._next <= self.context.clock.now,
            resting=[] if self._resting is None else self._resting.to_plain(self.selector),
        )
        data = standing.to_plain()
        if self._minds is not None:
            data["minds"] = self._minds.to_plain()
        return Snapshot.take(self.describe(), self.context, data)

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`. The running node begins anew with the next tick, and finds its checkpoint (W10)."""
        if not self._ready:
            self._refuse("restore")
        snapshot = Snapshot.checked(snapshot, self.describe())
        saved = Standing.from_plain(snapshot.data, self.selector, snapshot.time)
        now = self.context.clock.now
        shift = now - snapshot.time
        resting = Resting.from_plain(saved.resting, self.selector, shift)
        minds = None if self._minds is None else self._minds.read(snapshot.data.get("minds"))
        if minds is not None:
            running = [part.id for part in self.selector.parts if part.name == saved.running]
            minds.check(running, running)
        self._drop()
        self._minds = minds
        self._become_idle()
        self.context.restore_draws(snapshot.draws)
        self.status, self.since = saved.status, saved.since
        self._next = -math.inf if saved.due else self._time_of_next(now)
        self._resting = resting
        if saved.running is not None:
            part = self.selector.parts[self.selector.number_of(saved.running)]
            began = now if saved.began is None else saved.began + shift
            mind = self._mind_of(part)
            self._turn = Turn(part, self.agent, self.context, began, saved.checkpoint, saved.mail, mind)

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.selector.describe()

    @property
    def definition(self) -> Definition[Agent]:
        """See `Mind.definition`."""
        return self.selector

    def active(self) -> list[int]:
        """The node that runs or is being left, and what runs in it. See `Mind.active`."""
        turn = self._turn
        if turn is None:
            return []
        return [turn.part.id] if self._minds is None else self._minds.active(turn.part.id)

    def moment(self) -> Moment:
        """See `Pictured.moment`."""
        return moment_of(self, self._minds)

    # What owners and nodes ask

    @property
    def running(self) -> str | None:
        """The name of the node that runs, or is being left; None: none does."""
        return None if self._turn is None else self._turn.part.name

    def poke(self) -> None:
        """Make a round of checks due with the next tick (rule W2)."""
        self._next = -math.inf
        if self.context.host is not None:
            self.context.host.wake()

    @property
    def due(self) -> float:
        """When the next tick may have something to do, in seconds of the clock; sooner after `poke` and `send`."""
        turn = self._turn
        if turn is None:
            return self._next
        if turn.begun is None:
            return -math.inf
        if turn.left_at is not None:
            return min(turn.run.due, turn.left_at + turn.deadline)
        return min(turn.run.due, self._next)

    def leave(self, deadline: float | None = None) -> None:
        """Have the running node clean up, in as many ticks as that takes, and be idle then.

        Args:
            deadline: seconds within which it has to be out; else a tick raises the error of rule W3. None: the
                selector's.

        Raises:
            BusyError: called from inside a tick of the same mind.
        """
        if not self._ready:
            self._refuse("leave")
        turn, now = self._turn, self.context.clock.now
        if turn is None:
            self.halt("left")
            return
        seconds = self.selector.deadline if deadline is None else deadline
        if self.context.tracer is not None:
            self.context.tracer(Halted(self.context.entity, "left"))
        if turn.left_at is None:
            turn.leave(now, seconds)
        else:  # it is on its way out already, and has no more time than it had
            turn.deadline = min(turn.deadline, now - turn.left_at + seconds)
        turn.is_last = True
        if self.context.host is not None:
            self.context.host.wake()

    # What comes at the wrong moment

    def _tell(self, message: Message) -> bool:
        tracer, entity, turn = self.context.tracer, self.context.entity, self._turn
        if self.status is _RUNNING:
            if tracer is not None:
                tracer(Received(entity, message.sender, message.kind, message.data))
            if message.kind in self.selector.wake:
                self.poke()
            self._ready = False
            try:
                taken = turn is not None and turn.tell(message)
            finally:
                self._ready = True
            if taken and turn is not None:
                if tracer is not None:
                    tracer(Handled(entity, turn.part.id, message.kind))
                return True
        if tracer is not None:
            tracer(Unhandled(entity, message.kind))
        return False

    def _deliver(self, messages: list[Message]) -> None:
        """What came from inside a tick is told at its end, and what comes of that (C4)."""
        delivered: list[str] = []
        waiting: list[Message] | None = messages
        while waiting is not None:
            self._inbox = None
            for message in waiting:
                if len(delivered) >= MAX_MESSAGES:
                    problem = f"more than {MAX_MESSAGES} messages came during one tick"
                    raise self._abandon(self._explain(endless(problem, delivered), None, "on_message", None))
                delivered.append(message.kind)
                self._tell(message)
            waiting = self._inbox

    def _refuse(self, verb: str) -> None:
        raise BusyError(
            f"{verb} was called from inside the mind's own tick",
            doing=verb,
            remedy="call it between ticks; to leave a node from inside, return from its run",
        )

    def __repr__(self) -> str:
        return f"<mind of {self.selector.name!r}: {self.running or 'idle'}>"
