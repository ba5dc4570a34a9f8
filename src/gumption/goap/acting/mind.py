"""A planner bound to one agent: sense, choose a goal, plan, perform (rules G6 to G9)."""

import math
from collections.abc import Callable, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeGuard, final

from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.outline import Outline
from gumption.core.snapshot import Snapshot
from gumption.core.source import agent_name, error_text, line_of, name_of
from gumption.core.trace import Event, GoalReached, PlanAborted, PlanFound
from gumption.errors import GumptionError, MindError, UsageError, brief
from gumption.fsm.mind import MachineMind
from gumption.fsm.standing import Standing
from gumption.goap.acting.context import PlanContext
from gumption.goap.acting.pursuit import Continuation, Pursuit
from gumption.goap.acting.standing import check_pursuit, read_pursuit, write_pursuit
from gumption.goap.acting.states import IDLE, MOVE, WAIT, Perform
from gumption.goap.acting.thinking import better_plan
from gumption.goap.action import Action, Agent
from gumption.goap.goal import Goal
from gumption.goap.kernels import kernels_of
from gumption.goap.plan import Plan
from gumption.goap.reservations import Reservations
from gumption.goap.state import State
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.goap.acting.planner import Planner

_RUNNING: Final = Status.RUNNING
_SUCCESS: Final = Status.SUCCESS
_FAILURE: Final = Status.FAILURE
_TAKEN: Final = "another one is at it"


