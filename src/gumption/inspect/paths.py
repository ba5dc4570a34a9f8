"""Short texts for what agents are doing."""

import itertools
from collections.abc import Iterable
from typing import Final

from gumption.core.outline import OutlineNode
from gumption.inspect.doing import Doing
from gumption.inspect.running import innermost, running

SHOWN: Final = 3
"""How many nodes that run side by side are named."""


class Paths:
    """Short texts for the nodes of one outline.

    Args:
        outline: its nodes in preorder.
    """

    def __init__(self, outline: Iterable[OutlineNode]) -> None:
        self._nodes = tuple(outline)
        depth: list[int] = []
        for node in self._nodes:
            depth.append(0 if node.parent is None else depth[node.parent] + 1)
        self._depth = tuple(depth)
        self.always: Final = frozenset(node.id for node in self._nodes if node.kind == "global state")
        self._texts: dict[int, str] = {}

    def text(self, doing: Doing) -> str | None:
        """The names down to the innermost nodes that run, or to the one that ended last; None: nothing has run yet.

        The root's name is left out, and those that only repeat a kind. Of nodes that run side by side the second and
        third are told without the names that they share with the first one, and the others are counted.
        """
        nodes = innermost(self._nodes, self.running(doing))
        if len(nodes) > 1:
            return self._beside(nodes)
        node = nodes[0] if nodes else self._ended(doing)
        if node is None:
            return None
        if node not in self._texts:
            self._texts[node] = " › ".join(self._names(node))
        return self._texts[node]

    def running(self, doing: Doing) -> list[int]:
        """The nodes that run, with all around them, in the outline's order."""
        return running(self._nodes, tuple(doing.entered), doing.paused, doing.all_results(halted=False))

    def tip(self, doing: Doing) -> int | None:
        """The node deepest inside that runs, or else the one that ended last; None: nothing has run yet."""
        nodes = self.running(doing)
        return max(nodes, key=lambda node: (self._depth[node], node)) if nodes else self._ended(doing)

    def _ended(self, doing: Doing) -> int | None:
        node = doing.ended()
        return node if node in range(len(self._nodes)) else None

    def _beside(self, nodes: list[int]) -> str:
        first = self._names(nodes[0])
        texts = [" › ".join(first)]
        for node in nodes[1:SHOWN]:
            names = self._names(node)
            pairs = zip(first[:-1], names[:-1], strict=False)
            same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            texts.append(" › ".join(names[same:]))
        if len(nodes) > SHOWN:
            texts.append(f"{len(nodes) - SHOWN} more")
        return " + ".join(texts)

    def _names(self, node: int) -> list[str]:
        names: list[str] = []
        at: int | None = node
        while at is not None:
            here = self._nodes[at]
            if at == node or (here.parent is not None and here.name.partition("(")[0] != here.kind):
                names.append(here.name)
            at = here.parent
        names.reverse()
        return names
