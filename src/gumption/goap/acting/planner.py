"""The definition of an agent that lives by plans: immutable, shared by any number of agents."""

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Final, Generic, final

from gumption.bt.leaves import action as leaf
from gumption.bt.tree import Tree
from gumption.core.callables import misspelt, takes
from gumption.core.conditions import Conditions
from gumption.core.context import Context
from gumption.core.mind import Definition
from gumption.core.numeric import is_integer, is_number
from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import Pictured
from gumption.core.source import is_async, is_coroutine
from gumption.errors import DefinitionError, Problem, brief
from gumption.fsm.machine import Machine
from gumption.goap.acting.mind import PlannerMind
from gumption.goap.acting.provider import HOOKS, Provider, provider_of
from gumption.goap.acting.states import EARS, IDLE, MOVE, WAIT, Perform
from gumption.goap.action import Action, Agent
from gumption.goap.budget import Budget
from gumption.goap.definition.performance import Performance
from gumption.goap.domain import Domain
from gumption.goap.engines.step import Number, NumberOverflowError, Steps
from gumption.goap.tables.encodings import Encoding
from gumption.goap.tables.measure import OBJECTIVES, Objective

_STATES: Final = tuple(state.name for state in (IDLE, MOVE, WAIT, EARS))


@final
class Planner(Pictured, Generic[Agent]):
    """Chooses a goal, plans for it, and carries the plan out; again and again (rules G6 to G9).

    Args:
        domain: what the agents can do. Actions say by `perform` how they are carried out.
        provider: what tells of the agent and hears of its plans; or just a function of the agent that gives the state
            of the world.
        once: come to an end with SUCCESS when a goal is reached or all hold, with FAILURE if there is no plan; else
            the mind runs for ever.
        period: seconds between two looks at the world while a step is under way. 0: every tick; `math.inf`: only
            between steps.
        hysteresis: by how much the priority of another goal must exceed the present one's to take over.
        backoff: seconds that an action is left out of plans after it failed; that a goal without a plan takes over from
            no other one; and after which an agent without a plan tries again, though nothing has changed.
        share: states that a search may expand in one tick; a longer one goes on in the next tick.
        budget: how much work a search may be altogether; None: `Budget()`.
        objective: what plans have the least of, "cost" or "time" (rule G10).
        name: for messages and pictures.

    Raises:
        DefinitionError: what was given cannot make a planner; all problems are listed. Codes: `goap-argument`,
            `goap-number`, `goap-provider`.
    """

    def __init__(
        self,
        domain: Domain[Agent],
        provider: Provider[Agent] | Callable[[Agent], Mapping[str, Any]],
        *,
        once: bool = False,
        period: float = 0.0,
        hysteresis: float = 0.0,
        backoff: float = 1.0,
        share: int = 1_000,
        budget: Budget | None = None,
        objective: Objective = "cost",
        name: str = "planner",
    ) -> None:
        self.domain: Final = domain
        self.once: Final = once
        self.period: Final = period
        self.hysteresis: Final = hysteresis
        self.backoff: Final = backoff
        self.share: Final = share
        self.budget: Final = budget
        self.objective: Final[Objective] = objective
        self.name: Final = name
        problems = list(_problems(self, provider))
        if problems:
            raise DefinitionError(f"planner {brief(name)}", problems)
        self.provider: Final[Provider[Agent]] = provider_of(provider)
        self.read: Final = domain.read
        """Reads the state of the world as planners hold it, where it is as usual."""
        self.usual: Final = domain.encodings[0]
        """How planners hold it then."""
        fixed = all(not callable(goal.priority) for goal in domain.goals)
        self.steady: Final = fixed and not _overrides(self.provider, "goals")
        """Whether what is more urgent depends on the state of the world only."""
        self.world_state: Final = self.provider.world_state
        """Asked at every look."""
        self._steps = {encoding: Steps(encoding.task) for encoding in domain.encodings}
        pairs = zip(domain.actions, domain.performances, strict=True)
        self.performs: Final = tuple(
            Perform(index, each, performance, _activity(each, performance))
            for index, (each, performance) in enumerate(pairs)
        )
        """The machine's states for the actions, in their order."""
        self.aimed: Final = tuple(perform for perform in self.performs if perform.action.target is not None)
        """Those that are done to something."""
        self.tells_plans: Final = _overrides(self.provider, "plan_found")
        """Whether somebody wants to know of plans that were found."""
        hears = _overrides(self.provider, "on_message")
        self.machine: Final[Machine[Agent]] = Machine(
            IDLE, states=[MOVE, WAIT, *self.performs], global_state=EARS if hears else None, name=name
        )
        """What runs the mind (rule G7)."""

    def untold(self, facts: Mapping[str, Any]) -> list[int]:
        """The positions of the names that the provider leaves out: they are believed as plans foresee them (G8)."""
        return [position for position, name in enumerate(self.domain.names) if name not in facts]

    def nodes_of(self, path: Iterable[int]) -> list[int]:
        """The ids of the nodes of actions, in the outline."""
        return [self.machine.hooks_of(self.performs[index]).id for index in path]

    def foresee(self, encoding: Encoding, action: int, values: tuple[Number, ...]) -> tuple[Number, ...] | None:
        """The encoded state after an action that can be applied; None: a number does not fit."""
        try:
            return self._steps[encoding].apply(action, values)
        except NumberOverflowError:
            return None

    def bind(self, agent: Agent, context: Context | None = None) -> PlannerMind[Agent]:
        """Make an idle mind for `agent`: any object. Without a context it gets a manual clock at zero."""
        return PlannerMind(self, agent, Context() if context is None else context)

    def describe(self) -> Outline:
        """The planner as node 0, the states of its machine, and its goals."""
        return self._outline

    @cached_property
    def _outline(self) -> Outline:
        _, *states = self.machine.describe()
        places = {self.machine.hooks_of(each).id: each.place for each in self.performs}
        nodes = [OutlineNode(0, None, "planner", self.name)]
        nodes += [replace(node, source=places.get(node.id)) if node.parent == 0 else node for node in states]
        nodes += [
            OutlineNode(len(nodes) + offset, 0, "goal", goal.name) for offset, goal in enumerate(self.domain.goals)
        ]
        return Outline(nodes)

    @property
    def conditions(self) -> Conditions:
        """Those of what carries its actions out, by ids in the outline."""
        return self.machine.conditions

    def __repr__(self) -> str:
        return f"<goap.Planner {self.name!r}: {len(self.domain.actions)} actions>"


