"""`value_of("name")` and what arithmetic makes of it: a linear expression over the names of a state."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NoReturn, SupportsFloat, SupportsIndex, TypeAlias

from gumption.errors import UsageError, brief

Number: TypeAlias = int | float

INT64_LIMIT: Final = 2**63
"""Integers from minus this to below this have 64 bits."""


def number(value: object, doing: str) -> Number:
    """`value` as an int or a float of Python's own.

    Raises:
        UsageError: it is no number, a boolean, not finite, or an integer of more than 64 bits.
    """
    if type(value) is int or type(value) is float:  # what is left is rare: subclasses, numpy's numbers
        plain: Number = value
    elif isinstance(value, (bool, Enum, str, Formula)) or not isinstance(value, (SupportsIndex, SupportsFloat)):
        remedy = (
            "give a number" if not isinstance(value, bool) else "give a number; booleans are compared by value only"
        )
        raise UsageError(f"{brief(value)} is not a number", doing=doing, remedy=remedy)
    else:
        plain = value.__index__() if isinstance(value, SupportsIndex) else value.__float__()
    if not -INT64_LIMIT <= plain < INT64_LIMIT and (isinstance(plain, int) or plain - plain != 0):
        if isinstance(plain, int):
            raise UsageError(f"{brief(value)} has more than 64 bits", doing=doing, remedy="give a smaller number")
        raise UsageError(f"{brief(value)} is not finite", doing=doing, remedy="give a finite number")
    return plain


@dataclass(frozen=True, slots=True, repr=False)
class Formula:
    """A constant plus weighted names. Made by `value_of`, and by + - * with numbers and other formulas.

    It is data: the planner computes it in each state that it looks at. Comparing it with < > == is a mistake; write
    `at_least(value_of("needed") + 2)` as the condition on the other name.
    """

    constant: Number
    terms: tuple[tuple[str, Number], ...]
    """(name, weight), sorted by name, without weights of 0."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it reads."""
        return tuple(name for name, _ in self.terms)

    @property
    def sole_name(self) -> str | None:
        """The name, if the formula is the value of one name as it is; else None."""
        if self.constant == 0 and len(self.terms) == 1 and self.terms[0][1] == 1:
            return self.terms[0][0]
        return None

    def plus(self, other: "Formula", factor: Number = 1) -> "Formula":
        """This and `factor` times another one. Whether the numbers still have 64 bits is not looked at."""
        weights = dict(self.terms)
        for name, weight in other.terms:
            weights[name] = weights.get(name, 0) + weight * factor
        terms = tuple((name, weight) for name, weight in sorted(weights.items()) if weight != 0)
        return Formula(self.constant + other.constant * factor, terms)

    def __add__(self, other: "Formula | Number") -> "Formula":
        return _checked(self.plus(as_formula(other, "adding to a value_of(...)")))

    def __radd__(self, other: Number) -> "Formula":
        return self + other

    def __neg__(self) -> "Formula":
        return self * -1

    def __sub__(self, other: "Formula | Number") -> "Formula":
        return _checked(self.plus(as_formula(other, "subtracting from a value_of(...)"), -1))

    def __rsub__(self, other: Number) -> "Formula":
        return _checked(as_formula(other, "subtracting a value_of(...)").plus(self, -1))

    def __mul__(self, factor: "Number | Formula") -> "Formula":
        if isinstance(factor, Formula):
            raise UsageError(
                f"({self}) * ({factor}) is not linear",
                doing="multiplying a value_of(...)",
                remedy='multiply by numbers; to multiply by another name there is scale(value_of("other"))',
            )
        return _checked(_ZERO.plus(self, number(factor, "multiplying a value_of(...)")))

    def __rmul__(self, factor: Number) -> "Formula":
        return self * factor

    def _no_order(self, other: object) -> NoReturn:
        raise UsageError(
            f"({self}) cannot be compared here: it has another value in each state",
            doing="building a condition",
            remedy='make it the condition on a name: {"wood": at_least(value_of("needed"))}',
        )

    __lt__ = __le__ = __gt__ = __ge__ = _no_order

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Formula):
            return (self.constant, self.terms) == (other.constant, other.terms)
        if isinstance(other, (int, float, str, Enum)):
            raise UsageError(
                f"({self}) == {brief(other)} would be False here and now, not a condition",
                doing="building a condition",
                remedy='make it a condition on a name: {"wood": 3}',
            )
        return NotImplemented

    def __bool__(self) -> NoReturn:
        raise UsageError(
            f"({self}) has no truth value of its own: it has another value in each state",
            doing="building a condition",
            remedy='make it a condition on a name: {"wood": at_least(value_of("needed"))}',
        )

    def __repr__(self) -> str:
        parts: list[tuple[str, str]] = []
        for name, weight in self.terms:
            size = "" if abs(weight) == 1 else f"{abs(weight)!r} * "
            parts.append(("-" if weight < 0 else "+", size + name))
        if self.constant != 0 or not parts:
            parts.append(("-" if self.constant < 0 else "+", repr(abs(self.constant))))
        first_sign, first = parts[0]
        return ("-" if first_sign == "-" else "") + first + "".join(f" {sign} {part}" for sign, part in parts[1:])


def value_of(name: str) -> Formula:
    """The value that `name` has in the state at hand, to be compared with, assigned, added, or paid.

    + - and * by numbers make linear expressions of it: `1 + 3 * value_of("distance")`.

    Raises:
        UsageError: `name` is not a string, or is empty.
    """
    if not isinstance(name, str) or not name:
        raise UsageError(
            f"{brief(name)} is not the name of a value", doing="calling value_of", remedy="give a name of the state"
        )
    return Formula(0, ((str(name), 1),))


def as_formula(value: object, doing: str) -> Formula:
    """A formula as it is, a number as a constant one.

    Raises:
        UsageError: it is neither.
    """
    return value if isinstance(value, Formula) else Formula(number(value, doing), ())


def _checked(formula: Formula) -> Formula:
    for each in (formula.constant, *(weight for _, weight in formula.terms)):
        number(each, "computing with a value_of(...)")
    return formula


_ZERO: Final = Formula(0, ())
