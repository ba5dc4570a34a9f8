"""How an action is carried out: what it was given as `perform`, known to be one of five kinds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gumption.core.callables import argument_count, takes
from gumption.core.mind import Definition, is_definition
from gumption.core.source import error_text, is_async, is_coroutine, name_of
from gumption.errors import brief
from gumption.goap.definition.report import Report

Sort: TypeAlias = Literal["nothing", "function", "coroutine", "hooks", "mind"]

_CODE: Final = "goap-perform"
_FORMS: Final = (
    "a function of (agent) or (agent, context), an object with tick(agent, context), or a mind such as a Tree"
)
_WORDS: Final = ("agent", "context", "reason")
_Faults: TypeAlias = Iterator[tuple[str, str]]
"""Pairs of problem and remedy."""


@dataclass(frozen=True, slots=True)
class Performance:
    """How an action is carried out.

    Functions are the user's own: they take the agent; or agent and context; `exit` also these and the reason. How many
    of them, `core.callables.argument_count` tells.
    """

    sort: Sort
    """nothing: its duration has to pass; function: called when that has passed, and every tick from then on as long as
    it gives RUNNING; coroutine, hooks, mind: goes on by itself, for as long as it takes."""
    tick: Callable[..., Any] | None = None
    """The function, the coroutine function, or the hook, which may be a coroutine function."""
    enter: Callable[..., Any] | None = None
    exit: Callable[..., Any] | None = None
    definition: Definition[Any] | None = None
    """Of a mind: what is bound to the agent."""


NOTHING: Final = Performance("nothing")


def read_performance(perform: Any, where: str, report: Report) -> Performance:
    """What was given as `perform`; an object is made of a class with hooks. What is wrong with it is reported.

    Args:
        perform: what was given.
        where: the action, for the report.
        report: where to.
    """
    made, faults = perform, list[tuple[str, str]]()
    if isinstance(perform, type):
        made, faults = _made(perform)
    found = NOTHING if faults else _read(made)
    faults += [] if faults else _faults(found, made)
    for problem, remedy in faults:
        report.error(_CODE, where, f"perform: {problem}", remedy)
    return NOTHING if faults else found


def _made(kind: type[Any]) -> tuple[Any, list[tuple[str, str]]]:
    """An object of a class, or why there is none."""
    if not hasattr(kind, "tick"):
        return None, [(f"{kind.__name__} is a class without tick()", f"give {_FORMS}")]
    try:
        return kind(), []
    except Exception as error:  # a class of the user's; told with all else that is wrong
        problem = f"{kind.__name__}() cannot be made: {error_text(error)}"
        return None, [(problem, "give an object instead of the class")]


def _read(given: Any) -> Performance:
    if given is None:
        return NOTHING
    if is_definition(given):
        return Performance("mind", definition=given)
    if hasattr(given, "tick"):
        return Performance("hooks", given.tick, getattr(given, "enter", None), getattr(given, "exit", None))
    return Performance("coroutine" if callable(given) and is_coroutine(given) else "function", given)


def _faults(found: Performance, given: Any) -> _Faults:
    if found.sort == "mind":
        for name, count in (("bind", 2), ("describe", 0)):
            if not takes(getattr(given, name), count):
                wanted = ", ".join(_WORDS[:count])
                yield f"{name_of(given)}.{name} cannot be called with ({wanted})", f"give {_FORMS}"
    elif found.sort == "hooks":
        for hook, function, most in (("tick", found.tick, 2), ("enter", found.enter, 2), ("exit", found.exit, 3)):
            if function is not None or hook == "tick":
                yield from _callable(function, f"{name_of(given)}.{hook}", most, may_await=hook == "tick")
    elif found.sort != "nothing":
        yield from _callable(given, name_of(given), 2, may_await=True)


def _callable(function: Any, name: str, most: int, *, may_await: bool) -> _Faults:
    if not callable(function):
        yield f"{brief(function)} cannot be called", f"give {_FORMS}"
        return
    if argument_count(function, most) is None:
        wanted = " or ".join(f"({', '.join(_WORDS[:count])})" for count in range(1, most + 1))
        yield f"{name} cannot be called with {wanted}", "let it take these arguments"
    if is_async(function) and not is_coroutine(function):
        yield f"{name} is a generator function", "write it without yield: what takes time may be `async def`"
    elif is_async(function) and not may_await:
        yield f"{name} is a coroutine function, which nothing would await", "make it a plain function"
