"""The life of one machine: changing, ending, failing (rules F3 to F9). `mind.py` puts the public face on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic

from gumption.core.context import Context
from gumption.core.cycles import endless
from gumption.core.failure import explain, worst
from gumption.core.message import Message
from gumption.core.nesting import Minds
from gumption.core.outline import Outline
from gumption.core.trace import Entered, Event, Exited, Paused, Resumed, Unhandled
from gumption.errors import UsageError
from gumption.fsm.hooks import Hook, Hooks, do_nothing
from gumption.fsm.state import Agent
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.fsm.machine import Machine

MAX_CHANGES: Final = 100
"""How many changes of state one tick may make (F3)."""

_Change = Callable[[Any], None]


class Agenda:
    """What one tick, or one delivery, has to remember beside its usual course. Most ticks have none."""

    __slots__ = ("error", "exit_reason", "inbox", "trail", "verdict")

    def __init__(self) -> None:
        self.trail: list[str] = []
        """Names of the states changed to, to print a cycle."""
        self.inbox: list[Message] = []
        """Messages that came while the mind was busy."""
        self.verdict: Status | None = None
        """What `finish` was given: the machine is ending."""
        self.exit_reason: ExitReason | None = None
        """Set while an exit hook runs."""
        self.error: BaseException | None = None
        """Has ended the run: everything has been exited. Raised when the tick or delivery ends, even if a hook that was
        waiting for a change to return has swallowed it."""


class Run(Generic[Agent]):
    """Where a machine stands, and how it moves.

    The stack is `_beneath`, paused, with `_current` on top. Each state on it has been entered and not exited; a state
    that fails in the middle of being entered or exited is taken off before the others are exited.

    An error does not travel through the methods of this class: it is noted on the agenda, and from then on the machine
    is ending.
    """

    __slots__ = (
        "_agenda",
        "_beneath",
        "_current",
        "_execute",
        "_execute_global",
        "_global",
        "_pending",
        "_previous",
        "_ready",
        "agent",
        "context",
        "machine",
        "minds",
        "since",
        "status",
    )

    def __init__(self, machine: "Machine[Agent]", agent: Agent, context: Context) -> None:
        self.machine = machine
        self.agent = agent
        self.context = context
        self.status: Status | None = None
        self.since = context.clock.ticks
        self.minds: Minds | None = (
            Minds(machine.activities, agent, context, self.describe) if machine.activities else None
        )
        """What goes on in states, by their ids; None: nothing in any."""
        self._become_idle()

    def _become_idle(self) -> None:
        self._ready = False  # running, and no hook of it under way. Not ready: busy if RUNNING, else idle
        self._current: Hooks | None = self.machine.initial  # while idle: the one to start with
        self._previous: Hooks | None = None
        self._global: Hooks | None = self.machine.global_state
        self._beneath: tuple[Hooks, ...] = ()
        self._pending: list[tuple[_Change, Any]] | None = None  # the change under way and those waiting for it
        self._agenda: Agenda | None = None
        self._execute: Hook = do_nothing  # what tick() calls: the current state's, or a stand-in
        self._execute_global: Hook | None = None

    # Changing

    def _carry_out(self, change: _Change, what: object) -> None:
        """Make a change, and then those that its hooks asked for. Once the machine is ending, the rest is void (F8)."""
        pending = self._pending = [(change, what)]
        trail = self._note().trail
        for step, target in pending:  # grows while hooks ask for more
            if self._ending:
                break
            if len(trail) >= MAX_CHANGES:
                self._fail(endless(f"more than {MAX_CHANGES} changes of state in one tick", trail), "change_state")
                break
            step(target)
        self._pending = None
        self._choose_execute()

    def _change(self, to: tuple[Hooks, ExitReason]) -> None:
        state, reason = to
        self._note().trail.append(state.name)
        self._previous = self._current
        self._leave(reason)
        self._enter(state)

    def _revert(self, _: None) -> None:
        if self._previous is None:
            remedy = "revert only after a change, or call set_previous_state first"
            self._fail(UsageError("there is no previous state", remedy=remedy), "revert_to_previous_state")
        else:
            self._change((self._previous, ExitReason.SUCCESS))

    def _push(self, state: Hooks) -> None:
        current = self._current
        assert current is not None
        if len(self._beneath) + 1 >= self.machine.max_stack:
            names = [hooks.name for hooks in (*self._beneath, current, state)]
            held = self.machine.max_stack
            problem = f"the stack is full: it holds {held} state{'s' * (held != 1)}"
            remedy = f"pop what is done before pushing more, or give the machine a max_stack above {held}"
            self._fail(endless(problem, names, remedy), "push_state")
            return
        self._note().trail.append(state.name)
        self._emit(Paused, current)
        self._call(current, "pause", current.pause)
        if not self._ending:
            self._beneath = (*self._beneath, current)
            self._enter(state)

    def _pop(self, given: tuple[object, ExitReason]) -> None:
        result, reason = given
        self._leave(reason)
        if self._ending:
            return
        if not self._beneath:
            self._current = None
            self._note().verdict = Status.SUCCESS
            return
        self._current = below = self._beneath[-1]
        self._beneath = self._beneath[:-1]
        self._note().trail.append(below.name)
        self._emit(Resumed, below)
        self._call(below, "resume", below.resume, result)

    def _enter(self, state: Hooks) -> None:
        if not self._ending:  # else: the exit or pause hook before it has ended the machine
            self._current = state
            self._emit(Entered, state)
            self._call(state, "enter", state.enter)

    def _leave(self, reason: ExitReason) -> None:
        """Exit the current state, which stays current while its hook runs (F3)."""
        current = self._current
        assert current is not None
        agenda = self._note()
        agenda.exit_reason = reason
        self._emit(Exited, current, reason)
        self._call(current, "exit", current.exit)
        agenda.exit_reason = None
        if self._ending:
            self._current = None

    def _choose_execute(self) -> None:
        """Point tick() at the hooks that it has to call; while tracing, at those that tell the tracer first."""
        traced = self.context.tracer is not None
        current = None if self._ending else self._current
        self._execute = do_nothing if current is None else current.execute_traced if traced else current.execute
        state = self._global
        self._execute_global = None if state is None else state.execute_traced if traced else state.execute

    # Ending

    def _close(self, status: Status | None, reason: ExitReason, delivered: int = 0) -> None:
        """Exit what is in, be idle with that result, and raise what went wrong, if anything did.

        Args:
            status: the result; None if there is none.
            reason: why everything exits.
            delivered: how many messages of the inbox were.
        """
        agenda = self._note()
        if agenda.error is None:
            agenda.error = worst(self._unwind(reason))
        for message in agenda.inbox[delivered:]:
            self._unhandled(message)
        self._become_idle()
        self._set_status(status if agenda.error is None else None)
        if agenda.error is not None:
            raise agenda.error

    def _unwind(self, reason: ExitReason) -> list[BaseException]:
        """Exit all states from the top; one that raises does not spare the others."""
        errors: list[BaseException] = []
        self._pending = []  # what exit hooks ask for now is collected here, and void (F8)
        agenda = self._note()
        agenda.exit_reason = reason
        while self._current is not None or self._beneath:
            if self._current is None:
                self._current = self._beneath[-1]
                self._beneath = self._beneath[:-1]
            leaving = self._current
            self._emit(Exited, leaving, reason)
            try:
                if leaving.exit is not None:
                    leaving.exit(self.agent, self)
            except BaseException as error:  # collected; the worst is raised in the end
                errors.append(self._explain(error, "exit", leaving))
            self._current = None
        agenda.exit_reason = None
        self._pending = None
        return errors

    # Failing

    def _call(self, hooks: Hooks, hook: str, function: Callable[..., Any] | None, *more: object) -> object:
        """Call a hook, if there is one; an exception is noted."""
        if function is None:
            return None
        try:
            return function(self.agent, self, *more)
        except BaseException as error:  # raised again when the tick or delivery ends
            self._fail(error, hook, hooks)
            return None

    def _fail(self, error: BaseException, hook: str, hooks: Hooks | None = None) -> None:
        """Exit everything with reason error, and note what is to be raised (F9, C3).

        Args:
            error: what was raised. On its way up it may come by several times; the first time counts.
            hook: what was being done.
            hooks: the state that was doing it; None: the current one.
        """
        agenda = self._note()
        if agenda.error is not None:
            return
        hooks = hooks or self._current
        agenda.error = failure = self._explain(error, hook, hooks)
        if hook == "enter" and hooks is not None:
            self._emit(Exited, hooks, ExitReason.ERROR)  # it never was in: the event without the hook
        if hook in ("enter", "exit"):
            self._current = None
        agenda.error = worst([failure, *self._unwind(ExitReason.ERROR)])
        self._choose_execute()

    def _explain(self, error: BaseException, hook: str, hooks: Hooks | None) -> BaseException:
        return explain(
            error,
            agent=self.agent,
            context=self.context,
            outline=self.describe(),
            node=0 if hooks is None else hooks.id,
            doing=hook,
            function=getattr(hooks, hook, None),
        )

    def complete(self, hooks: Hooks, status: Status) -> None:
        """The activity of a state has come to its end."""
        self._call(hooks, "finished", hooks.finished, status)

    # Small things

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.machine.describe()

    def has_turn(self, hooks: Hooks) -> bool:
        """Whether that state is the current one, and goes on."""
        return self._current is hooks and not self._ending

    @property
    def _ending(self) -> bool:
        agenda = self._agenda
        return agenda is not None and (agenda.verdict is not None or agenda.error is not None)

    def _note(self) -> Agenda:
        if self._agenda is None:
            self._agenda = Agenda()
        return self._agenda

    def _set_status(self, status: Status | None) -> None:
        if status is not self.status:
            self.status = status
            self.since = self.context.clock.ticks

    def _emit(self, event: Callable[..., Event], hooks: Hooks, *more: object) -> None:
        if self.context.tracer is not None:
            self.context.tracer(event(self.context.entity, hooks.id, *more))

    def _unhandled(self, message: Message) -> None:
        if self.context.tracer is not None:
            self.context.tracer(Unhandled(self.context.entity, message.kind))
