"""What people write by mistake, and what must not get into generated code (design decision 11)."""

import copy
import pickle
from types import SimpleNamespace

import pytest

from gumption.core.expression import F, as_function, evaluate, show
from gumption.errors import GumptionError, UsageError


def chained():
    return 1 < F.a < 5


def set_attribute():
    F.a = 3


def set_deeper():
    F.a.b = 3


def set_item():
    F.a[0] = 3


def delete():
    del F.a


def unpack():
    first, _second = F.a
    return first


def loop():
    return [each for each in F.a]  # noqa: C416


def conditional():
    return 1 if F.a else 2


# what was written -> words that the message has to say, about what is wrong and what to write instead
MISTAKES = {
    "and": (lambda: (F.a > 1) and (F.b > 1), ["a > 1", "&"]),
    "or": (lambda: (F.a > 1) or (F.b > 1), ["a > 1", "|"]),
    "not": (lambda: not F.a, ["a", "~"]),
    "brackets left out of &": (lambda: F.a & 3, ["3", "(F.a > 1) & (F.b < 2)"]),
    "brackets left out of a comparison": (lambda: F.a > 5 & F.b, ["5", "brackets"]),
    "brackets left out of |": (lambda: None | F.a, ["None", "brackets"]),
    "a chained comparison": (chained, ["a > 1", "(1 < F.a) & (F.a < 5)"]),
    "if": (conditional, ["a", "truth"]),
    "bool()": (lambda: bool(F.a), ["a", "truth"]),
    "in an expression": (lambda: 3 in F.items, ["items", "function"]),
    "an expression in a list": (lambda: F.kind in ("a", "b"), ["kind"]),
    "a call": (lambda: F.is_dead(), ["is_dead", "lambda"]),
    "a call with arguments": (lambda: F.near(3, 4), ["near", "lambda"]),
    "a call of F": (lambda: F(), ["F", "called"]),
    "an index": (lambda: F.items[0], ["items", "function"]),
    "a key": (lambda: F.items["x"] > 3, ["items", "function"]),
    "a slice": (lambda: F.items[1:2], ["items", "function"]),
    "setting": (set_attribute, ["'a'", "only reads"]),
    "setting deeper": (set_deeper, ["'b'", "only reads"]),
    "setting an item": (set_item, ["a"]),
    "deleting": (delete, ["a"]),
    "iterating": (loop, ["a", "function"]),
    "unpacking": (unpack, ["a", "function"]),
    "len": (lambda: len(F.items) > 3, ["items", "function"]),
    "abs": (lambda: abs(F.x) > 3, ["x", "function"]),
    "a forgotten bracket": (lambda: F.a > 1 & F.b, ["1", "brackets", "(F.a > 1) & (F.b < 2)"]),
    "two forgotten brackets": (lambda: F.a == 1 | F.b == 2, ["1", "brackets"]),
    "something else than a condition": (lambda: F.a & "b", ["'b'"]),
    "an attribute of a comparison": (lambda: (F.a > 1).b, ["a > 1", "'b'"]),
    "an attribute of a sum": (lambda: (F.a + 1).real, ["a + 1", "'real'"]),
}


@pytest.mark.parametrize(("write", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_what_to_write_instead(write, words):
    """By an error of gumption's, which shows the expression."""
    with pytest.raises(UsageError) as caught:
        write()
    for word in words:
        assert word in str(caught.value)
    assert caught.value.remedy


INJECTIONS = [
    "a b", "a;b", "a.b", "a()", "", " a", "a ", "1a", "a-b", "a\nimport os", "a'", 'a"', "a#", "class", "None",
    "lambda", "a or b", "__import__('os')", "\u200b", "a\0",
]  # fmt: skip


@pytest.mark.parametrize("name", INJECTIONS, ids=repr)
def test_only_identifiers_can_be_attributes(name):
    """They will stand in generated source."""
    for owner in (F, F.a):
        with pytest.raises((UsageError, AttributeError)) as caught:
            getattr(owner, name)
        assert isinstance(caught.value, GumptionError) or name.startswith("__")


@pytest.mark.parametrize(
    "name", ["größe", "名前", "_", "_private", "print", "match", "type", "agent", "self", "k0", "F"]
)
def test_any_identifier_can_be_an_attribute(name):
    """Whatever it means elsewhere."""
    agent = SimpleNamespace(**{name: 7})
    assert as_function(getattr(F, name) + 0)(agent) == evaluate(getattr(F, name) + 0, agent) == 7
    assert show(getattr(F, name)) == name


def test_evaluated_and_compiled_read_the_same_attribute_whatever_its_letters():
    """Python normalizes identifiers in source (NFKC), and `getattr` does not: both ways have to agree."""
    agent = SimpleNamespace()
    vars(agent).update({"fi": "plain", "\ufb01": "ligature"})
    expression = getattr(F, "\ufb01")  # noqa: B009
    assert as_function(expression)(agent) == evaluate(expression, agent)


@pytest.mark.parametrize(
    "text",
    ["'); import os; ('", '"""', "\\", "\\'", "{x}", "%s", "\n\nraise SystemExit", "\r", "\u2028", "\x00", "#", "'''"],
    ids=repr,
)
def test_strings_are_constants_and_nothing_else(text):
    """No text is ever evaluated."""
    compiled = as_function((F.name == text) & (F.other != text))
    assert compiled(SimpleNamespace(name=text, other="")) is True
    assert compiled(SimpleNamespace(name="", other="")) is False


def test_an_object_with_a_wicked_repr_is_not_written_into_the_source():
    """Only the exact built-in types are; an object of a derived class stays an object."""

    class Wicked(int):
        def __repr__(self):
            return "__import__('os').abort()"

    class Name(str):
        __slots__ = ()

        def __repr__(self):
            return "__import__('os').abort()"

    for constant in (Wicked(3), Name("x")):
        assert as_function(F.value == constant)(SimpleNamespace(value=constant)) is True


def test_compiled_expressions_have_no_builtins():
    """Whatever stands in one is an attribute, an operator or a constant."""
    assert as_function(F.a).__globals__["__builtins__"] == {}
    with pytest.raises(AttributeError):
        as_function(F.print)(SimpleNamespace())


@pytest.mark.parametrize("expression", [F, F.a.b, (F.a > 1) & ~F.b], ids=show)
def test_expressions_can_be_copied_and_pickled(expression):
    """A definition is data: two of one shape are to be had without writing it again."""
    agent = SimpleNamespace(a=SimpleNamespace(b=1), b=0)
    agent.a.__dict__["b"] = 1
    for again in (copy.copy(expression), copy.deepcopy(expression), pickle.loads(pickle.dumps(expression))):
        assert show(again) == show(expression)


def test_expressions_are_hashed_by_identity():
    """Since == makes an expression, they could not tell equal ones apart."""
    one, two = F.a > 1, F.a > 1
    assert len({id(one), id(two)}) == 2
    assert hash(one) != hash(two)
    assert {one: "x"}[one] == "x"


def test_special_names_are_not_attributes_of_the_agent():
    """Libraries ask for them to find out what an object can do."""
    for name in ("__array__", "__wrapped__", "__iter_next__", "__fspath__"):
        assert not hasattr(F, name)
        assert not hasattr(F.a, name)
