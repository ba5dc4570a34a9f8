"""The inspector's page in a real browser: Chromium, driven by playwright. Skipped where there is none."""

import os
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gumption import World, bt
from gumption.errors import RecordingError
from gumption.inspect import Inspector, attach
from gumption.inspect.loading import Loading
from gumption.scenarios.westworld import build
from gumption.world.recording import RecordingWriter
from tests.inspect.page import record_coming_and_going, world_of

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
        yield browser.new_context()
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
        self.page = browser.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
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

    def why(self) -> str:
        return self.page.get_by_role("region", name="Why").inner_text()

    def agents(self) -> str:
        return self.page.get_by_role("navigation", name="Agents").inner_text()

    def clock(self) -> int:
        """The tick that is looked at."""
        return int(self.page.locator(".clock").inner_text().split()[1])

    def go_to(self, tick: int) -> None:
        self.page.get_by_role("slider", name="Tick").fill(str(tick))
        self.page.get_by_text(f"tick {tick} of").wait_for()

    def choose(self, name: str) -> Any:
        self.page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}")).click()
        mind = self.page.get_by_role("article", name=f"The mind of {name}")
        mind.wait_for()
        return mind

    def close(self, *, without_server: bool = False) -> None:
        self.page.close()
        if without_server:  # the browser itself reports what it could not reach
            self.complaints = [
                each for each in self.complaints if "Failed to load" not in each and "WebSocket" not in each
            ]
        assert self.complaints == []
        assert all(host.startswith("127.0.0.1") for host in self.hosts - {""}), self.hosts


class Housekeeper:
    name = "Housekeeper"


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
        assert "tick" in seen.why()
        seen.go_to(TICKS - 100)
        seen.page.wait_for_function("!document.querySelector('.why').innerText.includes('not watched')")
        there = seen.why()
        seen.page.get_by_role("button", name="One tick on").click()
        seen.page.get_by_text(f"tick {TICKS - 99} of").wait_for()
        seen.page.get_by_role("button", name="One tick back").click()
        seen.page.get_by_text(f"tick {TICKS - 100} of").wait_for()
        assert seen.why() == there
        seen.page.get_by_role("button", name="to live").click()
    seen.close()


def test_agents_are_filtered_by_name_and_by_what_they_do(browser: Any, bobs: tuple[World, Inspector]) -> None:
    seen = Seen(browser, bobs[1].url)
    agents = seen.page.get_by_role("navigation", name="Agents")
    agents.get_by_text("Bob (fsm)").wait_for()
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("goap")
    assert agents.get_by_role("button").count() == 1
    seen.page.get_by_role("searchbox").fill("nobody")
    agents.get_by_text("Nobody of that name").wait_for()
    seen.close()


def test_of_thousands_of_agents_only_those_are_drawn_that_are_seen(browser: Any) -> None:
    with attach(world_of(3000)) as inspector:
        seen = Seen(browser, inspector.url)
        agents = seen.page.get_by_role("navigation", name="Agents")
        agents.get_by_text("Walker 1", exact=True).wait_for()
        agents.evaluate("list => { list.scrollTop = list.scrollHeight; }")
        agents.get_by_text("Walker 3000").click()
        seen.page.get_by_role("article", name="The mind of Walker 3000").wait_for()
        assert agents.get_by_role("button").count() < 60
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
    seen.page.wait_for_url(f"**#*@{TICKS - 101}")
    before = seen.why()
    seen.page.reload()
    seen.page.get_by_role("article", name="The mind of Bob (fsm)").wait_for()
    seen.page.get_by_text(f"tick {TICKS - 101} of").wait_for()
    seen.page.wait_for_function("!document.querySelector('.why').innerText.includes('not watched')")
    assert seen.why() == before
    seen.close()


