"""Saving and restoring a machine: anywhere on the stack; and what is refused."""

import json

import pytest

from gumption import Context, ManualClock, Snapshot, Status, fsm
from gumption.errors import SnapshotError
from gumption.testing import CallRecorder
from tests.fsm.scripted import Overseer, Scripted, boom, idle, running


def machine_of(*names, name="m", **options):
    states = [Scripted(each) for each in names]
    return fsm.Machine(states[0], states=states[1:], global_state=Overseer(), name=name, **options)


def mid_stack():
    """A mind with a and b beneath c, d previous, and three random numbers drawn."""
    machine = machine_of("a", "b", "c", "d")
    a, b, c, d = machine.states[:4]
    clock = ManualClock(now=2.5)
    mind = machine.bind(CallRecorder(), Context(clock))
    clock.advance(1.0)
    mind.tick()
    mind.change_state(d)
    mind.change_state(a)
    mind.push_state(b)
    mind.push_state(c)
    for _ in range(3):
        mind.context.random.random()
    return mind


def plain(mind):
    """What `mind` would save, by way of text."""
    return json.loads(json.dumps(mind.snapshot().to_plain(), allow_nan=False))


def all_of(mind):
    """Everything that one can see of a mind, and its next random number without drawing it."""
    seen = (mind.status, mind.since, mind.current_state, mind.previous_state, mind.global_state, mind.stack)
    return (*seen, mind.exit_reason, mind.context.draws, repr(mind))


def names(states):
    return [state.name for state in states]


def test_a_machine_is_restored_in_the_middle_of_its_stack_without_calling_hooks():
    """C5, F7: by the names of its states, into a definition built anew."""
    saved = plain(mid_stack())
    agent = CallRecorder()
    mind = machine_of("a", "b", "c", "d").bind(agent)
    mind.restore(Snapshot.from_plain(saved))
    agent.expect()
    assert mind.status is Status.RUNNING
    assert (names(mind.stack), mind.previous_state.name, mind.global_state.name) == (["a", "b", "c"], "d", "g")
    assert (mind.since, mind.context.draws) == (1, 3)
    assert plain(mind) == {**saved, "time": 0.0}
    mind.tick()
    mind.pop_state("result")
    agent.expect("g.execute", "c.execute", "c.exit", "b.resume")
    mind.revert_to_previous_state()
    mind.halt()
    agent.expect("b.exit", "d.enter", "d.exit", "a.exit")


def test_restoring_replaces_a_running_state_without_leaving_it():
    """C5: the old run is dropped, not ended: no hook hears of it."""
    agent, mind = running(Scripted("a"), Scripted("b"))
    saved = mind.snapshot()
    mind.push_state(mind.machine.states[1])
    agent.calls.clear()
    mind.restore(saved)
    mind.tick()
    agent.expect("a.execute")
    assert names(mind.stack) == ["a"]


@pytest.mark.parametrize(
    "end", ["never ticked", "halted", "failed", *[each.value for each in Status if each.value != "running"]]
)
def test_an_idle_machine_is_saved_and_restored_as_such(end):
    """C5, S3: with the result of its last run, and the tick of it."""
    _, mind = idle(a := Scripted("a"))
    mind.context.clock.advance(1.0)
    if end != "never ticked":
        mind.tick()
        mind.context.clock.advance(1.0)
    if end == "halted":
        mind.halt()
    elif end == "failed":
        a.does["execute"] = boom
        with pytest.raises(Exception, match="boom"):
            mind.tick()
        a.does.clear()
    elif end != "never ticked":
        mind.finish(Status(end))
    other_agent, other = running(a)
    other.restore(Snapshot.from_plain(plain(mind)))
    assert (other.status, other.since, other.stack) == (mind.status, mind.since, ())
    other_agent.calls.clear()
    other.tick()
    other_agent.expect("a.enter", "a.execute")


def test_what_was_set_by_hand_is_saved():
    """C5, F5: the state to start with, the previous and the global one."""
    _, mind = idle(Scripted("a"), b := Scripted("b"), global_state=Overseer())
    mind.set_current_state(b)
    mind.set_previous_state(b)
    mind.set_global_state(None)
    saved = plain(mind)
    mind.halt()
    mind.tick()
    mind.halt()
    mind.restore(Snapshot.from_plain(saved))
    assert mind.global_state is None
    mind.tick()
    assert (mind.current_state, mind.previous_state) == (b, b)


def test_one_snapshot_serves_many_restores():
    """C5: it is not used up, and shares nothing with the mind."""
    mind = mid_stack()
    snapshot = mind.snapshot()
    before = all_of(mind)
    for _ in range(3):
        mind.pop_state()
        mind.context.random.random()
        mind.restore(snapshot)
        assert all_of(mind) == before


