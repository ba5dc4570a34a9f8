"""A behaviour tree bound to one agent."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn

from gumption.bt.blame import Blame, blame
from gumption.bt.compile.layout import MINDS, PENDING, RESULTS
from gumption.bt.node import Agent
from gumption.bt.record import read_record, write_record
from gumption.core.context import Context
from gumption.core.cycles import MAX_MESSAGES, endless
from gumption.core.failure import explain, worst
from gumption.core.message import Message
from gumption.core.nesting import Minds
from gumption.core.outline import Outline
from gumption.core.picture import Moment, Pictured, moment_of
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Exited, Halted, Handled, Received, Ticked, Tracer, Unhandled
from gumption.errors import BusyError, UsageError, brief
from gumption.status import ExitReason, Status
from gumption.why import Asked

if TYPE_CHECKING:
    from gumption.bt.tree import Tree

_RUNNING: Final = Status.RUNNING

Result = tuple[Status, int]
"""What a node's last tick came to, and the number of that tick."""


class TreeMind(Pictured, Asked, Generic[Agent]):
    """The running state of one agent's tree: a status, and a flat record. Made by `Tree.bind`."""

    __slots__ = ("_inbox", "_ready", "_record", "agent", "context", "since", "status", "tree")

    def __init__(self, tree: "Tree[Agent]", agent: Agent, context: Context) -> None:
        self.tree = tree
        self.agent = agent
        self.context = context
        self.status: Status | None = None
        self.since: int = context.clock.ticks
        self._record: list[Any] = tree.layout.blank()
        if tree.minds:
            self._record[MINDS] = Minds(tree.minds, agent, context, tree.describe)
        self._ready = True
        self._inbox: tuple[Message, ...] | None = None  # came while the mind was busy
        if context.tracer is not None:
            self.trace(context.tracer)

    # The Mind protocol

    def tick(self) -> Status:
        """Tick the tree once from its root. See `Mind.tick`.

        The minds of each tree are of a class of their own, derived from this one, where the compiled function is this
        method: see `Tree.source`.
        """
        raise NotImplementedError

    def halt(self, reason: str = "halted") -> None:
        """Exit all actions that run. See `Mind.halt`."""
        if not self._ready:
            self._refuse("halt")
        if self.status is not _RUNNING:
            return
        if self.context.tracer is not None:
            self.context.tracer(Halted(self.context.entity, reason))
        self._ready = False
        errors = self._unwind(ExitReason.HALT)
        self._become_idle()
        error = worst(errors)
        if error is not None:
            raise error

    def send(self, message: Message) -> bool:
        """Tell a mind inside, or a coroutine that waits for its kind (W11), else `on_message`. See `Mind.send`."""
        if not self.tree.hears:
            self._unhandled(message)
            return False
        if not self._ready:
            self._inbox = (*(self._inbox or ()), message)
            return False
        self._ready = False
        try:
            handled = self._deliver(message)
        except BaseException as error:  # raised again by _fail
            self._fail(error, told=True)
        self._ready = True
        self._deliver_inbox()
        return handled

    def trace(self, tracer: Tracer | None) -> None:
        """See `Mind.trace`. While somebody listens, the last result of every node is kept: see `results`."""
        self.context.tracer = tracer
        if self._record[MINDS] is not None:
            self._record[MINDS].trace(tracer)
        self.__class__ = self.tree.mind_class(traced=tracer is not None)  # pyright: ignore[reportAttributeAccessIssue] - of one layout
        if tracer is None:
            if self._ready:  # else the tick under way still writes to it
                self._record[RESULTS] = None
        elif self._record[RESULTS] is None:
            self._record[RESULTS] = [None] * (len(self.tree.layout.items) + 1)

    def snapshot(self) -> Snapshot:
        """See `Mind.snapshot`."""
        if not self._ready:
            self._refuse("snapshot")
        data = write_record(self.tree.layout, self._record, self._values())
        if self.tree.minds:
            data["minds"] = self._record[MINDS].to_plain()
        status = None if self.status is None else self.status.value
        return Snapshot.take(self.describe(), self.context, {"status": status, "since": self.since, **data})

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`. Coroutines that run are closed; what their clean-up raises is raised at the end (W11)."""
        if not self._ready:
            self._refuse("restore")
        snapshot = Snapshot.checked(snapshot, self.describe())
        tree = self.tree
        saved = read_record(tree.layout, tree.saved_keys, tree.describe().path, snapshot, self.context.clock.now)
        saved.record[RESULTS] = self._record[RESULTS]
        minds: Minds | None = self._record[MINDS]
        if minds is not None:
            saved.record[MINDS] = minds = minds.read(snapshot.data.get("minds"))
            running = tree.halter.all_running_nodes(saved.record)
            minds.check(running, running)
        errors = self._drop_runs()
        self.context.restore_draws(snapshot.draws)
        self._record = saved.record
        self.status, self.since = saved.status, saved.since
        values = self._values()
        values.clear()
        values.update(saved.blackboard)
        error = worst(errors)
        if error is not None:
            raise error

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.tree.describe()

    @property
    def definition(self) -> "Tree[Agent]":
        """See `Mind.definition`."""
        return self.tree

    def active(self) -> list[int]:
        """The leaves that run, and what runs in them. See `Mind.active`."""
        record = self._record
        leaves = sorted(self.tree.halter.running_leaves(record))
        minds: Minds | None = record[MINDS]
        return leaves if minds is None else [node for leaf in leaves for node in minds.active(leaf)]

    # Seeing it

    @property
    def results(self) -> Sequence[Result | None]:
        """The last result of each node by id, and the tick that it dates from (S3); all None unless it is traced.

        Place 0 stands for the tree itself.
        """
        kept: list[Result | None] = list(self._record[RESULTS] or [None] * (len(self.tree.layout.items) + 1))
        kept[0] = None if self.status is None else (self.status, self.since)
        return kept

    @property
    def running(self) -> tuple[int, ...]:
        """Ids of the nodes that run and have no child that does: where the tree goes on at the next tick."""
        return tuple(sorted(self.tree.halter.running_leaves(self._record)))

    def moment(self) -> Moment:
        """See `Pictured.moment`."""
        return moment_of(self, self._record[MINDS], results=self.results)

    def __repr__(self) -> str:
        return f"<mind of {self.tree.name!r}: {'idle' if self.status is None else self.status.value}>"

    # Inside

    def _settle(self, status: Status) -> Status:
        """End a tick that has changed the status, or during which messages came."""
        self._ready = True
        if status is not self.status:
            self.status = status
            self.since = self.context.clock.ticks
        if self._inbox is not None:
            self._deliver_inbox()
        return status

    def _deliver(self, message: Message) -> bool:
        tracer, entity = self.context.tracer, self.context.entity
        if tracer is not None:
            tracer(Received(entity, message.sender, message.kind, message.data))
        node = self.tree.halter.tell(self._record, message)
        if node is not None:
            if tracer is not None:
                tracer(Handled(entity, node, message.kind))
            return True
        if self.tree.on_message is None:
            self._unhandled(message)
            return False
        handled: object = self.tree.on_message(self.agent, self.context, message)
        if not isinstance(handled, bool):
            remedy = "return True if it took the message, else False"
            raise UsageError(f"on_message returned {brief(handled)}", doing="on_message", remedy=remedy)
        if not handled:
            self._unhandled(message)
        elif tracer is not None:
            tracer(Handled(entity, 0, message.kind))
        return handled

    def _deliver_inbox(self) -> None:
        """Deliver what came meanwhile, and what comes while that is delivered (C4)."""
        delivered: list[str] = []
        while self._inbox:
            message, *rest = self._inbox
            self._inbox = tuple(rest)
            if len(delivered) >= MAX_MESSAGES:
                self._inbox = None
                self._fail(endless(f"more than {MAX_MESSAGES} messages came during one tick", delivered), told=True)
            delivered.append(message.kind)
            self._ready = False
            try:
                self._deliver(message)
            except BaseException as error:  # raised again by _fail
                self._fail(error, told=True)
            self._ready = True
        self._inbox = None

    def _unhandled(self, message: Message) -> None:
        if self.context.tracer is not None:
            self.context.tracer(Unhandled(self.context.entity, message.kind))

    def _tell_ticked(self, results: list[Any]) -> None:
        """Tell the tracer, unless it was taken off during the tick."""
        if self.context.tracer is not None:
            self.context.tracer(Ticked(self.context.entity, self.context.clock.ticks, results[1:]))

    def _values(self) -> dict[str, Any]:
        blackboard = getattr(self.context, "blackboard", None)
        return {} if blackboard is None else blackboard.values

    def _become_idle(self) -> None:
        self._record[PENDING] = 0
        self._ready = True
        if self.status is not None:
            self.status = None
            self.since = self.context.clock.ticks

    def _unwind(self, reason: ExitReason) -> list[BaseException]:
        """Exit all that runs; an exit hook that raises does not spare the others."""
        errors: list[BaseException] = []
        record, halter = self._record, self.tree.halter
        for place in tuple(halter.all_running(record)):
            node = record[place]
            try:
                halter.exit(self.agent, self.context, record, place, reason)
            except BaseException as error:  # collected; the first is raised, the others are its notes
                trail = self.tree.trail_of(error)
                errors.append(self._explain(error, blame(self.tree.layout, node, trail.behind)))
        return errors

    def _drop_runs(self) -> list[BaseException]:
        """Close the coroutines that run; returns what their clean-up raised."""
        errors: list[BaseException] = []
        self._ready = False
        halter = self.tree.halter
        for node, leaf in halter.async_leaves.items():
            try:
                leaf.close(self._record, halter.context_of(node, self.context))
            except BaseException as error:  # collected; the first is raised, the others are its notes
                errors.append(self._explain(error, blame(self.tree.layout, node, ())))
        if self._record[MINDS] is not None:
            errors += self._record[MINDS].drop()
        self._ready = True
        return errors

    def _fail(self, error: BaseException, *, told: bool = False) -> NoReturn:
        """Exit everything with reason error, be idle, and raise (C3).

        Args:
            error: what was raised.
            told: whether that was while the tree was told a message.
        """
        if told:
            found = Blame(0, "on_message", self.tree.on_message)
        else:
            trail = self.tree.trail_of(error)
            found = blame(self.tree.layout, trail.node, trail.behind)
            if trail.enters:
                found = Blame(trail.node, "enter", found.function)
        failures = [self._explain(error, found)]
        if found.role == "enter" and self.context.tracer is not None:
            # It never was in: the event without the hook (S2).
            self.context.tracer(Exited(self.context.entity, found.node, ExitReason.ERROR))
        failures += self._unwind(ExitReason.ERROR)
        for message in self._inbox or ():
            self._unhandled(message)
        self._inbox = None
        self._become_idle()
        raise worst(failures) or error

    def _explain(self, error: BaseException, found: Blame) -> BaseException:
        return explain(
            error,
            agent=self.agent,
            context=self.context,
            outline=self.describe(),
            node=found.node,
            doing=found.role,
            function=found.function,
        )

    def _refuse(self, verb: str) -> NoReturn:
        raise BusyError(
            f"{verb} was called from inside a tick of the same mind", doing=verb, remedy="call it between ticks"
        )
