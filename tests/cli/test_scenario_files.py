"""Scenarios that people write: files and modules, good ones and all the ways in which they are not."""

import pytest

from gumption.cli.main import main
from gumption.cli.scenario import built_in
from tests.cli.program import gumption

ANN = """\
from gumption import fsm

class Ann:
    name = "Ann"

def walk(agent, machine):
    machine.context.say("walks")
"""
"""Seven lines; what follows begins in line 8."""

ADD = """
def build(world):
    world.add(Ann(), fsm.Machine(walk))
"""

FAILING = {
    "syntax.py": ("x = 1\ndef build(world)\n    pass\n", ["SyntaxError", "syntax.py:2", "importing"]),
    "raises.py": ('"""Doc."""\n\nx = 1 / 0\n', ["ZeroDivisionError: division by zero", "raises.py:3", "importing"]),
    "imports.py": ("import no_such_module\n", ["No module named 'no_such_module'", "imports.py:1"]),
    "nobuild.py": ("x = 1\n", ["has no function build(world)", "build(world, **options)"]),
    "notcallable.py": ("build = 3\n", ["has no function build(world)"]),
    "building.py": (
        "def build(world):\n    helper()\n\ndef helper():\n    raise KeyError('who')\n",
        ["KeyError: 'who'", "building.py:5", "building scenario"],
    ),
    "library.py": (
        "import json\ndef build(world):\n    json.loads('{')\n",
        ["JSONDecodeError", "library.py:3", "building scenario"],
    ),
    "noworld.py": ("def build():\n    pass\n", ["TypeError", "takes 0 positional arguments", "noworld.py"]),
    "annotation.py": (
        "from __future__ import annotations\ndef build(world, n: Nope = 1): pass\n",
        ["NameError", "Nope", "signature of build()", "annotation.py"],
    ),
    "machine.py": (
        "from gumption import fsm\ndef build(world):\n    world.add(1, fsm.Machine(int, max_stack=0))\n",
        ["[fsm-class]", "[fsm-max-stack]", "machine.py"],
    ),
    "sending.py": ("def build(world):\n    world.send('Bob', 'hello')\n", ["'Bob' is neither an entity", "sending.py"]),
}


@pytest.mark.parametrize(
    ("command", "name"), [*(("run", name) for name in FAILING), ("describe", "raises.py"), ("describe", "building.py")]
)
def test_a_scenario_that_cannot_be_built_ends_with_1_and_says_what_and_where(tmp_path, command, name):
    text, says = FAILING[name]
    (tmp_path / name).write_text(text)
    done = gumption(command, tmp_path / name)
    assert done.returncode == 1
    assert done.stderr.startswith("gumption: ")
    assert "Traceback" not in done.stderr
    assert [each for each in says if each not in done.stderr] == []
    if command == "run":
        assert done.stdout == ""


def test_the_whole_traceback_is_shown_on_demand(tmp_path):
    (tmp_path / "raises.py").write_text(FAILING["raises.py"][0])
    done = gumption("--debug", "run", "raises.py", cwd=tmp_path)
    assert done.returncode == 1
    assert "Traceback (most recent call last)" in done.stderr
    assert 'raises.py", line 3, in <module>' in done.stderr
    assert "x = 1 / 0" in done.stderr


STONE = (
    ANN
    + """\
    if machine.context.clock.ticks == 3:
        raise ValueError("a stone")
"""
    + ADD
)


def test_a_state_that_raises_ends_the_story_with_1_and_names_file_and_line(tmp_path):
    """F9, C3: what was told until then stands; the error names agent, state, hook, file and line."""
    path = tmp_path / "stone.py"
    path.write_text(STONE)
    done = gumption("run", path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "    1  Ann  walks",
        "    2  Ann  walks",
        "    3  Ann  walks",
        "    3  Ann  fails: ValueError: a stone",
    ]
    first, where, *_ = done.stderr.splitlines()
    assert first == "gumption: ValueError: a stone"
    assert where == f"  where:      Ann (entity 1), machine › walk.execute ({path}:9)"
    assert "Traceback" not in done.stderr


def test_a_message_never_points_to_a_traceback_that_is_not_there(tmp_path):
    (tmp_path / "stone.py").write_text(STONE)
    done = gumption("run", "stone.py", cwd=tmp_path)
    assert "traceback above" not in done.stderr


