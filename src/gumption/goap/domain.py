"""The definition of what can be done: immutable, checked, compiled, shared by any number of agents."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, final

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import Pictured
from gumption.core.source import place_of
from gumption.errors import Problem, UsageError, brief
from gumption.goap import search as searching
from gumption.goap.action import Action, Agent, Conditions, asks_agent
from gumption.goap.definition import check
from gumption.goap.definition.inference import gather, infer
from gumption.goap.definition.kinds import Kind, read_declarations
from gumption.goap.definition.report import Report
from gumption.goap.definition.sources import read_actions, read_goal, read_goals
from gumption.goap.engines import engine as engines
from gumption.goap.engines.reference import FOUND
from gumption.goap.given import plan_from
from gumption.goap.goal import Goal
from gumption.goap.plan import Plan
from gumption.goap.state import State
from gumption.goap.tables import possible
from gumption.goap.tables.encodings import Target, encodings
from gumption.goap.tables.reader import Reader, read_thoroughly

if TYPE_CHECKING:
    from gumption.goap.budget import Budget
    from gumption.goap.no_plan import NoPlan
    from gumption.goap.search import Search
    from gumption.goap.tables.measure import Objective

Declaration: TypeAlias = (
    type[bool] | type[int] | type[float] | type[str] | type[Enum] | range | Sequence[str | Enum | None]
)
"""What declares the kind of a name."""


@final
class Domain(Pictured, Generic[Agent]):
    """What agents can do, and over which names (rules G1 to G3).

    Args:
        actions: all actions. Their order decides between plans that cost the same.
        goals: goals that are known beforehand; they are checked with the actions, and help to find out the kinds of
            names. Any other goal can be planned for, too.
        names: declares kinds of names: `bool`, `int`, `float`, `str` (an enumeration of any values), `range(0, 21)` (an
            integer from 0 to 20; an action that would leave the bounds cannot be applied), a list of values, or an
            Enum class. What is not declared is inferred.
        name: for messages and pictures.
        engine: what searches: "native", or "reference", the slow one in Python; None: the native one where it is there
            (see `engines.engine.choose`). Both give the same plans.

    Raises:
        UsageError: there is no such engine.
        DefinitionError: something is wrong; all problems are listed. Codes: `goap-argument`, `goap-empty`,
            `goap-duplicate-name`, `goap-declaration`, `goap-kind`, `goap-cost`, `goap-perform`, `goap-unknown-name`,
            `goap-unknown-value`, `goap-impossible`, `goap-contradiction`, `goap-range`.
    """

    def __init__(
        self,
        actions: Iterable[Action[Agent]],
        goals: Iterable[Goal[Agent]] = (),
        names: Mapping[str, Declaration] | None = None,
        *,
        name: str = "domain",
        engine: engines.EngineName | None = None,
    ) -> None:
        self.name = name
        report = Report()
        declared = read_declarations({} if names is None else names, report)
        sources = read_actions(actions, report)
        goal_sources = read_goals(goals, report)
        by_actions = gather(sources, ())
        kinds = infer(gather(sources, goal_sources), declared, report)
        self._known = {*by_actions, *declared}
        fitting = check.fitting_actions(sources, kinds, report)
        fitting_goals = [each for each in goal_sources if check.check_goal(each, kinds, self._known, report)]
        self.engine = engines.choose(engine)
        """What searches for plans."""
        self.encodings = encodings(kinds, fitting, self.engine)
        """The domain as tables for planners."""
        for source in fitting:
            possible.check_action(source, self.encodings[0], report)
        for goal_source in fitting_goals:
            possible.check_goal(goal_source, self.encodings, report)
        report.raise_errors(f"domain {name!r}")
        unused = [each for each in declared if each not in gather(sources, goal_sources)]
        check.suspicions(sources, goal_sources, kinds, unused, report)
        self.actions: tuple[Action[Agent], ...] = tuple(source.action for source in sources)
        self.performances = tuple(source.performance for source in sources)
        """How each action is carried out."""
        self.goals: tuple[Goal[Agent], ...] = tuple(source.goal for source in goal_sources)
        self.names: Mapping[str, Kind] = kinds
        """The names that it uses, and their kinds."""
        self.findings: tuple[Problem, ...] = tuple(report.warnings)
        """What is allowed, but seldom meant. Codes: `goap-unbounded`, `goap-no-effects`, `goap-idle-effect`,
        `goap-no-achiever`, `goap-unused-name`, `goap-misspelt`."""
        self._reader = Reader(self.encodings[0], name)
        self.read = self._reader.read
        """State -> its values as planners hold them, in the usual encoding; any exception: it is not as usual."""
        self._usual = self.encodings[0]

    def state(self, state: Mapping[str, Any]) -> State:
        """Check and encode a state once, to plan from it several times.

        Args:
            state: name -> value. A missing boolean is False; names that the domain does not use are ignored.

        Raises:
            UsageError: a value is missing or does not suit its name.
        """
        if type(state) is State and state.domain is self:
            return state
        try:
            return State(self, self._usual, self.read(state))
        except Exception:  # noqa: S110 - whatever it was: the thorough reader meets it again, and says it well
            pass
        return State(self, *read_thoroughly(state, self.encodings))

    def target(self, state: Mapping[str, Any], goal: "Goal[Agent] | Conditions") -> tuple[Target, State]:
        """A goal and a state in an encoding that holds both.

        Raises:
            UsageError: the state cannot be read, or the goal is neither a Goal nor a mapping.
            DefinitionError: something is wrong with the goal; all problems are listed.
        """
        start = self.state(state)
        key: Hashable = None
        try:
            if type(goal) is Goal:
                key = goal
            else:  # a dictionary is told by its contents; by their types, too, since True == 1 == 1.0
                conditions: Any = goal
                values = conditions.values()
                key = (*conditions, *values, *map(type, values))
            return start.encoding.targets[key], start
        except KeyError:
            pass
        except (AttributeError, TypeError):  # it is no mapping, or holds what cannot be looked up
            key = None
        return self._compile(start, goal, key)

    def _compile(self, start: State, goal: "Goal[Agent] | Conditions", key: Hashable | None) -> tuple[Target, State]:
        report = Report()
        if not isinstance(goal, (Goal, Mapping)):
            raise UsageError(
                f"{brief(goal)} is not a goal",
                doing="planning",
                remedy="give a Goal, or a dictionary: name -> condition",
            )
        wanted: Goal[Any] = goal if isinstance(goal, Goal) else Goal("", goal)
        source = read_goal(wanted, report)
        if not report.errors and check.check_goal(source, self.names, self._known, report):
            possible.check_goal(source, self.encodings, report)
        report.raise_errors(source.where)
        position = self.encodings.index(start.encoding)
        for encoding in self.encodings[position:]:
            target = encoding.target(self, source, key)
            if target is None:
                continue
            if encoding is not start.encoding:
                start = State(self, *read_thoroughly(start, (encoding,)))
            return target, start
        raise AssertionError("doubles hold every goal")

    def plan(
        self,
        state: Mapping[str, Any],
        goal: "Goal[Agent] | Conditions | Sequence[Goal[Agent]]",
        *,
        agent: Agent | None = None,
        heuristic: str | None = None,
        weight: float = 1.0,
        budget: "Budget | None" = None,
        without: Collection[Action[Agent] | str] = (),
        objective: "Objective" = "cost",
    ) -> "Plan[Agent] | NoPlan[Agent]":
        """Find the cheapest plan; of several the one with fewest actions; of these the one declared first (rule G4).

        Args:
            state: name -> value; or a state prepared by `state`.
            goal: a Goal, or name -> condition; or several goals, of which the first by priority that has a plan is
                taken; those that hold are passed over (rule G6).
            agent: whom cost functions and `is_usable` are asked about.
            heuristic: how to estimate what is left: "blind", "goals", "max" or "lm-cut"; None: chosen by the domain.
                The plan is the same with each.
            weight: 1.0 for the cheapest plan; with w any plan that costs at most w times as much, found sooner.
            budget: how much work it may be; None: Budget().
            without: actions, or their names, that are not to be used.
            objective: what there is to be least of: "cost"; or "time", the sum of the durations (rule G10). Waits for
                cooldowns are no part of it: `Plan.time` tells them.

        Returns:
            A plan, which is true even if it is empty; or a NoPlan, which is false and says why.

        Raises:
            UsageError: an argument does not suit.
            DefinitionError: something is wrong with the goal; all problems are listed.
            MindError: a function of the user's raised.
        """
        usual = heuristic is None and budget is None and weight == 1.0 and not without and objective == "cost"
        if usual and isinstance(goal, (Goal, Mapping)):
            target, state = self.target(state, goal)
            if not target.dynamic:
                result = target.plan(state.encoded)
                if result[0] == FOUND:
                    return Plan(target, state, result, None, agent)
                return searching.answer(target, state, result, agent)
        return searching.search(
            self, state, goal, agent=agent, heuristic=heuristic, weight=weight, budget=budget, without=without,
            objective=objective,
        ).finish()  # fmt: skip

    def search(
        self,
        state: Mapping[str, Any],
        goal: "Goal[Agent] | Conditions | Sequence[Goal[Agent]]",
        *,
        agent: Agent | None = None,
        heuristic: str | None = None,
        weight: float = 1.0,
        budget: "Budget | None" = None,
        without: Collection[Action[Agent] | str] = (),
        objective: "Objective" = "cost",
    ) -> "Search[Agent]":
        """Plan in slices: `run(expansions=...)` of what it returns goes on until there is a Plan or a NoPlan.

        Arguments and errors are those of `plan`.
        """
        return searching.search(
            self, state, goal, agent=agent, heuristic=heuristic, weight=weight, budget=budget, without=without,
            objective=objective,
        )  # fmt: skip

    def plan_from(
        self,
        names: Sequence[str],
        state: Mapping[str, Any],
        goal: "Goal[Agent] | Conditions",
        *,
        agent: Agent | None = None,
    ) -> Plan[Agent]:
        """A plan that is known already, out of a saved game or a test, carried out once to see that it works.

        Args:
            names: of its actions, in their order.
            state: name -> value; or a state prepared by `state`.
            goal: a Goal, or name -> condition.
            agent: whom cost functions are asked about. `is_usable` is not asked.

        Returns:
            The plan; its `reason` is "given", and nothing is known of how good it is.

        Raises:
            PlanError: a step cannot be applied, or the goal does not hold at the end; it says which, and why.
            PlanningError: a cost comes out below zero.
            UsageError: a name is not one of an action; or an argument does not suit.
            DefinitionError: something is wrong with the goal; all problems are listed.
            MindError: a function of the user's raised.
        """
        return plan_from(self, names, state, goal, agent)

    def describe(self) -> Outline:
        """The domain as node 0, its actions and goals as nodes below it, in the order of their declaration."""
        return self._outline

    @cached_property
    def _outline(self) -> Outline:
        nodes = [OutlineNode(0, None, "domain", self.name)]
        for action in self.actions:
            given = (action.perform, action.cost, vars(action).get("is_usable"))
            functions: list[Any] = [each for each in given if callable(each)]
            functions += [type(action).is_usable] if asks_agent(action) else []
            place = next((place for place in map(place_of, functions) if place), None)
            nodes.append(OutlineNode(len(nodes), 0, "action", action.name, place))
        nodes += [OutlineNode(len(nodes) + offset, 0, "goal", goal.name) for offset, goal in enumerate(self.goals)]
        return Outline(nodes)

    def __deepcopy__(self, _memo: object) -> "Domain[Agent]":
        return self  # nothing in it changes

    def __repr__(self) -> str:
        return f"<goap.Domain {self.name!r}: {len(self.actions)} actions, {len(self.names)} names>"
