"""Imports point only to lower layers (design 4), and `import gumption` loads the standard library only."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import gumption

SOURCE: Final = Path(gumption.__file__).parent

LAYERS: Final = [
    {"status", "errors"},
    {"core"},
    {"why"},
    {"fsm", "bt", "flow", "chart"},
    {"goap"},
    {"world"},
    {"inspect", "robots", "formats", "batch", "checking", "testing"},
    {"cli", "scenarios"},
    {"__main__"},
]
"""Lowest first; packages in one row do not see each other."""

ROW: Final = {name: row for row, names in enumerate(LAYERS) for name in names}
FACE: Final = ROW["world"]
"""The row of the package `gumption` itself, which may show all up to the world, and whose own imports are free."""
PRIVATE: Final = {"testing"}
"""Imported by none."""


def modules() -> dict[str, Path]:
    """Every module of gumption by its dotted name; a package by its own."""
    found: dict[str, Path] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = list(path.relative_to(SOURCE.parent).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES: Final = modules()


def imports(source: str, module: str, *, package: bool = False) -> Iterator[str]:
    """Dotted names of all modules of gumption that the source imports, wherever in it, for type checkers as well."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")[: len(module.split(".")) - node.level + package] if node.level else []
            start = ".".join([*parents, *([node.module] if node.module else [])])
            within = [f"{start}.{alias.name}" for alias in node.names]
            names = [each if each in MODULES else start for each in within]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "gumption")


def part_of(module: str) -> str:
    """The package of gumption, or its module beside the packages, that a module belongs to; "" for gumption itself."""
    return [*module.split("."), ""][1]


def violations(source: str, module: str, *, package: bool = False) -> list[str]:
    """What the source of a module imports and must not."""
    own = part_of(module)
    if not own:
        return []
    wrong: list[str] = []
    for target in imports(source, module, package=package):
        part = part_of(target)
        if part == own:
            continue
        if part in PRIVATE or (ROW[part] if part else FACE) >= ROW[own]:
            wrong.append(f"{module} imports {target}")
    return wrong


def test_every_part_of_gumption_has_a_layer() -> None:
    """Design 4. A new package is given its row in the table above."""
    assert {part_of(module) for module in MODULES} - {""} <= ROW.keys()
    assert {"status", "errors", "core", "fsm", "world", "testing"} <= {part_of(module) for module in MODULES}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_only_to_lower_layers(module: str) -> None:
    """Design 4."""
    path = MODULES[module]
    assert violations(path.read_text("utf-8"), module, package=path.name == "__init__.py") == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gumption.errors", "from gumption.status import Status"),
        ("gumption.core.mind", "from gumption.fsm import Machine"),
        ("gumption.core.mind", "import gumption.world.world as w"),
        ("gumption.core.mind", "from gumption import Status"),
        ("gumption.core.mind", "from gumption import fsm"),
        ("gumption.core.mind", "from ..fsm import Machine"),
        ("gumption.core.mind", "from .. import fsm"),
        ("gumption.fsm.mind", "def late():\n    import gumption.goap"),
        ("gumption.fsm.mind", "if TYPE_CHECKING:\n    from gumption.bt.tree import Tree"),
        ("gumption.world.world", "from gumption import Entity"),
        ("gumption.world.world", "from gumption.testing import CallRecorder"),
        ("gumption.testing.example", "from gumption.inspect import serve"),
        ("gumption.cli.main", "from gumption.scenarios import westworld"),
        ("gumption.cli.main", "from gumption.testing.contract import CONTRACT"),
    ],
)
def test_an_import_that_points_elsewhere_is_found(module: str, source: str) -> None:
    assert len(violations(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gumption", "from gumption.world import World"),
        (
            "gumption.core.mind",
            "import json\nfrom gumption.core.clock import Clock\nfrom gumption.errors import UsageError",
        ),
        ("gumption.core.mind", "from . import clock\nfrom .clock import Clock\nfrom ..errors import UsageError"),
        ("gumption.core.mind", "from gumptionlike import fsm"),
        ("gumption.goap.acting.planner", "from gumption.fsm import Machine\nfrom gumption.bt import Tree"),
        ("gumption.testing.example", "from gumption import World\nfrom gumption.world import Entity"),
        ("gumption.scenarios.westworld", "from gumption import fsm\nfrom gumption.scenarios.westworld import miner"),
    ],
)
def test_an_import_that_points_downwards_or_to_its_own_package_is_fine(module: str, source: str) -> None:
    assert violations(source, module) == []


def loaded_by(statement: str) -> set[str]:
    """What a fresh interpreter has loaded more after the statement than before it."""
    program = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*(set(sys.modules) - before))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment, check=True
    )
    return set(done.stdout.split())


def test_importing_gumption_loads_the_standard_library_only() -> None:
    """Design 4 and 8: games ship it, browsers run it."""
    loaded = loaded_by("import gumption")
    foreign = {name for name in loaded if name.split(".")[0] not in sys.stdlib_module_names | {"gumption"}}
    assert foreign == set()
    assert "gumption.world.world" in loaded


def test_importing_gumption_loads_nothing_above_the_world_and_no_recordings() -> None:
    """Design 4: everything else loads on use."""
    loaded = loaded_by("import gumption")
    above = {name for name in loaded if name.startswith("gumption.") and ROW[part_of(name)] > FACE}
    assert above == set()
    assert not loaded & {"gumption.world.recording", "gumption.world.replay", "asyncio", "socket", "subprocess"}


def test_what_a_statement_loads_is_noticed() -> None:
    assert "msgspec" in loaded_by("import msgspec")
    assert "gumption.testing.contract" in loaded_by("import gumption.testing")
