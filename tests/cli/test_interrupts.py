"""Runs that end early: Ctrl-C, and readers who have had enough. No traceback, and a recording that is whole."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from gumption.cli.main import main
from gumption.world.recording import RecordingReader
from tests.cli.program import COMMAND, ENVIRONMENT, gumption

INTERRUPTED = """\
import os, signal
from gumption import fsm

class Ann:
    name = "Ann"

def walk(agent, machine):
    machine.context.say("walks")
    if machine.context.clock.ticks == 3:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass

def build(world):
    world.add(Ann(), fsm.Machine(walk))
"""


def end_of(path):
    """The last line of a recording, after all others have been read."""
    with RecordingReader(path) as reader:
        ticks = [line.tick for line in reader]
        assert ticks == list(range(1, reader.end.end + 1))
        return reader.end


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_ctrl_c_between_two_ticks_ends_with_130_and_a_whole_recording(tmp_path, name):
    """While the world waits for the wall clock."""
    command = [*COMMAND, "run", "westworld", "--speed", "0.5", "--set", "elsa=false", "--record", name]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(0.05)  # to be told in the middle of the pause, which takes two seconds
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
    assert first == "    1  Bob  walks up to the mine\n"
    assert (process.returncode, errors.strip()) == (130, "gumption: interrupted")
    assert "After" not in out
    assert end_of(tmp_path / name).error.startswith("KeyboardInterrupt")


@pytest.mark.parametrize("extra", [[], ["--quiet"], ["--json"]])
def test_ctrl_c_in_the_middle_of_a_tick_ends_with_130_and_a_whole_recording(tmp_path, extra):
    (tmp_path / "town.py").write_text(INTERRUPTED)
    done = gumption("run", "town.py", "--record", "a.jsonl", *extra, cwd=tmp_path)
    assert (done.returncode, done.stderr.strip()) == (130, "gumption: interrupted")
    end = end_of(tmp_path / "a.jsonl")
    assert (end.end, end.events) == (2, []), (
        "the tick that was interrupted is not told: it could not come a second time"
    )
    assert end.error.startswith("KeyboardInterrupt")
    if extra == ["--json"]:
        assert done.stdout == (tmp_path / "a.jsonl").read_text()


def test_ctrl_c_while_a_scenario_is_loaded_ends_with_130(tmp_path):
    (tmp_path / "slow.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhile True: pass\n")
    done = gumption("run", "slow.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "gumption: interrupted")


def test_ctrl_c_is_a_documented_exit_code(capsys):
    assert main(["--help"]) == 0
    assert "130" in capsys.readouterr().out


def without_reader(*arguments, cwd=None):
    """Run the program with a standard output that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*COMMAND, *arguments],
            cwd=cwd,
            env=ENVIRONMENT,
            stdout=writer,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=30,
            check=False,
        )
    finally:
        os.close(writer)


WITHOUT_READER = [
    ["run", "westworld"],
    ["run", "westworld", "--ticks", "1"],
    ["run", "westworld", "--quiet"],
    ["run", "westworld", "--json"],
    ["run", "westworld", "--json", "--ticks", "1"],
    ["describe", "westworld"],
    ["list"],
    ["--help"],
    ["--version"],
]


@pytest.mark.parametrize("arguments", WITHOUT_READER, ids=" ".join)
def test_a_reader_who_has_had_enough_is_no_error(arguments):
    done = without_reader(*arguments)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", ["run westworld --ticks 3000", "run westworld --ticks 3000 --json"])
def test_the_first_lines_can_be_had_with_head(arguments):
    command = f"set -o pipefail; {sys.executable} -m gumption {arguments} | head -n 2"
    done = subprocess.run(
        ["bash", "-c", command], env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 2


def test_json_without_a_reader_does_not_run_to_the_end(tmp_path):
    """A long run would keep `| head` waiting."""
    (tmp_path / "town.py").write_text(
        "import pathlib\n"
        "from gumption import fsm\n"
        "def walk(agent, machine):\n"
        "    machine.context.say('walks ' * 2000)\n"
        "    if machine.context.clock.ticks == 1000:\n"
        "        pathlib.Path('was at tick 1000').touch()\n"
        "def build(world):\n"
        "    world.add(1, fsm.Machine(walk))\n"
    )
    done = without_reader("run", "town.py", "--json", "--ticks", "1000", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "was at tick 1000").exists()


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_recording_is_whole_and_tells_what_happened_though_the_reader_has_gone(tmp_path, extra):
    """That nobody reads on is nothing that happened to an agent: what was recorded replays the same."""
    without_reader("run", "westworld", "--record", "a.jsonl", *extra, cwd=tmp_path)
    end_of(tmp_path / "a.jsonl")
    kinds = {
        event["event"]
        for line in (tmp_path / "a.jsonl").read_text().splitlines()
        for event in json.loads(line).get("events", [])
    }
    assert "failed" not in kinds
    assert main(["replay", str(tmp_path / "a.jsonl")]) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "arguments", [["run", "westworld"], ["run", "westworld", "--json"], ["list"], ["describe", "westworld"]]
)
def test_an_output_that_is_full_is_one_clear_error(arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
