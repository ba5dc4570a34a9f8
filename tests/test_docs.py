"""The code in the README runs, and what it shows is true."""

import contextlib
import io
import re

from click.testing import CliRunner

from gumption.cli.main import cli
from tests.documents import ROOT, blocks_of, text_of

README = text_of("README.md")


def output_of_readme() -> str:
    """What its Python blocks print, one after another in one namespace."""
    namespace: dict[str, object] = {"__name__": "readme"}
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        for number, block in enumerate(blocks_of(README, "python"), 1):
            exec(compile(block, f"README block {number}", "exec"), namespace)
    return output.getvalue()


def test_the_python_blocks_of_the_readme_run_one_after_another() -> None:
    output = output_of_readme()
    said = re.findall(r"^print\(.*?# (.*)$", README, re.MULTILINE)
    assert said
    for words in said:
        assert words in output


def test_the_pictures_of_minds_are_what_render_gives() -> None:
    """S3, C7."""
    pictures = blocks_of(README, "text")
    output = output_of_readme()
    assert pictures
    for picture in pictures:
        assert picture in output


def test_the_first_mind_takes_at_most_15_lines_beside_its_agent() -> None:
    lines = [line for line in blocks_of(README, "python")[0].splitlines() if line.strip()]
    assert len(lines) <= 20


def test_the_story_on_the_first_screen_is_real_output() -> None:
    command, *story = blocks_of(README, "")[0].splitlines()
    assert command == "$ make demo"
    assert story.pop() == "    ..."
    demo = "gumption run westworld --set mind=all --set elsa=false --ticks 30"
    assert demo in text_of("Makefile")
    output = CliRunner().invoke(cli, demo.split()[1:]).output
    assert output.startswith("\n".join(story) + "\n")


def test_every_rule_of_the_semantics_is_named_by_a_test() -> None:
    rules = re.findall(r"^- \*\*([A-Z]\d+)\*\*", text_of("docs/semantics.md"), re.MULTILINE)
    assert len(rules) >= 24
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    missing = [rule for rule in rules if not re.search(rf"\b{rule}\b", tests)]
    assert not missing, f"no test names {missing}"
