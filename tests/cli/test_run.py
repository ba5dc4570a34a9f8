"""`gumption run`: what each option does."""

import functools
import json
import re

import pytest
from click.testing import CliRunner

from gumption.cli.main import cli, main
from gumption.world.pacing import Pacer
from tests.cli.program import gumption

STORY = re.compile(r" +(\d+)  (Bob |Elsa)  \S.*")


def run(*arguments):
    """The output, piped, of a run that goes well."""
    result = CliRunner().invoke(cli, ["run", *arguments], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def ticks_of(output):
    """The numbers of the ticks that the story has."""
    return [int(match[1]) for line in output.splitlines() if (match := STORY.fullmatch(line))]


def test_a_run_tells_the_story_and_how_everybody_stands_in_the_end():
    lines = run("westworld", "--ticks", "30").splitlines()
    end = lines.index("")
    assert all(STORY.fullmatch(line) for line in lines[:end])
    assert lines[0] == "    1  Bob   walks up to the mine"
    assert lines[end + 1 :] == [
        "After 30 ticks (30 s, seed 0):",
        "  Bob   place=saloon gold=1 bank=6 thirst=8 fatigue=6 stew=False wife=2",
        "  Elsa  husband=1 cooking=False",
    ]


def test_a_run_takes_sixty_ticks_unless_told_otherwise():
    output = run("westworld")
    assert max(ticks_of(output)) == 60
    assert "After 60 ticks (60 s, seed 0):" in output


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["--ticks", "7"], "After 7 ticks (7 s"),
        (["--seconds", "7"], "After 7 ticks (7 s"),
        (["--seconds", "75"], "After 75 ticks (75 s"),
        (["--seconds", "2.5"], "After 3 ticks (3 s"),
        (["--seconds", "0.001"], "After 1 ticks (1 s"),
        (["--ticks", "5", "--seconds", "9"], "After 5 ticks (5 s"),
        (["--ticks", "9", "--seconds", "5"], "After 5 ticks (5 s"),
        (["--ticks", "1234"], "After 1,234 ticks (1234 s"),
    ],
)
def test_ticks_and_seconds_say_when_to_stop_and_the_first_reached_counts(arguments, end):
    assert end in run("westworld", *arguments)


def test_the_same_seed_gives_the_same_story_and_another_seed_another_one():
    """C6."""
    stories = [run("westworld", "--seed", seed) for seed in ("3", "3", "4", "-1", str(2**70))]
    assert stories[0] == stories[1]
    assert len(set(stories)) == 4
    assert f"seed {2**70})" in stories[4]


def test_an_option_of_the_scenario_can_be_set():
    output = run("westworld", "--set", "elsa=false", "--set", "mind=fsm")
    assert "Elsa" not in output
    assert "Bob  walks up to the mine" in output


def test_a_quiet_run_prints_only_how_it_ends():
    loud, quiet = run("westworld"), run("westworld", "--quiet")
    assert quiet == loud[loud.index("\nAfter 60 ticks") :]


def test_a_recording_is_announced_and_changes_nothing_of_the_story(tmp_path):
    target = str(tmp_path / "a.jsonl")
    plain, recorded = run("westworld"), run("westworld", "--record", target)
    assert recorded == f"{plain}\nRecorded in {target}; run it again with: gumption replay {target}\n"
    header, *ticks, end = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert (header["scenario"], header["seed"], header["options"]) == ("westworld", 0, {})
    assert [line["tick"] for line in ticks] == list(range(1, 61))
    assert end == {"end": 60}


def test_the_name_of_a_recording_is_printed_as_it_is(tmp_path):
    name = "[b]x :bug: it's.jsonl"
    done = gumption("run", "westworld", "--ticks", "1", "--record", name, cwd=tmp_path)
    assert (tmp_path / name).is_file()
    assert f"Recorded in {name}; run it again" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["--quiet"], ["--seed", "5", "--set", "elsa=false", "--ticks", "9"]])
