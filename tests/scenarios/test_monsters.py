"""Monsters attack who comes near, and are fast and safe on their way home, and nowhere else."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from gumption import Snapshot, World
from gumption.cli.main import cli, main
from gumption.core.trace import Exited, Said
from gumption.errors import UsageError
from gumption.scenarios.monsters import build
from gumption.scenarios.monsters.hero import HEALTH as WELL
from gumption.scenarios.monsters.hero import Hero
from gumption.scenarios.monsters.monster import ATTACK_WITHIN, FAR_FROM_HOME, HEALTH, LOST_BEYOND, Monster
from gumption.scenarios.monsters.monster_flow import MONSTER_SELECTOR

STORY = re.compile(r" +\d+  (Ada|Brom|Cyra|Monster \d+) +\w.*")


def plain(seed: int = 0, *, step: float = 1.0, **options: int) -> tuple[World, list[Any]]:
    world, events = World(seed=seed, step=step), []
    build(world, **options)
    world.trace(events.append)
    return world, events


def one_monster(far: float) -> tuple[World, Any, Monster, Hero]:
    """A monster at its home, with a hero so many metres to the east who does not move."""
    world = World()
    hero = Hero("Ada", place=complex(far, 0))
    monster = Monster("Grim", 0j, [hero], place=0j)
    return world, world.add(monster, MONSTER_SELECTOR).mind, monster, hero


def of_class(world: World, kind: type[Any]) -> list[tuple[Any, Any]]:
    return [(each.agent, each.mind) for each in world.entities.values() if isinstance(each.agent, kind)]


@pytest.mark.parametrize("step", [1.0, 0.3])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_monster_has_the_buff_exactly_while_it_goes_home(seed: int, step: float) -> None:
    """W3: whichever way the node is left, its `with` block is."""
    world, events = plain(seed, step=step)
    buffed = 0
    for _ in range(300):
        world.tick()
        for monster, mind in of_class(world, Monster):
            assert monster.homing == (mind.running == "go home")
            assert monster.hunting == (mind.running == "attack")
            assert 0 <= monster.health <= HEALTH
            buffed += monster.homing
        for hero, mind in of_class(world, Hero):
            assert hero.resting == (mind.running == "rest")
            assert 0 <= hero.health <= WELL
    assert buffed > 20
    assert sum(isinstance(event, Said) for event in events) > 20


def test_removing_a_monster_on_its_way_home_takes_the_buff_off() -> None:
    """W3, C3."""
    world, events = plain()
    while not any(monster.homing for monster, _ in of_class(world, Monster)):
        world.tick()
    entity = next(each for each in world.entities.values() if getattr(each.agent, "homing", False))
    world.remove(entity)
    assert entity.agent.homing is False
    assert isinstance(events[-1], Exited)


def test_a_monster_attacks_below_ten_metres_and_lets_go_only_above_fifteen() -> None:
    """W2: hysteresis by two distances."""
    world, mind, monster, hero = one_monster(ATTACK_WITHIN + 6.0)
    world.run(ticks=30)
    assert mind.running == "patrol"
    hero.place = monster.place + (ATTACK_WITHIN - 0.1)
    world.run(ticks=2)
    assert mind.running == "attack"
    hero.place = monster.place + (LOST_BEYOND - 0.1)
    world.run(ticks=2)
    assert mind.running == "attack"
    hero.place = monster.place + (LOST_BEYOND + 0.1)
    world.run(ticks=2)
    assert mind.running == "patrol"


def test_a_monster_that_turns_back_goes_all_the_way_although_its_prey_is_near() -> None:
    """W2: the check reads what the node itself has set."""
    world, mind, monster, hero = one_monster(ATTACK_WITHIN - 1.0)
    world.run(ticks=2)
    assert mind.running == "attack"
    while mind.running != "go home":
        hero.place = monster.place + 3
        world.tick()
    assert monster.from_home > FAR_FROM_HOME
    while mind.running == "go home":
        assert monster.speed > 2 * hero.speed - 1
        monster.suffer()  # nothing hurts it
        hero.place = monster.place + 3
        world.tick()
    assert (monster.place, monster.health, monster.homing) == (monster.home, HEALTH, False)
    hero.place = monster.place + 3
    world.run(ticks=2)
    assert mind.running == "attack"


def test_a_monster_restored_on_its_way_home_gets_there_and_loses_the_buff() -> None:
    """W10: the run begins anew, from where the monster is."""
    world, mind, monster, _ = one_monster(100.0)
    monster.place = complex(0, 40)
    while mind.running != "go home":
        world.tick()
    saved = json.dumps(mind.snapshot().to_plain())
    other, its_mind, again, _ = one_monster(100.0)
    again.place, again.homing = monster.place, monster.homing
    its_mind.restore(Snapshot.from_plain(json.loads(saved)))
    assert its_mind.running == "go home"
    other.run(ticks=20)
    assert (again.homing, its_mind.running) == (False, "patrol")


def test_two_equal_seeds_give_equal_stories_and_different_seeds_do_not() -> None:
    """C6."""
    stories = []
    for seed in (3, 3, 4):
        world, events = plain(seed)
        world.run(ticks=200)
        stories.append((events, [repr(entity.agent) for entity in world.entities.values()]))
    assert stories[0] == stories[1]
    assert stories[0][0] != stories[2][0]


def test_listening_changes_nothing() -> None:
    """C6: a world nobody listens to goes the same way."""
    heard, _ = plain(5)
    silent = World(seed=5)
    build(silent)
    for world in (heard, silent):
        world.run(ticks=200)
    assert [repr(each.agent) for each in heard.entities.values()] == [repr(e.agent) for e in silent.entities.values()]


def test_the_story_of_a_minute_is_short_and_readable() -> None:
    lines = CliRunner().invoke(cli, ["run", "monsters", "--ticks", "60"], catch_exceptions=False).output.splitlines()
    story = lines[: lines.index("")]
    assert 20 <= len(story) <= 50
    assert all(STORY.fullmatch(line) for line in story)
    for words in ("attacks Ada", "runs home", "makes for the camp"):
        assert any(words in line for line in story), words


def test_the_counts_are_options(tmp_path: Any) -> None:
    world, _ = plain(monsters=7, heroes=2)
    assert [each.name for each in world.entities.values()] == ["Ada", "Brom", *(f"Monster {n}" for n in range(1, 8))]
    result = CliRunner().invoke(cli, ["run", "monsters", "--set", "monsters=0", "--set", "heroes=1", "--ticks", "5"])
    assert result.output.endswith("\n  Ada  health=20 resting=False\n")


@pytest.mark.parametrize(
    ("pair", "words"),
    [("monsters=-1", "-1 monsters"), ("monsters=10001", "10001 monsters"), ("heroes=0", "0 heroes"), ("heroes=7", "7")],
)
def test_a_count_that_cannot_be_is_told(capsys: pytest.CaptureFixture[str], pair: str, words: str) -> None:
    name, _, count = pair.partition("=")
    with pytest.raises(UsageError, match="give a number from"):
        plain(**{name: int(count)})
    assert main(["run", "monsters", "--set", pair]) == 1
    assert words in capsys.readouterr().err


def test_a_count_that_is_none_is_a_wrong_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "monsters", "--set", "heroes=many"]) == 2
    assert "heroes=many: expected int" in capsys.readouterr().err
