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


def argument_count(target: Callable[..., Any], most: int = 2) -> int | None:
    """How many arguments `target` is called with: the fewest that it takes, from 1 to `most`; None: no such number.

    The first argument is always the agent. Optional parameters are left alone, since they are the user's own.
    """
    return next((count for count in range(1, most + 1) if takes(target, count)), None)


def agent_first(target: Callable[..., Any]) -> Callable[[Any, Any], Any] | None:
    """`target` as a function of two arguments, agent and surroundings; None if it takes neither one nor two."""
    count = argument_count(target)
    if count != 1:
        return None if count is None else target

    def call(agent: Any, _surroundings: Any) -> Any:
        return target(agent)

    call.__wrapped__ = target  # type: ignore[attr-defined]  # for whoever looks for its place
    return call
