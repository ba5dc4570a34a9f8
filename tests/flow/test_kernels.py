"""The native kernel and its reference give the same results (W8)."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gumption.core.coroutines.kernel import VARIABLE

ROOT = Path(__file__).parents[2]


def told_by(kernel: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """What a fresh interpreter says that steps with a kernel."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, VARIABLE: kernel},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.skipif(find_spec("gumption.core._native") is None, reason="the native kernel was not compiled")
def test_both_kernels_tell_the_same_story() -> None:
    native, reference = (told_by(each, "-m", "tests.flow.story") for each in ("native", "reference"))
    assert native.returncode == reference.returncode == 0, native.stderr + reference.stderr
    first, *story = native.stdout.splitlines()
    assert first == "gumption.core._native"
    other, *same = reference.stdout.splitlines()
    assert other == "gumption.core.coroutines.reference.steps"
    assert len(story) == 4
    assert story == same


def test_a_kernel_that_is_not_there_is_told() -> None:
    said = told_by("fast", "-c", "import gumption")
    assert said.returncode == 1
    assert "there is no kernel 'fast'" in said.stderr
    assert VARIABLE in said.stderr


def test_without_the_native_module_the_reference_serves() -> None:
    program = (
        "import sys; sys.modules['gumption.core._native'] = None\n"
        "from gumption import flow\n"
        "from gumption.core.coroutines.run import Run\n"
        "print(Run.__base__.__module__, flow.sleep.__module__)"
    )
    said = told_by("", "-c", program)
    assert said.stdout.split() == [f"gumption.core.coroutines.reference.{each}" for each in ("steps", "traps")]
    said = told_by("native", "-c", program)
    assert "the native kernel cannot be loaded" in said.stderr
