"""Messages that are delivered inside the call, or when their receiver is free (rule F10)."""

import math
from enum import Enum, StrEnum
from itertools import pairwise
from typing import Any

import pytest

from gumption import Message, World
from gumption.core.trace import Handled, Received, Sent, Undeliverable, Unhandled
from gumption.errors import LimitError, UsageError
from gumption.world.world import MAX_NESTED
from tests.world.cast import IDLER, Person, enter, traced


class Telegram(StrEnum):
    HOME = "home"


class OldTelegram(str, Enum):  # noqa: UP042 - enumerations of before Python 3.11
    HOME = "home"


def test_a_message_is_delivered_inside_the_call() -> None:
    """F10."""
    world = World()
    bob, elsa = enter(world, "Bob"), enter(world, "Elsa")
    world.tick()
    events = traced(world)
    assert world.send(elsa, "home", sender=bob, data={"hungry": True}) is True
    assert elsa.agent.heard == [Message("home", 1, 2, {"hungry": True})]
    assert bob.agent.heard == []
    assert events == [
        Sent(1, 2, "home", {"hungry": True}, 0.0, True),
        Received(2, 1, "home", {"hungry": True}),
        Handled(2, 1, "home"),
    ]


def test_entities_may_be_named_by_their_ids() -> None:
    world = World()
    elsa = enter(world, "Elsa")
    world.tick()
    assert world.send(elsa.id, "home", sender=77)
    assert world.send(elsa, "home")
    assert [message.sender for message in elsa.agent.heard] == [77, None]


def test_a_message_that_nobody_wants_is_unhandled() -> None:
    """F10."""
    world = World()
    elsa = enter(world, "Elsa", on_message=lambda *_: False)
    world.tick()
    events = traced(world)
    assert world.send(elsa, "home") is False
    assert elsa.agent.kinds == ["home"]
    assert events[-1] == Unhandled(1, "home")


def test_a_message_to_a_mind_that_has_not_begun_is_unhandled() -> None:
    world = World()
    elsa = enter(world, "Elsa")
    events = traced(world)
    assert world.send(elsa, "home") is False
    assert elsa.agent.heard == []
    assert events[-1] == Unhandled(1, "home")


@pytest.mark.parametrize("was_there", [True, False])
def test_a_message_to_somebody_who_is_gone_is_undeliverable(was_there: bool) -> None:
    """F10: and nothing breaks."""
    world = World()
    if was_there:
        world.remove(world.add(Person(), IDLER))
    events = traced(world)
    assert world.send(1, "home", data=[1]) is False
    assert events == [Sent(None, 1, "home", [1], 0.0, True), Undeliverable(1, "home")]
    world.tick()


def test_who_is_busy_is_told_when_its_tick_ends_and_before_the_next_one_is_ticked() -> None:
    """F10."""
    world, diary, handled = World(), list[str](), list[bool]()

    def write(person: Person, machine: Any) -> None:
        handled.extend(machine.context.send(1, kind) for kind in ("first", "second"))
        diary.append("goes on")

    bob = enter(world, "Bob", diary, execute=write)
    enter(world, "Elsa", diary)
    world.tick()
    assert diary == [
        "Bob.enter", "Bob.execute", "goes on", "Bob.on_message", "Bob.on_message", "Elsa.enter", "Elsa.execute"
    ]  # fmt: skip
    assert handled == [False, False]
    assert [(message.kind, message.sender) for message in bob.agent.heard] == [("first", 1), ("second", 1)]


def test_who_is_being_told_something_is_told_the_next_thing_when_that_ends() -> None:
    """F10."""
    world, diary = World(), list[str]()

    def wonder(person: Person, machine: Any, message: Message) -> None:
        if message.kind == "home":
            assert machine.context.send(1, "stew?") is False
            diary.append("goes on")

    elsa = enter(world, "Elsa", diary, on_message=wonder)
    world.tick()
    diary.clear()
    assert world.send(elsa, "home") is True
    assert diary == ["Elsa.on_message", "goes on", "Elsa.on_message"]
    assert elsa.agent.kinds == ["home", "stew?"]


