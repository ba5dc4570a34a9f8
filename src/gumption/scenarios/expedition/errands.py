"""What there is to be done, and in which order: a planner, whose last steps a tree and a state machine carry out."""

from collections.abc import Callable
from typing import Any, Final

from gumption.goap import Action, Domain, Goal, Plan, Planner, PlannerMind, Provider, at_least, subtract
from gumption.scenarios.expedition.bridge import BRIDGE
from gumption.scenarios.expedition.explorer import Explorer
from gumption.scenarios.expedition.survey import SURVEY

Mind = PlannerMind[Explorer]
REACH: Final = 0.5


def _at(name: str) -> Callable[[Explorer], str]:
    return lambda _explorer: name


def _ruin(*, far: bool) -> Callable[[Explorer], str | None]:
    return lambda explorer: explorer.nearest_ruin(far=far)


def _draw(side: str, *, far: bool) -> Action[Explorer]:
    ruins = f"{side} ruins"
    return Action(
        f"draw a {side} ruin",
        cost=6,
        preconditions={"across": far, ruins: at_least(1)},
        effects={ruins: subtract(1)},
        target=_ruin(far=far),
        reach=REACH,
        perform=SURVEY,
    )


DOMAIN: Domain[Explorer] = Domain(
    [
        Action[Explorer](
            "fetch the rope",
            cost=4,
            preconditions={"rope": False, "across": False},
            effects={"rope": True},
            target=_at("camp"),
            reach=REACH,
            perform=Explorer.take_rope,
        ),
        Action[Explorer](
            "build a bridge",
            cost=8,
            preconditions={"rope": True, "across": False, "bridge": False},
            effects={"bridge": True, "rope": False},
            target=_at("near bank"),
            reach=REACH,
            perform=BRIDGE,
        ),
        # Walking is all there is to crossing: as soon as she is across, the next step has its turn.
        Action[Explorer](
            "cross over",
            cost=2,
            preconditions={"bridge": True, "across": False},
            effects={"across": True},
            target=_at("far bank"),
            reach=REACH,
        ),
        Action[Explorer](
            "cross back",
            cost=2,
            preconditions={"bridge": True, "across": True},
            effects={"across": False},
            target=_at("near bank"),
            reach=REACH,
        ),
        Action[Explorer](
            "swim back",
            cost=12,
            preconditions={"bridge": False, "across": True},
            effects={"across": False},
            target=_at("far bank"),
            reach=REACH,
            duration=3.0,
            perform=Explorer.swim,
        ),
        _draw("near", far=False),
        _draw("far", far=True),
        Action[Explorer](
            "write up",
            preconditions={"near ruins": 0, "far ruins": 0, "across": False},
            effects={"mapped": True},
            target=_at("camp"),
            reach=REACH,
            duration=4.0,
            perform=Explorer.write_up,
        ),
    ],
    goals=[Goal("map the valley", {"mapped": True})],
)


class Errands(Provider[Explorer]):
    """What she sees, how she walks, and what she says of her plans."""

    def world_state(self, explorer: Explorer) -> dict[str, Any]:
        """Of herself and the valley."""
        return {
            "rope": explorer.rope,
            "across": explorer.across,
            "bridge": explorer.valley.bridge,
            "mapped": explorer.mapped,
            "near ruins": len(explorer.valley.undrawn(far=False)),
            "far ruins": len(explorer.valley.undrawn(far=True)),
        }

    def distance(self, explorer: Explorer, target: str) -> float:
        """In paces."""
        return explorer.way(target)

    def move_agent(self, explorer: Explorer, mind: Mind, action: Action[Explorer]) -> bool:
        """A pace a tick."""
        explorer.walk(mind.target)
        return explorer.way(mind.target) <= REACH

    def plan_found(self, explorer: Explorer, mind: Mind, goal: Goal[Explorer], plan: Plan[Explorer]) -> None:
        """Tell it."""
        first, more = plan[0].name, len(plan) - 1
        mind.context.say(f"means to {goal.name}: to {first}" + (f", and {more} more" if more else ""))

    def plan_aborted(self, explorer: Explorer, mind: Mind, action: Action[Explorer], reason: str) -> None:
        """Tell why."""
        mind.context.say(f"cannot {action.name} any more: {reason}")

    def actions_finished(self, explorer: Explorer, mind: Mind, goal: Goal[Explorer]) -> None:
        """On to the next valley."""
        explorer.mapped = False
        explorer.valley.strew(len(explorer.valley.ruins), mind.context.random)
        mind.context.say("packs up, and moves on to the next valley")


ERRANDS: Planner[Explorer] = Planner(DOMAIN, Errands(), name="errands")
