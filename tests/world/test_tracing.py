"""The stream of events of a whole world: order, attaching and detaching, determinism."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from gumption import Message, Status, World
from gumption.core import trace
from gumption.core.trace import Event
from gumption.status import ExitReason
from tests.world.cast import IDLER, Person, enter, fail, of_kind, role, traced


def test_the_order_of_events_tells_what_made_what_happen() -> None:
    """Design 7: due messages, then minds in the order of entities, then the tick border."""
    world = World(step=0.5)
    events = traced(world)
    bob = enter(world, "Bob", execute=lambda person, machine: machine.context.send(2, "home", [machine.since]))
    elsa = enter(world, "Elsa", on_message=lambda person, machine, _: [machine.context.say("So late?")])
    world.tick()
    world.send(elsa, "stew ready", sender=elsa, delay=0.5)
    world.tick()
    world.remove(bob)
    assert events == [
        trace.Added(1, "Bob", True),
        trace.Added(2, "Elsa", True),
        trace.Entered(1, 1),
        trace.Executed(1, 1),
        trace.Sent(1, 2, "home", [1], 0.0, False),
        trace.Unhandled(2, "home"),
        trace.Entered(2, 1),
        trace.Executed(2, 1),
        trace.TickEnded(1, 0.5, None),
        trace.Sent(2, 2, "stew ready", None, 0.5, True),
        trace.Received(2, 2, "stew ready", None),
        trace.Said(2, "So late?"),
        trace.Handled(2, 1, "stew ready"),
        trace.Executed(1, 1),
        trace.Sent(1, 2, "home", [1], 0.0, False),
        trace.Received(2, 1, "home", [1]),
        trace.Said(2, "So late?"),
        trace.Handled(2, 1, "home"),
        trace.Executed(2, 1),
        trace.TickEnded(2, 1.0, None),
        trace.Removed(1, True),
        trace.Halted(1, "removed"),
        trace.Exited(1, 1, ExitReason.HALT),
    ]


def test_a_failure_is_told_in_front_of_the_exits_that_it_brings_about() -> None:
    world = World(on_error="park")
    events = traced(world)
    enter(world, execute=fail)
    world.tick()
    assert events[1:] == [
        trace.Entered(1, 1),
        trace.Executed(1, 1),
        trace.Failed(1, 1, "execute", "ValueError: out of nuggets"),
        trace.Exited(1, 1, ExitReason.ERROR),
        trace.Parked(1),
        trace.TickEnded(1, 1.0, None),
    ]


def test_an_end_of_its_own_is_told_behind_its_exit() -> None:
    world = World()
    enter(world, execute=lambda person, machine: machine.finish(Status.FAILURE))
    events = traced(world)
    world.tick()
    assert events[2:4] == [trace.Exited(1, 1, ExitReason.FAILURE), trace.Finished(1, Status.FAILURE)]


def test_a_tracer_hears_from_now_on_and_until_it_is_taken_off() -> None:
    world = World()
    enter(world)
    world.tick()
    events: list[Event] = []
    end = world.trace(events.append)
    enter(world)
    world.tick()
    end()
    heard = list(events)
    world.tick()
    enter(world)
    assert events == heard
    assert [type(event) for event in heard] == [
        trace.Added, trace.Executed, trace.Entered, trace.Executed, trace.TickEnded
    ]  # fmt: skip


def test_taking_the_last_tracer_off_brings_the_untraced_minds_back() -> None:
    """Design decision 9: tracing costs nothing when off."""
    world = World()
    machine = role()
    minds: list[Any] = [world.add(Person(), machine).mind for _ in range(2)]
    world.tick()
    untraced = machine.initial.execute
    assert all(mind._execute == untraced for mind in minds)
    ends = [world.trace(lambda event: None) for _ in range(2)]
    minds.append(world.add(Person(), machine).mind)
    world.tick()
    assert all(mind.context.tracer is not None and mind._execute != untraced for mind in minds)
    ends[0]()
    assert all(mind.context.tracer is not None for mind in minds)
    ends[1]()
    assert all(mind.context.tracer is None and mind._execute == untraced for mind in minds)
    minds.append(world.add(Person(), machine).mind)
    world.tick()
    assert all(mind.context.tracer is None and mind._execute == untraced for mind in minds)


def test_taking_a_tracer_off_twice_is_taking_it_off_once() -> None:
    world = World()
    one, two = list[Event](), list[Event]()
    end = world.trace(one.append)
    world.trace(two.append)
    end()
    end()
    world.tick()
    assert (one, two) == ([], [trace.TickEnded(1, 1.0, None)])


def test_one_tracer_that_was_attached_twice_is_taken_off_by_each_end_once() -> None:
    world, events = World(), list[Event]()
    end = world.trace(events.append)
    world.trace(events.append)
    end()
    end()
    world.tick()
    assert len(events) == 1


def test_two_tracers_hear_the_same_in_the_order_of_their_attaching() -> None:
    world = World()
    heard: list[tuple[str, Event]] = []
    world.trace(lambda event: heard.append(("one", event)))
    world.trace(lambda event: heard.append(("two", event)))
    enter(world)
    world.tick()
    assert [who for who, _ in heard] == ["one", "two"] * 4
    assert [event for who, event in heard if who == "one"] == [event for who, event in heard if who == "two"]


@pytest.mark.parametrize("at", [trace.Added, trace.Executed, trace.Sent, trace.Received, trace.Exited, trace.TickEnded])
def test_a_tracer_that_raises_is_taken_off_and_logged_and_the_world_goes_on(
    at: type, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Event] = []

    def broken(event: Event) -> None:
        told.append(event)
        if isinstance(event, at):
            raise OSError("disk full")

    world = World()
    world.trace(broken)
    events = traced(world)
    bob = enter(world, execute=lambda person, machine: machine.context.send(1, "to self"))
    with caplog.at_level(logging.ERROR, "gumption"):
        world.run(ticks=2)
        world.remove(bob)
    assert bob.agent.ticks == [1, 2]
    assert bob.agent.left == ["halt"]
    assert told == events[: len(told)]
    assert isinstance(told[-1], at), "it was told no more"
    assert len(events) == 15, "the other one was told everything"
    (record,) = caplog.records
    assert "told no more" in record.getMessage()
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], OSError)


@pytest.mark.parametrize("hook", ["enter", "execute", "on_message"])
def test_a_tracer_may_come_and_go_in_the_middle_of_a_tick(hook: str) -> None:
    world, events = World(), list[Event]()
    ends: list[Callable[[], None]] = []

    def toggle(*_: object) -> None:
        ends.pop()() if ends else ends.append(world.trace(events.append))

    bob = enter(world, **{hook: toggle})
    elsa = enter(world)
    world.tick()
    world.send(bob, "home", delay=1.0)
    world.run(ticks=2)
    assert (bob.agent.ticks, elsa.agent.ticks) == ([1, 2, 3], [1, 2, 3])
    borders = {"enter": [1, 2, 3], "execute": [1, 3], "on_message": [2, 3]}[hook]
    assert [event.tick for event in of_kind(events, trace.TickEnded)] == borders  # type: ignore[union-attr]


def gamble(person: Person, machine: Any) -> None:
    chance = machine.context.random
    if chance.random() < 0.5:
        machine.context.send(chance.randint(1, 4), "raise", [chance.random()], chance.choice([0.0, 0.5, 1.5]))
    if chance.random() < 0.1:
        machine.finish(chance.choice([Status.SUCCESS, Status.FAILURE]))


def reply(person: Person, machine: Any, message: Message) -> bool:
    machine.context.say(f"heard {message.kind}")
    return machine.context.random.random() < 0.5


def casino(seed: int) -> list[Event]:
    world = World(seed=seed, step=0.5)
    events = traced(world)
    for _ in range(4):
        enter(world, execute=gamble, on_message=reply)
    world.run(ticks=50)
    return events


def test_two_worlds_with_one_seed_tell_equal_events() -> None:
    """C6."""
    assert casino(7) == casino(7)
    assert len(casino(7)) > 300


def test_worlds_with_other_seeds_tell_other_events() -> None:
    assert casino(7) != casino(8)


def test_listening_changes_nothing() -> None:
    """Whether somebody listens must not matter to what happens."""
    diaries = []
    for listened in (True, False):
        world = World(seed=7)
        if listened:
            traced(world)
        people = [enter(world, execute=gamble, on_message=reply).agent for _ in range(4)]
        world.run(ticks=50)
        diaries.append([person.diary for person in people])
    assert diaries[0] == diaries[1]


def test_who_comes_later_changes_no_other_ones_chance() -> None:
    """Each entity's stream comes from the seed and its id alone."""
    draws = {}
    for crowd in (1, 3):
        world = World(seed=7)
        entities = [world.add(Person(), IDLER) for _ in range(crowd)]
        for entity in reversed(entities):
            draws[crowd, entity.id] = [entity.mind.context.random.random() for _ in range(3)]
    assert draws[1, 1] == draws[3, 1]
    assert len({tuple(each) for each in draws.values()}) == 3


