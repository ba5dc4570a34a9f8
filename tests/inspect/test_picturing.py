"""A mind drawn out of its events looks as the mind that they are of (rules C7, F7, G7)."""

from pathlib import Path
from typing import Any

import pytest

from gumption import World, bt
from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import FORMATS, Pictured
from gumption.core.trace import PlanFound, Ticked
from gumption.errors import UsageError
from gumption.inspect.doing import Doing
from gumption.inspect.loading import load
from gumption.inspect.paths import Paths
from gumption.inspect.picturing import moment_of, picture_at
from gumption.scenarios import expedition
from gumption.status import Status
from gumption.testing import Example
from gumption.testing.example import Life
from gumption.world.recording import RecordingWriter
from tests.core.test_picture import EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_what_events_tell_is_how_the_mind_stands(example: Example) -> None:
    """After every tick: what runs, what is paused, what the plan is, what trees came to."""
    life = Life(example)
    outline, mind = life.mind.describe(), life.mind
    paths = Paths(outline)
    doing = Doing(paths.always)
    assert isinstance(mind, Pictured)
    for _ in range(example.ticks):
        before = len(life.events)
        life.tick()
        for event in life.events[before:]:
            doing = doing.step(event, life.clock.ticks)
        told, stands = moment_of(doing, outline), mind.moment()
        assert set(told.active) == set(stands.active), life.clock.ticks
        around = {each for node in stands.active for each in outline.up_from(node)}
        assert paths.running(doing) == sorted(around), "what texts are made of"
        assert set(told.paused) == set(stands.paused)
        plans = {planner: list(steps) for planner, steps in stands.plans.items() if steps}
        if len(plans) < 2:
            assert {planner: list(steps) for planner, steps in told.plans.items()} == plans
        assert told.results.keys() >= {node for node in stands.results if outline[node].kind in ("sequence", "do")}


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An expedition of 40 ticks."""
    world, path = World(), tmp_path_factory.mktemp("recorded") / "story.jsonl"
    expedition.build(world)
    with RecordingWriter(world, path, version="test"):
        world.run(ticks=40)
    return path


@pytest.mark.parametrize("form", FORMATS)
def test_a_recording_shows_a_mind_at_any_tick(recording: Path, form: str) -> None:
    """Other ticks, other pictures; the same tick, the same one."""
    history = load(recording).history
    pictures = [picture_at(history, 1, tick, form) for tick in range(history.tick + 1)]
    assert len(set(pictures)) > 10
    assert pictures == [picture_at(load(recording).history, 1, tick, form) for tick in (0, *range(1, 41))]


@pytest.mark.parametrize(("entity", "tick"), [(1, 41), (99, 3)])
def test_what_is_not_in_the_recording_is_refused(recording: Path, entity: int, tick: int) -> None:
    """With what there is."""
    with pytest.raises(UsageError) as caught:
        picture_at(load(recording).history, entity, tick, "text")
    assert caught.value.remedy


def test_a_mind_whose_shape_was_not_recorded_is_refused(recording: Path) -> None:
    """A damaged recording."""
    history = load(recording).history
    history.outlines.clear()
    with pytest.raises(UsageError, match="was not recorded"):
        picture_at(history, 1, 3, "text")


def test_a_tree_that_was_left_does_not_run() -> None:
    """Though its last tick came to running: the state around it says so."""
    nodes = [(None, "machine"), (0, "state"), (1, "tree"), (2, "wait"), (0, "state")]
    outline = Outline(OutlineNode(number, parent, kind, "x") for number, (parent, kind) in enumerate(nodes))
    doing = Doing(entered=[1])
    doing.step(Ticked(1, 3, [(Status.RUNNING, 3)], 2), 3)
    assert moment_of(doing, outline).active == {1, 3}
    doing.entered = [4]
    assert moment_of(doing, outline).active == {4}


def test_events_of_nodes_that_are_not_there_do_no_harm() -> None:
    """A damaged recording."""
    outline = bt.Tree(bt.wait(1.0)).describe()
    doing: Any = Doing(entered=[7, -1], paused={9})
    doing.step(Ticked(1, 3, [(Status.RUNNING, 3)] * 5, 0), 3)
    doing.step(PlanFound(1, "all", [8, 1], 2.0), 3)
    moment = moment_of(doing, outline)
    assert moment.active == {1}
    for draw in FORMATS.values():
        assert "n8" not in draw(outline, moment)
