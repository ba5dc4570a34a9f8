"""Errors for bounds that were reached, with the cycle that reached them."""

from collections.abc import Sequence
from typing import Final

from gumption.errors import LimitError

MAX_MESSAGES: Final = 1000
"""How many messages that came during one tick of a mind may be delivered at its end."""

_MAX_PERIOD: Final = 50


def endless(
    problem: str, names: Sequence[str], remedy: str = "break the cycle, or let a tick pass in it"
) -> LimitError:
    """The error for a bound that was reached; `names` are what came one after another."""
    return LimitError(f"{problem}: {cycle_of(names)}", remedy=remedy)


def cycle_of(names: Sequence[str]) -> str:
    """The cycle in which `names` ends, as `a -> b -> a`; the last few where nothing repeats.

    Of several lengths the one counts whose repetition reaches back the furthest.
    """
    best, reach = 0, 0
    for period in range(1, min(_MAX_PERIOD, len(names) // 2) + 1):
        repeats = period
        while repeats < len(names) and names[-repeats - 1] == names[-repeats - 1 + period]:
            repeats += 1
        if repeats >= 2 * period and repeats > reach:
            best, reach = period, repeats
    if best:
        return " -> ".join([*names[-best:], names[-best]])
    return "... " * (len(names) > 8) + " -> ".join(names[-8:])