def test_a_tracer_of_some_entities_is_told_of_these_and_of_who_comes_and_goes() -> None:
    world = World(on_error="park")
    enter(world, "Bob", execute=lambda _, machine: machine.context.send(2, "home"))
    enter(world, "Elsa")
    enter(world, "Ada", execute=lambda _, machine: machine.context.send(2, "hello"))
    told: list[Event] = []
    stop = world.trace(told.append, only=[1])
    world.tick()
    assert [entity.mind.context.tracer is None for entity in world.entities.values()] == [False, True, True]
    enter(world, "Bill", execute=fail)
    world.tick()
    world.remove(3)
    stop()
    world.remove(1)
    assert told == [
        trace.Entered(1, 1),
        trace.Executed(1, 1),
        trace.Sent(1, 2, "home", None, 0.0, False),
        trace.TickEnded(1, 1.0, None),
        trace.Added(4, "Bill", True),
        trace.Executed(1, 1),
        trace.Sent(1, 2, "home", None, 0.0, False),
        trace.Parked(4),
        trace.TickEnded(2, 2.0, None),
        trace.Removed(3, True),
    ]


def test_tracers_of_some_and_of_all_listen_together() -> None:
    world = World()
    enter(world, "Bob")
    enter(world, "Elsa")
    some: list[Event] = []
    stop_some = world.trace(some.append, only={2})
    everything = traced(world)
    world.tick()
    stop_some()
    world.tick()
    assert some == [trace.Entered(2, 1), trace.Executed(2, 1), trace.TickEnded(1, 1.0, None)]
    assert [type(event) for event in everything].count(trace.Executed) == 4


def test_what_runs_unheard_is_told_only_to_whom_begins_to_trace_inside() -> None:
    world = World(seed=1)
    enter(world)
    outer: list[Event] = []
    inner: list[Event] = []
    world.trace(outer.append)
    world.tick()
    with world.unheard():
        known = len(outer)
        world.tick()
        world.trace(inner.append)
        world.tick()
    assert len(outer) == known
    assert {event.tick for event in inner if isinstance(event, trace.TickEnded)} == {3}
    told = len(inner)
    world.tick()
    assert {event.tick for event in outer[known:] if isinstance(event, trace.TickEnded)} == {4}
    assert any(isinstance(event, trace.Executed) for event in outer[known:])
    assert len(inner) == told
