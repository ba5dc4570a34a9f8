"""What agents say of actions, asked once per planning: what they cost, and whether they are usable (rule G3)."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from gumption.errors import UsageError, brief
from gumption.goap.action import Action, asks_agent
from gumption.goap.asking import ask
from gumption.goap.definition.report import ACTION
from gumption.goap.formula import number
from gumption.goap.tables.prices import MAX_UNITS, in_cost_units
from gumption.goap.tables.task import AS_IN_TABLE, NOT_USABLE

if TYPE_CHECKING:
    from gumption.goap.tables.encodings import Target


def agent_costs(target: "Target", agent: object, without: Collection[str | Action[Any]] = ()) -> tuple[int, ...] | None:
    """The cost of each action in units: -1 where it is not usable, -2 where the table says it; None: it says all.

    Args:
        target: what is planned for.
        agent: who is asked.
        without: actions, or names of actions, that are not to be used.

    Raises:
        UsageError: a cost is no number from 0 on, is_usable gives no boolean, there is no agent to ask, or an action in
            `without` is not one of the domain's.
        MindError: the user's function raised.
    """
    if not without and not target.dynamic:
        return None
    actions = target.domain.actions
    left_out = {_number_of(each, actions) for each in without}
    return tuple(
        NOT_USABLE if position in left_out else _cost(action, agent, target.encoding.unit)
        for position, action in enumerate(actions)
    )


def _number_of(which: object, actions: tuple[Action[Any], ...]) -> int:
    for position, action in enumerate(actions):
        if which is action or (isinstance(which, str) and which == action.name):
            return position
    raise UsageError(
        f"{brief(which)} is not an action of this domain",
        doing="leaving out actions",
        remedy="give actions of the domain, or their names, as without=[...]",
    )


def _cost(action: Action[Any], agent: object, unit: int) -> int:
    if not asks_agent(action):
        return AS_IN_TABLE
    if agent is None:
        raise UsageError(
            "its cost or its use is a question to the agent, and there is none",
            where=ACTION.format(action.name),
            doing="planning",
            remedy="give the agent: plan(state, goal, agent=...)",
        )
    usable = ask(action.is_usable, agent, action.name, "is_usable")
    if not isinstance(usable, bool) and type(usable).__name__ != "bool_":
        raise _wrong(action, "is_usable", usable, "return True or False")
    if not usable:
        return NOT_USABLE
    if not callable(action.cost):
        return AS_IN_TABLE
    answer = ask(action.cost, agent, action.name, "cost")
    try:
        cost = number(answer, "")
    except UsageError:
        raise _wrong(action, "cost", answer, "return a finite number from 0 on") from None
    if cost < 0:
        raise _wrong(action, "cost", answer, "return 0 or more; what shall be preferred costs less than the others")
    units = in_cost_units(cost, unit)
    if units >= MAX_UNITS:
        raise _wrong(action, "cost", answer, "return less; to rule an action out use is_usable")
    return units


def _wrong(action: Action[Any], role: str, answer: object, remedy: str) -> UsageError:
    return UsageError(
        f"it returned {brief(answer)}", where=f"{ACTION.format(action.name)}.{role}", doing="planning", remedy=remedy
    )
