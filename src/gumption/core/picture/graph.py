"""An outline as a graph: what Mermaid and Graphviz have in common.

Most nodes are boxes. Trees and selectors hang from arrows; machines, planners and domains are frames around theirs. A
mind inside a state hangs from it, in the same frame.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture.moment import Moment
from gumption.core.picture.text import one_line

Line = Literal["child", "holds", "leads", "anytime", "step", "row"]
"""What an arrow says: a child; the mind that goes on in a state; a change of state; one from whatever state it is; the
next step of the plan; nothing, it only puts one thing beneath the other."""
Piece = Literal["box", "open", "close"]

RUNNING: Final = "#fce8b2"
COLOURS: Final = {
    "success": "#b7e1cd",
    "failure": "#f4c7c3",
    "running": RUNNING,
    "skipped": "#e0e0e0",
    "halt": "#e0e0e0",
    "error": "#f4c7c3",
}
_FRAMES: Final = {"machine", "planner", "domain"}
_SHAPED: Final = {"state", "node"}
"""Kinds that their shape and place tell; the name is enough."""
_COLUMNS: Final = 4
_MAX_INDENT: Final = 20


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line from one node to another."""

    start: int
    end: int
    line: Line
    label: str = ""


class Graph:
    """Boxes, frames and arrows.

    Args:
        outline: the shape.
        moment: how it stands.
    """

    def __init__(self, outline: Outline, moment: Moment) -> None:
        self._outline = outline
        self._moment = moment
        self._children: dict[int, list[int]] = {}
        self._place: dict[int, int] = {}  # among the children of its parent, from 1 on
        for node in outline:
            if node.parent is not None:
                siblings = self._children.setdefault(node.parent, [])
                siblings.append(node.id)
                self._place[node.id] = len(siblings)
        last = list(range(len(outline)))
        for node in reversed(list(outline)):
            if node.parent is not None:
                last[node.parent] = max(last[node.parent], last[node.id])
        self.frames: Final = {
            node.id: last[node.id] for node in outline if node.kind in _FRAMES and node.id in self._children
        }
        """Each frame, and the last node inside."""
        self.starts: Final = {
            frame: child
            for frame in self.frames
            for child in self._children[frame][:1]
            if outline[frame].kind == "machine" and outline[child].kind == "state"
        }
        """Each machine, and its initial state: it is described first."""

    def walk(self) -> Iterator[tuple[Piece, OutlineNode, str]]:
        """All nodes in order, as boxes and as frames that open and close; each with its indent."""
        open_frames: list[OutlineNode] = []
        for node in (*self._outline, None):
            while open_frames and (node is None or node.id > self.frames[open_frames[-1].id]):
                frame = open_frames.pop()
                yield "close", frame, _indent(open_frames)
            if node is None:
                return
            yield "open" if node.id in self.frames else "box", node, _indent(open_frames)
            if node.id in self.frames:
                open_frames.append(node)

    def from_parent(self, node: OutlineNode) -> Arrow | None:
        """The arrow by which a node hangs from another; None: it stands in a frame, or alone.

        Children are drawn from left to right, but who lays out frames may mix them up: there they have numbers.
        """
        if node.parent is None or node.parent in self.frames:
            return None
        parent = self._outline[node.parent]
        ranked = node.kind == "node" or (self.frames and len(self._children[parent.id]) > 1)
        number = str(self._place[node.id]) if ranked else ""
        return Arrow(parent.id, node.id, "holds" if parent.kind.endswith("state") else "child", number)

    def arrows(self) -> Iterator[Arrow]:
        """All other arrows, and those by which frames hang."""
        for frame in self.frames:
            hanging = self.from_parent(self._outline[frame])
            if hanging is not None:
                yield hanging
        changes = [*_changes(self._outline), *_steps(self._moment)]
        yield from changes
        connected = {*self.starts.values(), *(end for each in changes for end in (each.start, each.end))}
        for frame in self.frames:
            yield from self._rows([each for each in self._children[frame] if each not in connected])

    def _rows(self, nodes: list[int]) -> Iterator[Arrow]:
        """Put what no arrow keeps in its place in rows, each kind in its own: a single one would be too wide."""
        rows: list[list[int]] = []
        for node in nodes:
            row = rows[-1] if rows else []
            if row and len(row) < _COLUMNS and self._outline[row[0]].kind == self._outline[node].kind:
                row.append(node)
            else:
                rows.append([node])
        for above, below in itertools.pairwise(rows):
            for column, node in enumerate(below):
                yield Arrow(above[min(column, len(above) - 1)], node, "row")

    def label(self, node: OutlineNode) -> str:
        """What a box says; and a frame, which has no colour to tell its result."""
        words = node.name if node.kind in _SHAPED else node.label
        result = self._moment.results.get(node.id)
        if node.id in self.frames and result is not None:
            words += f" ({result[0]}, tick {result[1]})"
        return one_line(words)

    def colour(self, node: OutlineNode) -> str | None:
        """Of a box; None: nothing is known of it."""
        if node.id in self._moment.paused or node.id in self.frames:
            return None
        result = self._moment.results.get(node.id)
        if result is None:
            return RUNNING if node.id in self._moment.active else None
        return COLOURS.get(result[0])

    def is_active(self, node: OutlineNode) -> bool:
        """Whether it runs: it has a thick border."""
        return node.id in self._moment.active

    def is_paused(self, node: OutlineNode) -> bool:
        """Whether it is paused: it has a dashed border."""
        return node.id in self._moment.paused


def _changes(outline: Outline) -> Iterator[Arrow]:
    for node in outline:
        for target in node.leads_to:
            yield Arrow(node.id, target, "anytime" if node.kind == "global state" else "leads")


def _steps(moment: Moment) -> Iterator[Arrow]:
    for steps in moment.plans.values():
        for number, (step, following) in enumerate(itertools.pairwise(steps), 2):
            yield Arrow(step, following, "step", str(number))


def _indent(around: list[OutlineNode]) -> str:
    return "    " * (1 + min(len(around), _MAX_INDENT))
