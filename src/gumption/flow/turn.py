"""A node's turn: its coroutine from the first step until it is out (rules W3, W6)."""

import math
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, cast, final

from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.core.coroutines.mail import Mail
from gumption.core.coroutines.run import Run
from gumption.core.coroutines.scope import Cancelled
from gumption.core.message import Message
from gumption.core.mind import Mind
from gumption.core.plain import PlainData
from gumption.errors import LimitError, UsageError, brief
from gumption.flow.body import Body, MindBody, mail_of
from gumption.status import ExitReason, Status

if TYPE_CHECKING:
    from gumption.flow.selector import Part

_REASONS: Final = {
    None: ExitReason.SUCCESS,
    Status.SUCCESS: ExitReason.SUCCESS,
    Status.SKIPPED: ExitReason.SUCCESS,
    Status.FAILURE: ExitReason.FAILURE,
}


@final
class Turn:
    """Belongs to one run of one node. What an earlier one still does, or is still told, does not reach it (W6).

    Args:
        part: the node.
        agent: whose turn it is.
        context: the surroundings of its mind.
        since: when it began, in seconds.
        checkpoint: what an earlier turn noted down, for this one to go on from.
        mail: what that one was told, and waited for.
        mind: what runs instead of a coroutine.
    """

    __slots__ = (
        "_agent",
        "_mail",
        "_mind",
        "begun",
        "context",
        "deadline",
        "is_last",
        "left_at",
        "number",
        "part",
        "since",
    )

    def __init__(
        self,
        part: "Part",
        agent: object,
        context: Context,
        since: float,
        checkpoint: PlainData = None,
        mail: Mail | None = None,
        mind: Mind | None = None,
    ) -> None:
        self.part = part
        self.number = part.number
        """Among the nodes of the selector."""
        self.since = since
        self.left_at: float | None = None
        """Since when it is being left; None: it is not."""
        self.deadline = math.inf
        """Seconds within which it has to be out, once it is being left."""
        self.is_last = False
        """When it is out, the mind is idle."""
        self.context = RunContext(context, checkpoint)
        self._agent = agent
        self._mail = mail
        self._mind = mind
        self.begun: Body | None = None if mind is None else MindBody(mind)
        """What runs; None: it has not had its first step. A restored coroutine begins with the next tick."""

    @property
    def run(self) -> Body:
        """What runs; a coroutine is made when it is first asked for: a restored turn that is thrown away needs none."""
        if self.begun is None:
            made = _coroutine(self.part, self._agent, self.context)
            outer = self.context.outer
            self.begun = Run(made, outer.clock, outer.host, self._mail)
        return self.begun

    @property
    def mail(self) -> Mail | None:
        """What a saved game has to keep of it; None: nothing."""
        return self._mail if self.begun is None else mail_of(self.begun)

    def tell(self, message: Message) -> bool:
        """Offer it a message. Returns whether it stays, and waits for that kind."""
        if self.left_at is not None:
            return False
        if self.begun is not None:
            return self.begun.tell(message)
        return self._mail is not None and self._mail.tell(message)

    def leave(self, now: float, deadline: float) -> None:
        """Have it clean up, with as many steps as that takes within so many seconds (W3)."""
        self.left_at, self.deadline = now, deadline
        self.run.cancel()

    def close(self, now: float) -> None:
        """Have it clean up and be out when this returns, shields or not."""
        self.left_at = now
        self.run.close()

    def drop(self) -> BaseException | None:
        """Have its coroutine out without a word. Returns what its clean-up raised."""
        if self.begun is None or self._mind is not None:  # minds are dropped all at once
            return None
        self.begun.close()
        return self.begun.error

    @property
    def error(self) -> BaseException | None:
        """What went wrong in it, now that it is over; None: nothing."""
        run = self.run
        error, result = run.error, run.result
        if error is None and (result is None or self.left_at is not None):
            return None
        if isinstance(error, Cancelled):
            unasked = UsageError("it raised Cancelled, and nobody was leaving it", remedy="return, or raise an error")
            unasked.__cause__ = error
            return unasked
        if error is None and not isinstance(result, Status):
            return UsageError(f"it returned {brief(result)}", remedy="return None, SUCCESS, FAILURE or SKIPPED")
        if error is None and result is Status.RUNNING:
            remedy = "return None, SUCCESS, FAILURE or SKIPPED; to go on, await something"
            return UsageError("it returned RUNNING, and is over", remedy=remedy)
        return error

    @property
    def reason(self) -> ExitReason:
        """Why it is over, without an error."""
        return _REASONS[cast("Status | None", self.run.result)] if self.left_at is None else ExitReason.HALT

    @property
    def overrun(self) -> LimitError:
        """The error for a turn that is not out in time (W3)."""
        place = self.run.place
        return LimitError(
            f"it was not out within {self.deadline:g} s of being left" + (f" (at {place})" if place else ""),
            remedy="let it clean up sooner, or give the selector a longer deadline",
        )


def _coroutine(part: "Part", agent: object, context: RunContext) -> Coroutine[Any, Any, Any]:
    """What the node's run gives. What a wrapper around it raises, the first step raises."""
    try:
        assert part.run is not None  # else it had a mind
        made: Any = part.run(agent, context)
    except BaseException as error:  # raised by the first step
        return _raising(error)
    if hasattr(made, "send"):
        return made  # type: ignore[no-any-return]
    remedy = "let what wraps the async function return its call"
    return _raising(UsageError(f"it gave {brief(made)} instead of a coroutine", remedy=remedy))


async def _raising(error: BaseException) -> None:
    raise error
