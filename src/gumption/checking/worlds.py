"""The states of an agent that some conditions can tell apart: few, since between two constants all numbers are alike.

Every comparison with a constant cuts the values of what is compared into pieces (below 5, 5, above 5). One value stands
for each piece, and all combinations are looked at, by asking the conditions themselves about a stand-in for the agent.
What is no attribute (`gold + bank`, `a < b`) counts as one thing with values of its own, whatever its parts are. So
there may be worlds too many, never too few: what holds in none of them holds in no state.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from gumption.checking.values import Uses, values_of
from gumption.core.expression import Expression, F, as_function, show, to_source

MOST_WORLDS: Final = 20_000
"""More combinations than these are not looked at."""

_COMPARISONS: Final = ("<", "<=", ">", ">=", "==", "!=")


class World(NamedTuple):
    """One of the states."""

    state: tuple[tuple[str, object], ...]
    """What the conditions read, and its value."""
    truths: tuple[bool, ...]
    """For each condition, whether it holds."""


class Space:
    """All worlds of some conditions.

    Args:
        conditions: what is to be told apart.
    """

    def __init__(self, conditions: Sequence[Expression]) -> None:
        self._uses: dict[str, Uses] = {}
        self._constants: dict[str, object] = {}
        self._conditions = [self._truth(each) for each in conditions]

    @property
    def subjects(self) -> frozenset[str]:
        """What the conditions read, as source: two conditions that share none have nothing to do with each other."""
        return frozenset(self._uses)

    @property
    def is_real(self) -> bool:
        """Whether each world is a state that an agent could have: all that is read is an attribute, none of another."""
        texts = [uses.text for uses in self._uses.values()]
        apart = not any(other.startswith(f"{text}.") for text in texts for other in texts)
        return apart and all(uses.is_attribute for uses in self._uses.values())

    def worlds(self, *, plausible: bool = False) -> Iterator[World] | None:
        """The worlds; None: there are too many, or constants that cannot be reasoned about.

        Args:
            plausible: leave out what is possible, but not likely to be met: counts below zero, and strings that are
                named nowhere. Then not all that is possible is there.
        """
        values = [values_of(uses, plausible=plausible) for uses in self._uses.values()]
        known = [each for each in values if each is not None]
        if len(known) < len(values) or math.prod(map(len, known)) > MOST_WORLDS:
            return None
        return self._walk(known)

    def _walk(self, values: list[list[object]]) -> Iterator[World]:
        texts = [uses.text for uses in self._uses.values()]
        names = [uses.name for uses in self._uses.values()]
        functions = [as_function(each) for each in self._conditions]
        for chosen in itertools.product(*values):
            agent = SimpleNamespace(**dict(zip(names, chosen, strict=True)))
            try:
                truths = tuple(bool(function(agent)) for function in functions)
            except TypeError:  # a number against a string: no agent has both
                continue
            yield World(tuple(zip(texts, chosen, strict=True)), truths)

    def _truth(self, expression: Expression) -> Expression:
        """The same condition, in which everything that is read is an attribute with a name of its own."""
        operator, parts = expression.__operator__, expression.__parts__
        if operator in ("and", "or", "not"):
            return Expression(operator, *(self._truth(part) for part in parts))
        if operator == "constant":
            return expression
        if operator in _COMPARISONS:
            left, right = parts
            if right.__operator__ == "constant" and left.__operator__ != "constant":
                return Expression(operator, self._subject(left, operator, right.__parts__[0]), right)
            if left.__operator__ == "constant" and right.__operator__ != "constant":
                return Expression(operator, left, self._subject(right, operator, left.__parts__[0]))
        return self._subject(expression)

    def _subject(self, read: Expression, *compared: Any) -> Expression:
        key = to_source(read, "agent", self._constants)
        uses = self._uses.get(key)
        if uses is None:
            uses = self._uses[key] = Uses(f"x{len(self._uses)}", show(read), read.__operator__ == "attribute")
        uses.add(*compared)
        return Expression("attribute", F, uses.name)


def together(conditions: Sequence[Expression]) -> list[list[int]]:
    """The conditions in groups, by their positions: those of different groups read nothing in common."""
    groups: list[tuple[frozenset[str], list[int]]] = []
    for number, condition in enumerate(conditions):
        reads, members = Space([condition]).subjects, [number]
        apart: list[tuple[frozenset[str], list[int]]] = []
        for other, numbers in groups:
            if reads & other:
                reads, members = reads | other, [*numbers, *members]
            else:
                apart.append((other, numbers))
        groups = [*apart, (reads, sorted(members))]
    return [members for _, members in groups]
