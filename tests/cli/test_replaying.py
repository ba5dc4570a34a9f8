"""`gumption replay`: the same story, the first difference, and whose code is run."""

import json

import pytest
from click.testing import CliRunner

from gumption.cli.main import cli
from tests.cli.program import gumption

TOWN = """\
from pathlib import Path
from gumption import fsm

class Ann:
    name = "Ann"

def walk(agent, machine):
    machine.context.say("WORDS")
    STONE

def build(world, *, people: int = 1):
    Path("was here").touch()
    for _ in range(people):
        world.add(Ann(), fsm.Machine(walk))
"""


def town(folder, words="walks", stone="", name="town.py"):
    path = folder / name
    path.write_text(TOWN.replace("WORDS", words).replace("STONE", stone))
    return path


def record(folder, *arguments, name="story.jsonl"):
    """The path of a recording of a run with these arguments."""
    done = gumption("run", *arguments, "--quiet", "--record", name, cwd=folder)
    assert "Traceback" not in done.stderr
    return folder / name


@pytest.mark.parametrize("name", ["story.jsonl", "story.jsonl.gz"])
@pytest.mark.parametrize(
    ("ticks", "arguments"),
    [
        (60, []),
        (300, ["--seed", "11", "--ticks", "300", "--set", "elsa=false"]),
        (10, ["--seconds", "9.5", "--set", "mind=bt", "--set", "elsa=true"]),
    ],
)
def test_a_built_in_story_is_the_same_again(tmp_path, name, ticks, arguments):
    """C6: seed and options come from the recording."""
    path = record(tmp_path, "westworld", *arguments, name=name)
    result = CliRunner().invoke(cli, ["replay", str(path)])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"The same story: {ticks} ticks, ")


def test_the_numbers_in_the_report_are_those_of_the_recording(tmp_path):
    path = record(tmp_path, "westworld", "--ticks", "1500")
    events = sum(len(json.loads(line).get("events", [])) for line in path.read_text().splitlines())
    result = CliRunner().invoke(cli, ["replay", str(path)])
    assert result.stdout == f"The same story: 1,500 ticks, {events:,} events.\n"


def test_a_changed_recording_ends_with_1_and_shows_where(tmp_path):
    path = record(tmp_path, "westworld", "--ticks", "5")
    path.write_text(path.read_text().replace("2 nuggets in his pockets", "a dollar"))
    result = CliRunner().invoke(cli, ["replay", str(path)])
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "Not the same story: the first difference is at tick 3\n"
        "  agent:     Bob (1)\n"
        "  node:      miner › Dig\n"
        "  differs:   text of said\n"
        "  recorded:  digs out a nugget, a dollar\n"
        "  replayed:  digs out a nugget, 2 nuggets in his pockets\n"
        "  before:    tick 2: executed miner › Dig\n"
        "             tick 2: said, text: digs out a nugget, one nugget in his pockets\n"
        "             tick 3: executed miner › Needs\n"
        "             tick 3: executed miner › Dig\n"
    )


def test_a_changed_scenario_ends_with_1_and_shows_where(tmp_path):
    town(tmp_path)
    record(tmp_path, "town.py", "--set", "people=2")
    town(tmp_path, words="runs")
    done = gumption("replay", "story.jsonl", "--scenario", "town.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "at tick 1\n  agent:     Ann (1)\n  node:      machine › walk\n  differs:   text of said\n" in done.stdout
    assert "  recorded:  walks\n  replayed:  runs\n" in done.stdout


@pytest.mark.parametrize("named", ["town.py", "./town.py", "town", "ABSOLUTE", "os", "westworld.py", "../westworld"])
def test_no_code_is_run_just_because_a_recording_names_it(tmp_path, named):
    """Neither a file nor a module, unless --scenario says so."""
    path = town(tmp_path)
    town(tmp_path, name="westworld.py")
    story = record(tmp_path, "town.py")
    name = str(path) if named == "ABSOLUTE" else named
    story.write_text(story.read_text().replace('"town.py"', json.dumps(name)))
    (tmp_path / "was here").unlink()
    done = gumption("replay", "story.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"recorded with {name!r}, which is not a built-in scenario" in done.stderr
    assert f"if you trust that code, say which to run: gumption replay story.jsonl --scenario {name}\n" in done.stderr
    assert not (tmp_path / "was here").exists()


def test_a_recording_that_names_no_scenario_asks_for_one(tmp_path):
    town(tmp_path)
    story = record(tmp_path, "town.py")
    story.write_text(story.read_text().replace('"town.py"', "null"))
    done = gumption("replay", "story.jsonl", cwd=tmp_path)
    assert done.returncode == 1
    assert "gumption replay story.jsonl --scenario SCENARIO" in done.stderr
    assert "scenario None" not in done.stderr
    assert gumption("replay", "story.jsonl", "--scenario", "town.py", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("scenario", ["town.py", "town"])
def test_a_scenario_of_ones_own_is_replayed_if_one_says_so(tmp_path, scenario):
    town(tmp_path)
    record(tmp_path, "town.py", "--set", "people=3", "--ticks", "7")
    done = gumption("replay", "story.jsonl", "--scenario", scenario, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"The same story: 7 ticks, {3 * (1 + 2 * 7)} events.\n"


def test_a_story_that_ended_with_an_error_is_the_same_again(tmp_path):
    """C3: what failed in the recording fails in the replay, and the events tell."""
    town(tmp_path, stone="if machine.context.clock.ticks == 3: raise ValueError('a stone')")
    path = record(tmp_path, "town.py")
    assert json.loads(path.read_text().splitlines()[-1]) == {"end": 3, "error": "MindError: ValueError: a stone"}
    done = gumption("replay", "story.jsonl", "--scenario", "town.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The same story: 3 ticks, ")


def test_another_scenario_than_the_recorded_one_differs_before_the_first_tick(tmp_path):
    town(tmp_path)
    record(tmp_path, "westworld")
    done = gumption("replay", "story.jsonl", "--scenario", "town.py", cwd=tmp_path)
    assert done.returncode == 1
    assert "at tick 0\n  agent:     Bob (1)\n  differs:   who is there\n" in done.stdout
    assert "  recorded:  Bob\n  replayed:  Ann\n" in done.stdout


@pytest.mark.parametrize(
    ("scenario", "code", "says"),
    [("westwrld", 2, "Did you mean 'westworld'?"), ("missing.py", 2, "no file 'missing.py'"), ("os", 1, "no function")],
)
def test_a_scenario_that_cannot_be_found_is_told_as_in_a_run(tmp_path, scenario, code, says):
    record(tmp_path, "westworld")
    done = gumption("replay", "story.jsonl", "--scenario", scenario, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr


def test_recorded_options_that_the_scenario_does_not_know_are_no_fault_of_the_command_line(tmp_path):
    """Nobody gave --set: the message should name the recording, and the exit code be that of a bad recording."""
    path = record(tmp_path, "westworld")
    path.write_text(path.read_text().replace('"options":{}', '"options":{"dogs":3}'))
    done = gumption("replay", path)
    assert done.returncode == 1
    assert "--set" not in done.stderr
    assert "dogs" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["a", "--seed", "3"], ["."], ["a", "--scenario"]])
def test_a_wrong_command_line_ends_with_2(arguments):
    result = CliRunner().invoke(cli, ["replay", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: " in result.stderr
