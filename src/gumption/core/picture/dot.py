"""Outlines as graphs for Graphviz, which draws them by `dot -Tsvg`."""

from collections.abc import Iterator
from typing import Final

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture.graph import Arrow, Graph, Line
from gumption.core.picture.moment import NOTHING, Moment

_BOXES: Final = 'node [shape=box, style="filled,rounded", fillcolor=white, fontname=sans, ordering=out]'
"""Children stand in their order."""
_FRAMES: Final = "graph [compound=true, fontname=sans, labeljust=l, style=rounded]; edge [fontname=sans]"
"""Arrows may end at them."""
_SHAPES: Final = {"global state": ", peripheries=2", "goal": ", shape=ellipse"}
_LINES: Final[dict[Line, tuple[str, ...]]] = {
    "child": (),
    "holds": ("arrowhead=odot",),
    "leads": (),
    "anytime": ("style=dashed",),
    "step": ("penwidth=3",),
    "row": ("style=invis",),
}


def as_dot(outline: Outline, moment: Moment = NOTHING) -> str:
    """A graph, coloured by the last results; what runs has a thick border, what is paused a dashed one."""
    graph = Graph(outline, moment)
    lines = ["digraph {", f"    {_BOXES};"]
    if graph.frames:
        lines.append(f"    {_FRAMES};")
    return "\n".join([*lines, *_lines(graph), "}"])


def _lines(graph: Graph) -> Iterator[str]:
    for piece, node, indent in graph.walk():
        if piece == "close":
            yield f"{indent}}}"
        elif piece == "open":
            yield f"{indent}subgraph cluster{node.id} {{"
            yield f'{indent}    label="{_escaped(graph.label(node))}";'
            if node.id in graph.starts:
                yield f'{indent}    s{node.id} [shape=point, width=0.15, fillcolor=black, label=""];'
                yield f"{indent}    s{node.id} -> n{graph.starts[node.id]};"
        else:
            yield f'{indent}n{node.id} [label="{_escaped(graph.label(node))}"{_style(graph, node)}];'
            arrow = graph.from_parent(node)
            if arrow is not None:
                yield f"{indent}{_arrow(graph, arrow)}"
    for arrow in graph.arrows():
        yield f"    {_arrow(graph, arrow)}"


def _arrow(graph: Graph, arrow: Arrow) -> str:
    """Graphviz knows arrows between boxes only: one that ends at a frame goes to a box inside, and is cut off there."""
    options = [*_LINES[arrow.line]]
    if arrow.label:
        options.append(f'label=" {arrow.label}"')
    end = arrow.end
    if end in graph.frames:
        options.append(f"lhead=cluster{end}")
        while end in graph.frames:
            end += 1
    told = f" [{', '.join(options)}]" if options else ""
    return f"n{arrow.start} -> n{end}{told};"


def _style(graph: Graph, node: OutlineNode) -> str:
    colour = graph.colour(node)
    style = _SHAPES.get(node.kind, "")
    if colour is not None:
        style += f', fillcolor="{colour}"'
    if graph.is_paused(node):
        style += ', style="filled,rounded,dashed"'
    return style + ", penwidth=3" * graph.is_active(node)


def _escaped(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"')
