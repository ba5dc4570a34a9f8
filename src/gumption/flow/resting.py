"""Nodes that may not run now: they failed, or have had their turn (rule W5)."""

import logging
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gumption.core.plain import PlainData, misfit, take, take_mapping

if TYPE_CHECKING:
    from gumption.flow.selector import Selector

_LOG: Final = logging.getLogger("gumption.flow")
_MOST_DOUBLINGS: Final = 30
"""Of a rest: so that its length stays a number."""


class Resting:
    """For each node that is not free to run: until when, and how often in a row it failed."""

    __slots__ = ("_failures", "_until", "_until_other")

    def __init__(self) -> None:
        self._until: dict[int, float] = {}
        self._failures: dict[int, int] = {}
        self._until_other: set[int] = set()

    def now(self, now: float) -> frozenset[int]:
        """The numbers of the nodes that may not run at this time."""
        return frozenset(number for number, until in self._until.items() if until > now) | self._until_other

    def ended(self, number: int, restart: str) -> None:
        """A node ended without an error: its failures are forgotten, and it rests if it does not always run again."""
        self._failures.pop(number, None)
        self._until.pop(number, None)
        if restart == "once":
            self._until[number] = math.inf
        elif restart == "until-other":
            self._until_other.add(number)

    def other_runs(self) -> None:
        """A node starts: those that waited for another one to run are free again."""
        self._until_other.clear()

    def failed(self, number: int, now: float, selector: "Selector[Any]", error: BaseException) -> None:
        """A node raised: it rests, each time longer, and for good after too many times. The log is told."""
        count = self._failures.get(number, 0) + 1
        self._failures[number] = count
        rest = selector.backoff * 2.0 ** min(count - 1, _MOST_DOUBLINGS)
        what = f"the node rests for {rest:g} s"
        if count >= selector.failures:
            rest = math.inf
            what = f"it is failure {count} in a row, and the node rests until the mind is halted"
        self._until[number] = now + rest
        _LOG.error("%s\n  what now:   %s", error, what, exc_info=error)

    def to_plain(self, selector: "Selector[Any]") -> list[PlainData]:
        """For each node: its name, when its rest is over (None: never), failures, and whether it waits for another."""
        return [
            {
                "name": selector.parts[number].name,
                "until": None if (until := self._until.get(number, 0.0)) == math.inf else until,
                "failures": self._failures.get(number, 0),
                "waits": number in self._until_other,
            }
            for number in sorted({*self._until, *self._failures, *self._until_other})
        ]

    @classmethod
    def from_plain(cls, rows: Sequence[Any], selector: "Selector[Any]", shift: float) -> "Resting | None":
        """What `to_plain` gave, at a clock that reads `shift` seconds more; None for no rows.

        Raises:
            SnapshotError: it is not of that form, or names a node that the selector does not have.
        """
        made = cls()
        for index, row in enumerate(rows):
            where = f"snapshot.data.resting[{index}]"
            fields = take_mapping(row, where)
            number = selector.number_of(take(fields, "name", str, where))
            if fields.get("until", 0) is None:
                made._until[number] = math.inf
            elif (until := take(fields, "until", float, where)) != 0:
                made._until[number] = until + shift
            failures = take(fields, "failures", int, where)
            if failures < 0:
                raise misfit(f"{where}.failures", "a count", failures)
            if failures:
                made._failures[number] = failures
            if take(fields, "waits", bool, where):
                made._until_other.add(number)
        return made if rows else None
