"""`gumption watch` at a real server, and what it says when it is not there."""

import contextlib
import io
import secrets
import threading
import time

import pytest
from rich.console import Console

from gumption import World
from gumption.errors import UsageError
from gumption.inspect import Inspector, attach
from gumption.inspect.terminal import FeedSource, Model, SocketSource, Watcher
from gumption.inspect.terminal import connection as connections
from gumption.inspect.terminal.connection import decode, socket_address
from gumption.inspect.wire import Control, State, encode
from gumption.scenarios import westworld
from tests.inspect.page import WAIT, world_of


def console():
    return Console(file=io.StringIO(), width=80)


@contextlib.contextmanager
def looking(inspector, wanted=None):
    with contextlib.closing(SocketSource(inspector.url)) as source:
        yield source, Model(wanted)


def hear_until(source, model, condition):
    """Take messages until the condition holds; an error after a while."""
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it never came"
        for message in source.receive(0.05):
            for request in model.take(message):
                source.send(request)


def test_over_the_socket_comes_what_a_program_would_see_without_it():
    world = World(seed=3)
    westworld.build(world)
    with attach(world, keep=True, title="town") as inspector, looking(inspector, "Elsa") as (source, model):
        hear_until(source, model, lambda: model.is_settled)
        world.run(ticks=30)
        hear_until(source, model, lambda: model.tick == 30)
        other, direct = FeedSource(inspector._feed), Model("Elsa")
        hear_until(other, direct, lambda: direct.is_settled)
    assert model.followed.moment() == direct.followed.moment()
    assert list(model.followed.happenings) == list(direct.followed.happenings)
    assert {name: field.value for name, field in model.followed.fields.items()} == {
        name: field.value for name, field in direct.followed.fields.items()
    }
    assert model.listed() == direct.listed()
    assert model.title == "town"


def test_one_frame_is_printed_as_soon_as_all_is_known():
    world = world_of(2)
    with attach(world, keep=True, title="town") as inspector:
        world.run(ticks=4)
        with looking(inspector, "Walker 2") as (source, model):
            screen = console()
            Watcher(source, model, screen).show_once()
    text = screen.file.getvalue()
    assert text.startswith("town  tick 4  4 s\n")
    assert "> Walker 2  Walk" in text
    assert "“step 3”" in text


def test_a_world_that_has_ended_is_shown_at_its_end():
    world = world_of(1)
    with attach(world, keep=True) as inspector, looking(inspector) as (source, model):
        screen = console()
        watcher = Watcher(source, model, screen)
        watching = threading.Thread(target=watcher.show_once, kwargs={"at_end": True})
        watching.start()
        assert watcher.ready.wait(WAIT)
        world.run(ticks=300)
        inspector.end()
        watching.join(WAIT)
        assert not watching.is_alive()
    assert "tick 300  300 s  ended" in screen.file.getvalue()


def test_who_watches_may_drive_the_world_where_it_is_allowed():
    world = world_of(1)
    with attach(world, control=True) as inspector, looking(inspector) as (source, model):
        hear_until(source, model, lambda: model.is_settled)
        source.send(Control("pause"))
        hear_until(source, model, lambda: model.paused)
        source.send(Control("speed", 2.0))
        hear_until(source, model, lambda: model.speed == 2.0)


def test_where_it_is_not_allowed_the_server_says_so():
    with attach(world_of(1)) as inspector, looking(inspector) as (source, model):
        source.send(Control("pause"))
        hear_until(source, model, lambda: model.problem is not None)
    assert "without control" in model.problem


def test_it_comes_back_when_the_server_does_and_says_so_meanwhile(monkeypatch):
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _=None: "the-same-token")
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.05)
    world = world_of(3)
    with contextlib.ExitStack() as stack:
        inspector = stack.enter_context(attach(world, keep=True))
        source = stack.enter_context(contextlib.closing(SocketSource(inspector.url)))
        model = Model("Walker 2")
        hear_until(source, model, lambda: model.is_settled)
        inspector.close()
        hear_until(source, model, lambda: source.trouble is not None)
        assert "no connection to the world; trying again in" in source.trouble
        world.run(ticks=5)
        stack.enter_context(attach(world, keep=True, port=inspector.port))
        hear_until(source, model, lambda: model.tick == 5 and model.is_settled)
        assert source.trouble is None
        assert model.followed.id == 2


