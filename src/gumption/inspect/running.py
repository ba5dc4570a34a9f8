"""Which nodes of a mind run, by what its events have come to. Pure."""

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from gumption.core.outline import Outline, OutlineNode

Nodes = Sequence[OutlineNode] | Outline
"""Of an outline, in preorder."""
_NOTHING: Final = (None, math.inf)


def running(
    outline: Nodes, entered: Iterable[int], paused: Collection[int], results: Mapping[int, tuple[str, int]]
) -> list[int]:
    """The nodes that run, with all around them, in the outline's order.

    A result that says "running" may be old: the node has been left since without a word of its own, because something
    around it ended, or was ticked again and went another way. Nodes that are not in the outline are of no account, as
    those of a damaged recording. It takes as long as there are such results, however large the outline is.

    Args:
        outline: of the mind.
        entered: nodes that began and did not end.
        paused: nodes inside which nothing runs until they are resumed.
        results: the last one of each node, and the tick that it dates from.
    """
    begun = frozenset(entered)
    ticking = [node for node, result in results.items() if result[0] == "running" and node not in begun]
    if not ticking and not paused:  # a quick way where no tree is: whatever began says itself when it ends
        return _with_all_around(outline, begun)
    runs: list[int] = []
    open_: set[int | None] = {None}
    """Nodes inside which others may be ticked: those that run, and trees in them, which are never entered."""
    ended: dict[int | None, float] = {None: -1}
    """Until which tick all is over inside a node."""
    ticked: dict[int | None, float] = {None: -1}
    """When a node was ticked last: what it did not tick then was left. A mind's border ends that: a state may be paused
    before the mind in it has its turn, and go on later."""
    for number in _with_all_around(outline, (*begun, *ticking)):
        node = outline[number]
        over, turn, is_open = ended[node.parent], ticked[node.parent], node.parent in open_
        status, tick = results.get(number, _NOTHING)
        has_ended = status is not None and status != "running"
        ended[number] = math.inf if number in paused else max(over, tick) if has_ended else over
        ticked[number] = tick if status is not None else -1
        is_ticked = status is not None and is_open and tick >= turn
        if (is_ticked or number in begun) and not has_ended and tick > over and number not in paused:
            runs.append(number)
            open_.add(number)
        elif is_open and node.kind == "tree":
            open_.add(number)
    return _with_all_around(outline, runs)


def innermost(outline: Nodes, nodes: Sequence[int]) -> list[int]:
    """Those of the nodes that `running` gave which have none inside them that runs."""
    behind = itertools.islice(nodes, 1, None)
    return [
        node for node, after in itertools.zip_longest(nodes, behind) if after is None or outline[after].parent != node
    ]


def _with_all_around(outline: Nodes, nodes: Iterable[int]) -> list[int]:
    """The nodes, and those in which they lie, in the outline's order."""
    found: set[int] = set()
    size = len(outline)
    for node in nodes:
        around = node if 0 <= node < size else None
        while around is not None and around not in found:
            found.add(around)
            around = outline[around].parent
    return sorted(found)
