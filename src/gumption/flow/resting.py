"""Nodes that may not run now: they failed, or have had their turn (rule W5)."""

import logging
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gumption.core.plain import PlainData, misfit

if TYPE_CHECKING:
    from gumption.flow.selector import Selector

_LOG: Final = logging.getLogger("gumption.flow")


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
        """A node ended that does not always run again."""
        if restart == "once":
            self._until[number] = math.inf
        else:
            self._until_other.add(number)
        self.well(number)

    def well(self, number: int) -> None:
        """A node ended without an error: its failures are forgotten."""
        self._failures.pop(number, None)

    def other_runs(self, number: int) -> None:
        """A node starts: those that waited for another one to run are free again."""
        self._until_other &= {number}

    def failed(self, number: int, now: float, selector: "Selector[Any]", error: BaseException) -> None:
        """A node raised: it rests, each time longer, and for good after too many times. The log is told."""
        count = self._failures.get(number, 0) + 1
        self._failures[number] = count
        if count >= selector.failures:
            self._until[number] = math.inf
            _LOG.error("%s; it failed %d times in a row, and rests until the mind is halted", error, count)
            return
        rest = selector.backoff * 2 ** (count - 1)
        self._until[number] = now + rest
        _LOG.error("%s; it rests for %g s", error, rest, exc_info=error)

    def to_plain(self, selector: "Selector[Any]", now: float) -> list[PlainData]:
        """For each node: its name, seconds of rest (None: for good), failures, and whether it waits for another."""
        rows: list[PlainData] = []
        for number in sorted({*self._until, *self._failures, *self._until_other}):
            until = self._until.get(number, -math.inf)
            left = None if until == math.inf else max(until - now, 0.0)
            row: list[PlainData] = [
                selector.parts[number].name,
                left,
                self._failures.get(number, 0),
                number in self._until_other,
            ]
            rows.append(row)
        return rows

    @classmethod
    def from_plain(cls, rows: Sequence[Any], selector: "Selector[Any]", now: float) -> "Resting | None":
        """What `to_plain` gave; None for no rows.

        Raises:
            SnapshotError: it is not of that form.
        """
        if not rows:
            return None
        made = cls()
        for row in rows:
            where = "snapshot.data.resting"
            if not isinstance(row, list) or len(row) != 4:  # pyright: ignore[reportUnknownArgumentType]
                raise misfit(where, "rows of name, seconds, failures, waits", row)
            name, left, failures, waits = row  # pyright: ignore[reportUnknownVariableType]
            number = selector.number_of(name)
            if left is None or (isinstance(left, (int, float)) and left >= 0):
                if left != 0:
                    made._until[number] = math.inf if left is None else now + left
            else:
                raise misfit(where, "seconds of rest, or null", left)
            if isinstance(failures, bool) or not isinstance(failures, int) or failures < 0:
                raise misfit(where, "a count of failures", failures)
            if failures:
                made._failures[number] = failures
            if waits is True:
                made._until_other.add(number)
        return made
