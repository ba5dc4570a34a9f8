"""Choosing a goal and looking for a plan, a tick's share at a time (rules G6 and G9)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, final

from gumption.core.trace import PlanFailed
from gumption.goap.acting.aiming import is_to_be_had
from gumption.goap.acting.asking import ask, blame, refused
from gumption.goap.action import Agent
from gumption.goap.engines.step import NumberOverflowError
from gumption.goap.engines.step import holds as holds_in
from gumption.goap.goal import Goal
from gumption.goap.no_plan import NoPlan
from gumption.goap.plan import Plan
from gumption.goap.state import State
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.acting.planner import Planner
    from gumption.goap.tables.encodings import Target

_SUCCESS: Final = Status.SUCCESS
_FAILURE: Final = Status.FAILURE


@final
class Thinking(Generic[Agent]):
    """A search that is under way.

    Args:
        planner: whose domain and budget it uses.
        agent: for whom.
        state: the state that it plans from.
        goals: what is wanted; kept by priority, the highest first.
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
        self.goals = tuple(sorted(goals, key=lambda goal: -goal.priority_for(agent)))
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
            if self.go_on() is not None:
                break

    def go_on(self) -> "Plan[Agent] | NoPlan[Agent] | None":
        """Do another share. Returns the answer; None: not yet."""
        self.slices += 1
        return self._search.run(self._share)


def think(mind: "PlannerMind[Any]") -> None:
    """Look for a plan, once a tick at most, and only if something has changed or the back-off has passed (G9)."""
    pursuit, clock = mind.pursuit, mind.context.clock
    if pursuit.thought:
        return
    facts = None
    if pursuit.thinking is None:
        facts = mind.facts()
        state = mind.read(facts)
        if pursuit.failed_on is not None and clock.now < pursuit.retry and _same(state, pursuit.failed_on):
            return
        goals = _wanted(mind, state, None)
        if not goals:
            if mind.planner.once:
                mind.conclude(_SUCCESS)
            return
        _begin_thinking(mind, state, goals)
    assert pursuit.thinking is not None
    state = pursuit.thinking.state
    answer = _go_on_thinking(mind)
    if isinstance(answer, Plan):
        mind.take_up(answer, ExitReason.SUCCESS, facts)
    elif answer is not None:
        _has_no_plan(mind, state, answer)


def _same(one: State, other: State) -> bool:
    return one.encoding is other.encoding and one.encoded == other.encoded


def _begin_thinking(mind: "PlannerMind[Any]", state: State, goals: Sequence[Goal[Any]]) -> None:
    mind.pursuit.thinking = Thinking(mind.planner, mind.agent, state, goals, _left_out(mind))


def _go_on_thinking(mind: "PlannerMind[Any]") -> Plan[Any] | NoPlan[Any] | None:
    """Do another share. Once there is an answer, goals that were tried in vain take over from no other for a while."""
    pursuit, thinking = mind.pursuit, mind.pursuit.thinking
    assert thinking is not None
    pursuit.thought = True
    answer = thinking.go_on()
    if answer is not None:
        pursuit.thinking = None
        vain = thinking.goals
        if isinstance(answer, Plan):
            vain = vain[: vain.index(answer.goal)]
        now = mind.context.clock.now
        resting = {name: until for name, until in pursuit.goals_rest.items() if until > now}
        pursuit.goals_rest = resting | {goal.name: now + mind.planner.backoff for goal in vain}
    return answer


def _left_out(mind: "PlannerMind[Any]") -> list[int]:
    """The actions that are not to be thought of: they failed, or there is nothing to do them to."""
    found = set(mind.pursuit.at_rest(mind.context.clock.now))
    found.update(perform.index for perform in mind.planner.aimed if not is_to_be_had(mind, perform))
    return sorted(found)


def _wanted(mind: "PlannerMind[Any]", state: State, above: float | None) -> list[Goal[Any]]:
    """The goals that do not hold; with a priority above a number, those that rest excepted."""
    domain, pursuit, now = mind.planner.domain, mind.pursuit, mind.context.clock.now
    found: list[Goal[Any]] = []
    for goal in goals_of(mind):
        if above is not None and (
            pursuit.goals_rest.get(goal.name, now) > now or goal.priority_for(mind.agent) <= above
        ):
            continue
        target, start = blame(mind, "goals", mind.planner.provider.goals, domain.target, state, goal)
        if not _met(target, start):
            found.append(goal)
    return found


def holds(planner: "Planner[Any]", state: State, goal: Goal[Any]) -> bool:
    """Whether a goal holds in a state."""
    return _met(*planner.domain.target(state, goal))


def _met(target: "Target", start: State) -> bool:
    try:
        return all(holds_in(test, start.encoded) for test in target.tests)
    except NumberOverflowError:
        return False  # the search will say what is wrong


def goals_of(mind: "PlannerMind[Any]") -> Sequence[Goal[Any]]:
    """What the agent wants."""
    hook = mind.planner.provider.goals
    given: Any = ask(mind, hook)
    if given is None:
        return mind.planner.domain.goals
    wrong = "return a list of goap.Goal, or None for those of the domain"
    answer: object = given
    if isinstance(answer, (Goal, Mapping)) or not isinstance(answer, Iterable):
        raise refused(mind, "goals", hook, given, wrong)
    goals: list[Any] = blame(mind, "goals", hook, list, given)
    if not all(isinstance(each, Goal) for each in goals):
        raise refused(mind, "goals", hook, given, wrong)
    if len({goal.name for goal in goals}) < len(goals):
        raise refused(mind, "goals", hook, [goal.name for goal in goals], "let each goal have a name of its own")
    return goals


def _has_no_plan(mind: "PlannerMind[Any]", state: State, answer: NoPlan[Any]) -> None:
    pursuit = mind.pursuit
    pursuit.retry = mind.context.clock.now + mind.planner.backoff
    pursuit.failed_on = state
    mind.tell(PlanFailed(mind.context.entity, answer.goal.name, str(answer)))
    ask(mind, mind.planner.provider.plan_failed, mind, answer)
    if mind.planner.once:
        mind.conclude(_FAILURE)


def better_plan(mind: "PlannerMind[Any]", state: State) -> Plan[Any] | None:
    """A plan for a goal that is more urgent than the present one, if there is one (G6)."""
    pursuit = mind.pursuit
    if pursuit.thought:
        return None
    if pursuit.thinking is None:
        assert pursuit.goal is not None
        goals = _wanted(mind, state, pursuit.goal.priority_for(mind.agent) + mind.planner.hysteresis)
        if not goals:
            return None
        _begin_thinking(mind, state, goals)
    answer = _go_on_thinking(mind)
    return answer if isinstance(answer, Plan) else None
