"""Who is in a run, and words for what they do, as far as its lines have told."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from gumption.core.outline import Outline
from gumption.errors import UsageError
from gumption.world.lines import EntityLine, TickLine

MAX_TEXT: Final = 160
"""How many characters the words for one event may have."""


class Cast:
    """The agents of one run, with their minds' outlines and their fields; told line by line."""

    def __init__(self) -> None:
        self.present: dict[int, EntityLine] = {}
        """Those that are in the world, by id."""
        self.names: dict[int, str] = {}
        """Of all that ever were."""
        self.fields: dict[int, dict[str, Any]] = {}
        """What is known of their data."""
        self._minds: dict[int, str] = {}
        self._outlines: dict[str, Outline | None] = {}

    def meet(self, line: TickLine) -> None:
        """Take those who came in a tick; what its events say of them can be put into words from now on."""
        for digest, nodes in line.outlines.items():
            try:
                self._outlines[digest] = Outline(nodes)
            except UsageError:  # a damaged file: its nodes have numbers only
                self._outlines[digest] = None
        for entity in line.entities:
            self.present[entity.id] = entity
            self.names[entity.id] = entity.name
            self._minds[entity.id] = entity.outline

    def take(self, line: TickLine) -> None:
        """Take what a tick has brought them: who has left, and whose data changed."""
        for event in line.events:
            if event.get("event") == "removed":
                self.present.pop(agent_of(event) or 0, None)
        for agent, told in data_of(line).items():
            self.fields.setdefault(agent, {}).update(told)

    def outline(self, agent: int) -> Outline | None:
        """The outline of an agent's mind; None: it is not known."""
        return self._outlines.get(self._minds.get(agent, ""))

    def who(self, agent: object) -> str:
        """`Bob (1)`."""
        if agent is None:
            return "nobody"
        name = self.names.get(agent) if isinstance(agent, int) else None
        return f"agent {show(agent)}" if name is None else f"{name} ({agent})"

    def path(self, agent: int | None, node: object) -> str:
        """A node's names from the root on: `miner › Dig`; its number where the outline is not known."""
        outline = None if agent is None else self.outline(agent)
        if outline is not None and isinstance(node, int) and 0 <= node < len(outline):
            return outline.path(node)
        return "none" if node is None else f"node {show(node)}"

    def words(self, event: Mapping[str, Any]) -> str:
        """One event: `exited miner › Dig, reason: success`."""
        agent = agent_of(event)
        words = [show(event.get("event"))]
        if event.get("node") is not None:
            words[0] += f" {self.path(agent, event['node'])}"
        words += [
            f"{key}: {self.value(agent, key, value)}"
            for key, value in event.items()
            if key not in ("event", "entity", "node", "selector") and value is not None and value is not False
        ]
        return cut(", ".join(words))

    def value(self, agent: int | None, key: str, value: object) -> str:
        """The value of an event's field, with names for what has a name."""
        if key in ("node", "selector"):
            return self.path(agent, value)
        if key in ("entity", "receiver", "sender"):
            return self.who(value)
        if key == "steps":
            return ", ".join(self._last_name(agent, step) for step in _numbers(value)) or "none"
        if key in ("results", "answers"):
            return ", ".join(f"{self._last_name(agent, node)} {show(said)}" for node, said in pairs(value)) or "none"
        return show(value)

    def _last_name(self, agent: int | None, node: object) -> str:
        return self.path(agent, node).rpartition(" › ")[2]


def agent_of(event: Mapping[str, Any]) -> int | None:
    """Whose event it is; None: nobody's. A message from outside is its receiver's."""
    for key in ("entity", "receiver"):
        agent = event.get(key)
        if isinstance(agent, int) and not isinstance(agent, bool):
            return agent
    return None


def by_agent(events: Iterable[dict[str, Any]]) -> dict[int | None, list[dict[str, Any]]]:
    """Events in their order, apart for each agent."""
    groups: dict[int | None, list[dict[str, Any]]] = {}
    for event in events:
        groups.setdefault(agent_of(event), []).append(event)
    return groups


def data_of(line: TickLine) -> dict[int, dict[str, Any]]:
    """The changes of agents' fields, by id."""
    return {int(agent): told for agent, told in line.data.items() if agent.isdecimal() and len(agent) < 20}


def pairs(value: object) -> list[tuple[int, Any]]:
    """A list of nodes and what they said, as `ticked` and `switched` have one."""
    try:
        return msgspec.convert(value, list[tuple[int, Any]])
    except msgspec.ValidationError:
        return []


def _numbers(value: object) -> list[int]:
    try:
        return msgspec.convert(value, list[int])
    except msgspec.ValidationError:
        return []


def show(value: object) -> str:
    """A plain value for people: strings as they are, where that leaves no doubt."""
    if isinstance(value, str) and value.isprintable() and value.strip():
        return cut(value)
    return "none" if value is None else cut(msgspec.json.encode(value).decode())


def cut(text: str) -> str:
    """A text of bounded length."""
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
