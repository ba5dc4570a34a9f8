"""What an agent is doing: a fold of its events, for now and for any kept tick."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

import msgspec

from gumption.core.plain import PlainData
from gumption.core.trace import (
    Entered,
    Event,
    Executed,
    Exited,
    Failed,
    Finished,
    GoalReached,
    Halted,
    Parked,
    Paused,
    PlanAborted,
    PlanFailed,
    PlanFound,
    Resumed,
    Seen,
    Switched,
    Ticked,
    Unparked,
)
from gumption.status import Status


class PlanWire(msgspec.Struct):
    """The last plan of a planner."""

    node: int
    goal: str
    steps: Sequence[int]
    cost: float
    tick: int


class Standing(msgspec.Struct, omit_defaults=True):
    """How an entity stands at a tick border, as the page is told it."""

    entered: list[int] = []
    paused: list[int] = []
    results: dict[int, tuple[str, int]] = {}
    checks: list[tuple[int, bool | float]] = []
    plan: PlanWire | None = None
    problem: str | None = None
    last: int | None = None
    data: dict[str, Any] = {}


@dataclass(slots=True)
class Doing:
    """What the events of one entity have come to. `step` takes the next one."""

    always: frozenset[int] = frozenset()
    """Nodes that do their work without ever being entered (global states)."""
    epoch: int = 0
    """Who may change it: a `Doing` of an earlier epoch is kept, and copied before it is changed."""
    entered: list[int] = field(default_factory=list[int])
    paused: set[int] = field(default_factory=set[int])
    results: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    trees: dict[int, Ticked] = field(default_factory=dict[int, Ticked])
    """The last tick of each tree in it: it has the results of all its nodes."""
    checks: Sequence[tuple[int, bool | float]] = ()
    plan: PlanWire | None = None
    problem: str | None = None
    last: int | None = None
    """The node that ended last."""
    data: dict[str, PlainData] = field(default_factory=dict[str, PlainData])

    def copy(self, epoch: int) -> "Doing":
        """The same, to be changed in another epoch."""
        return Doing(
            self.always,
            epoch,
            self.entered.copy(),
            self.paused.copy(),
            self.results.copy(),
            self.trees.copy(),
            self.checks,
            self.plan,
            self.problem,
            self.last,
            self.data.copy(),
        )

    def step(self, event: Event, tick: int, epoch: int = 0) -> "Doing":
        """How it stands after the next event: itself, or if it belongs to another epoch a changed copy.

        Args:
            event: of this entity.
            tick: in which it came.
            epoch: the present one.
        """
        take = _STEPS.get(type(event))
        if take is None:
            return self
        doing = self if self.epoch == epoch else self.copy(epoch)
        take(doing, event, tick)
        return doing

    def all_results(self, *, halted: bool = True) -> dict[int, tuple[str, int]]:
        """The last result of each node, those included that trees told.

        Args:
            halted: whether those in trees that were halted since are wanted as well.
        """
        results = self.results.copy()
        for own, tree in tuple(self.trees.items()):
            if not halted and own in results:  # its own result: `_ticked` takes it away, and `_halted` gives it one
                continue
            for node, result in enumerate(tree.results, own + 1):
                if result is not None and (node not in results or result[1] >= results[node][1]):
                    results[node] = (result[0].value, result[1])
        return results

    def standing(self) -> Standing:
        """As the page is told it."""
        return Standing(
            entered=list(self.entered),
            paused=sorted(self.paused),
            results=self.all_results(),
            checks=list(self.checks),
            plan=self.plan,
            problem=self.problem,
            last=self.last,
            data=dict(self.data),
        )

    def ended(self) -> int | None:
        """The node that ended last, or that succeeded in a tree's last tick; None: nothing has ended yet."""
        trees = tuple(self.trees.values())
        newest = max((tree.tick for tree in trees), default=0)
        found = self.last
        for tree in trees:
            if tree.tick == newest:
                for node, result in enumerate(tree.results, tree.node + 1):
                    if result is not None and result[1] == newest and result[0] is Status.SUCCESS:
                        found = node
        return found


