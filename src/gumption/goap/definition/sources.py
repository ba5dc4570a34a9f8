"""From what the user wrote to pieces of known form; what has another form is reported and left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeGuard, cast

from gumption.core.callables import takes
from gumption.core.source import is_async, name_of
from gumption.errors import UsageError, brief
from gumption.goap.action import Action
from gumption.goap.definition.performance import Performance, read_performance
from gumption.goap.definition.report import ACTION, GOAL, Report
from gumption.goap.formula import Formula, Number, number
from gumption.goap.goal import Goal
from gumption.goap.vocabulary import Change, Condition, ConditionLike, EffectLike, When


@dataclass(frozen=True, slots=True)
class GroupSource:
    """Effects with the conditions on which they happen; none: always."""

    conditions: Mapping[str, ConditionLike]
    effects: Mapping[str, EffectLike]


@dataclass(frozen=True, slots=True)
class ActionSource:
    """An action whose parts are of the right form."""

    where: str
    action: Action[Any]
    cost: Number | Formula | None
    """None: a function of the agent."""
    conditions: Mapping[str, ConditionLike]
    groups: tuple[GroupSource, ...]
    performance: Performance


@dataclass(frozen=True, slots=True)
class GoalSource:
    """A goal whose parts are of the right form."""

    where: str
    goal: Goal[Any]
    conditions: Mapping[str, ConditionLike]


def read_actions(actions: object, report: Report) -> list[ActionSource]:
    """The actions that can be read, in the order in which they were given."""
    if not _is_list(actions):
        report.error("goap-argument", "actions", f"{brief(actions)} is not a list of actions", "give a list of actions")
        return []
    found: list[ActionSource] = []
    names: dict[str, int] = {}
    for position, action in enumerate(actions):
        if not _is_action(action):
            place, shown = f"actions[{position}]", brief(action)
            remedy = "give Action(...)"
            if isinstance(action, type) and issubclass(action, Action):
                remedy = f"give an object instead of the class: {action.__name__}()"
            report.error("goap-argument", place, f"{shown} is not an action", remedy)
            continue
        source = _read_action(action, position, report)
        found.append(source)
        if source.action.name in names:
            first = names[source.action.name]
            problem = f"actions[{first}] and actions[{position}] have the same name"
            report.error("goap-duplicate-name", source.where, problem, "give one of them another name=")
        names.setdefault(source.action.name, position)
    if not found and not report.errors:
        report.error("goap-empty", "actions", "there are no actions", "give at least one action")
    return found


def read_goals(goals: object, report: Report) -> list[GoalSource]:
    """The goals that can be read, in the order in which they were given."""
    if not _is_list(goals):
        report.error("goap-argument", "goals", f"{brief(goals)} is not a list of goals", "give goals=[Goal(...), ...]")
        return []
    found: list[GoalSource] = []
    for position, goal in enumerate(goals):
        if _is_goal(goal):
            found.append(read_goal(goal, report))
        else:
            report.error(
                "goap-argument", f"goals[{position}]", f"{brief(goal)} is not a goal", "give Goal(name, {...})"
            )
    names = [source.goal.name for source in found]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        remedy = "give one of them another name"
        report.error("goap-duplicate-name", GOAL.format(name), "two goals have the same name", remedy)
    return found


def read_goal(goal: Goal[Any], report: Report) -> GoalSource:
    """A goal, whose faults are reported."""
    where = GOAL.format(goal.name) if goal.name else "the goal"
    name: object = goal.name
    if not isinstance(name, str):
        report.error("goap-argument", where, f"its name is {brief(name)}", "give a string")
    priority = goal.priority
    if callable(priority):
        _check_function(priority, where, "priority", report)
    else:
        _number(priority, where, "the priority", report)
    return GoalSource(where, goal, read_conditions(goal.conditions, where, report))


def read_conditions(conditions: object, where: str, report: Report) -> dict[str, ConditionLike]:
    """The conditions that are of the right form."""
    found: dict[str, ConditionLike] = {}
    for name, value in _items(conditions, where, "conditions", report):
        if isinstance(value, (Change, When)):
            remedy = "effects belong into effects=; as a condition give a value, at_least(...) or the like"
            report.error("goap-argument", where, f"{name}: ({value}) is an effect, not a condition", remedy)
        elif isinstance(value, (Condition, Formula)) or _is_value(value):
            found[name] = cast("ConditionLike", value)
        elif _value(value, where, name, report) is not None:
            found[name] = number(value, "")
    return found


def _read_action(action: Action[Any], position: int, report: Report) -> ActionSource:
    name: object = action.name
    where = ACTION.format(name) if name else f"actions[{position}]"
    if not isinstance(name, str) or not name:
        problem = f"its name is {brief(name)}" if name else "it has no name"
        report.error("goap-argument", where, problem, "give a string")
    conditions = read_conditions(action.preconditions, where, report)
    groups = _read_effects(action.effects, where, report)
    for role in ("is_usable", "target", "duration"):
        function = getattr(action, role)
        if function is not None and (role != "duration" or callable(function)):
            _check_function(function, where, role, report)
    for role in ("duration", "cooldown", "reach"):
        value = getattr(action, role)
        if value is not None and not callable(value) and (_number(value, where, role, report) or 0) < 0:
            report.error("goap-argument", where, f"{role} is {brief(value)}", "give a number that is not negative")
    cost, performance = _read_cost(action.cost, where, report), read_performance(action.perform, where, report)
    return ActionSource(where, action, cost, conditions, tuple(groups), performance)


def _read_cost(cost: object, where: str, report: Report) -> Number | Formula | None:
    if isinstance(cost, Formula):
        return cost
    if callable(cost):
        _check_function(cost, where, "cost", report)
        return None
    try:
        plain = number(cost, "")
    except UsageError as error:
        remedy = "give a number from 0 on, a function of the agent, or an expression with value_of(...)"
        report.error("goap-cost", where, f"the cost: {error.problem}", remedy)
        return 1
    if plain < 0:
        remedy = "let it cost 0 or more; for what shall be preferred let other actions cost more"
        report.error("goap-cost", where, f"the cost is {plain!r}", remedy)
    return plain


def _read_effects(effects: object, where: str, report: Report) -> list[GroupSource]:
    if _is_mapping_or_when(effects):
        effects = (effects,)
    if not _is_sequence(effects):
        remedy = "give a dictionary, or a list of dictionaries and when(...)"
        report.error("goap-argument", where, f"effects are {brief(effects)}", remedy)
        return []
    groups: list[GroupSource] = []
    for each in effects:
        if isinstance(each, When):
            conditions = read_conditions(each.conditions, where, report)
            groups.append(GroupSource(conditions, _read_effect_items(each.effects, where, report)))
        else:
            groups.append(GroupSource({}, _read_effect_items(each, where, report)))
    return groups


def _read_effect_items(effects: object, where: str, report: Report) -> dict[str, EffectLike]:
    found: dict[str, EffectLike] = {}
    for name, value in _items(effects, where, "effects", report):
        if isinstance(value, (Condition, When)):
            remedy = "conditions belong into preconditions=; as an effect give a value, add(...) or the like"
            report.error("goap-argument", where, f"{name}: ({value}) is a condition, not an effect", remedy)
        elif isinstance(value, (Change, Formula)) or _is_value(value):
            found[name] = cast("EffectLike", value)
        elif _value(value, where, name, report) is not None:
            found[name] = number(value, "")
    return found


def _items(mapping: object, where: str, what: str, report: Report) -> Iterable[tuple[str, object]]:
    if not isinstance(mapping, Mapping):
        remedy = f"give a dictionary from names to {what}"
        report.error("goap-argument", where, f"its {what} are {brief(mapping)}", remedy)
        return
    for name, value in cast("Mapping[object, object]", mapping).items():
        if isinstance(name, str) and name:
            yield name, value
        else:
            remedy = "names of a state are strings that are not empty"
            report.error("goap-argument", where, f"{brief(name)} stands as a name in its {what}", remedy)


def _is_mapping_or_when(value: object) -> TypeGuard[Mapping[Any, Any] | When]:
    return isinstance(value, (Mapping, When))


def _is_sequence(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _is_list(value: object) -> TypeGuard[Iterable[Any]]:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping, Goal))


def _is_action(value: object) -> TypeGuard[Action[Any]]:
    return isinstance(value, Action)


def _is_goal(value: object) -> TypeGuard[Goal[Any]]:
    return isinstance(value, Goal)


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, (bool, str, Enum))


def _number(value: object, where: str, what: str, report: Report) -> Number | None:
    try:
        return number(value, "")
    except UsageError as error:
        report.error("goap-argument", where, f"{what}: {error.problem}", error.remedy)
        return None


def _value(value: object, where: str, name: str, report: Report) -> Number | None:
    """A value that is no boolean, string, member of an enumeration, or None: a number, then."""
    if isinstance(value, (int, float)):
        return _number(value, where, name, report)
    try:
        return number(value, "")
    except UsageError as error:
        problem, remedy = f"{brief(value)} is not a value", "give a number, boolean, string, or enum member"
        if isinstance(value, (list, tuple, set, frozenset)):
            remedy += "; as a condition one_of(...)"
        elif not error.problem.endswith("is not a number"):
            problem, remedy = error.problem, error.remedy
        report.error("goap-argument", where, f"{name}: {problem}", remedy)
        return None


def _check_function(function: object, where: str, role: str, report: Report) -> None:
    if not callable(function):
        remedy = f"give a function of the agent for {role}"
        report.error("goap-argument", where, f"{role} is {brief(function)}, which cannot be called", remedy)
    elif is_async(function):
        problem = f"{role}: {name_of(function)} is a coroutine or generator function, which nothing would await"
        report.error("goap-argument", where, problem, "make it a plain function")
    elif not takes(function, 1):
        problem = f"{role}: {name_of(function)} cannot be called with (agent)"
        report.error("goap-argument", where, problem, "let it take the agent, and nothing else")
