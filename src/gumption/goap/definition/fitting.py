"""Whether what is said of a name suits its kind."""

from collections.abc import Mapping
from typing import Final

from gumption.errors import UsageError
from gumption.goap.definition.kinds import Kind, is_enumerable
from gumption.goap.definition.report import Report, did_you_mean
from gumption.goap.formula import Formula
from gumption.goap.vocabulary import Change, Condition, ConditionLike, EffectLike, say_condition, say_effect

_FOR_ALL: Final = ("is_not", "one_of")
MOST_HOLES: Final = 1000
"""How far apart the numbers of a one_of may be."""


def condition_fits(name: str, condition: ConditionLike, where: str, kinds: Mapping[str, Kind], report: Report) -> bool:
    """Whether a condition suits the kind of its name; if not, it is reported.

    A name without a kind has been reported before, and fits nothing.
    """
    if name not in kinds:
        return False
    text = say_condition(name, condition)
    kind = kinds[name]
    if not isinstance(condition, Condition):
        return _operand_fits(name, condition, text, where, kinds, report)
    if condition.relation not in _FOR_ALL and kind.sort in ("boolean", "enumeration"):
        remedy = "give a value, is_not(...) or one_of(...)"
        report.error("goap-kind", where, f"`{text}`: {name!r} is {kind}, and has no order", remedy)
        return False
    if condition.relation == "one_of" and kind.sort in ("integer", "real"):
        return _numbers_fit(name, condition, text, where, kind, report)
    return False not in [_operand_fits(name, each, text, where, kinds, report) for each in condition.operands]


def effect_fits(name: str, effect: EffectLike, where: str, kinds: Mapping[str, Kind], report: Report) -> bool:
    """Whether an effect suits the kind of its name; if not, it is reported."""
    if name not in kinds:
        return False
    kind, text = kinds[name], say_effect(name, effect)
    if not isinstance(effect, Change):
        fits = _operand_fits(name, effect, text, where, kinds, report, stored=True)
        return fits and _in_range(effect, text, where, kind, report)
    if kind.sort in ("boolean", "enumeration"):
        report.error("goap-kind", where, f"`{text}`: {name!r} is {kind}, not a number", "assign a value")
        return False
    return _operand_fits(name, effect.amount, text, where, kinds, report, stored=True) and _can_be_added(
        name, effect, text, where, report
    )


def _in_range(effect: EffectLike, text: str, where: str, kind: Kind, report: Report) -> bool:
    if kind.sort != "integer" or not isinstance(effect, (int, float)):
        return True
    if (kind.low is None or kind.low <= effect) and (kind.high is None or effect <= kind.high):
        return True
    remedy = "give a value within the range, or declare a wider one"
    report.error("goap-range", where, f"`{text}` is not {kind}, so the action can never be applied", remedy)
    return False


def _can_be_added(name: str, effect: Change, text: str, where: str, report: Report) -> bool:
    own = Formula(0, ((name, 1),))
    try:
        if effect.operation != "scale":
            _ = own + effect.amount, own - effect.amount
    except UsageError as error:
        report.error("goap-argument", where, f"`{text}`: {error.problem}", error.remedy)
        return False
    return True


def formula_fits(formula: Formula, text: str, where: str, kinds: Mapping[str, Kind], report: Report) -> bool:
    """Whether all names of an expression are numbers; if one is not, it is reported."""
    fits = True
    for name in formula.names:
        if name not in kinds:
            fits = False
        elif kinds[name].sort in ("boolean", "enumeration"):
            problem = f"`{text}`: {name!r} is {kinds[name]}, and cannot be computed with"
            report.error("goap-kind", where, problem, "use value_of(...) of numbers, or when(...)")
            fits = False
    return fits


def _operand_fits(
    name: str,
    operand: object,
    text: str,
    where: str,
    kinds: Mapping[str, Kind],
    report: Report,
    *,
    stored: bool = False,
) -> bool:
    kind = kinds[name]
    if isinstance(operand, Formula):
        other = operand.sole_name
        if other is not None and kind.sort in ("boolean", "enumeration"):
            return _names_fit(name, other, text, where, kinds, report)
        if kind.sort in ("boolean", "enumeration"):
            problem = f"`{text}`: {name!r} is {kind}, and the other side is a number"
            report.error("goap-kind", where, problem, "compare it with a value, or with value_of(...) of such a name")
            return False
        fits = formula_fits(operand, text, where, kinds, report)
        if fits and stored and kind.sort == "integer" and not _is_whole(operand, kinds):
            problem = f"`{text}`: {name!r} is {kind}, and {operand} may have decimals"
            report.error("goap-kind", where, problem, f"declare {name!r} as float, or the names in {operand} as int")
            return False
        return fits
    if kind.sort == "boolean":
        right = isinstance(operand, bool)
    elif kind.sort == "enumeration":
        right = is_enumerable(operand)
    else:
        right = isinstance(operand, (int, float)) and not isinstance(operand, bool)
    if not right:
        report.error("goap-kind", where, f"`{text}`: {name!r} is {kind}", f"give {kind}")
        return False
    if stored and kind.sort == "integer" and isinstance(operand, float) and not operand.is_integer():
        remedy = f"declare {name!r} as float, or let the effect be a whole number"
        report.error("goap-kind", where, f"`{text}`: {name!r} is {kind}", remedy)
        return False
    if kind.sort == "enumeration" and operand not in kind.indexes:
        known = [each for each in kind.values if each is not None]
        remedy = did_you_mean(operand, known, otherwise=f"declare {name!r} with it in names=, or give {kind}")
        report.error("goap-unknown-value", where, f"`{text}`: no action knows that value of {name!r}", remedy)
        return False
    return True


def _is_whole(formula: Formula, kinds: Mapping[str, Kind]) -> bool:
    numbers = [formula.constant, *(weight for _, weight in formula.terms)]
    return all(number == int(number) for number in numbers) and all(
        kinds[name].sort == "integer" for name in formula.names
    )


def _names_fit(name: str, other: str, text: str, where: str, kinds: Mapping[str, Kind], report: Report) -> bool:
    if other not in kinds:
        return False
    one, two = kinds[name], kinds[other]
    if one.sort == two.sort and (one.link == two.link or (not one.spare and one.values == two.values)):
        return True
    if one.sort != two.sort:
        problem = f"`{text}`: {name!r} is {one}, and {other!r} is {two}"
        report.error("goap-kind", where, problem, "compare names of one kind")
    else:
        problem = f"`{text}`: the domain did not know that {name!r} and {other!r} would be compared"
        report.error("goap-kind", where, problem, "give the goal to the domain: Domain(..., goals=[...])")
    return False


def _numbers_fit(name: str, condition: Condition, text: str, where: str, kind: Kind, report: Report) -> bool:
    values = condition.operands
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        report.error("goap-kind", where, f"`{text}`: {name!r} is {kind}", "give numbers")
        return False
    if kind.sort == "real":
        remedy = f"use between(...), or declare {name!r} as int"
        report.error("goap-kind", where, f"`{text}`: {name!r} may have decimals, which one_of cannot list", remedy)
        return False
    numbers = [value for value in values if isinstance(value, (int, float))]
    if numbers and max(numbers) - min(numbers) > MOST_HOLES:
        problem = f"`{text}`: the numbers lie more than {MOST_HOLES} apart"
        report.error("goap-argument", where, problem, "use between(...), or an enumeration")
        return False
    return True
