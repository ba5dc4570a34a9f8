"""A behaviour tree bound to one agent."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, final

from gumption.bt import picture
from gumption.bt.actions import hooks_of
from gumption.bt.compile.layout import PENDING, RESULTS
from gumption.bt.node import Agent
from gumption.bt.record import read_record, write_record
from gumption.core.context import Context
from gumption.core.failure import explain, worst
from gumption.core.message import Message
from gumption.core.outline import Outline
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Halted, Ticked, Tracer, Unhandled
from gumption.errors import BusyError
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.bt.tree import Tree

_RUNNING: Final = Status.RUNNING

Result = tuple[Status, int]
"""What a node's last tick came to, and the number of that tick."""


@final
class TreeMind(Generic[Agent]):
    """The running state of one agent's tree: a status, and a flat record. Made by `Tree.bind`."""

    __slots__ = ("_ready", "_record", "_run", "agent", "context", "since", "status", "tree")

    def __init__(self, tree: "Tree[Agent]", agent: Agent, context: Context) -> None:
        self.tree = tree
        self.agent = agent
        self.context = context
        self.status: Status | None = None
        self.since: int = context.clock.ticks
        self._record: list[Any] = tree.layout.blank()
        self._ready = True
        self._run = tree.program.run
        if context.tracer is not None:
            self.trace(context.tracer)

    # The Mind protocol

    def tick(self) -> Status:
        """Tick the tree once from its root. See `Mind.tick`."""
        if not self._ready:
            self._refuse("tick")
        self._ready = False
        try:
            status = self._run(self.agent, self.context, self._record)
        except BaseException as error:  # raised again by _fail
            self._fail(error)
        self._ready = True
        if status is not self.status:
            self.status = status
            self.since = self.context.clock.ticks
        return status

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
        """A tree handles no messages by itself. See `Mind.send`."""
        if self.context.tracer is not None:
            self.context.tracer(Unhandled(self.context.entity, message.kind))
        return False

    def trace(self, tracer: Tracer | None) -> None:
        """See `Mind.trace`. While somebody listens, the last result of every node is kept: see `results`."""
        self.context.tracer = tracer
        if tracer is None:
            self._run = self.tree.program.run
            self._record[RESULTS] = None
        else:
            self._run = self._run_traced
            if self._record[RESULTS] is None:
                self._record[RESULTS] = [None] * (len(self.tree.layout.items) + 1)

    def snapshot(self) -> Snapshot:
        """See `Mind.snapshot`."""
        if not self._ready:
            self._refuse("snapshot")
        data = write_record(self.tree.layout, self._record, self._values())
        status = None if self.status is None else self.status.value
        return Snapshot.take(self.describe(), self.context, {"status": status, "since": self.since, **data})

    def restore(self, snapshot: Snapshot) -> None:
        """See `Mind.restore`."""
        if not self._ready:
            self._refuse("restore")
        snapshot = Snapshot.checked(snapshot, self.describe())
        saved = read_record(self.tree.layout, snapshot, self.context.clock.now)
        saved.record[RESULTS] = self._record[RESULTS]
        self.context.restore_draws(snapshot.draws)
        self._record = saved.record
        self.status, self.since = saved.status, saved.since
        values = self._values()
        values.clear()
        values.update(saved.blackboard)

    def describe(self) -> Outline:
        """See `Mind.describe`."""
        return self.tree.describe()

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
        return tuple(sorted(self._record[place] for place in self.tree.halter.all_running(self._record)))

    def render(self) -> str:
        """The tree as text, with the last result of each node, the tick it dates from, and a mark on what runs."""
        return picture.text(self.describe(), self.results, self.running)

    def mermaid(self) -> str:
        """The tree as a Mermaid flowchart, coloured by the last results."""
        return picture.mermaid(self.describe(), self.results, self.running)

    def dot(self) -> str:
        """The tree as a Graphviz graph, coloured by the last results."""
        return picture.dot(self.describe(), self.results, self.running)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return picture.mimebundle(self.describe(), self.results, self.running)

    def __repr__(self) -> str:
        return f"<mind of {self.tree.name!r}: {'idle' if self.status is None else self.status.value}>"

    # Inside

    def _run_traced(self, agent: Any, context: Context, record: list[Any]) -> Status:
        tick = context.clock.ticks
        results = record[RESULTS]
        results[0] = ((Status.SUCCESS, tick), (Status.FAILURE, tick), (_RUNNING, tick), (Status.SKIPPED, tick))
        status = self.tree.traced_program.run(agent, context, record)
        if context.tracer is not None:
            context.tracer(Ticked(context.entity, tick, results[1:]))
        return status

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
                errors.append(self._explain(error, node, "exit"))
        return errors

    def _fail(self, error: BaseException) -> NoReturn:
        """Exit everything with reason error, be idle, and raise (C3)."""
        program = self.tree.program if self.context.tracer is None else self.tree.traced_program
        node = program.node_of(error) or 0
        failures = [self._explain(error, node, "tick")]
        failures += self._unwind(ExitReason.ERROR)
        self._become_idle()
        raise worst(failures) or error

    def _explain(self, error: BaseException, node: int, doing: str) -> BaseException:
        functions = self.tree.layout.items[node - 1].node.functions.values() if node else ()
        function: Any = next((each for each in functions if callable(each)), None)
        if node and self.tree.layout.items[node - 1].kind == "action":
            tick, _, leave = hooks_of(function)
            function = leave if doing == "exit" else tick
        return explain(
            error,
            agent=self.agent,
            context=self.context,
            outline=self.describe(),
            node=node,
            doing=doing,
            function=function,
        )

    def _refuse(self, verb: str) -> NoReturn:
        raise BusyError(
            f"{verb} was called from inside a tick of the same mind", doing=verb, remedy="call it between ticks"
        )
