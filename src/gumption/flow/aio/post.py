"""Messages between the minds of one driver."""

import asyncio
import contextvars
from collections.abc import Mapping
from typing import final

from gumption.core.message import Message
from gumption.core.numeric import is_number
from gumption.core.plain import PlainData, plain_copy
from gumption.errors import UsageError, brief
from gumption.flow.aio.life import Life


@final
class Letters:
    """Delivers at once, or later by a timer of the loop.

    Args:
        loop: tells the time.
        lives: the receivers, by number.
        variables: for the loop's callbacks.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, lives: Mapping[int, Life], variables: contextvars.Context
    ) -> None:
        self._loop, self._lives, self._variables = loop, lives, variables
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._sent = 0

    def post(self, sender: int, receiver: int, kind: str, data: PlainData, delay: float, /) -> bool:
        """See `Post`.

        Raises:
            UsageError: the delay is no time, the kind no string, or the data not plain.
        """
        if not is_number(delay):
            raise UsageError(f"a message cannot be delayed by {brief(delay)} seconds", doing="sending a message")
        if not isinstance(kind, str):
            raise UsageError(f"a message cannot be of kind {brief(kind)}", doing="sending a message")
        message = Message(kind, sender, receiver, plain_copy(data, f"data of message {kind!r}"))
        if not delay:
            return self._deliver(message)
        self._sent += 1
        self._timers[self._sent] = self._loop.call_later(
            delay, self._come, self._sent, message, context=self._variables
        )
        return False

    def close(self) -> None:
        """Deliver nothing more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _come(self, number: int, message: Message) -> None:
        self._timers.pop(number, None)
        self._deliver(message)

    def _deliver(self, message: Message) -> bool:
        life = None if message.receiver is None else self._lives.get(message.receiver)
        return life is not None and life.mind.send(message)
