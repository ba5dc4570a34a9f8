"""Stopping what runs: who is exited, in which order (rules S2, B3)."""

from typing import Any, Final

from gumption.bt.async_leaf import async_leaves
from gumption.bt.compile.layout import MINDS, PENDING, ROOT_REGION, Layout
from gumption.core.callables import argument_count
from gumption.core.context import Context
from gumption.core.failure import worst
from gumption.core.message import Message
from gumption.core.trace import Entered, Exited
from gumption.status import ExitReason

Record = list[Any]


class Halter:
    """Halts nodes of one tree, for any agent."""

    def __init__(self, layout: Layout, exits: dict[int, Any], views: dict[int, list[Any]]) -> None:
        self._views = views
        self._regions = {item.id: item.region for item in layout}
        self._inner = {item.id: [child.region for child in item.children] for item in layout if item.facts.regional}
        self._exits = {node: (function, argument_count(function, 3) or 3) for node, function in exits.items()}
        self._actions = {item.id for item in layout if item.kind in ("action", "mind")}
        self._minds = {item.id for item in layout if item.kind == "mind"}
        self.async_leaves = async_leaves(layout)
        self._listening = sorted([*self.async_leaves, *self._minds])

    def halt(
        self, agent: Any, context: Context, record: Record, region: int, reason: ExitReason = ExitReason.HALT
    ) -> None:
        """Halt what runs in a region, the innermost first."""
        for place in self.running(record, region):
            self.exit(agent, context, record, place, reason)

    def halt_pending(self, agent: Any, context: Context, record: Record) -> None:
        """Halt what a reactive node is leaving, before anything else starts."""
        region = self._regions[record[PENDING]]
        record[PENDING] = 0
        self.halt(agent, context, record, region)

    def running(self, record: Record, region: int) -> list[int]:
        """The places of the regions that something runs in, inner ones before those around them, else in order."""
        found: list[int] = []
        stack = [region]
        while stack:
            place = stack.pop()
            if record[place]:
                found.append(place)
                stack.extend(self._inner.get(record[place], ()))
        return found[::-1]

    def all_running(self, record: Record) -> list[int]:
        """As `running` of the whole tree, and what an error has left out of its reach."""
        found = self.running(record, ROOT_REGION)
        places = [ROOT_REGION, *(place for places in self._inner.values() for place in places)]
        return [*found, *(place for place in places if record[place] and place not in found)]

    def running_leaves(self, record: Record) -> list[int]:
        """Ids of the nodes that run and have no child that does."""
        found: list[int] = []
        stack = [ROOT_REGION]
        while stack:
            node = record[stack.pop()]
            if node:
                inside = [place for place in self._inner.get(node, ()) if record[place]]
                stack += inside
                if not inside:
                    found.append(node)
        return found

    def exit(self, agent: Any, context: Context, record: Record, place: int, reason: ExitReason) -> None:
        """Take one node off the record, then have its coroutine or mind leave, then call its exit hook."""
        node = record[place]
        record[place] = 0
        if context.tracer is not None and node in self._actions:
            context.tracer(Exited(context.entity, node, reason))
        if node in self.async_leaves:
            self._exit_async(agent, context, record, node, reason)
        elif node in self._minds:
            record[MINDS][node].halt("its leaf is halted")
        elif node in self._exits:
            function, count = self._exits[node]
            if node in self._views:
                context = self.context_of(node, context)
            function(*(agent, context, reason)[:count])

    def tell(self, record: Record, message: Message) -> int | None:
        """Offer a message to the coroutines and minds that run, in order. Returns the node that took it, if any."""
        running = set(self.all_running_nodes(record)) if self._minds else ()
        for node in self._listening:
            leaf = self.async_leaves.get(node)
            if leaf is not None:
                if leaf.tell(record, message):
                    return node
            elif node in running and record[MINDS][node].send(message):
                return node
        return None

    def all_running_nodes(self, record: Record) -> list[int]:
        """Ids of the nodes that run."""
        return [record[place] for place in self.all_running(record)]

    def context_of(self, node: int, context: Context) -> Context:
        """What an action is given as its context; who halts it may stand in another subtree, or in none."""
        if node in self._views:
            context = getattr(context, "root", context)
            for view in self._views[node]:
                context = view(context)
        return context

    def _exit_async(self, agent: Any, context: Context, record: Record, node: int, reason: ExitReason) -> None:
        context = self.context_of(node, context)
        errors: list[BaseException] = []
        try:
            self.async_leaves[node].close(record, context)
        except BaseException as error:  # raised below: the exit hook is called all the same
            errors.append(error)
        if node in self._exits:
            function, count = self._exits[node]
            try:
                function(*(agent, context, reason)[:count])
            except BaseException as error:
                errors.append(error)
        chosen = worst(errors)
        if chosen is not None:
            raise chosen


REASONS: Final = {
    "success": ExitReason.SUCCESS,
    "failure": ExitReason.FAILURE,
    "skipped": ExitReason.SUCCESS,
}
"""An action's status -> the reason of its exit."""


def began(context: Context, node: int) -> None:
    """Tell that an action runs."""
    if context.tracer is not None:
        context.tracer(Entered(context.entity, node))


def ended(context: Context, node: int, reason: ExitReason) -> None:
    """Tell that an action has come to its end."""
    if context.tracer is not None:
        context.tracer(Exited(context.entity, node, reason))
