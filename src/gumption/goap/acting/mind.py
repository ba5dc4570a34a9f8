"""A planner bound to one agent: sense, choose a goal, plan, perform (rules G6 to G9)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, final

from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.outline import Outline
from gumption.core.snapshot import Snapshot
from gumption.core.source import agent_name, error_text, line_of, name_of
from gumption.core.trace import Event, GoalReached, PlanAborted, PlanFound
from gumption.errors import GumptionError, MindError, UsageError, brief
from gumption.fsm.mind import MachineMind
from gumption.goap.acting.context import PlanContext
from gumption.goap.acting.pursuit import Continuation, Pursuit
from gumption.goap.acting.standing import read_pursuit, write_pursuit
from gumption.goap.acting.states import IDLE, MOVE, WAIT, Perform
from gumption.goap.acting.thinking import better_plan
from gumption.goap.action import Action, Agent
from gumption.goap.goal import Goal
from gumption.goap.kernels import kernels_of
from gumption.goap.plan import Plan
from gumption.goap.state import State
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.goap.acting.planner import Planner

_RUNNING: Final = Status.RUNNING
_SUCCESS: Final = Status.SUCCESS
_FAILURE: Final = Status.FAILURE


@final
class PlannerMind(MachineMind[Agent]):
    """The running state of one agent's planner: a state machine, and what it pursues. Made by `Planner.bind`."""

    __slots__ = ("planner", "pursuit")

    context: PlanContext

    def __init__(self, planner: "Planner[Agent]", agent: Agent, context: Context) -> None:
        self.planner = planner
        self.pursuit: Pursuit[Agent] = Pursuit()
        """What it is about; written by the modules beside this one only."""
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

        Raises:
            UsageError: there is no plan.
        """
        if self.pursuit.goal is None:
            raise UsageError("there is no plan to give up", doing="abort", remedy="ask `mind.goal` before")
        self.interrupt(lambda: self.give_up(reason, rest=True))

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
        pursuit, target = read_pursuit(self.planner, self.agent, checked, self.context.clock.now)
        super().restore(checked)
        self._release()
        self.pursuit = pursuit
        self.context.aim(target)
        reservations = self.planner.provider.reservations(self.agent)
        if reservations is not None and target is not None:
            reservations.take(target, self.context.entity)

    def _become_idle(self) -> None:
        super()._become_idle()
        self.pursuit = Pursuit(self.pursuit.cooling)

    # From step to step

    def sense(self) -> State:
        """The state of the world as the provider tells it now."""
        return self.planner.domain.state(self.ask(self.planner.provider.world_state))

    def take_up(self, plan: Plan[Agent], reason: ExitReason) -> None:
        """Begin with a plan; what was under way ends for that reason."""
        pursuit, states = self.pursuit, self.planner.performs
        pursuit.goal, pursuit.path, pursuit.failed_on = plan.goal, plan.kernels.path, None
        steps = [self.machine.hooks_of(states[index]).id for index in pursuit.path]
        self.tell(PlanFound(self.context.entity, plan.goal.name, steps, plan.cost))
        self.ask(self.planner.provider.plan_found, self, plan.goal, plan)
        self.go_to(0, reason)

    def go_to(self, at: int, reason: ExitReason) -> None:
        """Begin the next step that has to be done, from `at` on; or see that the rest does not work any more (G8)."""
        pursuit = self.pursuit
        assert pursuit.goal is not None
        state = self.sense()
        target, start = self.planner.domain.target(state, pursuit.goal)
        kernels = pursuit.kernels = kernels_of(target, pursuit.path)
        onward = kernels.onward(start.encoded, at)
        if onward is None:
            trouble = kernels.broken(start.encoded, at)
            pursuit.at = min(at, len(pursuit.path) - 1)
            self.give_up(trouble, rest=False)
        elif onward == len(pursuit.path):
            self.reach_goal(reason)
        else:
            pursuit.at = onward
            better = better_plan(self, state)
            if better is not None:
                self.give_up(f"{better.goal.name!r} is more urgent", rest=False, then=better)
                return
            pursuit.last = start
            pursuit.seen = kernels.watch(onward)(start.encoded)
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
            self.finish(_SUCCESS)
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

    def be_idle(self, reason: ExitReason) -> None:
        """Think of something else; what was under way ends for that reason."""
        if self.current_state is not IDLE:
            self.change_state(IDLE, reason)

    # One step

    def aim(self, perform: Perform) -> None:
        """Find and reserve the target of the step that begins, and get ready for it."""
        pursuit, action = self.pursuit, perform.action
        pursuit.arrived, pursuit.ready, pursuit.before = False, None, None
        if action.target is not None:
            target = self.ask(action.target)
            if target is None:
                self.give_up("there is nothing to do it to", rest=True)
                return
            reservations = self.planner.provider.reservations(self.agent)
            if reservations is not None and not reservations.take(target, self.context.entity):
                self.give_up("another one is at it", rest=True)
                return
            self.context.aim(target)
        self._approach(perform)

    def resume(self, perform: Perform, then: object) -> None:
        """The agent has walked or waited: go on with the step, or do what has come up."""
        if callable(then):
            then()
            return
        waited = self.pursuit.ready is not None
        self._approach(perform)
        if waited:
            self.perform()

    def _approach(self, perform: Perform) -> None:
        pursuit, action, now = self.pursuit, perform.action, self.context.clock.now
        if action.reach is not None and not pursuit.arrived:
            distance = self.ask(self.planner.provider.distance, self.context.target)
            if distance is None or distance > action.reach:
                self.push_state(MOVE)
                return
            pursuit.arrived = True
        if pursuit.ready is None:
            duration = self._duration(action) if perform.waits else 0.0
            pursuit.ready = max(now + duration, pursuit.cooling.get(perform.index, now))
        if pursuit.ready > now:
            self.push_state(WAIT)
        elif pursuit.last is not None:
            pursuit.before = pursuit.last.encoded

    def _duration(self, action: Action[Agent]) -> float:
        if not callable(action.duration):
            return action.duration or 0.0
        seconds = self.ask(action.duration)
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < float("inf"):
            remedy = "return a number of seconds from 0 on"
            raise UsageError(f"{action.name}.duration returned {brief(seconds)}", remedy=remedy)
        return seconds

    def move(self) -> bool:
        """Have the agent moved. Returns whether it is there."""
        pursuit = self.pursuit
        action = self.planner.domain.actions[pursuit.path[pursuit.at]]
        arrived = self.ask(self.planner.provider.move_agent, self, action)
        if not isinstance(arrived, bool):
            remedy = "return True when the agent is there, else False"
            raise UsageError(f"move_agent returned {brief(arrived)}", remedy=remedy)
        pursuit.arrived = arrived
        return arrived

    def is_ready(self) -> bool:
        """Whether the step may be carried out now."""
        ready = self.pursuit.ready
        return ready is None or self.context.clock.now >= ready

    def perform(self) -> None:
        """Call the function that carries the step out, if there is one."""
        pursuit = self.pursuit
        perform = self.planner.performs[pursuit.path[pursuit.at]]
        if perform.function is None:
            if perform.activity is None:
                self.step_ended(_SUCCESS)
            return
        status = self.ask(perform.function, self.context)
        if self.current_state is not perform:
            return  # it has called abort()
        if status is None:
            status = _SUCCESS
        if not isinstance(status, Status):
            raise UsageError(f"perform returned {brief(status)}", remedy="return a Status, or None for SUCCESS")
        self.step_ended(status)

    def step_ended(self, status: Status) -> None:
        """A step has come to a result."""
        if status is _FAILURE:
            self.give_up("it failed", rest=True)
        elif status is not _RUNNING:
            self.pursuit.thought = None  # something was done: it may think of what comes next in the same tick
            self.go_to(self.pursuit.at + 1, ExitReason.SUCCESS)

    def leave_step(self, perform: Perform) -> None:
        """The step is left, whatever the reason."""
        if perform.action.cooldown is not None:
            self.pursuit.cooling[perform.index] = self.context.clock.now + perform.action.cooldown
        self._release()

    def _release(self) -> None:
        if self.context.target is not None:
            reservations = self.planner.provider.reservations(self.agent)
            if reservations is not None:
                reservations.release(self.context.target, self.context.entity)
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

    def ask(self, function: Callable[..., Any] | None, *more: Any) -> Any:
        """Call a function of the user's, so that an exception is told with its place."""
        assert function is not None
        try:
            return function(self.agent, *more)
        except Exception as error:
            line = line_of(error, function)
            where = f"{agent_name(self.agent)}, {self.context.within}{self.planner.name} › {name_of(function)}"
            where += f" ({line})" if line else ""
            if isinstance(error, GumptionError):
                error.locate(where)
                raise
            raise MindError(error_text(error), where=where, remedy="mend it there") from error

    def tell(self, event: Event) -> None:
        """Put an event into the trace, if anybody listens."""
        if self.context.tracer is not None:
            self.context.tracer(event)
