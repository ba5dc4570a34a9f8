"""Messages that wait for their time (rule F10)."""

import heapq
import math

from gumption.core.message import Message
from gumption.errors import UsageError


class Mailbox:
    """Delayed messages in the order (due time, sequence). Equal messages are all kept."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Message]] = []
        self._sequence = 0

    def __len__(self) -> int:
        return len(self._heap)

    def put(self, message: Message, due: float) -> None:
        """Keep `message` until the clock reads `due` seconds."""
        self._sequence += 1
        heapq.heappush(self._heap, (due, self._sequence, message))

    def take_due(self, now: float) -> list[Message]:
        """Take out all messages due at `now` seconds or before, in order."""
        due: list[Message] = []
        while self._heap and self._heap[0][0] <= now:
            due.append(heapq.heappop(self._heap)[2])
        return due


def check_delay(delay: float) -> None:
    """Raise a `UsageError` unless `delay` is a finite number of seconds that is not negative."""
    if not (math.isfinite(delay) and delay >= 0.0):
        raise UsageError(
            f"a message cannot be delayed by {delay!r} seconds",
            doing="sending a message",
            remedy="give a finite delay that is not negative; 0 delivers at once",
        )
