"""The program as a whole: its commands, helps and exit codes; `gumption list` and `gumption describe`."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import gumption as package
from gumption.cli.main import cli, main
from gumption.cli.scenario import built_in, load
from tests.cli.program import ENVIRONMENT, gumption

TWINS = """\
\"\"\"Twins and a stranger.\"\"\"
from gumption import fsm

class Citizen:
    def __init__(self, name):
        self.name = name

def walk(agent, machine):
    machine.change_state(rest)

def rest(agent, machine):
    machine.change_state(walk)

WALKER, SITTER = fsm.Machine(walk, name="walker"), fsm.Machine(rest, name="sitter")

def build(world):
    for name in ("Ann", "Anna"):
        world.add(Citizen(name), WALKER)
    world.add(Citizen("Bob"), SITTER)
"""


def invoke(*arguments):
    return CliRunner().invoke(cli, arguments)


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_tells_commands_and_exit_codes(arguments):
    result = invoke(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    commands = re.findall(r"^  (\w+)  +\S", result.stdout[result.stdout.index("Commands:") :], re.MULTILINE)
    expected = "check describe diff export inspect list replay report run watch why"
    assert " ".join(commands) == expected
    codes = re.findall(r"^ +(\d+)  (\S.*)$", result.stdout, re.MULTILINE)
    assert [code for code, _ in codes][:3] == ["0", "1", "2"]


@pytest.mark.parametrize("command", ["run", "list", "describe", "replay", "why"])
def test_every_command_has_a_help_that_tells_each_option(command):
    result = invoke(command, "--help")
    assert (result.exit_code, result.stderr) == (0, "")
    for option in cli.commands[command].params:
        if isinstance(option, click.Option):
            assert all(name in result.stdout for name in option.opts)
            assert option.help


def test_examples_in_the_help_of_run_stand_on_lines_of_their_own():
    lines = invoke("run", "--help").stdout.splitlines()
    assert "    gumption run westworld --seed 3 --speed 2 --set elsa=false" in lines


@pytest.mark.parametrize("arguments", [["--version"], ["-V"]])
def test_the_version_is_the_packages(capsys, arguments):
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"gumption, version {package.__version__}\n"


def test_without_a_command_the_help_is_shown_and_the_code_is_2():
    done = gumption()
    assert (done.returncode, done.stdout) == (2, "")
    assert "Commands:" in done.stderr


@pytest.mark.parametrize("arguments", [["walk"], ["--loud"], ["list", "extra"], ["describe"], ["describe", "a", "b"]])
def test_a_wrong_command_line_is_told_on_standard_error_with_code_2(capsys, arguments):
    assert main(arguments) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.startswith("Usage: gumption ")
    assert "Error: " in errors


def test_the_installed_program_and_the_module_are_the_same():
    program = Path(sys.executable).with_name("gumption")
    done = subprocess.run([program, "list"], env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, gumption("list").stdout, "")


def test_list_has_a_line_for_each_built_in_scenario():
    lines = invoke("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == built_in()
    assert built_in() == ["ambush", "expedition", "monsters", "westworld", "woodcutter"]
    assert lines == [f"{name:<10}  {load(name).summary}" for name in built_in()]
    assert lines[3].startswith("westworld   Miner Bob digs, drinks, saves and sleeps;")


def test_every_built_in_scenario_can_be_described_and_run():
    for name in built_in():
        assert load(name).text != "(no docstring)"
        assert invoke("describe", name).exit_code == 0
        assert invoke("run", name, "--ticks", "3").exit_code == 0


def test_describe_shows_text_options_agents_and_how_they_decide():
    result = invoke("describe", "westworld")
    assert (result.exit_code, result.stderr) == (0, "")
    text, options, bob, elsa, count = re.split(r"\n\n(?=Options|Bob|Elsa|\d)", result.stdout)
    assert text.startswith("Miner Bob digs")
    assert options.splitlines() == [
        "Options (give them with --set KEY=VALUE):",
        (
            "  mind=fsm   how Bob thinks; all: four Bobs who live the same life, each by his own way of thinking. "
            "(fsm|bt|goap|flow|all)"
        ),
        "  elsa=True  whether Bob is married; four Bobs have four Elsas. (bool)",
    ]
    assert bob.splitlines() == [
        "Bob (entity 1):",
        "  machine miner",
        "  ├─ state Home -> Dig, EatStew",
        "  ├─ state Dig -> Bank, Saloon",
        "  ├─ state EatStew",
        "  ├─ state Bank -> Home, Dig",
        "  ├─ state Saloon -> Dig",
        "  └─ global state Needs",
    ]
    assert elsa.startswith("Elsa (entity 2):\n  machine wife\n")
    assert count == "2 entities, 2 kinds of mind.\n"


def test_describe_shows_the_world_that_the_options_make():
    result = invoke("describe", "westworld", "--set", "elsa=false")
    assert "Elsa (entity" not in result.stdout
    assert result.stdout.endswith("\n1 entities, 1 kinds of mind.\n")


def test_describe_shows_each_kind_of_mind_once(tmp_path):
    (tmp_path / "twins.py").write_text(TWINS)
    done = gumption("describe", "twins.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Twins and a stranger.\n\nNo options.\n"
        "\nAnn (entity 1):\n  machine walker\n  ├─ state walk -> rest\n  └─ state rest -> walk\n"
        "\nBob (entity 3):\n  machine sitter\n  ├─ state rest -> walk\n  └─ state walk -> rest\n"
        "\n3 entities, 2 kinds of mind.\n"
    )


def test_a_scenario_without_docstring_says_so(tmp_path):
    (tmp_path / "bare.py").write_text("def build(world): pass\n")
    assert gumption("describe", "bare.py", cwd=tmp_path).stdout.startswith("(no docstring)\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["run", "westworld", "--ticks", "1"], 0),
        (["list"], 0),
        (["describe", "westworld"], 0),
        (["run", "os"], 1),
        (["replay", "missing.jsonl"], 1),
        (["run", "nobody"], 2),
        (["run"], 2),
    ],
)
def test_good_output_goes_to_standard_output_and_errors_go_to_standard_error(arguments, code):
    done = gumption(*arguments)
    assert done.returncode == code
    assert bool(done.stdout) is (code == 0)
    assert bool(done.stderr) is (code != 0)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("flags", "traceback"), [([], False), (["--debug"], True)])
def test_a_traceback_is_shown_on_demand_only(capsys, flags, traceback):
    assert main([*flags, "run", "os"]) == 1
    errors = capsys.readouterr().err
    assert ("Traceback" in errors) is traceback
    assert "it has no function build(world)" in errors


def test_further_errors_of_one_failure_are_told_as_well(tmp_path):
    """F9: further exceptions on the way are notes of the first."""
    (tmp_path / "clumsy.py").write_text(
        "from gumption import fsm\n"
        "class Fall(fsm.State):\n"
        "    def execute(self, agent, machine): raise ValueError('first')\n"
        "    def exit(self, agent, machine): raise ValueError('second')\n"
        "def build(world): world.add(1, fsm.Machine(Fall()))\n"
    )
    done = gumption("run", "clumsy.py", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.index("ValueError: first") < done.stderr.index("ValueError: second")