def test_each_try_waits_twice_as_long_as_the_one_before(monkeypatch):
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.01)
    with attach(world_of(1)) as inspector:
        source = SocketSource(inspector.url)
    told = set()
    end = time.monotonic() + WAIT
    while len(told) < 4 and time.monotonic() < end:
        source.receive(0.02)
        told.add(source.trouble)
    source.close()
    assert {f"no connection to the world; trying again in {delay} s" for delay in (0.01, 0.02, 0.04)} <= told


def test_a_stranger_in_the_place_of_the_server_is_an_error(monkeypatch):
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.01)
    with attach(world_of(1)) as inspector:
        source = SocketSource(inspector.url)
    with attach(world_of(1), port=inspector.port), pytest.raises(UsageError, match="does not know this token"):
        hear_until(source, Model(), lambda: False)


def test_a_wrong_token_is_an_error_with_a_remedy():
    with attach(world_of(1)) as inspector, pytest.raises(UsageError, match="does not know this token"):
        SocketSource(f"http://127.0.0.1:{inspector.port}/?token=wrong")


def test_nobody_there_is_an_error_with_a_remedy():
    with attach(world_of(1)) as inspector:
        address = inspector.url
    with pytest.raises(UsageError, match="nobody answers"):
        SocketSource(address)


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000/", "ftp://a/?token=b", "http:///?token=b", "://"])
def test_what_is_no_address_of_a_page_is_an_error(address):
    with pytest.raises(UsageError, match="not the address of an inspector"):
        socket_address(address)


@pytest.mark.parametrize(
    ("page", "socket"),
    [
        ("http://127.0.0.1:8000/?token=ab-c", "ws://127.0.0.1:8000/ws?token=ab-c"),
        ("http://localhost:8000/?token=abc#x", "ws://localhost:8000/ws?token=abc"),
        ("https://far:1/?token=abc", "wss://far:1/ws?token=abc"),
    ],
)
def test_the_address_of_the_socket_is_made_from_that_of_the_page(page, socket):
    assert socket_address(page) == socket


@pytest.mark.parametrize("text", ['{"type": "sung"}', "[]", "", b"\xff", '{"type": "tick"}', "[" * 100_000])
def test_what_is_no_message_is_passed_over(text):
    assert decode(text) == ()


def test_fields_that_a_later_release_adds_are_passed_over():
    state = State(paused=True, speed=None, ended=False)
    (answer,) = decode(encode(state).replace("{", '{"mood": [1], ', 1))
    assert answer == state


def test_a_server_that_does_not_answer_is_an_error(monkeypatch):
    from gumption.inspect.terminal import watcher

    class Mute(FeedSource):
        def receive(self, seconds):
            time.sleep(seconds)
            return ()

    monkeypatch.setattr(watcher, "_ANSWER", 0.2)
    with attach(world_of(1)) as inspector, pytest.raises(UsageError, match="does not answer"):
        Watcher(Mute(inspector._feed), Model(), console()).show_once()


def test_a_recorded_file_that_is_served_is_shown_like_a_world_that_ended(tmp_path):
    from gumption.inspect.loading import load
    from gumption.world.recording import RecordingWriter

    world = world_of(1)
    with RecordingWriter(world, tmp_path / "a.jsonl", version="0", data=True):
        world.run(ticks=9)
    screen = console()
    with Inspector(load(tmp_path / "a.jsonl")) as inspector, looking(inspector) as (source, model):
        Watcher(source, model, screen).show_once(at_end=True)
    assert "tick 9  9 s  ended" in screen.file.getvalue()
    assert "steps  7" in screen.file.getvalue()
