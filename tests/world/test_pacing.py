"""Pacing: the one place that reads a wall clock and sleeps. Here both are given (design decision 5)."""

import time
from typing import Any

import pytest

from gumption import World
from gumption.errors import UsageError
from gumption.world import pacing
from gumption.world.pacing import Pacer
from tests.world.cast import enter


class Wall:
    """A wall clock that sleeping moves."""

    def __init__(self, now: float = 5000.0) -> None:
        self.now = now
        self.slept: list[float] = []

    def read(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0, "a sleep of nothing, or less"
        self.slept.append(seconds)
        self.now += seconds


def pacer(wall: Wall, speed: float = 1.0, now: float = 0.0) -> Pacer:
    return Pacer(speed, now, wall=wall.read, sleep=wall.sleep)


@pytest.mark.parametrize(("speed", "nap"), [(1.0, 0.5), (2.0, 0.25), (0.1, 5.0), (100, 0.005)])
def test_it_sleeps_until_the_wall_clock_has_come_as_far(speed: float, nap: float) -> None:
    wall = Wall()
    pace = pacer(wall, speed)
    for tick in range(1, 5):
        pace.wait(tick * 0.5)
    assert wall.slept == pytest.approx([nap] * 4)
    assert wall.now == pytest.approx(5000.0 + 4 * nap)


def test_it_counts_from_where_the_simulated_clock_stood() -> None:
    wall = Wall()
    pacer(wall, 2.0, now=1e6).wait(1e6 + 1.0)
    assert wall.slept == pytest.approx([0.5])


def test_the_time_that_a_tick_takes_is_not_slept_as_well() -> None:
    wall = Wall()
    pace = pacer(wall)
    for tick in range(1, 4):
        wall.now += 0.3
        pace.wait(tick * 1.0)
    assert wall.slept == pytest.approx([0.7] * 3)


def test_a_sleep_that_took_longer_is_made_up_for_at_the_next_one() -> None:
    wall = Wall()
    pace = pacer(wall)
    pace.wait(1.0)
    wall.now += 0.2  # the system woke it late
    pace.wait(2.0)
    assert wall.slept == pytest.approx([1.0, 0.8])


def test_a_world_that_falls_behind_catches_up_without_sleeping() -> None:
    wall = Wall()
    pace = pacer(wall)
    wall.now += 1.9
    pace.wait(1.0)
    pace.wait(1.5)
    assert wall.slept == []
    pace.wait(2.0)
    assert wall.slept == pytest.approx([0.1]), "the lost time was caught up"


@pytest.mark.parametrize("speed", [0.5, 1.0, 10.0])
def test_after_more_than_a_second_of_delay_it_goes_on_from_there(speed: float) -> None:
    """A suspended computer, a breakpoint: the world must not race. The second is one of the wall clock."""
    wall = Wall()
    pace = pacer(wall, speed)
    wall.now += 3600.0
    pace.wait(1.0)
    assert wall.slept == []
    pace.wait(2.0)
    assert wall.slept == pytest.approx([1.0 / speed])


def test_exactly_a_second_of_delay_is_caught_up() -> None:
    wall = Wall()
    pace = pacer(wall)
    wall.now += 2.0
    pace.wait(1.0)
    pace.wait(2.0)
    assert wall.slept == []
    pace.wait(2.25)
    assert wall.slept == pytest.approx([0.25])


def test_a_simulated_clock_that_stands_still_is_not_waited_for() -> None:
    wall = Wall()
    pace = pacer(wall)
    pace.wait(0.0)
    assert wall.slept == []


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan"), float("inf"), float("-inf"), 0])
def test_a_speed_must_be_a_positive_number(speed: float) -> None:
    world = World()
    for call in (lambda: Pacer(speed, 0.0), lambda: world.run(ticks=1, speed=speed)):
        with pytest.raises(UsageError, match="cannot run at speed") as caught:
            call()
        assert "leave it out" in caught.value.remedy
    assert world.clock.ticks == 0


def test_by_default_it_reads_the_monotonic_clock_and_really_sleeps() -> None:
    pace = Pacer(1.0, 0.0)
    assert pace._wall is time.monotonic
    assert pace._sleep is time.sleep


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """The wall clock of `world.run`."""
    given = Wall()
    monkeypatch.setitem(Pacer.__init__.__kwdefaults__, "wall", given.read)
    monkeypatch.setitem(Pacer.__init__.__kwdefaults__, "sleep", given.sleep)
    return given


def test_a_run_at_a_speed_takes_its_time(wall: Wall) -> None:
    world = World(step=0.5)
    world.tick(100.0)
    assert world.run(seconds=3.0, speed=2.0) == 6
    assert wall.slept == pytest.approx([0.25] * 6)


def test_a_run_sleeps_only_between_ticks(wall: Wall) -> None:
    """Design 7."""
    world, order = World(), list[str]()
    enter(world, execute=lambda *_: order.append(f"slept {len(wall.slept)}"))
    world.run(ticks=3, speed=1.0)
    assert order == ["slept 0", "slept 1", "slept 2"]


def test_a_run_without_a_speed_never_sleeps(wall: Wall) -> None:
    World().run(ticks=100)
    assert wall.slept == []


def test_nothing_else_in_the_package_reads_a_wall_clock_or_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Design decision 5: a run works as well where no time can be read."""

    def forbidden(*_: Any) -> Any:
        raise AssertionError("somebody reads the wall clock")

    names = ["time", "monotonic", "perf_counter", "process_time", "time_ns", "monotonic_ns", "perf_counter_ns", "sleep"]
    with monkeypatch.context() as patch:
        for name in names:
            patch.setattr(time, name, forbidden)
        world = World(seed=7)
        bob = enter(world, execute=lambda person, machine: machine.context.random.random())
        world.send(bob, "home", delay=1.0)
        world.run(ticks=5)
    assert pacing.time is time
