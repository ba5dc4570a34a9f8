"""Only who is watched is traced; at the others the inspector glances (docs/inspector.md)."""

import contextlib
import time

from gumption import World
from gumption.core.trace import Seen
from gumption.inspect import attach
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.inspect.hub import GLANCES, Hub
from gumption.inspect.viewer import Viewer
from gumption.inspect.wire import Watch
from gumption.world.recording import Header
from tests.inspect.page import MACHINE, WAIT, Walker, page, world_of


@contextlib.contextmanager
def hub_of(world: World):
    """A hub with a page, without a server between them."""
    header = Header(gumption="0", format=1, seed=1, step=1.0, on_error="raise", scenario=None, entities=[], outlines={})
    feed = Feed("test", header, History(), live=True)
    hub, viewer = Hub(world, feed), Viewer(feed)
    feed.enter(viewer)
    try:
        yield feed, viewer
    finally:
        hub.close()


def traced(world: World):
    return {entity.id for entity in world.entities.values() if entity.mind.context.tracer is not None}


def texts(feed: Feed):
    return set(feed.history.doing_at(feed.history.tick).values())


def test_only_those_are_traced_who_are_watched():
    world = world_of(5)
    with hub_of(world) as (_, viewer):
        world.run(ticks=2)
        assert traced(world) == set()
        for ids in ([2], [2, 4], [1], []):
            viewer.answer(Watch(ids))
            world.tick()
            assert traced(world) == set(ids)
    assert traced(world) == set()


def test_what_the_others_do_is_known_from_glances_at_some_of_them_in_each_tick():
    world = world_of(3 * GLANCES)
    with hub_of(world) as (feed, _):
        world.tick()
        assert texts(feed) == {"Walk"}  # all were looked at when the page was opened
        world.run(ticks=2)  # now all of them rest
        doing = list(feed.history.doing_at(3).values())
        assert 0 < doing.count("Rest") <= 2 * GLANCES
        assert len(doing) == 3 * GLANCES


def test_who_is_watched_is_told_from_then_on_and_no_more_when_he_is_not():
    world = world_of(2)
    with hub_of(world) as (feed, viewer):
        world.run(ticks=3)
        viewer.news()
        viewer.answer(Watch([1]))
        world.run(ticks=2)
        told = [message for message in viewer.news() if hasattr(message, "seq")]
        assert [[event["event"] for event in each.events] for each in told] == [
            ["seen"],
            ["executed", "said"],
        ]
        assert told[0].events[0]["nodes"] == [1]
        viewer.answer(Watch([]))
        world.run(ticks=1)
        viewer.news()
        doing = feed.history.now[1]
        assert doing.entered == world.entities[1].mind.active()
        assert not doing.results


def test_a_look_back_finds_what_was_seen_then():
    world = world_of(1)
    with hub_of(world) as (feed, _):
        world.run(ticks=12)
        stood = [feed.history.standing_at(1, tick) for tick in range(feed.history.first, 13)]
        assert [[each.entered for each in stood if each is not None]] == [
            [[1] if tick % 4 < 3 else [2] for tick in range(feed.history.first, 13)]
        ]


def test_who_comes_and_goes_is_told_of_all():
    world = world_of(1)
    with hub_of(world) as (feed, _):
        world.run(ticks=2)
        late = world.add(Walker("Late"), MACHINE)
        world.run(ticks=2)
        assert feed.history.entities[late.id].name == "Late"
        world.remove(late)
        world.run(ticks=1)
        assert feed.history.gone == {late.id: 5}


def test_a_page_is_told_at_once_how_one_stands_whom_it_watches_in_a_paused_world():
    world = world_of(1)
    world.run(ticks=3)
    with attach(world, control=True) as inspector, page(inspector) as client:
        assert client.next("hello")["tick"] == 3
        hub = inspector._hub
        client.send(type="watch", ids=[1])
        client.next("standing")
        until = time.perf_counter() + WAIT
        while not inspector._feed.watched and time.perf_counter() < until:
            time.sleep(0.005)
        hub.attend()
        standing = client.next("standing")
        assert standing["standing"] == {"entered": [2], "data": {"name": "Walker 1", "steps": 3}}


def test_an_event_that_only_says_what_runs_takes_the_place_of_all_that_was_known():
    world = world_of(1)
    with hub_of(world) as (feed, viewer):
        viewer.answer(Watch([1]))
        world.run(ticks=3)
        doing = feed.history.now[1]
        assert doing.results
        after = doing.step(Seen(1, [2]), 4, doing.epoch)
        assert (after.entered, after.results, after.last) == ([2], {}, None)
        assert after.data == doing.data
