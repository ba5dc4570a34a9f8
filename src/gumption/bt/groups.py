"""Nodes that the compiler does not write out: which child comes next, or how many run, is known only at run time.

Their children are compiled functions. One object of these stands for a node of a tree, and serves all agents; what an
agent's node has to remember is in the agent's record.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from gumption.bt.compile.layout import PENDING
from gumption.bt.node import F, R, S, X
from gumption.core.callables import argument_count
from gumption.core.context import Context
from gumption.core.expression import Expression, as_function
from gumption.errors import UsageError, brief
from gumption.status import Status

Record = list[Any]


def _not_linked(*_: object) -> Status:
    raise AssertionError("a tree's function was called before it was compiled")


class Child:
    """A child as its group sees it."""

    __slots__ = ("end", "fresh", "id", "region", "resume")

    def __init__(self, id: int, end: int, region: int) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.end = end
        self.region = region
        self.fresh: Callable[[Any, Context, Record], Status] = _not_linked
        """Ticks it when nothing runs in it and nothing is pending."""
        self.resume: Callable[[Any, Context, Record, int], Status] = _not_linked
        """Ticks it in all cases."""


class Group:
    """What all of them have."""

    halt: Callable[[Any, Context, Record, int], None]
    """Halts what runs in a region; filled in when the tree is compiled."""
    halt_pending: Callable[[Any, Context, Record], None]
    """Halts what a reactive node is about to leave (B3); filled in when the tree is compiled."""

    def __init__(self, id: int, end: int, children: list[Child], place: int) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.end = end
        self.children = children
        self.place = place

    def tick_region(self, child: Child, agent: Any, context: Context, record: Record) -> Status:
        """Tick a child that is a region of its own."""
        running = record[child.region]
        if running or record[PENDING]:
            return child.resume(agent, context, record, running)
        return child.fresh(agent, context, record)

    def halt_regions(self, agent: Any, context: Context, record: Record) -> None:
        """Halt all children that run, in order."""
        for child in self.children:
            if record[child.region]:
                self.halt(agent, context, record, child.region)


class Parallel(Group):
    """`parallel`; with eager=True `eager_sequence`, where the first failure spares the later children their tick."""

    def __init__(
        self,
        id: int,  # noqa: A002
        end: int,
        children: list[Child],
        place: int,
        success: int | str,
        failure: int | str,
        eager: bool,
    ) -> None:
        super().__init__(id, end, children, place)
        self.success = success
        self.failure = failure
        self.eager = eager

    def tick(self, agent: Any, context: Context, record: Record, at: int) -> Status:
        """Tick every unfinished child, judge, and halt those that still run once there is a verdict."""
        if at != self.id:
            record[self.place] = [None] * len(self.children)
        results: list[Status | None] = record[self.place]
        for index, child in enumerate(self.children):
            if results[index] is None:
                status = self.tick_region(child, agent, context, record)
                if status is not R:
                    results[index] = status
                    if status is F and self.eager:
                        break
        verdict = self.judge(results)
        if verdict is not R:
            record[self.place] = None
            self.halt_regions(agent, context, record)
        return verdict

    def judge(self, results: Sequence[Status | None]) -> Status:
        """What the children's results come to; None stands for one that is not finished."""
        skipped = results.count(X)
        if skipped == len(results):
            return X
        part = len(results) - skipped  # those that take part, as far as one knows
        failures, successes = results.count(F), results.count(S)
        needed = part if self.success == "all" else 1 if self.success == "one" else int(self.success)
        enough = part if self.failure == "all" else 1 if self.failure == "one" else int(self.failure)
        if failures >= enough:
            return F
        if successes >= needed and (self.success != "all" or successes == part):
            return S
        if successes + results.count(None) < needed:
            return F
        return R


class Ordered(Group):
    """`random_selector`, `random_sequence`, `weighted_selector`: in an order that is drawn when the node starts."""

    def __init__(
        self,
        id: int,  # noqa: A002
        end: int,
        children: list[Child],
        place: int,
        stop: Status,
        weights: tuple[float, ...] | None = None,
    ) -> None:
        super().__init__(id, end, children, place)
        self.stop = stop
        self.weights = weights

    def tick(self, agent: Any, context: Context, record: Record, at: int) -> Status:
        """Tick one child after another, from the one that runs on, until one stops it."""
        if self.id <= at < self.end:
            order: list[int] = record[self.place]
            start = next(k for k, index in enumerate(order) if self.children[index].id <= at < self.children[index].end)
        else:
            record[self.place] = order = self.draw(agent, context)
            start = 0
        seen = self.id <= at < self.end
        for index in order[start:]:
            child = self.children[index]
            if record[PENDING] or at:
                status = child.resume(agent, context, record, at if child.id <= at < child.end else 0)
            else:
                status = child.fresh(agent, context, record)
            if status is R:
                return R
            if status is self.stop:
                record[self.place] = None
                return status
            seen = seen or status is not X
        record[self.place] = None
        return _opposite(self.stop) if seen else X

    def draw(self, agent: Any, context: Context) -> list[int]:
        """The order of the children's indices."""
        rest = list(range(len(self.children)))
        if self.weights is None:
            context.random.shuffle(rest)
            return rest
        order: list[int] = []
        while rest:
            chosen = context.random.choices(rest, [self.weights[index] for index in rest])[0]
            rest.remove(chosen)
            order.append(chosen)
        return order


