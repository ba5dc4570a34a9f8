"""A planner bound to one agent: sense, choose a goal, plan, perform (rules G6 to G9)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, final

from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.outline import Outline
from gumption.core.picture import Moment
from gumption.core.plain import PlainData
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Event, GoalReached, PlanAborted, PlanFound
from gumption.errors import UsageError
from gumption.fsm.mind import MachineMind
from gumption.fsm.standing import Standing
from gumption.goap.acting.aiming import release, reservations_for, take
from gumption.goap.acting.asking import ask, blame, refused
from gumption.goap.acting.context import PlanContext
from gumption.goap.acting.pursuit import Continuation, Pursuit
from gumption.goap.acting.standing import check_pursuit, read_pursuit, write_pursuit
from gumption.goap.acting.states import IDLE, MOVE, WAIT
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


@final
class PlannerMind(MachineMind[Agent]):
    """The running state of one agent's planner: a state machine, and what it pursues. Made by `Planner.bind`."""

    __slots__ = ("planner", "pursuit", "reserved")

    context: PlanContext

    def __init__(self, planner: "Planner[Agent]", agent: Agent, context: Context) -> None:
        self.planner = planner
        self.pursuit: Pursuit[Agent] = Pursuit()
        """What it is about; written by the modules beside this one only."""
        self.reserved: Reservations | None = None
        """Where it has reserved the target of the step under way; written by `aiming` only."""
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

    @property
    def definition(self) -> "Planner[Agent]":
        """See `Mind.definition`."""
        return self.planner

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.planner.describe()

    def moment(self) -> Moment:
        """See `Pictured.moment`. It has the whole of the present plan."""
        moment = super().moment()
        return replace(moment, plans={**moment.plans, 0: self.planner.nodes_of(self.pursuit.path)})

    def _told(self) -> dict[str, PlainData]:
        pursuit: PlainData = write_pursuit(self.planner, self.pursuit, self.context.target)
        return {**super()._told(), "pursuit": pursuit}

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`."""
        self._check_free("restore")
        checked = Snapshot.checked(snapshot, self.describe())
        pursuit, target = read_pursuit(self, checked)
        check_pursuit(self.planner, Standing.from_plain(checked.data, self.machine), pursuit, target)
        reservations = None if target is None else self._reservations(pursuit)
        before = self.pursuit
        try:
            self._take_on(checked)
        finally:
            if self.pursuit is not before:  # the saved state is in place; if something raised, it was old clean-up
                self.pursuit = pursuit
                pursuit.fresh = self.status is not _RUNNING
                pursuit.robbed = not take(self, reservations, target)
                self.reserved = reservations

    def _become_idle(self) -> None:
        super()._become_idle()
        release(self)
        self.pursuit = Pursuit(self.pursuit.cooling)

    def _reservations(self, pursuit: Pursuit[Agent]) -> Reservations | None:
        return reservations_for(self, self.planner.domain.actions[pursuit.path[pursuit.at]])

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
        told: Mapping[str, Any] = ask(self, self.planner.world_state)
        return told

    def read(self, facts: Any) -> State:
        """What the provider has told as a state of the world."""
        hook = self.planner.provider.world_state
        state: State = blame(self, "world_state", hook, self.planner.domain.state, facts)
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
        pursuit = self.pursuit
        pursuit.goal, pursuit.path, pursuit.failed_on = plan.goal, plan.kernels.path, None
        if self.context.tracer is not None:
            steps = self.planner.nodes_of(pursuit.path)
            self.tell(PlanFound(self.context.entity, plan.goal.name, steps, plan.cost))
        if self.planner.tells_plans:
            ask(self, self.planner.provider.plan_found, self, plan.goal, plan)
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
        ask(self, self.planner.provider.actions_finished, self, goal)
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
        ask(self, self.planner.provider.plan_aborted, self, perform.action, reason)
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

    def walk(self) -> None:
        """Be on the way to the target, and then go on with the step."""
        self.push_state(MOVE)

    def wait(self) -> None:
        """Wait until the step may be carried out, and then go on with it."""
        self.push_state(WAIT)

    def step_ended(self, status: Status) -> None:
        """A step has come to a result."""
        if self._ending:
            return
        if self.pursuit.wish is not None:
            self.give_up(self.pursuit.wish, rest=True)
        elif status is _FAILURE:
            self.give_up("it failed", rest=True)
        elif status is not _RUNNING:
            self.pursuit.thought = False  # something was done: it may think of what comes next in the same tick
            self.go_to(self.pursuit.at + 1, ExitReason.SUCCESS, done=True)

    def interrupt(self, then: Continuation) -> None:
        """Do something that leaves the step; walking and waiting are left before."""
        if self.current_state is MOVE or self.current_state is WAIT:
            self.pop_state(then, ExitReason.HALT)
        else:
            then()

    def told(self, message: Message) -> bool:
        """What the provider says to a message."""
        hook = self.planner.provider.on_message
        taken = ask(self, hook, self, message)
        if not isinstance(taken, bool):
            raise refused(self, "on_message", hook, taken, "return True if it took the message, else False")
        return taken

    def tell(self, event: Event) -> None:
        """Put an event into the trace, if anybody listens."""
        if self.context.tracer is not None:
            self.context.tracer(event)


def _abort(_agent: object, mind: PlannerMind[Any], reason: str) -> None:
    """Give a plan up as a hook of the state that is under way would."""
    mind.interrupt(lambda: mind.give_up(reason, rest=True))
