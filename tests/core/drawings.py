"""Reads Mermaid and DOT strictly enough to see that they are well-formed."""

import re
from typing import Final, NamedTuple

_TEXT: Final = r'"(?:[^"\\]|\\.)*"'
_MERMAID_BOX: Final = re.compile(r'(n\d+)(?:\["([^"]*)"\]|\("([^"]*)"\)|\[\["([^"]*)"\]\]|\(\["([^"]*)"\]\))')
_MERMAID_START: Final = re.compile(r'(s\d+)\(\(" "\)\) --> (n\d+)')
_MERMAID_ARROW: Final = re.compile(r'(n\d+) (-->|--o|-\.->|==>|~~~)(?:\|"([^"]*)"\|)? (n\d+)')
_MERMAID_STYLE: Final = re.compile(r"style ([ns]\d+) fill:(#[0-9a-f]{6})(?:,color:#000000)?((?:,stroke-[^;\"]*)?)")
_DOT_BOX: Final = re.compile(rf"([ns]\d+) \[(?:shape=point, width=0.15, fillcolor=black, )?label=({_TEXT})(.*)\];")
_DOT_ARROW: Final = re.compile(rf"([ns]\d+) -> (n\d+)(?: \[((?:\w+=(?:{_TEXT}|\w+)(?:, )?)+)\])?;")


class Drawing(NamedTuple):
    """What was read."""

    boxes: dict[str, str]
    """Id -> what it says, or how it is drawn."""
    frames: dict[str, list[str]]
    """Frame -> the boxes and frames right inside."""
    arrows: list[tuple[str, str]]
    styles: dict[str, str]


def read_mermaid(picture: str) -> Drawing:
    """Every line is known, each id is defined once, frames are closed, arrows and styles are of what there is."""
    first, *lines = picture.splitlines()
    assert first == "flowchart TD"
    drawing, around = Drawing({}, {}, [], {}), [""]
    drawing.frames[""] = []
    for line in map(str.strip, lines):
        if opened := re.fullmatch(r'subgraph (n\d+)\["([^"]*)"\]', line):
            _define(drawing, around, opened[1], opened[2])
            drawing.frames[opened[1]] = []
            around.append(opened[1])
        elif line == "end":
            around.pop()
        elif box := _MERMAID_BOX.fullmatch(line):
            _define(drawing, around, box[1], next(filter(None, box.groups()[1:]), ""))
        elif start := _MERMAID_START.fullmatch(line):
            _define(drawing, around, start[1], "")
            drawing.arrows.append((start[1], start[2]))
        elif arrow := _MERMAID_ARROW.fullmatch(line):
            drawing.arrows.append((arrow[1], arrow[4]))
        else:
            style = _MERMAID_STYLE.fullmatch(line)
            assert style, line
            assert style[1] not in drawing.styles
            drawing.styles[style[1]] = style[2] + style[3]
    return _checked(drawing, around)


def read_dot(picture: str) -> Drawing:
    """The same of a graph for Graphviz."""
    first, *lines, last = picture.splitlines()
    assert (first, last) == ("digraph {", "}")
    drawing, around = Drawing({}, {}, [], {}), [""]
    drawing.frames[""] = []
    for line in map(str.strip, lines):
        if opened := re.fullmatch(r"subgraph cluster(\d+) \{", line):
            _define(drawing, around, f"n{opened[1]}", "")
            drawing.frames[f"n{opened[1]}"] = []
            around.append(f"n{opened[1]}")
        elif line == "}":
            around.pop()
        elif label := re.fullmatch(rf"label=({_TEXT});", line):
            drawing.boxes[around[-1]] = _unescaped(label[1])
        elif box := _DOT_BOX.fullmatch(line):
            _define(drawing, around, box[1], _unescaped(box[2]))
            drawing.styles[box[1]] = box[3]
        elif arrow := _DOT_ARROW.fullmatch(line):
            head = re.search(r"lhead=cluster(\d+)", arrow[3] or "")
            drawing.arrows.append((arrow[1], f"n{head[1]}" if head else arrow[2]))
        else:
            assert re.match(r"(node|graph) \[", line), line
    return _checked(drawing, around)


def _define(drawing: Drawing, around: list[str], name: str, label: str) -> None:
    assert name not in drawing.boxes, f"{name} is defined twice"
    drawing.boxes[name] = label
    drawing.frames[around[-1]].append(name)


def _checked(drawing: Drawing, around: list[str]) -> Drawing:
    assert around == [""], "a frame is not closed"
    assert {each for arrow in drawing.arrows for each in arrow} <= drawing.boxes.keys()
    assert drawing.styles.keys() <= drawing.boxes.keys()
    return drawing


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])
