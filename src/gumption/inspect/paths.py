"""Short texts for what agents are doing."""

from collections.abc import Iterable
from typing import Final

from gumption.core.outline import OutlineNode
from gumption.inspect.doing import Doing


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
        self.always: Final = frozenset(node.id for node in self._nodes if node.kind == "global state")
        self._texts: dict[int, str] = {}

    def text(self, doing: Doing) -> str | None:
        """The names down to the innermost node that runs, without the root's and those that only repeat a kind."""
        node = doing.innermost(self.depth)
        if node is None:
            return None
        if node not in self._texts:
            names: list[str] = []
            at: int | None = node
            while at is not None:
                here = self._nodes[at]
                if at == node or (here.parent is not None and here.name != here.kind):
                    names.append(here.name)
                at = here.parent
            self._texts[node] = " › ".join(reversed(names))
        return self._texts[node]
