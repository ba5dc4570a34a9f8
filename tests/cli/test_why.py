"""`gumption why`: of a scenario, of a recording, as words or as data."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gumption import World
from gumption.cli.main import cli
from gumption.scenarios import westworld
from gumption.world.recording import RecordingWriter


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty ticks of Bob, who thinks as a tree, and Elsa; with their data."""
    world, path = World(), tmp_path_factory.mktemp("recorded") / "story.jsonl"
    westworld.build(world, mind="bt")
    with RecordingWriter(world, path, version="test", data=True):
        world.run(ticks=30)
    return path


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["why", *map(str, arguments)])


def test_a_scenario_is_run_and_asked() -> None:
    """The numbers are those of the story."""
    result = invoke("westworld", "--set", "mind=bt", "--agent", "Bob", "--tick", 4)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "Bob (entity 1) at tick 4, 4 s: where he is › go to the bank (tree miner) was done in tick 4; it ran because "
        "place == 'mine' held when it was asked (place is 'bank' now) and gold >= 3 holds (gold is 3). Not go to the "
        "saloon: thirst >= 5 does not hold (thirst is 4); else it could come first.\n"
    )


def test_a_recording_is_asked(recording: Path) -> None:
    """At any tick; the values are those that were recorded."""
    result = invoke(recording, "--agent", "Bob", "--tick", 4)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "gold >= 3 held (gold is 3 now)" in result.stdout
    assert "at tick 30, 30 s" in invoke(recording, "--agent", "Bob").stdout


def test_the_answer_as_data(recording: Path) -> None:
    """The same for both."""
    told = json.loads(invoke(recording, "--agent", "Bob", "--tick", 4, "--json").stdout)
    live = json.loads(invoke("westworld", "--set", "mind=bt", "--agent", 1, "--tick", 4, "--json").stdout)
    assert told.keys() == live.keys()
    assert [each["node"] for each in told["reasons"]] == [each["node"] for each in live["reasons"]]
    assert told["reasons"][0]["passed_over"][0]["name"] == "go to the saloon"


def test_before_anything_has_happened() -> None:
    assert invoke("westworld", "--agent", "Bob", "--tick", 0).stdout.endswith("nothing has been done yet.\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["westworld", "--agent", "Nobody"], "Nobody"),
        (["westworld"], "--agent"),
        (["westworld", "--agent", "Bob", "--tick", "-1"], "--tick"),
        (["westworld", "--agent", "Bob", "--set", "mind=best"], "best"),
        (["westward", "--agent", "Bob"], "westward"),
        (["FILE", "--agent", "Bob", "--tick", "31"], "there is no tick 31"),
        (["FILE", "--agent", "Bob", "--set", "mind=bt"], "are for scenarios"),
        (["FILE", "--agent", "Nobody"], "Nobody"),
    ],
)
def test_what_cannot_be_answered_is_refused(arguments: list[str], told: str, recording: Path) -> None:
    """With what is wrong, and no traceback."""
    result = invoke(*[str(recording) if each == "FILE" else each for each in arguments])
    assert result.exit_code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output


def test_an_agent_that_has_left_is_told(tmp_path: Path) -> None:
    """With the tick in which it did."""
    scenario = tmp_path / "town.py"
    scenario.write_text(
        "from gumption import bt\n\n"
        "class Guest:\n    name = 'Guest'\n\n"
        "def build(world):\n"
        "    def leave(agent):\n        if world.clock.ticks == 3:\n            world.remove(agent.entity)\n\n"
        "    guest = Guest()\n"
        "    guest.entity = world.add(guest, bt.Tree(bt.do(leave)))\n",
        encoding="utf-8",
    )
    assert invoke(scenario, "--agent", "Guest", "--tick", 2).exit_code == 0
    result = invoke(scenario, "--agent", "Guest", "--tick", 9)
    assert result.exit_code == 2
    assert "left the world" in result.stderr
    assert "in tick 3" in " ".join(result.stderr.split())


def test_what_a_scenario_prints_is_no_part_of_the_answer(tmp_path: Path) -> None:
    """It goes to standard error, so that other programs can read the data."""
    scenario = tmp_path / "loud.py"
    scenario.write_text(
        "from types import SimpleNamespace\n\nfrom gumption import bt\n\n\n"
        "def build(world):\n"
        "    print('built')\n"
        "    world.add(SimpleNamespace(name='Ada'), bt.Tree(bt.do(lambda _: print('ticked'))))\n",
        encoding="utf-8",
    )
    result = invoke(scenario, "--tick", 2, "--json")
    assert json.loads(result.stdout)["name"] == "Ada"
    assert result.stderr.split() == ["built", "ticked", "ticked"]
