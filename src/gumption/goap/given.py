"""A plan that is given by the names of its actions, such as one out of a saved game."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gumption.errors import PlanError, UsageError, brief
from gumption.goap.action import Action, Agent, Conditions
from gumption.goap.definition.report import did_you_mean
from gumption.goap.goal import Goal
from gumption.goap.kernels import kernels_of
from gumption.goap.plan import GIVEN, Plan
from gumption.goap.tables.costs import price
from gumption.goap.tables.measure import Measure
from gumption.goap.tables.task import AS_IN_TABLE
from gumption.goap.totals import cost_of

if TYPE_CHECKING:
    from gumption.goap.domain import Domain

_DOING = "making a plan of given actions"


def plan_from(
    domain: "Domain[Agent]",
    names: Sequence[str],
    state: Mapping[str, Any],
    goal: "Goal[Agent] | Conditions",
    agent: Agent | None = None,
) -> Plan[Agent]:
    """A plan of given actions; arguments and errors are those of `Domain.plan_from`."""
    target, start = domain.target(state, goal)
    path = _path(domain.actions, names)
    asked = {index: price(domain.actions[index], agent, target.encoding.unit) for index in dict.fromkeys(path)}
    costs = tuple(asked.get(index, AS_IN_TABLE) for index in range(len(domain.actions)))
    measure = Measure("cost", target.encoding.unit, costs, costs, agent)
    unpriced: Plan[Agent] = Plan(target, start, (GIVEN, 0, 0, path, 0, 0, 0, 0, 0), measure)
    unpriced.validate(start)
    trouble = kernels_of(target, path).broken(start.encoded, 0)
    if trouble:  # numbers that 64 bits cannot hold
        raise PlanError(trouble, doing=_DOING)
    cost = cost_of(target, start.encoded, path, costs)
    return Plan(target, start, (GIVEN, cost, 0, path, 0, 0, 0, 0, 0), measure)


def _path(actions: Sequence[Action[Any]], names: object) -> tuple[int, ...]:
    if isinstance(names, (str, bytes)) or not isinstance(names, Sequence):
        raise UsageError(f"{brief(names)} is not a list of names", doing=_DOING, remedy="give the names of actions")
    known = {action.name: index for index, action in enumerate(actions)}
    wanted: Sequence[object] = names  # pyright: ignore[reportUnknownVariableType]
    for name in wanted:
        if not isinstance(name, str) or name not in known:
            remedy = did_you_mean(name, known, otherwise="give names of actions of this domain")
            raise UsageError(f"{brief(name)} is not an action of this domain", doing=_DOING, remedy=remedy)
    return tuple(known[str(name)] for name in wanted)
