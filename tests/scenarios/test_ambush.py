"""Soldiers in ambush: the world changes under their plans, and staying alive comes before all else."""

from typing import Any

import pytest
from click.testing import CliRunner

from gumption import World
from gumption.cli.main import cli, main
from gumption.core.trace import GoalReached, PlanAborted, PlanFailed, PlanFound, Said
from gumption.errors import UsageError
from gumption.scenarios.ambush import build
from gumption.scenarios.ambush.bystanders import LOOTER, WEATHER, Looter, Weather
from gumption.scenarios.ambush.field import CAMP, Field
from gumption.scenarios.ambush.raider import STRENGTH, Raider
from gumption.scenarios.ambush.soldier import CARTRIDGES, HEALTH, HURT_BELOW, RANGE, Soldier
from gumption.scenarios.ambush.soldier_goap import SOLDIER

SEEDS = pytest.mark.parametrize("seed", range(5))

WHOLE_PLAN = ["pick up a musket", "fetch cartridges", "load", "get near", "attack", "load", "attack"]


def ambush(seed: int = 0, **options: Any) -> tuple[World, list[Any]]:
    world, events = World(seed=seed), []
    build(world, **options)
    world.trace(events.append)
    return world, events


def alone(**things: complex) -> tuple[World, Any, Soldier, list[Any]]:
    """A soldier and his thoughts; the raider is there, but has no mind and stands still."""
    raider = Raider(place=30 + 2j)
    field = raider.field = Field(raider, {"musket": 9 + 2j}, {"crate": 12 + 2j}, {"rock": 16 + 2j})
    for name, place in things.items():
        next(each for each in (field.muskets, field.crates, field.rocks) if name in each)[name] = place
    soldier = Soldier("Zeno", field)
    field.soldiers.append(soldier)
    world, events = World(seed=1), []
    world.trace(events.append)
    return world, world.add(soldier, SOLDIER).mind, soldier, events


def steps(mind: Any) -> list[str]:
    return [step.name for step in mind.steps]


def until(world: World, mind: Any, step: str) -> None:
    """Run until that step is under way."""
    world.run(ticks=100, until=lambda: steps(mind)[:1] == [step])
    assert steps(mind)[0] == step


