"""What has changed in a definition since a game was saved (rule V4)."""

from collections.abc import Sequence
from itertools import zip_longest

from gumption.core.outline import Outline
from gumption.world.saving.forms import Node


def nodes_of(outline: Outline) -> list[Node]:
    """An outline for a file."""
    return [(node.kind, node.name, node.parent, node.identity) for node in outline]


def difference(saved: Sequence[Node], outline: Outline) -> str:
    """The first node that differs, in words: "`miner › Dig` is a state; the file has an action 'Dig'"."""
    for number, (old, node) in enumerate(zip_longest(saved, outline)):
        if node is None:
            return f"the file has {_told(old)} at `{_path(saved, number)}`, which is gone"
        if old is None:
            return f"`{outline.path(number)}` is new: {node.kind} {node.name!r}"
        kind, name, parent, identity = old
        if (kind, identity or name, parent) != (node.kind, node.identity or node.name, node.parent):
            place = "" if parent == node.parent else f" at `{_path(saved, number)}`"
            return f"`{outline.path(number)}` is {_article(node.kind)}; the file has {_told(old)}{place}"
    return "nothing that can be seen"


def _told(node: Node) -> str:
    kind, name, _, _ = node
    return f"{_article(kind)} {name!r}"


def _article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _path(nodes: Sequence[Node], number: int) -> str:
    names: list[str] = []
    at: int | None = number
    while at is not None and 0 <= at < len(nodes) and len(names) <= len(nodes):
        names.append(nodes[at][1])
        at = nodes[at][2]
    return " › ".join(reversed(names))
