"""A program that talks to the inspector as its page does."""

import contextlib
import json
from collections.abc import Iterator

from websockets.sync.client import ClientConnection, connect

from gumption import World, fsm
from gumption.inspect import Inspector
from gumption.world.recording import RecordingWriter

WAIT = 3.0
"""Seconds within which an answer must come."""


class Page:
    """An open page."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def next(self, *kinds):
        """The next message, of one of these types if any are given: others are passed over."""
        while True:
            message = json.loads(self.socket.recv(timeout=WAIT))
            if not kinds or message["type"] in kinds:
                return message

    def until_tick(self, tick):
        """All messages up to the one that tells the tick."""
        messages = []
        while True:
            message = self.next()
            messages.append(message)
            if message["type"] == "hello" and message["tick"] >= tick:
                return messages
            if message["type"] in ("tick", "lost") and message.get("to", message.get("tick", 0)) >= tick:
                return messages


def address(inspector: Inspector, token: str | None = None) -> str:
    given = inspector.url.partition("token=")[2] if token is None else token
    return f"ws://127.0.0.1:{inspector.port}/ws?token={given}"


@contextlib.contextmanager
def page(inspector: Inspector, **options) -> Iterator[Page]:
    with connect(address(inspector), proxy=None, compression=None, **options) as socket:
        yield Page(socket)


class Walker:
    """Walks and rests in turns of three ticks."""

    def __init__(self, name: str = "Walker") -> None:
        self.name = name
        self.steps = 0


class Walk(fsm.State[Walker]):
    def execute(self, agent, machine):
        agent.steps += 1
        machine.context.say(f"step {agent.steps}")
        if agent.steps % 3 == 0:
            machine.change_state(REST)


class Rest(fsm.State[Walker]):
    def execute(self, agent, machine):
        machine.change_state(WALK)


WALK, REST = Walk(), Rest()
MACHINE = fsm.Machine(initial=WALK, name="walker")


def record_coming_and_going(path) -> None:
    """A recording of 900 ticks: of two walkers the first goes in tick 601, and a third one comes in tick 301."""
    world = world_of(2)
    with RecordingWriter(world, path, version="0"):
        world.run(ticks=300)
        world.add(Walker("Late"), MACHINE)
        world.run(ticks=300)
        world.remove(1)
        world.run(ticks=300)


def world_of(count: int) -> World:
    world = World(seed=1)
    for number in range(1, count + 1):
        world.add(Walker(f"Walker {number}"), MACHINE)
    return world