def test_who_is_free_is_told_in_the_middle_of_the_senders_tick_and_its_answer_waits_until_that_ends() -> None:
    """F10."""
    world, diary = World(), list[str]()

    def call_home(person: Person, machine: Any) -> None:
        if machine.context.clock.ticks == 2:
            assert machine.context.send(elsa.id, "home") is True
            diary.append("goes on")

    bob = enter(world, "Bob", diary, execute=call_home)
    elsa = enter(world, "Elsa", diary, on_message=lambda *_: [world.send(bob, "stew", sender=elsa)])
    world.tick()
    diary.clear()
    world.tick()
    assert diary == ["Bob.execute", "Elsa.on_message", "goes on", "Bob.on_message", "Elsa.execute"]
    assert bob.agent.heard == [Message("stew", 2, 1)]


@pytest.mark.parametrize("kind", [Telegram.HOME, OldTelegram.HOME], ids=["StrEnum", "str and Enum"])
def test_the_kind_may_be_an_enumeration_of_strings(kind: str) -> None:
    """As `Message.kind` says: it equals the string that it is."""
    world = World()
    elsa = enter(world)
    world.tick()
    events = traced(world)
    world.send(elsa, kind)
    assert elsa.agent.kinds == [kind] == ["home"]
    assert [event.kind for event in events] == ["home"] * 3  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (object(), ""),
        ({"price": math.nan}, "['price']"),
        ([1, {2: 3}], "[1]"),
        ({1, 2}, ""),
        ({"who": Person()}, "['who']"),
        (b"stew", ""),
    ],
    ids=lambda value: f"{type(value).__name__}",
)
def test_data_that_is_not_plain_is_refused_with_its_place(data: Any, place: str) -> None:
    world = World()
    elsa = enter(world)
    world.tick()
    events = traced(world)
    for delay in (0.0, 1.0):
        with pytest.raises(UsageError) as caught:
            world.send(elsa, "stew", data=data, delay=delay)
        assert caught.value.where == f"data of message 'stew'{place}"
    assert events == []
    world.tick()
    assert elsa.agent.heard == []


def test_an_entity_as_data_is_refused_and_the_error_says_to_give_its_id() -> None:
    world = World()
    elsa = enter(world)
    with pytest.raises(UsageError, match="for an entity, its id"):
        world.send(elsa, "stew", data={"for": elsa})  # type: ignore[dict-item]


@pytest.mark.parametrize("wrong", [Person(), "Elsa", None, True, 1.0, [1]], ids=lambda value: type(value).__name__)
def test_an_agent_is_no_receiver_and_no_sender(wrong: Any) -> None:
    """By way of the world or of the context: nothing is sent, and the error says what to give."""
    world = World()
    elsa = enter(world)
    world.tick()
    events = traced(world)
    calls = [lambda: world.send(wrong, "stew"), lambda: elsa.mind.context.send(wrong, "stew")]
    if wrong is not None:
        calls.append(lambda: world.send(elsa, "stew", sender=wrong))
    for call in calls:
        with pytest.raises(UsageError, match="neither an entity nor an id"):
            call()
    assert events == []


def chain(length: int) -> tuple[World, list[Any]]:
    """Each one passes on what it is told to the next one."""
    world = World()

    def pass_on(person: Person, machine: Any, message: Message) -> None:
        if machine.context.entity < length:
            machine.context.send(machine.context.entity + 1, message.kind)

    row = [enter(world, str(number), on_message=pass_on) for number in range(1, length + 1)]
    world.tick()
    return world, row


def test_as_many_deliveries_inside_each_other_as_are_allowed() -> None:
    world, row = chain(MAX_NESTED)
    assert world.send(1, "rumour")
    assert all(each.agent.kinds == ["rumour"] for each in row)


def test_one_more_delivery_inside_each_other_is_an_error_of_the_last_sender() -> None:
    world, row = chain(MAX_NESTED + 1)
    with pytest.raises(LimitError) as caught:
        world.send(1, "rumour")
    assert f"more than {MAX_NESTED} messages were delivered inside each other" in caught.value.problem
    assert "'rumour'" in caught.value.problem
    assert "delay" in caught.value.remedy
    assert row[-1].agent.heard == []
    idle = [each.mind.status is None for each in row]
    assert idle == [False] * (MAX_NESTED - 1) + [True, False], "only the one that sent it failed"
    world.run(ticks=2)
    assert all(one.agent.ticks == two.agent.ticks for one, two in pairwise(row)), "the world goes on"


def test_two_who_answer_each_other_for_ever_are_stopped() -> None:
    world = World()
    bob = enter(world, on_message=lambda *_: world.send(elsa, "no, you hang up"))
    elsa = enter(world, on_message=lambda *_: world.send(bob, "you hang up"))
    world.tick()
    with pytest.raises(LimitError, match="you hang up"):
        world.send(bob, "you hang up")
    world.tick()
