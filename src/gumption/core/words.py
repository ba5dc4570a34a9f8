"""Events in words: those of the page (`frontend/src/words.ts`)."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gumption.core import trace
from gumption.core.outline import Outline
from gumption.core.plain import PlainData

Name = Callable[[int | None], str]
"""The name of an entity; that of None is where no entity is."""

ROUTINE: Final = (trace.Executed, trace.Ticked, trace.Seen)
"""Happens in every tick, and says little."""

_ENDED: Final = {"success": "is done", "failure": "fails", "halt": "is stopped", "error": "raises an error"}


def words(event: trace.Event, outline: Outline, name: Name) -> str:
    """What an event says.

    Args:
        event: of an agent.
        outline: of its mind.
        name: of any entity.
    """
    say = _WORDS.get(type(event))
    return type(event).__name__.lower() if say is None else say(event, lambda node: _node(outline, node), name)


def style(event: trace.Event) -> str:
    """How it is coloured."""
    if isinstance(event, trace.Exited):
        return {"success": "green", "failure": "red", "error": "red"}.get(event.reason.value, "")
    return _STYLES.get(type(event), "")


def _node(outline: Outline, node: int | None) -> str:
    if node is None:
        return "nothing"
    return outline[node].name if 0 <= node < len(outline) else f"node {node}"


def _asked(answers: Sequence[tuple[int, bool | float]], node: Name) -> str:
    told = {True: "yes", False: "no"}
    return ", ".join(
        f"{node(each)}: {told[answer] if isinstance(answer, bool) else f'{answer:.4g}'}" for each, answer in answers
    )


def _content(data: PlainData) -> str:
    return "" if data is None else f" ({json.dumps(data, ensure_ascii=False)})"


def _ticked(event: trace.Ticked, node: Name, _name: Name) -> str:
    first = event.results[0] if event.results else None
    return f"tree {node(event.node)}: {'ticked' if first is None else first[0].value}"


def _sent(event: trace.Sent, _node: Name, name: Name) -> str:
    due = f", due in {event.delay:g} s" if event.delay else ""
    whose = "" if event.entity is not None else f"{name(None)}: "
    return f"{whose}sends “{event.kind}” to {name(event.receiver)}{_content(event.data)}{due}"


def _plan(event: trace.PlanFound, node: Name, _name: Name) -> str:
    return f"plans for “{event.goal}”: {', '.join(map(node, event.steps))} (cost {event.cost:g})"


_WORDS: Final[Mapping[type, Callable[[Any, Name, Name], str]]] = {
    trace.Entered: lambda event, node, _: f"begins {node(event.node)}",
    trace.Executed: lambda event, node, _: f"works at {node(event.node)}",
    trace.Exited: lambda event, node, _: f"{node(event.node)} {_ENDED[event.reason.value]}",
    trace.Ticked: _ticked,
    trace.Switched: lambda event, node, _: f"turns to {node(event.node)} ({_asked(event.answers, node)})",
    trace.PlanFound: _plan,
    trace.PlanFailed: lambda event, _node, _: f"finds no plan for “{event.goal}”: {event.reason}",
    trace.GoalReached: lambda event, _node, _: f"has reached “{event.goal}”",
    trace.PlanAborted: lambda event, node, _: f"gives up the plan at {node(event.node)}: {event.reason}",
    trace.Paused: lambda event, node, _: f"lays {node(event.node)} aside",
    trace.Resumed: lambda event, node, _: f"takes {node(event.node)} up again",
    trace.Finished: lambda event, node, _: f"{node(event.node)} comes to its end: {event.status.value}",
    trace.Halted: lambda event, node, _: f"{node(event.node)} is stopped: {event.reason}",
    trace.Failed: lambda event, node, _: f"fails in {node(event.node)}, {event.doing}: {event.problem}",
    trace.Said: lambda event, _node, _: f"“{event.text}”",
    trace.Sent: _sent,
    trace.Received: lambda event, _, name: f"hears “{event.kind}” from {name(event.sender)}{_content(event.data)}",
    trace.Handled: lambda event, node, _: f"{node(event.node)} takes “{event.kind}”",
    trace.Unhandled: lambda event, _node, _: f"nobody takes “{event.kind}”",
    trace.Undeliverable: lambda event, _node, _: f"“{event.kind}” cannot be delivered",
    trace.Added: lambda _event, _node, _: "comes into the world",
    trace.Removed: lambda _event, _node, _: "leaves the world",
    trace.Parked: lambda _event, _node, _: "is parked: its mind failed",
    trace.Unparked: lambda _event, _node, _: "is ticked again",
}

_STYLES: Final[Mapping[type, str]] = {
    trace.GoalReached: "green",
    **dict.fromkeys((trace.PlanFailed, trace.PlanAborted, trace.Failed, trace.Parked), "red"),
    **dict.fromkeys((trace.PlanFound, trace.Switched), "magenta"),
    **dict.fromkeys((trace.Sent, trace.Received, trace.Handled, trace.Unhandled, trace.Undeliverable), "blue"),
    trace.Said: "cyan",
}
