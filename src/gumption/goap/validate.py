"""Carrying a plan out on what the user wrote, by code that planning has no part in.

It reads conditions and effects as they were given and knows nothing of tables, fields and units. Numbers are exact
fractions, a decimal being what it looks like: 0.1 is one tenth. Where the planner has to count in doubles, so does
this, and numbers that differ by rounding only count as equal.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, Final, TypeAlias, cast

from gumption.errors import PlanError, brief
from gumption.goap.action import Action, effects_of
from gumption.goap.definition.kinds import Kind
from gumption.goap.formula import Formula
from gumption.goap.vocabulary import Change, Condition, When, say_condition

Exact: TypeAlias = Fraction | float

_ROUNDING: Final = 1e-9
"""What doubles that are equal but for rounding differ by at most, as a fraction."""


def validate(
    actions: Sequence[Action[Any]],
    goal: Mapping[str, object],
    start: Mapping[str, object],
    kinds: Mapping[str, Kind],
    *,
    doubles: bool = False,
) -> tuple[dict[str, object], Exact | None]:
    """Carry out actions one after another, and look whether the goal holds then.

    Args:
        actions: what to do.
        goal: name -> condition.
        start: name -> value, for every name of the domain.
        kinds: what each name may hold.
        doubles: count in doubles instead of exact fractions.

    Returns:
        The state at the end by name, and what all of it costs; None where a cost is a function of the agent.

    Raises:
        PlanError: an action cannot be applied, or the goal does not hold at the end.
    """
    world = _World(kinds, doubles)
    state: dict[str, object] = dict(start)
    total: Exact | None = Fraction(0)
    for number, action in enumerate(actions, 1):
        where = f"step {number} of {len(actions)}, {action.name!r}"
        for name in sorted(_names_of(action) - kinds.keys()):
            raise PlanError(
                f"{action.name!r} is about {name!r}, which the domain does not know",
                where=where,
                remedy="change actions before the domain is made, not after",
            )
        for name, condition in dict[str, object](action.preconditions).items():
            if not world.holds(name, condition, state):
                raise PlanError(
                    f"{action.name!r} cannot be applied: it needs that {say_condition(name, condition)}, "
                    f"and {_values(name, condition, state)}",
                    where=where,
                )
        cost = action.cost
        total = None if total is None or callable(cost) else total + world.amount(cost, state)
        state = world.after(action, state, where)
    for name, condition in goal.items():
        if not world.holds(name, condition, state):
            raise PlanError(
                f"the goal does not hold at the end: {say_condition(name, condition)} is wanted, "
                f"and {_values(name, condition, state)}",
                where=f"after {len(actions)} actions",
            )
    return {name: told(value) for name, value in state.items()}, total


def told(value: object) -> object:
    """A value in the user's own form: no fraction."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value


