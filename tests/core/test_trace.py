"""The typed events, and their form in JSON."""

import dataclasses
import json
import typing

import pytest

from gumption import ExitReason, Status
from gumption.core import trace
from gumption.core.trace import Event, to_plain

TABLE: list[tuple[Event, dict[str, object]]] = [
    (trace.Entered(1, 2), {"event": "entered", "entity": 1, "node": 2}),
    (trace.Executed(1, 2), {"event": "executed", "entity": 1, "node": 2}),
    (trace.Exited(1, 2, ExitReason.HALT), {"event": "exited", "entity": 1, "node": 2, "reason": "halt"}),
    (
        trace.Ticked(1, 5, [(Status.SUCCESS, 5), None, (Status.FAILURE, 4), (Status.RUNNING, 5)]),
        {"event": "ticked", "entity": 1, "node": 0, "results": [[1, "success"], [4, "running"]]},
    ),
    (
        trace.Switched(1, 2, [(1, False), (2, 0.5)]),
        {"event": "switched", "entity": 1, "selector": 0, "node": 2, "answers": [[1, False], [2, 0.5]]},
    ),
    (
        trace.PlanFound(1, "warm", [4, 5], 7.5, 3),
        {"event": "planfound", "entity": 1, "goal": "warm", "steps": [4, 5], "cost": 7.5, "node": 3},
    ),
    (
        trace.PlanFailed(1, "warm", "no wood"),
        {"event": "planfailed", "entity": 1, "goal": "warm", "reason": "no wood", "node": 0},
    ),
    (trace.GoalReached(1, "warm"), {"event": "goalreached", "entity": 1, "goal": "warm", "node": 0}),
    (
        trace.PlanAborted(1, 4, "it failed"),
        {"event": "planaborted", "entity": 1, "node": 4, "reason": "it failed"},
    ),
    (trace.Paused(1, 2), {"event": "paused", "entity": 1, "node": 2}),
    (trace.Resumed(1, 2), {"event": "resumed", "entity": 1, "node": 2}),
    (trace.Finished(1, Status.SUCCESS), {"event": "finished", "entity": 1, "status": "success", "node": 0}),
    (trace.Halted(1, "removed"), {"event": "halted", "entity": 1, "reason": "removed", "node": 0}),
    (
        trace.Failed(1, 2, "execute", "ValueError: no"),
        {"event": "failed", "entity": 1, "node": 2, "doing": "execute", "problem": "ValueError: no"},
    ),
    (trace.Seen(1, [2, 5]), {"event": "seen", "entity": 1, "nodes": [2, 5]}),
    (trace.Said(1, "Pickin' up a nugget"), {"event": "said", "entity": 1, "text": "Pickin' up a nugget"}),
    (
        trace.Sent(None, 2, "stew", {"salt": [1]}, 1.5, True),
        {
            "event": "sent",
            "entity": None,
            "receiver": 2,
            "kind": "stew",
            "data": {"salt": [1]},
            "delay": 1.5,
            "outside": True,
        },
    ),
    (
        trace.Received(2, None, "stew", None),
        {"event": "received", "entity": 2, "sender": None, "kind": "stew", "data": None},
    ),
    (trace.Handled(2, 3, "stew"), {"event": "handled", "entity": 2, "node": 3, "kind": "stew"}),
    (trace.Unhandled(2, "stew"), {"event": "unhandled", "entity": 2, "kind": "stew"}),
    (trace.Undeliverable(2, "stew"), {"event": "undeliverable", "receiver": 2, "kind": "stew"}),
    (trace.Added(1, "Bob", True), {"event": "added", "entity": 1, "name": "Bob", "outside": True}),
    (trace.Removed(1, False), {"event": "removed", "entity": 1, "outside": False}),
    (trace.Parked(1), {"event": "parked", "entity": 1}),
    (trace.Unparked(1, True), {"event": "unparked", "entity": 1, "outside": True}),
    (trace.TickEnded(5, 2.5, None), {"event": "tickended", "tick": 5, "time": 2.5, "dt": None}),
]
"""One of each kind, and the same for JSON, as recordings hold it."""


