"""Time is given: clocks move only when told to (design decision 5)."""

import pytest

from gumption import FixedStepClock, ManualClock
from gumption.core.clock import Clock
from gumption.errors import UsageError

BAD_STEPS = [-1.0, -1e-9, float("nan"), float("inf"), float("-inf")]


def readings(clock: Clock) -> tuple[float, int]:
    return clock.now, clock.ticks


def test_a_manual_clock_stands_until_it_is_moved() -> None:
    clock = ManualClock()
    assert readings(clock) == (0.0, 0)
    clock.advance(0.5)
    clock.advance(2)
    assert readings(clock) == (2.5, 2)


def test_a_clock_may_begin_at_any_time() -> None:
    clock = ManualClock(100.0)
    clock.advance(1.5)
    assert readings(clock) == (101.5, 1)
    fixed = FixedStepClock(0.5, now=-3.0)
    fixed.step_once()
    assert readings(fixed) == (-2.5, 1)


def test_moving_by_nothing_is_a_tick_all_the_same() -> None:
    clock = ManualClock(1.0)
    clock.advance(0.0)
    assert readings(clock) == (1.0, 1)


@pytest.mark.parametrize("step", BAD_STEPS)
def test_no_clock_moves_backwards_or_to_nowhere(step: float) -> None:
    for clock in (ManualClock(1.0), FixedStepClock(0.5, 1.0)):
        with pytest.raises(UsageError, match="cannot move by"):
            clock.advance(step)
        assert readings(clock) == (1.0, 0)


@pytest.mark.parametrize("step", BAD_STEPS)
def test_no_fixed_step_leads_backwards_or_to_nowhere(step: float) -> None:
    with pytest.raises(UsageError, match="cannot move by"):
        FixedStepClock(step)
    clock = FixedStepClock(0.5)
    with pytest.raises(UsageError, match="cannot move by"):
        clock.set_step(step)
    clock.step_once()
    assert readings(clock) == (0.5, 1)


def test_a_clock_that_would_run_out_of_numbers_stands_still() -> None:
    """Infinity is a strange value for a clock."""
    clock = ManualClock(1e308)
    with pytest.raises(UsageError, match="cannot move by"):
        clock.advance(1e308)
    assert readings(clock) == (1e308, 0)


@pytest.mark.parametrize("step", [0.1, 1 / 60, 1 / 3, 0.7])
def test_a_fixed_step_does_not_drift_over_a_million_steps(step: float) -> None:
    clock = FixedStepClock(step)
    added_up = 0.0
    for _ in range(1_000_000):
        clock.step_once()
        added_up += step
    assert readings(clock) == (1_000_000 * step, 1_000_000)
    assert added_up != clock.now, "adding up drifts; else this test would show nothing"


def test_a_fixed_step_does_not_drift_from_an_odd_beginning() -> None:
    clock = FixedStepClock(0.1)
    clock.advance(1 / 3)
    for _ in range(300_000):
        clock.step_once()
    assert clock.now == 1 / 3 + 300_000 * 0.1
    assert clock.ticks == 300_001


def test_another_step_now_and_then_does_not_change_the_usual_one() -> None:
    clock = FixedStepClock(0.25)
    clock.step_once()
    clock.advance(10.0)
    assert readings(clock) == (10.25, 2)
    clock.step_once()
    clock.step_once()
    assert readings(clock) == (10.75, 4)
    assert clock.step == 0.25


def test_a_new_step_counts_from_now_on() -> None:
    clock = FixedStepClock(0.5)
    clock.step_once()
    clock.set_step(2.0)
    assert readings(clock) == (0.5, 1)
    clock.step_once()
    clock.step_once()
    assert readings(clock) == (4.5, 3)
    assert clock.step == 2.0


def test_a_number_too_large_for_a_float_is_told_like_any_other_wrong_one():
    with pytest.raises(UsageError, match="a clock cannot read 1000"):
        ManualClock(10**400)
    with pytest.raises(UsageError, match="a clock cannot move by 1000"):
        ManualClock().advance(10**400)
