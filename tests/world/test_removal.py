"""Entities leave, at any moment (rule F11)."""

import gc
import weakref
from typing import Any

import pytest

from gumption import Status, World
from gumption.core.trace import Entered, Exited, Halted, Removed, Undeliverable
from gumption.errors import UsageError
from gumption.status import ExitReason
from tests.world.cast import IDLER, Person, enter, of_kind, traced


def in_tick(number: int, act: Any) -> Any:
    """A hook that does `act` in that tick."""
    return lambda person, machine, *_: act() if machine.context.clock.ticks == number else None


@pytest.mark.parametrize("by_id", [True, False])
def test_who_is_removed_is_halted_and_gone(by_id: bool) -> None:
    world = World()
    bob = enter(world, "Bob")
    world.tick()
    events = traced(world)
    world.remove(bob.id if by_id else bob)
    assert bob.removed
    assert bob.mind.status is None
    assert bob.agent.left == ["halt"]
    assert dict(world.entities) == {}
    assert events == [Removed(1, True), Halted(1, "removed"), Exited(1, 1, ExitReason.HALT)]
    world.run(ticks=2)
    assert bob.agent.ticks == [1]


def test_who_is_gone_is_not_kept_in_memory() -> None:
    world = World()
    enter(world)
    agent = weakref.ref(enter(world).agent)
    world.tick()
    world.remove(2)
    world.tick()
    gc.collect()
    assert agent() is None


def test_who_was_never_ticked_leaves_without_a_word() -> None:
    world = World()
    bob = enter(world)
    events = traced(world)
    world.remove(bob)
    assert events == [Removed(1, True)]
    assert bob.agent.left == []


def test_removing_twice_is_removing_once() -> None:
    world = World()
    bob = enter(world)
    world.tick()
    events = traced(world)
    world.remove(bob)
    world.remove(bob)
    world.remove(bob.id)
    assert len(of_kind(events, Removed)) == 1
    assert bob.agent.left == ["halt"]


def test_removing_somebody_unknown_does_nothing() -> None:
    world = World()
    events = traced(world)
    world.remove(99)
    assert events == []


@pytest.mark.parametrize("value", [Person(), None, "Bob", True, 1.0, [1]])
def test_what_is_neither_an_entity_nor_an_id_cannot_be_removed(value: Any) -> None:
    world = World()
    world.add(Person(), IDLER)
    for call in (world.remove, world.unpark):
        with pytest.raises(UsageError, match="neither an entity nor an id"):
            call(value)
    assert list(world.entities) == [1]


def test_who_removes_itself_ends_its_tick_and_is_halted_then() -> None:
    world, diary = World(), list[str]()
    bob = enter(world, "Bob", diary, execute=in_tick(2, lambda: (world.remove(bob), diary.append("goes on"))))
    enter(world, "Elsa", diary)
    world.tick()
    diary.clear()
    world.tick()
    assert diary == ["Bob.execute", "goes on", "Bob.exit", "Elsa.execute"]
    assert bob.agent.left == ["halt"]
    assert bob.mind.status is None
    world.tick()
    assert bob.agent.ticks == [1, 2]


def test_who_removes_itself_while_it_enters_does_not_stay() -> None:
    world = World()
    bob = enter(world, enter=lambda *_: world.remove(bob))
    world.run(ticks=3)
    assert bob.agent.ticks == [1], "its tick goes on to the end"
    assert bob.agent.left == ["halt"]


def test_who_finishes_and_removes_itself_exits_once() -> None:
    def leave(person: Person, machine: Any) -> None:
        machine.finish(Status.SUCCESS)
        world.remove(bob)

    world = World()
    bob = enter(world, execute=leave)
    events = traced(world)
    world.tick()
    assert bob.agent.left == ["success"]
    assert of_kind(events, Halted) == []


