"""Messages that wait for their time (rule F10)."""

import math
import random
from typing import Any

import pytest

from gumption import Message, Status, World
from gumption.core.trace import Event, Received, Sent, Undeliverable, Unhandled
from gumption.errors import MindError, UsageError
from gumption.world.messages import Mailbox, check_delay
from tests.world.cast import IDLER, Person, enter, fail, of_kind, traced


def test_a_delayed_message_comes_at_the_first_tick_that_reaches_its_time() -> None:
    """F10: and before any mind is ticked."""
    world, diary = World(step=0.5), list[str]()
    enter(world, "Bob", diary)
    elsa = enter(world, "Elsa", diary)
    world.tick()
    assert world.send(elsa, "stew", delay=1.2) is False
    world.run(ticks=2)
    assert elsa.agent.heard == []
    diary.clear()
    world.tick()
    assert world.clock.now == 2.0
    assert diary == ["Elsa.on_message", "Bob.execute", "Elsa.execute"]


def test_a_delay_shorter_than_a_tick_is_a_delay_all_the_same() -> None:
    world = World()
    elsa = enter(world)
    world.tick()
    for delay in (5e-324, 1e-20, 0.5):
        assert world.send(elsa, str(delay), delay=delay) is False
    assert elsa.agent.heard == []
    world.tick()
    assert elsa.agent.kinds == ["5e-324", "1e-20", "0.5"]


@pytest.mark.parametrize("start", [0.0, 0.1, 1 / 3, 1234.567])
def test_the_length_of_the_ticks_does_not_matter(start: float) -> None:
    world = World()
    elsa = enter(world)
    world.tick(start)
    world.send(elsa, "stew", delay=10.0)
    world.tick(9.0)
    world.tick(0.5)
    assert elsa.agent.heard == []
    world.tick(100.0)
    assert elsa.agent.kinds == ["stew"]


@pytest.mark.parametrize("step", [0.25, 0.1, 1 / 60, 1 / 3])
def test_a_delay_of_so_many_steps_takes_so_many_ticks(step: float) -> None:
    """F10: whenever it was sent; rounding costs no tick."""
    wrong = {sent_at: took for sent_at in range(1, 40) if (took := arrivals(step, sent_at)) != list(range(1, 40))}
    assert wrong == {}, "tick of sending -> how many ticks delays of 1, 2, 3 ... steps took"


def arrivals(step: float, sent_at: int) -> list[int]:
    """After how many ticks messages arrive that were delayed by 1 to 39 steps."""
    world, ticks = World(step=step), list[int]()
    elsa = enter(world, on_message=lambda *_: ticks.append(world.clock.ticks - sent_at))
    world.run(ticks=sent_at)
    for steps in range(1, 40):
        world.send(elsa, "stew", delay=steps * step)
    world.run(ticks=41)
    return ticks


def test_messages_come_in_the_order_of_their_times_and_then_of_their_sending() -> None:
    """F10."""
    world = World()
    elsa, bob = enter(world, "Elsa"), enter(world, "Bob")
    diary = elsa.agent.diary = bob.agent.diary
    world.tick()
    diary.clear()
    events = traced(world)
    for receiver, kind, delay in [(elsa, "c", 2.0), (bob, "b", 1.5), (elsa, "d", 2.0), (elsa, "a", 0.5)]:
        world.send(receiver, kind, delay=delay)
    world.tick(10.0)
    received = [event.kind for event in of_kind(events, Received)]  # type: ignore[union-attr]
    assert received == ["a", "b", "c", "d"]
    assert diary[:4] == ["Elsa.on_message", "Bob.on_message", "Elsa.on_message", "Elsa.on_message"]


def test_equal_telegrams_are_all_delivered() -> None:
    """F10: the book drops near-equal ones."""
    world = World()
    elsa = enter(world)
    world.tick()
    for _ in range(5):
        world.send(elsa, "stew", sender=elsa, data=[1], delay=1.5)
    world.run(ticks=2)
    assert elsa.agent.heard == [Message("stew", 1, 1, [1])] * 5


def test_what_a_due_message_brings_about_comes_before_the_next_due_one() -> None:
    world = World()
    elsa = enter(
        world, on_message=lambda person, machine, message: message.kind == "a" and world.send(bob, "because of a")
    )
    bob = enter(world)
    world.tick()
    events = traced(world)
    world.send(elsa, "a", delay=1.0)
    world.send(bob, "b", delay=1.0)
    world.tick()
    assert [event.kind for event in of_kind(events, Received)] == ["a", "because of a", "b"]  # type: ignore[union-attr]


@pytest.mark.parametrize("delay", [5e-324, 1e-9, 1.0])
def test_a_message_that_sends_itself_again_does_not_keep_the_tick_from_ending(delay: float) -> None:
    world = World()
    elsa = enter(world, on_message=lambda *_: world.send(elsa, "again", delay=delay))
    world.tick(1e6)
    world.send(elsa, "again")
    world.run(ticks=5)
    assert elsa.agent.kinds == ["again"] * 6


