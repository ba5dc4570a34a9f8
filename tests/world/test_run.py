"""Running a world up to an end."""

from typing import Any

import pytest

from gumption import World
from gumption.core.trace import TickEnded
from gumption.errors import BusyError, LimitError, MindError, UsageError
from gumption.world import ends as world_module
from tests.world.cast import enter, fail, traced


def test_a_tick_moves_the_clock_by_the_usual_step() -> None:
    """Design 7."""
    world = World(step=0.25)
    world.tick()
    assert (world.clock.now, world.clock.ticks) == (0.25, 1)
    world.tick(2.0)
    assert (world.clock.now, world.clock.ticks) == (2.25, 2)
    world.tick(0.0)
    assert (world.clock.now, world.clock.ticks) == (2.25, 3)


def test_minds_see_the_clock_of_their_tick() -> None:
    """Design 7: the clock moves first."""
    world, seen = World(step=0.5), list[float]()
    enter(world, execute=lambda person, machine: seen.append(machine.context.clock.now))
    world.run(ticks=3)
    assert seen == [0.5, 1.0, 1.5]


@pytest.mark.parametrize("dt", [-1.0, float("nan"), float("inf")])
def test_a_tick_that_would_lead_nowhere_is_refused_and_is_none(dt: float) -> None:
    world = World()
    bob = enter(world)
    events = traced(world)
    with pytest.raises(UsageError, match="cannot move by"):
        world.tick(dt)
    assert (world.clock.ticks, bob.agent.ticks, events) == (0, [], [])
    world.tick()
    assert bob.agent.ticks == [1]


@pytest.mark.parametrize("step", [-1.0, float("nan"), float("inf")])
def test_a_world_whose_steps_lead_nowhere_is_refused(step: float) -> None:
    with pytest.raises(UsageError, match="cannot move by"):
        World(step=step)


@pytest.mark.parametrize("ticks", [0, 1, 7])
def test_a_run_of_so_many_ticks(ticks: int) -> None:
    world = World()
    bob = enter(world)
    assert world.run(ticks=ticks) == ticks
    assert len(bob.agent.ticks) == world.clock.ticks == ticks


def test_a_run_until_something_is_true() -> None:
    world, asked = World(), list[int]()
    bob = enter(world)

    def enough() -> bool:
        asked.append(world.clock.ticks)
        return len(bob.agent.ticks) >= 3

    assert world.run(until=enough) == 3
    assert asked == [0, 1, 2, 3], "asked before each tick"
    assert world.run(until=enough) == 0


ODD_STARTS = [0.0, 0.1, 1 / 3, 7.3, 1234.567, 1e6 + 0.1, 1.7e9 + 0.123]
SECONDS = {0.1: [0.1, 0.3, 0.7, 1.0, 2.5, 60.0], 1 / 60: [1 / 60, 0.1, 0.5, 1.0, 2.5, 10.0]}


@pytest.mark.parametrize("start", ODD_STARTS)
@pytest.mark.parametrize(("step", "seconds"), [(step, each) for step in SECONDS for each in SECONDS[step]])
def test_a_run_of_so_many_seconds_makes_the_exact_number_of_ticks(step: float, seconds: float, start: float) -> None:
    """Rounding neither costs nor adds a tick."""
    world = World(step=step)
    if start:
        world.tick(start)
    assert world.run(seconds=seconds) == round(seconds / step)


@pytest.mark.parametrize(("step", "seconds", "ticks"), [(0.1, 0.3, 3), (1 / 60, 0.5, 30), (0.1, 0.7, 7)])
def test_many_short_runs_make_as_many_ticks_as_a_long_one(step: float, seconds: float, ticks: int) -> None:
    world = World(step=step)
    assert [world.run(seconds=seconds) for _ in range(200)] == [ticks] * 200
    one = World(step=step)
    one.run(seconds=200 * seconds)
    assert one.clock.now == world.clock.now


def test_seconds_that_fit_no_number_of_steps_are_run_to_the_end() -> None:
    world = World(step=0.3)
    assert world.run(seconds=1.0) == 4
    assert world.run(seconds=1e-3) == 1
    assert world.run(seconds=0.0) == 0


