"""Where the user's callables stand, for error messages and outlines."""

import functools
import inspect
import os
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any, Final

_MAX_WRAPPERS: Final = 100
_NOT_PLAIN: Final = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR


def unwrap(target: Any) -> Any:
    """The function inside partials, methods and wrappers."""
    for _ in range(_MAX_WRAPPERS):  # a bound against wrappers that wrap each other
        if isinstance(target, functools.partial):
            target = target.func
        elif hasattr(target, "__wrapped__"):
            target = target.__wrapped__
        elif hasattr(target, "__func__"):
            target = target.__func__
        else:
            break
    return target


def code_of(target: Any) -> CodeType | None:
    """The code object behind a function, method, partial, or instance with `__call__`; None for built-in ones."""
    inner = unwrap(target)
    code = getattr(inner, "__code__", None)
    if code is None:
        kind: Any = type(inner)  # pyright: ignore[reportUnknownVariableType]
        code = getattr(getattr(kind, "__call__", None), "__code__", None)  # noqa: B004 - the method itself
    return code if isinstance(code, CodeType) else None


def is_async(target: Any) -> bool:
    """Whether calling `target` gives a coroutine or a generator instead of doing the work."""
    code = code_of(target)
    return code is not None and bool(code.co_flags & _NOT_PLAIN)


def is_coroutine(target: Any) -> bool:
    """Whether `target` is an `async def` function that can be awaited: one that yields nothing itself."""
    code = code_of(target)
    return code is not None and bool(code.co_flags & inspect.CO_COROUTINE)


def place_of(target: Callable[..., Any]) -> str | None:
    """`module:line` of a callable's definition: portable between machines; None for built-in ones."""
    code = code_of(target)
    if code is None:
        return None
    module = getattr(unwrap(target), "__module__", None)
    if not isinstance(module, str) or module == "__main__":
        module = os.path.splitext(os.path.basename(code.co_filename))[0]
    return f"{module}:{code.co_firstlineno}"


def name_of(target: object) -> str:
    """What to call a function, class or other callable."""
    inner: object = unwrap(target)
    name = getattr(inner, "__name__", None)
    return name if isinstance(name, str) else type(inner).__name__


def agent_name(agent: object) -> str:
    """What to call an agent in messages: its `name` where that is a string, else its class. Never raises."""
    try:
        name = getattr(agent, "name", None)
    except Exception:  # a property of the user's; the message that needs the name matters more
        name = None
    return name if isinstance(name, str) and name else type(agent).__name__


def error_text(error: BaseException) -> str:
    """`ValueError: what it says`, in one string. Never raises."""
    try:
        text = str(error)
    except Exception:  # an exception that cannot be shown must not hide itself
        text = "(it cannot be shown)"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


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
