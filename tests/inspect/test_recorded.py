"""Recorded files: in the page, and as a page."""

import contextlib
import gzip
import json
import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from gumption import World
from gumption.cli.main import cli, main
from gumption.errors import RecordingError, UsageError
from gumption.inspect import Inspector
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.inspect.hub import Hub
from gumption.inspect.loading import Loading, load
from gumption.inspect.report import embedded, write_report
from gumption.inspect.viewer import Viewer
from gumption.inspect.wire import Lost
from gumption.scenarios import westworld
from gumption.world.recording import RecordingWriter
from tests.inspect.page import WAIT, page, record_coming_and_going, world_of

TEMPLATE = '<html><script type="application/json" id="recording"><!--RECORDING--></script></html>'


@pytest.fixture
def recording(tmp_path):
    world = World(seed=7)
    westworld.build(world, mind="all")
    path = tmp_path / "town.jsonl.gz"
    with RecordingWriter(world, path, version="0", scenario="westworld", data=True):
        world.run(ticks=40)
    return path


def test_a_recording_is_shown_as_the_live_world_was(recording):
    world = World(seed=7)
    westworld.build(world, mind="all")
    live = Feed("live", load(recording).header, History(), live=True)
    Hub(world, live, keep=True)
    live.watched = frozenset(world.entities)
    world.run(ticks=40)
    recorded = load(recording).history
    assert (recorded.first, recorded.tick, recorded.time) == (0, 40, 40.0)
    for border in range(41):
        assert recorded.doing_at(border) == live.history.doing_at(border)
        for entity in world.entities:
            one, other = recorded.standing_at(entity, border), live.history.standing_at(entity, border)
            assert one is not None
            assert other is not None
            assert one.standing() == other.standing()


def test_a_recording_is_served_without_a_world(recording):
    feed = load(recording)
    with Inspector(feed) as inspector, page(inspector) as client:
        hello = client.next()
        assert (hello["live"], hello["tick"], hello["first_tick"], hello["title"]) == (False, 40, 0, "westworld")
        assert hello["ended"] is True
        client.send(type="watch", ids=[1])
        assert client.next("standing")["standing"]["data"]["name"] == "Bob (fsm)"
        client.send(type="seek", id=1, **{"from": 3, "to": 4})
        (line,) = client.next("past")["lines"]
        assert line["tick"] == 4
        client.send(type="control", do="pause")
        assert client.next("problem")


def test_a_recording_can_be_looked_at_while_it_is_read(recording):
    whole = load(recording).history
    with Loading(recording) as loading, Inspector(loading.feed) as inspector, page(inspector) as client:
        hello = client.next()
        assert (hello["live"], hello["ended"], hello["tick"], len(hello["header"]["entities"])) == (False, False, 0, 8)
        client.send(type="watch", ids=[1])
        assert client.next("standing")["tick"] == 0
        loading.run()
        client.until_tick(40)
        assert client.next("state")["ended"] is True
        client.send(type="seek", id=1, **{"from": 0, "to": 40})
        assert len(client.next("past")["lines"]) == sum(1 for _ in whole.after(0))
    assert loading.feed.history.doing_at(40) == whole.doing_at(40)


@pytest.mark.parametrize("how", ["cut short", "damaged", "foreign"])
def test_of_a_damaged_recording_the_page_has_what_stands_before(tmp_path, recording, how):
    lines = gzip.decompress(recording.read_bytes()).splitlines(keepends=True)
    ends = {
        "cut short": lines[30][:50],
        "damaged": b"{" + lines[30],
        "foreign": b'{"tick":30,"time":30.0,"events":[{}]}\n',
    }
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"".join(lines[:30]) + ends[how])
    with Loading(path) as loading, Inspector(loading.feed) as inspector, page(inspector) as client:
        with pytest.raises(RecordingError, match=how if how != "foreign" else "later release"):
            loading.run()
        client.until_tick(29)
        state = client.next("state")
        assert state["ended"] is True
        assert "odd.jsonl, line 31" in state["problem"]
        client.send(type="seek", id=1, **{"from": 28, "to": 29})
        assert [line["tick"] for line in client.next("past")["lines"]] == [29]
        with page(inspector) as late:
            assert (late.next("hello")["tick"], late.next()["problem"]) == (29, state["problem"])


def test_of_ticks_that_were_not_sent_it_is_told_who_came_and_went_in_which(tmp_path):
    path = tmp_path / "run.jsonl"
    record_coming_and_going(path)
    with Loading(path) as loading:
        viewer = Viewer(loading.feed)
        viewer.news()
        loading.run()
        lost = next(each for each in viewer.news() if isinstance(each, Lost))
    assert (lost.first, lost.to, lost.came, lost.gone) == (0, 900, {3: 301}, {1: 601})