def _activity(action: Action[Any], performance: Performance) -> Definition[Any] | None:
    """What goes on by itself when the action is carried out; a coroutine or hooks are a tree of one leaf."""
    if performance.sort == "mind":
        return performance.definition
    if performance.sort == "coroutine":
        return Tree(leaf(performance.tick, name=action.name), name=action.name)  # type: ignore[arg-type]
    if performance.sort == "hooks":
        hooks = {name: getattr(performance, name) for name in ("tick", "enter", "exit")}
        own: Any = SimpleNamespace(**{name: hook for name, hook in hooks.items() if hook is not None})
        return Tree(leaf(own, name=action.name), name=action.name)
    return None


def _overrides(provider: Provider[Any], hook: str) -> bool:
    method = getattr(provider, hook)
    return getattr(method, "__func__", method) is not getattr(Provider, hook)


def _problems(planner: Planner[Any], provider: Any) -> Iterator[Problem]:
    where = f"planner {brief(planner.name)}"
    domain: object = planner.domain
    if not isinstance(domain, Domain):
        yield Problem("goap-argument", where, f"{brief(domain)} is no domain", "give a goap.Domain")
        return
    yield from _problems_of_provider(planner, provider, where)
    for word, most in (("period", math.inf), ("hysteresis", sys.float_info.max), ("backoff", sys.float_info.max)):
        value: object = getattr(planner, word)
        if not is_number(value, most=most):
            yield Problem("goap-number", where, f"{word}={brief(value)}", "give a number from 0 on")
    share: object = planner.share
    if not is_integer(share, 1):
        yield Problem("goap-number", where, f"share={brief(share)}", "give a number of expansions from 1 on")
    budget: object = planner.budget
    if budget is not None and not isinstance(budget, Budget):
        yield Problem("goap-argument", where, f"budget={brief(budget)}", "give a goap.Budget")
    elif budget is not None and budget.seconds is not None:
        remedy = "bound its expansions: the same game shall run the same everywhere"
        yield Problem("goap-argument", where, "the budget has a bound of real time", remedy)
    if planner.objective not in OBJECTIVES:
        yield Problem("goap-argument", where, f"objective={brief(planner.objective)}", 'say "cost" or "time"')
    own: object = planner.name
    if not isinstance(own, str):
        yield Problem("goap-argument", where, f"name={brief(own)} is no text", "give a string")
    for word in [action.name for action in planner.domain.actions if action.name in _STATES]:
        yield Problem("goap-argument", where, f"an action is called {word!r}, as a state is", "call it otherwise")


def _problems_of_provider(planner: Planner[Any], provider: Any, where: str) -> Iterator[Problem]:
    if isinstance(provider, type):
        remedy = f"give an object: {provider.__name__}()"
        yield Problem("goap-provider", where, f"{provider.__name__} is a class", remedy)
        return
    if not callable(provider) and not isinstance(provider, Provider):
        remedy = "derive from goap.Provider, or give a function of the agent that gives the world's state"
        yield Problem("goap-provider", where, f"{brief(provider)} is no provider", remedy)
        return
    made = provider_of(provider)
    if not _overrides(made, "world_state"):
        yield Problem("goap-provider", where, "the provider has no world_state", "write world_state(self, agent)")
    for hook, arguments in HOOKS.items():
        if _overrides(made, hook):
            yield from _problems_of_hook(getattr(made, hook), arguments, f"{where} › {hook}")
    for name, meant in misspelt(made, Provider, HOOKS):
        if callable(getattr(made, name, None)):
            yield Problem("goap-provider", f"{where} › {name}", "is never called", f"did you mean {meant!r}?")
    if not planner.domain.goals and not _overrides(made, "goals"):
        remedy = "give the domain goals=[...], or write goals(self, agent)"
        yield Problem("goap-provider", where, "there is nothing to want: neither domain nor provider has goals", remedy)
    for action in planner.domain.actions:
        if action.reach is not None and action.target is None:
            remedy = "give it a target, or leave the reach out"
            yield Problem("goap-provider", f"{where} › {action.name}", "it has a reach and no target", remedy)
    moved = [action.name for action in planner.domain.actions if action.reach is not None]
    if moved and not _overrides(made, "move_agent"):
        remedy = "write move_agent(self, agent, mind, action), which tells whether the agent is there"
        yield Problem("goap-provider", where, f"{moved[0]!r} has a reach, and the provider has no move_agent", remedy)


def _problems_of_hook(function: Callable[..., Any], arguments: str, where: str) -> Iterator[Problem]:
    if not takes(function, arguments.count(",") + 1):
        yield Problem("goap-provider", where, f"cannot be called with ({arguments})", "let it take these")
    if is_coroutine(function) or (is_async(function) and not where.endswith("goals")):
        remedy = "make it a plain function; what takes time is for actions to do"
        yield Problem("goap-provider", where, "is a coroutine or generator function", remedy)
