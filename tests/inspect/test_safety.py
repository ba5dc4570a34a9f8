"""Who is turned away, and what bad neighbours cannot do."""

import http.client
import json
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from gumption.errors import UsageError
from gumption.inspect import attach
from tests.inspect.page import WAIT, address, page, world_of


@pytest.fixture(scope="module")
def inspector():
    with attach(world_of(1)) as opened:
        yield opened


def get(inspector, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", inspector.port, timeout=WAIT)
    try:
        connection.request("GET", path, headers={key.title(): value for key, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("token", ["", "x", "%ff", "é"])
def test_a_wrong_token_is_turned_away(inspector, token):
    with pytest.raises(InvalidStatus) as refused:
        connect(address(inspector, token), proxy=None)
    assert refused.value.response.status_code == 403
    assert get(inspector, "/?token=" + ("" if token == "é" else token))[0] == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1", "file://"]
)
def test_a_page_of_another_site_is_turned_away(inspector, origin):
    with pytest.raises(InvalidStatus) as refused:
        connect(address(inspector), origin=origin, proxy=None)
    assert refused.value.response.status_code == 403


def test_its_own_page_is_let_in(inspector):
    for name in ("127.0.0.1", "localhost"):
        with connect(address(inspector), origin=f"http://{name}:{inspector.port}", proxy=None) as socket:
            assert json.loads(socket.recv(timeout=WAIT))["type"] == "hello"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1", "127.0.0.1:1", "0.0.0.0"])
def test_another_name_for_this_machine_is_turned_away(inspector, host):
    """DNS rebinding."""
    token = inspector.url.partition("?")[2]
    assert get(inspector, f"/?{token}", host=host)[0] == 403
    own = f"127.0.0.1:{inspector.port}"
    assert get(inspector, f"/?{token}", host=own)[0] in (200, 503)


def test_answers_allow_nobody_else_to_read_or_frame_them(inspector):
    _, headers, _ = get(inspector, f"/?{inspector.url.partition('?')[2]}")
    assert headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert not any(name.lower().startswith("access-control") for name in headers)


def test_it_listens_on_the_loopback_interface_only(inspector):
    assert inspector._socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "garbage",
    ["", "{", "[]", "null", '"x"', '{"type":"watch"}', '{"type":"watch","ids":["1"]}', '{"type":"tick"}', b"\xff\x00",
     '{"type":"seek","id":1,"from":1e99,"to":2}', '{"type":"control","do":"explode"}', "[" * 20000],
)  # fmt: skip
def test_garbage_is_answered_and_the_connection_goes_on(inspector, garbage):
    with page(inspector) as client:
        client.next("hello")
        client.socket.send(garbage)
        assert client.next("problem")["problem"]
        client.send(type="seek", id=1, **{"from": -(2**62), "to": 2**62})
        assert client.next("past")


def test_a_message_of_endless_length_ends_the_connection(inspector):
    with page(inspector) as client:
        client.next("hello")
        client.socket.send('{"type":"watch","ids":[' + "1," * 100_000 + "1]}")
        with pytest.raises(ConnectionClosed):
            client.next("problem")


def test_too_many_to_watch_are_refused(inspector):
    with page(inspector) as client:
        client.next("hello")
        client.send(type="watch", ids=list(range(300)))
        assert "at most 256" in client.next("problem")["problem"]


def test_a_client_that_stops_reading_neither_holds_the_world_nor_fills_the_memory():
    world = world_of(50)
    with attach(world, keep=True, limit=2_000) as inspector:
        host = f"127.0.0.1:{inspector.port}"
        with socket.create_connection(("127.0.0.1", inspector.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            path = address(inspector).partition(host)[2]
            deaf.sendall(
                f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert deaf.recv(12) == b"HTTP/1.1 101"  # the last that it reads
            watch = json.dumps({"type": "watch", "ids": list(range(1, 51))}).encode()
            deaf.sendall(bytes([0x81, 0xFE]) + len(watch).to_bytes(2, "big") + bytes(4) + watch)
            until = time.perf_counter() + WAIT
            while not inspector._feed.watched and time.perf_counter() < until:
                time.sleep(0.005)
            assert len(inspector._feed.watched) == 50
            longest = 0.0
            until = time.perf_counter() + 0.8
            while time.perf_counter() < until:
                began = time.perf_counter()
                world.tick()
                longest = max(longest, time.perf_counter() - began)
            assert longest < WAIT / 2  # it would be held for as long as nobody reads
            kept = sum(len(each.events) for each in inspector._feed.history._kept())
            assert kept < 2_000 * 1.5
            with page(inspector) as client:  # others are served
                client.next("hello")


def test_what_an_agent_says_arrives_whatever_it_is():
    world = world_of(1)
    with attach(world, keep=True) as inspector, page(inspector) as client:
        client.next("hello")
        client.send(type="watch", ids=[1])
        client.next("standing")
        world.entities[1].mind.context.say("</script> \ud800 \x00 \N{GRINNING FACE}")
        world.tick()
        (tick,) = client.until_tick(1)
    assert tick["events"][0]["text"] == "</script> ? \x00 \N{GRINNING FACE}"


def test_a_server_is_stopped_and_another_one_started_for_the_same_world():
    world = world_of(1)
    with attach(world) as first:
        port = first.port
        with pytest.raises(UsageError, match=f"port {port} cannot be used"):
            attach(world, port=port)
        with page(first) as client:
            client.next("hello")
            first.close()
            first.close()
            with pytest.raises(ConnectionClosed):
                client.next("never")
    world.tick()
    with attach(world, port=port) as second:
        assert second.url != first.url
        with page(second) as client:
            assert client.next("hello")["tick"] == 1
    assert world.entities[1].mind.context.tracer is None
    assert not second._thread.is_alive()