def test_of_one_who_was_not_watched_it_says_only_what_is_known(browser: Any) -> None:
    world = World(seed=7)
    build(world, mind="all", elsa=False)
    with attach(world) as inspector:
        seen = Seen(browser, inspector.url)
        seen.page.get_by_role("article").first.wait_for()
        world.run(ticks=30)
        seen.page.get_by_text("tick 30 of").wait_for()
        seen.choose("Bob (goap)")
        for _ in range(100):  # whom the page watches is heard of between two ticks
            world.run(ticks=1)
            seen.page.get_by_text(f"tick {world.clock.ticks} of").wait_for()
            if "passing" not in seen.why():
                break
        else:
            pytest.fail("it was never watched")
        seen.go_to(20)
        seen.page.get_by_text("Only seen in passing").wait_for()
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


def test_a_page_pauses_the_world_and_lets_it_do_one_tick(browser: Any) -> None:
    world = World(seed=7)
    build(world)
    with attach(world, control=True, keep=True, speed=50) as inspector:
        running = threading.Thread(target=world.run, kwargs={"ticks": 3000}, daemon=True)
        running.start()
        seen = Seen(browser, inspector.url)
        seen.page.get_by_role("button", name="Pause").click()
        seen.page.get_by_text("paused").wait_for()
        tick = seen.clock()
        seen.page.get_by_role("button", name="Let the world do one tick").click()
        seen.page.get_by_text(f"tick {tick + 1} of {tick + 1}").wait_for()
        seen.close()
        inspector.end()
        running.join(10)
        assert not running.is_alive()


def test_a_lost_connection_comes_back(browser: Any, bobs: tuple[World, Inspector]) -> None:
    world, inspector = bobs
    seen = Seen(browser, "about:blank")
    sockets: list[Any] = []
    is_cut = False

    def pass_on(socket: Any) -> None:
        sockets.append(socket)
        if is_cut:
            socket.close(code=1011)
        else:
            socket.connect_to_server()

    seen.page.route_web_socket("**/ws?*", pass_on)
    seen.page.goto(inspector.url)
    seen.choose("Bob (goap)")
    is_cut = True
    sockets[0].close(code=1011)
    seen.page.get_by_text("No connection to the world").wait_for()
    seen.page.get_by_text("not connected").wait_for()
    is_cut = False
    seen.page.get_by_text("No connection to the world").wait_for(state="hidden")
    world.run(ticks=2)
    seen.page.get_by_text(f"tick {TICKS + 2} of").wait_for()
    seen.page.get_by_role("article", name="The mind of Bob (goap)").wait_for()
    seen.close()


def test_a_program_that_was_started_anew_has_another_address(browser: Any) -> None:
    with attach(world_of(1)) as inspector:
        port = inspector.port
        seen = Seen(browser, inspector.url)
        seen.page.get_by_role("article").first.wait_for()
    seen.page.get_by_text(re.compile("its server is gone|No connection")).wait_for()
    with attach(world_of(2), port=port) as again:
        seen.page.get_by_text("its address has changed").wait_for()
        seen.page.goto(again.url)
        seen.page.get_by_text("Walker 2").wait_for()
        seen.close(without_server=True)


def test_a_large_tree_is_zoomed_and_shows_what_runs(browser: Any) -> None:
    rooms = [bt.sequence(*[bt.wait(9, name=f"room {n}.{k}") for k in range(12)], name=f"floor {n}") for n in range(15)]
    tree = bt.Tree(bt.parallel(*rooms[:-1], bt.sequence(rooms[-1], name="attic")), name="house")
    world = World(seed=1)
    world.add(Housekeeper(), tree)
    with attach(world, keep=True) as inspector:
        seen = Seen(browser, inspector.url)
        canvas = seen.page.locator(".canvas")
        canvas.wait_for()
        world.run(ticks=2)
        seen.page.get_by_text("tick 2 of").wait_for()
        assert seen.why().count("at the same time") == 14
        for width in (1280, 390):
            seen.page.set_viewport_size({"width": width, "height": 800})
            seen.page.reload()
            where = canvas.locator("[aria-label^='wait room 14.0: runs']")
            where.wait_for()
            seen.page.wait_for_function("document.querySelector('.canvas').scrollTop > 0")
            deepest = where.bounding_box()
            assert 0 < deepest["x"] < width
            assert 0 < deepest["y"] < 800
            overflow = "view => Math.max(view.scrollWidth - view.clientWidth, view.scrollHeight - view.clientHeight)"
            assert canvas.evaluate(overflow) > 100
            seen.page.get_by_text("fit", exact=True).click()
            assert canvas.evaluate(overflow) <= 1
            canvas.focus()
            for _ in range(3):
                seen.page.keyboard.press("+")
            before = canvas.evaluate("view => view.scrollTop")
            seen.page.keyboard.press("ArrowDown")
            seen.page.wait_for_function("top => document.querySelector('.canvas').scrollTop > top", arg=before)
            seen.page.keyboard.press("0")
            assert canvas.evaluate(overflow) <= 1
        seen.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_it_is_readable_at_both_widths(browser: Any, bobs: tuple[World, Inspector], width: int) -> None:
    seen = Seen(browser, bobs[1].url, width=width)
    seen.page.get_by_role("article").first.wait_for()
    overflow = seen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    seen.close()


