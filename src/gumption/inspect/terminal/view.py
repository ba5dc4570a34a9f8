"""What is drawn: a model as lines of text, in as many rows and columns as there are. Pure."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from rich.console import Group
from rich.table import Table
from rich.text import Text

from gumption.core.picture import as_text
from gumption.core.plain import PlainData
from gumption.core.printable import printable
from gumption.core.words import ROUTINE, style, words
from gumption.inspect.terminal.followed import Field, Followed
from gumption.inspect.terminal.model import Agent, Model

WIDE: Final = 90
"""Columns from which on the list stands beside the mind, and not above it."""
_EVENTS: Final = 12
"""How many of the last events are shown."""
_LISTED: Final = 6
"""How many agents are listed above a mind."""
_FRESH: Final = 1.0
"""Seconds of the world for which a field counts as changed."""
_STYLES: Final = {"success": "green", "failure": "red", "running": "yellow", "error": "bold red"}

Lines = list[Text]
Item = TypeVar("Item")


def frame(model: Model, width: int, height: int | None = None, *, notice: str = "", keys: str = "") -> Group:
    """All that there is to be seen.

    Args:
        model: what is known.
        width: columns of the screen.
        height: its rows; None: as many as it takes.
        notice: what the user is to be told now.
        keys: what may be pressed.
    """
    foot = [_line(text, look) for text, look in ((notice or model.problem or "", "bold yellow"), (keys, "dim")) if text]
    rows = None if height is None else max(height - 2 - len(foot), 4)
    body = _beside(model, width, rows) if width >= WIDE else _above(model, rows)
    return Group(header(model), _line(""), *body, *foot)


def _beside(model: Model, width: int, rows: int | None) -> Sequence[Table]:
    everybody = agents(model, rows)
    left = min(max((line.cell_len for line in everybody), default=0), width * 2 // 5)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=left, no_wrap=True)
    grid.add_column(width=width - left - 2, no_wrap=True)
    grid.add_row(_joined(everybody), _joined(_details(model, rows)))
    return [grid]


def _above(model: Model, rows: int | None) -> Sequence[Text]:
    everybody = agents(model, None if rows is None else min(_LISTED, rows // 3))
    left = None if rows is None else rows - len(everybody) - 1
    return [_joined([*everybody, _line(""), *_details(model, left)])]


def _details(model: Model, rows: int | None) -> Lines:
    followed = model.followed
    if followed is None:
        return [_line("Nobody is there.", "dim")]
    fields, happened = data(model, followed), events(model, followed)
    if rows is None:
        tree = mind(followed)
    else:  # the mind has what the others leave, and they do not take all
        fields = _around(fields, 0, rows // 4, _as_it_is)
        happened = happened[-max(rows // 4, 3) :]
        tree = mind(followed, max(rows - 1 - sum(len(lines) + 2 for lines in (fields, happened) if lines), 3))
    parts = (model.name(followed.id), tree), ("Data", fields), ("Last", happened)
    lines = [line for title, part in parts if part for line in (_line(""), _line(title, "bold"), *part)]
    return lines[1 : None if rows is None else rows + 1]


# The parts


def header(model: Model) -> Text:
    """The tick, the time, and how the world is driven."""
    line = _line(model.title or "gumption", "bold")
    for text, look in (
        (f"tick {model.tick:,}", ""),
        (f"{model.time:.10g} s", ""),
        ("" if model.speed is None or model.ended else f"speed {model.speed:g}", ""),
        ("ended" if model.ended else "paused" if model.paused else "", "bold yellow"),
    ):
        if text:
            line.append(f"  {text}", style=look)
    return line


def agents(model: Model, rows: int | None = None) -> Lines:
    """The list: who is there, and what each does now."""
    listed = model.listed()
    there = sum(agent.gone is None for agent in model.agents.values())
    title = f"Agents: {there:,}" if not model.filter else f"Agents: {len(listed):,} of {there:,} with “{model.filter}”"
    chosen = None if model.followed is None else model.followed.id
    width = min(max((len(agent.name) for agent in listed), default=0), 20)
    at = next((place for place, agent in enumerate(listed) if agent.id == chosen), 0)

    def draw(agent: Agent) -> Text:
        return _agent(agent, width, is_chosen=agent.id == chosen)

    return [_line(title, "bold"), *_around(listed, at, None if rows is None else rows - 1, draw)]


def _agent(agent: Agent, width: int, *, is_chosen: bool) -> Text:
    line = _line("> " if is_chosen else "  ", "bold")
    line.append(printable(f"{agent.name:<{width}}"), style="bold reverse" if is_chosen else "bold")
    doing = "not in the world" if agent.gone is not None else agent.doing or "-"
    line.append(f"  {printable(doing)}", style="dim" if agent.gone is not None else "")
    if agent.failing:
        line.append("  failed", style="red")
    return line


def mind(followed: Followed, rows: int | None = None) -> Lines:
    """The mind as a tree, a line a node: `*` where it runs, then its last result and the tick it dates from."""
    if not len(followed.outline):
        return []
    moment = followed.moment()
    turns = moment.turns()
    places = as_text(followed.outline).splitlines()
    width = max(map(len, places))
    lines = Lines()
    for node, place in zip(followed.outline, places, strict=True):
        runs = node.id in moment.active
        line = _line("* " if runs else "  ", "bold yellow")
        line.append(printable(f"{place:<{width}}"), style="bold" if runs else "")
        status, tick = moment.results.get(node.id, ("", 0))
        if node.id in moment.paused:
            line.append("  paused", style="magenta")
        elif status == "running" and runs:
            line.append("  running", style="yellow")
        elif status:
            line.append(f"  {status} {tick:,}", style=_STYLES.get(status, "dim") if status != "running" else "dim")
        if node.id in turns:
            line.append(f"  step {', '.join(map(str, turns[node.id]))}", style="magenta")
        line.rstrip()
        lines.append(line)
    notes = [
        *([] if followed.goal is None else [_line(f"  plan for “{followed.goal}”", "magenta")]),
        *([] if followed.problem is None else [_line(f"  {followed.problem}", "red")]),
    ]
    return [*_around(lines, followed.tip, None if rows is None else rows - len(notes), _as_it_is), *notes]


def data(model: Model, followed: Followed) -> Lines:
    """Its own fields; those that have just changed with `*`, and what they were."""
    width = max(map(len, followed.fields), default=0)
    return [_field(model, name, field, width) for name, field in followed.fields.items()]


def _field(model: Model, name: str, field: Field, width: int) -> Text:
    is_fresh = field.changed and (field.tick == model.tick or model.time - field.time < _FRESH)
    line = _line("* " if is_fresh else "  ", "bold yellow")
    line.append(f"{printable(name):<{width}}  ", style="dim")
    line.append(_value(field.value), style="bold yellow" if is_fresh else "")
    if is_fresh:
        line.append(f"  (was {_value(field.before)})", style="dim")
    return line


def events(model: Model, followed: Followed) -> Lines:
    """What happened to it last, in words."""
    told = [each for each in followed.happenings if not isinstance(each.event, ROUTINE)]
    lines = Lines()
    for each in told[-_EVENTS:]:
        line = _line(f"{each.tick:>7,}  ", "dim")
        line.append(printable(words(each.event, followed.outline, model.name)), style=style(each.event))
        lines.append(line)
    return lines


# Lines


def _line(text: str, look: str = "") -> Text:
    line = Text(no_wrap=True, overflow="ellipsis", end="\n")
    return line.append(printable(text), style=look)


def _joined(lines: Lines) -> Text:
    return Text("\n", no_wrap=True, overflow="ellipsis").join(lines)


def _value(value: PlainData) -> str:
    say: Callable[[PlainData], str] = str
    if isinstance(value, float):
        return f"{value:.6g}"
    return printable("-" if value is None else say(value))


def _as_it_is(line: Text) -> Text:
    return line


def _around(items: Sequence[Item], at: int, rows: int | None, draw: Callable[[Item], Text]) -> Lines:
    """As many lines as there are rows, with that one among them; and how many are left out, which are not drawn."""
    if rows is None or len(items) <= rows:
        return [draw(each) for each in items]
    first = min(max(at - rows // 2, 0), len(items) - rows)
    shown = [draw(each) for each in items[first : first + rows]]
    left = len(items) - rows - first
    if rows > 2 and first:
        shown[0] = _line(f"  … {first + 1:,} more", "dim")
    if rows > 2 and left:
        shown[-1] = _line(f"  … {left + 1:,} more", "dim")
    return shown
