"""From the sources of a domain, and the kinds of its names, to the tables that planners read."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gumption.goap.action import asks_agent
from gumption.goap.definition.kinds import Kind
from gumption.goap.definition.sources import ActionSource, GoalSource
from gumption.goap.goal import Goal
from gumption.goap.tables.conditions import NEVER, tests_of
from gumption.goap.tables.effects import writes_of
from gumption.goap.tables.linear import MOST_DECIMALS, Frame, NotExactError
from gumption.goap.tables.prices import price_of, units_for
from gumption.goap.tables.task import FINITE, INTEGER, REAL, Field, Group, Task, TaskAction, Test

if TYPE_CHECKING:
    from gumption.goap.domain import Domain
    from gumption.goap.engines.engine import Engine, GoalHandle
    from gumption.goap.engines.reference import Result
    from gumption.goap.engines.step import Values
    from gumption.goap.kernels import Kernels

_MOST_TARGETS: Final = 4096
"""How many goals an encoding keeps compiled, so that goals made anew for each planning do not fill the memory."""


@dataclass(eq=False)
class Encoding:
    """A domain as one set of tables. A domain has several if it has numbers with decimals (see `encodings`)."""

    engine: "Engine"
    frame: Frame
    task: Task
    unit: int
    """How many cost units make 1."""
    texts: tuple[tuple[str, ...], ...]
    """For each action, for each of its tests: the condition as a person would write it."""
    targets: "dict[Hashable, Target]" = field(default_factory=dict[Hashable, "Target"])
    """Goals that were compiled for it: by themselves, or by the contents of a dictionary."""

    @cached_property
    def handle(self) -> object:
        """The engine's task, made when first asked for."""
        return self.engine.task(self.task)

    def target(self, domain: "Domain[Any]", source: GoalSource, key: Hashable | None) -> "Target | None":
        """A goal that has been checked, compiled once.

        Args:
            domain: whose encoding this is.
            source: the goal.
            key: what it is found by the next time; None: it is not kept.

        Returns:
            None if the encoding is exact, and the goal is not.
        """
        known = self.targets.get(key) if key is not None else None
        if known is not None:
            return known
        try:
            pairs = tests_of(source.conditions, self.frame)
        except NotExactError:
            return None
        tests, texts = tuple(test for test, _ in pairs), tuple(text for _, text in pairs)
        target = Target(domain, self, source.goal, tests, texts, any(map(asks_agent, domain.actions)))
        if key is not None:
            if len(self.targets) >= _MOST_TARGETS:
                self.targets.clear()
            self.targets[key] = target
        return target


@dataclass(eq=False)
class Target:
    """A goal in the terms of one encoding."""

    domain: "Domain[Any]"
    encoding: Encoding
    goal: Goal[Any]
    tests: tuple[Test, ...]
    texts: tuple[str, ...]
    """For each test: the condition as a person would write it."""
    dynamic: bool
    """Whether an action's cost or use is a question to the agent."""
    kernels: "dict[tuple[int, ...], Kernels]" = field(default_factory=dict[tuple[int, ...], "Kernels"])
    """Of plans for it, by their actions."""

    @cached_property
    def handle(self) -> "GoalHandle":
        """The engine's goal, made when first asked for."""
        return self.encoding.engine.goal(self.encoding.handle, self.tests)

    @cached_property
    def plan(self) -> "Callable[[Values], Result]":
        """The engine's fast path: values -> result."""
        return self.handle.plan


def encodings(kinds: Mapping[str, Kind], sources: Sequence[ActionSource], engine: "Engine") -> tuple[Encoding, ...]:
    """All encodings of a domain, the one to try first before the others.

    Without numbers with decimals there is one. With them there are exact ones, where these count in units of 10^-k:
    with the least k that all of the domain fits, and with the greatest, for states that have more decimals; and there
    is one in doubles for all else.
    """
    index = {name: number for number, name in enumerate(kinds)}
    has_reals = any(kind.sort == "real" for kind in kinds.values())
    frames = [Frame(kinds, index, decimals) for decimals in range(MOST_DECIMALS + 1)]
    exact: list[tuple[Frame, Task, list[tuple[str, ...]]]] = []
    unit = None
    for frame in frames if has_reals else frames[:1]:
        if exact and frame.decimals != MOST_DECIMALS:
            continue
        try:
            unit = unit or units_for(sources, frame)
            exact.append((frame, *_task(sources, frame, unit)))
        except NotExactError:
            unit = None if not exact else unit
    if has_reals or not exact:
        frame = Frame(kinds, index, None)
        unit = unit or units_for(sources, frame)
        exact.append((frame, *_task(sources, frame, unit)))
    assert unit is not None
    return tuple(Encoding(engine, frame, task, unit, tuple(texts)) for frame, task, texts in exact)


def _task(sources: Iterable[ActionSource], frame: Frame, unit: int) -> tuple[Task, list[tuple[str, ...]]]:
    actions: list[TaskAction] = []
    texts: list[tuple[str, ...]] = []
    for source in sources:
        pairs = tests_of(source.conditions, frame)
        groups = [
            Group(tuple(test for test, _ in tests_of(group.conditions, frame)), writes_of(group.effects, frame))
            for group in source.groups
        ]
        possible = tuple(group for group in groups if group.writes and NEVER not in group.tests)
        actions.append(TaskAction(price_of(source.cost, unit, frame), tuple(test for test, _ in pairs), possible))
        texts.append(tuple(text for _, text in pairs))
    return Task(tuple(_field(name, kind, frame) for name, kind in frame.kinds.items()), tuple(actions)), texts


def _field(name: str, kind: Kind, frame: Frame) -> Field:
    if kind.sort in ("boolean", "enumeration"):
        return Field(name, FINITE, kind.size)
    if kind.sort == "real":
        return Field(name, REAL if frame.decimals is None else INTEGER)
    return Field(name, INTEGER, 0, kind.low, kind.high)