@final
class PlannerMind(MachineMind[Agent]):
    """The running state of one agent's planner: a state machine, and what it pursues. Made by `Planner.bind`."""

    __slots__ = ("_reserved", "planner", "pursuit")

    context: PlanContext

    def __init__(self, planner: "Planner[Agent]", agent: Agent, context: Context) -> None:
        self.planner = planner
        self.pursuit: Pursuit[Agent] = Pursuit()
        """What it is about; written by the modules beside this one only."""
        self._reserved: Reservations | None = None  # where it has reserved the target of the step under way
        super().__init__(planner.machine, agent, PlanContext(context))

    # What owners and hooks ask

    @property
    def goal(self) -> Goal[Agent] | None:
        """What it is about; None: nothing."""
        return self.pursuit.goal

    @property
    def steps(self) -> tuple[Action[Agent], ...]:
        """What is still to be done, the step under way first; empty if there is no plan."""
        pursuit = self.pursuit
        return tuple(self.planner.domain.actions[index] for index in pursuit.path[pursuit.at :])

    @property
    def target(self) -> Any:
        """What the step under way is done to; None: nothing in particular."""
        return self.context.target

    def abort(self, reason: str) -> None:
        """Give the plan up: the step under way cannot be done. It is left out of plans for a while (G8).

        At once; but asked for inside a hook, or by what carries the step out, it waits until that has returned: no next
        step begins, and in the end of the tick the plan is given up. What ends anyhow is not given up.

        Args:
            reason: for `plan_aborted` and the trace.

        Raises:
            UsageError: there is no plan.
        """
        if self.pursuit.goal is None:
            raise UsageError("there is no plan to give up", doing="abort", remedy="ask `mind.goal` before")
        if self.pursuit.wish is None:
            self.pursuit.wish = reason
        self._note()  # so that the tick ends by way of _settle
        if self._ready:  # asked from outside any hook
            self._settle()

    # The Mind protocol, as far as it is more than a machine's

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.planner.describe()

    def snapshot(self) -> Snapshot:
        """See `Mind.snapshot`."""
        snapshot = super().snapshot()
        data = {**snapshot.data, "pursuit": write_pursuit(self.planner, self.pursuit, self.context.target)}
        return Snapshot.take(self.describe(), self.context, data)

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`."""
        self._check_free("restore")
        checked = Snapshot.checked(snapshot, self.describe())
        pursuit, target = read_pursuit(self, checked)
        check_pursuit(self.planner, Standing.from_plain(checked.data, self.machine), pursuit, target)
        reservations = None if target is None else self.reservations()
        before = self.pursuit
        try:
            super().restore(checked)
        finally:
            if self.pursuit is not before:  # the saved state is in place; if something raised, it was old clean-up
                self.pursuit = pursuit
                pursuit.robbed = not self._take(reservations, target)
                self._reserved = reservations

    def _become_idle(self) -> None:
        super()._become_idle()
        self._release()
        self.pursuit = Pursuit(self.pursuit.cooling)

    def _settle(self) -> Status:
        self._ready = False
        self._grant_wish()
        return super()._settle()

    def _deliver(self, message: Message) -> bool:
        handled = super()._deliver(message)
        self._grant_wish()
        return handled

    def _grant_wish(self) -> None:
        """Give the plan up, if a hook has asked for that."""
        while self.pursuit.wish is not None and not self._ending:
            assert self._current is not None
            self._call(self._current, "abort", _abort, self.pursuit.wish)

    # From step to step

    def facts(self) -> Mapping[str, Any]:
        """What the provider tells of the world now."""
        told: Mapping[str, Any] = self.ask(self.planner.world_state)
        return told

    def read(self, facts: Any) -> State:
        """What the provider has told as a state of the world."""
        hook = self.planner.provider.world_state
        state: State = self.blame("world_state", hook, self.planner.domain.state, facts)
        return state

    def take_up(self, plan: Plan[Agent], reason: ExitReason, facts: Mapping[str, Any] | None = None) -> None:
        """Begin with a plan; what was under way ends for that reason.

        Args:
            plan: what is to be done.
            reason: why what was under way ends.
            facts: what the provider tells of the world, if that is known already.
        """
        if self._ending:
            return
        pursuit, states = self.pursuit, self.planner.performs
        pursuit.goal, pursuit.path, pursuit.failed_on = plan.goal, plan.kernels.path, None
        if self.context.tracer is not None:
            steps = [self.machine.hooks_of(states[index]).id for index in pursuit.path]
            self.tell(PlanFound(self.context.entity, plan.goal.name, steps, plan.cost))
        if self.planner.tells_plans:
            self.ask(self.planner.provider.plan_found, self, plan.goal, plan)
            facts = None  # he may have changed it
        if pursuit.wish is None:
            self.go_to(0, reason, facts)
        else:
            self.give_up(pursuit.wish, rest=True)

    def go_to(self, at: int, reason: ExitReason, facts: Mapping[str, Any] | None = None, *, done: bool = False) -> None:
        """Begin the next step that has to be done, from `at` on; or see that the rest does not work any more (G8).

        Args:
            at: the step that would be next.
            reason: why the present one ends.
            facts: what the provider tells of the world, if that is known already.
            done: the step before it was carried out.
        """
        pursuit = self.pursuit
        assert pursuit.goal is not None
        if facts is None:
            facts = self.facts()
        state = self.read(facts)
        target, start = self.planner.domain.target(state, pursuit.goal)
        kernels = pursuit.kernels = kernels_of(target, pursuit.path)
        pursuit.believe(self.planner.untold(facts), done=done)
        values = pursuit.with_beliefs(start.encoded)
        watch, last = kernels.watch(at), len(pursuit.path)
        if done and at < last and pursuit.foreseen is not None and watch(values) == watch(pursuit.foreseen):
            onward: int | None = at  # all is as it was foreseen
        else:
            onward = kernels.onward(values, at)
        if onward is None:
            trouble = kernels.broken(values, at)
            pursuit.at = min(at, last - 1)
            self.give_up(trouble, rest=False)
        elif onward == last:
            self.reach_goal(reason)
        else:
            pursuit.at = onward
            better = better_plan(self, state)
            if better is not None:
                self.give_up(f"{better.goal.name!r} is more urgent", rest=False, then=better)
                return
            pursuit.last = start
            pursuit.be_quiet(self.planner)
            pursuit.seen = kernels.watch(onward)(values)
            pursuit.foreseen = self.planner.foresee(start.encoding, pursuit.path[onward], values)
            pursuit.next_look = self.context.clock.now + self.planner.period
            self.change_state(self.planner.performs[pursuit.path[onward]], reason)

    def reach_goal(self, reason: ExitReason) -> None:
        """The goal holds; what was under way ends for that reason."""
        goal = self.pursuit.goal
        assert goal is not None
        self.tell(GoalReached(self.context.entity, goal.name))
        self.ask(self.planner.provider.actions_finished, self, goal)
        self.pursuit.drop_plan()
        if self.planner.once:
            self.conclude(_SUCCESS)
        else:
            self.be_idle(reason)

    def give_up(self, reason: str, *, rest: bool, then: Plan[Agent] | None = None) -> None:
        """The plan is aborted. What runs of it is left; then another plan is taken up, or thought of."""
        pursuit = self.pursuit
        index = pursuit.path[pursuit.at]
        perform = self.planner.performs[index]
        if rest:
            pursuit.rests[index] = self.context.clock.now + self.planner.backoff
        self.tell(PlanAborted(self.context.entity, self.machine.hooks_of(perform).id, reason))
        self.ask(self.planner.provider.plan_aborted, self, perform.action, reason)
        pursuit.drop_plan()
        if then is None:
            self.be_idle(ExitReason.FAILURE if rest else ExitReason.HALT)
        else:
            self.take_up(then, ExitReason.HALT)

    def conclude(self, status: Status) -> None:
        """Come to an end, unless a hook has asked for another one."""
        if not self._ending:
            self.finish(status)

    def be_idle(self, reason: ExitReason) -> None:
        """Think of something else; what was under way ends for that reason."""
        if self.current_state is not IDLE:
            self.change_state(IDLE, reason)

    # One step

    def aim(self, perform: Perform) -> None:
        """Find and reserve the target of the step that begins, and get ready for it."""
        if perform.action.target is not None:
            target = self.ask_action(perform.action, "target", perform.action.target)
            if target is None:
                self.give_up("there is nothing to do it to", rest=True)
                return
            if not self._take(self.reservations(), target):
                self.give_up(_TAKEN, rest=True)
                return
        self._approach(perform)

    def reservations(self) -> Reservations | None:
        """Who has reserved what; None: nobody does."""
        hook = self.planner.provider.reservations
        found = self.ask(hook)
        if found is not None and not isinstance(found, Reservations):
            raise self.refused("reservations", hook, found, "return a goap.Reservations, or None")
        return found

    def _take(self, reservations: Reservations | None, target: Any) -> bool:
        """Have a target, and reserve it. Returns whether it is not another one's."""
        self.context.aim(target)
        if reservations is None:
            return True
        holder = reservations.holder(target)
        if holder is None:
            reservations.take(target, self.context.entity)
            self._reserved = reservations
        return holder in (None, self.context.entity)

    def regain(self) -> bool:
        """Reserve the target, if it is free by now; else the plan is given up. Returns whether the step goes on."""
        regained = self._take(self.reservations(), self.context.target)
        self.pursuit.robbed = not regained
        if not regained:
            self.interrupt(lambda: self.give_up(_TAKEN, rest=True))
        return regained

    def resume(self, perform: Perform, then: object) -> None:
        """The agent has walked or waited: go on with the step, or do what has come up."""
        if callable(then):
            then()
            return
        waited = self.pursuit.ready is not None
        self._approach(perform)
        if waited:
            self.perform(perform)

    def _approach(self, perform: Perform) -> None:
        pursuit, action, now = self.pursuit, perform.action, self.context.clock.now
        if action.reach is not None and not pursuit.arrived:
            distance = self._distance()
            if distance is None or distance > action.reach:
                self.push_state(MOVE)
                return
            pursuit.arrived = True
        if pursuit.ready is None:
            pursuit.begins = max(now, pursuit.cooling.get(perform.index, now))
            pursuit.ready = pursuit.begins + (self._duration(action) if perform.waits else 0.0)
        if pursuit.ready > now:
            self.push_state(WAIT)
        elif pursuit.last is not None:
            pursuit.before = pursuit.with_beliefs(pursuit.last.encoded)

    def _duration(self, action: Action[Agent]) -> float:
        if not callable(action.duration):
            return action.duration or 0.0
        seconds = self.ask_action(action, "duration", action.duration)
        if _is_number(seconds) and 0 <= seconds < math.inf:
            return float(seconds)
        remedy = "return a number of seconds from 0 on"
        raise self.refused(f"{action.name}.duration", action.duration, seconds, remedy)

    def _distance(self) -> float | None:
        hook = self.planner.provider.distance
        found = self.ask(hook, self.context.target)
        if found is None or _is_number(found):
            return found
        raise self.refused("distance", hook, found, "return a number, or None where only move_agent knows")

    def move(self) -> bool:
        """Have the agent moved. Returns whether it is there."""
        pursuit = self.pursuit
        action = self.planner.domain.actions[pursuit.path[pursuit.at]]
        hook = self.planner.provider.move_agent
        arrived = self.ask(hook, self, action)
        if not isinstance(arrived, bool):
            raise self.refused("move_agent", hook, arrived, "return True when the agent is there, else False")
        pursuit.arrived = arrived
        return arrived

    def is_ready(self) -> bool:
        """Whether the step may be carried out now."""
        ready = self.pursuit.ready
        return ready is None or self.context.clock.now >= ready

    def perform(self, perform: Perform) -> None:
        """Carry the step out: call its function, if it has one; what goes on by itself is ticked after this."""
        if perform.function is None:
            if perform.activity is None:
                self.step_ended(_SUCCESS)
            return
        status = self.ask_action(perform.action, "perform", perform.function, self.context)
        if status is _RUNNING:
            return
        if status is None:
            status = _SUCCESS
        if not isinstance(status, Status):
            remedy = "return a Status, or None for SUCCESS"
            raise self.refused(f"{perform.name}.perform", perform.function, status, remedy)
        self.step_ended(status)

    def step_ended(self, status: Status) -> None:
        """A step has come to a result."""
        if self._ending:
            return
        if self.pursuit.wish is not None:
            self.give_up(self.pursuit.wish, rest=True)
        elif status is _FAILURE:
            self.give_up("it failed", rest=True)
        elif status is not _RUNNING:
            self.pursuit.thought = None  # something was done: it may think of what comes next in the same tick
            self.go_to(self.pursuit.at + 1, ExitReason.SUCCESS, done=True)

    def leave_step(self, perform: Perform) -> None:
        """The step is left, whatever the reason. If it had begun, its action cools from now on."""
        pursuit, now = self.pursuit, self.context.clock.now
        if perform.action.cooldown is not None and pursuit.begins is not None and pursuit.begins <= now:
            pursuit.cooling[perform.index] = now + perform.action.cooldown
        pursuit.drop_step()
        self._release()

    def _release(self) -> None:
        """Have no target any more. Only what the mind has reserved itself is set free."""
        target = self.context.target
        if self._reserved is not None and self._reserved.holder(target) == self.context.entity:
            self._reserved.release(target, self.context.entity)
        self._reserved = None
        self.context.aim(None)

    def interrupt(self, then: Continuation) -> None:
        """Do something that leaves the step; walking and waiting are left before."""
        if self.current_state is MOVE or self.current_state is WAIT:
            self.pop_state(then)
        else:
            then()

    # The user's functions

    def told(self, message: Message) -> bool:
        """What the provider says to a message."""
        taken: bool = self.ask(self.planner.provider.on_message, self, message)
        return taken

    def ask(self, function: Callable[..., Any], *more: Any) -> Any:
        """Call a function of the user's, so that an exception is told with its place."""
        try:
            return function(self.agent, *more)
        except Exception as error:
            self._blame(error, name_of(function), function)

    def ask_action(self, action: Action[Any], role: str, function: Callable[..., Any] | None, *more: Any) -> Any:
        """Call a function of an action's, which has it."""
        assert function is not None
        try:
            return function(self.agent, *more)
        except Exception as error:
            self._blame(error, f"{action.name}.{role}", function)

    def blame(self, what: str, hook: Callable[..., Any], function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function; what it raises is told as the fault of a function of the user's.

        Args:
            what: what that one is called.
            hook: that one.
            function: what is called.
            arguments: what it is called with.
        """
        try:
            return function(*arguments)
        except Exception as error:
            self._blame(error, what, hook)

    def _blame(self, error: Exception, what: str, hook: Callable[..., Any]) -> NoReturn:
        placed = self._placed(error, what, hook)
        if placed is error:
            raise error
        raise placed from error

    def refused(self, what: str, function: Callable[..., Any], answer: object, remedy: str) -> GumptionError:
        """The error for an answer that cannot be used, of a function of the user's."""
        return self._placed(UsageError(f"{what} returned {brief(answer)}", remedy=remedy), what, function)

    def _placed(self, error: Exception, what: str, function: Callable[..., Any]) -> GumptionError:
        """An error of gumption's own, that tells in which function of the user's it came up."""
        line = line_of(error, function)
        where = f"{agent_name(self.agent)}, {self.context.within}{self.planner.name} › {what}"
        where += f" ({line})" if line else ""
        if isinstance(error, GumptionError):
            error.locate(where)
            return error
        return MindError(error_text(error), where=where, remedy="mend it there")

    def tell(self, event: Event) -> None:
        """Put an event into the trace, if anybody listens."""
        if self.context.tracer is not None:
            self.context.tracer(event)


def _abort(_agent: object, mind: PlannerMind[Any], reason: str) -> None:
    """Give a plan up as a hook of the state that is under way would."""
    mind.interrupt(lambda: mind.give_up(reason, rest=True))


def _is_number(value: Any) -> TypeGuard[float]:
    """Whether it is one, of Python's or of numpy's."""
    return isinstance(value, Real) and value is not True and value is not False and not math.isnan(value)
