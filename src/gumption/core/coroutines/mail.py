"""Messages for a coroutine that was saved while it waited for them, kept until it asks again (rule W10)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast, final

from gumption.core.message import Message
from gumption.core.plain import PlainData, misfit, take, take_mapping

if TYPE_CHECKING:
    from gumption.core.coroutines.run import Run


@final
class Mail:
    """What a restored coroutine has been told, or may still be told before it asks.

    Args:
        kinds: what it waited for when it was saved; None: any message.
        letters: what it was told, and has not gone on with yet.
    """

    __slots__ = ("kinds", "letters")

    def __init__(self, kinds: Iterable[str | None] = (), letters: Iterable[Message] = ()) -> None:
        self.kinds = list(kinds)
        self.letters = list(letters)

    @classmethod
    def of(cls, run: "Run") -> "Mail":
        """What has to be saved of a run."""
        handed = [task.value for task in run.root.leaves() if isinstance(task.value, Message)]
        return cls(run.listening, [*(() if run.mail is None else run.mail.letters), *handed])

    def tell(self, message: Message) -> bool:
        """Keep a message of a kind that is waited for. Returns whether there is such a kind."""
        for index, kind in enumerate(self.kinds):
            if kind in (None, message.kind):
                del self.kinds[index]
                self.letters.append(message)
                return True
        return False

    def take(self, kind: str | None) -> Message | None:
        """The oldest message of a kind, which is no longer kept; None: there is none."""
        for index, letter in enumerate(self.letters):
            if kind in (None, letter.kind):
                return self.letters.pop(index)
        return None

    def to_plain(self) -> PlainData:
        """The same for a saved game; None if there is nothing to keep."""
        if not self.kinds and not self.letters:
            return None
        letters: list[PlainData] = [[each.kind, each.sender, each.receiver, each.data] for each in self.letters]
        kinds: list[PlainData] = list(self.kinds)
        return {"kinds": kinds, "letters": letters}

    @classmethod
    def from_plain(cls, value: object, where: str) -> "Mail":
        """Read what `to_plain` gave.

        Raises:
            SnapshotError: it is not of that form.
        """
        if value is None:
            return cls()
        saved = take_mapping(value, where)
        kinds = cast("list[object]", take(saved, "kinds", list, where))
        if not all(each is None or isinstance(each, str) for each in kinds):
            raise misfit(f"{where}.kinds", "a list of kinds of messages", kinds)
        letters = cast("list[object]", take(saved, "letters", list, where))
        return cls(cast("list[str | None]", kinds), [_letter(each, f"{where}.letters") for each in letters])


def _letter(value: object, where: str) -> Message:
    row = _row(value)
    if len(row) == 4:
        kind, sender, receiver, data = row
        if isinstance(kind, str) and _is_id(sender) and _is_id(receiver):
            return Message(kind, cast("int | None", sender), cast("int | None", receiver), cast("PlainData", data))
    raise misfit(where, "a message: kind, sender, receiver, data", value)


def _is_id(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _row(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []
