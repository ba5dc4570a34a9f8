"""Miner Bob and Elsa live by the rules in docs/semantics.md. As a script, this file goes on from saved moments."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from typing import Any

import pytest

from gumption import Snapshot, World
from gumption.core.trace import Said, Sent, Undeliverable, to_plain
from gumption.scenarios.westworld import build

BOB, ELSA = 1, 2

# Tick: place gold/bank/thirst/fatigue, after that tick.
GOLDEN = """
1 mine 0/0/1/0    7 mine 1/1/0/4    13 mine 2/2/0/8   19 shack 0/5/6/5   25 shack 0/6/3/8
2 mine 1/0/2/1    8 mine 2/1/1/5    14 bank 3/2/1/9   20 mine 0/5/7/5    26 shack 0/6/4/7
3 mine 2/0/3/2    9 bank 3/1/2/6    15 shack 0/5/2/9  21 saloon 1/5/8/6  27 shack 0/6/5/6
4 bank 3/0/4/3    10 mine 0/4/3/6   16 shack 0/5/3/8  22 mine 1/3/0/6    28 shack 0/6/6/5
5 mine 0/3/5/3    11 mine 1/4/4/7   17 shack 0/5/4/7  23 mine 2/3/1/7    29 mine 0/6/7/5
6 saloon 1/3/6/4  12 saloon 2/4/5/8 18 shack 0/5/5/6  24 bank 3/3/2/8    30 saloon 1/6/8/6
"""

HOME_AT = 15  # the tick in which Bob comes home for the first time; he leaves again in tick 20


MINDS = pytest.mark.parametrize("mind", ["fsm", "bt", "goap", "flow"])


def west_world(
    mind: Any = "fsm", *, seed: int = 0, step: float = 1.0, elsa: bool = True
) -> tuple[World, Any, list[Any]]:
    world, events = World(seed=seed, step=step), []
    build(world, mind=mind, elsa=elsa)
    world.trace(events.append)
    return world, world.entities[BOB].agent, events


def words(events: list[Any], entity: int) -> list[str]:
    return [event.text for event in events if isinstance(event, Said) and event.entity == entity]


@MINDS
@pytest.mark.parametrize("elsa", [False, True])
@pytest.mark.parametrize("seed", [0, 1, 7, -3, 2**70])
def test_bob_lives_the_golden_trace(mind: str, elsa: bool, seed: int) -> None:
    """West World: the same numbers with any seed, with Elsa and without, however he thinks."""
    world, bob, _ = west_world(mind, seed=seed, elsa=elsa)
    rows = {int(tick): (place, values) for tick, place, values in zip(*[iter(GOLDEN.split())] * 3, strict=True)}
    assert sorted(rows) == list(range(1, 31))
    for tick in range(1, 31):
        world.tick()
        assert (tick, bob.place, f"{bob.gold}/{bob.bank}/{bob.thirst}/{bob.fatigue}") == (tick, *rows[tick])


def test_four_bobs_live_the_same_life_each_by_his_own_way_of_thinking() -> None:
    """West World: `--set mind=all`, over 1,000 ticks; so does each one alone."""
    world = World()
    build(world, mind="all")
    bobs = [entity.agent for entity in world.entities.values() if entity.name.startswith("Bob")]
    assert [bob.name for bob in bobs] == ["Bob (fsm)", "Bob (bt)", "Bob (goap)", "Bob (flow)"]
    alone, lonely, _ = west_world()
    for tick in range(1, 1001):
        world.tick()
        alone.tick()
        lives = {(bob.place, bob.gold, bob.bank, bob.thirst, bob.fatigue) for bob in (*bobs, lonely)}
        assert len(lives) == 1, f"tick {tick}: {lives}"


def test_bob_starts_in_the_shack_with_nothing_and_going_home() -> None:
    """West World: start."""
    world, bob, events = west_world()
    assert (bob.place, bob.gold, bob.bank, bob.thirst, bob.fatigue) == ("shack", 0, 0, 0, 0)
    world.tick()
    assert not [event for event in events if isinstance(event, Sent)]  # he has been at home: nobody is greeted


def test_a_bachelor_tells_nobody_that_he_is_home() -> None:
    """West World: without Elsa no message is sent."""
    world, _, events = west_world(elsa=False)
    world.run(ticks=30)
    assert not [event for event in events if isinstance(event, Sent)]


@MINDS
def test_bob_coming_home_tells_elsa_who_starts_to_cook_in_the_same_tick(mind: str) -> None:
    """West World, F10: delivered inside the call."""
    world, _, events = west_world(mind)
    world.run(ticks=HOME_AT - 1)
    assert "puts a stew on the stove" not in words(events, ELSA)
    events.clear()
    world.tick()
    assert Sent(BOB, ELSA, "home", None, 0.0, outside=False) in events
    told = [event for event in events if isinstance(event, (Said, Sent))]
    assert words(told[: told.index(Sent(ELSA, ELSA, "stew ready", None, 1.5, outside=False))], ELSA) == [
        "calls back: good to have you, dear. I will make you some stew!",
        "puts a stew on the stove",
    ]


@MINDS
@pytest.mark.parametrize(
    ("step", "ready_at", "eats"),
    [(2.0, 16, True), (1.0, 17, True), (0.5, 18, True), (0.375, 19, True), (0.25, 21, False), (0.1875, 23, False)],
)
def test_stew_is_ready_one_and_a_half_seconds_later_and_he_eats_only_if_he_is_home(
    mind: str, step: float, ready_at: int, eats: bool
) -> None:
    """West World: he sleeps for five ticks; with a small step they are over before the stew is ready."""
    world, _, events = west_world(mind, step=step)
    world.run(ticks=ready_at - 1)
    assert "calls: the stew is ready!" not in words(events, ELSA)
    world.tick()
    assert "calls: the stew is ready!" in words(events, ELSA)
    assert ("sits down to the stew, and eats every bit of it" in words(events, BOB)) is eats
    assert ("nobody comes; she puts the stew aside" in words(events, ELSA)) is not eats
    assert world.entities[ELSA].agent.cooking is False


@MINDS
def test_a_bob_who_has_got_up_early_gets_no_stew(mind: str) -> None:
    """West World: he eats only if he is home."""
    world, bob, events = west_world(mind)
    world.run(ticks=HOME_AT)
    bob.fatigue = 0  # no longer tired: in the next tick he is off to the mine
    world.run(ticks=2)
    assert bob.place == "mine"
    assert "nobody comes; she puts the stew aside" in words(events, ELSA)
    assert "sits down to the stew, and eats every bit of it" not in words(events, BOB)


def test_a_bob_who_is_gone_for_good_gets_no_stew_and_nothing_breaks() -> None:
    """West World, F10: undeliverable."""
    world, _, events = west_world()
    world.run(ticks=HOME_AT)
    world.remove(BOB)
    world.run(ticks=5)
    assert Undeliverable(BOB, "stew ready") in events
    assert "nobody comes; she puts the stew aside" in words(events, ELSA)


def test_the_meal_is_pushed_on_top_of_his_sleep_and_takes_no_tick() -> None:
    """West World, F7: paused, entered, exited, resumed; and he sleeps on in the same tick."""
    world, bob, events = west_world()
    world.run(ticks=16)
    events.clear()
    world.tick()
    names = [node.name for node in world.entities[BOB].mind.describe()]
    told = [to_plain(event) for event in events]
    his = [
        (event["event"], names[event["node"]])
        for event in told
        if event.get("entity") == BOB and event["event"] in ("paused", "entered", "exited", "resumed", "executed")
    ]
    assert his == [
        ("paused", "Home"),
        ("entered", "EatStew"),
        ("exited", "EatStew"),
        ("resumed", "Home"),
        ("executed", "Needs"),
        ("executed", "Home"),
    ]
    assert bob.fatigue == 7


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_elsa_visits_the_bathroom_about_one_tick_in_ten_and_goes_on_with_what_she_did(seed: int) -> None:
    """West World: a visit reverts in its own tick, and an interrupted stew is ready in time all the same."""
    world, _, events = west_world(seed=seed)
    said: list[tuple[int, str]] = []
    mind: Any = world.entities[ELSA].mind
    for tick in range(1, 10_001):
        heard = len(events)
        world.tick()
        said += [(tick, text) for text in words(events[heard:], ELSA)]
        assert type(mind.current_state).__name__ in ("Housework", "Cook")
    slips = [tick for tick, text in said if text == "slips into the bathroom"]
    assert slips == [tick for tick, text in said if text == "comes out, refreshed"]
    assert abs(len(slips) / 10_000 - 0.1) < 0.01
    cooks = [tick for tick, text in said if text == "puts a stew on the stove"]
    assert [tick + 2 for tick in cooks] == [tick for tick, text in said if text == "calls: the stew is ready!"]
    assert len(cooks) == words(events, BOB).count("calls out: Elsa, I am home!") > 500
    assert {tick + 1 for tick in cooks} & set(slips), "no visit has ever interrupted her cooking"


@MINDS
def test_two_equal_seeds_give_equal_stories_and_different_seeds_do_not(mind: str) -> None:
    """C6, over 10,000 ticks."""
    stories = []
    for seed in (3, 3, 4, 5):
        world, _, events = west_world(mind, seed=seed)
        world.run(ticks=10_000)
        stories.append(events)
    assert stories[0] == stories[1]
    assert stories[0] != stories[2] != stories[3] != stories[0]


def moment_of(world: World, mind: str, mail: list[tuple[float, Any]]) -> dict[str, Any]:
    """All of West World between two ticks as plain data."""
    return {
        "mind": mind,
        "seed": world.seed,
        "ticks": world.clock.ticks,
        "agents": [asdict(entity.agent) for entity in world.entities.values()],
        "minds": [entity.mind.snapshot().to_plain() for entity in world.entities.values()],
        "mail": [[due, letter.entity, letter.receiver, letter.kind] for due, letter in mail if due > world.clock.now],
    }


def go_on(moment: dict[str, Any], until: int) -> list[dict[str, Any]]:
    """The events from a saved moment to tick number `until`."""
    world = World(seed=moment["seed"])
    build(world, mind=moment["mind"])
    for _ in range(moment["ticks"]):
        world.clock.step_once()
    for entity, agent, mind in zip(world.entities.values(), moment["agents"], moment["minds"], strict=True):
        vars(entity.agent).update(agent)
        entity.mind.restore(Snapshot.from_plain(mind))
    for due, sender, receiver, kind in moment["mail"]:
        world.send(receiver, kind, sender=sender, delay=due - world.clock.now)
    events: list[Any] = []
    world.trace(events.append)
    world.run(ticks=until - moment["ticks"])
    return [to_plain(event) for event in events]


@MINDS
def test_a_world_stopped_at_any_tick_goes_on_the_same_in_another_process(mind: str) -> None:
    """C5: from every tick border 0 to 60; the agents' fields, the clock and the mail are the world's to restore."""
    world, _, events = west_world(mind, seed=5)
    moments: list[dict[str, Any]] = []
    borders: list[int] = []
    mail: list[tuple[float, Any]] = []
    heard = 0
    for tick in range(100):
        if tick <= 60:
            moments.append(moment_of(world, mind, mail))
            borders.append(len(events))
        world.tick()
        mail += [(world.clock.now + e.delay, e) for e in events[heard:] if isinstance(e, Sent) and e.delay]
        heard = len(events)
    whole = [to_plain(event) for event in events]
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps(moments),
        capture_output=True,
        text=True,
        timeout=50,
        env={**os.environ, "PYTHONHASHSEED": "99"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert any(moment["mail"] for moment in moments)
    for moment, border, rest in zip(moments, borders, json.loads(done.stdout), strict=True):
        assert rest == json.loads(json.dumps(whole[border:])), f"after tick {moment['ticks']} it is another story"


if __name__ == "__main__":
    json.dump([go_on(moment, 100) for moment in json.load(sys.stdin)], sys.stdout)
