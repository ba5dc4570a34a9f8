"""What the user's callables take, found out once, when a definition is built (rule S5)."""

import inspect
from collections.abc import Callable
from typing import Any


def takes(target: Callable[..., Any], count: int) -> bool:
    """Whether `target` can be called with `count` positional arguments; True where it cannot be known."""
    try:
        inspect.signature(target).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some built-in callables tell no signature
        return True
    return True


def is_async(target: Callable[..., Any]) -> bool:
    """Whether calling `target` gives a coroutine or a generator instead of doing the work."""
    call = target if inspect.isroutine(target) else getattr(target, "__call__", target)  # noqa: B004 - the method itself
    return any(
        check(call) for check in (inspect.iscoroutinefunction, inspect.isasyncgenfunction, inspect.isgeneratorfunction)
    )


def agent_first(target: Callable[..., Any]) -> Callable[[Any, Any], Any] | None:
    """`target` as a function of two arguments, agent and surroundings; None if it takes neither one nor two."""
    if takes(target, 2):
        return target
    if takes(target, 1):
        return lambda agent, _surroundings: target(agent)
    return None
