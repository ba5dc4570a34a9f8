"""The life of one machine: changing, ending, failing (rules F3 to F9). `mind.py` puts the public face on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn

from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.source import agent_name, line_of
from gumption.core.trace import Entered, Event, Executed, Exited, Failed, Finished, Paused, Resumed
from gumption.errors import GumptionError, LimitError, MindError, UsageError
from gumption.fsm.hooks import Hooks, do_nothing
from gumption.fsm.state import Agent
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.fsm.machine import Machine

MAX_CHANGES: Final = 100
"""How many states one tick may enter or resume (F3)."""

_Change = Callable[[Any], None]


class Agenda:
    """What one tick, or one delivery, has to remember beside its usual course. Most ticks have none."""

    __slots__ = ("error", "exit_reason", "inbox", "trail", "verdict")

    def __init__(self) -> None:
        self.trail: list[str] = []
        """Names of the states entered and resumed, to print a cycle."""
        self.inbox: list[Message] = []
        """Messages that came while the mind was busy."""
        self.verdict: Status | None = None
        """What `finish` was given: the machine is ending."""
        self.exit_reason: ExitReason | None = None
        """Set while an exit hook runs."""
        self.error: BaseException | None = None
        """Has ended the run; is raised again should a hook have swallowed it."""


class Run(Generic[Agent]):
    """Where a machine stands, and how it moves.

    The stack is `_beneath`, paused, with `_current` on top. Each state on it has been entered and not exited; a state
    in the middle of being entered or exited that fails is taken off before the others are exited.
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
        "since",
        "status",
    )

    def __init__(self, machine: "Machine[Agent]", agent: Agent, context: Context) -> None:
        self.machine = machine
        self.agent = agent
        self.context = context
        self.status: Status | None = None
        self.since = context.clock.ticks
        self._become_idle()

    def _become_idle(self) -> None:
        self._ready = False  # running, and no hook of it under way. Not ready: busy if RUNNING, else idle
        self._current: Hooks | None = self.machine.initial  # while idle: the one to start with
        self._previous: Hooks | None = None
        self._global: Hooks | None = self.machine.global_state
        self._beneath: tuple[Hooks, ...] = ()
        self._pending: list[tuple[_Change, Any]] | None = None  # the change under way and those waiting for it
        self._agenda: Agenda | None = None
        self._execute: Callable[[Any, Any], object] = (
            do_nothing  # what tick() calls: the current state's, or a stand-in
        )
        self._execute_global: Callable[[Any, Any], object] | None = None

    # Changing

    def _carry_out(self, change: _Change, what: object) -> None:
        """Make a change, and then those that its hooks asked for. Once the machine is ending, the rest is void (F8)."""
        pending = self._pending = [(change, what)]
        trail = self._note().trail
        try:
            for step, target in pending:  # grows while hooks ask for more
                if self._ending:
                    break
                if len(trail) >= MAX_CHANGES:
                    raise endless(f"more than {MAX_CHANGES} changes of state in one tick", trail)
                step(target)
        except GumptionError as error:
            self._fail(error, self._current, "a change of state")
        finally:
            self._pending = None
        self._choose_execute()

    def _change(self, state: Hooks) -> None:
        self._previous = self._current
        self._leave()
        self._enter(state)

    def _revert(self, _: None) -> None:
        if self._previous is None:
            raise UsageError(
                "there is no previous state to revert to",
                doing="revert_to_previous_state",
                remedy="revert only after a change, or call set_previous_state first",
            )
        self._change(self._previous)

    def _push(self, state: Hooks) -> None:
        current = self._current
        assert current is not None
        if len(self._beneath) + 1 >= self.machine.max_stack:
            names = [hooks.name for hooks in (*self._beneath, current, state)]
            raise endless(f"the stack is full: it holds {self.machine.max_stack} states", names)
        self._emit(Paused, current)
        self._call(current, "pause", current.pause)
        if not self._ending:
            self._beneath = (*self._beneath, current)
            self._enter(state)

    def _pop(self, result: object) -> None:
        self._leave()
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
        if self._ending:  # the exit hook before it finished the machine
            return
        self._current = state
        self._note().trail.append(state.name)
        self._emit(Entered, state)
        self._call(state, "enter", state.enter)

    def _leave(self) -> None:
        """Exit the current state, which stays current while its hook runs (F3)."""
        current = self._current
        assert current is not None
        agenda = self._note()
        agenda.exit_reason = ExitReason.SUCCESS
        self._emit(Exited, current, ExitReason.SUCCESS)
        self._call(current, "exit", current.exit)
        agenda.exit_reason = None
        if self._ending:
            self._current = None

    def _choose_execute(self) -> None:
        """Point tick() at the hooks that it has to call; while tracing, at stand-ins that tell the tracer first."""
        current = None if self._ending else self._current
        traced = self.context.tracer is not None
        self._execute = do_nothing if current is None else self._execute_traced if traced else current.execute
        state = self._global
        self._execute_global = None if state is None else self._execute_global_traced if traced else state.execute

    def _execute_traced(self, agent: Agent, _machine: object) -> None:
        if self._current is not None:
            self._emit(Executed, self._current)
            self._current.execute(agent, self)

    def _execute_global_traced(self, agent: Agent, _machine: object) -> None:
        if self._global is not None:
            self._emit(Executed, self._global)
            self._global.execute(agent, self)

    # Ending

    def _end(self, status: Status | None, reason: ExitReason) -> None:
        """Exit everything, and be idle with that result.

        Raises:
            MindError: an exit hook raised; the others were called, and there is no result.
        """
        errors = self._unwind(reason)
        self._become_idle()
        self._set_status(None if errors else status)
        if errors:
            raise errors[0]
        if status is not None and self.context.tracer is not None:
            self.context.tracer(Finished(self.context.entity, status))

    def _unwind(self, reason: ExitReason) -> list[BaseException]:
        """Exit all states from the top; one that raises does not spare the others."""
        errors: list[BaseException] = []
        self._pending = []  # what exit hooks ask for now is collected here, and void (F8)
        self._note().exit_reason = reason
        while self._current is not None or self._beneath:
            if self._current is None:
                self._current = self._beneath[-1]
                self._beneath = self._beneath[:-1]
            leaving = self._current
            self._emit(Exited, leaving, reason)
            try:
                if leaving.exit is not None:
                    leaving.exit(self.agent, self)
            except BaseException as error:  # collected; the first is raised, the others are its notes
                errors.append(self._explain(error, leaving, "exit"))
            self._current = None
        for other in errors[1:]:
            errors[0].add_note(f"and then: {other}")
        return errors

    # Failing

    def _call(self, hooks: Hooks, hook: str, function: Callable[..., Any] | None, *more: object) -> object:
        if function is None:
            return None
        try:
            return function(self.agent, self, *more)
        except BaseException as error:  # raised again by _fail
            self._fail(error, hooks, hook)

    def _fail(self, error: BaseException, hooks: Hooks | None, hook: str) -> NoReturn:
        """Exit everything with reason error, be idle, and raise (F9, C3)."""
        agenda = self._note()
        if agenda.error is not None:  # on its way up, through hooks that were waiting for a change to return
            raise agenda.error
        failure = self._explain(error, hooks, hook)
        if hook == "enter" and hooks is not None:
            self._emit(Exited, hooks, ExitReason.ERROR)  # it never was in: the event without the hook
        if hook in ("enter", "exit"):
            self._current = None
        for further in self._unwind(ExitReason.ERROR):
            failure.add_note(f"and then: {further}")
        self._become_idle()
        self._set_status(None)
        self._agenda = agenda
        agenda.error = failure
        raise failure from (error if failure is not error else error.__cause__)

    def _explain(self, error: BaseException, hooks: Hooks | None, hook: str) -> BaseException:
        """`error` as it is told to the user: wrapped once, with the place; interrupts stay what they are."""
        function = getattr(hooks, hook, None) if hooks is not None else None
        who = agent_name(self.agent) + (f" (entity {self.context.entity})" if self.context.entity else "")
        path = self.machine.name if hooks is None else self.machine.describe().path(hooks.id)
        line = line_of(error, function)
        where = f"{who}, {path}.{hook}" + (f" ({line})" if line else "")
        problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        if self.context.tracer is not None:
            first_line = (error.problem if isinstance(error, GumptionError) else problem).partition("\n")[0]
            self.context.tracer(Failed(self.context.entity, 0 if hooks is None else hooks.id, hook, first_line))
        if isinstance(error, GumptionError):
            error.locate(where)
            return error
        if not isinstance(error, Exception):
            return error
        wrapped = MindError(problem, where=where, remedy="see the traceback above: the state's own code raised this")
        wrapped.__cause__ = error
        return wrapped

    # Small things

    @property
    def _ending(self) -> bool:
        return self._agenda is not None and self._agenda.verdict is not None

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


def endless(problem: str, names: list[str]) -> LimitError:
    """The error for a bound that was reached, with the cycle that its last names show."""
    return LimitError(f"{problem}: {cycle_of(names)}", remedy="break the cycle, or let a tick pass in it")


def cycle_of(names: list[str]) -> str:
    """The repeating end of `names` as `a -> b -> a`; the last few where nothing repeats."""
    for length in range(1, len(names) // 2 + 1):
        if names[-length:] == names[-2 * length : -length]:
            return " -> ".join([*names[-length:], names[-length]])
    return "... " + " -> ".join(names[-8:])