class Utility(Group):
    """`utility_selector`: the best first."""

    def __init__(
        self,
        id: int,  # noqa: A002
        end: int,
        children: list[Child],
        place: int,
        scores: tuple[Callable[[Any, Context], float], ...],
        reactive: bool,
        inertia: float,
    ) -> None:
        super().__init__(id, end, children, place)
        self.scores = scores
        self.reactive = reactive
        self.inertia = inertia

    def tick(self, agent: Any, context: Context, record: Record, at: int) -> Status:
        """Tick the best child; if it fails the next one; if it pre-empts another, that one is halted before (B3)."""
        inner = at if self.id <= at < self.end else 0
        order: list[int] = record[self.place] if inner and not self.reactive else self.rank(agent, context, inner)
        record[self.place] = order
        seen = bool(inner) and not self.reactive
        for index in order:
            child = self.children[index]
            if inner and not self.reactive and not child.id <= inner < child.end:
                seen = True  # it has had its turn before
                continue
            if inner:
                runs = child.id <= inner < child.end
                record[PENDING] = 0 if runs else inner
                status = child.resume(agent, context, record, inner if runs else 0)
                inner = record[PENDING]
            elif record[PENDING]:
                status = child.resume(agent, context, record, 0)
            else:
                status = child.fresh(agent, context, record)
            if status is R:
                return R
            seen = seen or status is not X
            if status is S:
                break
        else:
            status = F if seen else X
        record[self.place] = None
        if inner:
            record[PENDING] = inner
            self.halt_pending(agent, context, record)
        return status

    def rank(self, agent: Any, context: Context, running: int) -> list[int]:
        """The children's indices, the highest score first, ties by order; the running child is given some more."""
        scores: list[float] = []
        for child, score in zip(self.children, self.scores, strict=True):
            value = score(agent, context)
            if not isinstance(value, (int, float)) or math.isnan(value):
                raise UsageError(
                    f"a score was {value!r}, which is no number that can be compared",
                    doing="utility_selector",
                    remedy="let each score be a number",
                )
            scores.append(value + self.inertia if child.id <= running < child.end else value)
        runs = [child.id <= running < child.end for child in self.children]
        return sorted(range(len(scores)), key=lambda index: (-scores[index], not runs[index], index))


class Custom(Group):
    """A node of the user's own class; see `bt.CustomNode`."""

    def __init__(self, id: int, end: int, children: list[Child], place: int, node: Any) -> None:  # noqa: A002
        super().__init__(id, end, children, place)
        self.node = node

    def tick(self, agent: Any, context: Context, record: Record, at: int) -> Status:
        """Let the user's class decide; what still runs when it has finished is halted."""
        if at != self.id or record[self.place] is None:
            record[self.place] = {}
        ticking = Ticking(self, agent, context, record)
        try:
            status = self.node.tick(ticking)
        finally:
            ticking.close()
        if not isinstance(status, Status):
            raise UsageError(f"tick() returned {status!r}", doing=type(self.node).__name__, remedy="return a Status")
        if status is not R:
            record[self.place] = None
            self.halt_regions(agent, context, record)
        return status


class Ticking:
    """What a `CustomNode` may use during its tick, and only then: kept for later, it raises a `UsageError`."""

    __slots__ = ("_group", "_is_over", "_memory", "_record", "_ticked", "agent", "context")

    def __init__(self, group: Custom, agent: Any, context: Context, record: Record) -> None:
        self._group = group
        self._record = record
        self._ticked: set[int] = set()
        self._memory: dict[str, Any] = record[group.place]
        self._is_over = False
        self.agent = agent
        self.context = context

    @property
    def memory(self) -> dict[str, Any]:
        """Kept from tick to tick while the node runs; plain data, so that it can be saved."""
        self._check_time()
        return self._memory

    @property
    def count(self) -> int:
        """How many children there are."""
        return len(self._group.children)

    def tick(self, index: int) -> Status:
        """Tick child number `index`, from 0; each child at most once a tick (rule B6)."""
        self._check(index)
        if index in self._ticked:
            raise UsageError(f"child {index} was ticked twice in one tick", remedy="return Status.RUNNING in between")
        self._ticked.add(index)
        group = self._group
        return group.tick_region(group.children[index], self.agent, self.context, self._record)

    def close(self) -> None:
        """The tick is over; called by the tree."""
        self._is_over = True

    def _check_time(self) -> None:
        if self._is_over:
            raise UsageError(
                "the tick that this was made for is over",
                doing="a custom node",
                remedy="use what tick() is given, and keep what must last in `memory`",
            )

    def _check(self, index: int) -> None:
        self._check_time()
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < self.count:
            raise UsageError(
                f"there is no child number {brief(index)}: there are {self.count}",
                doing="a custom node",
                remedy="give a number from 0 on, below `count`",
            )

    def is_running(self, index: int) -> bool:
        """Whether child number `index` runs."""
        self._check(index)
        return bool(self._record[self._group.children[index].region])

    def halt(self, index: int) -> None:
        """Halt child number `index`; nothing happens if it does not run."""
        self._check(index)
        region = self._group.children[index].region
        if self._record[region]:
            self._group.halt(self.agent, self.context, self._record, region)


def scorer(score: Any) -> Callable[[Any, Context], float]:
    """A score as a function of (agent, context)."""
    if isinstance(score, Expression):
        read: Callable[[Any], Any] = as_function(score)

        def from_expression(agent: Any, _context: Context) -> float:
            value: float = read(agent)
            return value

        return from_expression
    if not callable(score):
        return lambda _agent, _context: score
    function: Callable[..., Any] = score
    if argument_count(function) == 1:
        return lambda agent, _context: function(agent)
    return function


def _opposite(status: Status) -> Status:
    return S if status is F else F
