"""What is known of an agent at a tick border: the question to `explain`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture.moment import Moment
from gumption.core.plain import PlainData
from gumption.core.trace import Entered, Event, Exited, Resumed
from gumption.core.words import words

_IS_LONG = re.compile(r"^not | and | or ")
_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|[^\W\d]\w*(?:\.\w+)*")


class Happening(NamedTuple):
    """Something that happened to the agent. Many are made; a tuple is made in no time."""

    tick: int
    time: float
    """Seconds."""
    event: Event


@dataclass(frozen=True)
class Case:
    """An agent, its mind, and what is remembered of the two."""

    entity: int
    name: str
    tick: int
    time: float
    """Seconds."""
    outline: Outline
    moment: Moment
    """How the mind stands."""
    happenings: Sequence[Happening] = ()
    """What is remembered, the newest last. What happens in every tick need not be there."""
    fields: Mapping[str, PlainData] = field(default_factory=dict[str, PlainData])
    """The agent's own ones, as far as they are known."""
    says: Callable[[int], bool | None] = lambda _: None
    """What a node's condition says now; None: that cannot be told."""
    whose: Callable[[int | None], str] = lambda entity: "outside" if entity is None else f"entity {entity}"
    """The name of an entity."""
    problem: str | None = None
    """What the mind failed with."""

    # The shape

    @cached_property
    def children(self) -> Sequence[Sequence[int]]:
        """Of each node, in order."""
        found: list[list[int]] = [[] for _ in self.outline]
        for node in self.outline:
            if node.parent is not None:
                found[node.parent].append(node.id)
        return found

    @cached_property
    def minds(self) -> Sequence[int]:
        """For each node the uppermost node of the mind that it belongs to."""
        found: list[int] = []
        for node in self.outline:
            is_root = node.parent is None or self._is_a_mind(node)
            found.append(node.id if is_root or node.parent is None else found[node.parent])
        return found

    def _is_a_mind(self, node: OutlineNode) -> bool:
        """A selector of coroutine nodes is told from one of a tree by what it is made of."""
        if node.kind == "selector":
            return any(self.outline[child].kind == "node" for child in self.children[node.id])
        return node.kind in ("machine", "tree", "planner")

    def within(self, node: int) -> list[int]:
        """The nodes around a node and in the same mind, from outside in, without that mind's own; then the node."""
        root = self.minds[node]
        found: list[int] = []
        for at in self.outline.up_from(node):
            if at == root:
                break
            found.append(at)
        return found[::-1]

    def path(self, node: int) -> str:
        """The names of these, but of those around only the names that somebody gave them."""
        names = [self.outline[at].name for at in self.within(node) if at == node or self.is_named(at)]
        return " › ".join(names) or self.outline[node].name

    def is_named(self, node: int) -> bool:
        """Whether its name is more than its kind and what it was made with: not `guard(asleep)`."""
        name, kind = self.outline[node].name, self.kind(node)
        return name != kind and not name.startswith(f"{kind}(")

    def kind(self, node: int) -> str:
        """What sort of node it is."""
        return self.outline[node].kind

    def lead(self, node: int) -> str:
        """A name that tells something: where the node has none of its own, that of the first leaf that acts."""
        if self.is_named(node):
            return self.outline[node].name
        leaves = [at for at in self.below(node) if not self.children[at]]
        acting = [at for at in leaves if self.kind(at) != "condition"]
        return self.outline[(acting or leaves or [node])[0]].name

    def below(self, node: int) -> list[int]:
        """The node and all inside it, in preorder."""
        found: list[int] = []
        stack = [node]
        while stack:
            at = stack.pop()
            found.append(at)
            stack.extend(reversed(self.children[at]))
        return found

    # What conditions say

    def values(self, text: str, when: str = "") -> str:
        """The present values of the agent's fields that a text names: ` (thirst is 3)`; "" where none is known."""
        names = dict.fromkeys(_NAME.findall(text))
        known = [f"{name} is {_shown(self.fields[name])}" for name in names if name in self.fields]
        return f" ({', '.join(known)}{when})" if known else ""

    def condition(self, node: int) -> str:
        """What a node asks."""
        asks, name, kind = self.outline[node].condition, self.outline[node].name, self.kind(node)
        if asks is None and name.startswith(f"{kind}(") and name.endswith(")"):
            asks = name[len(kind) + 1 : -1]
        text = asks or name
        return f"({text})" if _IS_LONG.search(text) else text

    def said(self, node: int, held: bool, tick: int | None = None) -> str:
        """That the condition of a node holds, or does not; or that it did when it was asked.

        Args:
            node: that asks it.
            held: what it said.
            tick: in which it was asked; None: that is not known.
        """
        condition = self.condition(node)
        now = self.says(node)
        if now is held:
            return f"{condition} {'holds' if held else 'does not hold'}{self.values(condition)}"
        when = "" if now is None else " when it was asked"
        if tick is not None and tick != self.tick:
            when = f" in tick {tick}"
        return f"{condition} {'held' if held else 'did not hold'}{when}{self.values(condition, ' now')}"

    # What happened

    def beginning(self, node: int) -> int | None:
        """The place among the happenings where the node began, or was taken up again, last."""
        for place in range(len(self.happenings) - 1, -1, -1):
            event = self.happenings[place].event
            if isinstance(event, (Entered, Resumed)) and event.node == node:
                return place
        return None

    def ending(self, node: int | None = None) -> int | None:
        """The place among the happenings where the node ended last, or any node; None: that is not remembered."""
        for place in range(len(self.happenings) - 1, -1, -1):
            event = self.happenings[place].event
            if isinstance(event, Exited) and node in (None, event.node):
                return place
        return None

    def words(self, event: Event) -> str:
        """What an event says."""
        return words(event, self.outline, self.whose)


def _shown(value: PlainData) -> str:
    return f"{value:.10g}" if isinstance(value, float) else repr(value)