def test_a_delayed_message_to_somebody_who_has_left_is_undeliverable_when_it_is_due() -> None:
    """F10: and nothing breaks."""
    world = World()
    elsa, bob = enter(world), enter(world)
    world.tick()
    world.send(elsa, "stew", delay=2.0)
    world.send(bob, "stew", delay=2.0)
    world.remove(elsa)
    events = traced(world)
    world.tick()
    assert of_kind(events, Undeliverable) == []
    world.tick()
    assert of_kind(events, Undeliverable, Received) == [Undeliverable(1, "stew"), Received(2, None, "stew", None)]
    assert bob.agent.kinds == ["stew"]


def test_a_delayed_message_finds_who_came_meanwhile() -> None:
    world = World()
    world.send(1, "welcome", delay=2.0)
    elsa = world.add(Person(), IDLER)
    world.run(ticks=2)
    assert elsa.agent.kinds == ["welcome"]


@pytest.mark.parametrize("delay", [-1.0, -1e-300, math.nan, math.inf, -math.inf])
def test_a_delay_must_be_a_finite_time_that_is_not_negative(delay: float) -> None:
    world = World()
    elsa = enter(world)
    world.tick()
    events = traced(world)
    for call in (
        lambda: world.send(elsa, "stew", delay=delay),
        lambda: elsa.mind.context.send(elsa.id, "stew", delay=delay),
        lambda: check_delay(delay),
    ):
        with pytest.raises(UsageError, match=r"cannot be delayed by .* seconds"):
            call()
    assert events == []
    world.tick()
    assert elsa.agent.heard == []


def test_a_bad_delay_inside_a_hook_is_an_error_of_the_sender() -> None:
    world = World()
    bob = enter(world, "Bob", execute=lambda person, machine: machine.context.send(1, "stew", delay=-1.0))
    with pytest.raises(UsageError) as caught:
        world.tick()
    assert "Bob (entity 1)" in caught.value.where
    assert bob.mind.status is None


def test_a_failing_receiver_does_not_keep_due_messages_from_the_others() -> None:
    """F10, design decision 8: nothing is lost silently."""
    world = World()
    bob, elsa = enter(world, on_message=fail), enter(world)
    world.tick()
    for receiver in (elsa, bob, elsa, elsa):
        world.send(receiver, "stew", delay=1.0)
    with pytest.raises(MindError):
        world.tick()
    world.tick()
    assert elsa.agent.kinds == ["stew"] * 3


def test_sending_tells_whether_the_owner_did_it() -> None:
    """What he sends is an input, which a replay gives again; what an agent sends it will send again by itself."""
    world = World()
    bob = enter(
        world,
        execute=lambda *_: world.send(2, "from execute"),
        on_message=lambda *_: [world.send(2, "from on_message", delay=1.0)],
    )
    events = traced(world)
    world.tick()
    world.send(bob, "from outside")
    assert outside_of(events) == {"from execute": False, "from outside": True, "from on_message": False}


def test_what_is_sent_in_a_farewell_is_not_sent_by_the_owner() -> None:
    """He removed somebody, which is an input; what that brings about is none."""
    world = World()
    bob = enter(world, exit=lambda *_: world.send(2, "farewell"))
    world.tick()
    events = traced(world)
    world.remove(bob)
    assert outside_of(events) == {"farewell": False}


def outside_of(events: list[Event]) -> dict[str, bool]:
    return {event.kind: event.outside for event in events if isinstance(event, Sent)}


@pytest.mark.parametrize("end", ["finish", "fail", "halt"])
def test_a_message_to_a_mind_that_is_ending_is_unhandled(end: str) -> None:
    """It waits for a mind that will be idle: that is told, like every message that no node takes."""

    def execute(person: Person, machine: Any) -> None:
        if end != "halt":
            machine.context.send(1, "during the last tick")
            machine.finish(Status.SUCCESS) if end == "finish" else fail()

    world = World(on_error="park")
    bob = enter(world, execute=execute, exit=lambda person, machine: machine.context.send(1, "at the exit"))
    events = traced(world)
    world.tick()
    bob.mind.halt()
    sent = [event.kind for event in of_kind(events, Sent)]  # type: ignore[union-attr]
    assert sent
    assert [event.kind for event in of_kind(events, Unhandled)] == sent  # type: ignore[union-attr]


def test_a_mailbox_gives_out_what_is_due_by_time_and_then_by_sequence() -> None:
    """F10: whatever the order it was put in."""
    dues = [due for due in (0.5, 1.0, 1.5, 2.0) for _ in range(5)]
    random.Random(7).shuffle(dues)
    mailbox = Mailbox()
    assert not mailbox
    for number, due in enumerate(dues):
        mailbox.put(Message(f"{number}"), due)
    assert len(mailbox) == 20
    assert mailbox.take_due(0.4) == []
    expected = [Message(str(number)) for _, number in sorted((due, number) for number, due in enumerate(dues))]
    assert mailbox.take_due(1.5) == expected[:15]
    assert mailbox.take_due(1.5) == []
    assert mailbox.take_due(9.0) == expected[15:]
    assert len(mailbox) == 0
