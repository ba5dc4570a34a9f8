"""A village lives by plans: tools break under them, others take the last log, and nobody stands in another's way."""

from typing import Any

import pytest
from click.testing import CliRunner

from gumption import World
from gumption.cli.main import cli, main
from gumption.core.trace import PlanAborted, PlanFailed, PlanFound, Said
from gumption.errors import UsageError
from gumption.scenarios.woodcutter import build
from gumption.scenarios.woodcutter.blacksmith import BLACKSMITH
from gumption.scenarios.woodcutter.logger import LOGGER
from gumption.scenarios.woodcutter.miner import MINER
from gumption.scenarios.woodcutter.village import ENOUGH, Site, Village
from gumption.scenarios.woodcutter.villager import TOOL_USES, Villager

SEEDS = pytest.mark.parametrize("seed", [0, 1, 2])


def village(seed: int = 0, **options: int) -> tuple[World, list[Any]]:
    world, events = World(seed=seed), []
    build(world, **options)
    world.trace(events.append)
    return world, events


def alone(planner: Any, sites: dict[str, Site], **stock: int) -> tuple[World, Any, Villager, list[Any]]:
    """One villager at the market, with a stall there and what else is given."""
    place = Village(20, {"stall": Site("stall", 10 + 10j), **sites})
    place.stock.update(stock)
    villager = Villager("Zoe", planner.name, place, "stall", place.market, id=1)
    world, events = World(), []
    world.trace(events.append)
    return world, world.add(villager, planner).mind, villager, events


def people(world: World) -> list[tuple[int, Villager, Any]]:
    return [(each.id, each.agent, each.mind) for each in world.entities.values() if isinstance(each.agent, Villager)]


def names(mind: Any, steps: Any) -> list[str]:
    outline = {node.id: node.name for node in mind.describe()}
    return [outline[step] for step in steps]


@SEEDS
def test_no_two_are_ever_at_the_same_place_or_on_their_way_to_it(seed: int) -> None:
    """G3: whoever has a target holds it, alone, and only as long as the step lasts."""
    world, _ = village(seed, loggers=4, miners=4, cutters=4, blacksmiths=2, size=12)
    busy = 0
    for _ in range(400):
        world.tick()
        targets = {name: each for each, _, mind in people(world) if (name := mind.target) is not None}
        assert len(targets) == sum(mind.target is not None for _, _, mind in people(world))
        claims = people(world)[0][1].village.claims
        assert {name: claims.holder(name) for name in targets} == targets
        assert len(claims) == len(targets)
        busy += len(targets)
    assert busy > 1000


@SEEDS
def test_nothing_is_ever_less_than_nothing_and_no_place_gives_more_than_it_has(seed: int) -> None:
    world, _ = village(seed, loggers=3, cutters=4, size=10)
    for _ in range(600):
        world.tick()
        everybody = [agent for _, agent, _ in people(world)]
        assert min(everybody[0].village.stock.values()) >= 0
        assert min(count for each in everybody for count in each.pack.values()) >= 0
        assert all(0 <= each.uses <= TOOL_USES for each in everybody)
        assert all(site.left is None or site.left >= 0 for site in everybody[0].village.sites.values())


def test_a_tool_that_breaks_under_the_plan_has_another_one_taken_first() -> None:
    """G8: what the plan needs next does not hold; the new plan mends it."""
    world, events = village()
    world.run(ticks=300)
    cracks = 0
    for position, event in enumerate(events):
        if isinstance(event, Said) and "tool breaks" in event.text:
            later = [each for each in events[position:] if getattr(each, "entity", 0) == event.entity]
            next_deed = next(each for each in later if isinstance(each, (PlanAborted, PlanFound, PlanFailed)))
            if not isinstance(next_deed, PlanAborted):
                continue  # it was the last stroke of the plan
            assert next_deed.reason.endswith("needs uses at least 1")
            found = next(each for each in later if isinstance(each, PlanFound))
            steps = names(world.entities[event.entity].mind, found.steps)
            assert steps[0] in ("take a tool", "pick up ore", "gather branches")  # or what can be done without one
            cracks += steps[0] == "take a tool"
    assert cracks >= 2


def test_the_breaking_itself_leaves_a_plan_without_use() -> None:
    """G8."""
    world, mind, villager, events = alone(LOGGER, {"tree": Site("tree", 12 + 10j, 3)}, tools=2)
    world.run(ticks=2)
    assert [step.name for step in mind.steps] == ["cut a log", "cut a log", "bring logs"]
    villager.uses = 0
    world.tick()
    assert PlanAborted(1, _node(mind, "cut a log"), "'cut a log' needs uses at least 1") in events
    assert mind.steps[0].name == "take a tool"