def test_the_table_has_every_kind_of_event() -> None:
    assert [type(event) for event, _ in TABLE] == list(typing.get_args(Event))


def test_every_record_of_the_module_is_a_kind_of_event() -> None:
    """A new one that is not in the union could not be written."""
    records = [each for each in vars(trace).values() if isinstance(each, type) and dataclasses.is_dataclass(each)]
    assert set(records) == set(typing.get_args(Event))


@pytest.mark.parametrize(("event", "plain"), TABLE, ids=lambda value: type(value).__name__)
def test_an_event_is_its_word_and_what_it_tells(event: Event, plain: dict[str, object]) -> None:
    assert to_plain(event) == plain
    assert next(iter(to_plain(event))) == "event", "the word comes first, for those who read the file"


@pytest.mark.parametrize(("event", "plain"), TABLE, ids=lambda value: type(value).__name__)
def test_every_event_goes_through_json(event: Event, plain: dict[str, object]) -> None:
    assert json.loads(json.dumps(to_plain(event), allow_nan=False)) == plain


def test_the_words_tell_the_kinds_apart() -> None:
    assert len({to_plain(event)["event"] for event, _ in TABLE}) == len(TABLE)


@pytest.mark.parametrize("reason", ExitReason)
def test_every_reason_is_told_by_its_value(reason: ExitReason) -> None:
    assert to_plain(trace.Exited(1, 2, reason))["reason"] == reason.value


@pytest.mark.parametrize("status", Status)
def test_every_status_is_told_by_its_value(status: Status) -> None:
    assert to_plain(trace.Finished(1, status))["status"] == status.value


def test_equal_events_are_equal_and_others_are_not() -> None:
    """Traces are compared as lists of events."""
    assert trace.Entered(1, 2) == trace.Entered(1, 2)
    assert trace.Entered(1, 2) != trace.Entered(1, 3)
    assert trace.Entered(1, 2) != trace.Executed(1, 2)


def test_an_event_of_a_mind_inside_is_told_in_the_words_of_the_outer_one() -> None:
    """N3: each place of it that is a node; what the outer mind tells itself is left out."""
    moved = [
        trace.moved(each, 10)
        for each in (
            trace.Entered(1, 2),
            trace.Executed(1, 2),
            trace.Exited(1, 2, ExitReason.HALT),
            trace.Paused(1, 2),
            trace.Resumed(1, 2),
            trace.Ticked(1, 5, []),
            trace.Switched(1, None, [(1, False)]),
            trace.Switched(1, 1, [(1, True)]),
            trace.PlanFound(1, "warm", [4, 5], 7),
            trace.PlanFailed(1, "warm", "no"),
            trace.GoalReached(1, "warm"),
            trace.PlanAborted(1, 4, "no"),
            trace.Finished(1, Status.SUCCESS),
            trace.Halted(1, "no"),
            trace.Failed(1, 2, "run", "no"),
            trace.Handled(1, 2, "hello"),
            trace.Said(1, "hello"),
            trace.Received(1, 2, "hello", None),
            trace.Unhandled(1, "hello"),
        )
    ]
    assert moved == [
        trace.Entered(1, 12), trace.Executed(1, 12), trace.Exited(1, 12, ExitReason.HALT), trace.Paused(1, 12),
        trace.Resumed(1, 12), trace.Ticked(1, 5, [], 10), trace.Switched(1, None, [(11, False)], 10),
        trace.Switched(1, 11, [(11, True)], 10), trace.PlanFound(1, "warm", [14, 15], 7, 10),
        trace.PlanFailed(1, "warm", "no", 10), trace.GoalReached(1, "warm", 10), trace.PlanAborted(1, 14, "no"),
        trace.Finished(1, Status.SUCCESS, 10), trace.Halted(1, "no", 10), trace.Failed(1, 12, "run", "no"),
        trace.Handled(1, 12, "hello"), trace.Said(1, "hello"), None, None,
    ]  # fmt: skip
