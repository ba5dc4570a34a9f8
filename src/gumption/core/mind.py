"""The contract between every engine and everything that runs minds (design decision 2).

World, inspector and bridges know these two protocols and no engine. What each line promises is rules C1 to C8 in
`docs/semantics.md`; `gumption.testing.check_contract` proves them for any engine.
"""

from typing import Any, Protocol, TypeGuard, TypeVar

from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.outline import Outline
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Tracer
from gumption.status import Status

Agent = TypeVar("Agent")
_Agent_contra = TypeVar("_Agent_contra", contravariant=True)


class Mind(Protocol):
    """A definition bound to one agent: the small running state."""

    @property
    def status(self) -> Status | None:
        """The result of the last tick; None before the first one, and after a halt or an error."""
        ...

    @property
    def since(self) -> int:
        """Number of the tick (`context.clock.ticks`) since which `status` holds (rule S3)."""
        ...

    @property
    def definition(self) -> Any:
        """The `Definition` that it was bound from."""
        ...

    @property
    def context(self) -> Context:
        """The surroundings it was bound with."""
        ...

    def tick(self) -> Status:
        """Decide and act once; on an idle mind, start (C1).

        Raises:
            MindError: the user's code raised; the mind is idle and everything inside exited (C3).
            BusyError: called from inside a tick of the same mind (C4).
        """
        ...

    def halt(self, reason: str = "halted") -> None:
        """Exit everything that runs, and be idle. Does nothing on an idle mind (C1).

        Args:
            reason: for the trace.

        Raises:
            MindError: an exit hook raised; the others were called all the same.
            BusyError: called from inside a tick of the same mind (C4).
        """
        ...

    def send(self, message: Message) -> bool:
        """Tell the mind something; from inside its own tick the message waits until that ends (C4).

        Returns:
            Whether something in the mind handled it. False when it waits, and when the mind is idle.
        """
        ...

    def trace(self, tracer: Tracer | None) -> None:
        """Tell `tracer` every event from now on; None: tell nobody, at no cost. Also sets `context.tracer`."""
        ...

    def snapshot(self) -> Snapshot:
        """The running state as plain data, at a tick border (C5).

        Raises:
            BusyError: called from inside a tick of the same mind.
        """
        ...

    def restore(self, snapshot: Snapshot) -> None:
        """Take on a state that `snapshot` gave, calling no hooks (C5).

        Raises:
            SnapshotError: it belongs to another definition, or is damaged; the mind is unchanged.
            BusyError: called from inside a tick of the same mind (C4).
        """
        ...

    def describe(self) -> Outline:
        """The shape of its definition (C7)."""
        ...

    def active(self) -> list[int]:
        """Ids of the nodes that run, those of minds inside included (C7); empty on an idle mind.

        Of a node that runs because of one inside it, only that one is told. States that are paused do not run.
        """
        ...


class Definition(Protocol[_Agent_contra]):
    """An immutable description of behaviour, shared by any number of agents."""

    @property
    def name(self) -> str:
        """For messages and pictures."""
        ...

    def bind(self, agent: _Agent_contra, context: Context | None = None) -> Mind:
        """Make an idle mind for `agent`."""
        ...

    def describe(self) -> Outline:
        """The shape: every node once, in preorder (C7)."""
        ...


def is_definition(value: object) -> TypeGuard[Definition[Any]]:
    """Whether `value` describes a behaviour: an `fsm.Machine`, a `bt.Tree`, anything that binds and describes."""
    kind = type(value)  # the object itself may answer to any name, as expressions do
    return callable(getattr(kind, "bind", None)) and callable(getattr(kind, "describe", None))
