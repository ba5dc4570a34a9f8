"""State machines: states that nothing leads to, and states that change to each other while they are entered."""

import ast
from collections.abc import Iterator
from typing import Any, Final

from gumption.checking.finding import Finding
from gumption.checking.parts import Part, own_functions
from gumption.checking.source import UNKNOWN, Function, inside, names_of_arguments, read, value_of
from gumption.fsm.machine import Machine
from gumption.fsm.state import Running, State, is_state

_CHANGES: Final = ("change_state", "push_state")
_VERBS: Final = (*_CHANGES, "set_current_state", "set_previous_state", "set_global_state")
_ENDS: Final = ("finish", "pop_state", "revert_to_previous_state")
_MIND: Final = 1
"""Which argument of a hook the machine is."""


def check(part: Part) -> Iterator[Finding]:
    """All that is found in a machine."""
    if isinstance(part.definition, Machine):
        yield from _unreachable(part, part.definition)
        yield from _endless(part, part.definition)


def _unreachable(part: Part, machine: Machine[Any]) -> Iterator[Finding]:
    outline = machine.describe()
    starts = [machine.initial.id, *([] if machine.global_state is None else [machine.global_state.id])]
    reached = list(dict.fromkeys(starts))
    for node in reached:  # grows
        reached += [other for other in outline[node].leads_to if other not in reached]
    unreached = [state for state in machine.states if machine.hooks_of(state).id not in reached]
    if not unreached or not all(_is_plain(machine, state) for state in machine.states):
        return
    for state in unreached:
        remedy = "change to it somewhere, or leave it out"
        problem = "no code of the machine leads to this state, neither from the first state nor from the global one"
        yield part.finding("unreachable-state", machine.hooks_of(state).id, problem, remedy)


def _functions(state: Any) -> list[Any]:
    if issubclass(type(state), Running):  # its arrow is known
        return []
    if not is_state(state):
        return [state] if callable(state) else []
    return [function for _, function in own_functions(state, State)]


def _is_plain(machine: Machine[Any], state: Any) -> bool:
    """Whether all that the code of a state does with the machine can be read: then its arrows are all there are."""
    for function in _functions(state):
        tree = read(function)
        if tree is None:
            return False
        calls = {id(node.func): node for node in inside(tree) if isinstance(node, ast.Call)}
        mind = _mind(tree, function)
        looked_at = {id(node.value): node for node in inside(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Name) or node.id != mind:
                continue
            used = looked_at.get(id(node))
            if used is None:  # it is given away, or used in a function inside
                return False
            call = calls.get(id(used))
            if used.attr in _VERBS and (
                call is None or not all(_is_known(each, function, machine) for each in call.args)
            ):
                return False
    return True


def _mind(tree: Function, function: Any) -> str | None:
    names = names_of_arguments(tree, function)
    return names[_MIND] if len(names) > _MIND else None


def _is_known(node: ast.AST, function: Any, machine: Machine[Any]) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_known(node.body, function, machine) and _is_known(node.orelse, function, machine)
    return _id(machine, value_of(node, function)) is not None


def _id(machine: Machine[Any], state: Any) -> int | None:
    found = next((each for each in machine.states if each is state), None) if state is not UNKNOWN else None
    return None if found is None else machine.hooks_of(found).id


def _endless(part: Part, machine: Machine[Any]) -> Iterator[Finding]:
    """Cycles of states each of which changes to the next one whenever it is entered."""
    next_one: dict[int, int] = {}
    for state in machine.states:
        target = _entering_leads_to(machine, state)
        if target is not None:
            next_one[machine.hooks_of(state).id] = target
    told: set[int] = set()
    for start in next_one:
        trail = [start]
        while trail[-1] in next_one and next_one[trail[-1]] not in trail:
            trail.append(next_one[trail[-1]])
        if next_one.get(trail[-1]) != start or start in told:
            continue
        told.update(trail)
        names = " -> ".join(machine.describe()[node].name for node in (*trail, start))
        problem = f"entering it leads to a change for ever, and no time passes: {names}"
        yield part.finding("endless-change", start, problem, "let one of them change in execute, or on a condition")


def _entering_leads_to(machine: Machine[Any], state: Any) -> int | None:
    """The state that the enter hook always changes to; None where that depends, or cannot be read."""
    hooks = machine.hooks_of(state)
    hook = hooks.enter
    leaves_freely = hooks.exit is None and hooks.pause is None  # they might end the machine
    tree = read(hook) if hook is not None and leaves_freely else None
    mind = None if tree is None else _mind(tree, hook)
    if tree is None or mind is None:
        return None
    looks = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_of(node, mind)]
    if len(looks) < sum(isinstance(node, ast.Name) and node.id == mind for node in ast.walk(tree)):
        return None  # it is given away
    asked = [node for node in looks if node.attr in (*_VERBS, *_ENDS)]
    for statement in tree.body:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and len(asked) == 1 and call.func is asked[0] and call.args:
            return _id(machine, value_of(call.args[0], hook)) if asked[0].attr in _CHANGES else None
        if any(isinstance(node, (ast.Return, ast.Raise)) for node in (statement, *inside(statement))):
            return None
    return None


def _is_of(node: ast.Attribute, mind: str) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == mind
