"""Nodes that the compiler does not write out: which child comes next, or how many run, is known only at run time.

Their children are compiled functions. One object of these stands for a node of a tree, and serves all agents; what an
agent's node has to remember is in the agent's record.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gumption.bt.compile.layout import PENDING
from gumption.bt.node import F, R, S, X
from gumption.core.context import Context
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


def _opposite(status: Status) -> Status:
    return S if status is F else F
