"""Messages that wait for their time (rule F10)."""

import heapq
from enum import Enum

from gumption.core.message import Message
from gumption.core.numeric import is_number
from gumption.core.plain import plain_copy
from gumption.errors import UsageError, brief


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
        """Take out all messages that are due at `now` seconds or before, in order."""
        due: list[Message] = []
        while self._heap and self._heap[0][0] <= now:
            due.append(heapq.heappop(self._heap)[2])
        return due

    def letters(self) -> tuple[list[tuple[float, int, Message]], int]:
        """Who waits, as (due time, sequence, message), and how many messages there have been."""
        return sorted(self._heap, key=lambda letter: letter[:2]), self._sequence

    def put_back(self, letters: list[tuple[float, int, Message]], sequence: int) -> None:
        """Hold what `letters` gave, and nothing else."""
        self._heap = sorted(letters, key=lambda letter: letter[:2])  # what is sorted is a heap
        self._sequence = sequence


def make_message(sender: int | None, receiver: int, kind: object, data: object) -> Message:
    """A message with a copy of its data.

    Raises:
        UsageError: the kind is no string, or the data not plain.
    """
    if not isinstance(kind, str):
        remedy = "give a string, or a member of an enumeration of strings"
        raise UsageError(f"a message cannot be of kind {brief(kind)}", doing="sending a message", remedy=remedy)
    word: str = kind.value if isinstance(kind, Enum) else str.__str__(kind)
    return Message(word, sender, receiver, plain_copy(data, f"data of message {word!r}"))


def check_delay(delay: float) -> None:
    """Raise a `UsageError` unless `delay` is a finite number of seconds that is not negative."""
    if not is_number(delay):
        raise UsageError(
            f"a message cannot be delayed by {brief(delay)} seconds",
            doing="sending a message",
            remedy="give a finite delay that is not negative; 0 delivers at once",
        )
