"""What can be said of conditions for all states of the agent. What cannot be decided is not said."""

import functools
from collections.abc import Sequence

from gumption.checking.worlds import Space, World, together
from gumption.core.expression import Expression

State = tuple[tuple[str, object], ...]
"""Attributes of the agent, and their values."""


def both(conditions: Sequence[Expression]) -> Expression:
    """All of them as one."""
    return conditions[0] if len(conditions) == 1 else Expression("and", *conditions)


def either(conditions: Sequence[Expression]) -> Expression:
    """At least one of them as one."""
    return conditions[0] if len(conditions) == 1 else Expression("or", *conditions)


def is_never(condition: Expression) -> bool:
    """Whether it holds in no state."""
    return _truths(condition) == frozenset([False])


def is_always(condition: Expression) -> bool:
    """Whether it holds in every state."""
    return _truths(condition) == frozenset([True])


def is_covered(condition: Expression, others: Sequence[Expression]) -> bool:
    """Whether one of the others holds in every state in which `condition` does; False if that is never."""
    reads = Space([condition]).subjects
    near = [other for other in others if Space([other]).subjects & reads]
    for rivals in (others, near):  # all are often too many
        worlds = Space([condition, *rivals]).worlds()
        if worlds is not None:
            holding = [world.truths[1:] for world in worlds if world.truths[0]]
            return bool(holding) and all(map(any, holding))
    return False


def none_holds(conditions: Sequence[Expression]) -> State | None:
    """A state that an agent may well have in which none of them holds; None: none is known."""
    if not Space(conditions).is_real:
        return None
    state: dict[str, object] = {}
    for group in together(conditions):
        world = _without_truth([conditions[number] for number in group])
        if world is None:
            return None
        state.update(world.state)
    return tuple(state.items())


@functools.lru_cache(maxsize=1024)  # an expression is equal to itself only
def _truths(condition: Expression) -> frozenset[bool]:
    worlds = Space([condition]).worlds()
    return frozenset() if worlds is None else frozenset(world.truths[0] for world in worlds)


def _without_truth(conditions: Sequence[Expression]) -> World | None:
    worlds = Space(conditions).worlds(plausible=True)
    return None if worlds is None else next((world for world in worlds if not any(world.truths)), None)
