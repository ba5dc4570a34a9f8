"""`utility_selector`: which child comes next is a matter of scores."""

import math
from collections.abc import Callable
from typing import Any

from gumption.bt.compile.layout import PENDING
from gumption.bt.groups import Child, Group, Record
from gumption.bt.node import F, R, S, X
from gumption.core.callables import argument_count
from gumption.core.context import Context
from gumption.core.expression import Expression, as_function
from gumption.errors import UsageError
from gumption.status import Status


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