@pytest.mark.parametrize(
    ("ends", "ticks"),
    [
        ({"ticks": 3, "seconds": 5.0}, 3),
        ({"ticks": 9, "seconds": 5.0}, 5),
        ({"ticks": 9, "until": 4}, 4),
        ({"ticks": 2, "until": 4}, 2),
        ({"seconds": 5.0, "until": 4}, 4),
        ({"seconds": 3.0, "until": 4}, 3),
        ({"ticks": 9, "seconds": 8.0, "until": 7}, 7),
        ({"ticks": 0, "seconds": 8.0, "until": 7}, 0),
        ({"ticks": 9, "seconds": 0.0, "until": 7}, 0),
        ({"ticks": 9, "seconds": 8.0, "until": 0}, 0),
    ],
)
def test_a_run_ends_at_the_first_of_several_ends(ends: dict[str, Any], ticks: int) -> None:
    world = World()
    if "until" in ends:
        last = ends.pop("until")
        ends["until"] = lambda: world.clock.ticks >= last
    assert world.run(**ends) == world.clock.ticks == ticks


def test_a_run_needs_an_end() -> None:
    for call in (lambda: World().run(), lambda: World().run(speed=1.0)):
        with pytest.raises(UsageError, match="needs an end"):
            call()


@pytest.mark.parametrize("ends", [{"until": lambda: False}, {"seconds": 1e9}, {"seconds": 1e9, "until": lambda: False}])
def test_a_run_whose_end_never_comes_is_stopped(ends: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "MAX_TICKS", 20)
    world = World()
    with pytest.raises(LimitError, match="has not ended after 20 ticks") as caught:
        world.run(**ends)
    assert world.clock.ticks == 20
    assert "ticks=" in caught.value.remedy


def test_a_run_may_end_exactly_at_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "MAX_TICKS", 20)
    assert World().run(seconds=20.0) == 20
    world = World()
    assert world.run(until=lambda: world.clock.ticks == 20) == 20


def test_whoever_gives_ticks_gives_a_bound_of_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "MAX_TICKS", 20)
    assert World().run(ticks=50) == 50
    assert World().run(ticks=50, until=lambda: False) == 50


def test_time_that_stands_still_does_not_run_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world_module, "MAX_TICKS", 20)
    with pytest.raises(LimitError):
        World(step=0.0).run(seconds=1.0)


@pytest.mark.parametrize("hook", ["enter", "execute", "on_message", "exit"])
def test_a_world_cannot_be_ticked_or_run_from_inside_a_tick(hook: str) -> None:
    """C4, for worlds."""
    refused: list[str] = []

    def tick_again(*_: object) -> None:
        for again in (world.tick, lambda: world.run(ticks=1)):
            with pytest.raises(BusyError) as caught:
                again()
            refused.append(caught.value.remedy)

    world = World()
    bob = enter(world, **{hook: tick_again})
    enter(world, execute=lambda person, machine: machine.context.clock.ticks == 2 and world.remove(bob))
    world.tick()
    world.send(bob, "home", delay=1.0)
    world.tick()
    assert len(refused) == {"execute": 4}.get(hook, 2)
    assert all(refused)
    assert world.clock.ticks == 2


def test_a_world_cannot_be_ticked_from_inside_a_delivery() -> None:
    """C4, for worlds."""
    world = World()
    bob = enter(world, on_message=lambda *_: world.tick())
    world.tick()
    with pytest.raises(BusyError, match="ticked from inside a tick"):
        world.send(bob, "home")
    assert world.clock.ticks == 1
    world.tick()
    assert world.clock.ticks == 2


def test_an_error_ends_the_run_and_the_next_run_goes_on() -> None:
    world = World()
    bob = enter(world, execute=lambda person, machine: fail() if machine.context.clock.ticks == 3 else None)
    with pytest.raises(MindError):
        world.run(ticks=5)
    assert world.run(ticks=2) == 2
    assert bob.agent.ticks == [1, 2, 3, 4, 5]


def test_each_tick_has_one_border() -> None:
    """Design 7."""
    world = World(step=0.5)
    enter(world)
    events = traced(world)
    world.tick()
    world.tick(2.0)
    borders = [event for event in events if isinstance(event, TickEnded)]
    assert borders == [TickEnded(1, 0.5, None), TickEnded(2, 2.5, 2.0)]
    assert events[-1] is borders[-1]
