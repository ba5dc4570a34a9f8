"""What is kept of the past, and that every border of it can be told anew."""

import pytest

from gumption import World
from gumption.core.trace import TickEnded
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.inspect.hub import Hub
from gumption.scenarios import westworld, woodcutter
from gumption.world.recording import FORMAT, Header
from tests.inspect.page import MACHINE, Walker, world_of

HEADER = Header(gumption="0", format=FORMAT, seed=0, step=1.0, entities=[], outlines={})


def listen(world, limit, **options):
    """A history that is fed by the world."""
    feed = Feed("test", HEADER, History(limit), live=True)
    return feed, Hub(world, feed, keep=True, **options)


@pytest.mark.parametrize("limit", [20, 200, 100_000])
@pytest.mark.parametrize("scenario", [westworld, woodcutter])
def test_how_everybody_stood_at_any_kept_border_is_what_was_true_then(scenario, limit):
    world = World(seed=3)
    scenario.build(world, **({"mind": "all"} if scenario is westworld else {}))
    feed, _ = listen(world, limit)
    feed.watched = frozenset(world.entities)
    history = feed.history
    seen = {}
    for _ in range(60):
        world.tick()
        feed.refresh()
        standings = {entity: doing.standing() for entity, doing in history.now.items()}
        seen[world.clock.ticks] = standings, {each: text for each, text in feed.doing().items() if text is not None}
    assert history.tick == 60
    for border in range(max(history.first, 1), 61):
        standings, doing = seen[border]
        for entity, standing in standings.items():
            stood = history.standing_at(entity, border)
            assert stood is not None
            assert stood.standing() == standing
        assert history.doing_at(border) == doing


def test_only_the_newest_ticks_are_kept():
    world = world_of(10)
    feed, _ = listen(world, 1_000)
    world.run(ticks=1_000)
    kept = sum(len(segment.events) for segment in feed.history._kept())
    assert 900 <= kept <= 1_300
    assert 900 < feed.history.first < 1_000
    assert [line.tick for _, line in feed.history.after(997)] == [998, 999, 1000]
    assert [line.tick for _, line in feed.history.after(0)] == list(range(feed.history.first + 1, 1001))


def test_who_left_is_forgotten_with_the_ticks_that_tell_of_him():
    world = world_of(2)
    feed, _ = listen(world, 100)
    world.run(ticks=2)
    world.remove(1)
    world.run(ticks=1)
    assert feed.history.gone == {1: 3}
    assert feed.history.standing_at(1, 2) is not None
    assert feed.history.standing_at(1, 3) is None
    world.run(ticks=200)
    assert feed.history.gone == {}
    assert feed.history.entities.keys() == {2}


def test_fields_of_one_who_is_watched_no_more_are_not_shown_as_if_they_were_true():
    world = world_of(1)
    feed, _ = listen(world, 100)
    feed.watched = frozenset({1})
    world.tick()
    assert feed.history.now[1].standing().data == {"name": "Walker 1", "steps": 1}
    feed.watched = frozenset()
    world.tick()
    assert feed.history.now[1].standing().data == {}
    feed.watched = frozenset({1})
    world.tick()
    assert feed.history.now[1].standing().data == {"name": "Walker 1", "steps": 3}


def test_the_world_is_not_held_when_a_listener_fails(monkeypatch, caplog):
    world = world_of(1)
    feed, hub = listen(world, 100)
    monkeypatch.setattr(feed.history, "append", lambda *_: 1 / 0)
    world.run(ticks=3)
    assert world.clock.ticks == 3
    assert "is told no more" in caplog.text
    hub.close()


def test_a_world_is_traced_no_more_when_no_page_was_open_for_a_while(monkeypatch):
    world = world_of(1)
    feed = Feed("test", HEADER, History(100), live=True)
    hub = Hub(world, feed)
    now = [100.0]
    monkeypatch.setattr("gumption.inspect.hub.time.monotonic", lambda: now[0])
    viewer = object()
    feed.viewers = frozenset({viewer})
    world.tick()
    assert hub.listens
    feed.viewers = frozenset()
    now[0] += 30
    world.tick()
    assert hub.listens
    now[0] += 31
    world.tick()
    assert not hub.listens
    assert world.entities[1].mind.context.tracer is None


def test_a_tick_that_ended_before_anybody_listened_is_not_told():
    world = world_of(1)
    world.run(ticks=2)
    feed, _ = listen(world, 100)
    assert (feed.history.first, feed.history.tick) == (2, 2)
    world.tick()
    assert [line.tick for _, line in feed.history.after(0)] == [3]
    assert not any(isinstance(event, TickEnded) for segment in feed.history._kept() for event in segment.events)


def test_one_who_comes_and_goes_in_one_tick_does_no_harm():
    world = world_of(1)
    feed, _ = listen(world, 100)
    world.remove(world.add(Walker(), MACHINE))
    world.tick()
    assert feed.history.now.keys() == {1}
    assert feed.history.gone == {2: 1}
