"""From conditions to tests."""

from collections.abc import Mapping
from typing import Final

from gumption.goap.definition.kinds import Kind
from gumption.goap.formula import Formula, as_formula
from gumption.goap.tables.linear import Frame, compare
from gumption.goap.tables.task import ABOVE_ZERO, AT_LEAST_ZERO, IS_NOT_ZERO, IS_ZERO, Among, Compare, Same, Test
from gumption.goap.vocabulary import Condition, ConditionLike, Operand, say_condition

NEVER: Final = Among(0, frozenset())
"""A test that holds in no state; its field means nothing. No task that planners get holds it."""


def tests_of(conditions: Mapping[str, ConditionLike], frame: Frame) -> list[tuple[Test, str]]:
    """The tests, each with its condition as a person would write it. What always holds is left out.

    Raises:
        NotExactError: the encoding is exact, and a condition is not.
    """
    found: list[tuple[Test, str]] = []
    for name, condition in conditions.items():
        text = say_condition(name, condition)
        finite = frame.kinds[name].sort in ("boolean", "enumeration")
        tests = (_finite if finite else _numeric)(name, condition, frame)
        for test in tests:
            if not isinstance(test, bool):
                found.append((test, text))
            elif not test:
                found.append((NEVER, text))
    return found


def index_of(value: object, kind: Kind) -> int:
    """The index of a value that is one of the kind's."""
    return int(value is True) if kind.sort == "boolean" else kind.indexes[value]


def _finite(name: str, condition: ConditionLike, frame: Frame) -> list[Test | bool]:
    kind, field = frame.kinds[name], frame.index[name]
    wanted = not isinstance(condition, Condition) or condition.relation != "is_not"
    operands = condition.operands if isinstance(condition, Condition) else (condition,)
    first = operands[0] if operands else None
    if isinstance(first, Formula):
        other = first.sole_name
        assert other is not None
        return [wanted] if other == name else [Same(field, frame.index[other], wanted)]
    named = frozenset(index_of(value, kind) for value in operands)
    allowed = named if wanted else frozenset(range(kind.size)) - named
    return [Among(field, allowed) if len(allowed) < kind.size else True]


def _numeric(name: str, condition: ConditionLike, frame: Frame) -> list[Test | bool]:
    if not isinstance(condition, Condition):
        return [_compare(IS_ZERO, name, condition, frame)]
    relation, operands = condition.relation, condition.operands
    if relation == "one_of":
        return _one_of_numbers(name, operands, frame)
    if relation == "between":
        low, high = operands
        return [_compare(AT_LEAST_ZERO, name, low, frame), _compare(AT_LEAST_ZERO, name, high, frame, -1)]
    sign = -1 if relation in ("at_most", "below") else 1
    code = {"is_not": IS_NOT_ZERO, "above": ABOVE_ZERO, "below": ABOVE_ZERO}.get(relation, AT_LEAST_ZERO)
    return [_compare(code, name, operands[0], frame, sign)]


def _compare(relation: int, name: str, operand: object, frame: Frame, sign: int = 1) -> Compare | bool:
    own, other = Formula(0, ((name, sign),)), as_formula(operand, "")
    return compare(relation, own.plus(other, -sign), frame)


def _one_of_numbers(name: str, operands: tuple[Operand, ...], frame: Frame) -> list[Test | bool]:
    """A number that is one of several: within their range, and none of the integers that lie between."""
    values = sorted({value for value in operands if isinstance(value, (int, float))})
    if not values:
        return [False]
    holes = range(int(values[0]) + 1, int(values[-1]))
    return [
        _compare(AT_LEAST_ZERO, name, values[0], frame),
        _compare(AT_LEAST_ZERO, name, values[-1], frame, -1),
        *(_compare(IS_NOT_ZERO, name, hole, frame) for hole in holes if hole not in values),
    ]
