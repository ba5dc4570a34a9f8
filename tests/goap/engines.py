"""Every planner that is here, behind one face: tests run against all of them."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, settings

from gumption import goap
from gumption.goap.engines import reference
from gumption.goap.engines.engine import VARIABLE
from gumption.goap.tables.encode import encode_task, encode_tests
from gumption.goap.tables.task import Task, Test

native: ModuleType | None
try:
    native = import_module("gumption.goap._native")
except ImportError:
    native = None

ENGINES: dict[str, ModuleType] = {"reference": reference} | ({"native": native} if native else {})
HEURISTICS = {"reference": (0, 1, 2), "native": (0, 1, 2, 3, 4)}
"""Automatic, blind, goals, h_max, LM-cut: all of them admissible."""

WAYS = [(engine, heuristic) for engine in ENGINES for heuristic in HEURISTICS[engine]]

each_engine = pytest.mark.parametrize("engine", ENGINES)
each_way = pytest.mark.parametrize(("engine", "heuristic"), WAYS, ids=[f"{name}-{number}" for name, number in WAYS])

properties = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    phases=[Phase.generate, Phase.shrink],
)
"""Without the phase that explains, which takes minutes where each example is a planning."""

FOUND, EXHAUSTED, UNREACHABLE, EXPANSIONS = 1, 2, 3, 4


def goal_of(engine: str, task: Task, tests: Sequence[Test]) -> Any:
    """A goal in a task, in the engine's own form."""
    if engine == "reference":
        return reference.Goal(reference.Task(task), tests)
    assert native is not None
    return native.Goal(native.Task(encode_task(task)), encode_tests(tests))


class Vocabulary:
    """`gumption.goap` with one engine: what recipes are cooked with."""

    def __init__(self, engine: str) -> None:
        self.engine = engine

    def Domain(self, *arguments: Any, **options: Any) -> goap.Domain[Any]:  # noqa: N802 - stands for the class
        with mock.patch.dict("os.environ", {VARIABLE: self.engine}):
            return goap.Domain(*arguments, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(goap, name)


VOCABULARIES: Mapping[str, Vocabulary] = {name: Vocabulary(name) for name in ENGINES}
HEURISTIC_NAMES = ("automatic", "blind", "goals", "max", "lm-cut")
"""By their number in engines."""


def names_of(plan: Any) -> tuple[str, ...]:
    return tuple(action.name for action in plan)
