"""Random small planning problems, drawn as plain data that either vocabulary can say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.goap import brute

PLACES = ["hut", "mine", "shop"]
BOOLEANS, PLACED = ("p", "q"), ("at", "to")
BOUNDED = {"n": range(5), "m": range(-2, 4), "i": range(31)}
NUMBERS = (*BOUNDED, "k", "r")
KINDS: dict[str, Any] = {
    **dict.fromkeys(BOOLEANS, bool),
    **dict.fromkeys(PLACED, PLACES),
    **BOUNDED,
    "k": int,
    "r": float,
}


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary with what it is said of."""

    name: str
    said_of: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.said_of))})"


@dataclass(frozen=True)
class Sum:
    """constant + weight * name + ..."""

    constant: Any
    terms: tuple[tuple[Any, str], ...]

    def __repr__(self) -> str:
        return " + ".join([repr(self.constant), *(f"{weight!r} * {name}" for weight, name in self.terms)])


def say(v: Any, given: Any) -> Any:
    """What was drawn, in the words of a vocabulary."""
    match given:
        case Word(name, said_of):
            return getattr(v, name)(*(say(v, each) for each in said_of))
        case Sum(constant, terms):
            total = constant
            for weight, name in terms:
                total = total + weight * v.value_of(name)
            return total
        case dict():
            return {name: say(v, each) for name, each in given.items()}
        case list():
            return [say(v, each) for each in given]
        case _:
            return given


@dataclass(frozen=True)
class Deed:
    name: str
    cost: Any
    preconditions: dict[str, Any]
    effects: list[Any]

    def build(self, v: Any) -> Any:
        return v.Action(
            self.name,
            cost=say(v, self.cost),
            preconditions=say(v, self.preconditions),
            effects=say(v, self.effects),
        )


@dataclass(frozen=True)
class Puzzle:
    """A domain, a start and a goal."""

    deeds: Sequence[Deed]
    start: Mapping[str, Any]
    goal: Mapping[str, Any]
    names: Mapping[str, Any] = field(default_factory=dict)

    def domain(self, v: Any) -> Any:
        return v.Domain([deed.build(v) for deed in self.deeds], names=dict(self.names))

    def goal_in(self, v: Any) -> Any:
        return say(v, dict(self.goal))


WHOLE, LARGE = st.integers(-3, 5), st.integers(0, 30)
TENTHS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, -0.1, -0.7, 1.0])
Names = tuple[str, ...]


def word(name: str, *said_of: Any) -> Any:
    return st.tuples(*said_of).map(lambda drawn: Word(name, drawn))


def sums(names: Names, constants: Any, weights: Sequence[int] = (1, 1, 2, -1)) -> Any:
    term = st.tuples(st.sampled_from(weights), st.sampled_from(names))
    terms = st.lists(term, min_size=1, max_size=2, unique_by=lambda each: each[1])
    return st.tuples(constants, terms).map(lambda drawn: Sum(drawn[0], tuple(drawn[1])))


def number_for(name: str, others: Names) -> Any:
    """Something to compare a number with, or to add to it."""
    constants = TENTHS if name == "r" else LARGE if name == "i" else WHOLE
    fitting = tuple(each for each in others if each in NUMBERS and (each != "r" or name == "r"))
    return st.one_of(constants, constants, sums(fitting, constants)) if fitting else constants


def value_for(name: str) -> Any:
    return st.booleans() if name in BOOLEANS else st.sampled_from(PLACES)


def alike(name: str, others: Names) -> Names:
    kin = BOOLEANS if name in BOOLEANS else PLACED
    return tuple(each for each in others if each in kin)


@cache
def condition(name: str, names: Names) -> Any:
    others = tuple(each for each in names if each != name)
    if name in NUMBERS:
        number = number_for(name, others)
        compare = [word(each, number) for each in ("at_least", "at_most", "above", "below", "is_not")]
        return st.one_of(number, *compare, word("between", number, number))
    values = value_for(name)
    options = [values, values, word("is_not", values)]
    if name in PLACED:
        options.append(word("one_of", values, values))
    if alike(name, others):
        other = word("value_of", st.sampled_from(alike(name, others)))
        options += [other, word("is_not", other)]
    return st.one_of(options)


