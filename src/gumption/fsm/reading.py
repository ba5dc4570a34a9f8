"""Which states the code of a state names: so that a machine knows all of its states, and can draw its arrows.

States name each other in the bodies of their hooks (`machine.change_state(VISIT_BANK)`). Reading the compiled code of
those bodies finds the objects that they name, without running anything. What cannot be found this way (a state taken
out of a list, say) is given to the machine with `states=`.
"""

import dis
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from gumption.core.callables import takes
from gumption.core.source import code_of
from gumption.fsm.state import State, is_state

_CALLED_NEXT = sys.version_info >= (3, 13)
"""Where the compiler marks a call: from Python 3.13 behind the name of what is called, before that in front of it."""

_VERBS = frozenset(
    {
        "change_state",
        "push_state",
        "set_current_state",
        "set_previous_state",
        "set_global_state",
        "is_in_state",
    }
)


def states_named_by(state: Any) -> list[Any]:
    """The states that `state` names, each once, in the order of its code.

    State objects count wherever they are named; bare functions only where a function that changes states uses them as
    a value, since a function that is called is just a helper.
    """
    found: dict[int, Any] = {}
    seen: set[CodeType] = set()
    queue = list(_functions_of(state))
    if is_state(state):
        found.update((id(value), value) for value in vars(state).values() if is_state(value))
    while queue:
        function = queue.pop(0)
        code = function.__code__
        if code in seen:
            continue
        seen.add(code)
        for value, called in _values_named(function, code):
            if is_state(value):
                found.setdefault(id(value), value)
            elif isinstance(value, FunctionType):
                if called and value.__globals__ is function.__globals__:
                    queue.append(value)
                elif not called and _VERBS & set(code.co_names) and (takes(value, 2) or takes(value, 1)):
                    found.setdefault(id(value), value)
    return list(found.values())


def _functions_of(state: object) -> Iterator[FunctionType]:
    if is_state(state):
        for cls in type(state).__mro__:
            if cls is State:
                break
            yield from (value for value in vars(cls).values() if isinstance(value, FunctionType))
    elif isinstance(state, FunctionType):
        yield state
    elif code_of(state) is not None:  # a method, a partial, a callable object
        call = getattr(state, "func", None) or getattr(state, "__func__", None) or type(state).__call__
        if isinstance(call, FunctionType):
            yield call


def _values_named(function: FunctionType, code: CodeType) -> Iterator[tuple[object, bool]]:
    """Each global, closure variable and module attribute that the code reads, and whether it is called on the spot."""
    cells: dict[str, Any] = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    steps = list(dis.get_instructions(code))
    for at, step in enumerate(steps):
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
            called = bool((step.arg or 0) & 1)
        elif step.opname == "LOAD_DEREF" and step.argval in cells:
            try:
                value = cells[step.argval].cell_contents
            except ValueError:  # not assigned yet
                continue
            neighbour = at + 1 if _CALLED_NEXT else at - 1
            called = 0 <= neighbour < len(steps) and steps[neighbour].opname == "PUSH_NULL"
        else:
            continue
        if isinstance(value, ModuleType) and at + 1 < len(steps):
            after = steps[at + 1]
            called = after.opname == "LOAD_METHOD" or (sys.version_info >= (3, 12) and bool((after.arg or 0) & 1))
            value = getattr(value, str(after.argval), None) if after.opname in ("LOAD_ATTR", "LOAD_METHOD") else None
        yield value, called
    for constant in code.co_consts:  # functions written inside functions, comprehensions
        if isinstance(constant, CodeType):
            yield from _values_named(function, constant)
