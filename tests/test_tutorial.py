"""The tutorial is true: its code runs as it grows, and its commands print what stands there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import blocks, text_of

TUTORIAL = text_of("docs/tutorial.md")
FILE = "lighthouse.py"


def append(folder: Path, block: str) -> None:
    """Add a block to the file that it names in its first line, or to that of the tutorial."""
    first = block.partition("\n")[0]
    name = first[2:] if first.startswith("# test_") else FILE
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(f"{block}\n\n")


def told(command: str) -> str:
    """What a command prints in the present folder."""
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
        timeout=50,
    )
    return done.stdout


def pattern(shown: str) -> str:
    """What is shown, with `...` for what is different each time."""
    return re.escape(shown).replace(r"\.\.\.", ".*")


@pytest.mark.timeout(180)
def test_its_code_and_its_commands_do_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for language, block in blocks(TUTORIAL):
        if language == "python":
            append(tmp_path, block)
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            assert language == "console"
            found = told(command)
            assert re.fullmatch(pattern(shown), found, re.DOTALL), f"$ {command}\n{found}"
            commands += 1
    assert commands == TUTORIAL.count("\n$ ") >= 12
