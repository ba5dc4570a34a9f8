"""Recordings as timelines."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gumption import World
from gumption.cli.main import cli
from gumption.errors import RecordingError, UsageError
from gumption.formats import write_chrome_trace
from gumption.scenarios.westworld import build
from gumption.world.recording import RecordingWriter


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Thirty ticks of four Bobs."""
    world, path = World(), tmp_path / "bobs.jsonl"
    build(world, mind="all", elsa=False)
    with RecordingWriter(world, path, version="test"):
        world.run(ticks=30)
    return path


def rows_of(recording: Path, target: Path) -> list[dict[str, Any]]:
    count = write_chrome_trace(recording, target)
    rows: list[dict[str, Any]] = json.loads(target.read_text())["traceEvents"]
    assert len(rows) == count
    return rows


def test_each_agent_has_a_row_of_his_name(recording: Path, tmp_path: Path) -> None:
    rows = rows_of(recording, tmp_path / "out.json")
    names = {row["args"]["name"] for row in rows if row["ph"] == "M"}
    assert names == {"Bob (fsm)", "Bob (bt)", "Bob (goap)", "Bob (flow)"}


def test_a_state_is_a_bar_from_its_enter_to_its_exit(recording: Path, tmp_path: Path) -> None:
    """He comes home in tick 15, and leaves in tick 20."""
    rows = rows_of(recording, tmp_path / "out.json")
    home = [row for row in rows if row["ph"] == "X" and row["tid"] == 1 and row["name"] == "state Home"]
    assert [(row["ts"], row["dur"]) for row in home] == [(1e6, 0.0), (15e6, 5e6), (25e6, 4e6)]


def test_bars_do_not_end_before_they_begin_and_all_are_closed(recording: Path, tmp_path: Path) -> None:
    rows = rows_of(recording, tmp_path / "out.json")
    bars = [row for row in rows if row["ph"] == "X"]
    assert bars
    assert all(row["dur"] >= 0 and row["ts"] + row["dur"] <= 30e6 for row in bars)


def test_words_and_plans_are_marks(recording: Path, tmp_path: Path) -> None:
    rows = rows_of(recording, tmp_path / "out.json")
    marks = [row["name"] for row in rows if row["ph"] == "i"]
    assert "said: walks up to the mine" in marks
    assert "planfound: earn" in marks


def test_what_cannot_be_read_or_written_is_told(recording: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordingError):
        write_chrome_trace(tmp_path / "missing.jsonl", tmp_path / "out.json")
    with pytest.raises(UsageError, match="cannot be written"):
        write_chrome_trace(recording, tmp_path / "nowhere" / "out.json")


def test_the_program_writes_one(recording: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    result = CliRunner().invoke(cli, ["export", str(recording), "-o", str(target)])
    assert result.exit_code == 0
    assert "bars and marks in" in result.output
    json.loads(target.read_text())
