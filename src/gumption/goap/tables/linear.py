"""Linear expressions in the numbers of a task: exact integers wherever that is possible.

An exact encoding counts a number with decimals in units of 10^-k. An expression over such fields becomes one over
integers, by multiplying out all denominators. Where that cannot be done, doubles have to do.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from gumption.goap.definition.kinds import Kind
from gumption.goap.formula import Formula, Number
from gumption.goap.tables.task import (
    ABOVE_ZERO,
    AT_LEAST_ZERO,
    INT64_MAX,
    INT64_MIN,
    IS_NOT_ZERO,
    IS_ZERO,
    Compare,
    Linear,
)

MOST_DECIMALS: Final = 6


class NotExactError(Exception):
    """Something does not fit into integers; caught inside the package."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How the names of a domain stand in the fields of one of its tasks."""

    kinds: Mapping[str, Kind]
    index: Mapping[str, int]
    """Name -> number of its field."""
    decimals: int | None
    """Real numbers are integers in units of 10^-decimals; None: they are doubles."""

    def units(self, name: str) -> int:
        """How many units of its field the number 1 is, in an exact encoding."""
        return 10**self.decimals if self.decimals and self.kinds[name].sort == "real" else 1

    def in_doubles(self, names: Iterable[str]) -> bool:
        """Whether one of the names is a double here."""
        return self.decimals is None and any(self.kinds[name].sort == "real" for name in names)


def exact(number: Number) -> Fraction:
    """The number as it is written: 0.1 is one tenth.

    Raises:
        NotExactError: it has more than six decimals.
    """
    if isinstance(number, int):
        return Fraction(number)
    written = Decimal(repr(number))
    exponent = written.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -MOST_DECIMALS:
        raise NotExactError
    return Fraction(written)


def in_units(number: Number, units: int) -> int:
    """How many units the number is.

    Raises:
        NotExactError: it is not a whole number of them, or one of more than 64 bits.
    """
    return whole(exact(number) * units)


def whole(fraction: Fraction) -> int:
    """The fraction as an integer of 64 bits.

    Raises:
        NotExactError: it is none.
    """
    if fraction.denominator != 1 or not INT64_MIN <= fraction.numerator <= INT64_MAX:
        raise NotExactError
    return fraction.numerator


def compare(relation: int, formula: Formula, frame: Frame) -> Compare | bool:
    """The comparison of a formula with zero; True or False, where it comes out alike in every state.

    Raises:
        NotExactError: the encoding is exact, and the comparison is not.
    """
    if not formula.terms:
        return holds(relation, formula.constant)
    if frame.in_doubles(formula.names):
        return Compare(relation, doubles(formula, frame))
    try:
        return _exact_comparison(relation, formula, frame)
    except NotExactError:
        if any(frame.kinds[name].sort == "real" for name in formula.names):
            raise
        return Compare(relation, doubles(formula, frame))


def holds(relation: int, value: Number) -> bool:
    """Whether a number stands in that relation to zero."""
    if relation == AT_LEAST_ZERO:
        return value >= 0
    if relation == ABOVE_ZERO:
        return value > 0
    return (value == 0) == (relation == IS_ZERO)


def _exact_comparison(relation: int, formula: Formula, frame: Frame) -> Compare | bool:
    only_integers = all(frame.kinds[name].sort == "integer" for name in formula.names)
    read = _as_it_is if only_integers else exact
    weights = {name: read(weight) / frame.units(name) for name, weight in formula.terms}
    constant = read(formula.constant)
    multiple = math.lcm(*(weight.denominator for weight in weights.values()))
    divisor = math.gcd(*((weight * multiple).numerator for weight in weights.values()))
    constant = constant * multiple / divisor
    if relation == ABOVE_ZERO:  # of integers: at least the next one
        relation, constant = AT_LEAST_ZERO, Fraction(math.ceil(constant) - 1)
    elif relation == AT_LEAST_ZERO:
        constant = Fraction(math.floor(constant))
    elif constant.denominator != 1:
        if not only_integers:  # finer units may do
            raise NotExactError
        return relation == IS_NOT_ZERO
    terms = ((frame.index[name], whole(weight * multiple / divisor)) for name, weight in weights.items())
    return Compare(relation, Linear(whole(constant), tuple(sorted(terms))))


def _as_it_is(number: Number) -> Fraction:
    """A number by its digits if they are few, else by its bits."""
    try:
        return exact(number)
    except NotExactError:
        return Fraction(number)


def doubles(formula: Formula, frame: Frame) -> Linear:
    """The formula computed in doubles."""
    terms = sorted((frame.index[name], weight / frame.units(name)) for name, weight in formula.terms)
    return Linear(float(formula.constant), tuple(terms), real=True)


def value_for(name: str, formula: Formula, frame: Frame) -> Linear:
    """The formula as a value for the field of `name`.

    Raises:
        NotExactError: not every value of it is a whole number of the field's units.
    """
    if frame.kinds[name].sort == "real" and frame.decimals is None:
        return doubles(formula, frame)
    return scaled(formula, frame.units(name), frame)


def scaled(formula: Formula, units: int, frame: Frame) -> Linear:
    """The formula in integers, in units of which `units` make 1.

    Raises:
        NotExactError: not every value of it is a whole number of them.
    """
    if frame.in_doubles(formula.names):
        raise NotExactError
    terms = sorted(
        (frame.index[name], whole(exact(weight) * units / frame.units(name))) for name, weight in formula.terms
    )
    return Linear(in_units(formula.constant, units), tuple(terms))
