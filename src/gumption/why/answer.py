"""Why an agent does what it does: as data, and as a short paragraph."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PassedOver:
    """What comes before a node, and was not chosen."""

    node: int
    """Its id in the outline."""
    name: str
    because: str
    """`thirst >= 5 does not hold (thirst is 3)`."""
    otherwise: str | None = None
    """What could be if it were not so: `it could take over`; None: that cannot be told."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One node that runs, or the one that ended last."""

    node: int
    """Its id in the outline."""
    name: str
    """Its path in the mind that it belongs to, without the root's name: `eat › chew`."""
    mind: str
    """The name of that mind, and of what kind it is: `machine miner`."""
    inside: int | None
    """Which of the reasons before it is around it, from 0 on; None: none is."""
    runs: bool
    result: str | None
    """What it came to, if it has ended: `success`."""
    since: int | None
    """The tick in which it began, or ended; None: that is not known."""
    seconds: float | None
    """How long ago that was, on the world's clock."""
    ended: str | None
    """Who stopped it, if somebody did and that is remembered."""
    because: Sequence[str]
    """What started it, and what had to hold."""
    passed_over: Sequence[PassedOver]
    """What comes before it in priority."""
    changes: Sequence[str]
    """What would change it."""


@dataclass(frozen=True, slots=True)
class Why:
    """The answer for one agent at one tick border. `str()` of it is a paragraph for people."""

    entity: int
    name: str
    """The agent's."""
    tick: int
    time: float
    """Seconds on the world's clock."""
    problem: str | None
    """What its mind failed with, if it did."""
    reasons: Sequence[Reason]
    """What runs, each before what runs inside it; empty: nothing was ever done."""

    def to_plain(self) -> dict[str, Any]:
        """All of it as data that JSON can hold."""
        return asdict(self)

    def __str__(self) -> str:
        head = f"{self.name} (entity {self.entity}) at tick {self.tick}, {self.time:.10g} s:"
        if self.problem is not None:
            head += f" {self.problem}."
        if not self.reasons:
            return f"{head} nothing has been done yet." if self.problem is None else head
        told = [_paragraph(reason) for reason in self.reasons]
        return head + (f" {told[0]}" if len(told) == 1 else "".join(f"\n  {each}" for each in told))


def _paragraph(reason: Reason) -> str:
    text = f"{reason.name} ({reason.mind}) {_standing(reason)}"
    if reason.ended is not None:
        text += f": {reason.ended}"
    if reason.because:
        text += f"{', because' if reason.runs else '; it ran because'} {_list(reason.because)}"
    text += "."
    for other in reason.passed_over:
        otherwise = f"; else {other.otherwise}" if other.otherwise else ""
        text += f" Not {other.name}: {other.because}{otherwise}."
    for change in reason.changes:
        text += f" {change[0].upper()}{change[1:]}."
    return text


def _standing(reason: Reason) -> str:
    if reason.runs:
        began = "" if reason.since is None else f" since tick {reason.since}{_ago(reason.seconds, 'for')}"
        return f"runs{began}"
    came_to = {"success": "was done", "failure": "failed", "halt": "was stopped", "error": "raised an error"}
    ended = came_to.get(reason.result or "", "was the last to run")
    return ended if reason.since is None else f"{ended} in tick {reason.since}{_ago(reason.seconds, '')}"


def _ago(seconds: float | None, how: str) -> str:
    if not seconds:
        return ""
    return f" ({how} {seconds:.4g} s)" if how else f" ({seconds:.4g} s ago)"


def _list(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
