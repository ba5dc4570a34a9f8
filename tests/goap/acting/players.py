"""Agents, providers and minds for the tests of planners."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from gumption import Message, goap
from gumption.core.clock import FixedStepClock
from gumption.core.context import Context
from gumption.core.trace import Event
from gumption.goap import Action, Domain, Goal, Planner, PlannerMind, Provider, add, at_least


class Player:
    """Its facts are what the world state tells; it writes down what is called."""

    name = "player"

    def __init__(self, **facts: Any) -> None:
        self.facts: dict[str, Any] = {"axe": False, "wood": 0, **facts}
        self.calls: list[Any] = []
        self.count: Counter[str] = Counter()
        self.mind: PlannerMind[Any] | None = None
        self.taken: goap.Reservations | None = None
        self.goals: Any = None
        self.distance: Any = None
        self.arrives = True
        self.target: Any = "oak"
        self.during: dict[str, Callable[[Player], Any]] = {}
        """Hook -> what is done in it; what that gives, if it is something, the hook gives."""

    def hear(self, hook: str, *arguments: Any) -> None:
        self.count[hook] += 1
        self.calls.append((hook, *arguments) if arguments else hook)

    def do(self, hook: str, usual: Any = None) -> Any:
        self.count[hook] += 1
        act = self.during.get(hook)
        answer = None if act is None else act(self)
        return usual if answer is None else answer

    def names(self) -> list[str]:
        return [call if isinstance(call, str) else call[0] for call in self.calls]

    def forget(self) -> None:
        self.calls.clear()
        self.count.clear()


class Life(Provider[Player]):
    """Every hook tells its agent, and does what the test wants it to."""

    def world_state(self, agent: Player) -> Any:
        return agent.do("world_state", agent.facts)

    def goals(self, agent: Player) -> Any:
        return agent.do("goals", agent.goals)

    def distance(self, agent: Player, target: Any) -> Any:
        agent.hear("distance", target)
        return agent.do("distance!", agent.distance)

    def move_agent(self, agent: Player, mind: Any, action: Any) -> Any:
        agent.hear("move_agent", action.name, mind.target)
        return agent.do("move_agent!", agent.arrives)

    def plan_found(self, agent: Player, mind: Any, goal: Any, plan: Any) -> None:
        agent.hear("plan_found", goal.name, [step.name for step in plan.actions])
        agent.do("plan_found!")

    def plan_failed(self, agent: Player, mind: Any, no_plan: Any) -> None:
        agent.hear("plan_failed", no_plan.goal.name, no_plan.reason)
        agent.do("plan_failed!")

    def actions_finished(self, agent: Player, mind: Any, goal: Any) -> None:
        agent.hear("actions_finished", goal.name)
        agent.do("actions_finished!")

    def plan_aborted(self, agent: Player, mind: Any, action: Any, reason: str) -> None:
        agent.hear("plan_aborted", action.name, reason)
        agent.do("plan_aborted!")

    def on_message(self, agent: Player, mind: Any, message: Message) -> Any:
        agent.hear("on_message", message.kind)
        return agent.do("on_message!", True)

    def reservations(self, agent: Player, action: Any) -> Any:
        return agent.do("reservations", agent.taken)


class Game:
    """One agent, its mind, clock and trace; a quarter of a second a tick."""

    def __init__(self, planner: Planner[Any], agent: Any = None, *, entity: int = 1, clock: Any = None) -> None:
        self.planner = planner
        self.agent: Any = Player() if agent is None else agent
        self.events: list[Event] = []
        self.clock = FixedStepClock(0.25) if clock is None else clock
        self.mind = planner.bind(self.agent, Context(self.clock, entity=entity, tracer=self.events.append))
        self.agent.mind = self.mind

    def tick(self, ticks: int = 1) -> "Game":
        for _ in range(ticks):
            self.clock.step_once()
            self.mind.tick()
        return self

    def told(self, *kinds: type[Any]) -> list[Any]:
        return [event for event in self.events if not kinds or isinstance(event, kinds)]


def take(agent: Player) -> None:
    agent.hear("take")
    agent.facts["axe"] = True


def chop(agent: Player) -> None:
    agent.hear("chop")
    agent.facts["wood"] += 1


def target_of(agent: Player) -> Any:
    agent.hear("target")
    return agent.do("target!", None) or agent.target


TAKE = Action("take", effects={"axe": True}, perform=take)
CHOP = Action("chop", preconditions={"axe": True}, effects={"wood": add(1)}, perform=chop)
STOCK = Goal("stock", {"wood": at_least(2)})


def woodcutter(*actions: Action[Any], goals: Any = (STOCK,), provider: Any = None, **options: Any) -> Planner[Any]:
    """A planner for these actions, by default for taking an axe and chopping."""
    domain = Domain([*actions] if actions else [TAKE, CHOP], goals=goals, names=options.pop("names", None))
    return Planner(domain, Life() if provider is None else provider, **options)
