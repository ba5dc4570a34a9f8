"""The values of one thing that conditions read, of which none can tell more: one for each piece of its range."""

import itertools
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, final

_ORDERS: Final = ("<", "<=", ">", ">=")


@final
class Other:
    """A value that is equal to nothing that a condition names."""

    def __repr__(self) -> str:
        return "something else"


OTHER: Final = Other()


@dataclass
class Uses:
    """How conditions use one thing that they read."""

    name: str
    """Of the attribute that stands for it."""
    text: str
    """As one would write it."""
    is_attribute: bool
    constants: list[Any] = field(default_factory=list[Any])
    ordered: bool = False
    """Whether it is compared by its size."""
    bare: bool = False
    """Whether its truth is asked for."""

    def add(self, operator: str | None = None, constant: object = None) -> None:
        """Note a comparison; no operator: its truth is asked for."""
        if operator is None:
            self.bare = True
        else:
            self.ordered |= operator in _ORDERS
            self.constants.append(constant)


def values_of(uses: Uses, *, plausible: bool) -> list[object] | None:
    """One value for each piece; None: it is compared with what cannot be reasoned about.

    Args:
        uses: how conditions use it.
        plausible: leave out what an agent is not likely to have; see `Space.worlds`.
    """
    constants = uses.constants
    if not constants or all(isinstance(each, bool) for each in constants):
        return [False, True]
    numbers = [each for each in constants if isinstance(each, (int, float)) and not isinstance(each, Enum)]
    strings = [each for each in constants if isinstance(each, str) and not isinstance(each, Enum)]
    rest = [each for each in constants if isinstance(each, Enum) or not isinstance(each, (int, float, str))]
    if any(each != each for each in numbers) or (uses.ordered and rest):  # no number is unequal to itself
        return None
    found: list[object] = []
    if numbers:
        zero = [0] if uses.bare else []
        found += _numbers(sorted({*numbers, *zero}), plausible=plausible)
    if strings:
        found += _strings(strings, ordered=uses.ordered, plausible=plausible)
        found += [""] if uses.bare else []
    found += _others(rest, plausible=plausible, alone=not found)
    if uses.bare and rest:  # none is nothing to speak of; a value of the user's may be anything
        found += [None] if plausible else [None, False, True]
    return _each_once(found)


def _numbers(points: list[Any], *, plausible: bool) -> Iterator[object]:
    """The constants, and a number in each gap."""
    counts = plausible and all(isinstance(each, int) for each in points)
    yield from (int(each) if isinstance(each, bool) else each for each in points)
    for low, high in itertools.pairwise(points):
        between = _between(low, high)
        if between is not None and not (counts and isinstance(between, float)):
            yield between
    below, above = _between(-math.inf, points[0]), _between(points[-1], math.inf)
    if below is not None and not (plausible and points[0] >= 0 > below):
        yield below
    if above is not None:
        yield above


def _between(low: Any, high: Any) -> Any:
    """A number between two, a whole one near to a finite one of them if there is one; None: there is none."""
    if not math.isinf(low) and low < low + 1 < high:
        return low + 1
    if not math.isinf(high) and low < high - 1 < high:
        return high - 1
    if math.isinf(low) and math.isinf(high):
        return 0 if low < high else None
    if abs(low) > sys.float_info.max or abs(high) > sys.float_info.max:
        return None
    middle = math.nextafter(low, high) if math.isinf(low) or math.isinf(high) else low / 2 + high / 2
    return middle if low < middle < high else None


def _strings(constants: list[str], *, ordered: bool, plausible: bool) -> Iterator[object]:
    """The constants, and another one; of a string that is compared by its size, what comes right behind each, too."""
    yield from constants
    if ordered:
        yield ""
        yield from (each + "\0" for each in constants)
    elif not plausible or len(set(constants)) == 1:  # of several names one is likely to be the case
        other = "something else"
        while other in constants:
            other += "!"
        yield other


def _others(constants: list[Any], *, plausible: bool, alone: bool) -> Iterator[object]:
    """Members of enumerations, None, and objects of the user's."""
    kinds = dict.fromkeys(type(each) for each in constants if isinstance(each, Enum))
    for kind in kinds:
        yield from kind
    yield from (each for each in constants if not isinstance(each, Enum))
    if constants and (not plausible or (alone and not kinds)):
        yield OTHER


def _each_once(values: list[object]) -> list[object]:
    found: list[object] = []
    for value in values:
        if not any(value is other or (type(value) is type(other) and value == other) for other in found):
            found.append(value)
    return found
