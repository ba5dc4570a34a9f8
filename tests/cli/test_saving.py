"""`gumption run --save FILE` and `--load FILE` (V7)."""

import signal
import subprocess
from pathlib import Path

import pytest

from gumption import World
from gumption.cli.main import main
from gumption.scenarios import westworld
from tests.cli.program import COMMAND, ENVIRONMENT, gumption
from tests.cli.test_interrupts import INTERRUPTED

SAVED = ["gumption: saved in game", "", "gumption: interrupted", ""]


def story(*arguments: str | Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a run."""
    assert main(["run", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_run_that_is_saved_and_loaded_tells_the_same_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """V7: scenario, options and seed are in the file."""
    game = tmp_path / "bob.game"
    whole = story("westworld", "--set", "mind=all", "--seed", "5", "--ticks", "40", capsys=capsys)
    first = story("westworld", "--set", "mind=all", "--seed", "5", "--ticks", "25", "--save", game, capsys=capsys)
    assert first[-1] == f"Saved in {game}; go on with: gumption run westworld --load {game}"
    second = story("westworld", "--load", game, "--ticks", "15", "--save", game, capsys=capsys)
    told = [line for line in (*first, *second) if line[:5].strip().isdigit()]
    assert told == [line for line in whole if line[:5].strip().isdigit()]
    assert World.load(game, lambda world: westworld.build(world, mind="all")).clock.ticks == 40


def test_a_file_of_one_s_own_may_lie_elsewhere(tmp_path: Path) -> None:
    """V7."""
    (tmp_path / "town.py").write_text(INTERRUPTED.replace("os.kill", "print") + "    # no interrupt\n")
    game = tmp_path / "a game"
    done = gumption("run", "town.py", "--ticks", "2", "--save", game, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = gumption("run", tmp_path / "town.py", "--load", game, "--ticks", "2", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert "After 2 ticks (4 s, seed 0)" in done.stdout


def test_options_that_must_be_given_are_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """V7: they were given when the world began."""
    town, game = tmp_path / "small.py", tmp_path / "game"
    town.write_text("def build(world, people: int):\n    assert people == 3\n")
    story(town, "--set", "people=3", "--ticks", "2", "--save", game, capsys=capsys)
    assert any("After 2 ticks" in line for line in story(town, "--load", game, "--ticks", "2", capsys=capsys))


def test_another_scenario_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """V7: what is imported is what the command line says, never what a file says."""
    game = tmp_path / "game"
    story("westworld", "--ticks", "2", "--save", game, capsys=capsys)
    assert main(["run", "monsters", "--load", str(game)]) == 1
    errors = capsys.readouterr().err
    assert "it is of the scenario 'westworld', not of 'monsters'" in errors
    assert f"gumption run westworld --load {game}" in errors
    World().save(game)
    assert main(["run", "monsters", "--load", str(game)]) == 1
    assert "World.load" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--seed", "3"], ["--set", "mind=bt"]])
def test_what_does_not_go_with_load_is_told(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """V7."""
    assert main(["run", "westworld", "--load", "game", *more]) == 2
    assert more[0] in capsys.readouterr().err


def test_a_file_that_is_no_good_is_one_clear_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """V5 and V7."""
    (tmp_path / "game").write_text("hello")
    assert main(["run", "westworld", "--load", str(tmp_path / "game")]) == 1
    assert "cannot be unpacked" in capsys.readouterr().err
    assert main(["run", "westworld", "--load", str(tmp_path / "none")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["run", "westworld", "--ticks", "1", "--save", str(tmp_path / "none" / "game")]) == 1
    assert "cannot write the file" in capsys.readouterr().err


def test_ctrl_c_in_the_middle_of_a_tick_saves_when_that_is_over(tmp_path: Path) -> None:
    """V7: with the exit code of any other Ctrl-C."""
    (tmp_path / "town.py").write_text(INTERRUPTED)
    done = gumption("run", "town.py", "--save", "game", cwd=tmp_path)
    assert (done.returncode, done.stderr.split("\n")) == (130, SAVED)
    done = gumption("run", "town.py", "--load", "game", "--ticks", "1", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "    4  Ann  walks")


def test_a_second_ctrl_c_ends_at_once_and_leaves_the_old_file(tmp_path: Path) -> None:
    """V7: who cannot wait for the end of a tick."""
    (tmp_path / "town.py").write_text(INTERRUPTED.replace("range(1000)", "(1, 2)").replace("pass", KILL))
    (tmp_path / "game").write_text("old")
    done = gumption("run", "town.py", "--save", "game", cwd=tmp_path)
    assert done.returncode == 130
    assert "not saved" in done.stderr
    assert (tmp_path / "game").read_text() == "old"


KILL = "os.kill(os.getpid(), signal.SIGINT); [None for _ in range(1000)]"


def test_ctrl_c_between_two_ticks_saves_at_once(tmp_path: Path) -> None:
    """V7: while the world waits for the wall clock."""
    command = [*COMMAND, "run", "westworld", "--speed", "0.1", "--set", "elsa=false", "--save", "game"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.split("\n")) == (130, SAVED)
    assert World.load(tmp_path / "game", lambda world: westworld.build(world, elsa=False)).clock.ticks == 1


def test_help_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    """V7."""
    assert main(["run", "--help"]) == 0
    assert "gumption run westworld --load bob.game" in capsys.readouterr().out


def test_what_if_a_saved_game_is_run_on_with_a_change_recorded_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """V7: a recording says behind which tick it begins, and a replay goes on from the same saved game."""
    game, as_it_was, changed = (str(tmp_path / name) for name in ("bob.game", "a.jsonl.gz", "b.jsonl.gz"))
    story("westworld", "--ticks", "20", "--save", game, capsys=capsys)
    on = ("westworld", "--load", game, "--ticks", "30", "--quiet", "--record")
    assert f"gumption replay {as_it_was} --load {game}" in story(*on, as_it_was, capsys=capsys)[-1]
    story(*on, changed, "--set-field", "Bob.thirst=0", capsys=capsys)
    for recording in (as_it_was, changed):
        assert main(["replay", recording, "--load", game]) == 0
        assert capsys.readouterr().out.startswith("The same story: 30 ticks")
    assert main(["replay", as_it_was]) == 1
    error = capsys.readouterr().err
    assert "it begins behind tick 20, and the world stands behind tick 0" in error
    assert "--load SAVED" in error
    assert main(["diff", as_it_was, changed]) == 1
    told = capsys.readouterr().out
    assert "the first difference is at tick 21" in told
    assert "agent:     Bob (1)" in told
