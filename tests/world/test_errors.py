"""What a failing mind does to the world: the error policies (contract C3)."""

from typing import Any

import pytest

from gumption import Status, World
from gumption.core.trace import Failed, TickEnded
from gumption.errors import BusyError, MindError, UsageError
from tests.world.cast import Person, enter, fail, of_kind, traced


def fail_in(*ticks: int) -> Any:
    """A hook that raises in these ticks."""
    return lambda person, machine, *_: fail() if machine.context.clock.ticks in ticks else None


@pytest.mark.parametrize("policy", ["ignore", None, True, ["raise"], "RAISE"])
def test_there_are_two_policies(policy: Any) -> None:
    with pytest.raises(UsageError, match="on_error cannot be"):
        World(on_error=policy)


# Policy "raise"


def test_an_error_leaves_the_tick_with_the_agent_the_state_and_the_cause() -> None:
    """C3."""
    world = World()
    bob = enter(world, "Bob", execute=fail)
    with pytest.raises(MindError, match="ValueError: out of nuggets") as caught:
        world.tick()
    assert isinstance(caught.value.__cause__, ValueError)
    assert "Bob (entity 1), machine › Role.execute" in caught.value.where
    assert bob.mind.status is None
    assert bob.agent.left == ["error"]
    assert (list(world.entities), bob.error) == ([1], None)


def test_an_error_harms_nobody_and_those_behind_miss_that_tick() -> None:
    """C3: the world can go on."""
    world = World()
    before, bob, behind = enter(world), enter(world, execute=fail_in(2)), enter(world)
    events = traced(world)
    world.tick()
    with pytest.raises(MindError):
        world.tick()
    assert events[-1] == TickEnded(2, 2.0, None), "the tick border is told all the same"
    world.tick()
    assert before.agent.ticks == [1, 2, 3]
    assert bob.agent.ticks == [1, 2, 3]
    assert behind.agent.ticks == [1, 3]
    assert bob.agent.diary.count("somebody.enter") == 2, "the failed mind starts anew"
    assert (before.mind.status, behind.mind.status) == (Status.RUNNING, Status.RUNNING)


def test_a_failing_receiver_does_not_fail_its_sender() -> None:
    world, diary = World(), list[str]()
    sent: list[bool] = []

    def write(person: Person, machine: Any) -> None:
        if machine.context.clock.ticks == 2:
            sent.append(machine.context.send(2, "home"))
            diary.append("goes on")

    bob = enter(world, "Bob", diary, execute=write)
    elsa = enter(world, "Elsa", diary, on_message=fail)
    world.tick()
    diary.clear()
    with pytest.raises(MindError) as caught:
        world.tick()
    assert sent == [False]
    assert diary == ["Bob.execute", "Elsa.on_message", "Elsa.exit", "goes on"]
    assert "Elsa (entity 2), machine › Role.on_message" in caught.value.where
    assert (bob.mind.status, elsa.mind.status) == (Status.RUNNING, None)


def test_an_error_of_a_message_from_outside_leaves_send() -> None:
    world = World()
    bob, elsa = enter(world), enter(world, on_message=fail)
    world.tick()
    with pytest.raises(MindError, match="out of nuggets"):
        world.send(elsa, "home")
    world.tick()
    assert bob.agent.ticks == [1, 2]
    assert elsa.agent.ticks == [1, 2]


def test_an_error_of_a_message_through_a_context_from_outside_leaves_that_call() -> None:
    """It must not wait for the next tick, and spoil that."""
    world = World()
    bob, elsa = enter(world), enter(world, on_message=fail)
    world.tick()
    with pytest.raises(MindError, match="out of nuggets"):
        bob.mind.context.send(elsa.id, "home")
    world.tick()
    assert elsa.agent.ticks == [1, 2]


def test_an_error_of_a_delayed_message_leaves_the_tick_that_it_was_due_in() -> None:
    world = World()
    elsa = enter(world, on_message=fail)
    world.tick()
    world.send(elsa, "home", delay=1.0)
    with pytest.raises(MindError):
        world.tick()
    world.tick()
    assert elsa.agent.ticks == [1, 3]


def test_several_errors_at_once_become_notes_of_the_first() -> None:
    world = World()

    def tell_all(person: Person, machine: Any) -> None:
        if machine.context.clock.ticks == 2:
            for other in (2, 3):
                machine.context.send(other, "home")
            raise KeyError("and I failed too")

    enter(world, "Bob", execute=tell_all)
    enter(world, "Elsa", on_message=fail)
    enter(world, "Sam", on_message=fail)
    world.tick()
    with pytest.raises(MindError) as caught:
        world.tick()
    assert "Elsa" in caught.value.where
    notes = caught.value.__notes__
    assert len(notes) == 2
    assert notes[0].startswith("and also: ValueError: out of nuggets")
    assert "Sam (entity 3)" in notes[0]
    assert "and I failed too" in notes[1]
    assert "Bob (entity 1)" in notes[1]
    world.tick()


def test_an_error_in_a_farewell_leaves_remove_and_the_entity_is_gone() -> None:
    world = World()
    bob = enter(world, exit=fail)
    world.tick()
    with pytest.raises(MindError, match="out of nuggets"):
        world.remove(bob)
    assert dict(world.entities) == {}
    world.tick()


def test_an_error_in_a_farewell_during_a_tick_leaves_the_tick() -> None:
    world = World()
    bob = enter(world, execute=lambda person, machine: machine.context.clock.ticks == 2 and world.remove(2))
    enter(world, exit=fail)
    world.tick()
    with pytest.raises(MindError, match="out of nuggets"):
        world.tick()
    world.tick()
    assert bob.agent.ticks == [1, 2, 3]
    assert list(world.entities) == [1]


@pytest.mark.parametrize("policy", ["raise", "park"])
def test_a_farewell_that_misuses_its_own_mind_is_not_passed_over(policy: Any) -> None:
    """C4 refuses it, which is an error like any other; design decision 8: nothing fails silently."""
    world = World(on_error=policy)
    bob = enter(world, exit=lambda person, machine: machine.halt())
    world.tick()
    if policy == "raise":
        with pytest.raises(BusyError):
            world.remove(bob)
    else:
        world.remove(bob)
        assert isinstance(bob.error, BusyError)


@pytest.mark.parametrize("how", ["removes", "tells"])
def test_an_error_that_a_farewell_brings_about_is_told_once_and_of_the_right_mind(how: str) -> None:
    world = World()
    bob = enter(world, "Bob", exit=lambda *_: world.remove(2) if how == "removes" else world.send(2, "bye"))
    enter(world, "Elsa", exit=fail, on_message=fail)
    world.tick()
    events = traced(world)
    with pytest.raises(MindError) as caught:
        world.remove(bob)
    assert "Elsa (entity 2)" in caught.value.where
    assert {event.entity for event in of_kind(events, Failed)} == {2}  # type: ignore[union-attr]


def test_an_interrupt_passes_and_leaves_a_world_that_can_go_on() -> None:
    def interrupt(person: Person, machine: Any, *_: object) -> None:
        if machine.context.clock.ticks in (1, 3):
            raise KeyboardInterrupt

    for policy in ("raise", "park"):
        world = World(on_error=policy)  # type: ignore[arg-type]
        bob = enter(world, execute=interrupt, on_message=interrupt)
        with pytest.raises(KeyboardInterrupt):
            world.tick()
        world.run(ticks=1)
        world.send(bob, "home", delay=1.0)
        with pytest.raises(KeyboardInterrupt):
            world.tick()
        world.run(ticks=1)
        assert bob.agent.ticks == [1, 2, 4]
        assert bob.error is None