def test_json_prints_just_the_bytes_of_a_recording(tmp_path, arguments):
    done = gumption("run", "westworld", "--json", "--record", tmp_path / "a.jsonl", *arguments)
    alone = gumption("run", "westworld", "--json", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.encode() == alone.stdout.encode() == (tmp_path / "a.jsonl").read_bytes()
    assert json.loads(alone.stdout.splitlines()[-1]) == {"end": 9 if "--ticks" in arguments else 60}


class WallClock:
    """Stands still but for sleeping."""

    def __init__(self):
        self.now = 0.0
        self.naps = []

    def sleep(self, seconds):
        self.naps.append(seconds)
        self.now += seconds


@pytest.mark.parametrize(("speed", "nap"), [("1", 1.0), ("4", 0.25), ("0.5", 2.0)])
def test_speed_keeps_the_world_in_step_with_the_wall_clock(monkeypatch, speed, nap):
    wall = WallClock()
    paced = functools.partial(Pacer, wall=lambda: wall.now, sleep=wall.sleep)
    monkeypatch.setattr("gumption.world.world.Pacer", paced)
    assert "After 5 ticks" in run("westworld", "--ticks", "5", "--speed", speed)
    assert wall.naps == [nap] * 5


def test_without_a_speed_nobody_sleeps(monkeypatch):
    monkeypatch.setattr("gumption.world.world.Pacer", None)
    monkeypatch.setattr("time.sleep", None)
    assert "After 5 ticks" in run("westworld", "--ticks", "5")


def test_of_many_agents_the_first_twenty_are_listed(tmp_path):
    town = tmp_path / "town.py"
    town.write_text(
        "from gumption import fsm\n"
        "class Citizen:\n"
        "    def __init__(self, name):\n"
        "        self.name, self.age, self.rich, self._secret, self.friends = name, 30, False, 1, []\n"
        "MACHINE = fsm.Machine(lambda citizen: None)\n"
        "def build(world, *, people: int):\n"
        "    for number in range(people):\n"
        "        world.add(Citizen(f'citizen {number}'), MACHINE)\n"
    )
    lines = gumption("run", town, "--quiet", "--set", "people=1234").stdout.splitlines()
    assert lines[2].split() == ["citizen", "0", "age=30", "rich=False"]
    assert len(lines) == 2 + 20 + 1
    assert lines[-1] == "  ... and 1,214 more"
    assert gumption("run", town, "--quiet", "--set", "people=20").stdout.splitlines()[-1].startswith("  citizen 19")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Missing argument 'SCENARIO'"),
        (["westworld", "extra"], "unexpected extra argument"),
        (["westworld", "--ticks", "0"], "--ticks"),
        (["westworld", "--ticks", "-5"], "--ticks"),
        (["westworld", "--ticks", "many"], "--ticks"),
        (["westworld", "--ticks", "1.5"], "--ticks"),
        (["westworld", "--seconds", "0"], "--seconds"),
        (["westworld", "--seconds", "x"], "--seconds"),
        (["westworld", "--seconds", "nan", "--ticks", "1"], "--seconds"),
        (["westworld", "--seconds", "inf", "--ticks", "1"], "--seconds"),
        (["westworld", "--speed", "0"], "--speed"),
        (["westworld", "--speed", "-1"], "--speed"),
        (["westworld", "--speed", "nan", "--ticks", "1"], "--speed"),
        (["westworld", "--speed", "inf", "--ticks", "1"], "--speed"),
        (["westworld", "--seed", "lucky"], "--seed"),
        (["westworld", "--record", "."], "'.' is a directory"),
        (["westworld", "--frequency", "3"], "No such option"),
        (["westworld", "--debug"], "No such option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_command_line_ends_with_2_and_names_the_option(capsys, arguments, says):
    assert main(["run", *arguments]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert says in errors
    assert errors.startswith("Usage: gumption run [OPTIONS] SCENARIO\n")
