"""Options of a scenario: read from the signature and docstring of build(), given with --set KEY=VALUE."""

import enum
import re
import sys

import click
import pytest
from click.testing import CliRunner

from gumption.cli.main import cli
from gumption.cli.scenario import load
from tests.cli.program import gumption

VILLAGE = '''\
"""A village.

With much to choose.
"""

import enum
from types import SimpleNamespace
from typing import Literal

from gumption import fsm


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


def build(
    world,
    *,
    people: int,
    growth: float = 1.5,
    walls: bool = False,
    name: str = "Dale",
    weather: Literal["fair", "foul"] = "fair",
    floors: Literal[1, 2] = 1,
    mayor: int | None = 3,
    colour: Colour = Colour.RED,
    wells=4,
    river=None,
    **rest,
):
    """Add people.

    Args:
        world: an empty one.
        people: how many live there.
        growth: how fast,
            in people a tick.
        walls: whether there are walls.
    """
    choices = [people, growth, walls, name, weather, floors, mayor, colour.name, wells, river]
    world.add(SimpleNamespace(name=str(choices)), fsm.Machine(lambda village: None))
'''
"""Who reads the only agent's name knows all options."""


@pytest.fixture(scope="module")
def village(tmp_path_factory):
    path = tmp_path_factory.mktemp("options") / "village_with_options.py"
    path.write_text(VILLAGE)
    before = list(sys.path)
    yield load(str(path))
    sys.path[:] = before
    del sys.modules["village_with_options"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("people=3", 3),
        ("people=-3", -3),
        ("growth=2", 2.0),
        ("growth=1e-3", 0.001),
        ("growth=-0.5", -0.5),
        ("walls=true", True),
        ("walls=False", False),
        ("walls=1", True),
        ("walls=0", False),
        ("name=Upper Dale", "Upper Dale"),
        ("name=", ""),
        ("name=a=b", "a=b"),
        ("name=3", "3"),
        ("name=true", "true"),
        ("name=null", "null"),
        ("weather=foul", "foul"),
        ("floors=2", 2),
        ("mayor=7", 7),
        ("mayor=null", None),
        ("wells=9", 9),
        ("river=Esk", "Esk"),
    ],
)
def test_a_value_is_read_as_the_type_that_the_signature_says(village, text, value):
    """Annotated, or as its default; without either, text."""
    name = text.partition("=")[0]
    read = village.read_options([*(["people=1"] if name != "people" else []), text])[name]
    assert (type(read), read) == (type(value), value)


def test_an_enumeration_is_read_by_its_values(village):
    colour = village.read_options(["people=1", "colour=blue"])["colour"]
    assert isinstance(colour, enum.Enum)
    assert colour.name == "BLUE"


def test_only_what_was_given_is_handed_on_and_the_last_one_counts(village):
    assert village.read_options(["people=1", "walls=true", "people=2"]) == {"people": 2, "walls": True}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("people=many", "people=many: expected int"),
        ("people=1.5", "expected int"),
        ("people=", "expected int"),
        ("people=true", "expected int"),
        ("growth=fast", "growth=fast: expected float"),
        ("growth=", "expected float"),
        ("walls=perhaps", "walls=perhaps: expected bool"),
        ("walls=2", "expected bool"),
        ("weather=mild", r"weather=mild: expected fair\|foul"),
        ("weather=FAIR", r"expected fair\|foul"),
        ("floors=3", r"floors=3: expected 1\|2"),
        ("mayor=Tom", r"mayor=Tom: expected int\|null"),
        ("colour=green", "colour=green: expected (Colour|red.*blue)"),
        ("wells=x", "expected int"),
        ("people", "'people' is not of the form KEY=VALUE"),
        ("", "'' is not of the form KEY=VALUE"),
        ("=3", "no option ''. Its options: people, growth, "),
        ("persons=3", "no option 'persons'. Its options: people, growth, "),
        ("rest=3", "no option 'rest'"),
        ("world=3", "no option 'world'"),
    ],
)
def test_a_wrong_value_or_name_is_refused_with_what_was_expected(village, text, says):
    with pytest.raises(click.BadParameter, match=says) as refused:
        village.read_options(["people=1", text])
    assert refused.value.exit_code == 2
    assert refused.value.param_hint == "--set"