def test_a_state_that_raises_in_a_quiet_run_is_told_as_well(tmp_path):
    (tmp_path / "stone.py").write_text(STONE)
    done = gumption("run", "stone.py", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "stone.py:9" in done.stderr


@pytest.mark.parametrize("command", ["run", "describe"])
@pytest.mark.parametrize("name", ["missing.py", "no/such/folder/town.py", "folder.py"])
def test_a_file_that_is_not_there_is_a_wrong_command_line(tmp_path, monkeypatch, capsys, command, name):
    (tmp_path / "folder.py").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main([command, name]) == 2
    assert f"There is no file '{name}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("westwrld", "Did you mean 'westworld'? "),
        ("west-world", "Did you mean 'westworld'? "),
        ("Westworld", "Did you mean 'westworld'? "),
        ("quite_another", ""),
        ("no.such.module", ""),
        ("a..b", ""),
        ("../westworld", "Did you mean 'westworld'? "),
        ("", ""),
        (" ", ""),
    ],
)
def test_an_unknown_scenario_is_a_wrong_command_line_with_a_suggestion(capsys, name, hint):
    for command in ("run", "describe"):
        assert main([command, name]) == 2
        errors = capsys.readouterr().err
        names = ", ".join(built_in())
        assert f"There is no scenario {name!r}. {hint}Give a built-in name ({names}), a file ending in" in errors


def test_a_scenario_in_which_nobody_speaks_says_how_stories_are_told(tmp_path):
    (tmp_path / "silent.py").write_text(ANN.replace('machine.context.say("walks")', "pass") + ADD)
    done = gumption("run", "silent.py", cwd=tmp_path)
    assert done.returncode == 0
    first, blank, *rest = done.stdout.splitlines()
    assert first == "Nobody said anything: a story is told with context.say(...) in a mind's code."
    assert (blank, rest) == ("", ["After 60 ticks (60 s, seed 0):", "  Ann  "])
    assert "Nobody" not in gumption("run", "silent.py", "--quiet", cwd=tmp_path).stdout


def test_an_empty_world_runs(tmp_path):
    (tmp_path / "empty.py").write_text("def build(world):\n    pass\n")
    done = gumption("run", "empty.py", "--ticks", "2", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "After 2 ticks (2 s, seed 0):")
    assert gumption("describe", "empty.py", cwd=tmp_path).stdout.endswith("\n0 entities, 0 kinds of mind.\n")


@pytest.mark.parametrize("kind", ["async def build(world):\n    pass\n", "def build(world):\n    yield\n"])
def test_a_build_that_would_never_run_is_an_error(tmp_path, kind):
    """Nothing fails silently; states that are coroutines are refused as well (fsm-async)."""
    (tmp_path / "later.py").write_text(kind)
    done = gumption("run", "later.py", cwd=tmp_path)
    assert done.returncode == 1
    assert "build" in done.stderr


@pytest.fixture
def town(tmp_path):
    """A folder with a file that imports its neighbours, also in a package."""
    (tmp_path / "people.py").write_text(ANN)
    (tmp_path / "town.py").write_text('"""A town."""\nfrom people import Ann, fsm, walk\n' + ADD)
    (tmp_path / "county").mkdir()
    (tmp_path / "county/__init__.py").write_text("")
    (tmp_path / "county/people.py").write_text(ANN)
    (tmp_path / "county/town.py").write_text('"""A town."""\nfrom county.people import Ann, fsm, walk\n' + ADD)
    return tmp_path


@pytest.mark.parametrize("name", ["town.py", "./town.py", "town", "county.town"])
def test_a_scenario_is_a_file_or_a_module_and_may_import_its_neighbours(town, name):
    done = gumption("run", name, "--ticks", "1", cwd=town)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("    1  Ann  walks\n")


def test_a_file_finds_its_neighbours_from_anywhere(town, tmp_path_factory):
    done = gumption("run", town / "town.py", "--ticks", "1", cwd=tmp_path_factory.mktemp("elsewhere"))
    assert (done.returncode, done.stderr) == (0, "")


NAMESAKE = """\
from __future__ import annotations
from dataclasses import dataclass
from typing import ClassVar
from gumption import fsm

@dataclass
class Ann:
    name: ClassVar[str] = "Ann"

def build(world):
    import click, gumption, json, random
    assert random.Random and click.echo and gumption.World and json.loads
    world.add(Ann(), fsm.Machine(lambda agent: None))
"""
"""A dataclass looks its module up by name."""


@pytest.mark.parametrize("name", ["random.py", "gumption.py", "click.py", "json.py", "my-town.v2.py"])
def test_a_file_may_have_the_name_of_a_module_and_takes_nothing_from_it(tmp_path, name):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / name).write_text(NAMESAKE)
    done = gumption("run", f"../{name}", "--ticks", "1", cwd=tmp_path / "elsewhere")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("package", "says"), [("1 / 0\n", "ZeroDivisionError"), ("import no_such_module\n", "no_such_module")]
)
def test_a_package_that_raises_on_import_is_not_called_missing(town, package, says):
    (town / "county/__init__.py").write_text(package)
    done = gumption("run", "county.town", cwd=town)
    assert done.returncode == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr
