"""The inspector's page in a real browser: Chromium, driven by playwright. Skipped where there is none."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gumption import World
from gumption.inspect import Inspector, attach
from gumption.scenarios.westworld import build

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
REQUIRED = os.environ.get("GUMPTION_REQUIRE_BROWSER") == "1"
TICKS = 200

if CHROMIUM is None and not REQUIRED:
    pytest.skip("there is no Chromium: apt-get install chromium", allow_module_level=True)

playwright = pytest.importorskip("playwright.sync_api") if not REQUIRED else __import__("playwright.sync_api").sync_api


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        assert CHROMIUM is not None, "GUMPTION_REQUIRE_BROWSER=1, and there is no Chromium"
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def bobs() -> Iterator[tuple[World, Inspector]]:
    """Four Bobs who have lived for a while."""
    world = World(seed=7)
    build(world, mind="all", elsa=False)
    with attach(world, control=True, keep=True) as inspector:
        world.run(ticks=TICKS)
        yield world, inspector


class Seen:
    """A page that is looked at, and what it complained of."""

    def __init__(self, browser: Any, url: str, *, width: int = 1280, height: int = 800) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": height})
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.page.on(
            "console", lambda message: message.type in ("error", "warning") and self.complaints.append(message.text)
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "request", lambda request: self.hosts.add(request.url.split("/")[2] if "//" in request.url else "")
        )
        self.page.set_default_timeout(5_000)
        self.page.goto(url)

    def choose(self, name: str) -> Any:
        self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}")).click()
        mind = self.page.get_by_role("article", name=f"The mind of {name}")
        mind.wait_for()
        return mind

    def close(self) -> None:
        self.page.close()
        assert self.complaints == []
        assert all(host.startswith("127.0.0.1") for host in self.hosts - {""}), self.hosts


def test_every_kind_of_mind_is_drawn_and_says_why(browser: Any, bobs: tuple[World, Inspector]) -> None:
    seen = Seen(browser, bobs[1].url)
    agents = seen.page.get_by_role("navigation", name="Agents")
    agents.get_by_text("Bob (goap)").wait_for()
    assert agents.get_by_role("button").count() == 4
    for name, shown in (
        ("Bob (fsm)", "Last transition"),
        ("Bob (bt)", "where he is"),
        ("Bob (goap)", "Plan for"),
        ("Bob (flow)", "dig"),
    ):
        mind = seen.choose(name)
        mind.get_by_text(shown).first.wait_for()
        why = seen.page.get_by_role("region", name="Why")
        assert "tick" in why.inner_text()
    seen.close()


def test_agents_are_filtered_by_name_and_by_what_they_do(browser: Any, bobs: tuple[World, Inspector]) -> None:
    seen = Seen(browser, bobs[1].url)
    agents = seen.page.get_by_role("navigation", name="Agents")
    agents.get_by_text("Bob (fsm)").wait_for()
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("goap")
    assert agents.get_by_role("button").count() == 1
    seen.close()


def test_time_goes_back_a_hundred_ticks_and_to_the_present(browser: Any, bobs: tuple[World, Inspector]) -> None:
    world, inspector = bobs
    seen = Seen(browser, inspector.url)
    seen.choose("Bob (fsm)")
    slider = seen.page.get_by_role("slider", name="Tick")
    slider.fill(str(TICKS - 100))
    seen.page.get_by_text(f"tick {TICKS - 100}").first.wait_for()
    seen.page.get_by_role("button", name="One tick back").click()
    seen.page.get_by_text(f"tick {TICKS - 101}").first.wait_for()
    world.run(ticks=5)  # it goes on meanwhile
    seen.page.get_by_text(f"of {TICKS + 5}").first.wait_for()
    seen.page.reload()
    seen.page.get_by_role("article").first.wait_for()
    seen.close()


def test_two_pages_look_at_one_world(browser: Any, bobs: tuple[World, Inspector]) -> None:
    world, inspector = bobs
    one, other = Seen(browser, inspector.url), Seen(browser, inspector.url)
    one.choose("Bob (fsm)")
    other.choose("Bob (goap)")
    world.run(ticks=3)
    for seen in (one, other):
        seen.page.get_by_text(f"of {TICKS + 3}").first.wait_for()
        seen.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_it_is_readable_at_both_widths(browser: Any, bobs: tuple[World, Inspector], width: int) -> None:
    seen = Seen(browser, bobs[1].url, width=width)
    seen.page.get_by_role("article").first.wait_for()
    overflow = seen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    seen.close()


def test_a_report_opens_from_disk_without_a_server(browser: Any, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from gumption.cli.main import cli

    recording, report = tmp_path / "bobs.jsonl", tmp_path / "bobs.html"
    options = ["run", "westworld", "--set", "mind=all", "--set", "elsa=false", "--ticks", "60", "--quiet"]
    run = CliRunner()
    assert run.invoke(cli, [*options, "--record", str(recording)]).exit_code == 0
    made = run.invoke(cli, ["report", str(recording), "-o", str(report)])
    assert made.exit_code == 0, made.output
    seen = Seen(browser, report.as_uri())
    seen.choose("Bob (goap)").get_by_text("Plan for").first.wait_for()
    seen.close()
