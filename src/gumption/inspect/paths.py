"""Short texts for what agents are doing."""

import itertools
from collections.abc import Iterable
from typing import Final

from gumption.core.outline import OutlineNode
from gumption.inspect.doing import Doing
from gumption.status import Status

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
        self.depth: Final = tuple(depth)
        self._end = [node.id + 1 for node in self._nodes]  # the first node behind what lies inside each
        for node in reversed(self._nodes):
            if node.parent is not None:
                self._end[node.parent] = max(self._end[node.parent], self._end[node.id])
        self.always: Final = frozenset(node.id for node in self._nodes if node.kind == "global state")
        self._texts: dict[int, str] = {}

    def text(self, doing: Doing) -> str | None:
        """The names down to the innermost nodes that run, or to the one that ended last; None: nothing has run yet.

        The root's name is left out, and those that only repeat a kind. Of nodes that run side by side the second and
        third are told without the names that they share with the first one, and the others are counted.
        """
        nodes = self.running(doing)
        if len(nodes) > 1:
            return self._beside(nodes)
        node = nodes[0] if nodes else doing.innermost(self.depth)
        if node is None:
            return None
        if node not in self._texts:
            self._texts[node] = " › ".join(self._names(node))
        return self._texts[node]

    def running(self, doing: Doing) -> list[int]:
        """The nodes that run and have none inside them that does, in the outline's order."""
        found = {node for node in tuple(doing.entered) if 0 <= node < len(self._nodes)}
        trees = doing.trees.copy()
        for own in sorted(each for each in trees if each < len(self._nodes)):
            tree, holder = trees[own], self._nodes[own].parent
            is_over = own in doing.results and doing.results[own][0] == "halt"
            if is_over or not (holder is None or holder in found):  # what it lies in may be left without a word of it
                continue
            for node, result in enumerate(tree.results, own + 1):
                if result is not None and result[0] is Status.RUNNING and result[1] == tree.tick:
                    found.add(node)
        for paused in doing.paused & found:
            found.difference_update(range(paused, self._end[paused]))
        order = sorted(node for node in found if node < len(self._nodes))
        behind = [*order[1:], len(self._nodes)]
        return [node for node, after in zip(order, behind, strict=False) if after >= self._end[node]]

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
