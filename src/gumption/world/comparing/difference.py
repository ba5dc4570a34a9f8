"""Where two runs part, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, Literal, NamedTuple

from gumption.world.comparing.cast import pairs, show

What = Literal["event", "order", "data", "agent", "outline", "time", "end"]


@dataclass(frozen=True)
class Difference:
    """Where two runs part: at which tick, whose doing, in which node and field.

    Of each pair the first one is of the first run, and the second of the second.
    """

    tick: int
    """The one before the first: in what was built."""
    what: What
    """`event`: an agent did something else. `order`: the same, but agents in another order. `data`: its fields.
    `agent`: who is there. `outline`: how its mind is made. `time`: the clock. `end`: one run goes on."""
    agent: int | None
    """The agent's id; None: it is nobody's."""
    name: str | None
    """The agent's name."""
    node: str | None
    """The node's path in its outline: `miner › Dig`."""
    field: str
    """Which field of the event, or of the agent, differs."""
    values: tuple[Any, Any]
    """What stands in it; None: nothing does."""
    events: tuple[dict[str, Any] | None, dict[str, Any] | None] = (None, None)
    """The two events; None: the agent did nothing more in this tick."""
    words: tuple[str, str] = ("", "")
    """Both values for people."""
    before: tuple[tuple[int, str], ...] = ()
    """What this agent did last before: tick and words."""

    @property
    def who(self) -> str:
        """`Bob (1)`."""
        return "nobody" if self.agent is None else f"{self.name or 'agent'} ({self.agent})"

    @property
    def where(self) -> str:
        """`Bob (1), miner › Dig, reason of exited`."""
        return ", ".join(text for text in (self.who if self.agent is not None else "", self.node, self._what()) if text)

    def __str__(self) -> str:
        return self.text("first run", "second")

    def text(self, one: str, other: str) -> str:
        """A few lines for people.

        Args:
            one: what to call the first run, such as "recorded".
            other: what to call the second.
        """
        if self.what == "end":
            ended, going = (one, other) if self.values[1] is None else (other, one)
            return f"{ended} ends at tick {self.tick}, {going} goes on"
        lines = [f"the first difference is at tick {self.tick}"]
        if self.agent is not None:
            lines.append(_line("agent", self.who))
        if self.node is not None:
            lines.append(_line("node", self.node))
        lines += [_line("differs", self._what()), _line(one, self.words[0]), _line(other, self.words[1])]
        label = "before"
        for tick, words in self.before:
            lines.append(_line(label, f"tick {tick}: {words}"))
            label = ""
        return "\n".join(lines)

    def to_plain(self, one: str, other: str) -> dict[str, Any]:
        """For JSON, with the names of both runs as keys."""
        plain: dict[str, Any] = {"tick": self.tick, "what": self.what, "agent": self.agent, "name": self.name}
        plain |= {"node": self.node, "field": self.field, one: self.values[0], other: self.values[1]}
        if self.what in ("event", "order"):
            plain["events"] = {one: self.events[0], other: self.events[1]}
        plain["before"] = [{"tick": tick, "text": words} for tick, words in self.before]
        return plain

    def _what(self) -> str:
        if self.what == "event" and self.field != "event":
            event = self.events[0] or {}
            return f"{self.field} of {show(event.get('event'))}"
        return _TITLES.get(self.what) or _TITLES.get(self.field) or self.field


_TITLES: Final = {
    "data": "",
    "order": "whose turn it is",
    "event": "what it does",
    "agent": "who is there",
    "time": "time on the clock",
}


def _line(label: str, text: str) -> str:
    return f"  {label + ':' if label else '':<10} {text}"


class Parting(NamedTuple):
    """In what two events of one agent differ."""

    field: str
    """`event` if they are not of one kind, or one is missing."""
    node: Any
    values: tuple[Any, Any]
    inner: bool = False
    """Whether the values are those of one node among several that the field has."""


def part(one: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> Parting:
    """The first field in which two events differ; for what nodes answered, the first such node."""
    if one is None or other is None or one.get("event") != other.get("event"):
        kinds = None if one is None else one.get("event"), None if other is None else other.get("event")
        return Parting("event", _node(one or other or {}), kinds)
    keys = sorted({**one, **other}, key=lambda key: key != "answers")  # what was answered is why a node is chosen
    field = next(key for key in keys if key not in one or key not in other or one[key] != other[key])
    values = one.get(field), other.get(field)
    if field in ("results", "answers"):
        mine, theirs = pairs(values[0]), pairs(values[1])
        parting = next((pair for pair in zip_longest(mine, theirs) if pair[0] != pair[1]), None)
        if parting is not None:
            node = min(node for node, _ in filter(None, parting))
            return Parting(field, node, (dict(mine).get(node), dict(theirs).get(node)), inner=True)
    return Parting(field, _node(one), values)


def _node(event: Mapping[str, Any]) -> Any:
    return event.get("selector", event.get("node"))
