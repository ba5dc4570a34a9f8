"""What steps a node's body: a coroutine, or a mind in its place."""

from typing import Final, Protocol, final

from gumption.core.coroutines.mail import Mail
from gumption.core.coroutines.run import Run
from gumption.core.message import Message
from gumption.core.mind import Mind
from gumption.status import Status

_RUNNING: Final = Status.RUNNING


class Body(Protocol):
    """What a turn needs of its body. `Run` of `core.coroutines` is one; what each does is said there."""

    @property
    def result(self) -> object:
        """What it came to, now that it is over."""
        ...

    @property
    def error(self) -> BaseException | None:
        """What it raised."""
        ...

    @property
    def due(self) -> float:
        """When the next step may have something to do, in seconds."""
        ...

    @property
    def place(self) -> str:
        """`file:line` of where it stands, if there is such a place."""
        ...

    def step(self) -> bool:
        """Go on. Returns whether it is over."""
        ...

    def cancel(self) -> None:
        """Have it leave, from the next step on."""
        ...

    def close(self) -> None:
        """Have it leave at once."""
        ...

    def tell(self, message: Message) -> bool:
        """Offer it a message. Returns whether it took it."""
        ...


@final
class MindBody:
    """A mind as the body of a node: each step is a tick of it, and leaving it is to halt it."""

    __slots__ = ("_leaves", "_mind", "error", "result")

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._leaves = False
        self.result: Status | None = None
        self.error: BaseException | None = None

    @property
    def due(self) -> float:
        """At once: when a mind has something to do, only its tick can tell."""
        return self._mind.context.clock.now

    @property
    def place(self) -> str:
        """None that could be told."""
        return ""

    def step(self) -> bool:
        """See `Body.step`."""
        if self._leaves:
            self.close()
        if self._leaves or self.error is not None:
            return True
        try:
            status = self._mind.tick()
        except BaseException as error:  # its owner raises it
            self.error = error
            return True
        if status is _RUNNING:
            return False
        self.result = status
        return True

    def cancel(self) -> None:
        """See `Body.cancel`."""
        self._leaves = True

    def close(self) -> None:
        """See `Body.close`."""
        self._leaves = True
        try:
            self._mind.halt("its node is left")
        except BaseException as error:  # its owner raises it
            self.error = error

    def tell(self, message: Message) -> bool:
        """See `Body.tell`. What it raises comes out with the next step."""
        try:
            return self._mind.send(message)
        except Exception as error:  # its owner raises it
            self.error = error
            return False


def mail_of(body: Body) -> Mail | None:
    """What a saved game has to keep of it besides what a mind keeps itself."""
    return Mail.of(body) if isinstance(body, Run) else None