@cache
def effect(name: str, names: Names) -> Any:
    others = tuple(each for each in names if each != name)
    if name in NUMBERS:
        number = number_for(name, others)
        few = st.sampled_from([0.1, 0.3, 0.5]) if name == "r" else st.integers(1, 7 if name == "i" else 3)
        options = [word("add", few), word("add", few), word("subtract", few), number, word("add", number)]
        if name in BOUNDED:
            options.append(word("scale", st.sampled_from([-1, 0, 2])))
            fitting = tuple(each for each in others if each in BOUNDED)
            if fitting:
                options.append(word("scale", sums(fitting, WHOLE)))
        return st.one_of(options)
    values = value_for(name)
    if not alike(name, others):
        return values
    return st.one_of(values, values, word("value_of", st.sampled_from(alike(name, others))))


@cache
def some(names: Names, least: int, most: int) -> Any:
    return st.lists(st.sampled_from(names), min_size=least, max_size=most, unique=True)


@cache
def costs(names: Names) -> Any:
    constants = st.sampled_from([1, 1, 2, 3, 0, 0.5, 1.25])
    return st.one_of(constants, constants, sums(("n",), constants, (1, 2))) if "n" in names else constants


@cache
def starts(name: str) -> Any:
    if name in BOUNDED:
        return st.sampled_from(list(BOUNDED[name]))
    if name in NUMBERS:
        return st.sampled_from([0.0, 0.2, 1.0]) if name == "r" else st.integers(-1, 2)
    return value_for(name)


def conditions(draw: Any, names: Names, least: int = 0, most: int = 2) -> dict[str, Any]:
    return {name: draw(condition(name, names)) for name in draw(some(names, least, most))}


def effects(draw: Any, names: Names) -> list[Any]:
    """A dict, and sometimes conditional ones that write other names, or add to the same."""
    groups: list[Any] = [{name: draw(effect(name, names)) for name in draw(some(names, 1, 2))}]
    free = tuple(name for name in names if name not in groups[0])
    if free and draw(FEW):
        more = {draw(st.sampled_from(free)): None}
        more = {name: draw(effect(name, names)) for name in more}
        for name, each in groups[0].items():
            if isinstance(each, Word) and each.name in ("add", "subtract"):
                more[name] = draw(MORE_TENTHS if name == "r" else MORE)
        groups.append(Word("when", (conditions(draw, names, 1), more)))
    return groups


FEW, OFTEN = st.sampled_from([False, False, True]), st.sampled_from([True, True, True, False])
MORE, MORE_TENTHS = word("add", st.integers(1, 2)), word("add", st.sampled_from([0.1, 0.2]))
FINITE = [
    *(("p", "q", "n"), ("p", "at", "to"), ("q", "at", "n"), ("n", "m"), ("p", "n", "m"), ("at", "to", "n", "m")),
    *(("p", "q", "at", "to"), ("at", "m", "n"), ("p", "q", "m", "n")),
    *(("p", "i"), ("p", "i"), ("q", "p", "i"), ("i", "n"), ("at", "i")),
]
INFINITE = [("p", "k"), ("at", "n", "k"), ("p", "r"), ("n", "r"), ("k", "r"), ("m", "n", "k", "r"), ("q", "at", "r")]


@st.composite
def puzzles(draw: Any, *, finite: bool = True, most: int = 5) -> Puzzle:
    """Most goals are what a random walk led to: they can be reached, and are seldom near."""
    names = draw(st.sampled_from(FINITE if finite else INFINITE))
    deeds = [
        Deed(f"a{number}", draw(costs(names)), conditions(draw, names), effects(draw, names))
        for number in range(draw(st.integers(1, most)))
    ]
    start = {name: draw(starts(name)) for name in names}
    puzzle = Puzzle(deeds, start, {}, {name: KINDS[name] for name in names})
    wanted = draw(some(names, 1, 3))
    reached = walked(puzzle, draw(st.lists(st.integers(0, most - 1), min_size=4, max_size=12)))
    changed = [name for name in names if reached[name] != start[name]]
    if changed and draw(OFTEN):
        told = draw(st.sampled_from(["", "at_least", "at_most"]))
        goal = {
            name: Word(told, (reached[name],)) if told and name in NUMBERS else reached[name]
            for name in {changed[-1]: None, **dict.fromkeys(wanted)}
        }
    else:
        goal = {name: draw(condition(name, names)) for name in wanted}
    return replace(puzzle, goal=goal)


def walked(puzzle: Puzzle, walk: Sequence[int]) -> dict[str, Any]:
    """Where a start leads to if these actions are taken, save those that cannot be."""
    domain = puzzle.domain(brute)
    state = domain.start(puzzle.start)
    for number in walk:
        state = domain.after(domain.actions[number % len(domain.actions)], state) or state
    return {name: float(each) if name == "r" else each for name, each in state.items()}
