"""`gumption check`: what it looks at, what it prints, and its exit codes."""

import json

import pytest
from click.testing import CliRunner

from gumption.cli.main import cli, main
from gumption.cli.scenario import built_in
from tests.cli.program import gumption

TOWN = """\
from gumption import F, flow, fsm
from gumption.bt import Tree, do, guard, selector


async def drink(bob):
    await flow.sleep(1.0)


def act(bob):
    pass


BOB = flow.Selector([flow.node(drink, F.thirst >= 5), flow.node(drink, F.tired > 8, name="sleep")], name="bob")
"""
FAULTY = TOWN + 'TREE = Tree(selector(guard((F.n > 2) & (F.n < 1), do(act)), do(act)), name="tree")\n'
BUILD = """

class Bob:
    name = "Bob"


def build(world, *, people: int = 1):
    def stand(bob, machine):
        machine.change_state(sit)

    def sit(bob, machine):
        pass

    def fly(bob, machine):
        pass

    for _ in range(people):
        world.add(Bob(), fsm.Machine(stand, states=[fly], name="made"))
"""


def invoke(*arguments):
    return CliRunner().invoke(cli, ["check", *map(str, arguments)])


@pytest.fixture
def town(tmp_path):
    file = tmp_path / "town_to_check.py"
    file.write_text(TOWN, encoding="utf-8")
    return file


@pytest.fixture
def faulty(tmp_path):
    file = tmp_path / "faulty_town.py"
    file.write_text(FAULTY, encoding="utf-8")
    return file


@pytest.mark.parametrize("name", built_in())
def test_the_built_in_scenarios_are_clean(name):
    result = invoke(name, "--strict")
    assert result.exit_code == 0
    assert result.stdout.startswith("No findings in ")


def test_warnings_are_told_and_fail_only_if_that_is_asked_for(town):
    result = invoke(town)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "warning [nothing-to-do] bob (town_to_check:5)",
        "  there are states in which no check holds, and the agent does nothing",
        "  for example: thirst = 4, tired = 8",
        "  what to do:  add a node without a check as the last one, or mend the checks",
        "",
        "1 finding in 1 definition: no errors, 1 warning.",
    ]
    assert invoke(town, "--strict").exit_code == 1
    assert invoke(town, "--strict", "--ignore", "nothing-to-do").exit_code == 0


def test_errors_fail(faulty):
    result = invoke(faulty)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "2 findings in 2 definitions: 1 error, 1 warning."
    assert invoke(faulty, "--ignore", "never-true").exit_code == 0


def test_findings_as_json(faulty):
    faulty.write_text("print('building')\n" + FAULTY, encoding="utf-8")
    result = invoke(faulty, "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (told["definitions"], told["errors"], len(told["findings"])) == (2, 1, 2)
    idle = next(each for each in told["findings"] if each["code"] == "nothing-to-do")
    assert idle["severity"] == "warning"
    assert idle["path"] == "bob"
    assert idle["example"] == {"thirst": 4, "tired": 8}
    assert idle.keys() == {"code", "severity", "path", "source", "problem", "remedy", "example"}


def test_of_a_scenario_the_minds_are_checked_that_its_agents_have(tmp_path):
    file = tmp_path / "built_town.py"
    file.write_text(TOWN + BUILD, encoding="utf-8")
    lines = invoke(file, "--set", "people=3", "--ignore", "nothing-to-do").stdout.splitlines()
    assert [line.split(" (")[0] for line in lines if "[" in line] == ["warning [unreachable-state] made › fly"]
    assert lines[-1] == "1 finding in 4 definitions: no errors, 1 warning."  # three alike are told of once
    assert invoke(file, "--set", "people=many").exit_code == 2


def test_output_in_a_pipe_has_no_colours(faulty):
    done = gumption("check", faulty)
    assert done.returncode == 1
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "error [never-true] tree › selector › guard(n > 2 and n < 1)" in done.stdout


@pytest.mark.parametrize(
    "arguments", [["no_such_town"], ["no_such_town.py"], ["westworld", "--ignore", "nonsense"], ["westworld", "--loud"]]
)
def test_a_wrong_command_line_is_told_with_code_2(capsys, arguments):
    assert main(["check", *arguments]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert "Error: " in errors


def test_a_file_in_which_there_is_nothing_to_check_is_told_with_code_2(tmp_path):
    file = tmp_path / "empty_town.py"
    file.write_text("", encoding="utf-8")
    result = invoke(file)
    assert result.exit_code == 2
    assert "nothing to check" in result.stderr


def test_a_file_that_cannot_be_loaded_is_told_with_code_1(tmp_path, capsys):
    file = tmp_path / "broken_town.py"
    file.write_text("1 / 0", encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_help_says_what_is_looked_for_and_the_exit_codes():
    text = invoke("--help").stdout
    assert "--ignore CODE" in text
    assert "Exit codes:" in text
