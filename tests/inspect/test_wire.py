"""What goes over the wire, with a real server and a real client (docs/inspector.md)."""

import threading
import time

import pytest

from gumption import World, fsm
from gumption.inspect import attach
from gumption.scenarios import westworld
from tests.inspect.page import MACHINE, WAIT, Walker, page, world_of


def test_hello_says_who_is_there_what_they_do_and_how_far_one_can_look_back():
    world = world_of(2)
    with attach(world, keep=True, title="town") as inspector:
        world.run(ticks=4)
        with page(inspector) as client:
            hello = client.next()
    assert hello["type"] == "hello"
    assert (hello["version"], hello["title"], hello["control"], hello["live"]) == (1, "town", False, True)
    assert (hello["first_tick"], hello["tick"], hello["time"], hello["paused"], hello["speed"]) == (
        0,
        4,
        4.0,
        False,
        None,
    )
    header = hello["header"]
    assert header["seed"] == 1
    assert [each["name"] for each in header["entities"]] == ["Walker 1", "Walker 2"]
    (nodes,) = header["outlines"].values()
    assert [node["name"] for node in nodes] == ["walker", "Walk", "Rest"]
    assert header["entities"][0]["outline"] in header["outlines"]
    assert hello["doing"] == {"1": "Walk", "2": "Walk"}


def test_a_tick_has_the_events_of_watched_ones_only_and_what_all_are_doing():
    world = world_of(2)
    with attach(world, keep=True) as inspector, page(inspector) as client:
        client.next("hello")
        client.send(type="watch", ids=[2])
        standing = client.next("standing")
        assert (standing["id"], standing["tick"], standing["standing"]) == (2, 0, {})
        world.run(ticks=3)
        ticks = [each for each in client.until_tick(3) if each["type"] == "tick"]
    assert [(each["seq"], each["tick"], each["time"]) for each in ticks] == [(1, 1, 1.0), (2, 2, 2.0), (3, 3, 3.0)]
    assert {event["entity"] for each in ticks for event in each["events"]} == {2}
    assert {"event": "said", "entity": 2, "text": "step 2"} in ticks[1]["events"]
    assert ticks[0]["data"] == {"2": {"name": "Walker 2", "steps": 1}}
    assert ticks[1]["data"] == {"2": {"steps": 2}}
    doing = {}
    for each in ticks:
        doing.update(each.get("doing", {}))
    assert doing == {"1": "Rest", "2": "Rest"}


def test_a_page_that_opens_later_is_told_how_a_watched_one_stands():
    world = world_of(1)
    with attach(world, keep=True) as inspector:
        world.run(ticks=4)
        with page(inspector) as client:
            client.next("hello")
            client.send(type="watch", ids=[1, 99])
            standing = client.next("standing")["standing"]
    assert standing["entered"] == [1]
    assert standing["results"] == {"1": ["running", 4], "2": ["success", 4]}
    assert standing["last"] == 2


def test_who_comes_and_goes_is_told():
    world = world_of(1)
    with attach(world, keep=True) as inspector, page(inspector) as client:
        client.next("hello")
        newcomer = world.add(Walker("Late"), MACHINE)
        world.tick()
        (tick,) = client.until_tick(1)
        assert tick["entities"] == [{"id": 2, "name": "Late", "outline": MACHINE.bind(Walker()).describe().digest}]
        assert "outlines" not in tick
        world.remove(newcomer)
        world.tick()
        (tick,) = client.until_tick(2)
        assert tick["removed"] == [2]
        assert tick["doing"] == {"2": None}
        with page(inspector) as other:
            hello = other.next("hello")
        assert (hello["came"], hello["gone"]) == ({"2": 1}, {"2": 2})
        assert [each["id"] for each in hello["header"]["entities"]] == [1, 2]


def test_a_failing_mind_is_told_to_everybody():
    world = World(on_error="park")

    def fail(agent, machine):
        raise ValueError("no pick")

    world.add(Walker(), fsm.Machine(initial=fail))
    with attach(world, keep=True) as inspector, page(inspector) as client:
        client.next("hello")
        world.tick()
        (tick,) = client.until_tick(1)
        client.send(type="watch", ids=[1])
        assert "no pick" in client.next("standing")["standing"]["problem"]
    assert [event["event"] for event in tick["events"]] == ["failed", "parked"]


def test_seek_answers_with_the_past_of_anybody():
    world = world_of(2)
    with attach(world, keep=True) as inspector:
        world.run(ticks=10)
        with page(inspector) as client:
            client.next("hello")
            client.send(type="seek", id=1, **{"from": 3, "to": 5})
            past = client.next("past")
            assert (past["id"], past["from"], past["to"]) == (1, 3, 5)
            assert past["start"]["entered"] == [2]
            assert past["start"]["results"] == {"1": ["success", 3], "2": ["running", 3]}
            assert [line["tick"] for line in past["lines"]] == [4, 5]
            assert {event["entity"] for line in past["lines"] for event in line["events"]} == {1}
            assert "doing" not in past
            client.send(type="seek", id=1, **{"from": 5, "to": 5})
            assert client.next("past")["doing"] == {"1": "Walk", "2": "Walk"}
            client.send(type="seek", id=1, **{"from": -5, "to": 10**9})
            past = client.next("past")
            assert (past["from"], past["to"], past["start"]) == (0, 10, {})
            client.send(type="seek", id=77, **{"from": 8, "to": 2})
            past = client.next("past")
            assert (past["from"], past["to"], past["start"], past["lines"]) == (8, 8, None, [])


