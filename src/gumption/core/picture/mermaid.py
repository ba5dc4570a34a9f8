"""Outlines as Mermaid flowcharts, which Markdown shows in many places."""

from collections.abc import Iterator
from typing import Final

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture.graph import Graph, Line
from gumption.core.picture.moment import NOTHING, Moment

_BOX: Final = '["{}"]'
_SHAPES: Final = {"state": '("{}")', "global state": '[["{}"]]', "goal": '(["{}"])'}
_LINES: Final[dict[Line, str]] = {
    "child": "-->",
    "holds": "--o",
    "leads": "-->",
    "anytime": "-.->",
    "step": "==>",
    "row": "~~~",
}


def as_mermaid(outline: Outline, moment: Moment = NOTHING) -> str:
    """A flowchart, coloured by the last results; what runs has a thick border, what is paused a dashed one."""
    return "\n".join(["flowchart TD", *_lines(outline, Graph(outline, moment))])


def _lines(outline: Outline, graph: Graph) -> Iterator[str]:
    for piece, node, indent in graph.walk():
        if piece == "close":
            yield f"{indent}end"
        elif piece == "open":
            yield f'{indent}subgraph n{node.id}["{_escaped(graph.label(node))}"]'
            if node.id in graph.starts:
                yield f'{indent}    s{node.id}((" ")) --> n{graph.starts[node.id]}'
        else:
            shape = _SHAPES.get(node.kind, _BOX)
            yield f"{indent}n{node.id}{shape.format(_escaped(graph.label(node)))}"
            arrow = graph.from_parent(node)
            if arrow is not None:
                yield f"{indent}{_arrow(arrow.start, arrow.line, arrow.label, arrow.end)}"
    for arrow in graph.arrows():
        yield f"    {_arrow(arrow.start, arrow.line, arrow.label, arrow.end)}"
    for node in outline:
        style = _style(graph, node)
        if style:
            yield f"    style n{node.id} {style}"
    for frame in graph.starts:
        yield f"    style s{frame} fill:#000000"


def _arrow(start: int, line: Line, label: str, end: int) -> str:
    words = f'|"{label}"|' if label else ""
    return f"n{start} {_LINES[line]}{words} n{end}"


def _style(graph: Graph, node: OutlineNode) -> str:
    colour = graph.colour(node)
    borders = ",stroke-width:3px" * graph.is_active(node) + ",stroke-dasharray:5 5" * graph.is_paused(node)
    return f"fill:{colour or '#ffffff'},color:#000000{borders}" if colour or borders else ""


def _escaped(label: str) -> str:
    """Everything that Mermaid or HTML could take for its own, as numbered entities."""
    return "".join(
        letter if letter.isalnum() or (letter in " _-.,:()>=+*/%'›" and letter not in "<>") else f"#{ord(letter)};"
        for letter in label
    )
