"""`gumption describe` and `gumption export` draw minds: of whom, as what, at which tick."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gumption import World
from gumption.cli.main import cli, main
from gumption.scenarios import westworld
from gumption.world.recording import RecordingWriter
from tests.cli.program import ENVIRONMENT
from tests.core.drawings import read_dot, read_mermaid

FORMS = ["text", "mermaid", "dot"]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty ticks of Bob and Elsa."""
    world, path = World(), tmp_path_factory.mktemp("recorded") / "story.jsonl"
    westworld.build(world)
    with RecordingWriter(world, path, version="test"):
        world.run(ticks=30)
    return path


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


@pytest.mark.parametrize("form", FORMS)
def test_describe_draws_one_mind_and_prints_nothing_else(form: str) -> None:
    """So that Graphviz and others can read it."""
    result = invoke("describe", "westworld", "--agent", "Bob", "--format", form)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == {
        "text": westworld.MINER_MACHINE.render(),
        "mermaid": westworld.MINER_MACHINE.mermaid(),
        "dot": westworld.MINER_MACHINE.dot(),
    }[form] + "\n"  # fmt: skip


def test_describe_runs_so_many_ticks_first() -> None:
    """The states that run have a mark; nobody has one before."""
    before = invoke("describe", "westworld")
    after = invoke("describe", "westworld", "--ticks", 12)
    assert "*" not in before.stdout
    assert sum(line.endswith("*") for line in after.stdout.splitlines()) == 2
    assert "state Saloon -> Dig         .. *" in after.stdout
    other = invoke("describe", "westworld", "--ticks", 12, "--seed", 1, "--set", "mind=bt", "--agent", 1)
    assert " SUCCESS tick 12" in other.stdout, "trees have results"


def test_twins_are_drawn_once_before_they_have_begun_and_each_afterwards(tmp_path: Path) -> None:
    """What they are is the same; where they stand is not."""
    file = tmp_path / "twins.py"
    file.write_text(
        "from types import SimpleNamespace\nfrom gumption import fsm\n"
        "def rest(agent): print('loud')\n"
        "def build(world):\n"
        "    print('loud')\n"
        "    machine = fsm.Machine(rest)\n"
        "    world.add(SimpleNamespace(name='Ann'), machine)\n"
        "    world.add(SimpleNamespace(name='Bea'), machine)\n"
    )
    assert "Bea" not in invoke("describe", file).stdout
    assert "Bea (entity 2):" in invoke("describe", file, "--ticks", 1).stdout
    drawn = invoke("describe", file, "--format", "mermaid")
    assert "loud" not in read_mermaid(drawn.stdout).boxes
    assert "--agent" in invoke("describe", file, "--format", "mermaid", "--ticks", 1).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "dot"], "say whose. There are: Bob (1), Elsa (2)."),
        (["--agent", "bob"], "Did you mean 'Bob'?"),
        (["--agent", "7"], "there is no agent '7'"),
        (["--format", "png"], "'png' is not one of"),
        (["--ticks", "-1"], "--ticks"),
    ],
)
def test_what_cannot_be_drawn_is_said(arguments: list[str], words: str) -> None:
    result = invoke("describe", "westworld", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert not result.stdout


def test_of_namesakes_the_number_is_asked_for(tmp_path: Path) -> None:
    """Names need not be unique."""
    file = tmp_path / "namesakes.py"
    file.write_text(
        "from types import SimpleNamespace\nfrom gumption import fsm\ndef rest(agent): ...\ndef build(world):\n"
        "    for _ in range(2): world.add(SimpleNamespace(name='Ann'), fsm.Machine(rest))\n"
    )
    assert "several are called 'Ann'; give a number: 1, 2." in invoke("describe", file, "--agent", "Ann").stderr
    assert invoke("describe", file, "--agent", "2").exit_code == 0


@pytest.mark.parametrize("form", FORMS)
def test_export_draws_a_mind_at_a_tick(recording: Path, tmp_path: Path, form: str) -> None:
    """On the standard output, or into a file; without a tick at the last one."""
    target = tmp_path / "picture"
    printed = invoke("export", recording, "--format", form, "--agent", "Bob", "--tick", 12)
    written = invoke("export", recording, "--format", form, "--agent", 1, "--tick", 12, "-o", target)
    last = invoke("export", recording, "--format", form, "--agent", "Bob")
    assert (printed.exit_code, written.exit_code, last.exit_code) == (0, 0, 0)
    assert target.read_text(encoding="utf-8") == printed.stdout
    assert not written.stdout
    assert last.stdout == invoke("export", recording, "--format", form, "--agent", "Bob", "--tick", 30).stdout
    assert last.stdout != printed.stdout
    if form == "text":
        assert [line.split()[2] for line in printed.stdout.splitlines() if line.endswith("*")] == ["Saloon"]
    else:
        drawing = (read_mermaid if form == "mermaid" else read_dot)(printed.stdout)
        thick = [name for name, style in drawing.styles.items() if "width:3" in style or "width=3" in style]
        assert [drawing.boxes[each] for each in thick] == ["Saloon"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "-o story.json"),
        (["--tick", "3", "-o", "x.json"], "--agent and --tick are for pictures"),
        (["--format", "text"], "say whose"),
        (["--format", "text", "--agent", "Bob", "--tick", "31"], "there is no tick 31; give a tick from 0 to 30."),
        (["--format", "dot", "--agent", "Bob", "-o", "no/such/folder/x.dot"], "Could not open file"),
    ],
)
def test_what_cannot_be_exported_is_said(recording: Path, arguments: list[str], words: str) -> None:
    result = invoke("export", recording, *arguments)
    assert result.exit_code in (1, 2)
    assert words in result.stderr


def test_a_recording_that_is_none_ends_with_1(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As everywhere."""
    assert main(["export", str(tmp_path / "missing"), "--format", "text"]) == 1
    assert "missing" in capfd.readouterr().err


def test_lines_are_plain_letters_where_the_output_has_no_others() -> None:
    """A pipe on many a system is not UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "gumption", "describe", "westworld"],
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"\n  |- state Dig -> Bank, Saloon" in done.stdout.replace(b"\r", b"")
    assert b"\\u" not in done.stdout