def test_a_recording_is_looked_at_while_it_is_read(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "bobs.jsonl.gz"
    world = World(seed=7)
    build(world, mind="all", elsa=False)
    with RecordingWriter(world, path, version="0", scenario="westworld"):
        world.run(ticks=2000)
    with Loading(path) as loading, Inspector(loading.feed) as inspector:
        seen = Seen(browser, inspector.url)
        seen.page.get_by_text("reading the recording").wait_for()
        seen.choose("Bob (bt)")
        loading.run()
        seen.page.get_by_text("tick 1 of 2000").wait_for()
        seen.page.get_by_text("reading the recording").wait_for(state="hidden")
        seen.go_to(1234)
        late = Seen(browser, inspector.url + "#2@1234")
        late.page.get_by_text("tick 1234 of 2000").wait_for()
        for _ in range(50):  # both still ask for what they show
            told = [(each.why(), each.agents()) for each in (seen, late)]
            if told[0] == told[1] and "tick 1234" in told[0][0] and "…" not in told[0][1]:
                break
            seen.page.wait_for_timeout(100)
        else:
            pytest.fail(f"they show different things: {told}")
        late.close()
        seen.close()


def test_a_link_to_one_who_is_not_read_yet_shows_him_when_he_is(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "walkers.jsonl"
    record_coming_and_going(path)
    with Loading(path) as loading, Inspector(loading.feed) as inspector:
        seen = Seen(browser, inspector.url + "#3@800")
        seen.page.get_by_role("article", name="The mind of Walker 1").wait_for()
        loading.run()
        seen.page.get_by_role("article", name="The mind of Late").wait_for()
        seen.page.get_by_text("tick 800 of 900").wait_for()
        agents = seen.page.get_by_role("navigation", name="Agents")
        assert agents.get_by_role("button").count() == 2
        seen.go_to(299)
        seen.page.get_by_text("Is not in the world at this tick").wait_for()
        agents.get_by_text("Walker 1").wait_for()
        seen.go_to(301)
        seen.page.get_by_text("Is not in the world at this tick").wait_for(state="hidden")
        seen.close()


def test_a_link_to_nobody_says_so(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "walkers.jsonl"
    world = world_of(2)
    with RecordingWriter(world, path, version="0"):
        world.run(ticks=9)
    with Loading(path) as loading, Inspector(loading.feed) as inspector:
        early = Seen(browser, inspector.url + "#77@3")
        early.page.get_by_role("article", name="The mind of Walker 1").wait_for()
        loading.run()
        late = Seen(browser, inspector.url + "#77@3")
        for seen in (early, late):
            seen.page.get_by_text("Nobody here has the number 77").wait_for()
            seen.page.get_by_text("tick 3 of 9").wait_for()
            seen.close()


def test_a_recording_that_breaks_off_says_so_and_shows_what_it_has(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "bobs.jsonl"
    world = World(seed=7)
    build(world, mind="all", elsa=False)
    with RecordingWriter(world, path, version="0"):
        world.run(ticks=60)
    path.write_bytes(path.read_bytes()[:-100])
    with Loading(path) as loading, Inspector(loading.feed) as inspector:
        seen = Seen(browser, inspector.url)
        with pytest.raises(RecordingError):
            loading.run()
        seen.page.get_by_text("cut short after tick 59").wait_for()
        seen.go_to(59)
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
