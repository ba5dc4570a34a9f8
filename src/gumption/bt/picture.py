"""Trees as pictures: text, Mermaid, Graphviz. Pure functions of an outline and the last results."""

from collections.abc import Collection, Sequence
from typing import Final

from gumption.core.outline import Outline, OutlineNode
from gumption.status import Status

Results = Sequence[tuple[Status, int] | None]

_MARKS: Final = {Status.SUCCESS: "ok", Status.FAILURE: "no", Status.RUNNING: "..", Status.SKIPPED: "--"}
_COLOURS: Final = {
    Status.SUCCESS: "#b7e1cd",
    Status.FAILURE: "#f4c7c3",
    Status.RUNNING: "#fce8b2",
    Status.SKIPPED: "#e0e0e0",
}
_MAX_INDENT: Final = 60
"""Levels that are shown as such; deeper ones go no further to the right."""


def text(outline: Outline, results: Results = (), running: Collection[int] = ()) -> str:
    """A line a node: its place, its kind and name; then its last result, the tick it dates from, and * if it runs."""
    lines = [f"{prefix}{_one_line(node.label)}" for node, prefix in _prefixes(outline)]
    if not results:
        return "\n".join(lines)
    width = max(map(len, lines))
    told: list[str] = []
    for node, line in zip(outline, lines, strict=True):
        result = results[node.id]
        mark = "*" if node.id in running else " "
        told.append(
            line
            if result is None
            else f"{line:<{width}}  {_MARKS[result[0]]} {result[0].name:<7} tick {result[1]} {mark}".rstrip()
        )
    return "\n".join(told)


def mermaid(outline: Outline, results: Results = (), running: Collection[int] = ()) -> str:
    """A Mermaid flowchart, coloured by the last results; what runs has a thick border."""
    lines = ["flowchart TD"]
    for node in outline:
        lines.append(f'    n{node.id}["{_mermaid_text(node.label)}"]')
        if node.parent is not None:
            lines.append(f"    n{node.parent} --> n{node.id}")
    for node in outline:
        result = results[node.id] if results else None
        border = ",stroke-width:3px" if node.id in running else ""
        if result is not None or border:
            fill = _COLOURS[result[0]] if result is not None else "#ffffff"
            lines.append(f"    style n{node.id} fill:{fill},color:#000000{border}")
    return "\n".join(lines)


def dot(outline: Outline, results: Results = (), running: Collection[int] = ()) -> str:
    """A Graphviz graph, coloured by the last results; what runs has a thick border."""
    lines = ["digraph {", '    node [shape=box, style="filled,rounded", fillcolor=white, fontname=sans];']
    for node in outline:
        result = results[node.id] if results else None
        fill = f', fillcolor="{_COLOURS[result[0]]}"' if result is not None else ""
        border = ", penwidth=3" if node.id in running else ""
        lines.append(f'    n{node.id} [label="{_dot_text(node.label)}"{fill}{border}];')
        if node.parent is not None:
            lines.append(f"    n{node.parent} -> n{node.id};")
    return "\n".join([*lines, "}"])


def mimebundle(outline: Outline, results: Results = (), running: Collection[int] = ()) -> dict[str, str]:
    """For notebooks: Mermaid where it is drawn, text everywhere."""
    return {
        "text/plain": text(outline, results, running),
        "text/vnd.mermaid": mermaid(outline, results, running),
        "text/markdown": f"```mermaid\n{mermaid(outline, results, running)}\n```",
    }


def _prefixes(outline: Outline) -> list[tuple[OutlineNode, str]]:
    """Each node with the lines that lead to it."""
    last_child: dict[int | None, int] = {node.parent: node.id for node in outline}
    prefixes: list[tuple[OutlineNode, str]] = []
    below: dict[int, str] = {}
    for node in outline:
        if node.parent is None:
            prefixes.append((node, ""))
            below[node.id] = ""
            continue
        base = below[node.parent]
        is_last = last_child[node.parent] == node.id
        prefixes.append((node, base + ("└─ " if is_last else "├─ ")))
        below[node.id] = base if len(base) >= 3 * _MAX_INDENT else base + ("   " if is_last else "│  ")
    return prefixes


def _mermaid_text(label: str) -> str:
    """Everything that Mermaid or HTML could take for its own, as numbered entities."""
    return "".join(
        letter if letter.isalnum() or (letter in " _-.,:()>=+*/%'›" and letter not in "<>") else f"#{ord(letter)};"
        for letter in _one_line(label)
    )


def _dot_text(label: str) -> str:
    return _one_line(label).replace("\\", "\\\\").replace('"', '\\"')


def _one_line(label: str) -> str:
    return " ".join(label.split()) if not label.isprintable() else label
