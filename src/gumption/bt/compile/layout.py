"""Numbers the nodes of a tree, and gives each the places in the run record that it needs. Pure."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from gumption.bt.actions import hooks_of
from gumption.bt.kinds import KINDS, Kind, Place
from gumption.bt.node import F, Node, S
from gumption.bt.outcomes import Outcomes
from gumption.core.expression import is_expression
from gumption.core.source import is_coroutine

ROOT_REGION: Final = 0
"""Place of the node that runs in the tree itself, outside any parallel child."""
PENDING: Final = 1
"""Place of the node that a reactive node will leave, and that must be halted before anything else starts (B3)."""
RESULTS: Final = 2
"""Place of the list of last results, while tracing."""
MINDS: Final = 3
"""Place of the `Minds` inside, if the tree has leaves that hold some."""

MAX_TEST: Final = 16
"""Nodes that may be written as one boolean expression."""


@dataclass(eq=False)
class Item:
    """A node in its place in a tree."""

    node: Node[Any]
    id: int
    """Preorder number; the tree itself is 0, its root 1."""
    parent: "Item | None"
    region: int = ROOT_REGION
    """Place of the id of the node that runs in this part of the tree."""
    tree: int = 0
    """Id of the `subtree` node whose tree it is of; 0 for the tree itself."""
    keyed: bool = False
    """Whether it may use a blackboard: its tree has keys."""
    children: "list[Item]" = field(default_factory=list["Item"])
    end: int = 0
    """Id behind the last node inside: the ids of this node and all inside it are id ... end - 1."""
    outcomes: Outcomes = frozenset()
    testable: bool = False
    """Whether it is but a boolean expression: no action inside, nothing that runs."""
    places: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def kind(self) -> str:
        """The node's."""
        return self.node.kind

    @property
    def facts(self) -> Kind:
        """What is true of all nodes of its kind."""
        return KINDS[self.node.kind]

    @property
    def is_async(self) -> bool:
        """Whether it is an action whose function is a coroutine."""
        return "run" in self.places

    @property
    def rescopes(self) -> bool:
        """Whether it is a subtree whose blackboard is another one than that around it."""
        return self.kind == "subtree" and (self.keyed or bool(self.node.options["keys"]))


class Slot(NamedTuple):
    """A place of the run record."""

    holds: Place
    name: str
    """In the node's own words: `due`, `count`; `running` for the node that runs in a region."""
    item: Item | None
    """Whose it is; for a region, its uppermost node."""


@dataclass(frozen=True)
class Layout:
    """All nodes of a tree; `items[id - 1]` is the node of that id."""

    items: tuple[Item, ...]
    slots: tuple[Slot, ...]
    """What each place of the run record holds."""

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    @property
    def root(self) -> Item:
        """The tree's root."""
        return self.items[0]

    @functools.cached_property
    def told_otherwise(self) -> tuple[tuple[int, Place], ...]:
        """Places of the record that hold what a saved game tells in other words, or not at all."""
        kinds = (Place.STATUS, Place.STATUSES, Place.RUN, Place.NOTHING)
        return tuple((index, slot.holds) for index, slot in enumerate(self.slots) if slot.holds in kinds)

    def blank(self) -> list[Any]:
        """The run record of an idle mind."""
        return [slot.holds.blank for slot in self.slots]


def lay_out(root: Node[Any], *, keyed: bool = False) -> Layout:
    """Number the nodes in preorder and give them their places. Without recursion: depth does not matter (C8).

    Args:
        root: the tree's.
        keyed: whether the tree has keys.
    """
    items: list[Item] = []
    slots = [
        Slot(Place.NODE, "running", None),
        Slot(Place.NODE, "pending", None),
        Slot(Place.NOTHING, "results", None),
        Slot(Place.NOTHING, "minds", None),
    ]
    stack: list[tuple[Node[Any], Item | None]] = [(root, None)]
    while stack:
        node, parent = stack.pop()
        item = Item(node, len(items) + 1, parent, keyed=keyed)
        items.append(item)
        if parent is None:
            slots[ROOT_REGION] = Slot(Place.NODE, "running", item)
        else:
            _put_into(parent, item, slots)
        for name, holds in _places(node):
            item.places[name] = len(slots)
            slots.append(Slot(holds, name, item))
        stack.extend((child, item) for child in reversed(node.children))
        if node.kind == "mind":
            items.extend(_nodes_of_mind(item, len(items) + 1))
    for item in reversed(items):  # children before their parents
        item.end = item.children[-1].end if item.children else item.id + 1
        if item.kind == "mind":
            item.end += len(item.node.options["definition"].describe())
        item.outcomes = item.facts.outcomes(item.node, tuple(child.outcomes for child in item.children))
        item.testable = _is_testable(item)
    return Layout(tuple(items), tuple(slots))


def _nodes_of_mind(item: Item, first: int) -> Iterator[Item]:
    """The nodes of the mind that a leaf holds: they have ids in the tree, and do nothing there."""
    count = len(item.node.options["definition"].describe())
    for number in range(first, first + count):
        yield Item(Node("of a mind"), number, item, region=item.region, tree=item.tree)


def _put_into(parent: Item, item: Item, slots: list[Slot]) -> None:
    parent.children.append(item)
    item.region, item.tree, item.keyed = parent.region, parent.tree, parent.keyed
    if parent.kind == "subtree":
        item.tree, item.keyed = parent.id, bool(parent.node.options["keys"])
    if parent.facts.regional:
        item.region = len(slots)
        slots.append(Slot(Place.NODE, "running", item))


def _places(node: Node[Any]) -> Iterator[tuple[str, Place]]:
    yield from KINDS[node.kind].places.items()
    if node.kind == "service" and ("every" in node.functions or node.options.get("every")):
        yield "next", Place.TIME
    if node.kind == "action" and _is_awaited(node.functions["run"]):
        yield "run", Place.RUN


def _is_awaited(run: Any) -> bool:
    return not is_expression(run) and is_coroutine(hooks_of(run).tick)


def _is_testable(item: Item) -> bool:
    if not item.facts.testable or item.rescopes:  # the conditions in a rescoped one have a context of their own
        return False
    if not item.node.children:
        return item.outcomes <= {S, F}
    return item.end - item.id <= MAX_TEST and all(child.testable for child in item.children)