def test_two_pages_see_what_each_of_them_watches():
    world = world_of(2)
    with attach(world, keep=True) as inspector, page(inspector) as one, page(inspector) as other:
        for client, entity in ((one, 1), (other, 2)):
            client.next("hello")
            client.send(type="watch", ids=[entity])
            client.next("standing")
        world.tick()
        for client, entity in ((one, 1), (other, 2)):
            (tick,) = client.until_tick(1)
            assert {event["entity"] for event in tick["events"]} == {entity}
            assert tick["data"].keys() == {str(entity)}


def test_a_world_without_a_page_is_not_traced_and_a_page_sees_it_from_then_on():
    world = world_of(1)
    mind = world.entities[1].mind
    with attach(world) as inspector:
        world.run(ticks=5)
        assert mind.context.tracer is None
        with page(inspector) as client:
            assert client.next("hello")["tick"] == 0
            world.run(ticks=1)
            hello = client.next("hello")
            assert (hello["first_tick"], hello["tick"]) == (6, 6)
            assert mind.context.tracer is None  # a page is open, and does not watch it
            client.send(type="watch", ids=[1])
            client.next("standing")
            world.run(ticks=1)
            assert mind.context.tracer is not None
            client.until_tick(7)
    assert mind.context.tracer is None


def test_a_world_that_is_faster_than_a_page_is_told_in_sum():
    world = world_of(3)
    with attach(world, keep=True) as inspector, page(inspector) as client:
        client.next("hello")
        client.send(type="watch", ids=[1])
        client.next("standing")
        world.run(ticks=1000)
        world.add(Walker("Late"), MACHINE)
        world.run(ticks=1000)
        messages = client.until_tick(2000)
    lost = [each for each in messages if each["type"] == "lost"]
    ticks = [each for each in messages if each["type"] == "tick"]
    assert lost
    assert sum(each["count"] for each in lost) + len(ticks) == 2000
    assert all(each["count"] == each["to"] - each["from"] for each in lost)
    assert lost[-1]["standing"]["1"]["data"]["steps"] > 0
    assert [each["name"] for message in messages for each in message.get("entities", [])] == ["Late"]


def drive(world, ticks):
    thread = threading.Thread(target=lambda: world.run(ticks=ticks), daemon=True)
    thread.start()
    return thread


def test_a_page_pauses_steps_paces_and_plays_the_world():
    world = world_of(1)
    with attach(world, keep=True, control=True) as inspector, page(inspector) as client:
        assert client.next("hello")["control"] is True
        client.send(type="control", do="pause")
        assert client.next("state") == {"type": "state", "paused": True, "speed": None, "ended": False}
        thread = drive(world, 5)
        assert client.until_tick(1)[-1]["tick"] == 1
        client.send(type="watch", ids=[1])  # while it stands still its fields are read all the same
        assert client.next("standing")["standing"].get("data") is None
        assert client.next("standing")["standing"]["data"] == {"name": "Walker 1", "steps": 1}
        client.send(type="control", do="step")
        assert client.next("tick")["tick"] == 2
        assert world.clock.ticks == 2
        client.send(type="control", do="speed", speed=50.0)
        assert client.next("state")["speed"] == 50.0
        began = time.perf_counter()
        client.send(type="control", do="play")
        client.until_tick(5)
        thread.join(WAIT)
        assert time.perf_counter() - began >= 2 / 50
        assert not thread.is_alive()


def test_a_paused_world_goes_on_when_the_last_page_is_closed_or_the_inspector_is():
    for leave in ("page", "inspector"):
        world = world_of(1)
        with attach(world, control=True) as inspector:
            with page(inspector) as client:
                client.next("hello")
                client.send(type="control", do="pause")
                client.next("state")
                thread = drive(world, 3)
                if leave == "inspector":
                    client.next("hello")
                    inspector.end()
                    thread.join(WAIT)
            thread.join(WAIT)
        assert not thread.is_alive()
        assert world.clock.ticks == 3


@pytest.mark.parametrize(
    "message",
    [
        {"type": "control", "do": "pause"},
        {"type": "control", "do": "speed", "speed": 2},
    ],
)
def test_without_control_a_page_only_looks(message):
    world = world_of(1)
    with attach(world) as inspector, page(inspector) as client:
        client.next("hello")
        client.send(**message)
        assert "only looks" in client.next("problem")["problem"]


@pytest.mark.parametrize("speed", [0, -1, 1e300])
def test_a_speed_that_cannot_be_is_refused(speed):
    with attach(world_of(1), control=True) as inspector, page(inspector) as client:
        client.next("hello")
        client.send(type="control", do="speed", speed=speed)
        assert "cannot run at speed" in client.next("problem")["problem"]


def test_every_way_of_thinking_is_shown():
    world = World(seed=7)
    westworld.build(world, mind="all", elsa=False)
    with attach(world, keep=True) as inspector, page(inspector) as client:
        client.next("hello")
        client.send(type="watch", ids=[1, 2, 3, 4])
        world.run(ticks=3)
        client.until_tick(3)
        client.send(type="watch", ids=[])
        client.send(type="watch", ids=[1, 2, 3, 4])
        standings = {each: client.next("standing")["standing"] for each in (1, 2, 3, 4)}
        client.send(type="seek", id=1, **{"from": 3, "to": 3})
        doing = client.next("past")["doing"]
    assert doing.keys() == {"1", "2", "3", "4"}
    assert standings[2]["results"]
    assert standings[3]["plan"]["goal"] == "earn"
    assert standings[4]["checks"]