def of(events: list[Any], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def reasons(events: list[Any]) -> list[str]:
    return [event.reason for event in of(events, PlanAborted)]


def test_he_gets_a_musket_loads_gets_near_and_attacks() -> None:
    """G7: in this order, and in no other."""
    world, mind, soldier, events = alone()
    world.tick()
    assert steps(mind) == WHOLE_PLAN
    world.run(ticks=200, until=lambda: not soldier.field.raider.strength)
    assert soldier.field.raider.strength == 0
    world.run(ticks=2)
    assert of(events, GoalReached) == [GoalReached(1, "stop the raider")]
    told = [event.text for event in of(events, Said)]
    order = [
        next(n for n, text in enumerate(told) if words in text) for words in ("picks up", "takes 2", "loads", "fires")
    ]
    assert order == sorted(order)


def test_whoever_finds_his_musket_taken_goes_for_another_one() -> None:
    """G8: it was reported by the one who walks; the action rests, and then there is another target."""
    world, mind, soldier, events = alone()
    soldier.field.muskets["other"] = 2 + 18j
    world.run(ticks=2)
    assert mind.target == "musket"
    del soldier.field.muskets["musket"]
    world.tick()
    assert reasons(events) == ["somebody else has taken it"]
    world.run(ticks=4)
    assert mind.target == "other"


def test_without_any_musket_there_is_no_plan_until_one_lies_about_again() -> None:
    """G8, G9."""
    world, mind, soldier, events = alone()
    world.run(ticks=2)
    del soldier.field.muskets["musket"]
    world.tick()
    assert reasons(events) == ["'pick up a musket' needs muskets at least 1"]
    world.run(ticks=20)
    assert 1 <= len(of(events, PlanFailed)) <= 11
    soldier.field.muskets["musket"] = 3 + 3j
    world.tick()
    assert steps(mind) == WHOLE_PLAN


def test_wet_powder_has_the_musket_loaded_again() -> None:
    """G8: what was done is undone, so the plan is; the new one begins with it."""
    world, mind, soldier, events = alone()
    until(world, mind, "get near")
    assert soldier.get_wet()
    world.tick()
    assert reasons(events) == ["'get near' needs loaded"]
    assert steps(mind)[:3] == ["fetch cartridges", "load", "get near"]


def test_a_raider_who_rides_on_while_he_is_aimed_at_is_followed() -> None:
    """G8."""
    world, mind, soldier, events = alone()
    until(world, mind, "attack")
    soldier.field.raider.place += RANGE
    world.tick()
    assert reasons(events) == ["'attack' needs near"]
    assert steps(mind)[:2] == ["get near", "attack"]


def test_a_raider_who_comes_near_himself_needs_not_be_walked_to() -> None:
    """G8: the kernel of a later step holds."""
    world, mind, soldier, events = alone()
    until(world, mind, "get near")
    soldier.field.raider.place = soldier.place + 2
    world.tick()
    assert steps(mind)[0] == "attack"
    assert (len(of(events, PlanFound)), reasons(events)) == (1, [])


def test_cartridges_that_another_one_brings_are_not_fetched() -> None:
    """G8: skipped on the way, without a new plan."""
    world, mind, soldier, events = alone(crate=29 + 19j)
    until(world, mind, "fetch cartridges")
    world.run(ticks=2)
    soldier.cartridges = CARTRIDGES
    world.tick()
    assert steps(mind)[0] == "load"
    assert (len(of(events, PlanFound)), reasons(events)) == (1, [])


def test_what_another_soldier_has_done_ends_the_plan_as_reached() -> None:
    """G8: done by whomever."""
    world, mind, soldier, events = alone()
    until(world, mind, "load")
    soldier.field.raider.strength = 0
    world.tick()
    assert of(events, GoalReached) == [GoalReached(1, "stop the raider")]
    assert (soldier.musket, mind.goal, reasons(events)) == (None, None, [])


@pytest.mark.parametrize("step", ["pick up a musket", "fetch cartridges", "load", "get near", "attack"])
def test_who_is_hurt_takes_cover_at_whatever_step_he_is_and_goes_on_afterwards(step: str) -> None:
    """G6: the goal with the higher priority takes over, and gives back."""
    world, mind, soldier, events = alone()
    until(world, mind, step)
    soldier.health = HURT_BELOW - 1
    world.tick()
    assert reasons(events) == ["'stay alive' is more urgent"]
    assert steps(mind) == ["take cover", "bind up wounds"]
    fired = sum("fires" in event.text for event in of(events, Said))
    world.run(ticks=100, until=lambda: soldier.health == HEALTH)
    assert "ducks behind a rock" in [event.text for event in of(events, Said)]
    assert sum("fires" in event.text for event in of(events, Said)) == fired
    assert mind.goal.name == "stop the raider"  # in the same tick
    had = WHOLE_PLAN.index(step)
    assert steps(mind)[0] == WHOLE_PLAN[min(had, 3)] or soldier.near  # what was done is done


@SEEDS
def test_nobody_who_is_hurt_fires_before_he_is_well(seed: int) -> None:
    """G6, over the whole story."""
    world, events = ambush(seed)
    soldiers = {each.id: each.agent for each in world.entities.values() if isinstance(each.agent, Soldier)}
    hurt = 0
    for _ in range(500):
        before = {number: each.hurt for number, each in soldiers.items()}
        events.clear()
        world.tick()
        hurt += sum(before.values())
        for event in of(events, Said):
            if "fires" in event.text:
                assert not before[event.entity]
    assert hurt > 10


def test_the_trace_of_the_whole_story_tells_why_plans_were_given_up() -> None:
    world, events = ambush()
    world.run(ticks=2000)
    assert set(reasons(events)) >= {
        "'stay alive' is more urgent",
        "somebody else has taken it",
        "'pick up a musket' needs muskets at least 1",
        "'get near' needs loaded",
        "'attack' needs near",
        "the goal would not be reached: strength at most 0",
    }
    assert len([event for event in of(events, GoalReached) if event.goal == "stop the raider"]) > 10


@SEEDS
def test_no_musket_is_lost_or_doubled(seed: int) -> None:
    world, _ = ambush(seed, soldiers=4, muskets=3)
    agents: list[Any] = [each.agent for each in world.entities.values()]
    field = agents[0].field
    for _ in range(500):
        world.tick()
        carried = [each.musket for each in field.soldiers if each.musket is not None]
        looted = [each.aim for each in agents if isinstance(each, Looter) and each.aim not in field.muskets]
        looted = [name for name in looted if name is not None and name not in carried]
        assert sorted([*field.muskets, *carried, *looted]) == ["musket 1", "musket 2", "musket 3"]
        assert all(each.cartridges >= 0 and each.health > 0 for each in field.soldiers)
        assert 0 <= field.raider.strength <= STRENGTH


def test_a_looter_carries_a_musket_to_his_den_and_hides_it() -> None:
    field = Field(Raider(), {"musket": CAMP})
    looter = Looter(field, rested=0.0)
    world = World()
    world.add(looter, LOOTER)
    world.run(ticks=100, until=lambda: "musket" not in field.muskets)
    world.run(ticks=100, until=lambda: "musket" in field.muskets)
    assert field.muskets["musket"] == looter.place != CAMP


def test_a_shower_leaves_those_behind_a_rock_dry() -> None:
    field = Field(Raider(), rocks={"rock": CAMP})
    dry, wet = Soldier("Dry", field, loaded=True), Soldier("Wet", field, place=CAMP + 9, loaded=True, cartridges=1)
    field.soldiers += [dry, wet]
    world = World()
    world.add(Weather(field), WEATHER)
    world.run(ticks=500, until=lambda: not wet.loaded)
    assert (dry.loaded, wet.loaded, wet.cartridges) == (True, False, 0)


def test_the_story_of_three_minutes_is_readable() -> None:
    result = CliRunner().invoke(cli, ["run", "ambush", "--ticks", "150"], catch_exceptions=False)
    for words in (
        "means to stop the raider: pick up",
        "is more urgent",
        "ducks behind a rock",
        "who falls",
        "makes off",
    ):
        assert words in result.output


@pytest.mark.parametrize(("option", "words"), [("soldiers=0", "0 soldiers"), ("muskets=9", "9 muskets")])
def test_a_count_that_cannot_be_is_told(capsys: pytest.CaptureFixture[str], option: str, words: str) -> None:
    name, _, count = option.partition("=")
    with pytest.raises(UsageError, match="give a number from"):
        ambush(**{name: int(count)})
    assert main(["run", "ambush", "--set", option]) == 1
    assert words in capsys.readouterr().err
