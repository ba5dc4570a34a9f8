"""A state machine bound to one agent: what ticks, and what hooks get as `machine` (rules F1 to F9)."""

from collections.abc import Callable
from typing import Any, Final

from gumption.core.cycles import MAX_MESSAGES, endless
from gumption.core.failure import worst
from gumption.core.message import Message
from gumption.core.picture import Moment, Pictured, moment_of
from gumption.core.plain import PlainData
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Finished, Halted, Handled, Received, Tracer
from gumption.errors import BusyError, UsageError, brief
from gumption.fsm.run import Run
from gumption.fsm.standing import Standing
from gumption.fsm.state import Agent, StateLike
from gumption.status import ExitReason, Status
from gumption.why import Asked

_RUNNING: Final = Status.RUNNING
_REASONS: Final = {
    Status.SUCCESS: ExitReason.SUCCESS,
    Status.FAILURE: ExitReason.FAILURE,
    Status.SKIPPED: ExitReason.SUCCESS,
}


class MachineMind(Run[Agent], Pictured, Asked):
    """The running state of one agent's machine. Made by `Machine.bind`."""

    __slots__ = ()

    # The Mind protocol

    def tick(self) -> Status:
        """The global state executes, then the current one (F2); an idle machine first enters its initial state (F5).

        The usual tick checks only that the mind is ready. Whatever is out of the ordinary (a change, a finish, a
        message that came meanwhile) leaves an agenda behind, and such a tick ends by way of `_settle`.
        """
        if self._ready:
            self._ready = False
            if (execute := self._execute_global) is not None:
                try:
                    execute(self.agent, self)
                except BaseException as error:  # raised again by _settle
                    self._fail(error, "execute", self.machine.hooks_executing(execute))
            execute = self._execute
            try:
                execute(self.agent, self)
            except BaseException as error:  # raised again by _settle
                self._fail(error, "execute", self.machine.hooks_executing(execute))
            if self._agenda is None:
                self._ready = True
                return _RUNNING
            return self._settle()
        self._check_free("tick")
        self._start()
        return self.tick() if self._ready else self._settle()

    def halt(self, reason: str = "halted") -> None:
        """Exit the current state and all beneath it. See `Mind.halt`."""
        self._check_free("halt")
        if self.status is _RUNNING:
            self._ready = False
            if self.context.tracer is not None:
                self.context.tracer(Halted(self.context.entity, reason))
            self._close(None, ExitReason.HALT)

    def send(self, message: Message) -> bool:
        """Tell the current state, then the global one (F6). See `Mind.send`."""
        if self._ready:
            self._ready = False
            handled = self._deliver(message)
            self._settle()
            return handled
        if self.status is _RUNNING:
            self._note().inbox.append(message)
        else:
            self._unhandled(message)
        return False

    def trace(self, tracer: Tracer | None) -> None:
        """See `Mind.trace`."""
        self.context.tracer = tracer
        if self.minds is not None:
            self.minds.trace(tracer)
        self._choose_execute()

    def snapshot(self) -> Snapshot:
        """See `Mind.snapshot`."""
        self._check_free("snapshot")
        return Snapshot.take(self.describe(), self.context, self._told())

    def _told(self) -> dict[str, PlainData]:
        """What a snapshot has of this mind."""
        standing = Standing(self.status, self.since, self._current, self._previous, self._global, self._beneath)
        data = standing.to_plain()
        if self.minds is not None:
            data["minds"] = self.minds.to_plain()
        return data

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`."""
        self._check_free("restore")
        self._take_on(Snapshot.checked(snapshot, self.describe()))

    def _take_on(self, snapshot: Snapshot) -> None:
        """Restore what was checked, and is nobody else's."""
        saved = Standing.from_plain(snapshot.data, self.machine)
        errors: list[BaseException] = []
        if self.minds is not None:
            minds = self.minds.read(snapshot.data.get("minds"))
            stack = [*saved.beneath, *([] if saved.current is None else [saved.current])]
            minds.check([hooks.id for hooks in stack if saved.status is _RUNNING], ())
            errors = self.minds.drop()
            self.minds = minds
        self._become_idle()
        self.context.restore_draws(snapshot.draws)
        self.status, self.since = saved.status, saved.since
        self._current, self._previous, self._global = saved.current, saved.previous, saved.global_state
        self._beneath = saved.beneath
        self._ready = self.status is _RUNNING
        self._choose_execute()
        error = worst(errors)
        if error is not None:
            raise error

    @property
    def definition(self) -> Any:
        """See `Mind.definition`."""
        return self.machine

    def active(self) -> list[int]:
        """The current state, and what goes on in it. See `Mind.active`."""
        current = self._current
        if current is None or self.status is not _RUNNING:
            return []
        return [current.id] if self.minds is None else self.minds.active(current.id)

    def moment(self) -> Moment:
        """See `Pictured.moment`."""
        return moment_of(self, self.minds, paused=[hooks.id for hooks in self._beneath])

    # What hooks and owners ask

    @property
    def current_state(self) -> StateLike[Agent] | None:
        """The state on top of the stack; None while the mind is idle."""
        return self._current.state if self._current is not None and self.status is _RUNNING else None

    @property
    def previous_state(self) -> StateLike[Agent] | None:
        """The state that the last change replaced; None before the first change."""
        return None if self._previous is None else self._previous.state

    @property
    def global_state(self) -> StateLike[Agent] | None:
        """The state that executes before the current one."""
        return None if self._global is None else self._global.state

    @property
    def stack(self) -> tuple[StateLike[Agent], ...]:
        """All states that are in, the lowest first; empty while the mind is idle."""
        if self.status is not _RUNNING:
            return ()
        return tuple(hooks.state for hooks in (*self._beneath, self._current) if hooks is not None)

    @property
    def exit_reason(self) -> ExitReason | None:
        """Inside an `exit` hook: why the state ends. Elsewhere None."""
        return None if self._agenda is None else self._agenda.exit_reason

    def is_in_state(self, state: StateLike[Agent]) -> bool:
        """Whether `state` is the current one: that very state, not one like it (F4)."""
        return self.machine.hooks_of(state) is self._current and self.status is _RUNNING

    # What hooks and owners ask for

    def change_state(self, state: StateLike[Agent], reason: ExitReason = ExitReason.SUCCESS) -> None:
        """Leave the current state for `state`, which may be the same one (F3, F4).

        At once; but inside enter, exit, pause and resume the change waits until the one under way is complete.

        Args:
            state: the one to change to.
            reason: why the current one ends, for its exit hook and the trace.

        Raises:
            UsageError: the machine has no such state, or is idle.
            LimitError: this would be change number 101 in one tick. It ends the run, like every error in a change.
        """
        self._request(self._change, (self.machine.hooks_of(state), reason))

    def revert_to_previous_state(self) -> None:
        """Change to the previous state; doing it twice toggles (F4).

        Raises:
            UsageError: there is no previous state, which ends the run; or the machine is idle.
        """
        self._request(self._revert, None)

    def push_state(self, state: StateLike[Agent]) -> None:
        """Pause the current state and put `state` on top of it (F7). Waits like `change_state`.

        Raises:
            UsageError: the machine has no such state, or is idle.
            LimitError: the stack is full, which ends the run.
        """
        self._request(self._push, self.machine.hooks_of(state))

    def pop_state(self, result: Any = None, reason: ExitReason = ExitReason.SUCCESS) -> None:
        """Leave the current state and resume the one beneath with `result` (F7). Waits like `change_state`.

        With none beneath the machine finishes with SUCCESS, and nobody is there to take the result.

        Args:
            result: for the `resume` hook of the state beneath.
            reason: why the current one ends, for its exit hook and the trace.

        Raises:
            UsageError: the machine is idle.
        """
        self._request(self._pop, (result, reason))

    def finish(self, status: Status) -> None:
        """End the machine with `status`, SUCCESS, FAILURE or SKIPPED, when the hook under way returns (F8).

        Changes that are asked for after it are void.

        Raises:
            UsageError: `status` is RUNNING or no status at all, or the machine is idle.
        """
        if not isinstance(status, Status) or status is _RUNNING:
            raise UsageError(
                f"a machine cannot finish with {status!r}",
                doing="finish",
                remedy="give Status.SUCCESS, Status.FAILURE or Status.SKIPPED",
            )
        self._check_running("finish")
        self._note().verdict = status
        self._choose_execute()  # should the global state be asking: the current one has no turn any more
        if self._ready:  # asked from outside any hook
            self._settle()

    def set_current_state(self, state: StateLike[Agent]) -> None:
        """Set the current state, calling no hooks (F5). On an idle mind: the one to start with next time.

        Raises:
            UsageError: the machine has no such state, or is ending.
        """
        if self._ending:
            raise UsageError("the machine is ending", doing="set_current_state", remedy="call it before finish()")
        self._current = self.machine.hooks_of(state)
        self._choose_execute()

    def set_previous_state(self, state: StateLike[Agent] | None) -> None:
        """Set what `revert_to_previous_state` goes back to, calling no hooks (F5)."""
        self._previous = None if state is None else self.machine.hooks_of(state)

    def set_global_state(self, state: StateLike[Agent] | None) -> None:
        """Set the global state for this run, calling no hooks (F5). None: no global state."""
        self._global = None if state is None else self.machine.hooks_of(state)
        self._choose_execute()

    # How ticks, deliveries and requests begin and end

    def _request(self, change: Callable[[Any], None], what: object) -> None:
        self._check_running("a change of state")
        if self._pending is not None:
            self._pending.append((change, what))
            return
        outside = self._ready  # no hook is under way
        self._ready = False
        self._carry_out(change, what)
        if outside:
            self._settle()
        elif self._agenda is not None and self._agenda.error is not None:
            raise self._agenda.error

    def _start(self) -> None:
        first = self._current
        assert first is not None
        self._current = None
        self._set_status(_RUNNING)
        self._carry_out(self._enter, first)
        self._ready = not self._ending

    def _settle(self) -> Status:
        """End a tick or delivery: deliver what came meanwhile; finish, or fail, if it came to that (F8, F9, F10)."""
        agenda = self._note()
        self._ready = False
        delivered = 0
        while not self._ending and delivered < len(agenda.inbox):
            if delivered >= MAX_MESSAGES:
                kinds = [message.kind for message in agenda.inbox[:delivered]]
                self._fail(endless(f"more than {MAX_MESSAGES} messages came during one tick", kinds), "on_message")
                break
            self._deliver(agenda.inbox[delivered])
            delivered += 1
        if agenda.error is not None or agenda.verdict is not None:
            verdict = Status.FAILURE if agenda.verdict is None else agenda.verdict
            self._close(verdict, _REASONS[verdict], delivered)
            if self.context.tracer is not None:
                self.context.tracer(Finished(self.context.entity, verdict))
            return verdict
        self._agenda = None
        self._ready = True
        return _RUNNING

    def _deliver(self, message: Message) -> bool:
        tracer = self.context.tracer
        entity = self.context.entity
        if tracer is not None:
            tracer(Received(entity, message.sender, message.kind, message.data))
        for hooks in (self._current, self._global):
            if hooks is None or hooks.on_message is None or self._ending:
                continue
            handled = self._call(hooks, "on_message", hooks.on_message, message)
            if self._agenda is not None and self._agenda.error is not None:
                return False
            if not isinstance(handled, bool):
                remedy = "return True if the state took the message, else False"
                self._fail(UsageError(f"on_message returned {brief(handled)}", remedy=remedy), "on_message", hooks)
                return False
            if handled:
                if tracer is not None:
                    tracer(Handled(entity, hooks.id, message.kind))
                return True
        self._unhandled(message)
        return False

    def _check_free(self, verb: str) -> None:
        if self.status is _RUNNING and not self._ready:
            raise BusyError(
                f"{verb} was called from inside a hook of the same mind",
                doing=verb,
                remedy="call it between ticks; to end the machine from inside, call machine.finish(status)",
            )

    def _check_running(self, verb: str) -> None:
        if self.status is not _RUNNING:
            raise UsageError(
                "the machine is idle, and has no state to leave",
                doing=verb,
                remedy="tick it first; to choose where it starts, call set_current_state",
            )

    def __repr__(self) -> str:
        state = "idle" if self._current is None or self.status is not _RUNNING else self._current.name
        return f"<mind of {self.machine.name!r}: {state}>"
