"""Expressions as text: what one would write, with the brackets that it needs, and no more (design decision 11)."""

import ast
import enum
from types import SimpleNamespace

import pytest
from hypothesis import given, settings

from gumption.core.expression import F, evaluate, explain, is_expression, show
from tests.core.test_expression import agent_of, agents, build, outcome, sketches, small


class Mood(enum.Enum):
    GOOD = 1


TEXTS = [
    (F, "F"),
    (F.thirst >= 5, "thirst >= 5"),
    (F.thirst > 3, "thirst > 3"),
    (F.thirst == 3, "thirst == 3"),
    (F.target.position.x, "target.position.x"),
    (F.name == "Bob", "name == 'Bob'"),
    (F.mood == Mood.GOOD, "mood == Mood.GOOD"),
    (F == 3, "F == 3"),
    ((F.a > 1) & (F.b < 2), "a > 1 and b < 2"),
    ((F.a > 1) & F.b & ~F.c, "a > 1 and b and not c"),
    (F.a | F.b & F.c, "a or b and c"),
    ((F.a | F.b) & F.c, "(a or b) and c"),
    (F.a & (F.b & F.c), "a and b and c"),
    (~(F.a & F.b), "not (a and b)"),
    (~F.a & F.b, "not a and b"),
    (~(F.a == 1), "not a == 1"),
    ((~F.a) == 1, "(not a) == 1"),
    (~~F.a, "not not a"),
    ((F.a == 1) == (F.b == 2), "(a == 1) == (b == 2)"),
    ((F.a < 1) < 2, "(a < 1) < 2"),
    (F.a + F.b * F.c, "a + b * c"),
    ((F.a + F.b) * F.c, "(a + b) * c"),
    (F.a - F.b - F.c, "a - b - c"),
    (F.a - (F.b - F.c), "a - (b - c)"),
    (F.a / (F.b * F.c), "a / (b * c)"),
    (F.a // F.b % F.c, "a // b % c"),
    (1 - F.a, "1 - a"),
    (-F.a, "-a"),
    (-(F.a + 1), "-(a + 1)"),
    (-(-F.a), "-(-a)"),  # noqa: B002
    (-F.a * F.b, "-a * b"),
    ((-F.a) ** 2, "(-a) ** 2"),
    (-(F.a**2), "-a ** 2"),
    (2**F.a, "2 ** a"),
    ((F.a**F.b) ** F.c, "(a ** b) ** c"),
    (F.a ** (F.b**F.c), "a ** (b ** c)"),
    ((-1) ** F.a, "(-1) ** a"),
    (F.a + (F.b > 1), "a + (b > 1)"),
    ((F.a | F.b) + 1, "(a or b) + 1"),
    (F.a & True, "a and True"),
]


@pytest.mark.parametrize(("expression", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_an_expression_is_shown_as_one_would_write_it(expression, text):
    """`show`, and `repr`."""
    assert show(expression) == text
    assert repr(expression) == f"<expression {text}>"


@settings(max_examples=200, deadline=None)
@given(sketches.filter(small), agents)
def test_the_text_read_by_python_means_the_same(sketch, values):
    """The brackets are right: the text, evaluated with the attributes as variables, comes to the same."""
    try:
        expression = build(sketch)
    except (ArithmeticError, TypeError):
        return
    if not is_expression(expression):
        return
    agent = agent_of(values)
    text = show(expression)
    ast.parse(text, mode="eval")
    names = {**vars(agent), "inf": float("inf"), "nan": float("nan"), "F": agent}
    assert outcome(eval, text, {}, names) == outcome(evaluate, expression, agent)


def test_explain_adds_the_present_values_of_what_is_read():
    """Each once, in the order of appearance."""
    agent = SimpleNamespace(thirst=3, gold=SimpleNamespace(pockets=2), mood=Mood.GOOD, name="Bob")
    assert explain(F.thirst >= 5, agent) == "thirst >= 5, thirst is 3"
    assert explain((F.thirst > 1) & (F.thirst < F.gold.pockets), agent) == (
        "thirst > 1 and thirst < gold.pockets, thirst is 3, gold.pockets is 2"
    )
    assert explain(F.mood == Mood.GOOD, agent) == "mood == Mood.GOOD, mood is Mood.GOOD"
    assert explain(F.name == "Bob", agent) == "name == 'Bob', name is 'Bob'"
    assert explain(F == 3, 3) == "F == 3"


def test_explain_tells_of_what_is_missing_instead_of_failing():
    """It is called where something went wrong already."""
    agent = SimpleNamespace(gold=None)
    assert (
        explain(F.gold.pockets > F.thirst, agent) == "gold.pockets > thirst, gold.pockets is missing, thirst is missing"
    )


def test_explain_does_not_fail_at_a_property_that_raises():
    """Nor at a value that cannot be shown."""

    class Agent:
        @property
        def gold(self):
            raise ValueError("no")

        thirst = type("Shy", (), {"__repr__": lambda self: 1 / 0})()

    assert explain(F.gold > 1, Agent()).startswith("gold > 1, gold ")
    assert explain(F.thirst > 1, Agent()).startswith("thirst > 1, thirst ")


@pytest.mark.parametrize("text", ["new\nline", 'quote "', "a" * 20])
def test_strange_strings_are_shown_on_one_line(text):
    """As literals."""
    assert "\n" not in show(F.name == text)
    assert show(F.name == text) == f"name == {text!r}"


@pytest.mark.parametrize("value", ["a" * 500, [*range(500)], "new\nline" * 50])
def test_large_values_are_cut(value):
    """`show`: it is read in pictures and messages, where a page of text would hide all else."""
    text = show(F.name == value)
    assert text.startswith("name == ")
    assert len(text) < 80
    assert "..." in text
    assert "\n" not in text
