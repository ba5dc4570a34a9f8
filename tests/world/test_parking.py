"""Error policy "park": a failed entity is ticked no more, and the others go on (contract C3)."""

from collections.abc import Callable
from typing import Any

import pytest

from gumption import Entity, Status, World
from gumption.core.trace import Exited, Failed, Handled, Parked, Removed, TickEnded, Unhandled
from gumption.errors import LimitError, MindError
from tests.world.cast import Person, enter, fail, of_kind, traced


def parked_world() -> tuple[World, Entity[Person], Entity[Person]]:
    """Bob failed in tick 2, Elsa goes on."""
    world = World(on_error="park")
    bob = enter(world, "Bob", execute=lambda person, machine: fail() if machine.context.clock.ticks == 2 else None)
    elsa = enter(world, "Elsa")
    world.run(ticks=4)
    return world, bob, elsa


def test_who_fails_is_ticked_no_more_and_the_others_go_on() -> None:
    """C3."""
    _, bob, elsa = parked_world()
    assert bob.agent.ticks == [1, 2]
    assert bob.agent.left == ["error"]
    assert elsa.agent.ticks == [1, 2, 3, 4]
    assert isinstance(bob.error, MindError)
    assert isinstance(bob.error.__cause__, ValueError)
    assert elsa.error is None


def test_parking_is_told_behind_the_failure() -> None:
    world = World(on_error="park")
    enter(world, execute=fail)
    events = traced(world)
    world.tick()
    assert [type(event) for event in of_kind(events, Failed, Exited, Parked)] == [Failed, Exited, Parked]
    assert events[-2:] == [Parked(1), TickEnded(1, 1.0, None)]


def test_who_is_parked_is_still_there_and_takes_no_messages() -> None:
    world, bob, _ = parked_world()
    assert world.entities[1] is bob
    events = traced(world)
    assert world.send(bob, "wake up") is False
    world.send(bob, "wake up", delay=1.0)
    world.tick()
    assert bob.agent.heard == []
    assert len(of_kind(events, Unhandled)) == 2
    assert len(of_kind(events, Parked)) == 0


@pytest.mark.parametrize("by_id", [True, False])
def test_who_is_unparked_starts_anew(by_id: bool) -> None:
    world, bob, _ = parked_world()
    world.unpark(bob.id if by_id else bob)
    assert bob.error is None
    world.run(ticks=2)
    assert bob.agent.ticks == [1, 2, 5, 6]
    assert bob.agent.diary.count("Bob.enter") == 2
    assert bob.mind.status is Status.RUNNING


def test_unparking_somebody_who_is_well_or_gone_does_nothing() -> None:
    world, bob, elsa = parked_world()
    world.unpark(elsa)
    world.remove(bob)
    world.unpark(bob)
    world.unpark(99)
    world.tick()
    assert elsa.agent.ticks == [1, 2, 3, 4, 5]
    assert elsa.agent.diary.count("Elsa.enter") == 1
    assert bob.agent.ticks == [1, 2]


def test_who_fails_again_is_parked_again() -> None:
    world = World(on_error="park")
    bob = enter(world, execute=fail)
    events = traced(world)
    for _ in range(3):
        world.tick()
        world.tick()
        world.unpark(bob)
    assert bob.agent.ticks == [1, 3, 5]
    assert len(of_kind(events, Parked)) == 3


def test_a_parked_one_can_be_removed() -> None:
    world, bob, elsa = parked_world()
    world.remove(bob)
    assert list(world.entities) == [2]
    assert bob.agent.left == ["error"], "it was out already"
    world.tick()
    assert elsa.agent.ticks[-1] == 5


@pytest.mark.parametrize("delay", [0.0, 1.0])
def test_who_fails_at_a_message_is_parked_before_its_tick(delay: float) -> None:
    world = World(on_error="park")
    bob = enter(world, on_message=fail)
    elsa = enter(world)
    world.tick()
    assert world.send(bob, "home", delay=delay) is False
    world.tick()
    assert bob.agent.ticks == [1]
    assert isinstance(bob.error, MindError)
    assert elsa.agent.ticks == [1, 2]


def test_who_is_failed_by_an_earlier_one_is_not_ticked_in_the_same_tick() -> None:
    world = World(on_error="park")
    bob = enter(world, execute=lambda person, machine: machine.context.send(2, "home"))
    elsa = enter(world, on_message=fail)
    world.tick()
    assert elsa.agent.ticks == [1], "it had not begun in the first tick"
    world.tick()
    assert elsa.agent.ticks == [1]
    assert elsa.error is not None
    assert bob.error is None
    assert bob.agent.ticks == [1, 2]


def test_a_failing_receiver_does_not_fail_its_sender() -> None:
    world = World(on_error="park")
    bob = enter(world, on_message=lambda *_: world.send(elsa, "bad news") or True)
    elsa = enter(world, on_message=fail)
    world.tick()
    events = traced(world)
    assert world.send(bob, "bad news") is True
    assert (bob.error, bob.mind.status) == (None, Status.RUNNING)
    assert isinstance(elsa.error, MindError)
    assert of_kind(events, Parked, Handled) == [Parked(2), Handled(1, 1, "bad news")]


def test_all_errors_at_once_are_kept_by_those_who_made_them() -> None:
    world = World(on_error="park")
    everybody = [enter(world, str(number), execute=fail) for number in range(1, 6)]
    world.tick()
    for entity in everybody:
        assert isinstance(entity.error, MindError)
        assert f"(entity {entity.id})" in entity.error.where
        assert not hasattr(entity.error, "__notes__")
    world.tick()
    assert [entity.agent.ticks for entity in everybody] == [[1]] * 5


def test_a_bound_that_was_reached_parks_as_well() -> None:
    world = World(on_error="park")
    bob = enter(world, on_message=lambda *_: world.send(bob, "and again"))
    world.tick()
    world.send(bob, "and again")
    assert isinstance(bob.error, LimitError)
    world.tick()
    assert bob.agent.ticks == [1]


@pytest.mark.parametrize(
    "act", [lambda world: world.remove(1), lambda world: world.tick()], ids=["from outside", "in a tick"]
)
def test_a_failing_farewell_is_kept_and_keeps_nobody(act: Callable[[World], Any]) -> None:
    world = World(on_error="park")
    bob = enter(world, exit=fail)
    elsa = enter(world, execute=lambda person, machine: machine.context.clock.ticks == 2 and world.remove(1))
    world.tick()
    events = traced(world)
    act(world)
    assert isinstance(bob.error, MindError)
    assert list(world.entities) == [2]
    assert len(of_kind(events, Removed)) == 1
    world.run(ticks=2)
    assert elsa.error is None


def test_the_policy_may_be_changed_between_ticks() -> None:
    world = World()
    bob = enter(world, execute=fail)
    with pytest.raises(MindError):
        world.tick()
    world.on_error = "park"
    world.tick()
    assert bob.error is not None
