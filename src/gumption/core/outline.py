"""The shape of a definition as plain data: what pictures, recordings and saved games refer to (contract C7)."""

import functools
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gumption.errors import UsageError


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """One node: a state, a tree node, an action."""

    id: int
    """Preorder number: stable as long as the definition's shape is."""
    parent: int | None
    """Id of the node around it; None for the root."""
    kind: str
    """In the engine's own words: `machine`, `state`, `sequence`, `action`."""
    name: str
    source: str | None = None
    """`module:line` of the user's callable or class; None where there is none."""
    leads_to: tuple[int, ...] = ()
    """Ids of the nodes that this one may hand over to, as far as reading its code can tell."""
    identity: str | None = None
    """What saved games call it; None: its name. A name may hold numbers that one tunes."""
    condition: str | None = None
    """What has to hold for it to run or to succeed, in words; None: nothing that can be told."""

    @property
    def label(self) -> str:
        """Kind and name, without saying one thing twice."""
        twice = self.name == self.kind or self.name.startswith(f"{self.kind}(")
        return self.name if twice else f"{self.kind} {self.name}"


class Outline:
    """All nodes of a definition in preorder; `outline[id]` is the node of that id.

    Flat on purpose: depth costs no recursion (contract C8).

    Args:
        nodes: in preorder.
    """

    def __init__(self, nodes: Iterable[OutlineNode]) -> None:
        self._nodes = tuple(nodes)
        for number, node in enumerate(self._nodes):
            if node.id != number or (node.parent is None) != (number == 0) or (node.parent or 0) > number:
                raise UsageError(f"{node} is not in its place", doing="making an outline", remedy="number in preorder")

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, id: int) -> OutlineNode:  # noqa: A002 - the field's name
        return self._nodes[id]

    def __iter__(self) -> Iterator[OutlineNode]:
        return iter(self._nodes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outline) and self._nodes == other._nodes

    def __hash__(self) -> int:
        return hash(self._nodes)

    def __repr__(self) -> str:
        return f"Outline({len(self)} nodes, digest {self.digest})"

    @functools.cached_property
    def digest(self) -> str:
        """Names what is shown: ids, kinds and names count; source lines do not."""
        return self._digest(node.name for node in self._nodes)

    @functools.cached_property
    def shape(self) -> str:
        """Names what saved games depend on: as `digest`, without the numbers in names, so that tuning keeps them."""
        return self._digest(node.name if node.identity is None else node.identity for node in self._nodes)

    def _digest(self, names: Iterable[str]) -> str:
        shape = [[node.id, node.parent, node.kind, name] for node, name in zip(self._nodes, names, strict=True)]
        return hashlib.blake2s(json.dumps(shape).encode(), digest_size=8).hexdigest()

    def inside(self, parent: int) -> Iterator[OutlineNode]:
        """The same nodes as a part of another outline, right behind the node `parent` of it, which holds this mind."""
        first = parent + 1
        for node in self._nodes:
            above = parent if node.parent is None else node.parent + first
            leads_to = tuple(other + first for other in node.leads_to)
            yield replace(node, id=node.id + first, parent=above, leads_to=leads_to)

    def up_from(self, id: int) -> Iterator[int]:  # noqa: A002 - the field's name
        """The node, and those around it, up to the root."""
        at: int | None = id
        while at is not None:
            yield at
            at = self._nodes[at].parent

    def path(self, id: int) -> str:  # noqa: A002 - the field's name
        """Names from the root to the node: `miner › Dig`."""
        return " › ".join(reversed([self._nodes[node].name for node in self.up_from(id)]))

    def __str__(self) -> str:
        """One line a node, indented by depth, with what it leads to."""
        depth = [0] * len(self)
        lines: list[str] = []
        for node in self._nodes:
            if node.parent is not None:
                depth[node.id] = depth[node.parent] + 1
            line = f"{'  ' * depth[node.id]}{node.label}"
            if node.leads_to:
                line += " -> " + ", ".join(self._nodes[other].name for other in node.leads_to)
            lines.append(line)
        return "\n".join(lines)