def damaged(**changes):
    """A saved game of `mid_stack`, with these fields of the envelope or of its data changed; `...` deletes."""
    saved = plain(mid_stack())
    for field, value in changes.items():
        part = saved if field in saved else saved["data"]
        if value is ...:
            del part[field]
        else:
            part[field] = value
    return saved


NAN, INFINITY = float("nan"), float("inf")
DAMAGE = [
    *({"digest": value} for value in ("0123456789abcdef", "", None, 7, ...)),
    *({"time": value} for value in (NAN, INFINITY, -INFINITY, "now", None, True, [], 10**400, ...)),
    *({"version": value} for value in (0, 2, -1, "1", 1.0, None, True, ...)),
    *({"draws": value} for value in (-1, 1.5, "3", None, True, ...)),
    *({"data": value} for value in ([], "data", None, {}, ...)),
    *({"status": value} for value in ("tired", 1, True, [], {}, "RUNNING", ...)),
    *({"since": value} for value in ("1", 1.5, None, True, ...)),
    *({"current": value} for value in (None, "stranger", "", 3, [], {}, "m", ...)),
    *({"previous": value} for value in ("stranger", 3, ["d"], False, ...)),
    *({"global": value} for value in ("stranger", 3, ["g"], False, ...)),
    *({"beneath": value} for value in (None, "a", {"a": 1}, ["stranger"], [3], [["a"]], [None], ["a"] * 64, ...)),
    {"status": "success"},  # idle, with states on the stack
]


@pytest.mark.parametrize("changes", DAMAGE, ids=lambda changes: f"{changes!r:.40}")
def test_a_damaged_saved_game_is_refused_and_changes_nothing(changes):
    """C5: a SnapshotError says where and what, and what to do; the mind goes on as before."""
    mind = mid_stack()
    mind.pop_state()
    before = all_of(mind)
    with pytest.raises(SnapshotError) as caught:
        mind.restore(Snapshot.from_plain(damaged(**changes)))
    assert all_of(mind) == before
    assert mind.tick() is Status.RUNNING
    (field,) = changes
    assert field in str(caught.value)
    assert caught.value.doing


@pytest.mark.parametrize("value", [None, [], "text", 7, Status.RUNNING], ids=repr)
def test_what_is_no_saved_game_at_all_is_refused(value):
    """C5."""
    with pytest.raises(SnapshotError, match="expected an object"):
        Snapshot.from_plain(value)


def envelope(mind, **changes):
    """A snapshot made by hand, past the checks of `from_plain`."""
    whole = mind.snapshot()
    parts = {field: getattr(whole, field) for field in ("digest", "time", "draws", "data", "version")}
    return Snapshot(**{**parts, **changes})


@pytest.mark.parametrize(
    "make",
    [
        lambda mind: mind.snapshot().to_plain(),
        lambda mind: json.dumps(mind.snapshot().to_plain()),
        lambda mind: None,
        lambda mind: envelope(mind, draws=-1),
        lambda mind: envelope(mind, data=5),
        lambda mind: envelope(mind, version=99),
    ],
    ids=["plain data", "text", "none", "draws", "data", "version"],
)
def test_restoring_what_from_plain_has_not_checked_is_refused_and_changes_nothing(make):
    """C5: forgetting `Snapshot.from_plain`, or making a snapshot by hand, is no way around the checks."""
    mind = mid_stack()
    wrong = make(mind)
    before = all_of(mind)
    with pytest.raises(SnapshotError):
        mind.restore(wrong)
    assert all_of(mind) == before
    assert mind.tick() is Status.RUNNING


@pytest.mark.parametrize(
    "other",
    [
        machine_of("a", "b", "c"),
        machine_of("a", "b", "d", "c"),
        machine_of("a", "b", "c", "D"),
        machine_of("a", "b", "c", "d", name="n"),
        fsm.Machine(Scripted("a"), states=[Scripted(name) for name in "bcd"], name="m"),
    ],
    ids=["fewer", "another order", "renamed", "another machine", "no global state"],
)
def test_a_snapshot_of_another_definition_is_refused(other):
    """C5: the error names both digests, the machine, and what to do."""
    snapshot = mid_stack().snapshot()
    agent = CallRecorder()
    mind = other.bind(agent)
    mind.tick()
    before = all_of(mind)
    with pytest.raises(SnapshotError) as caught:
        mind.restore(snapshot)
    assert snapshot.digest in caught.value.problem
    assert other.describe().digest in caught.value.problem
    assert repr(other.name) in caught.value.where
    assert "restore it into the definition" in caught.value.remedy
    assert all_of(mind) == before


def test_a_snapshot_with_more_on_the_stack_than_the_machine_may_hold_is_refused():
    """C5, F7: the bound is no part of the digest."""
    snapshot = mid_stack().snapshot()
    mind = machine_of("a", "b", "c", "d", max_stack=2).bind(CallRecorder())
    with pytest.raises(SnapshotError, match="2"):
        mind.restore(snapshot)
    assert mind.status is None
