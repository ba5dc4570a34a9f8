"""Compares two runs tick by tick, and names where they part. Pure: lines in, differences out."""

from collections import deque
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import zip_longest
from typing import Any, Final

from gumption.core.outline import OutlineNode
from gumption.world.comparing.cast import Cast, agent_of, by_agent, data_of, show
from gumption.world.comparing.difference import Difference, What, part
from gumption.world.fields import changes
from gumption.world.lines import TickLine, is_tick

KEPT: Final = 4
"""How many events of an agent are shown before a difference."""

_Event = dict[str, Any]
_WITH_HOOKS: Final = ("entered", "executed", "exited")


class Comparison:
    """Two runs, of which one line each is compared after another.

    Args:
        agent: look at this agent alone, by its name or id; None: at all.
        data: also compare the agents' fields, where both runs tell them.
    """

    def __init__(self, *, agent: str | None = None, data: bool = True) -> None:
        self.one = Cast()
        self.other = Cast()
        self.ticks = 0
        """How many were compared."""
        self.events = 0
        """How many of the first run were compared."""
        self._agent = agent
        self._data = data
        self._data_begun = False
        self._recent: dict[int | None, deque[tuple[int, _Event]]] = {}

    def watches(self, agent: int | None) -> bool:
        """Whether this agent is looked at."""
        wanted = self._agent
        return wanted is None or (
            agent is not None and wanted in (str(agent), self.one.names.get(agent), self.other.names.get(agent))
        )

    def skip(self, one: TickLine | None, other: TickLine | None) -> None:
        """Take lines without comparing them."""
        for cast, line in ((self.one, one), (self.other, other)):
            if line is not None:
                cast.meet(line)
                cast.take(line)
        if one is not None:
            self._remember(one)

    def begin(self, tick: int) -> list[Difference]:
        """Compare who is there, and with what data, at the border of a tick."""
        found = self._compare_casts(tick, self.one.present.keys() | self.other.present.keys())
        found += self._compare_data(tick, set())
        return found

    def compare(self, one: TickLine, other: TickLine) -> list[Difference]:
        """Compare a tick of the one run with that of the other.

        Returns:
            For each agent that differs where it does so first; in front the one that was the first to do so.
        """
        self.one.meet(one)
        self.other.meet(other)
        found = self._compare_events(one, other)
        news = {entity.id for line in (one, other) for entity in line.entities}
        found += self._compare_casts(one.tick, news)
        self._remember(one)
        self.one.take(one)
        self.other.take(other)
        found += self._compare_data(one.tick, data_of(one).keys() | data_of(other).keys())
        if not found and one.time != other.time and is_tick(one) and is_tick(other):
            found.append(_difference(one.tick, "time", "time", (one.time, other.time)))
        self.ticks += is_tick(one)
        self.events += sum(1 for event in one.events if self._agent is None or self.watches(agent_of(event)))
        return found

    def _compare_events(self, line: TickLine, other_line: TickLine) -> list[Difference]:
        if line.events == other_line.events:
            return []
        ones = [event for event in line.events if self.watches(agent_of(event))]
        others = [event for event in other_line.events if self.watches(agent_of(event))]
        parting = next((pair for pair in zip_longest(ones, others) if pair[0] != pair[1]), None)
        if parting is None:
            return []
        mine, theirs = by_agent(ones), by_agent(others)
        # Agents have their turns in the order of their ids: of two that differ the lower one was the first to do so.
        first = _ordered({agent_of(event) for event in parting if event is not None})
        rest = [agent for agent in _ordered(mine.keys() | theirs.keys()) if agent not in first]
        found = [
            self._events_differ(line.tick, agent, mine.get(agent, []), theirs.get(agent, []))
            for agent in (*first, *rest)
            if mine.get(agent) != theirs.get(agent)
        ]
        return found or [self._order_differs(line.tick, *parting)]

    def _events_differ(self, tick: int, agent: int | None, ones: list[_Event], others: list[_Event]) -> Difference:
        index, (one, other) = next(
            (index, pair) for index, pair in enumerate(zip_longest(ones, others)) if pair[0] != pair[1]
        )
        parting = part(one, other)
        field, values = parting.field, parting.values
        if field == "event":
            words = _deed(self.one, one), _deed(self.other, other)
        elif parting.inner:
            words = show(values[0]), show(values[1])
        else:
            words = self.one.value(agent, field, values[0]), self.other.value(agent, field, values[1])
        cast = self.other if one is None else self.one
        earlier = [*self._recent.get(agent, ()), *((tick, event) for event in ones[:index])]
        number = _speaking(one or other, earlier) if parting.node is None else parting.node
        node = None if number is None else cast.path(agent, number)
        before = self._in_words(earlier)
        return Difference(tick, "event", agent, self._name(agent), node, field, values, (one, other), words, before)

    def _order_differs(self, tick: int, one: _Event | None, other: _Event | None) -> Difference:
        assert one is not None
        assert other is not None
        agents = agent_of(one), agent_of(other)
        words = (
            f"{self.one.who(agents[0])}: {self.one.words(one)}",
            f"{self.other.who(agents[1])}: {self.other.words(other)}",
        )
        return Difference(tick, "order", None, None, None, "order", agents, (one, other), words)

    def _compare_casts(self, tick: int, agents: AbstractSet[int]) -> list[Difference]:
        found: list[Difference] = []
        for agent in sorted(agents):
            one, other = self.one.present.get(agent), self.other.present.get(agent)
            if one == other or not self.watches(agent):
                continue
            if one is None or other is None or one.name != other.name:
                names = None if one is None else one.name, None if other is None else other.name
                found.append(self._differ(tick, "agent", agent, "name", names))
            else:
                found.append(self._outlines_differ(tick, agent, one.outline, other.outline))
        return found

    def _outlines_differ(self, tick: int, agent: int, one: str, other: str) -> Difference:
        """The first node that is another one, or in another place."""
        for mine, theirs in zip_longest(self.one.outline(agent) or (), self.other.outline(agent) or ()):
            cast, node = (self.one, mine) if mine is not None else (self.other, theirs)
            labels = _label(mine), _label(theirs)
            if labels[0] != labels[1]:
                return self._differ(tick, "outline", agent, "node", labels, cast.path(agent, node.id))
            if mine is not None and theirs is not None and mine.parent != theirs.parent:
                around = self.one.path(agent, mine.parent), self.other.path(agent, theirs.parent)
                return self._differ(tick, "outline", agent, "parent", around, cast.path(agent, node.id))
        return self._differ(tick, "outline", agent, "digest", (one, other))

    def _compare_data(self, tick: int, agents: AbstractSet[int]) -> list[Difference]:
        if not self._data or not self.one.fields or not self.other.fields:  # one of them does not tell
            return []
        if not self._data_begun:
            self._data_begun = True
            agents = self.one.fields.keys() | self.other.fields.keys()
        found: list[Difference] = []
        for agent in sorted(agents):
            one, other = self.one.fields.get(agent, {}), self.other.fields.get(agent, {})
            here = agent in self.one.present and agent in self.other.present
            if not here or not self.watches(agent):
                continue
            for field in changes(one, other):
                values = one.get(field), other.get(field)
                if values != (None, None):
                    found.append(self._differ(tick, "data", agent, field, values))
                    break
        return found

    def _differ(
        self, tick: int, what: What, agent: int, field: str, values: tuple[Any, Any], node: str | None = None
    ) -> Difference:
        before = self._in_words(self._recent.get(agent, ()))
        return _difference(tick, what, field, values, agent, self._name(agent), node, before)

    def _in_words(self, events: Iterable[tuple[int, _Event]]) -> tuple[tuple[int, str], ...]:
        """What an agent did last in the first run."""
        return tuple((tick, self.one.words(event)) for tick, event in [*events][-KEPT:])

    def _name(self, agent: int | None) -> str | None:
        return None if agent is None else self.one.names.get(agent) or self.other.names.get(agent)

    def _remember(self, line: TickLine) -> None:
        for event in line.events:
            agent = agent_of(event)
            if agent not in self._recent:
                self._recent[agent] = deque(maxlen=KEPT)
            self._recent[agent].append((line.tick, event))


def _difference(
    tick: int,
    what: What,
    field: str,
    values: tuple[Any, Any],
    agent: int | None = None,
    name: str | None = None,
    node: str | None = None,
    before: tuple[tuple[int, str], ...] = (),
) -> Difference:
    words = show(values[0]), show(values[1])
    return Difference(tick, what, agent, name, node, field, values, words=words, before=before)


def _speaking(event: _Event | None, earlier: list[tuple[int, _Event]]) -> object:
    """The node whose code said or sent this: the one that was told last, for its hooks run behind that."""
    if event is None or event.get("event") not in ("said", "sent") or event.get("entity") is None:
        return None
    told = (each["node"] for _, each in reversed(earlier) if each.get("event") in _WITH_HOOKS and "node" in each)
    return next(told, None)


def _deed(cast: Cast, event: _Event | None) -> str:
    return "nothing more in this tick" if event is None else cast.words(event)


def _label(node: OutlineNode | None) -> str | None:
    return None if node is None else f"{node.kind} {node.name}"


def _ordered(agents: AbstractSet[int | None]) -> list[int | None]:
    return sorted(agents, key=lambda agent: (agent is None, agent or 0))
