"""Where the user's callables stand, for error messages and outlines (contract C7)."""

import functools
from collections.abc import Callable
from typing import Any

import pytest

from gumption.core.source import agent_name, code_of, error_text, line_of, name_of, place_of


def dig(agent: object) -> None:
    raise ValueError(agent)


class Dig:
    name = "digging"

    def work(self, agent: object) -> None: ...

    def __call__(self, agent: object) -> None: ...


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*arguments: Any) -> Any:
        return function(*arguments)

    return wrapper


@logged
def carry(agent: object) -> None:
    raise ValueError(agent)


CARRY = carry.__wrapped__.__code__  # type: ignore[attr-defined]

WRITTEN: list[tuple[str, Any, Any]] = [
    ("function", dig, dig.__code__),
    ("bound method", Dig().work, Dig.work.__code__),
    ("unbound method", Dig.work, Dig.work.__code__),
    ("callable object", Dig(), Dig.__call__.__code__),
    ("partial", functools.partial(dig, 1), dig.__code__),
    ("partial of a partial", functools.partial(functools.partial(dig), 1), dig.__code__),
    ("partial of a method", functools.partial(Dig().work, 1), Dig.work.__code__),
    ("decorated", carry, CARRY),
    ("cached", functools.cache(dig), dig.__code__),
]
"""The line is the one that a person wrote."""


@pytest.mark.parametrize(("target", "code"), [each[1:] for each in WRITTEN], ids=[each[0] for each in WRITTEN])
def test_the_code_behind_a_callable_is_found(target: Any, code: Any) -> None:
    assert code_of(target) is code


@pytest.mark.parametrize(("target", "code"), [each[1:] for each in WRITTEN], ids=[each[0] for each in WRITTEN])
def test_the_place_of_a_callable_is_its_module_and_line(target: Any, code: Any) -> None:
    """C7."""
    assert place_of(target) == f"{__name__}:{code.co_firstlineno}"


@pytest.mark.parametrize("target", [len, print, "text".upper, None, 5])
def test_what_has_no_source_has_no_place(target: Any) -> None:
    assert code_of(target) is None
    assert place_of(target) is None
    assert line_of(ValueError(), target) == ""


def test_wrappers_that_wrap_each_other_end_the_search() -> None:
    def one() -> None: ...

    def two() -> None: ...

    one.__wrapped__ = two  # type: ignore[attr-defined]
    two.__wrapped__ = one  # type: ignore[attr-defined]
    assert code_of(one) in (one.__code__, two.__code__)


def test_a_place_in_a_script_is_told_by_its_file() -> None:
    """`__main__` would be another module in another program."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(compile("\ndef dig(agent): ...", "/somewhere/town.py", "exec"), namespace)
    assert place_of(namespace["dig"]) == "town:2"


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (dig, "dig"),
        (Dig().work, "work"),
        (Dig, "Dig"),
        (Dig(), "Dig"),
        (functools.partial(functools.partial(dig, 1)), "dig"),
        (carry, "carry"),
        (len, "len"),
        (5, "int"),
    ],
)
def test_a_callable_is_called_by_its_own_name(target: object, name: str) -> None:
    assert name_of(target) == name


def test_an_agent_is_called_by_its_name_or_by_its_class() -> None:
    class Miner:
        def __init__(self, name: object = None) -> None:
            self.name = name

    assert agent_name(Miner("Bob")) == "Bob"
    assert agent_name(Miner()) == "Miner"
    assert agent_name(Miner("")) == "Miner"
    assert agent_name(Miner(7)) == "Miner"
    assert agent_name(object()) == "object"


def test_an_agent_whose_name_cannot_be_read_is_called_by_its_class() -> None:
    """The message that needs the name matters more."""

    class Ghost:
        @property
        def name(self) -> str:
            raise RuntimeError("no name")

    assert agent_name(Ghost()) == "Ghost"


def test_an_error_is_told_by_its_kind_and_its_words_if_it_has_any() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError("mute")

    assert error_text(ValueError("no nuggets")) == "ValueError: no nuggets"
    assert error_text(ValueError()) == "ValueError"
    assert error_text(MuteError()).startswith("MuteError: ")


def error_of(call: Callable[..., Any]) -> ValueError:
    with pytest.raises(ValueError) as caught:
        call("agent")
    return caught.value


def test_an_error_is_placed_where_it_passed_through_the_callable() -> None:
    def fetch(agent: object) -> None:
        agent = str(agent)
        dig(agent)

    first = fetch.__code__.co_firstlineno
    assert line_of(error_of(fetch), fetch) == f"{__file__}:{first + 2}"
    assert line_of(error_of(fetch), dig) == f"{__file__}:{dig.__code__.co_firstlineno + 1}"
    assert line_of(error_of(carry), carry) == f"{__file__}:{CARRY.co_firstlineno + 2}"


def test_an_error_from_elsewhere_is_placed_at_the_definition() -> None:
    assert line_of(ValueError(), dig) == f"{__file__}:{dig.__code__.co_firstlineno}"
    assert line_of(error_of(dig), Dig().work) == f"{__file__}:{Dig.work.__code__.co_firstlineno}"
    assert line_of(ValueError(), None) == ""


def test_an_error_in_a_recursive_callable_is_placed_at_its_innermost_line() -> None:
    def dig_down(agent: object, depth: int = 3) -> None:
        if depth:
            dig_down(agent, depth - 1)
        raise ValueError(agent)

    assert line_of(error_of(dig_down), dig_down) == f"{__file__}:{dig_down.__code__.co_firstlineno + 3}"
