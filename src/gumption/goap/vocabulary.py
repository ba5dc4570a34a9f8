"""The words of conditions and effects: `at_least(3)`, `add(1)`, `when(...)`.

They are data. A name with one of them reads like a sentence: `wood at least 3`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NoReturn, TypeAlias

from gumption.errors import UsageError, brief
from gumption.goap.formula import Formula, Number, number, value_of

__all__ = [
    "Change",
    "Condition",
    "When",
    "above",
    "add",
    "at_least",
    "at_most",
    "below",
    "between",
    "is_not",
    "one_of",
    "say_condition",
    "say_effect",
    "scale",
    "subtract",
    "value_of",
    "when",
]

Value: TypeAlias = bool | int | float | str | Enum | None
"""What a name may hold (rule G1). Strings, members of enumerations and None are values of enumerations."""

Operand: TypeAlias = Value | Formula

_WORDS: Final = {
    "at_least": "at least", "at_most": "at most", "above": "above", "below": "below", "between": "between",
    "is_not": "is not", "one_of": "one of", "add": "add", "subtract": "subtract", "scale": "times",
}  # fmt: skip


class _Word:
    """What conditions and effects have in common."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise UsageError(
            f"({self}) has no truth value of its own: it says something about each state",
            doing="building an action or a goal",
            remedy='write it as the condition or effect of a name: {"wood": at_least(1), "has_axe": True}',
        )


@dataclass(frozen=True, slots=True, repr=False)
class Condition(_Word):
    """What a name has to fulfil. Made by `at_least` and its like; a plain value means equality."""

    relation: str
    """The name of the function that made it."""
    operands: tuple[Operand, ...]
    types: tuple[type, ...] = field(init=False)
    """Of the operands, since True == 1 == 1.0."""
    _hash: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        types = tuple(map(type, self.operands))
        object.__setattr__(self, "types", types)
        object.__setattr__(self, "_hash", hash((self.relation, self.operands, types)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:  # the hash of a string is another one in each process
        return Condition, (self.relation, self.operands)

    def __repr__(self) -> str:
        words = _WORDS[self.relation]
        if self.relation == "between":
            return f"{words} {_show(self.operands[0])} and {_show(self.operands[1])}"
        if self.relation == "one_of":
            return f"{words} {', '.join(map(_show, self.operands)) or 'nothing'}"
        return f"{words} {_show(self.operands[0])}"


@dataclass(frozen=True, slots=True, repr=False)
class Change(_Word):
    """What an action does to a number. Made by `add`, `subtract` and `scale`; a plain value assigns."""

    operation: str
    """The name of the function that made it."""
    amount: Number | Formula

    def __repr__(self) -> str:
        return f"{_WORDS[self.operation]} {_show(self.amount)}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class When(_Word):
    """Effects that happen only if conditions hold in the state before the action. Made by `when`."""

    conditions: "Mapping[str, Any]"
    effects: "Mapping[str, Any]"

    def __repr__(self) -> str:
        conditions = " and ".join(say_condition(name, each) for name, each in self.conditions.items())
        return f"when {conditions}: {', '.join(say_effect(name, each) for name, each in self.effects.items())}"


ConditionLike: TypeAlias = Value | Formula | Condition
"""What may stand as the condition of a name."""
EffectLike: TypeAlias = Value | Formula | Change
"""What may stand as the effect on a name."""


def at_least(limit: Number | Formula) -> Condition:
    """The number is `limit` or more."""
    return Condition("at_least", (_amount(limit, "at_least"),))


def at_most(limit: Number | Formula) -> Condition:
    """The number is `limit` or less."""
    return Condition("at_most", (_amount(limit, "at_most"),))


def above(limit: Number | Formula) -> Condition:
    """The number is more than `limit`."""
    return Condition("above", (_amount(limit, "above"),))


def below(limit: Number | Formula) -> Condition:
    """The number is less than `limit`."""
    return Condition("below", (_amount(limit, "below"),))


def between(low: Number | Formula, high: Number | Formula) -> Condition:
    """The number is from `low` to `high`, both included."""
    return Condition("between", (_amount(low, "between"), _amount(high, "between")))


def is_not(value: Operand) -> Condition:
    """The name has another value."""
    return Condition("is_not", (_operand(value, "is_not"),))


def one_of(*values: Value) -> Condition:
    """The name has one of the values."""
    for value in values:
        given: object = value
        if isinstance(given, (list, tuple, set, frozenset)):
            each = ", ".join(map(repr, given))  # pyright: ignore[reportUnknownArgumentType]
            raise UsageError(
                f"{brief(value)} is not a value",
                doing="calling one_of",
                remedy=f"give the values themselves: one_of({each if len(each) < 60 else '*values'})",
            )
        if isinstance(value, Formula):
            raise UsageError(
                f"one_of takes values, not ({value})",
                doing="calling one_of",
                remedy="use equality: a plain value_of(...)",
            )
    return Condition("one_of", tuple(_operand(value, "one_of") for value in values))


def add(amount: Number | Formula) -> Change:
    """The number becomes larger by `amount`."""
    return Change("add", _amount(amount, "add"))


def subtract(amount: Number | Formula) -> Change:
    """The number becomes smaller by `amount`."""
    return Change("subtract", _amount(amount, "subtract"))


def scale(factor: Number | Formula) -> Change:
    """The number is multiplied by `factor`."""
    return Change("scale", _amount(factor, "scale"))


def when(conditions: Mapping[str, ConditionLike], effects: Mapping[str, EffectLike]) -> When:
    """Effects that happen only if all conditions hold in the state before the action.

    Raises:
        UsageError: one of the two is not a mapping.
    """
    for value, role in ((conditions, "conditions"), (effects, "effects")):
        if not isinstance(value, Mapping):
            raise UsageError(
                f"{brief(value)} is not a mapping from names to {role}",
                doing="calling when",
                remedy='give two dictionaries: when({"alarm_on": True}, {"guards_alert": True})',
            )
    return When(dict(conditions), dict(effects))


def say_condition(name: str, condition: object) -> str:
    """The condition as a person would write it: `wood at least 3`, `has_axe`, `not has_axe`, `at is mine`."""
    if condition is True:
        return name
    if condition is False:
        return f"not {name}"
    return f"{name} {condition!r}" if isinstance(condition, Condition) else f"{name} is {_show(condition)}"


def say_effect(name: str, effect: object) -> str:
    """The effect as a person would write it: `wood + 1`, `has_axe`, `not has_axe`, `at := mine`."""
    if effect is True:
        return name
    if effect is False:
        return f"not {name}"
    if isinstance(effect, Change):
        sign = {"add": "+", "subtract": "-", "scale": "*"}[effect.operation]
        amount = f"({effect.amount})" if isinstance(effect.amount, Formula) else repr(effect.amount)
        return f"{name} {sign} {amount}"
    return f"{name} := {_show(effect)}"


def _show(value: object) -> str:
    if isinstance(value, Enum):
        return value.name
    return value if isinstance(value, str) else brief(value)


def _amount(value: object, word: str) -> Number | Formula:
    return value if isinstance(value, Formula) else number(value, f"calling {word}")


def _operand(value: Any, word: str) -> Operand:
    if isinstance(value, (Formula, bool, str, Enum)) or value is None:
        operand: Operand = value
        return operand
    if isinstance(value, (Condition, Change, When)):
        raise UsageError(f"({value}) is not a value", doing=f"calling {word}", remedy="give a value, or value_of(...)")
    return number(value, f"calling {word}")
