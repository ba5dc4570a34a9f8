"""Outlines as text: a line a node."""

from typing import Final

from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture.moment import NOTHING, Moment

_MARKS: Final = {"success": "ok", "failure": "no", "running": "..", "skipped": "--", "halt": "--", "error": "!!"}
_MAX_INDENT: Final = 60
"""Levels that are shown as such; deeper ones go no further to the right."""


def as_text(outline: Outline, moment: Moment = NOTHING) -> str:
    """A line a node: its place, its kind and name, and what it leads to; then how it stands.

    That is its last result and the tick it dates from; `||` if it is paused; `*` if it runs; and when it is its turn in
    the present plan.
    """
    lines = [prefix + _words(outline, node) for node, prefix in _prefixes(outline)]
    width = max(map(len, lines))
    turns = moment.turns()
    told = [_standing(node, moment, turns.get(node.id, [])) for node in outline]
    return "\n".join(f"{line:<{width}}  {words}" if words else line for line, words in zip(lines, told, strict=True))


def one_line(label: str) -> str:
    """A label without line breaks and other letters that cannot be seen."""
    return " ".join(label.split()) if not label.isprintable() else label


def _words(outline: Outline, node: OutlineNode) -> str:
    targets = ", ".join(outline[each].name for each in node.leads_to)
    return one_line(f"{node.label} -> {targets}" if targets else node.label)


def _standing(node: OutlineNode, moment: Moment, turns: list[int]) -> str:
    words: list[str] = []
    result = moment.results.get(node.id)
    if node.id in moment.paused:
        words.append("|| PAUSED")
    elif result is not None:
        words.append(f"{_MARKS.get(result[0], '??')} {result[0].upper():<7} tick {result[1]}")
    elif node.id in moment.active:
        words.append("..")
    if node.id in moment.active:
        words.append("*")
    if turns:
        words.append(f"step {', '.join(map(str, turns))}")
    return " ".join(words)


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
