"""Every example of every engine can be asked at every tick, live and from a recording (rules Y1, Y7)."""

from pathlib import Path
from typing import Any

import pytest

from gumption import World
from gumption.core.trace import Entered, Exited, Resumed
from gumption.inspect.explaining import why_at
from gumption.inspect.loading import load
from gumption.scenarios import ambush, expedition, westworld, woodcutter
from gumption.testing import Example
from gumption.testing.example import Life
from gumption.why import Memory, Reason
from gumption.world.recording import RecordingWriter
from tests.core.test_picture import EXAMPLES
from tests.why.asked import check_words, without_values

SCENARIOS = {"westworld": (westworld, {"mind": "all"}), "woodcutter": (woodcutter, {}), "ambush": (ambush, {}),
             "expedition": (expedition, {})}  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_mind_tells_what_runs_since_it_began(example: Example) -> None:
    """Y1: one reason for each node that runs; the tick is that of its last Entered or Resumed."""
    life = Life(example)
    mind: Any = life.mind
    memory, began, told = Memory(life.clock), dict[int, int](), 0
    check_words(mind.why())
    for _ in range(example.ticks):
        life.tick()
        for event in life.events[told:]:
            memory(event)
            if isinstance(event, (Entered, Resumed)):
                began[event.node] = life.clock.ticks
            elif isinstance(event, Exited):
                began.pop(event.node, None)
        told = len(life.events)
        answer, bare = mind.why(memory.of(1)), mind.why()
        check_words(answer)
        check_words(bare)
        runs = [reason for reason in answer.reasons if reason.runs]
        assert [reason.node for reason in runs] == sorted(mind.active())
        assert all(reason.since == began.get(reason.node) for reason in runs)
        assert [reason.node for reason in bare.reasons if reason.runs] == [reason.node for reason in runs]
        assert all(reason.since is None for reason in bare.reasons if reason.runs), "nobody remembers"


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_recording_tells_what_the_living_tell(name: str, tmp_path: Path) -> None:
    """Y7: at every tick the same nodes, beginnings and reasons, but for values that only the living know."""
    scenario, options = SCENARIOS[name]
    world, path = World(seed=5), tmp_path / "story.jsonl"
    scenario.build(world, **options)
    world.remember()
    living: dict[tuple[int, int], list[Any]] = {}
    with RecordingWriter(world, path, version="test", data=True):
        for _ in range(25):
            world.tick()
            for entity in world.entities:
                answer = world.why(entity)
                check_words(answer)
                living[entity, world.clock.ticks] = [_comparable(reason) for reason in answer.reasons]
    history = load(path).history
    for (entity, tick), reasons in living.items():
        answer = why_at(history, entity, tick)
        check_words(answer)
        assert [_comparable(reason) for reason in answer.reasons] == reasons, (entity, tick)


def _comparable(reason: Reason) -> Any:
    passed_over = [(each.node, without_values(each.because)) for each in reason.passed_over]
    because = [without_values(each) for each in reason.because]
    return reason.node, reason.since, reason.result, reason.ended, because, passed_over, list(reason.changes)
