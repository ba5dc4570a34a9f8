"""What the user's callables take, found out when a definition is built (rule S5)."""

import functools
from collections.abc import Callable
from typing import Any

import pytest

from gumption.core.callables import agent_first, argument_count, takes
from gumption.core.source import is_async, place_of


class Tool:
    """Callables of all kinds."""

    def use(self, one: object, two: object) -> object:
        return (one, two)

    @classmethod
    def make(cls, one: object) -> object:
        return one

    @staticmethod
    def drop(one: object, two: object) -> object:
        return (one, two)

    async def wait(self, one: object) -> None: ...

    def __call__(self, one: object) -> object:
        return one


class Slow:
    async def __call__(self, one: object) -> None: ...


async def coroutine(one: object) -> None: ...


async def coroutine_generator(one: object) -> Any:
    yield one


def generator(one: object) -> Any:
    yield one


@functools.wraps(Tool.drop)
def wrapped(*arguments: object) -> object:
    return Tool.drop(*arguments)


TAKES: list[tuple[str, Callable[..., Any], set[int]]] = [
    ("nothing", lambda: 0, {0}),
    ("one", lambda one: one, {1}),
    ("two", lambda one, two: (one, two), {2}),
    ("one or two", lambda one, two=0: (one, two), {1, 2}),
    ("any", lambda *all_of_them: all_of_them, {0, 1, 2, 3}),
    ("by keyword only", lambda one, *, two: (one, two), set()),
    ("by keyword only, with a default", lambda one, *, two=0: (one, two), {1}),
    ("bound method", Tool().use, {2}),
    ("unbound method", Tool.use, {3}),
    ("class method", Tool.make, {1}),
    ("static method", Tool.drop, {2}),
    ("callable object", Tool(), {1}),
    ("class", Tool, {0}),
    ("partial", functools.partial(Tool.drop, 1), {1}),
    ("partial by keyword", functools.partial(Tool.drop, two=1), {1}),
    ("wrapped", wrapped, {2}),
    ("built in", len, {1}),
]


@pytest.mark.parametrize(("target", "counts"), [each[1:] for each in TAKES], ids=[each[0] for each in TAKES])
def test_a_callable_takes_what_its_signature_says(target: Callable[..., Any], counts: set[int]) -> None:
    """S5."""
    assert {count for count in range(4) if takes(target, count)} == counts


def test_a_callable_without_a_signature_is_given_the_benefit_of_the_doubt() -> None:
    """S5: some built-in ones tell nothing."""
    assert takes(max, 2)
    assert takes(dict, 1)


@pytest.mark.parametrize("value", [None, 5, "text", object()])
def test_what_is_not_callable_takes_nothing(value: Any) -> None:
    assert not takes(value, 1)


@pytest.mark.parametrize(
    "target",
    [
        coroutine,
        coroutine_generator,
        generator,
        Tool().wait,
        Slow(),
        functools.partial(coroutine, 1),
        functools.partial(functools.partial(generator), 1),
    ],
    ids=[
        "coroutine",
        "async generator",
        "generator",
        "method",
        "callable object",
        "partial of a coroutine",
        "partial of a generator",
    ],
)
def test_a_callable_whose_body_would_never_run_is_found_out(target: Callable[..., Any]) -> None:
    assert is_async(target)


@pytest.mark.parametrize(
    "target",
    [lambda one: one, Tool().use, Tool(), len, functools.partial(Tool.drop, 1), wrapped],
    ids=["lambda", "method", "callable object", "built in", "partial", "wrapped"],
)
def test_a_callable_that_does_its_work_at_once_is_not_taken_for_another(target: Callable[..., Any]) -> None:
    assert not is_async(target)


@pytest.mark.parametrize(
    ("target", "result"),
    [
        (lambda agent: [agent], ["agent"]),
        (lambda agent, context: [agent, context], ["agent", "context"]),
        (lambda *all_of_them: [*all_of_them], ["agent"]),
        (lambda agent, speed=2.0: [agent, speed], ["agent", 2.0]),
        (Tool(), "agent"),
        (Tool().use, ("agent", "context")),
        (functools.partial(Tool.drop, 1), (1, "agent")),
    ],
)
def test_a_leaf_is_called_with_the_agent_or_with_both(target: Callable[..., Any], result: object) -> None:
    """S5: optional parameters are the user's own."""
    call = agent_first(target)
    assert call is not None
    assert call("agent", "context") == result


@pytest.mark.parametrize("target", [Tool().use, Tool.make], ids=["with both", "with the agent"])
def test_the_place_of_a_leaf_stays_known(target: Callable[..., Any]) -> None:
    """C7."""
    call = agent_first(target)
    assert call is not None
    assert place_of(call) == place_of(target)


@pytest.mark.parametrize("target", [lambda: 0, lambda one, two, three: 0, lambda *, agent: agent, 5])
def test_what_takes_neither_one_nor_two_is_no_leaf(target: Any) -> None:
    """S5."""
    assert agent_first(target) is None


@pytest.mark.parametrize(
    ("target", "most", "count"),
    [
        (lambda one: one, 2, 1),
        (lambda one, two=0: one, 2, 1),
        (lambda one, two: one, 2, 2),
        (lambda one, two: one, 1, None),
        (lambda one, two, three: one, 2, None),
        (lambda one, two, three: one, 3, 3),
        (lambda: 0, 3, None),
    ],
)
def test_a_callable_is_given_as_few_arguments_as_it_takes(
    target: Callable[..., Any], most: int, count: int | None
) -> None:
    """S5."""
    assert argument_count(target, most) == count