@pytest.mark.parametrize(("victim", "ticks"), [("earlier", [1, 2]), ("later", [1])])
def test_who_is_removed_by_another_one_is_ticked_no_more_not_even_in_this_tick(victim: str, ticks: list[int]) -> None:
    world, diary = World(), list[str]()
    shoot = in_tick(2, lambda: (world.remove({"earlier": 1, "later": 3}[victim]), diary.append("goes on")))
    earlier = enter(world, "earlier", diary)
    enter(world, "sheriff", diary, execute=shoot)
    later = enter(world, "later", diary)
    world.run(ticks=3)
    gone = {"earlier": earlier, "later": later}[victim]
    assert gone.agent.ticks == ticks
    assert gone.agent.left == ["halt"]
    at = diary.index(f"{victim}.exit")
    assert diary[at - 1 : at + 2] == ["sheriff.execute", f"{victim}.exit", "goes on"], "halted at once"


def test_removing_all_others_in_a_tick_leaves_one() -> None:
    world = World()
    others = [enter(world) for _ in range(2)]
    enter(world, "last of them", execute=lambda *_: [world.remove(each) for each in others])
    others += [enter(world) for _ in range(2)]
    world.run(ticks=2)
    assert [entity.name for entity in world.entities.values()] == ["last of them"]
    assert [each.agent.ticks for each in others] == [[1], [1], [], []]


@pytest.mark.parametrize("delay", [0.0, 1.0])
def test_who_removes_itself_when_told_ends_the_delivery_first(delay: float) -> None:
    world, diary = World(), list[str]()
    bob = enter(world, "Bob", diary, on_message=lambda *_: (world.remove(bob), diary.append("goes on")))
    enter(world, "Elsa", diary)
    world.tick()
    diary.clear()
    assert world.send(bob, "go", delay=delay) is (delay == 0.0)
    if delay:
        world.tick()
    assert diary[:3] == ["Bob.on_message", "goes on", "Bob.exit"]
    assert bob.agent.left == ["halt"]
    world.tick()
    assert bob.agent.ticks == [1]


def test_a_message_handler_may_remove_the_sender() -> None:
    """The sender is in the middle of its tick, and is halted when that ends."""
    world, diary = World(), list[str]()
    sheriff = enter(world, "sheriff", diary, on_message=lambda *_: world.remove(bob))
    bob = enter(world, "Bob", diary, execute=in_tick(2, lambda: (world.send(sheriff, "hi"), diary.append("goes on"))))
    world.tick()
    diary.clear()
    world.tick()
    assert diary == ["sheriff.execute", "Bob.execute", "sheriff.on_message", "goes on", "Bob.exit"]
    assert bob.agent.left == ["halt"]


def test_who_removes_itself_as_it_hears_the_farewell_of_another_one_is_halted_in_that_tick() -> None:
    """Its mind is halted when its delivery ends, whatever it was that told it."""
    world = World()
    bob = enter(world, "Bob", execute=in_tick(2, lambda: world.remove(bob)), exit=lambda *_: world.send(elsa, "bye"))
    elsa = enter(world, "Elsa", on_message=lambda *_: world.remove(elsa))
    world.run(ticks=2)
    assert elsa.removed
    assert elsa.agent.left == ["halt"]


def test_a_farewell_may_bring_further_removals() -> None:
    """Each exit hook removes the next one: all go, each once."""
    world = World()
    row = [enter(world, exit=lambda *_, other=number + 2: world.remove(other)) for number in range(10)]
    world.tick()
    events = traced(world)
    world.remove(1)
    assert [each.agent.left for each in row] == [["halt"]] * 10
    assert len(of_kind(events, Removed)) == 10
    assert dict(world.entities) == {}


def test_a_message_to_somebody_who_is_leaving_is_undeliverable() -> None:
    world = World()
    bob = enter(world, exit=lambda *_: world.send(bob, "wait"))
    world.tick()
    events = traced(world)
    world.remove(bob)
    assert of_kind(events, Undeliverable) == [Undeliverable(1, "wait")]
    assert bob.agent.heard == []


@pytest.mark.parametrize("factor", range(1, 7))
def test_whoever_is_removed_at_whatever_moment_enters_and_exits_pair(factor: int) -> None:
    """C2."""
    world = World()
    events = traced(world)
    everybody = [enter(world, execute=lambda *_: world.remove(world.clock.ticks * factor % 7)) for _ in range(7)]
    world.run(ticks=5)
    for entity in everybody:
        mine = [type(event) for event in of_kind(events, Entered, Exited) if event.entity == entity.id]  # type: ignore[union-attr]
        assert mine in ([[], [Entered, Exited]] if entity.removed else [[Entered]])
