"""Planners and domains: what no plan can do, what no plan needs, and facts that are never told or never change."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from gumption.checking.facts import facts_told
from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.checking.source import UNKNOWN
from gumption.errors import UsageError
from gumption.goap.acting.planner import Planner
from gumption.goap.acting.provider import Provider
from gumption.goap.action import Action, effects_of
from gumption.goap.definition.kinds import Kind
from gumption.goap.definition.report import did_you_mean
from gumption.goap.domain import Domain
from gumption.goap.engines.blocked import roots
from gumption.goap.engines.reach import Reach, unreachable
from gumption.goap.formula import Formula
from gumption.goap.tables.task import FINITE, REAL, Assign, Field, Group, Linear, Put, Task, TaskAction
from gumption.goap.vocabulary import Change, Condition, When

_FREE: Final = Linear(0)


def check(part: Part) -> Iterator[Finding]:
    """All that is found in a planner, or in a domain by itself."""
    definition = part.definition
    if isinstance(definition, Domain):
        yield from _suspicions(part, definition)
    elif isinstance(definition, Planner):
        yield from _suspicions(part, definition.domain)
        told = facts_told(definition.provider.world_state)
        if told is not None:
            yield from _facts(part, definition, told)
            yield from _out_of_reach(part, definition, told)
        yield from _useless(part, definition)


def _node(part: Part, kind: str, name: str) -> int:
    """The id of an action or a goal; 0 if it has no node."""
    own = part.definition.describe()
    kinds = ("action", "state") if kind == "action" else ("goal",)
    return next((node.id for node in own if node.name == name and node.kind in kinds), 0)


def _suspicions(part: Part, domain: Domain[Any]) -> Iterator[Finding]:
    """What the domain itself tells; but for how long a search may take."""
    for found in domain.findings:
        if found.code == "goap-unbounded":
            continue
        kind, _, quoted = found.where.partition(" ")
        yield part.finding(found.code, _node(part, kind, quoted.strip("'")), found.problem, found.remedy)


def _facts(part: Part, planner: Planner[Any], told: Mapping[str, object]) -> Iterator[Finding]:
    """Facts that are never told, and those that are always told alike and changed by no action."""
    written = {name for action in planner.domain.actions for name, _ in _effects(action)}
    for name, kind in planner.domain.names.items():
        if name not in told and kind.sort != "boolean":
            remedy = did_you_mean(name, told, otherwise="let world_state tell it")
            problem = f"world_state never tells {name!r}, which is {kind}, so that no plan can be made"
            yield part.finding("untold-fact", 0, problem, remedy)
        elif name not in written and told.get(name, False) is not UNKNOWN:
            value = f"always {told[name]!r}" if name in told else "False, since world_state does not tell it"
            remedy = did_you_mean(name, told.keys() - {name}, otherwise="tell what is the case, or leave the name out")
            yield part.finding("unchanging-fact", 0, f"{name!r} is {value}, and no action changes it", remedy)


def _out_of_reach(part: Part, planner: Planner[Any], told: Mapping[str, object]) -> Iterator[Finding]:
    """Actions and goals that are out of reach from all states that the provider could tell."""
    domain = planner.domain
    try:
        start = domain.state({name: _start(name, kind, told) for name, kind in domain.names.items()})
    except UsageError:  # a constant that does not suit its name, which planning will tell
        return
    encoding = start.encoding
    reach = Reach(_moved_by_world(encoding.task, told), start.encoded)
    for index, action in enumerate(domain.actions):
        if index not in reach.possible:
            texts, tests = encoding.texts[index], encoding.task.actions[index].tests
            lacking = [texts[number] for number in unreachable(reach, tests)] or texts
            problem = f"it can never be applied: `{'`, `'.join(lacking)}` cannot come true" + (
                " together" * (len(lacking) > 1)
            )
            remedy = "add an action that makes it true, let world_state tell it, or leave the action out"
            yield part.finding("unusable-action", _node(part, "action", action.name), problem, remedy)
    if _overrides(planner, "goals"):
        return
    for goal in domain.goals:
        target, _ = domain.target(start, goal)
        missing = unreachable(reach, target.tests) if target.encoding is encoding else ()
        if missing:
            because = [
                f"{domain.actions[action].name!r} needs {encoding.texts[action][test]}"
                for action, test in roots(reach, target.tests)
            ]
            problem = (
                f"no sequence of actions makes it true that {' and '.join(target.texts[each] for each in missing)}"
            )
            problem += f", because {' and '.join(because)}" if because else ""
            yield part.finding(
                "unreachable-goal", _node(part, "goal", goal.name), problem, "add what is missing, or mend the goal"
            )


def _start(name: str, kind: Kind, told: Mapping[str, object]) -> Any:
    """A value to start from: what is always told alike, else any."""
    if told.get(name, UNKNOWN) is not UNKNOWN:
        return told[name]
    if kind.sort == "boolean":
        return False
    if kind.sort == "enumeration":
        return kind.values[0] if kind.values else "something"
    return next((each for each in (kind.low, kind.high) if each is not None), 0)


def _moved_by_world(task: Task, told: Mapping[str, object]) -> Task:
    """The task, with more actions: the world may give any value to what the provider tells of it."""
    free = [number for number, field in enumerate(task.fields) if told.get(field.name) is UNKNOWN]
    moves = [
        TaskAction(_FREE, (), (Group((), (write,)),))
        for number in free
        for write in _writes(number, task.fields[number])
    ]
    return replace(task, actions=(*task.actions, *moves))


def _writes(number: int, field: Field) -> Iterator[Put | Assign]:
    if field.kind == FINITE:
        yield from (Put(number, value) for value in range(field.size))
    else:
        yield from (Assign(number, Linear(step, ((number, 1),), field.kind == REAL)) for step in (1, -1))


def _useless(part: Part, planner: Planner[Any]) -> Iterator[Finding]:
    """Actions that change nothing that a goal, or an action that is of use, asks for."""
    domain = planner.domain
    if not domain.goals or _overrides(planner, "goals"):
        return
    wanted = {name for goal in domain.goals for name in _read_by(goal.conditions)}
    useless = {action.name: action for action in domain.actions}
    while True:
        useful = [action for action in useless.values() if any(name in wanted for name, _ in _effects(action))]
        if not useful:
            break
        for action in useful:
            del useless[action.name]
            wanted |= _needs(action)
    for action in useless.values():
        if any(True for _ in _effects(action)):  # else the domain tells it
            changed = ", ".join(dict.fromkeys(repr(name) for name, _ in _effects(action)))
            problem = f"it is in no plan: it changes {changed}, which no goal asks for, and no action on the way to one"
            yield part.finding(
                "useless-action", _node(part, "action", action.name), problem, "leave it out, or mend its effects"
            )


def _overrides(planner: Planner[Any], hook: str) -> bool:
    method = getattr(planner.provider, hook)
    return getattr(method, "__func__", method) is not getattr(Provider, hook)


def _effects(action: Action[Any]) -> Iterator[tuple[str, object]]:
    for effects in effects_of(action):
        yield from (effects.effects if isinstance(effects, When) else effects).items()


def _needs(action: Action[Any]) -> set[str]:
    """The names that decide whether an action can be applied, what it does, and what it costs."""
    names = _read_by(action.preconditions)
    for effects in effects_of(action):
        names |= _read_by(effects.conditions) if isinstance(effects, When) else set()
    for _, effect in _effects(action):
        amount = effect.amount if isinstance(effect, Change) else effect
        names |= set(amount.names) if isinstance(amount, Formula) else set()
    return names | (set(action.cost.names) if isinstance(action.cost, Formula) else set())


def _read_by(conditions: Mapping[str, object]) -> set[str]:
    names = set(conditions)
    for condition in conditions.values():
        for operand in condition.operands if isinstance(condition, Condition) else (condition,):
            names |= set(operand.names) if isinstance(operand, Formula) else set()
    return names
