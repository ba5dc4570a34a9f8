"""An explorer decides in all four ways at once: what runs in what, what is left for what, what is not done twice."""

from typing import Any

import pytest
from click.testing import CliRunner

from gumption import Status, World
from gumption.cli.main import cli, main
from gumption.core.trace import Entered, Exited, GoalReached, PlanAborted, PlanFound, Said, Switched, Ticked
from gumption.errors import UsageError
from gumption.scenarios.expedition import build
from gumption.scenarios.expedition.bridge import PLANKS
from gumption.scenarios.expedition.explorer import ALARM, CALM, FRESH, Explorer
from gumption.scenarios.expedition.valley import RIVER
from gumption.status import ExitReason

HER, BEAR = 1, 2


def expedition(seed: int = 0, **options: Any) -> tuple[World, Explorer, Any, list[Any]]:
    world, events = World(seed=seed), []
    build(world, **options)
    world.trace(events.append)
    return world, world.entities[HER].agent, world.entities[HER].mind, events


def of(events: list[Any], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind) and getattr(event, "entity", HER) == HER]


def words(events: list[Any]) -> list[str]:
    return [event.text for event in of(events, Said)]


def named(mind: Any) -> dict[str, int]:
    """Ids of the nodes of her mind by their names; of several of one name, the first."""
    return {node.name: node.id for node in reversed(list(mind.describe()))}


def until(world: World, condition: Any, ticks: int = 300) -> None:
    world.run(ticks=ticks, until=condition)
    assert condition()


def steps(mind: Any, events: list[Any]) -> list[str]:
    """Of the latest plan."""
    outline = {node.id: node.name for node in mind.describe()}
    return [outline[step] for step in of(events, PlanFound)[-1].steps]


def test_four_ways_to_decide_are_in_one_mind_and_one_trace() -> None:
    """All of them tell what they do, in the words of her one outline, between the same ends of ticks."""
    world, _, mind, events = expedition()
    world.run(ticks=200)
    outline = {node.id: node for node in mind.describe()}
    kinds = [node.kind for node in outline.values()]
    assert [kinds.count(kind) for kind in ("selector", "planner", "machine", "tree")] == [3, 1, 1, 2]  # two in trees
    nodes = named(mind)
    assert {event.node for event in of(events, Switched)} == {nodes["flee"], nodes["work"], nodes["rest"]}
    assert {event.node for event in of(events, PlanFound)} == {nodes["errands"]}
    assert {nodes[state] for state in ("Fells", "Lays", "Tests")} <= {event.node for event in of(events, Entered)}
    assert {outline[event.node].name for event in of(events, Ticked)} == {"survey"}
    depth, node = 0, outline[nodes["Fells"]]
    while node.parent is not None:
        depth, node = depth + 1, outline[node.parent]
    assert (depth, node.name) == (5, "explorer")


def test_the_plan_goes_from_the_rope_to_the_map() -> None:
    """G4, and G7 with a machine and a tree as performers."""
    world, explorer, mind, events = expedition(bears=0, floods=False)
    until(world, lambda: explorer.maps == 1)
    assert set(words(events)) >= {"takes the rope out of the tent", "jumps on the bridge: it holds"}
    assert GoalReached(HER, "map the valley", node=named(mind)["errands"]) in events
    first = of(events, PlanFound)[0]
    outline = {node.id: node.name for node in mind.describe()}
    told = [outline[step] for step in first.steps]
    assert (
        told.index("fetch the rope") < told.index("build a bridge") < told.index("cross over") < told.index("write up")
    )
    assert (told.count("draw a near ruin"), told.count("draw a far ruin")) == (2, 2)


def test_the_tree_draws_the_ruin_that_the_plan_goes_for() -> None:
    """The target of the step is in the context of what carries it out."""
    world, explorer, _, events = expedition(bears=0, floods=False)
    until(world, lambda: explorer.maps == 1)
    cleared = [text.split("from ")[1] for text in words(events) if "brambles" in text]
    drawn = [text.split(";")[0].removeprefix("draws ") for text in words(events) if text.startswith("draws")]
    assert sorted(drawn) == ["ruin 1", "ruin 2", "ruin 3", "ruin 4"]
    assert list(dict.fromkeys(cleared)) == drawn


def test_a_bear_ends_the_step_under_way_at_once_and_all_that_runs_in_it() -> None:
    """W2, W3: the selector leaves the planner, and that the machine; each is exited once, before she runs."""
    world, explorer, mind, events = expedition(bears=1, floods=False)
    nodes = named(mind)
    until(world, lambda: explorer.planks == 2)
    events.clear()
    world.entities[BEAR].agent.place = explorer.place + (ALARM - 1)
    world.run(ticks=2)
    assert explorer.afraid
    left = [(event.node, event.reason) for event in of(events, Exited)]
    inside = [nodes[name] for name in ("build a bridge", "Fells", "work")]
    assert [node for node, _ in left] == inside  # what a node's exit hook does stands behind its exit
    assert all(reason is ExitReason.HALT for _, reason in left)
    assert "sees a bear, drops everything, and runs" in words(events)
    assert mind.running == "flee"


