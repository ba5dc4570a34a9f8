"""Bars for what takes long: seen by people only, and by none that had not to wait."""

import io

import pytest
from click.testing import CliRunner
from rich.console import Console

from gumption import World
from gumption.cli import progress
from gumption.cli.main import cli
from gumption.scenarios import westworld
from gumption.world.recording import RecordingReader, RecordingWriter

TICKS = 5_000


@pytest.fixture(scope="module", params=["run.jsonl", "run.jsonl.gz"])
def recording(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / request.param
    world = World(seed=7)
    westworld.build(world)
    with RecordingWriter(world, path, version="0", scenario="westworld"):
        world.run(ticks=TICKS)
    return path


def test_a_reader_tells_how_far_it_is(recording):
    told = []
    with RecordingReader(recording, told.append) as reader:
        assert sum(1 for _ in reader) == TICKS
    assert len(told) == TICKS // 1_000
    assert told == sorted(told)
    assert 0 < told[0] < 0.5 < told[-1] <= 1


@pytest.fixture
def screen(monkeypatch):
    screen = io.StringIO()
    monkeypatch.setattr(progress, "Console", lambda stderr: Console(file=screen, force_terminal=stderr, width=80))
    return screen


@pytest.mark.parametrize("command", ["why", "report", "export", "draw", "diff", "replay", "watch"])
@pytest.mark.parametrize("patience", [0.0, 60.0])
def test_a_command_that_reads_a_recording_shows_how_far_it_is(
    command, patience, recording, screen, monkeypatch, tmp_path
):
    monkeypatch.setattr(progress, "_PATIENCE", patience)
    arguments = {
        "why": ["why", recording, "--agent", "Bob"],
        "report": ["report", recording, "-o", tmp_path / "run.html"],
        "export": ["export", recording, "-o", tmp_path / "run.json"],
        "draw": ["export", recording, "--format", "text", "--agent", "Bob"],
        "diff": ["diff", recording, recording],
        "replay": ["replay", recording],
        "watch": ["watch", recording, "--once"],
    }
    result = CliRunner().invoke(cli, list(map(str, arguments[command])), catch_exceptions=False)
    assert result.exit_code == 0
    assert ("%" in screen.getvalue()) == (patience == 0.0)


@pytest.mark.parametrize("arguments", [["why", "FILE", "--agent", "Bob"], ["diff", "FILE", "FILE"]])
def test_where_data_are_asked_for_there_is_no_bar(arguments, recording, screen, monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    arguments = [str(recording) if each == "FILE" else each for each in arguments]
    assert CliRunner().invoke(cli, [*arguments, "--json"], catch_exceptions=False).exit_code == 0
    assert screen.getvalue() == ""


def test_the_bar_of_a_recording_that_is_shown_goes_when_it_is_read(recording, screen, monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    seen = []
    monkeypatch.setattr("gumption.inspect.Inspector.wait", lambda _: seen.append(screen.getvalue()))
    assert CliRunner().invoke(cli, ["inspect", str(recording)], catch_exceptions=False).exit_code == 0
    assert "%" in seen[0]
    assert seen[0].endswith("\x1b[2K"), "the bar stays while the page is served"
