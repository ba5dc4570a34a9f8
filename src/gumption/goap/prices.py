"""Costs in units: the coarsest that all costs of a domain are whole numbers of (rule G3)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from gumption.goap.formula import Formula, Number
from gumption.goap.linear import MOST_DECIMALS, Frame, NotExactError, doubles, exact, scaled
from gumption.goap.reading import ActionSource
from gumption.goap.task import Linear

MAX_UNITS: Final = 2**43
"""No plan may cost so many units."""


def units_for(sources: Iterable[ActionSource], frame: Frame) -> int:
    """How many cost units make 1: a power of ten."""
    costs = [source.cost for source in sources]
    if None in costs:  # a function of the agent gives any number
        return 10**MOST_DECIMALS
    for decimals in range(MOST_DECIMALS):
        try:
            for cost in costs:
                _exact_price(cost or 0, 10**decimals, frame)
        except NotExactError:
            continue
        return 10**decimals
    return 10**MOST_DECIMALS


def price_of(cost: Number | Formula | None, units: int, frame: Frame) -> Linear:
    """The cost in units; what is no whole number of them is rounded to the nearest. A function's is 0 here."""
    if cost is None:
        return Linear(0)
    if not isinstance(cost, Formula):
        return Linear(in_cost_units(cost, units))
    try:
        return _exact_price(cost, units, frame)
    except NotExactError:
        return doubles(cost * units, frame)


def in_cost_units(cost: Number, units: int) -> int:
    """A number as a whole number of units, rounded to the nearest, halves to even."""
    try:
        return round(exact(cost) * units)
    except NotExactError:
        return round(Fraction(cost) * units)


def _exact_price(cost: Number | Formula, units: int, frame: Frame) -> Linear:
    return scaled(cost if isinstance(cost, Formula) else Formula(cost, ()), units, frame)