class _World:
    """What conditions and effects mean."""

    def __init__(self, kinds: Mapping[str, Kind], doubles: bool) -> None:
        self.kinds = kinds
        self.doubles = doubles

    def number(self, value: object) -> Exact:
        """A number as it looks."""
        assert isinstance(value, (int, float, Fraction))
        if self.doubles:
            return float(value)
        return Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(Decimal(repr(value)))

    def amount(self, value: object, state: Mapping[str, object]) -> Exact:
        """A number, or what an expression comes to in a state."""
        if not isinstance(value, Formula):
            return self.number(value)
        total = self.number(value.constant)
        for name, weight in value.terms:
            total = total + self.number(weight) * self.number(state[name])
        return total

    def holds(self, name: str, condition: object, state: Mapping[str, object]) -> bool:
        """Whether a condition on a name holds in a state."""
        relation, operands = "equals", cast("tuple[object, ...]", (condition,))
        if isinstance(condition, Condition):
            relation, operands = condition.relation, condition.operands
        if self.kinds[name].sort in ("boolean", "enumeration"):
            equal = any(state[name] == self._plain(operand, state) for operand in operands)
            return not equal if relation == "is_not" else equal
        value = self.number(state[name])
        limits = [self.amount(operand, state) for operand in operands]
        if relation == "between":
            return self._less(limits[0], value) and self._less(value, limits[1])
        if relation == "one_of":
            return any(self._equal(value, limit) for limit in limits)
        tests: dict[str, Callable[[Exact, Exact], bool]] = {
            "equals": self._equal,
            "is_not": lambda one, other: one != other,
            "at_least": lambda one, other: self._less(other, one),
            "at_most": self._less,
            "above": lambda one, other: one > other or (self.doubles and self._equal(one, other)),
            "below": lambda one, other: one < other or (self.doubles and self._equal(one, other)),
        }
        return tests[relation](value, limits[0])

    def _all_hold(self, conditions: Mapping[str, object], state: Mapping[str, object]) -> bool:
        return all(self.holds(name, condition, state) for name, condition in conditions.items())

    def after(self, action: Action[Any], state: Mapping[str, object], where: str) -> dict[str, object]:
        """The state after an action. Everything that is written is computed from the state before it."""
        new = dict(state)
        sums: dict[str, Exact] = {}
        for effects in effects_of(action):
            if isinstance(effects, When) and not self._all_hold(effects.conditions, state):
                continue
            for name, effect in (effects.effects if isinstance(effects, When) else effects).items():
                if isinstance(effect, Change) and effect.operation != "scale":
                    sign = -1 if effect.operation == "subtract" else 1
                    sums[name] = sums.get(name, self.number(0)) + sign * self.amount(effect.amount, state)
                elif isinstance(effect, Change):
                    new[name] = self.number(state[name]) * self.amount(effect.amount, state)
                elif self.kinds[name].sort in ("boolean", "enumeration"):
                    new[name] = self._plain(effect, state)
                else:
                    new[name] = self.amount(effect, state)
        for name, difference in sums.items():
            new[name] = self.number(new[name]) + difference
        for name, kind in self.kinds.items():
            if kind.sort == "integer":
                value = self.number(new[name])
                low, high = -math.inf if kind.low is None else kind.low, math.inf if kind.high is None else kind.high
                if value != math.floor(value) or not low <= value <= high:
                    raise PlanError(
                        f"{action.name!r} cannot be applied: it makes {name} {told(value)}, which has to be {kind}",
                        where=where,
                    )
        return new

    def _plain(self, operand: object, state: Mapping[str, object]) -> object:
        """A value, or that of the name that stands for it."""
        return state[cast("str", operand.sole_name)] if isinstance(operand, Formula) else operand

    def _equal(self, one: Exact, other: Exact) -> bool:
        return math.isclose(one, other, rel_tol=_ROUNDING, abs_tol=1e-12) if self.doubles else one == other

    def _less(self, one: Exact, other: Exact) -> bool:
        return one <= other or (self.doubles and self._equal(one, other))


def _names_of(action: Action[Any]) -> set[str]:
    """The names that an action is about, as it is now."""
    mappings: list[Mapping[str, object]] = [action.preconditions]
    for effects in effects_of(action):
        mappings += [effects.conditions, effects.effects] if isinstance(effects, When) else [effects]
    read = [action.cost, *(value for mapping in mappings for value in mapping.values())]
    for value in list(read):
        read += value.operands if isinstance(value, Condition) else [value.amount] if isinstance(value, Change) else []
    return {*chain(*mappings), *(name for value in read if isinstance(value, Formula) for name in value.names)}


def _values(name: str, condition: object, state: Mapping[str, object]) -> str:
    """What the names of a condition hold."""
    operands = condition.operands if isinstance(condition, Condition) else (condition,)
    names = [name, *(each for operand in operands if isinstance(operand, Formula) for each in operand.names)]
    return " and ".join(f"{each} is {brief(told(state[each]))}" for each in dict.fromkeys(names))
