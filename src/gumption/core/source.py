"""Where the user's callables stand, for error messages and outlines."""

import functools
import os
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any


def code_of(target: Any) -> CodeType | None:
    """The code object behind a function, method, partial, or instance with `__call__`; None for built-in ones."""
    seen = 0
    while seen < 100:  # a bound against wrappers that wrap each other
        seen += 1
        if isinstance(target, functools.partial):
            target = target.func
        elif hasattr(target, "__wrapped__"):
            target = target.__wrapped__
        elif hasattr(target, "__func__"):
            target = target.__func__
        else:
            break
    code = getattr(target, "__code__", None)
    if code is None:
        kind: Any = type(target)  # pyright: ignore[reportUnknownVariableType] - of whatever class
        code = getattr(getattr(kind, "__call__", None), "__code__", None)  # noqa: B004 - the method itself
    return code if isinstance(code, CodeType) else None


def place_of(target: Callable[..., Any]) -> str | None:
    """`module:line` of a callable's definition: portable between machines; None for built-in ones."""
    code = code_of(target)
    if code is None:
        return None
    module = getattr(target, "__module__", None)
    if module is None or module == "__main__":
        module = os.path.splitext(os.path.basename(code.co_filename))[0]
    return f"{module}:{code.co_firstlineno}"


def name_of(target: object) -> str:
    """What to call a function, class or other callable."""
    while isinstance(target, functools.partial):
        target = target.func
    name = getattr(target, "__name__", None)
    return name if isinstance(name, str) else type(target).__name__


def agent_name(agent: object) -> str:
    """What to call an agent in messages: its `name` where that is a string, else its class."""
    name = getattr(agent, "name", None)
    return name if isinstance(name, str) and name else type(agent).__name__


def line_of(error: BaseException, target: Callable[..., Any] | None) -> str:
    """`file:line` where `error` passed through `target`; the definition's line, or "", where it did not."""
    code = code_of(target) if target is not None else None
    if code is None:
        return ""
    line = code.co_firstlineno
    step: TracebackType | None = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code is code:
            line = step.tb_lineno
        step = step.tb_next
    return f"{code.co_filename}:{line}"
