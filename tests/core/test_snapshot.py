"""The envelope of saved running state (design decision 7, contract C5)."""

import dataclasses
import json
from typing import Any

import pytest

from gumption import Context, ManualClock, Outline, Snapshot, Status, fsm
from gumption.core.outline import OutlineNode
from gumption.core.snapshot import VERSION
from gumption.errors import SnapshotError

OUTLINE = Outline([OutlineNode(0, None, "machine", "miner"), OutlineNode(1, 0, "state", "dig")])
PLAIN: dict[str, Any] = {"version": VERSION, "digest": "abc", "time": 1.5, "draws": 3, "data": {"status": "running"}}


def test_it_holds_the_digest_the_time_and_the_draws() -> None:
    context = Context(ManualClock(12.5), seed=7, entity=1)
    context.random.random()
    snapshot = Snapshot.take(OUTLINE, context, {"status": None})
    assert snapshot == Snapshot(OUTLINE.digest, 12.5, 1, {"status": None}, VERSION)


def test_taking_one_does_not_create_the_random_stream() -> None:
    context = Context()
    assert Snapshot.take(OUTLINE, context, {}).draws == 0
    assert context._random is None


def test_it_comes_back_the_same_through_json() -> None:
    """C5: also in a new process."""
    snapshot = Snapshot("abc", 0.1 + 0.2, 2**70, {"beneath": ["a", "b"], "nested": {"n": [1, None, True, "ä"]}})
    text = json.dumps(snapshot.to_plain(), allow_nan=False)
    assert Snapshot.from_plain(json.loads(text)) == snapshot


def test_one_that_was_changed_is_not_trusted() -> None:
    mind = fsm.Machine(lambda agent, machine: None).bind(None)
    mind.tick()
    snapshot = mind.snapshot()
    snapshot.draws = -1
    with pytest.raises(SnapshotError):
        mind.restore(snapshot)
    assert mind.status is Status.RUNNING


def test_a_whole_number_of_seconds_is_a_time_as_well() -> None:
    """Other programs write 2.0 as 2."""
    snapshot = Snapshot.from_plain({**PLAIN, "time": 2})
    assert (snapshot.time, type(snapshot.time)) == (2.0, float)


def test_a_field_that_it_does_not_know_is_passed_over() -> None:
    assert Snapshot.from_plain({**PLAIN, "comment": "before the battle"}) == Snapshot.from_plain(PLAIN)


def test_it_fits_the_definition_that_it_was_taken_from() -> None:
    snapshot = Snapshot.take(OUTLINE, Context(), {"status": None})
    assert Snapshot.checked(snapshot, Outline(OUTLINE)) == snapshot


def test_it_is_refused_by_another_definition() -> None:
    other = Outline([OutlineNode(0, None, "machine", "miner"), OutlineNode(1, 0, "state", "rest")])
    with pytest.raises(SnapshotError) as caught:
        Snapshot.checked(Snapshot.take(OUTLINE, Context(), {}), other)
    message = str(caught.value)
    assert OUTLINE.digest in message
    assert other.digest in message
    assert "machine 'miner'" in message


@pytest.mark.parametrize("value", [None, {}, PLAIN, "abc", OUTLINE])
def test_what_is_no_snapshot_fits_nothing(value: object) -> None:
    """The dictionary is read with `from_plain` first."""
    with pytest.raises(SnapshotError, match="from_plain") as caught:
        Snapshot.checked(value, OUTLINE)
    assert caught.value.where == "snapshot"


@pytest.mark.parametrize(("field", "value"), [("time", float("nan")), ("draws", -1), ("data", []), ("version", 99)])
def test_a_damaged_one_fits_nothing(field: str, value: Any) -> None:
    damaged = dataclasses.replace(Snapshot.take(OUTLINE, Context(), {}), **{field: value})
    with pytest.raises(SnapshotError):
        Snapshot.checked(damaged, OUTLINE)


@pytest.mark.parametrize("value", [None, [], "abc", 3, [("version", 1)]])
def test_what_is_no_object_is_no_snapshot(value: object) -> None:
    with pytest.raises(SnapshotError, match="expected an object"):
        Snapshot.from_plain(value)


@pytest.mark.parametrize("field", PLAIN)
def test_no_field_may_be_missing(field: str) -> None:
    with pytest.raises(SnapshotError) as caught:
        Snapshot.from_plain({key: value for key, value in PLAIN.items() if key != field})
    assert caught.value.where == f"snapshot.{field}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", "1"),
        ("version", True),
        ("version", 1.0),
        ("digest", None),
        ("digest", 7),
        ("digest", ["abc"]),
        ("time", "1.5"),
        ("time", True),
        ("time", float("nan")),
        ("time", float("inf")),
        ("time", 10**400),
        ("draws", 1.0),
        ("draws", True),
        ("draws", -1),
        ("draws", "3"),
        ("data", []),
        ("data", "{}"),
    ],
    ids=lambda value: f"{value!r:.20}",
)
def test_a_damaged_field_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(SnapshotError) as caught:
        Snapshot.from_plain({**PLAIN, field: value})
    assert caught.value.where == f"snapshot.{field}"
    assert "expected" in caught.value.problem
    assert caught.value.remedy


@pytest.mark.parametrize("version", [0, VERSION + 1, -1])
def test_another_version_is_refused_whatever_else_is_in_it(version: int) -> None:
    with pytest.raises(SnapshotError, match=f"of version {version}; this release reads version {VERSION}"):
        Snapshot.from_plain({"version": version})


def test_a_huge_damaged_value_is_cut_short_in_the_message() -> None:
    with pytest.raises(SnapshotError) as caught:
        Snapshot.from_plain({**PLAIN, "draws": "x" * 10_000})
    assert len(str(caught.value)) < 500
