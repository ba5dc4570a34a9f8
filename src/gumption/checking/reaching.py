"""Actions and goals that are out of reach, whatever the agent's state: by the relaxed state space (rule G5).

A plan may begin in any state that the provider could tell. So there are actions of the world beside those of the
domain, which give any value to whatever is told: what is out of reach even then is out of reach of every plan.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.checking.source import UNKNOWN
from gumption.errors import UsageError
from gumption.goap.definition.kinds import Kind
from gumption.goap.domain import Domain
from gumption.goap.engines.blocked import roots
from gumption.goap.engines.reach import Reach, unreachable
from gumption.goap.goal import Goal
from gumption.goap.state import State
from gumption.goap.tables.encodings import Encoding, Target
from gumption.goap.tables.task import FINITE, REAL, Among, Assign, Field, Group, Linear, Put, Task, TaskAction

_NO_COST: Final = Linear(0)


def check(
    part: Part, domain: Domain[Any], told: Mapping[str, object] | None, goals: Iterable[Goal[Any]]
) -> Iterator[Finding]:
    """Actions that can never be applied, and goals that no plan reaches.

    Args:
        part: the planner, or the domain itself.
        domain: what can be done.
        told: what the provider tells, see `facts_told`; None: a plan may begin in any state.
        goals: those that are wanted; none: they are not known.
    """
    known = dict.fromkeys(domain.names, UNKNOWN) if told is None else told
    try:
        start = domain.state({name: _value(name, kind, known) for name, kind in domain.names.items()})
    except UsageError:  # a constant that does not suit its name, which planning will tell
        return
    free = frozenset(number for number, name in enumerate(domain.names) if known.get(name) is UNKNOWN)
    reach = Reach(_moved(start.encoding.task, free), start.encoded)
    yield from _actions(part, domain, start.encoding, reach)
    for goal in goals:
        target, _ = domain.target(start, goal)
        if target.encoding is start.encoding:
            yield from _goal(part, target, start, reach, free)


def node_of(part: Part, kind: str, name: str) -> int:
    """The id of an action or a goal in the outline of a planner or domain; 0 if it has no node."""
    kinds = ("action", "state") if kind == "action" else (kind,)
    nodes = (node.id for node in part.definition.describe() if node.name == name and node.kind in kinds)
    return next(nodes, 0)


def _actions(part: Part, domain: Domain[Any], encoding: Encoding, reach: Reach) -> Iterator[Finding]:
    for index, action in enumerate(domain.actions):
        if index not in reach.possible:
            texts, tests = encoding.texts[index], encoding.task.actions[index].tests
            lacking = [texts[number] for number in unreachable(reach, tests)]
            what = f"`{'`, `'.join(lacking or texts)}` cannot come true{'' if lacking else ' together'}"
            remedy = "add an action that makes it true, let world_state tell it, or leave the action out"
            node = node_of(part, "action", action.name)
            yield part.finding("unusable-action", node, f"it can never be applied: {what}", remedy)


def _goal(part: Part, target: Target, start: State, reach: Reach, free: frozenset[int]) -> Iterator[Finding]:
    actions, texts = target.domain.actions, target.encoding.texts
    missing = unreachable(reach, target.tests)
    if missing:
        bottom = [
            f"{actions[action].name!r} needs {texts[action][test]}" for action, test in roots(reach, target.tests)
        ]
        because = f", because {' and '.join(bottom)}" if bottom else ""
        problem = f"no plan makes it true that {' and '.join(target.texts[each] for each in missing)}{because}"
    else:
        alone = [number for number, test in enumerate(target.tests) if _is_up_to_the_world(test, start, free)]
        if not alone:
            return
        problem = f"no plan makes it true that {' and '.join(target.texts[each] for each in alone)}, where it is not"
    node = node_of(part, "goal", target.goal.name)
    yield part.finding("unreachable-goal", node, problem, "add an action that does, or mend the goal")


def _is_up_to_the_world(test: object, start: State, free: frozenset[int]) -> bool:
    """Whether a test never comes true by actions alone where it does not hold, and there are such states."""
    if not isinstance(test, Among) or test.field not in free:
        return False
    task = start.encoding.task
    if not any(write.field == test.field for each in task.actions for group in each.groups for write in group.writes):
        return False  # `goap-no-achiever` tells of it
    others = frozenset(range(task.fields[test.field].size)) - test.allowed
    moved = _moved(task, free - {test.field})
    before, after = start.encoded[: test.field], start.encoded[test.field + 1 :]
    return bool(others) and not any(Reach(moved, (*before, other, *after)).allows(test) for other in others)


def _value(name: str, kind: Kind, known: Mapping[str, object]) -> Any:
    """A value to start from: what is always told alike, else any."""
    if known.get(name, UNKNOWN) is not UNKNOWN:
        return known[name]
    if kind.sort == "boolean":
        return False
    if kind.sort == "enumeration":
        return kind.values[0] if kind.values else "something"
    return next((each for each in (kind.low, kind.high) if each is not None), 0)


def _moved(task: Task, free: Iterable[int]) -> Task:
    """The task, with actions of the world that give any value to the fields of these numbers."""
    writes = [write for number in sorted(free) for write in _writes(number, task.fields[number])]
    moves = [TaskAction(_NO_COST, (), (Group((), (write,)),)) for write in writes]
    return replace(task, actions=(*task.actions, *moves))


def _writes(number: int, field: Field) -> Iterator[Put | Assign]:
    if field.kind == FINITE:
        yield from (Put(number, value) for value in range(field.size))
    else:
        yield from (Assign(number, Linear(step, ((number, 1),), field.kind == REAL)) for step in (1, -1))