def test_what_was_done_before_she_fled_is_not_done_again() -> None:
    """G8: she plans anew, from what she has: the rope and two planks."""
    world, explorer, mind, events = expedition(bears=1, floods=False)
    until(world, lambda: explorer.planks == 1)
    bear = world.entities[BEAR].agent
    bear.place = explorer.place + (ALARM - 1)
    until(world, lambda: explorer.hidden, 20)
    bear.place = explorer.place + (CALM - 1)
    explorer.listen()
    assert explorer.afraid  # not yet far enough
    world.remove(BEAR)
    explorer.afraid = False
    events.clear()
    world.tick()
    assert mind.running == "work"
    assert steps(mind, events)[0] == "build a bridge"
    until(world, lambda: explorer.valley.bridge, 40)
    assert "takes the rope out of the tent" not in words(events)
    hewn = [text for text in words(events) if text.startswith("hews")]
    assert hewn[0] == f"hews plank number {PLANKS}"


def test_a_bridge_that_is_carried_off_behind_her_has_her_swim_back() -> None:
    """G8: the rest of the plan does not work any more, though the step under way does."""
    world, explorer, mind, events = expedition(bears=0, floods=False)
    until(world, lambda: explorer.across and explorer.place.real > RIVER + 1)
    explorer.valley.bridge = False
    world.tick()
    assert [event.reason for event in of(events, PlanAborted)] == ["'cross back' needs bridge"]
    assert "swim back" in steps(mind, events)
    until(world, lambda: not explorer.across)
    assert "swims back through the cold river" in words(events)


def test_a_bridge_that_is_carried_off_before_she_crosses_is_built_anew() -> None:
    """G8."""
    world, explorer, mind, events = expedition(bears=0, floods=False)
    until(world, lambda: explorer.valley.bridge)
    explorer.valley.bridge = False
    world.tick()
    assert of(events, PlanAborted)
    assert {"fetch the rope", "build a bridge"} < set(steps(mind, events))


def test_who_is_tired_rests_until_she_is_fresh_and_then_works_on() -> None:
    """W2: the check reads what she herself has set."""
    world, explorer, mind, events = expedition(bears=0, floods=False)
    world.run(ticks=3)
    explorer.energy = 1
    until(world, lambda: explorer.tired, 10)
    world.tick()
    assert mind.running == "rest"
    until(world, lambda: not explorer.tired, 40)
    assert explorer.energy >= FRESH - 2
    world.tick()
    assert mind.running == "work"
    assert "gets up, and feels fresh" in words(events)


def test_a_bear_is_worth_getting_up_for() -> None:
    """W2: the order of the nodes."""
    world, explorer, mind, _ = expedition(floods=False)
    world.run(ticks=3)
    explorer.energy, explorer.tired = 0, True
    world.tick()
    assert mind.running == "rest"
    world.entities[BEAR].agent.place = explorer.place + 1
    world.run(ticks=2)
    assert mind.running == "flee"
    assert explorer.tired


@pytest.mark.parametrize("seed", range(4))
def test_expeditions_go_on_for_ever_whatever_happens(seed: int) -> None:
    world, explorer, mind, events = expedition(seed, bears=2)
    for _ in range(3000):
        world.tick()
        assert 0 <= explorer.energy <= FRESH
        assert 0 <= explorer.planks <= PLANKS
        assert mind.status is Status.RUNNING
    assert explorer.maps >= 3
    entered, exited = len(of(events, Entered)), len(of(events, Exited))
    assert 0 <= entered - exited <= 6  # what runs now


def test_the_story_of_five_minutes_is_readable() -> None:
    result = CliRunner().invoke(cli, ["run", "expedition", "--ticks", "300"], catch_exceptions=False)
    for said in (
        "sees a bear",
        "hews plank number 3",
        "lies down in the grass",
        "carries the bridge off",
        "inks the map",
    ):
        assert said in result.output


@pytest.mark.parametrize(("option", "told"), [("ruins=0", "0 ruins"), ("bears=10", "10 bears")])
def test_a_count_that_cannot_be_is_told(capsys: pytest.CaptureFixture[str], option: str, told: str) -> None:
    name, _, count = option.partition("=")
    with pytest.raises(UsageError, match="give a number from"):
        expedition(**{name: int(count)})
    assert main(["run", "expedition", "--set", option]) == 1
    assert told in capsys.readouterr().err
