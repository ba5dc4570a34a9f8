"""What a planner's mind pursues, as plain data, and back (contract C5)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from gumption.core.plain import PlainData, misfit, take, take_mapping
from gumption.core.snapshot import Snapshot
from gumption.errors import SnapshotError, UsageError, brief
from gumption.fsm.standing import Standing
from gumption.goap.acting.pursuit import Pursuit
from gumption.goap.acting.states import IDLE, MOVE, WAIT
from gumption.goap.acting.targets import packed, unpacked
from gumption.goap.acting.thinking import Thinking, goals_of, holds
from gumption.goap.goal import Goal
from gumption.goap.kernels import kernels_of
from gumption.goap.state import State
from gumption.goap.tables.reader import read_thoroughly
from gumption.status import Status

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.acting.planner import Planner

_WHERE: Final = "snapshot.data.pursuit"
_INFINITY: Final = float("inf")
_NEVER: Final = "never"


def write_pursuit(planner: "Planner[Any]", pursuit: Pursuit[Any], target: Any) -> dict[str, PlainData]:
    """What a saved game keeps.

    Raises:
        SnapshotError: the target of the step under way is not plain data.
    """
    thinking = pursuit.thinking
    try:
        saved_target = packed(target)
    except UsageError as error:
        raise SnapshotError(
            f"the target {brief(target)} of the step under way cannot be saved",
            where=f"planner {planner.name!r}",
            doing="saving a mind",
            remedy="let target() give plain data: the id of an entity, a name, a list of coordinates",
        ) from error
    return {
        "cooling": _times(pursuit.cooling),
        "rests": _times(pursuit.rests),
        "goals_rest": [[name, until] for name, until in sorted(pursuit.goals_rest.items())],
        "retry": _time(pursuit.retry),
        "failed_on": _state(planner, pursuit.failed_on),
        "thought": pursuit.thought,
        "thinking": None
        if thinking is None
        else {
            "state": _state(planner, thinking.state),
            "goals": [goal.name for goal in thinking.goals],
            "without": list(thinking.without),
            "slices": thinking.slices,
        },
        "goal": None if pursuit.goal is None else pursuit.goal.name,
        "path": list(pursuit.path),
        "at": pursuit.at,
        "arrived": pursuit.arrived,
        "begins": pursuit.begins,
        "ready": pursuit.ready,
        "before": None if pursuit.before is None else list(pursuit.before),
        "foreseen": None if pursuit.foreseen is None else list(pursuit.foreseen),
        "believed": sorted(pursuit.believed),
        "last": _state(planner, pursuit.last),
        "next_look": _time(pursuit.next_look),
        "target": saved_target,
    }


def read_pursuit(mind: "PlannerMind[Any]", snapshot: Snapshot) -> tuple[Pursuit[Any], Any]:
    """Read what `write_pursuit` gave; times keep their distance to the clock. The mind is not changed.

    Returns:
        The pursuit, and the target of the step under way.

    Raises:
        SnapshotError: it is not of that form, or names a goal that the agent does not have.
    """
    data = take_mapping(snapshot.data.get("pursuit"), _WHERE)
    shift = mind.context.clock.now - snapshot.time
    planner, agent = mind.planner, mind.agent
    known = [*planner.domain.goals, *([] if mind.goal is None else [mind.goal]), *goals_of(mind)]
    goals = {goal.name: goal for goal in known}  # it may have a plan for a goal that it would not choose now
    pursuit: Pursuit[Any] = Pursuit(
        cooling=_read_times(planner, data, "cooling", shift),
        rests=_read_times(planner, data, "rests", shift),
        goals_rest={name: until + shift for name, until in _pairs(data, "goals_rest", str)},
        retry=_read_time(data, "retry", shift),
        failed_on=_read_state(planner, data, "failed_on"),
        thought=take(data, "thought", bool, _WHERE),
        arrived=take(data, "arrived", bool, _WHERE),
        begins=None if data.get("begins") is None else take(data, "begins", float, _WHERE) + shift,
        ready=None if data.get("ready") is None else take(data, "ready", float, _WHERE) + shift,
        last=_read_state(planner, data, "last"),
        next_look=_read_time(data, "next_look", shift),
    )
    if data.get("goal") is not None:
        _read_plan(planner, data, pursuit, goals)
    if data.get("thinking") is not None:
        saved = take_mapping(data["thinking"], f"{_WHERE}.thinking")
        state = _read_state(planner, saved, "state")
        if state is None:
            raise misfit(f"{_WHERE}.thinking.state", "a state", None)
        wanted = [_goal(goals, name) for name in _list(saved, "goals")]
        without = _indexes(planner, saved, "without")
        slices = take(saved, "slices", int, f"{_WHERE}.thinking")
        if slices < 0 or not wanted:
            raise misfit(f"{_WHERE}.thinking", "goals, and how far the search for a plan has come", saved)
        wanted = [goal for goal in wanted if not holds(planner, state, goal)]  # numbers may have been tuned since
        pursuit.thinking = Thinking(planner, agent, state, wanted, without, slices) if wanted else None
    if pursuit.goal is not None:
        pursuit.be_quiet(planner)
    return pursuit, unpacked(data.get("target"), f"{_WHERE}.target")


def check_pursuit(planner: "Planner[Any]", standing: Standing, pursuit: Pursuit[Any], target: Any) -> None:
    """See that a pursuit goes with the states of the machine.

    Raises:
        SnapshotError: no tick can have left the two together.
    """
    running = standing.status is Status.RUNNING
    stack: list[Any] = [hooks.state for hooks in (*standing.beneath, standing.current) if hooks is not None]
    idle_step = (False, None, None, None)
    if pursuit.goal is None:
        fits = stack == [IDLE] if running else pursuit.thinking is None
        fits = fits and target is None and (pursuit.arrived, pursuit.begins, pursuit.ready, pursuit.before) == idle_step
    else:
        perform = planner.performs[pursuit.path[pursuit.at]]
        action, waits = perform.action, pursuit.ready is not None
        on_top: list[list[Any]] = [[], [WAIT]] if waits else [[MOVE]] if action.reach is not None else []
        fits = running and stack[:1] == [perform] and stack[1:] in on_top and waits == (pursuit.begins is not None)
        fits = fits and (action.target is None) == (target is None)
    if not fits:
        raise misfit(_WHERE, "what goes with the states on the stack", [state.name for state in stack])


def _read_plan(
    planner: "Planner[Any]", data: Mapping[str, Any], pursuit: Pursuit[Any], goals: Mapping[str, Goal[Any]]
) -> None:
    pursuit.goal = _goal(goals, data["goal"])
    pursuit.path = tuple(_indexes(planner, data, "path"))
    pursuit.at = take(data, "at", int, _WHERE)
    if not 0 <= pursuit.at < len(pursuit.path) or pursuit.last is None:
        raise misfit(f"{_WHERE}.at", "the number of a step, and the state that was looked at last", pursuit.at)
    target, start = planner.domain.target(pursuit.last, pursuit.goal)
    pursuit.last = start
    pursuit.kernels = kernels_of(target, pursuit.path)
    believed = _list(data, "believed")
    if not all(type(each) is int and 0 <= each < len(start.encoded) for each in believed):
        raise misfit(f"{_WHERE}.believed", "positions of names", believed)
    pursuit.believed = frozenset(cast("list[int]", believed))
    pursuit.seen = pursuit.kernels.watch(pursuit.at)(pursuit.with_beliefs(start.encoded))
    count = len(start.encoded)
    pursuit.before = None if data.get("before") is None else _numbers(_list(data, "before"), count, "before")
    pursuit.foreseen = None if data.get("foreseen") is None else _numbers(_list(data, "foreseen"), count, "foreseen")


def _numbers(values: list[object], count: int, key: str) -> tuple[int | float, ...]:
    if len(values) != count or not all(type(each) in (int, float) for each in values):
        raise misfit(f"{_WHERE}.{key}", f"{count} numbers", values)
    return tuple(cast("list[int | float]", values))


def _goal(goals: Mapping[str, Goal[Any]], name: object) -> Goal[Any]:
    if not isinstance(name, str) or name not in goals:
        raise SnapshotError(
            f"the agent has no goal named {brief(name)}",
            where=_WHERE,
            doing="restoring a planner",
            remedy=f"give it the goals that it had when it was saved; it has {', '.join(goals) or 'none'}",
        )
    return goals[name]


def _state(planner: "Planner[Any]", state: State | None) -> PlainData:
    """Which encoding, its values, and the values that no one named."""
    if state is None:
        return None
    strangers: list[PlainData] = [
        [link, [_stranger(each) for each in values]] for link, values in (state.strangers or {}).items()
    ]
    return [planner.domain.encodings.index(state.encoding), list(state.encoded), strangers]


def _stranger(value: object) -> str | None:
    """Planning tells such values from each other, and from those that are named; no more matters of them."""
    return value if value is None or isinstance(value, str) else brief(value)


def _read_state(planner: "Planner[Any]", data: Mapping[str, Any], key: str) -> State | None:
    if data.get(key) is None:
        return None
    row = _list(data, key)
    domain = planner.domain
    try:
        position, values, strangers = cast("list[Any]", row)
        encoding = dict(enumerate(domain.encodings))[position]
        state = State(domain, encoding, tuple(values), {link: list(each) for link, each in strangers} or None)
        again = State(domain, *read_thoroughly(state, (encoding,)))  # whatever it may hold: this can read it
    except Exception as error:
        raise misfit(f"{_WHERE}.{key}", "a state", row) from error
    if again.encoded != state.encoded or len(values) != len(again.encoded):
        raise misfit(f"{_WHERE}.{key}", "a state", row)
    return again


def _times(times: Mapping[int, float]) -> list[PlainData]:
    return [[index, until] for index, until in sorted(times.items())]


def _read_times(planner: "Planner[Any]", data: Mapping[str, Any], key: str, shift: float) -> dict[int, float]:
    found = {index: until + shift for index, until in _pairs(data, key, int)}
    if not all(0 <= index < len(planner.domain.actions) for index in found):
        raise misfit(f"{_WHERE}.{key}", "positions of actions", data[key])
    return found


def _pairs(data: Mapping[str, Any], key: str, kind: type[Any]) -> list[tuple[Any, float]]:
    rows = _list(data, key)
    pairs = [cast("list[object]", row) for row in rows if isinstance(row, list)]
    if len(pairs) != len(rows) or not all(
        len(pair) == 2 and type(pair[0]) is kind and type(pair[1]) in (int, float) for pair in pairs
    ):
        raise misfit(f"{_WHERE}.{key}", "a list of pairs with times", rows)
    return [(pair[0], float(cast("float", pair[1]))) for pair in pairs]


def _indexes(planner: "Planner[Any]", data: Mapping[str, Any], key: str) -> list[int]:
    found = _list(data, key)
    if not all(type(each) is int and 0 <= each < len(planner.domain.actions) for each in found):
        raise misfit(f"{_WHERE}.{key}", "positions of actions", found)
    return cast("list[int]", found)


def _list(data: Mapping[str, Any], key: str) -> list[object]:
    return cast("list[object]", take(data, key, list, _WHERE))


def _time(time: float) -> float | str | None:
    """A time for JSON: null for minus infinity, "never" for infinity."""
    if time == _INFINITY:
        return _NEVER
    return None if time == -_INFINITY else time


def _read_time(data: Mapping[str, Any], key: str, shift: float) -> float:
    saved = data.get(key)
    if saved == _NEVER:
        return _INFINITY
    return -_INFINITY if saved is None else take(data, key, float, _WHERE) + shift