def test_pages_are_told_what_ended_a_recorded_run(tmp_path):
    world, path = world_of(1), tmp_path / "run.jsonl"
    with contextlib.suppress(RuntimeError), RecordingWriter(world, path, version="0"):
        world.run(ticks=3)
        raise RuntimeError("the roof came down")
    assert load(path).problem == "The run ended with RuntimeError: the roof came down"


@pytest.mark.parametrize("to", [-1, 0, 1, 7, 40, 99])
def test_a_recording_is_read_up_to_the_tick_that_is_wanted(recording, to):
    assert load(recording, to).history.tick == min(max(to, 0), 40)


@pytest.mark.parametrize(
    "event",
    [{"event": "danced", "entity": 1}, {"event": "entered"}, {"event": "exited", "entity": 1, "node": 1, "reason": "x"},
     {"event": "ticked", "entity": 1, "node": 0, "results": [[10**12, "success"]]}, {},
     {"event": "ticked", "entity": 1, "node": 0, "results": [[999_999, "success"]]},
     {"event": "ticked", "entity": 1, "node": 5, "results": [[2, "success"]]},
     {"event": "ticked", "entity": 1, "node": -9, "results": [[1, "success"]]},
     {"event": "entered", "entity": "1", "node": 0}, {"event": "switched", "entity": 1, "node": None, "answers": [1]}],
)  # fmt: skip
def test_a_recording_with_foreign_x(tmp_path, event):
    path = tmp_path / "odd.jsonl"
    header = {"gumption": "9", "format": 1, "seed": 0, "step": 1.0, "entities": [], "outlines": {}}
    line = {"tick": 1, "time": 1.0, "events": [event]}
    path.write_text("".join(json.dumps(each) + "\n" for each in (header, line, {"end": 1})))
    with pytest.raises(RecordingError, match=r"line 2|tick 1"):
        load(path)


@pytest.mark.parametrize("nodes", ["0<0", "0 1<1", "0 1<5", "1", "0 1<-1", "0 1"])
def test_a_recording_with_an_outline_that_cannot_be_is_refused(tmp_path, nodes):
    path = tmp_path / "odd.jsonl"
    pairs = [each.partition("<")[::2] for each in nodes.split()]
    outline = [{"id": int(own), "parent": int(up) if up else None, "kind": "s", "name": "x"} for own, up in pairs]
    header = {"gumption": "9", "format": 1, "seed": 0, "step": 1.0, "entities": [], "outlines": {"a": outline}}
    path.write_text("".join(json.dumps(each) + "\n" for each in (header, {"end": 0})))
    with pytest.raises(RecordingError, match="outline 'a'"):
        load(path)


def test_fields_of_ids_that_none_has_are_passed_over(tmp_path):
    path = tmp_path / "odd.jsonl"
    header = {"gumption": "9", "format": 1, "seed": 0, "step": 1.0, "entities": [], "outlines": {}}
    line = {"tick": 1, "time": 1.0, "events": [], "data": {"9" * 5_000: {"a": 1}, "x": {"a": 1}, "7": {"a": 1}}}
    path.write_text("".join(json.dumps(each) + "\n" for each in (header, line, {"end": 1})))
    assert load(path).history.tick == 1


def test_pages_are_told_when_reading_was_stopped(recording, monkeypatch):
    with Loading(recording) as loading:
        monkeypatch.setattr(loading, "_take", interrupt)
        with pytest.raises(KeyboardInterrupt):
            loading.run()
    assert (loading.feed.ended, loading.feed.problem) == (True, "Reading the recording was stopped")


def interrupt(line):
    raise KeyboardInterrupt


def test_an_empty_recording_is_shown(tmp_path):
    world = world_of(2)
    with RecordingWriter(world, tmp_path / "empty.jsonl", version="0"):
        pass
    history = load(tmp_path / "empty.jsonl").history
    assert (history.first, history.tick, list(history.now)) == (0, 0, [1, 2])


def test_a_report_has_every_line_and_no_word_in_it_ends_the_script(tmp_path):
    world = world_of(1)
    path, target, template = tmp_path / "run.jsonl", tmp_path / "run.html", tmp_path / "report.html"
    template.write_text(TEMPLATE)
    words = "</script><!-- <script> ]]> & <!--RECORDING--> \u2028"
    with RecordingWriter(world, path, version="0"):
        world.entities[1].mind.context.say(words)
        world.run(ticks=3)
    assert write_report(path, target, template) == 3
    text = target.read_text("utf-8")
    assert text.count("</script>") == 1
    assert text.count("<!--") == 0
    embedded_lines = json.loads(text.partition('id="recording">')[2].partition("</script>")[0])
    assert embedded_lines == [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]
    assert embedded_lines[1]["events"][0]["text"] == words


