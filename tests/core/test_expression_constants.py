"""Constants in expressions: any object, kept as it is (design decision 11)."""

import enum
import math
from types import SimpleNamespace

import pytest

from gumption.core.expression import F, as_function, evaluate, to_source
from tests.naming import named


class Mood(enum.Enum):
    GOOD = 1


class Text(str):
    __slots__ = ()


CONSTANTS = [
    Mood.GOOD, "text", 'quotes " and \' both', "new\nline", "back\\slash", "nul\0", "\ud800", "{brace}", b"bytes", None,
    ..., True, 1.5, -0.0, math.inf, -math.inf, 10**40, 3 + 4j, (1, [2]), [], frozenset(), Text("sub"), object(), print,
]  # fmt: skip


class Keeps:
    """Gives what it is compared with."""

    __hash__ = None

    def __eq__(self, other):
        return other


@pytest.mark.parametrize("constant", CONSTANTS, ids=named)
def test_any_object_may_be_a_constant_and_stays_what_it_is(constant):
    """Compiled, too: the very object where it has no literal."""
    agent = SimpleNamespace(value=constant, keeps=Keeps())
    compiled = as_function(F.value == constant)
    assert compiled(agent)
    assert evaluate(F.value == constant, agent)
    kept = as_function(F.keeps == constant)(agent)
    literal = type(constant) in (str, int, float)
    assert (type(kept), repr(kept)) == (type(constant), repr(constant)) if literal else kept is constant


def test_equal_constants_of_different_types_are_not_confused():
    """1, 1.0 and True; a string and an equal object of a derived class."""
    agent = SimpleNamespace(keeps=Keeps())
    for constant in (1, 1.0, True, "sub", Text("sub")):
        assert type(as_function(F.keeps == constant)(agent)) is type(constant)
    assert as_function(F.a + (1,) + (2,))(SimpleNamespace(a=(0,))) == (0, 1, 2)  # noqa: RUF005


def test_constants_are_shared_by_identity_in_the_source():
    """One name for one object."""
    first, second = [1], [1]
    constants: dict[str, object] = {}
    source = to_source((F.a == first) & (F.b == first) & (F.c == second), "agent", constants)
    assert list(constants.values()) == [first, second]
    assert constants[source.split()[2]] is first


def test_a_constant_of_many_digits_compiles():
    """Python refuses to write integers of more than 4,300 digits as text."""
    huge = 10**5000
    assert as_function(F.value == huge)(SimpleNamespace(value=huge))
