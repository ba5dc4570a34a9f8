"""From effects to writes."""

from collections.abc import Mapping

from gumption.goap.formula import Formula, Number, as_formula
from gumption.goap.tables.conditions import index_of
from gumption.goap.tables.linear import Frame, doubles, in_units, scaled, value_for
from gumption.goap.tables.task import Assign, Copy, Linear, Multiply, Put, Write
from gumption.goap.vocabulary import Change, EffectLike


def writes_of(effects: Mapping[str, EffectLike], frame: Frame) -> tuple[Write, ...]:
    """The writes.

    Raises:
        NotExactError: the encoding is exact, and an effect leaves its grid.
    """
    return tuple(_write(name, effect, frame) for name, effect in effects.items())


def _write(name: str, effect: EffectLike, frame: Frame) -> Write:
    kind, field = frame.kinds[name], frame.index[name]
    if kind.sort in ("boolean", "enumeration"):
        if isinstance(effect, Formula):
            other = effect.sole_name
            assert other is not None
            return Copy(field, frame.index[other])
        return Put(field, index_of(effect, kind))
    own = Formula(0, ((name, 1),))
    if isinstance(effect, Change):
        amount = effect.amount
        if effect.operation == "add":
            return _assign(name, own + amount, frame)
        if effect.operation == "subtract":
            return _assign(name, own - amount, frame)
        if isinstance(amount, Formula) and amount.terms:
            return Multiply(field, _factor(name, amount, frame))
        return _assign(name, own * (amount.constant if isinstance(amount, Formula) else amount), frame)
    return _assign(name, as_formula(effect, ""), frame)


def _assign(name: str, formula: Formula, frame: Frame) -> Write:
    if formula.terms:
        return Assign(frame.index[name], value_for(name, formula, frame))
    return Put(frame.index[name], _constant(name, formula.constant, frame))


def _constant(name: str, number: Number, frame: Frame) -> Number:
    if frame.in_doubles((name,)):
        return float(number)
    return in_units(number, frame.units(name))


def _factor(name: str, factor: Formula, frame: Frame) -> Linear:
    if frame.in_doubles((name,)):
        return doubles(factor, frame)
    return scaled(factor, 1, frame)
