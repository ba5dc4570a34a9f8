"""Choosing a goal and looking for a plan, a tick's share at a time (rules G6 and G9)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, final

from gumption.core.trace import PlanFailed
from gumption.goap.action import Agent
from gumption.goap.goal import Goal
from gumption.goap.kernels import kernels_of
from gumption.goap.no_plan import NoPlan
from gumption.goap.plan import Plan
from gumption.goap.state import State
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.acting.planner import Planner

_SUCCESS: Final = Status.SUCCESS
_FAILURE: Final = Status.FAILURE


@final
class Thinking(Generic[Agent]):
    """A search that is under way.

    Args:
        planner: whose domain and budget it uses.
        agent: for whom.
        state: the state that it plans from.
        goals: what is wanted.
        without: positions of actions that are not to be used.
        slices: how many shares were done already, in a saved game: they are done again.
    """

    __slots__ = ("_search", "_share", "goals", "slices", "state", "without")

    def __init__(
        self,
        planner: "Planner[Agent]",
        agent: Agent,
        state: State,
        goals: Sequence[Goal[Agent]],
        without: Sequence[int],
        slices: int = 0,
    ) -> None:
        self.state = state
        self.goals = tuple(goals)
        self.without = tuple(without)
        self.slices = 0
        self._share = planner.share
        actions = planner.domain.actions
        self._search = planner.domain.search(
            state,
            self.goals,
            agent=agent,
            budget=planner.budget,
            without=[actions[position] for position in self.without],
            objective=planner.objective,
        )
        for _ in range(slices):
            self.go_on()

    def go_on(self) -> "Plan[Agent] | NoPlan[Agent] | None":
        """Do another share. Returns the answer; None: not yet."""
        self.slices += 1
        return self._search.run(self._share)


def think(mind: "PlannerMind[Any]") -> None:
    """Look for a plan, once a tick at most, and only if something has changed or the back-off has passed (G9)."""
    pursuit, clock = mind.pursuit, mind.context.clock
    if pursuit.thinking is None:
        if pursuit.thought == clock.ticks:
            return
        state = mind.sense()
        failed_on = pursuit.failed_on
        if failed_on is not None and clock.now < pursuit.retry and state.encoded == failed_on.encoded:
            return
        goals = _wanted(mind, state, None)
        if not goals:
            if mind.planner.once:
                mind.finish(_SUCCESS)
            return
        _begin_thinking(mind, state, goals)
    answer = _go_on_thinking(mind)
    if isinstance(answer, Plan):
        mind.take_up(answer, ExitReason.SUCCESS)
    elif answer is not None:
        _has_no_plan(mind, answer)


def _begin_thinking(mind: "PlannerMind[Any]", state: State, goals: Sequence[Goal[Any]]) -> None:
    pursuit = mind.pursuit
    pursuit.thought = mind.context.clock.ticks
    pursuit.thinking = Thinking(mind.planner, mind.agent, state, goals, _left_out(mind))


def _go_on_thinking(mind: "PlannerMind[Any]") -> Plan[Any] | NoPlan[Any] | None:
    assert mind.pursuit.thinking is not None
    answer = mind.pursuit.thinking.go_on()
    if answer is not None:
        mind.pursuit.thinking = None
    return answer


def _left_out(mind: "PlannerMind[Any]") -> list[int]:
    """The actions that are not to be thought of: they failed, or there is nothing to do them to."""
    found = set(mind.pursuit.at_rest(mind.context.clock.now))
    reservations = mind.planner.provider.reservations(mind.agent)
    for perform in mind.planner.aimed:
        target = mind.ask(perform.action.target)
        taken = reservations is not None and not reservations.is_free(target, mind.context.entity)
        if target is None or taken:
            found.add(perform.index)
    return sorted(found)


def _wanted(mind: "PlannerMind[Any]", state: State, above: float | None) -> list[Goal[Any]]:
    """The goals that do not hold; with a priority above a number, those that rest excepted."""
    domain, pursuit, now = mind.planner.domain, mind.pursuit, mind.context.clock.now
    found: list[Goal[Any]] = []
    for goal in _goals(mind):
        if above is not None and (
            pursuit.goals_rest.get(goal.name, now) > now or goal.priority_for(mind.agent) <= above
        ):
            continue
        target, start = domain.target(state, goal)
        if kernels_of(target, ()).onward(start.encoded, 0) is None:
            found.append(goal)
    return found


def _goals(mind: "PlannerMind[Any]") -> Sequence[Goal[Any]]:
    given = mind.ask(mind.planner.provider.goals)
    return mind.planner.domain.goals if given is None else given


def _has_no_plan(mind: "PlannerMind[Any]", answer: NoPlan[Any]) -> None:
    pursuit = mind.pursuit
    pursuit.retry = mind.context.clock.now + mind.planner.backoff
    pursuit.failed_on = answer.start
    mind.tell(PlanFailed(mind.context.entity, answer.goal.name, str(answer)))
    mind.ask(mind.planner.provider.plan_failed, mind, answer)
    if mind.planner.once:
        mind.finish(_FAILURE)


def better_plan(mind: "PlannerMind[Any]", state: State) -> Plan[Any] | None:
    """A plan for a goal that is more urgent than the present one, if there is one (G6)."""
    pursuit = mind.pursuit
    if pursuit.thinking is None:
        assert pursuit.goal is not None
        goals = _wanted(mind, state, pursuit.goal.priority_for(mind.agent) + mind.planner.hysteresis)
        if not goals:
            return None
        _begin_thinking(mind, state, goals)
    assert pursuit.thinking is not None
    wanted = pursuit.thinking.goals
    answer = _go_on_thinking(mind)
    if isinstance(answer, NoPlan):
        until = mind.context.clock.now + mind.planner.backoff
        pursuit.goals_rest.update((goal.name, until) for goal in wanted)
        return None
    return answer
