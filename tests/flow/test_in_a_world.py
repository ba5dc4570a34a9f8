"""Selectors in worlds: messages between minds, errors, removal, recordings (rules F10, C3, W5)."""

import json

import pytest

from gumption import World, flow
from gumption.core.trace import Event, Parked, to_plain
from gumption.errors import MindError
from tests.flow.stage import Actor, Does


async def greets(agent, context):
    agent.tell(str(context.send(agent.friend, "hello", context.entity)))
    await flow.message("hello back")
    agent.tell("smiles")


async def answers(agent, context):
    while True:
        note = await flow.message("hello")
        agent.tell(f"hello from {note.sender}")
        context.send(note.sender, "hello back")


def pair():
    world = World(step=0.5)
    events: list[Event] = []
    world.trace(events.append)
    two = Actor("b")
    one = Actor("a")
    world.add(two, flow.Selector([Does("b", answers)]))
    world.add(one, flow.Selector([Does("a", greets, "once")]))
    one.friend = 1
    return world, one, two, events


def test_minds_talk_to_each_other_f10():
    world, one, two, _ = pair()
    world.tick()
    assert one.take() == "a( True"
    world.tick()
    assert two.take() == "b( hello from 2"
    assert one.take() == "smiles a)"


def test_equal_worlds_have_equal_traces_c6():
    told = []
    for _ in range(2):
        world, _, _, events = pair()
        for _ in range(10):
            world.tick()
        told.append(json.dumps([to_plain(event) for event in events]))
    assert told[0] == told[1]


def test_a_mind_whose_check_fails_is_parked_and_the_others_go_on_c3():
    def sour(agent):
        raise ValueError("sour")

    world = World(on_error="park")
    events: list[Event] = []
    world.trace(events.append)
    world.add(Actor(), flow.Selector([flow.node(answers, sour)]))
    other = Actor("a")
    world.add(other, flow.Selector([Does("a")]))
    world.tick()
    world.tick()
    assert other.take() == "a( a."
    assert sum(isinstance(event, Parked) for event in events) == 1


def test_a_node_that_fails_parks_nobody_w5(caplog):
    async def slips(agent, context):
        raise ValueError("slipped")

    world = World(on_error="raise")
    world.add(Actor("a"), flow.Selector([Does("a", slips)]))
    world.tick()
    world.tick()
    assert "slipped" in caplog.text
    assert "entity 1" in caplog.text


def test_removing_an_entity_halts_its_node_f11():
    world, _, two, _ = pair()
    world.tick()
    two.take()
    world.remove(1)
    assert two.take() == "b)"


def test_a_node_may_remove_its_own_entity_f11():
    async def leaves(agent, context):
        world.remove(context.entity)
        await flow.sleep(100.0)

    world = World()
    actor = Actor("a")
    world.add(actor, flow.Selector([Does("a", leaves)]))
    world.tick()
    assert actor.take() == "a( a)"
    world.tick()
    assert actor.take() == ""


def test_an_error_in_the_clean_up_of_a_removed_entity_is_raised_c2():
    async def breaks(agent, context):
        try:
            await flow.sleep(100.0)
        finally:
            raise ValueError("the broom broke")

    world = World()
    entity = world.add(Actor("a"), flow.Selector([Does("a", breaks)]))
    world.tick()
    with pytest.raises(MindError, match="the broom broke"):
        world.remove(entity)