def _entered(doing: Doing, event: Entered, tick: int) -> None:
    if event.node in doing.entered:
        doing.entered.remove(event.node)
    doing.entered.append(event.node)
    doing.results[event.node] = ("running", tick)


def _executed(doing: Doing, event: Executed, tick: int) -> None:
    """It runs; that it was entered may have been before anybody listened."""
    if event.node not in doing.always:
        if event.node not in doing.entered:
            doing.entered.append(event.node)
        doing.results[event.node] = ("running", tick)


def _exited(doing: Doing, event: Exited, tick: int) -> None:
    if event.node in doing.entered:
        doing.entered.remove(event.node)
    doing.paused.discard(event.node)
    doing.results[event.node] = (event.reason.value, tick)
    doing.last = event.node


def _paused(doing: Doing, event: Paused, _tick: int) -> None:
    if event.node not in doing.entered:
        doing.entered.append(event.node)
    doing.paused.add(event.node)


def _resumed(doing: Doing, event: Resumed, _tick: int) -> None:
    if event.node in doing.entered:  # it is the latest again
        doing.entered.remove(event.node)
    doing.entered.append(event.node)
    doing.paused.discard(event.node)


def _ticked(doing: Doing, event: Ticked, _tick: int) -> None:
    doing.trees[event.node] = event
    if doing.entered:  # of what was seen from outside the tree itself now says what still runs
        inside = dict(enumerate(event.results, event.node + 1))
        doing.entered = [node for node in doing.entered if node in doing.results or inside.get(node) is None]
    doing.results.pop(event.node, None)


def _halted(doing: Doing, event: Halted, tick: int) -> None:
    if event.node in doing.trees:  # what its last tick came to does not hold any more
        doing.results[event.node] = ("halt", tick)


def _switched(doing: Doing, event: Switched, _tick: int) -> None:
    doing.checks = event.answers


def _plan_found(doing: Doing, event: PlanFound, tick: int) -> None:
    doing.plan = PlanWire(event.node, event.goal, tuple(event.steps), event.cost, tick)
    doing.problem = None


def _plan_failed(doing: Doing, event: PlanFailed, _tick: int) -> None:
    doing.plan = None
    doing.problem = f"no plan for {event.goal}: {event.reason}"


def _plan_over(doing: Doing, _event: Event, _tick: int) -> None:
    doing.plan = None


def _seen(doing: Doing, event: Seen, _tick: int) -> None:
    """Of all else it is not known whether it still holds."""
    known = Doing(doing.always, doing.epoch, list(event.nodes), data=doing.data)
    for each in fields(Doing):
        setattr(doing, each.name, getattr(known, each.name))


def _finished(doing: Doing, event: Finished, tick: int) -> None:
    doing.results[event.node] = (event.status.value, tick)


def _failed(doing: Doing, event: Failed, _tick: int) -> None:
    doing.problem = event.problem


def _parked(doing: Doing, _event: Parked, _tick: int) -> None:
    doing.problem = doing.problem or "parked after an error"


def _unparked(doing: Doing, _event: Unparked, _tick: int) -> None:
    doing.problem = None


_STEPS: Final[Mapping[type, Callable[[Doing, Any, int], None]]] = {
    Entered: _entered,
    Executed: _executed,
    Exited: _exited,
    Paused: _paused,
    Resumed: _resumed,
    Ticked: _ticked,
    Switched: _switched,
    PlanFound: _plan_found,
    PlanFailed: _plan_failed,
    PlanAborted: _plan_over,
    GoalReached: _plan_over,
    Halted: _halted,
    Seen: _seen,
    Finished: _finished,
    Failed: _failed,
    Parked: _parked,
    Unparked: _unparked,
}
