"""Actions whose function is a coroutine (rule W11): how the tree steps one, closes it, and saves how far it came."""

from typing import Any, Final, final

from gumption.bt.actions import hooks_of
from gumption.bt.compile.layout import Item, Layout
from gumption.bt.node import R, S
from gumption.core.callables import agent_first
from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.core.coroutines.mail import Mail
from gumption.core.coroutines.run import Run
from gumption.core.message import Message
from gumption.core.plain import PlainData
from gumption.errors import UsageError, brief
from gumption.status import Status

Record = list[Any]


@final
class Underway:
    """What the run record holds of an async leaf while it runs.

    Args:
        checkpoint: of a restored leaf, whose coroutine is started anew with its next tick.
        mail: what it was told, and may be told until then.
    """

    __slots__ = ("checkpoint", "context", "mail", "run")

    def __init__(self, checkpoint: PlainData = None, mail: Mail | None = None) -> None:
        self.checkpoint = checkpoint
        self.mail = mail
        self.context: RunContext | None = None
        self.run: Run | None = None
        """None: not begun since it was restored."""

    def to_plain(self) -> dict[str, PlainData]:
        """What a saved game keeps."""
        mail = self.mail if self.run is None else Mail.of(self.run)
        return {
            "checkpoint": self.checkpoint if self.context is None else self.context.saved,
            "mail": None if mail is None else mail.to_plain(),
        }

    def tell(self, message: Message) -> bool:
        """Offer it a message. Returns whether it waits for that kind."""
        if self.run is not None:
            return self.run.tell(message)
        return self.mail is not None and self.mail.tell(message)


@final
class AsyncLeaf:
    """Steps the coroutines of one node, for any agent; what is under way stands in the agent's record."""

    __slots__ = ("_begin", "_place", "item")

    def __init__(self, item: Item) -> None:
        self.item = item
        self._place = item.places["run"]
        begin = agent_first(hooks_of(item.node.functions["run"]).tick)
        assert begin is not None  # the checks have refused it
        self._begin = begin

    def tick(self, agent: Any, context: Context, record: Record) -> Status:
        """Step the coroutine, which begins if it does not run.

        Returns:
            What it returned, None being SUCCESS; RUNNING while it goes on.

        Raises:
            UsageError: it returned something else.
        """
        underway: Underway | None = record[self._place]
        if underway is None:
            underway = record[self._place] = Underway()
        if underway.run is None or underway.context is None:
            underway.context = RunContext(context, underway.checkpoint)
            underway.run = Run(self._coroutine(agent, underway.context), context.clock, context.host, underway.mail)
        else:
            underway.context.outer = context
        if not underway.run.step():
            return R
        record[self._place] = None
        _raise_error_of(underway.run)
        return _status_of(underway.run.result)

    def close(self, record: Record, context: Context) -> None:
        """Have the coroutine leave at once: when this returns or raises, it is over, and off the record.

        Raises:
            BaseException: what its clean-up raised.
        """
        underway: Underway | None = record[self._place]
        record[self._place] = None
        if underway is not None and underway.run is not None and underway.context is not None:
            underway.context.outer = context
            underway.run.close()
            _raise_error_of(underway.run)

    def tell(self, record: Record, message: Message) -> bool:
        """Offer a message to the coroutine. Returns whether it has waited for that kind."""
        underway: Underway | None = record[self._place]
        return underway is not None and underway.tell(message)

    def _coroutine(self, agent: Any, context: RunContext) -> Any:
        made: object = self._begin(agent, context)
        if not hasattr(made, "send"):
            raise UsageError(
                f"it gave {brief(made)} instead of a coroutine",
                remedy="let what wraps the async function return its call",
            )
        return made


def async_leaves(layout: Layout) -> dict[int, AsyncLeaf]:
    """Those of a tree, by their ids, in order."""
    return {item.id: AsyncLeaf(item) for item in layout if item.is_async}


CALLS: Final = (AsyncLeaf.tick.__code__, AsyncLeaf.close.__code__)
"""The code in whose frames a coroutine's errors come out: `self` there tells whose."""


def _raise_error_of(run: Run) -> None:
    error, run.error = run.error, None
    if error is not None:
        try:
            raise error
        finally:
            del error  # else its traceback would hold this frame, and this frame the error


def _status_of(result: object) -> Status:
    if result is None:
        return S
    if not isinstance(result, Status):
        raise UsageError(f"it returned {brief(result)}", remedy="let a coroutine return a Status, or None for SUCCESS")
    if result is R:
        raise UsageError(
            "it returned Status.RUNNING, and is over",
            remedy="let it await something, such as sleep() or next_tick(): it runs until it returns",
        )
    return result