def test_what_is_embedded_is_the_same_json():
    odd = ["</", "<!", "<\\/", "</</<!!", "\\</"]
    assert json.loads(embedded(odd)) == odd
    assert b"</" not in embedded(odd)
    assert b"<!" not in embedded(odd)


def test_where_the_page_was_not_built_an_error_says_so(tmp_path, recording):
    with pytest.raises(UsageError, match="was not built"):
        write_report(recording, tmp_path / "x.html", tmp_path / "missing.html")
    (tmp_path / "old.html").write_text("<html></html>")
    with pytest.raises(UsageError, match="has no <!--RECORDING-->"):
        write_report(recording, tmp_path / "x.html", tmp_path / "old.html")
    assert not (tmp_path / "x.html").exists()


def test_the_command_report_writes_a_page(tmp_path, recording, monkeypatch):
    template = tmp_path / "report.html"
    template.write_text(TEMPLATE)
    monkeypatch.setattr("gumption.inspect.report.TEMPLATE", template)
    target = tmp_path / "town.html"
    result = CliRunner().invoke(cli, ["report", str(recording), "-o", str(target)], catch_exceptions=False)
    assert result.output == f"40 ticks in {target}\n"
    assert "walks up to the mine" in target.read_text("utf-8")


def test_without_the_extra_the_error_says_what_to_install(recording, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    for command in (["inspect", str(recording)], ["run", "westworld", "--inspect"]):
        assert main(command) == 1
        assert "pip install 'gumption[inspect]'" in capsys.readouterr().err


def test_control_needs_a_page():
    for option in (["--control"], ["--port", "8000"]):
        assert CliRunner().invoke(cli, ["run", "westworld", *option]).exit_code == 2


FAILING = """
from gumption import Status, World, bt

def work(agent, context):
    if context.clock.ticks == 5:
        raise ValueError("the shovel broke")
    return Status.RUNNING

def build(world: World) -> None:
    \"\"\"Digs until the shovel breaks.\"\"\"
    world.add("Bob", bt.Tree(bt.action(work)))
"""


@contextlib.contextmanager
def serving(*command):
    """The program, with the address that it has printed."""
    with subprocess.Popen(
        [sys.executable, "-m", "gumption", *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as program:
        assert program.stdout is not None
        try:
            url = next(word for word in program.stdout.readline().split() if word.startswith("http"))
            yield program, url.replace("http", "ws").replace("/?", "/ws?")
        finally:
            program.kill()


def interrupted(program):
    """What it still said, and its exit code."""
    program.send_signal(signal.SIGINT)
    said, _ = program.communicate(timeout=WAIT)
    return said, program.returncode


@pytest.mark.parametrize("what", ["run", "recording"])
def test_the_program_prints_the_address_and_serves_until_it_is_interrupted(what, recording):
    options = ["run", "westworld", "--inspect", "--control", "--quiet"] if what == "run" else ["inspect", recording]
    with serving(*options) as (program, address):
        with connect(address, proxy=None) as socket:
            assert json.loads(socket.recv(timeout=WAIT))["live"] is (what == "run")
        assert interrupted(program)[1] == (130 if what == "run" else 0)


def until(program, words):
    """Read on to the line with these words."""
    return next((line for line in program.stdout if words in line), None)


def test_the_program_shows_a_damaged_recording_up_to_the_damage(tmp_path, recording):
    path = tmp_path / "odd.jsonl"
    path.write_bytes(gzip.decompress(recording.read_bytes())[:-200])
    with serving("inspect", path) as (program, address):
        assert "cut short" in until(program, "gumption: ")
        assert until(program, "ticks are read.") == "39 ticks are read.\n"
        with connect(address, proxy=None) as socket:
            assert json.loads(socket.recv(timeout=WAIT))["tick"] == 39
        assert interrupted(program)[1] == 1


def test_a_run_that_fails_can_still_be_looked_at(tmp_path):
    scenario = tmp_path / "digging.py"
    scenario.write_text(FAILING)
    with serving("run", scenario, "--inspect", "--quiet") as (program, address):
        assert "ValueError: the shovel broke; the page can still look back" in until(program, "The run ended with")
        with connect(address, proxy=None) as socket:
            hello = json.loads(socket.recv(timeout=WAIT))
            assert (hello["ended"], hello["tick"]) == (True, 5)
            assert "the shovel broke" in json.loads(socket.recv(timeout=WAIT))["problem"]
        said, code = interrupted(program)
        assert "the mind's own code raised this" in said
        assert code == 1
