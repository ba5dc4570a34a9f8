"""Which states the code of a state names: so that a machine knows all of its states, and can draw its arrows.

States name each other in the bodies of their hooks (`machine.change_state(VISIT_BANK)`). Reading the compiled code of
those bodies finds the objects that they name, without running anything. What cannot be found this way (a state taken
out of a list, say) is given to the machine with `states=`.
"""

import dis
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from gumption.core.mind import is_definition
from gumption.core.source import unwrap
from gumption.fsm.hooks import overridden, problems_of
from gumption.fsm.state import Running, State, is_state

_CALLED_NEXT: Final = sys.version_info >= (3, 13)
"""Where the compiler marks a call: from Python 3.13 behind the name of what is called, before that in front of it."""

_VERBS: Final = frozenset(
    {"change_state", "push_state", "set_current_state", "set_previous_state", "set_global_state", "is_in_state"}
)

_Span = tuple[tuple[int, int], tuple[int, int]]
"""From (line, column) to (line, column) in the source."""


@dataclass(frozen=True)
class _Named:
    """Something that code names."""

    value: object
    called: bool
    """Whether it is called on the spot."""
    to_verb: bool
    """Whether it stands among the arguments of change_state, push_state and the like."""


def states_named_by(state: Any) -> list[Any]:
    """The states that `state` names, each once, in the order of its source.

    State objects count wherever they are named. A bare function, or a definition, counts only as an argument of a verb
    that takes states, since anywhere else it may be anything; a function that is called is read as a part of the code
    that calls it.
    """
    found: dict[int, Any] = {}
    if is_state(state):
        found.update((id(value), value) for value in _attributes(state) if is_state(value))
    then: Any = vars(state)["then"] if issubclass(type(state), Running) else None
    if then is not None:
        found.setdefault(id(then), then)
    queue = list(_functions_of(state))
    seen: dict[int, FunctionType] = {}
    while queue:
        function = queue.pop(0)
        if id(function) in seen:
            continue
        seen[id(function)] = function
        for named in _names_in(function, function.__code__):
            value = named.value
            if is_state(value) or (named.to_verb and is_definition(value)):
                found.setdefault(id(value), value)
            elif isinstance(value, FunctionType):
                if named.called and value.__globals__ is function.__globals__:
                    queue.append(value)
                elif not named.called and named.to_verb and not any(problems_of(value, "")):
                    found.setdefault(id(value), value)
    return list(found.values())


def _attributes(state: State[Any]) -> Iterator[object]:
    """Values that the state object keeps, and those of its class."""
    yield from getattr(state, "__dict__", {}).values()
    for cls in type(state).__mro__:
        if cls is State:
            return
        for name, value in vars(cls).items():
            if inspect.ismemberdescriptor(value):  # a slot
                value = getattr(state, name, None)
            yield value


def _functions_of(state: object) -> Iterator[FunctionType]:
    """The functions whose bodies are the state's."""
    if is_state(state):
        own = [unwrap(value) for value in _attributes(state)] + [unwrap(hook) for _, hook in overridden(state)]
    else:
        inner: Any = unwrap(state)
        kind: Any = type(inner)  # pyright: ignore[reportUnknownVariableType]
        own = [inner, unwrap(getattr(kind, "__call__", None))]  # noqa: B004 - the method itself
    yield from (each for each in own if isinstance(each, FunctionType))


def _names_in(function: FunctionType, code: CodeType) -> list[_Named]:
    """What the code reads: globals, variables of functions around it, attributes of modules and classes."""
    cells: dict[str, Any] = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    steps = list(dis.get_instructions(code))
    to_verbs = _argument_spans(steps)
    found: list[tuple[tuple[int, int], _Named]] = []
    for at, step in enumerate(steps):
        value, called = _load(function, cells, steps, at)
        if value is _NOTHING:
            continue
        after = at + 1
        while isinstance(value, (ModuleType, type)) and after < len(steps) and _is_attribute(steps[after]):
            value = inspect.getattr_static(value, steps[after].argval, None)
            called = _is_method_call(steps[after])
            after += 1
        start = _start(step)
        to_verb = any(span[0] <= start < span[1] for span in to_verbs)
        found.append((start, _Named(value, called, to_verb)))
    # The order of bytecode differs between versions of Python, the order of the source does not.
    names = [named for _, named in sorted(found, key=lambda each: each[0])]
    for constant in code.co_consts:  # functions written inside functions, comprehensions
        if isinstance(constant, CodeType):
            names += _names_in(function, constant)
    return names


_NOTHING: Final = object()


def _load(function: FunctionType, cells: dict[str, Any], steps: list[dis.Instruction], at: int) -> tuple[object, bool]:
    """The value that a step loads, and whether it is called at once; _NOTHING for other steps."""
    step = steps[at]
    if step.opname == "LOAD_GLOBAL":
        return function.__globals__.get(step.argval, _NOTHING), bool((step.arg or 0) & 1)
    if step.opname == "LOAD_DEREF" and step.argval in cells:
        neighbour = at + 1 if _CALLED_NEXT else at - 1
        called = 0 <= neighbour < len(steps) and steps[neighbour].opname == "PUSH_NULL"
        try:
            return cells[step.argval].cell_contents, called
        except ValueError:  # not assigned yet
            return _NOTHING, False
    return _NOTHING, False


def _argument_spans(steps: list[dis.Instruction]) -> list[_Span]:
    """The spans of source of all calls of verbs. A call begins where the expression of its function begins."""
    verbs = {_start(step) for step in steps if _is_attribute(step) and step.argval in _VERBS}
    spans = [(_start(step), _end(step)) for step in steps if step.opname.startswith("CALL")]
    return [span for span in spans if span[0] in verbs]


def _is_attribute(step: dis.Instruction) -> bool:
    return step.opname in ("LOAD_ATTR", "LOAD_METHOD")


def _is_method_call(step: dis.Instruction) -> bool:
    return step.opname == "LOAD_METHOD" or (sys.version_info >= (3, 12) and bool((step.arg or 0) & 1))


def _start(step: dis.Instruction) -> tuple[int, int]:
    positions = step.positions
    return (0, 0) if positions is None else (positions.lineno or 0, positions.col_offset or 0)


def _end(step: dis.Instruction) -> tuple[int, int]:
    positions = step.positions
    if positions is None or positions.end_lineno is None:  # Python was told to keep no positions: take all
        return (sys.maxsize, 0)
    return (positions.end_lineno, positions.end_col_offset or 0)
