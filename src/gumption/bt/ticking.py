"""Nodes of the user's own classes: how the tree ticks one, and what that may use meanwhile."""

from typing import Any

from gumption.bt.groups import Child, Group, Record
from gumption.bt.node import R
from gumption.core.context import Context
from gumption.core.numeric import is_integer
from gumption.errors import UsageError, brief
from gumption.status import Status


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
            raise UsageError(
                f"tick() returned {brief(status)}", doing=type(self.node).__name__, remedy="return a Status"
            )
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
        if not is_integer(index, 0, self.count - 1):
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
