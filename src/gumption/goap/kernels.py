"""What of a plan still has to be, while it is carried out: its kernels (rule G8).

The kernel of a step is what has to hold before it for the rest of the plan to reach the goal. Kernels are those of the
triangle tables of Fikes, Hart and Nilsson, "Learning and executing generalized robot plans" (1972): they are found by
going backwards from the goal, and the latest one that holds is where to go on, so that what the world undid is done
again, and what it did for the agent is skipped. Here the fields of each kernel are found so; whether it holds, with its
numbers and conditional effects, is found by carrying the rest out in thought.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from gumption.goap.engines.regress import Slice, before, read_by, sliced
from gumption.goap.engines.step import Number, NumberOverflowError, holds
from gumption.goap.engines.stride import Stride, run, stride, write
from gumption.goap.tables.task import Task

if TYPE_CHECKING:
    from gumption.goap.tables.encodings import Target

Watch: TypeAlias = Callable[[Sequence[Number]], Any]
"""Encoded state -> something to compare with what it gave for another state."""


_MOST_KEPT: Final = 256
"""How many plans for one goal keep their kernels for the next agent."""


def kernels_of(target: "Target", path: Sequence[int]) -> "Kernels":
    """The kernels of a plan, made once for all agents who follow it.

    Args:
        target: the goal, within an encoding.
        path: the plan: positions in `domain.actions`.
    """
    known = target.kernels.get(key := tuple(path))
    if known is None:
        if len(target.kernels) >= _MOST_KEPT:
            target.kernels.clear()
        known = target.kernels[key] = Kernels(target, key)
    return known


@final
class Kernels:
    """The kernels of one plan. It never changes, and serves all agents who follow the plan.

    States are encoded ones, in the encoding of the target. Values that no one named are told by their indexes only.
    A number that 64 bits cannot hold does not work, where the rest of the plan depends on it.

    Args:
        target: the goal, within an encoding.
        path: the plan: positions in `domain.actions`.
    """

    def __init__(self, target: "Target", path: Sequence[int]) -> None:
        self._target = target
        self.path: Final = tuple(path)
        task = target.encoding.task
        needed = read_by(target.tests)
        kernels, strides = [needed], [stride(Slice(target.tests, ()), task.fields)]
        for index in reversed(self.path):
            action = task.actions[index]
            part = sliced(action, needed, task.fields)
            strides.append(stride(part, task.fields))
            needed = before(action, part, needed)
            kernels.append(needed)
        self._kernels = tuple(reversed(kernels))
        self._strides: tuple[Stride, ...] = tuple(reversed(strides))
        """The steps, and behind them the goal, as one that has conditions only."""

    def kernel(self, at: int) -> tuple[int, ...]:
        """The fields that it depends on whether the rest of the plan works from step `at` on, no step being skipped.

        Args:
            at: 0 for the first step; len(path): all is done but to look at the goal.
        """
        return tuple(sorted(self._kernels[at]))

    def relevant(self, at: int) -> tuple[int, ...]:
        """The fields that `onward(values, at)` depends on: those of all kernels from `at` on, the goal's among them."""
        return self._relevant[at]

    def watch(self, at: int) -> Watch:
        """A function of an encoded state; what it gives changes if and only if a relevant field changes."""
        return self._watches[at]

    def onward(self, values: Sequence[Number], at: int) -> int | None:
        """Where to go on.

        Args:
            values: the state now.
            at: the step that would be next.

        Returns:
            The latest step, from `at` on, from which the rest of the plan can be carried out and reaches the goal;
            len(path) if the goal holds already; None if there is no such step.
        """
        for start in range(len(self.path), at - 1, -1):
            if self._works(list(values), start):
                return start
        return None

    def under_way(self, values: Sequence[Number], before: Sequence[Number], at: int) -> bool:
        """Whether it makes sense to go on with step `at`, which was begun and has not ended.

        What the step itself writes may be half done, so it is taken from the state in which the step began.

        Args:
            values: the state now.
            before: the state in which the step began.
            at: the step.

        Returns:
            Whether the step could be begun now, with what it writes as it was, and the rest reaches the goal.
        """
        return self._works(self._merged(values, before, at), at)

    def broken(self, values: Sequence[Number], at: int, before: Sequence[Number] | None = None) -> str:
        """What is wrong first when the rest is carried out from step `at` on, in words; "" if nothing is.

        Args:
            values: the state now.
            at: the step that would be next.
            before: for a step that is under way: the state in which it began. See `under_way`.
        """
        state = list(values) if before is None else self._merged(values, before, at)
        rest = self._strides[at:]
        done = run(rest, state.copy())
        if done == len(rest):
            return ""
        run(rest[:done], state)
        return self._trouble(at + done, state)

    def _works(self, state: list[Number], at: int) -> bool:
        rest = self._strides[at:]
        return run(rest, state) == len(rest)

    def _merged(self, values: Sequence[Number], before: Sequence[Number], at: int) -> list[Number]:
        merged = list(values)
        for field in self._written[at]:
            merged[field] = before[field]
        return merged

    @cached_property
    def _written(self) -> tuple[frozenset[int], ...]:
        """Which fields each step writes; the goal, none."""
        return (*(_written_by(index, self._target.encoding.task) for index in self.path), frozenset())

    @cached_property
    def _relevant(self) -> tuple[tuple[int, ...], ...]:
        found: list[tuple[int, ...]] = []
        fields = frozenset[int]()
        for kernel in reversed(self._kernels):
            fields |= kernel
            found.append(tuple(sorted(fields)))
        return tuple(reversed(found))

    @cached_property
    def _watches(self) -> tuple[Watch, ...]:
        watches: list[Watch] = [itemgetter(*fields) if fields else _nothing for fields in self._relevant]
        return tuple(watches)

    def _trouble(self, at: int, state: list[Number]) -> str:
        """Why a step does not work in a state, or why the goal does not hold in it."""
        target = self._target
        if at == len(self.path):
            unmet = [text for test, text in zip(target.tests, target.texts, strict=True) if not _holds(test, state)]
            return f"the goal would not be reached: {' and '.join(dict.fromkeys(unmet))}"
        index, task = self.path[at], target.encoding.task
        name = target.domain.actions[index].name
        for test, text in zip(task.actions[index].tests, target.encoding.texts[index], strict=True):
            if not _holds(test, state):
                return f"{name!r} needs {text}"
        groups = self._strides[at].groups
        after = state.copy()
        try:
            if groups:
                write(groups, after)
            else:
                for field, amount, _, _ in self._strides[at].pluses:
                    after[field] = state[field] + amount
        except NumberOverflowError:
            return f"{name!r} would make a number that 64 bits cannot hold"
        for field, kind in enumerate(target.encoding.frame.kinds.values()):
            low, high = task.fields[field].low, task.fields[field].high
            if (low is not None and after[field] < low) or (high is not None and after[field] > high):
                return f"{name!r} would make {task.fields[field].name} {after[field]}, which has to be {kind}"
        return f"{name!r} would make a number that 64 bits cannot hold"


def _written_by(index: int, task: Task) -> frozenset[int]:
    return frozenset(each.field for group in task.actions[index].groups for each in group.writes)


def _holds(test: Any, state: Sequence[Number]) -> bool:
    try:
        return holds(test, state)
    except NumberOverflowError:
        return False


def _nothing(_values: Sequence[Number]) -> None:
    """What a plan that depends on nothing watches."""
