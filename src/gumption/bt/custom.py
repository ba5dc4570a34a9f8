"""Nodes of the user's own making."""

from typing import TYPE_CHECKING, Generic

from gumption.bt.node import Agent, Child, Node, as_nodes
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.bt.ticking import Ticking


class CustomNode(Generic[Agent]):
    """Derive from it to make a composite or decorator of your own; `of` puts an object of your class into a tree.

    One object serves all agents: what has to be remembered while the node runs goes into `ticking.memory`, which is
    empty when the node starts. A child that still runs when the node has finished, or is halted itself, is halted.

        class Alternate(bt.CustomNode[Miner]):
            def tick(self, ticking):
                turn = ticking.memory.get("turn", 0)
                status = ticking.tick(turn)
                ...

        tree = bt.Tree(Alternate().of(action(dig), action(rest)))
    """

    def tick(self, ticking: "Ticking") -> Status:
        """Decide which children to tick (each at most once), and what it comes to.

        Args:
            ticking: gives the agent, the context, the memory, and ticks or halts children by number.

        Returns:
            The node's result. RUNNING: it is ticked again next time.
        """
        raise NotImplementedError

    def of(self, *children: Child[Agent], name: str | None = None) -> Node[Agent]:
        """A node that decides as this object says."""
        return Node("custom", as_nodes(children), type(self).__name__ if name is None else name, {}, {"node": self})
