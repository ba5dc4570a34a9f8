"""Whether a run record is one that a tick can have left: what is restored must not break the tree later (C5)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from gumption.bt.compile.layout import Item, Layout
from gumption.bt.node import F, R, S

Record = list[Any]


def flaws(layout: Layout, record: Record) -> Iterator[tuple[int, str]]:
    """The places that hold what they cannot, and what they could have held.

    Args:
        layout: of the tree.
        record: its values are of the right types.
    """
    for place, (slot, value) in enumerate(zip(layout.slots, record, strict=True)):
        if slot.item is None:
            continue
        if slot.name == "running":
            if value and not _can_run(layout, slot.item, value, record):
                yield place, "a node that can run by itself, in this part of the tree"
        elif slot.name in _RULES:
            wanted, holds = _RULES[slot.name]
            if not holds(slot.item, value, record):
                yield place, wanted


def _can_run(layout: Layout, top: Item, node: int, record: Record) -> bool:
    """Whether `node` may be what runs in the region whose uppermost node is `top`."""
    if not top.id <= node < top.end or (top.parent is not None and not _runs(top.parent, record)):
        return False
    item: Item | None = layout.items[node - 1]
    assert item is not None
    if not item.facts.rests or item.region != top.region:
        return False
    while item is not None and item.region == top.region:
        if R not in item.outcomes:
            return False
        item = item.parent
    return True


def _runs(item: Item, record: Record) -> bool:
    running: int = record[item.region]
    return item.id <= running < item.end


def _while_it_runs(item: Item, value: Any, record: Record) -> bool:
    return value is not None or not _runs(item, record)


def _only_while_it_runs(item: Item, value: Any, record: Record) -> bool:
    return (value is not None) == _runs(item, record)


def _count(item: Item, value: int, record: Record) -> bool:
    n: int = item.node.options["n"]
    return value < n or (value == n and (item.kind == "limit" or not _runs(item, record)))


def _index(item: Item, value: int, record: Record) -> bool:
    count = len(record[item.places["items"]] or ())
    return value < count or (value == count and not _runs(item, record))


def _latch(item: Item, value: Any, record: Record) -> bool:
    return value is None or (value in (S, F, item.node.options["then"]) and not _runs(item, record))


def _order(item: Item, value: list[int] | None, record: Record) -> bool:
    if value is None:
        return not _runs(item, record)
    return sorted(value) == list(range(len(item.children)))


def _statuses(item: Item, value: list[Any] | None, record: Record) -> bool:
    if value is None:
        return not _runs(item, record)
    if len(value) != len(item.children) or R in value:
        return False
    if not _runs(item, record):
        return True  # left over; a start makes a new list
    return None in value and all(
        (status is None) == bool(record[child.region]) for status, child in zip(value, item.children, strict=True)
    )


_RULES: Final[dict[str, tuple[str, Callable[[Item, Any, Record], bool]]]] = {
    "due": ("a time while the node runs", _while_it_runs),
    "next": ("a time while the node runs", _while_it_runs),
    "items": ("a list while the node runs", _while_it_runs),
    "memory": ("an object while the node runs", _while_it_runs),
    "run": ("a checkpoint while the node runs, and only then", _only_while_it_runs),
    "count": ("a number that the count can reach", _count),
    "index": ("the number of an item", _index),
    "position": ("the number of a child", lambda item, value, _: value < len(item.children)),
    "latch": ("a result, and none while the node runs", _latch),
    "order": ("the number of each child once, while the node runs", _order),
    "statuses": ("the result of each child, and none of those that run", _statuses),
}
"""Name of a place -> what it may hold: in words, and as a test of (node, value, record)."""
