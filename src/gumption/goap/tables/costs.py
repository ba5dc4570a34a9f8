"""What agents say of actions: what they cost, whether they are usable, and how long they take (rules G3 and G10)."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from gumption.errors import UsageError, brief
from gumption.goap.action import Action, asks_agent
from gumption.goap.asking import ask
from gumption.goap.definition.report import ACTION
from gumption.goap.formula import Number, number
from gumption.goap.tables.prices import FINEST, MAX_UNITS, in_cost_units
from gumption.goap.tables.task import AS_IN_TABLE, NOT_USABLE

if TYPE_CHECKING:
    from gumption.goap.tables.encodings import Target

SECOND: Final = FINEST
"""How many units of time make a second."""


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


def price(action: Action[Any], agent: object, unit: int) -> int:
    """What an action costs for an agent, in units: -2 where the table says it.

    Raises:
        UsageError: it is no number from 0 on, or too high, or there is no agent to ask.
        MindError: the user's function raised.
    """
    if not callable(action.cost):
        return AS_IN_TABLE
    if agent is None:
        raise _unasked(action, "its cost")
    answer = ask(action.cost, agent, action.name, "cost")
    cost = _number(action, "cost", answer, "return 0 or more; what shall be preferred costs less than the others")
    units = in_cost_units(cost, unit)
    if units >= MAX_UNITS:
        raise _wrong(action, "cost", answer, "return less; to rule an action out use is_usable")
    return units


def durations(target: "Target", agent: object, costs: tuple[int, ...] | None) -> tuple[int, ...]:
    """How long each action takes in units of time; -1 where `costs` says that it is not usable.

    Args:
        target: what is planned for.
        agent: who is asked.
        costs: what `agent_costs` gave.

    Raises:
        UsageError: a duration is no number from 0 on, or is too long to be added up, or there is no agent to ask.
        MindError: the user's function raised.
    """
    found: list[int] = []
    for position, action in enumerate(target.domain.actions):
        usable = costs is None or costs[position] != NOT_USABLE
        found.append(duration(action, agent) if usable else NOT_USABLE)
        if found[-1] >= MAX_UNITS:
            raise UsageError(
                f"its duration is {found[-1] / SECOND:g} s",
                where=ACTION.format(action.name),
                doing="planning",
                remedy=f"plans for the least time add up durations below {MAX_UNITS / SECOND:g} s",
            )
    return tuple(found)


def duration(action: Action[Any], agent: object) -> int:
    """How long an action takes for an agent, in units of time.

    Raises:
        UsageError: it is no number from 0 on, or there is no agent to ask.
        MindError: the user's function raised.
    """
    length = action.duration
    if not callable(length):
        return in_cost_units(length or 0, SECOND)
    if agent is None:
        raise _unasked(action, "its duration")
    answer = ask(length, agent, action.name, "duration")
    return in_cost_units(_number(action, "duration", answer, "return 0 or more"), SECOND)


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
        raise _unasked(action, "its cost or its use")
    usable = ask(action.is_usable, agent, action.name, "is_usable")
    if not isinstance(usable, bool) and type(usable).__name__ != "bool_":
        raise _wrong(action, "is_usable", usable, "return True or False")
    if not usable:
        return NOT_USABLE
    return price(action, agent, unit)


def _number(action: Action[Any], role: str, answer: object, remedy: str) -> Number:
    """An answer that has to be a number from 0 on."""
    try:
        found = number(answer, "")
    except UsageError:
        raise _wrong(action, role, answer, "return a finite number from 0 on") from None
    if found < 0:
        raise _wrong(action, role, answer, remedy)
    return found


def _unasked(action: Action[Any], what: str) -> UsageError:
    return UsageError(
        f"{what} is a question to the agent, and there is none",
        where=ACTION.format(action.name),
        doing="planning",
        remedy="give the agent: plan(state, goal, agent=...)",
    )


def _wrong(action: Action[Any], role: str, answer: object, remedy: str) -> UsageError:
    return UsageError(
        f"it returned {brief(answer)}", where=f"{ACTION.format(action.name)}.{role}", doing="planning", remedy=remedy
    )