def test_a_required_option_that_is_missing_is_named(village):
    with pytest.raises(click.UsageError, match=r"needs --set people=VALUE"):
        village.read_options(["walls=true"])


@pytest.mark.parametrize("command", ["run", "describe"])
@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        (["elsa=perhaps"], "elsa=perhaps: expected bool"),
        (["mind=soul"], "mind=soul: expected fsm"),
        (["bob=1"], "scenario 'westworld' has no option 'bob'. Its options: mind, elsa."),
        (["elsa"], "not of the form KEY=VALUE"),
    ],
)
def test_the_program_ends_with_2_for_a_wrong_option(command, pairs, says):
    result = CliRunner().invoke(cli, [command, "westworld", *(word for pair in pairs for word in ("--set", pair))])
    assert result.exit_code == 2
    assert says in result.stderr


def test_describing_shows_options_with_defaults_helps_and_choices(village):
    """Of a required one: its type instead of a default."""
    assert (village.summary, village.text) == ("A village.", "A village.\n\nWith much to choose.")
    shown = {option.name: (option.required, option.choices, option.help) for option in village.options}
    assert shown["people"] == (True, "int", "how many live there.")
    assert shown["growth"][2].startswith("how fast,")
    assert shown["walls"] == (False, "bool", "whether there are walls.")
    assert shown["weather"] == (False, "fair|foul", "")
    assert "rest" not in shown


def test_helps_are_found_whatever_else_the_docstring_tells(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    text = VILLAGE.replace('walls.\n    """', 'walls.\n\n    Returns:\n        nothing: at all.\n    """')
    (tmp_path / "village_with_returns.py").write_text(text)
    options = load(str(tmp_path / "village_with_returns.py")).options
    assert [option.help for option in options if option.name in ("people", "walls", "name")] == [
        "how many live there.",
        "whether there are walls.",
        "",
    ]


def test_a_run_without_a_required_option_ends_with_2_and_describe_shows_it(tmp_path):
    (tmp_path / "village.py").write_text(VILLAGE)
    ran = gumption("run", "village.py", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Scenario 'village.py' needs --set people=VALUE." in ran.stderr
    described = gumption("describe", "village.py", cwd=tmp_path)
    assert described.returncode == 0
    assert "Give the options that must be given" in described.stdout
    assert re.search(r"^  people=int +how many live there\.$", described.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    "pair",
    [
        "people=5",
        "growth=1e300",
        "growth=0.1",
        "walls=true",
        "name=null",
        "name=True",
        "name=a b=c",
        "mayor=null",
        "colour=blue",
        "floors=2",
    ],
)
def test_options_come_back_from_a_recording_as_they_were(tmp_path, pair):
    (tmp_path / "village.py").write_text(VILLAGE)
    given = ["--set", "people=1", "--set", pair]
    done = gumption("run", "village.py", "--ticks", "1", "--record", "a.jsonl", *given, cwd=tmp_path)
    assert done.returncode == 0
    done = gumption("replay", "a.jsonl", "--scenario", "village.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("number", ["inf", "-inf", "nan"])
def test_a_number_that_json_does_not_know_is_refused_or_comes_back(tmp_path, number):
    (tmp_path / "village.py").write_text(VILLAGE)
    given = ["--set", "people=1", "--set", f"growth={number}", "--record", "a.jsonl"]
    if gumption("run", "village.py", "--ticks", "1", *given, cwd=tmp_path).returncode == 2:
        return
    assert gumption("replay", "a.jsonl", "--scenario", "village.py", cwd=tmp_path).returncode == 0
