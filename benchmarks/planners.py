"""Other planners, each run as a program of its own: what a plan costs, how many states were expanded, how long it took.

Fast Downward (C++; the binary that up-fast-downward brings), pyperplan (Python), goapauto (Python 3.12 or newer).
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks import pddl
from benchmarks.strips import Strips

TIMEOUT = 300


@dataclass(frozen=True)
class Answer:
    """What a planner said."""

    cost: float
    expanded: int
    seconds: float

    @property
    def each(self) -> float:
        """Seconds an expansion."""
        return self.seconds / self.expanded


def fast_downward(task: Strips, heuristic: str) -> Answer | None:
    """A* with `blind` or `lmcut`. The time is that of its search alone, without translation."""
    spec = importlib.util.find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        return None
    driver = Path(spec.origin).parent / "downward" / "fast-downward.py"
    with tempfile.TemporaryDirectory() as folder:
        files = pddl.write(task, Path(folder))
        said = run([sys.executable, str(driver), *map(str, files), "--search", f"astar({heuristic}())"], folder)
    return answer(said, r"Plan cost: (\d+)", r"Expanded (\d+) state", r"Actual search time: ([\d.e-]+)s")


def pyperplan(task: Strips, heuristic: str) -> Answer | None:
    """A* with `blind` or `lmcut`. It knows no costs: a plan costs its length."""
    if importlib.util.find_spec("pyperplan") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        files = pddl.write(task, Path(folder))
        said = run([sys.executable, "-m", "pyperplan", "-H", heuristic, "-s", "astar", *map(str, files)], folder)
    return answer(said, r"Plan length: (\d+)", r"(\d+) Nodes expanded", r"Search time: ([\d.e-]+)")


def goapauto(task: Strips, *, repeat: int = 1) -> Answer | None:
    """Dijkstra's algorithm, its default. Asked in an interpreter that is new enough for it, if one has it."""
    python = goapauto_interpreter()
    if python is None:
        return None
    program = Path(__file__).with_name("goapauto_program.py")
    asked = json.dumps({"actions": task.actions, "start": task.start, "goal": task.goal, "repeat": repeat})
    said = json.loads(run([python, str(program)], None, asked).splitlines()[-1])
    return Answer(said["cost"], said["expanded"], said["seconds"])


@cache
def goapauto_interpreter() -> str | None:
    """This one, or a newer one that is on the path; GUMPTION_GOAPAUTO names another."""
    for python in candidates():
        asked = [python, "-c", "import goapauto"]
        if subprocess.run(asked, capture_output=True, timeout=TIMEOUT, check=False).returncode == 0:
            return python
    return None


def candidates() -> Iterator[str]:
    if named := os.environ.get("GUMPTION_GOAPAUTO"):
        yield named
    yield sys.executable
    for minor in range(20, 11, -1):
        if found := shutil.which(f"python3.{minor}"):
            yield found


def run(command: list[str], folder: str | None, text: str = "") -> str:
    """What the program prints."""
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout + done.stderr


def answer(said: str, *patterns: str) -> Answer:
    """Read the answer off what a planner printed: cost, expansions, seconds."""
    found = [re.search(pattern, said) for pattern in patterns]
    if not all(found):
        raise RuntimeError(f"not understood:\n{said}")
    cost, expanded, seconds = (each.group(1) for each in found if each)
    return Answer(float(cost), int(expanded), float(seconds))
