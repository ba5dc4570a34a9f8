"""One tree of exceptions, whose messages say what is wrong, where, in doing what, and what to do about it."""

import copy
import inspect
import pickle
import re

import pytest

from gumption import errors
from gumption.errors import (
    BusyError,
    DefinitionError,
    GumptionError,
    LimitError,
    MindError,
    Problem,
    UsageError,
)

PROBLEMS = [
    Problem("fsm-class", "miner", "Dig is a class", "give a state object: Dig()"),
    Problem("fsm-duplicate-name", "miner › dig", "two states have this name", "give one another `name`"),
]


def drawn(text: str) -> list[tuple[str, str | None]]:
    """The classes of a tree drawn with lines, each with the one that it hangs from."""
    pairs: list[tuple[str, str | None]] = []
    branch: dict[int, str] = {}
    for line in text.splitlines():
        if found := re.match(r"( *(?:│ {3}| {4})*(?:[├└]── )?)([A-Z]\w+Error)\b", line):
            depth = len(found[1])
            above = [at for at in branch if at < depth]
            pairs.append((found[2], branch[max(above)] if above else None))
            branch = {at: branch[at] for at in above} | {depth: found[2]}
    return pairs


def grown(cls: type[Exception], parent: str | None = None) -> list[tuple[str, str | None]]:
    """The same of the classes in `gumption.errors`."""
    pairs = [(cls.__name__, parent)]
    for sub in cls.__subclasses__():
        if sub.__module__ == errors.__name__:
            pairs += grown(sub, cls.__name__)
    return pairs


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    assert drawn(inspect.getdoc(errors) or "") == grown(GumptionError)
    assert len(grown(GumptionError)) >= 9


def test_a_drawn_tree_is_read_by_its_lines() -> None:
    text = "Words.\n\n    RootError\n    ├── OneError   text\n    │   └── TwoError   text\n    └── ThreeError   text"
    assert drawn(text) == [
        ("RootError", None), ("OneError", "RootError"), ("TwoError", "OneError"), ("ThreeError", "RootError")
    ]  # fmt: skip


def test_every_exception_of_the_module_hangs_in_the_tree() -> None:
    classes = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, BaseException)]
    assert {each.__name__ for each in classes} == {name for name, _ in grown(GumptionError)}
    assert all(inspect.getdoc(each) for each in classes)


def test_a_message_says_what_where_in_doing_what_and_what_to_do() -> None:
    error = UsageError("it is on fire", where="the shack", doing="cooking", remedy="fetch water")
    assert str(error).splitlines() == [
        "it is on fire",
        "  where:      the shack",
        "  doing:      cooking",
        "  what to do: fetch water",
    ]
    assert (error.problem, error.where, error.doing, error.remedy) == (
        "it is on fire", "the shack", "cooking", "fetch water"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({}, []),
        ({"where": "here"}, ["  where:      here"]),
        ({"doing": "this"}, ["  doing:      this"]),
        ({"remedy": "that"}, ["  what to do: that"]),
        ({"where": "here", "remedy": "that"}, ["  where:      here", "  what to do: that"]),
    ],
)
def test_what_is_not_known_takes_no_line(fields: dict[str, str], lines: list[str]) -> None:
    assert str(GumptionError("problem", **fields)).splitlines() == ["problem", *lines]


def test_the_innermost_place_wins() -> None:
    error = MindError("problem")
    error.locate("")
    error.locate("inner")
    error.locate("outer")
    assert error.where == "inner"
    assert "  where:      inner" in str(error)


def test_a_definition_error_lists_all_problems() -> None:
    error = DefinitionError("state machine 'miner'", PROBLEMS)
    assert error.problems == tuple(PROBLEMS)
    assert str(error).splitlines() == [
        "state machine 'miner' has 2 problems",
        "  1. [fsm-class] miner: Dig is a class",
        "      what to do: give a state object: Dig()",
        "  2. [fsm-duplicate-name] miner › dig: two states have this name",
        "      what to do: give one another `name`",
    ]


def test_a_definition_error_with_one_problem_says_so() -> None:
    error = DefinitionError("state machine 'miner'", PROBLEMS[:1])
    assert str(error).splitlines()[0] == "state machine 'miner' has a problem"
    assert str(error).count("[") == 1


def test_a_definition_error_can_be_located_like_all_others() -> None:
    error = DefinitionError("state machine 'miner'", PROBLEMS)
    error.locate("town.py:12")
    assert str(error).splitlines()[1] == "  where:      town.py:12"
    assert str(error).count("what to do") == 2


@pytest.mark.parametrize(
    "error",
    [
        LimitError("endless", where="here", doing="this", remedy="that"),
        BusyError("busy"),
        DefinitionError("state machine 'miner'", PROBLEMS),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_passes_whole_from_process_to_process(error: GumptionError) -> None:
    """As those of a simulation in a pool of workers do."""
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


def test_one_handler_catches_all() -> None:
    for name, _ in grown(GumptionError):
        assert issubclass(getattr(errors, name), GumptionError)
    assert not issubclass(GumptionError, ValueError)
    assert issubclass(BusyError, UsageError)
