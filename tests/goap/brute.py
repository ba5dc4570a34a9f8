"""Planning by looking at everything: the oracle that every engine is compared with.

It has the vocabulary of `gumption.goap` under the same names, with meanings written anew over dicts and fractions, and
shares no code with it. So one recipe, `build(vocabulary)`, makes a domain for the real planner and one for this.
Slow and plain on purpose: no heuristic, no tables, no units.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

State = dict[str, Any]


class TooLarge(Exception):  # noqa: N818 - not an error: the oracle has no answer
    """More states than the oracle was asked to look at."""


def exact(value: Any) -> Any:
    """Numbers as what is written: 0.1 is a tenth. All else stays what it is."""
    return Fraction(repr(value)) if isinstance(value, float) else value


class Expression:
    """Something to read off a state."""

    def __init__(self, read: Callable[[State], Any]) -> None:
        self.read = read

    def __add__(self, other: Any) -> "Expression":
        return Expression(lambda state: self.read(state) + value(other, state))

    __radd__ = __add__

    def __mul__(self, factor: Any) -> "Expression":
        return Expression(lambda state: self.read(state) * value(factor, state))

    __rmul__ = __mul__

    def __neg__(self) -> "Expression":
        return self * -1

    def __sub__(self, other: Any) -> "Expression":
        return self + other * -1

    def __rsub__(self, other: Any) -> "Expression":
        return other + self * -1


def value_of(name: str) -> Expression:
    return Expression(lambda state: state.get(name, False))


def value(given: Any, state: State) -> Any:
    return given.read(state) if isinstance(given, Expression) else exact(given)


@dataclass
class Condition:
    holds: Callable[[Any, State], bool]


def at_least(x: Any) -> Condition:
    return Condition(lambda now, state: now >= value(x, state))


def at_most(x: Any) -> Condition:
    return Condition(lambda now, state: now <= value(x, state))


def above(x: Any) -> Condition:
    return Condition(lambda now, state: now > value(x, state))


def below(x: Any) -> Condition:
    return Condition(lambda now, state: now < value(x, state))


def between(low: Any, high: Any) -> Condition:
    return Condition(lambda now, state: value(low, state) <= now <= value(high, state))


def is_not(x: Any) -> Condition:
    return Condition(lambda now, state: now != value(x, state))


def one_of(*values: Any) -> Condition:
    return Condition(lambda now, state: any(now == value(each, state) for each in values))


def holds(conditions: Mapping[str, Any], state: State) -> bool:
    for name, wanted in conditions.items():
        now = state.get(name, False)
        if not (wanted.holds(now, state) if isinstance(wanted, Condition) else now == value(wanted, state)):
            return False
    return True


@dataclass
class Effect:
    becomes: Callable[[Any, State], Any]
    additive: bool = False


def add(x: Any) -> Effect:
    return Effect(lambda now, state: now + value(x, state), additive=True)


def subtract(x: Any) -> Effect:
    return Effect(lambda now, state: now - value(x, state), additive=True)


def scale(x: Any) -> Effect:
    return Effect(lambda now, state: now * value(x, state))


@dataclass
class Group:
    conditions: Mapping[str, Any]
    effects: Mapping[str, Any]


def when(conditions: Mapping[str, Any], effects: Mapping[str, Any]) -> Group:
    return Group(conditions, effects)


class Action:
    def __init__(self, name: str, *, cost: Any = 1, preconditions: Any = None, effects: Any = None) -> None:
        self.name = name
        self.cost = cost
        self.preconditions = preconditions or {}
        groups = effects if isinstance(effects, list) else [effects or {}]
        self.groups = [each if isinstance(each, Group) else Group({}, each) for each in groups]


@dataclass(frozen=True)
class Answer:
    """The least plan there is, by (cost, number of steps, order of declaration)."""

    cost: Fraction
    steps: tuple[str, ...]
    path: tuple[int, ...] = field(compare=False)


class Domain:
    """Takes the names' kinds for granted: only the bounds of ranges mean something here."""

    def __init__(self, actions: Iterable[Action], names: Mapping[str, Any] | None = None) -> None:
        self.actions = list(actions)
        self.ranges = {name: kind for name, kind in (names or {}).items() if isinstance(kind, range)}

    def start(self, state: Mapping[str, Any]) -> State:
        return {name: exact(each) for name, each in state.items()}

    def after(self, action: Action, state: State) -> State | None:
        """The state that an action leads to; None where it cannot be applied."""
        if not holds(action.preconditions, state):
            return None
        writes: dict[str, list[Any]] = {}
        for group in action.groups:
            if holds(group.conditions, state):
                for name, effect in group.effects.items():
                    writes.setdefault(name, []).append(effect)
        new = dict(state)
        for name, effects in writes.items():
            old = state.get(name, False)
            results = [each.becomes(old, state) if isinstance(each, Effect) else value(each, state) for each in effects]
            if len(results) > 1:
                assert all(each.additive for each in effects), f"two effects fight over {name}"
                results = [old + sum(each - old for each in results)]
            new[name] = results[0]
            if name in self.ranges and new[name] not in self.ranges[name]:
                return None
        return new

    def steps(self, state: State) -> Iterable[tuple[int, Fraction, State]]:
        for number, action in enumerate(self.actions):
            new = self.after(action, state)
            if new is not None:
                yield number, Fraction(value(action.cost, state)), new

    def plan(self, state: Mapping[str, Any], goal: Mapping[str, Any], *, limit: int = 3000) -> Answer | None:
        """The least plan, or None where all states were seen and none fits the goal."""
        queue: list[tuple[Fraction, int, tuple[int, ...], Any]] = []
        states = {}
        seen = set()

        def push(cost: Fraction, path: tuple[int, ...], new: State) -> None:
            key = frozenset(new.items())
            states[key] = new
            heapq.heappush(queue, (cost, len(path), path, Late(key)))

        push(Fraction(0), (), self.start(state))
        while queue:
            cost, _, path, late = heapq.heappop(queue)
            if late.key in seen:
                continue
            seen.add(late.key)
            current = states[late.key]
            if holds(goal, current):
                return Answer(cost, tuple(self.actions[number].name for number in path), path)
            if len(seen) > limit:
                raise TooLarge
            for number, price, new in self.steps(current):
                push(cost + price, (*path, number), new)
        return None

    def reachable(self, state: Mapping[str, Any], *, limit: int = 3000) -> list[State]:
        found = {frozenset(self.start(state).items()): self.start(state)}
        todo = list(found.values())
        while todo:
            for _, _, new in self.steps(todo.pop()):
                key = frozenset(new.items())
                if key not in found:
                    found[key] = new
                    todo.append(new)
                    if len(found) > limit:
                        raise TooLarge
        return list(found.values())

    def remaining(
        self, state: Mapping[str, Any], goal: Mapping[str, Any], *, limit: int = 3000
    ) -> list[tuple[State, Fraction | None]]:
        """Each reachable state with the cost of the cheapest way from there to the goal; None where there is none."""
        states = self.reachable(state, limit=limit)
        number_of = {frozenset(each.items()): number for number, each in enumerate(states)}
        into: list[list[tuple[int, Fraction]]] = [[] for _ in states]
        for number, each in enumerate(states):
            for _, price, new in self.steps(each):
                into[number_of[frozenset(new.items())]].append((number, price))
        costs: list[Fraction | None] = [None] * len(states)
        queue = [(Fraction(0), number) for number, each in enumerate(states) if holds(goal, each)]
        while queue:
            cost, number = heapq.heappop(queue)
            if costs[number] is None:
                costs[number] = cost
                for before, price in into[number]:
                    heapq.heappush(queue, (cost + price, before))
        return list(zip(states, costs, strict=True))

    def follow(self, state: Mapping[str, Any], names: Iterable[str]) -> tuple[Fraction, State]:
        """What the named actions cost and lead to; AssertionError where one of them cannot be applied."""
        by_name = {action.name: action for action in self.actions}
        current, total = self.start(state), Fraction(0)
        for name in names:
            total += Fraction(value(by_name[name].cost, current))
            new = self.after(by_name[name], current)
            assert new is not None, f"{name} cannot be applied to {current}"
            current = new
        return total, current


@dataclass(frozen=True)
class Late:
    """A key that is never compared: paths differ, so the queue's order is settled before it."""

    key: frozenset[Any]

    def __lt__(self, other: object) -> bool:
        raise AssertionError
