"""`docs/checking.md` has every code, with an example in which it is found."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from gumption.checking import CODES, check_all

TEXT = (Path(__file__).parents[2] / "docs" / "checking.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL))
HEAD = "from gumption import F, Status, bt, flow, fsm, goap\n"
TOLD_TOGETHER = {"unusable-action": "unreachable-goal"}
"""Code -> the one whose example is its own, too."""


def example_of(code):
    (block,) = re.findall(r"^```python\n(.*?)^```", SECTIONS[TOLD_TOGETHER.get(code, code)], re.MULTILINE | re.DOTALL)
    return block


def test_every_code_is_told_in_the_order_of_the_table_and_no_other():
    assert list(SECTIONS) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_it_says_how_severe_it_is(code):
    text = SECTIONS[code].strip()
    assert text.startswith(f"{CODES[code].severity.capitalize()}: ")


@pytest.mark.parametrize("code", CODES)
def test_its_example_has_that_fault_and_no_other(code, tmp_path):
    name = f"example_{code.replace('-', '_')}"
    file = tmp_path / f"{name}.py"
    file.write_text(HEAD + example_of(code), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        found = {finding.code for finding in check_all(vars(module).values())}
    finally:
        del sys.modules[name]
    assert found == {code} | {other for pair in TOLD_TOGETHER.items() if code in pair for other in pair}
