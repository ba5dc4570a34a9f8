"""What the user's callables take, found out once, when a definition is built (rule S5)."""

import difflib
import inspect
from collections.abc import Callable, Collection
from typing import Any, Final

_ALIKE: Final = 0.85
"""From which likeness of two names on, of 0 to 1, one of them is taken for a slip."""


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


def misspelt(made: object, base: type[Any], names: Collection[str]) -> list[tuple[str, str]]:
    """What an object of a derived class has, and what looks like one of its base's names: pairs of that and the name.

    Args:
        made: the object; names with an underscore in front are its own affair.
        base: the class that users derive from.
        names: what they may override. `on_enter` is taken for `enter`, if that is not there as well.
    """
    bases = type(made).__mro__
    derived = bases[: bases.index(base)]
    own: dict[str, None] = {}
    for each in (made, *derived):
        attributes: dict[str, object] = getattr(each, "__dict__", {})
        own.update((name, None) for name in attributes if not name.startswith("_"))
    found: list[tuple[str, str]] = []
    for name in own:
        if hasattr(base, name):
            continue
        bare = name.removeprefix("on_")
        meant: list[str] = []
        if bare in names:
            meant = [] if bare in own else [bare]
        else:
            meant = difflib.get_close_matches(name, list(names), n=1, cutoff=_ALIKE)
        found += [(name, right) for right in meant]
    return found


def agent_first(target: Callable[..., Any]) -> Callable[[Any, Any], Any] | None:
    """`target` as a function of two arguments, agent and surroundings; None if it takes neither one nor two."""
    count = argument_count(target)
    if count != 1:
        return None if count is None else target

    def call(agent: Any, _surroundings: Any) -> Any:
        return target(agent)

    call.__wrapped__ = target  # type: ignore[attr-defined]  # for whoever looks for its place
    return call
