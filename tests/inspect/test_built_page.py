"""The page that is committed, and that goes into every package, is the one that its source makes."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from gumption.inspect.report import PLACE, TEMPLATE

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
STATIC = TEMPLATE.parent
PARTS = ("index.html", "report.html", "licences.txt", "built-from.txt", "assets/inspector.js", "assets/inspector.css")
REQUIRED = os.environ.get("GUMPTION_REQUIRE_BROWSER") == "1"
OLDEST_NODE = (20, 19)
"""What the tool that builds it asks for."""

if not FRONTEND.is_dir():
    pytest.skip("there is only what was built from it: frontend/ is not here", allow_module_level=True)


def text(path: Path) -> str:
    """What a file says, whatever ends its lines in this checkout."""
    return path.read_bytes().decode().replace("\r\n", "\n")


def digest() -> str:
    """Of all that the page is made from, as frontend/scripts/build.mjs has it."""
    inside = [each for folder in ("src", "scripts") for each in (FRONTEND / folder).rglob("*")]
    sources = {each.relative_to(FRONTEND).as_posix(): each for each in [*inside, *FRONTEND.iterdir()] if each.is_file()}
    found = hashlib.sha256()
    for name in sorted(sources):
        if not name.startswith(".") and not name.endswith(".md"):
            found.update(f"{name}\n{text(sources[name])}\0".encode())
    return found.hexdigest()


def test_the_page_was_built_from_the_source_as_it_is_now() -> None:
    assert text(STATIC / "built-from.txt") == f"{digest()}\n", "run `npm ci && npm run build` in frontend/"


def test_the_page_has_all_its_parts() -> None:
    assert {each.relative_to(STATIC).as_posix() for each in STATIC.rglob("*") if each.is_file()} == set(PARTS)
    assert PLACE in TEMPLATE.read_bytes()
    for part in re.findall(r'(?:src|href)="\./([^"]+)"', text(STATIC / "index.html")):
        assert part in PARTS


@pytest.mark.timeout(300)
def test_building_it_anew_makes_the_same_files(tmp_path: Path) -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no Node with npm: the digest of the source has to do")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(int(part) for part in version.strip("v\n").split(".")[:2]) < OLDEST_NODE:
        pytest.skip(f"Node is {version.strip()}: the digest of the source has to do")
    if not (FRONTEND / "node_modules").is_dir():
        if not REQUIRED:
            pytest.skip("frontend/node_modules is not there: npm ci")
        subprocess.run([npm, "ci"], cwd=FRONTEND, check=True, timeout=240)
    subprocess.run([node, "scripts/build.mjs", str(tmp_path)], cwd=FRONTEND, check=True, timeout=60)
    for part in PARTS:
        assert text(tmp_path / part) == text(STATIC / part), part


@pytest.mark.skipif(find_spec("scikit_build_core") is None, reason="what builds packages is not installed")
def test_no_package_is_made_without_the_page(tmp_path: Path) -> None:
    """The page's licences are listed among those of the project, and a pattern there has to find its file."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    pack = [sys.executable, "-c", "from scikit_build_core.build import build_sdist; build_sdist('dist')"]
    refused = subprocess.run(pack, cwd=tmp_path, capture_output=True, text=True, timeout=50)
    assert refused.returncode != 0
    assert "licences.txt" in refused.stderr
    shutil.copytree(STATIC, tmp_path / "src/gumption/inspect/static")
    subprocess.run(pack, cwd=tmp_path, check=True, capture_output=True, timeout=50)
    with tarfile.open(next(tmp_path.glob("dist/*.tar.gz"))) as packed:
        names = {name.partition("/static/")[2] for name in packed.getnames()}
    assert names.issuperset(PARTS)
