"""Expressions: evaluated and compiled they come to the same (design decision 11)."""

import math
import operator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gumption.core.expression import (
    MAX_DEPTH,
    Expression,
    F,
    as_function,
    evaluate,
    is_expression,
    reads,
    show,
)
from gumption.errors import UsageError

NAMES = ["a", "b", "c"]
BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip

# A sketch of an expression is nested tuples; it is built twice: as an expression, and as what Python makes of it.
numbers = st.one_of(
    st.integers(-5, 5), st.booleans(), st.floats(-9, 9), st.sampled_from([0.0, -0.0, 1e300, math.inf, 10**30])
)
leaves = st.one_of(
    st.tuples(st.just("constant"), numbers),
    st.tuples(st.just("attribute"), st.sampled_from(NAMES)),
    st.tuples(st.just("attribute"), st.just("d"), st.sampled_from(NAMES)),
)
FOUR = st.just(("constant", 4))  # keeps powers small
sketches = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(sorted(BINARY)), inner, inner),
        st.tuples(st.sampled_from(["and", "or"]), inner, inner),
        st.tuples(st.sampled_from(["not", "neg"]), inner),
        st.tuples(st.just("**"), inner, st.tuples(st.just("constant"), st.integers(-2, 2))),
        st.tuples(
            st.just("**"), st.tuples(st.just("constant"), st.integers(-3, 3)), st.tuples(st.just("%"), inner, FOUR)
        ),
    ),
    max_leaves=12,
)
agents = st.fixed_dictionaries(dict.fromkeys([*NAMES, *"xyz"], numbers))


def agent_of(values: dict[str, Any]) -> SimpleNamespace:
    inner = SimpleNamespace(a=values["x"], b=values["y"], c=values["z"])
    return SimpleNamespace(**{name: values[name] for name in NAMES}, d=inner)


def build(sketch: Any) -> Any:
    """The expression, by the operators that a user would write."""
    what, *parts = sketch
    if what == "constant":
        return parts[0]
    if what == "attribute":
        return operator.attrgetter(".".join(parts))(F)
    built = [build(part) for part in parts]
    if not any(map(is_expression, built)):
        return plain(sketch, None) if what != "neg" else -built[0]
    if what in ("and", "or"):
        left, right = (part if is_expression(part) else Expression("constant", part) for part in built)
        return left & right if what == "and" else left | right
    if what == "not":
        return ~built[0]
    if what == "neg":
        return -built[0]
    return built[0] ** built[1] if what == "**" else BINARY[what](built[0], built[1])


def plain(sketch: Any, agent: Any) -> Any:
    """What Python comes to."""
    what, *parts = sketch
    if what == "constant":
        return parts[0]
    if what == "attribute":
        return operator.attrgetter(".".join(parts))(agent)
    if what == "and":
        return plain(parts[0], agent) and plain(parts[1], agent)
    if what == "or":
        return plain(parts[0], agent) or plain(parts[1], agent)
    if what == "not":
        return not plain(parts[0], agent)
    if what == "neg":
        return -plain(parts[0], agent)
    left, right = plain(parts[0], agent), plain(parts[1], agent)
    return power(left, right) if what == "**" else BINARY[what](left, right)


def power(left: Any, right: Any) -> Any:
    return left**right


def outcome(function: Any, *arguments: Any) -> Any:
    """A value with its type; or the type of the error."""
    try:
        value = function(*arguments)
    except (ArithmeticError, TypeError) as error:
        return type(error)
    return type(value), "nan" if value != value else value, math.copysign(1, value) if type(value) is float else 0


def small(sketch: Any) -> bool:
    """Whether no power can grow out of hand."""
    return "**" not in repr(sketch) or (repr(sketch).count("**") <= 1 and "1e+300" not in repr(sketch))


@settings(max_examples=300, deadline=None)
@given(sketches.filter(small), agents)
def test_evaluated_compiled_and_written_by_hand_come_to_the_same(sketch, values):
    """Value, type, sign of zero, and error."""
    try:
        expression = build(sketch)
    except (ArithmeticError, TypeError):
        return  # constants alone, which Python has folded
    if not is_expression(expression):
        return
    agent = agent_of(values)
    wanted = outcome(plain, sketch, agent)
    assert outcome(evaluate, expression, agent) == wanted
    assert outcome(as_function(expression), agent) == wanted


@settings(max_examples=200, deadline=None)
@given(sketches)
def test_what_is_read_is_what_the_sketch_names(sketch):
    """`reads`: each once, in the order of appearance."""

    def paths(part: Any) -> list[str]:
        what, *parts = part
        if what == "constant":
            return []
        if what == "attribute":
            return [".".join(parts)]
        return [path for each in parts for path in paths(each)]

    try:
        expression = build(sketch)
    except (ArithmeticError, TypeError):
        return
    if is_expression(expression):
        assert reads(expression) == tuple(dict.fromkeys(paths(sketch)))


def test_the_order_of_what_is_read_is_that_of_appearance():
    assert reads((F.b.c > F.a) & (F.a < 3) & ~F.d) == ("b.c", "a", "d")
    assert reads(F == 3) == ()


class Counting:
    """Notes which attributes were asked for."""

    def __init__(self, **values):
        object.__setattr__(self, "asked", [])
        object.__setattr__(self, "values", values)

    def __getattr__(self, name):
        self.asked.append(name)
        return self.values[name]


@pytest.mark.parametrize("run", [evaluate, lambda expression, agent: as_function(expression)(agent)])
@pytest.mark.parametrize(
    ("expression", "asked"),
    [
        (F.yes & F.no & F.yes, ["yes", "no"]),
        (F.no | F.yes | F.no, ["no", "yes"]),
        ((F.yes | F.no) & F.yes, ["yes", "yes"]),
        (~(F.no & F.yes), ["no"]),
    ],
)
def test_and_and_or_stop_at_the_first_part_that_decides(run, expression, asked):
    """As Python's do."""
    agent = Counting(yes=True, no=False)
    run(expression, agent)
    assert agent.asked == asked


def test_the_deepest_expression_compiles_and_one_more_level_is_refused():
    """50 levels; chains of & and | count as one."""
    expression = F.a
    for _ in range(MAX_DEPTH - 2):
        expression = (expression + 1) if expression.__depth__ % 2 else -(expression - 1)
        if expression.__depth__ >= MAX_DEPTH - 1:
            break
    assert as_function(expression)(SimpleNamespace(a=1)) == evaluate(expression, SimpleNamespace(a=1))
    assert show(expression).count("(") > 10
    with pytest.raises(UsageError, match="nested more than 50 levels") as caught:
        operator.invert(~~expression)
    assert "function" in caught.value.remedy
    chain = F.a
    for _ in range(2000):
        chain = chain & F.a
    assert as_function(chain)(SimpleNamespace(a=7)) == 7
    assert chain.__depth__ <= 3
