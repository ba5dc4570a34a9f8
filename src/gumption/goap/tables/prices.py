"""Costs in units: the coarsest that all costs of a domain are whole numbers of (rule G3)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from gumption.goap.definition.sources import ActionSource
from gumption.goap.formula import Formula, Number
from gumption.goap.tables.linear import MOST_DECIMALS, Frame, NotExactError, doubles, exact, scaled
from gumption.goap.tables.task import Linear

MAX_UNITS: Final = 2**42
"""No plan may cost so many units: with the number of its actions the cost makes one integer of 64 bits."""
FINEST: Final = 10**MOST_DECIMALS
"""The smallest unit is one of so many in 1."""


def units_for(sources: Iterable[ActionSource], frame: Frame) -> int:
    """How many cost units make 1: a power of ten."""
    costs = [source.cost for source in sources]
    if None in costs:  # a function of the agent gives any number
        return FINEST
    for decimals in range(MOST_DECIMALS):
        units: int = 10**decimals
        try:
            for cost in costs:
                _exact_price(0 if cost is None else cost, units, frame)
        except NotExactError:
            continue
        return units
    return FINEST


def price_of(cost: Number | Formula | None, units: int, frame: Frame) -> Linear:
    """The cost in units; what is no whole number of them is rounded to the nearest. A function's is 0 here."""
    if cost is None:
        return Linear(0)
    if not isinstance(cost, Formula):
        return Linear(in_cost_units(cost, units))
    try:
        return _exact_price(cost, units, frame)
    except NotExactError:
        return doubles(Formula(0, ()).plus(cost, units), frame)


def in_cost_units(cost: Number, units: int) -> int:
    """A number as a whole number of units, rounded to the nearest, halves to even."""
    try:
        fraction = exact(cost)
    except NotExactError:
        fraction = Fraction(cost)
    return round(fraction * units)


def _exact_price(cost: Number | Formula, units: int, frame: Frame) -> Linear:
    return scaled(cost if isinstance(cost, Formula) else Formula(cost, ()), units, frame)
