"""Each package says what it exports and what lives where, and both are true."""

import importlib
import re
from pathlib import Path
from typing import Final

import pytest

import gumption

SOURCE: Final = Path(gumption.__file__).parent
PACKAGES: Final = {
    ".".join(path.parent.relative_to(SOURCE.parent).parts): path.parent for path in sorted(SOURCE.rglob("__init__.py"))
}


def on_disk(package: Path) -> set[str]:
    """Names of the modules and packages that stand in a package, without those with underscores around them."""
    names = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/__init__.py")}
    return {name for name in names if not name.startswith("__")}


def layout(source: str) -> list[str] | None:
    """The names that the comment '# General layout' tells; None where there is none."""
    lines = iter(source.splitlines())
    if not any(line.startswith("# General layout") for line in lines):
        return None
    names: list[str] = []
    for line in lines:
        if not line.startswith("#"):
            break
        entry = re.match(r"#   ((?:\w+, )*\w+)(?= |$)", line)  # a further line of a text stands further in
        names += entry[1].split(", ") if entry else []
    return names


def by_case(name: str) -> tuple[bool, bool, str]:
    """The order that ruff asks for (rule RUF022): constants, classes, all others."""
    return not (name.isupper() and len(name) > 1), not name[:1].isupper(), name


def source_of(package: str) -> str:
    return (PACKAGES[package] / "__init__.py").read_text("utf-8")


def test_the_packages_are_found() -> None:
    assert {"gumption", "gumption.core", "gumption.fsm", "gumption.world", "gumption.testing"} <= PACKAGES.keys()


def test_a_layout_is_read_from_the_comment() -> None:
    comment = "# General layout (of all)\n#   one, two   the first\n#              and more\n#   three\n#\n"
    assert layout(f'"""A."""\n\n{comment}\n#   four  no') == ["one", "two", "three"]
    assert layout('"""General layout."""\n\nimport one\n') is None


@pytest.mark.parametrize("package", PACKAGES)
def test_the_layout_names_every_module_of_the_package(package: str) -> None:
    names = layout(source_of(package))
    assert names is not None, "the comment '# General layout' is missing"
    assert on_disk(PACKAGES[package]) - set(names) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_the_layout_names_nothing_that_is_gone_and_nothing_twice(package: str) -> None:
    names = layout(source_of(package)) or []
    assert set(names) - on_disk(PACKAGES[package]) == set()
    assert len(names) == len(set(names))


@pytest.mark.parametrize("package", PACKAGES)
def test_the_layout_stands_between_the_docstring_and_the_imports(package: str) -> None:
    source = source_of(package)
    first_import = re.search(r"^(from|import) ", source, re.MULTILINE)
    assert source.startswith('"""')
    assert first_import is None or source.index("# General layout") < first_import.start()


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_package_exports_is_sorted_and_exists(package: str) -> None:
    module = importlib.import_module(package)
    exported = module.__all__
    assert exported == sorted(set(exported), key=by_case)
    assert [name for name in exported if not hasattr(module, name)] == []
    assert not any(name.startswith("_") for name in exported)


def test_the_face_shows_what_a_first_program_needs() -> None:
    """The sketch: `from gumption import Status, World, fsm`."""
    assert {"Message", "RandomStream", "Status", "World", "errors", "fsm"} <= set(gumption.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", gumption.__version__)