def _node(mind: Any, name: str) -> int:
    return next(node.id for node in mind.describe() if node.name == name)


def test_who_finds_that_another_one_took_the_last_log_thinks_again() -> None:
    """G8: the plan is given up in the tick after the log is gone, not at the market."""
    world, events = village(seed=1)
    world.run(ticks=300)
    reasons = [event.reason for event in events if isinstance(event, PlanAborted)]
    assert "'fetch logs' needs logs at least 1" in reasons
    assert "'take a tool' needs tools at least 1" in reasons
    assert "'firewood for the market' is more urgent" in reasons
    assert "there is nothing to do it to" in reasons  # another one is at it


def test_a_smith_without_logs_binds_tools_with_branches() -> None:
    """G4: the dearer way, when the cheaper one is gone under the plan."""
    world, mind, villager, events = alone(BLACKSMITH, {"forge": Site("forge", 15 + 10j)}, ore=1, logs=1, branches=2)
    villager.place = 16 + 10j
    world.tick()
    assert [step.name for step in mind.steps][-3:] == ["fetch logs", "forge a tool", "bring tools"]
    villager.village.stock["logs"] = 0
    world.tick()
    assert "'fetch logs' needs logs at least 1" in [each.reason for each in events if isinstance(each, PlanAborted)]
    world.run(ticks=30)
    assert villager.village.stock == {"ore": 0, "logs": 0, "branches": 0, "firewood": 0, "tools": 1}


@pytest.mark.parametrize("far", [4, 90])
def test_what_work_costs_includes_the_way_to_it(far: int) -> None:
    """G3: a far vein is not worth a tool while there is ore to be picked up nearby."""
    sites = {"vein": Site("vein", 10 + far + 10j, 8), "scree": Site("scree", 12 + 10j, 2)}
    world, mind, _, _ = alone(MINER, sites, tools=1)
    world.tick()
    assert ("dig ore" in [step.name for step in mind.steps]) == (far == 4)


def test_the_nearest_place_is_taken_that_nobody_else_is_at() -> None:
    sites = {"far": Site("tree", 18 + 10j, 3), "near": Site("tree", 12 + 10j, 3), "bare": Site("tree", 10 + 11j, 0)}
    world, mind, villager, _ = alone(LOGGER, sites, tools=1)
    villager.village.claims.take("near", 99)
    world.run(ticks=3)
    assert mind.target == "far"


def test_a_logger_who_has_no_tool_waits_without_planning_all_the_time() -> None:
    """G9."""
    world, _, villager, events = alone(LOGGER, {"tree": Site("tree", 12 + 10j, 3)})
    world.run(ticks=40)
    assert 5 <= sum(isinstance(event, PlanFailed) for event in events) <= 11
    villager.village.stock["tools"] = 1
    world.run(ticks=2)
    assert villager.uses == TOOL_USES


def test_who_has_brought_enough_rests() -> None:
    world, mind, villager, events = alone(LOGGER, {"tree": Site("tree", 12 + 10j, 3)}, tools=1, logs=ENOUGH)
    world.run(ticks=10)
    assert not [event for event in events if isinstance(event, (PlanFound, PlanFailed))]
    villager.village.stock["logs"] -= 1
    world.tick()
    assert mind.goal is not None


@SEEDS
def test_the_village_lives_on(seed: int) -> None:
    """No corner of the rules stops all work for good: each trade brings something in each thousand seconds."""
    world, events = village(seed)
    for _ in range(3):
        events.clear()
        world.run(ticks=1000)
        told = " ".join(event.text for event in events if isinstance(event, Said))
        for good in ("ore", "logs", "firewood", "one tool"):  # branches only if they are lacking
            assert f"brings {good}" in told


def test_the_story_of_three_minutes_is_readable() -> None:
    result = CliRunner().invoke(cli, ["run", "woodcutter", "--ticks", "200"], catch_exceptions=False)
    for words in (
        "takes a tool",
        "cuts a log from tree",
        "hammers out a tool at forge 1",
        "the tool breaks",
        "thinks again",
    ):
        assert words in result.output


@pytest.mark.parametrize(
    ("option", "words"),
    [("loggers=5", "5 loggers"), ("cutters=-1", "-1 wood cutters"), ("size=7", "7 paces"), ("size=201", "201 paces")],
)
def test_a_count_that_cannot_be_is_told(capsys: pytest.CaptureFixture[str], option: str, words: str) -> None:
    name, _, count = option.partition("=")
    with pytest.raises(UsageError, match="give a number from"):
        village(**{name: int(count)})
    assert main(["run", "woodcutter", "--set", option]) == 1
    assert words in capsys.readouterr().err
