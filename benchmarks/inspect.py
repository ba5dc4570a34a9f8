"""What the inspector costs the world: with no page, with one that watches nobody, and with one that watches an agent.

Run with `python -m benchmarks.inspect`. A tick of 100 agents is compared with that of the same world without it.
"""

import contextlib
import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from benchmarks.measure import Figure, best_of_each
from gumption import F, Status, World, bt, fsm
from gumption.inspect import Inspector, attach
from gumption.inspect.loading import load
from gumption.world.recording import RecordingWriter

AGENTS = 100
CALLS = 20


class Guard:
    def __init__(self) -> None:
        self.energy = 3
        self.alarm = False


def patrol(agent: Guard, machine: Any) -> None:
    agent.energy -= 1
    if agent.energy == 0:
        machine.change_state(rest)


def rest(agent: Guard, machine: Any) -> None:
    agent.energy += 1
    if agent.energy == 3:
        machine.change_state(patrol)


def walk(_agent: Guard) -> Status:
    return Status.RUNNING


MACHINE = fsm.Machine(initial=patrol)
TREE = bt.Tree(
    bt.selector(
        bt.sequence(bt.condition(F.alarm == True), bt.action(walk)),  # noqa: E712 - an expression
        bt.sequence(bt.condition(F.energy > 0), bt.action(walk)),
    )
)


def world_of(definition: Any, agents: int = AGENTS) -> World:
    world = World(seed=1)
    for _ in range(agents):
        world.add(Guard(), definition)
    return world


class Page:
    """Reads all that comes, in a thread."""

    def __init__(self, inspector: Inspector, ids: list[int]) -> None:
        address = inspector.url.replace("http", "ws").replace("/?", "/ws?")
        self.socket = contextlib.ExitStack()
        self._page = self.socket.enter_context(connect(address, proxy=None, compression=None))
        self._page.recv()
        self._page.send(json.dumps({"type": "watch", "ids": ids}))
        threading.Thread(target=self._read, daemon=True).start()
        time.sleep(0.1)

    def _read(self) -> None:
        for _ in self._page:
            pass


def figures():
    for name, definition in (("state machine", MACHINE), ("behaviour tree", TREE)):
        plain, alone, kept, idle, watched, traced = (world_of(definition) for _ in range(6))
        recorder: list[Any] = []
        traced.trace(lambda event, told=recorder: told.append(event) if len(told) < 1000 else told.clear())
        opened = [attach(alone), attach(kept, keep=True), attach(idle, keep=True), attach(watched, keep=True)]
        pages = [Page(opened[2], []), Page(opened[3], [1])]
        costs = best_of_each(
            {
                "plain": plain.tick,
                "traced": traced.tick,
                "alone": alone.tick,
                "kept": kept.tick,
                "idle": idle.tick,
                "watched": watched.tick,
            },
            CALLS,
        )
        for page in pages:
            page.socket.close()
        for inspector in opened:
            inspector.close()
        base = costs["plain"]
        yield Figure(f"inspect: {name}, no page, to no inspector", costs["alone"] / base, 1.1)
        yield Figure(f"inspect: {name}, only traced (a list), to no inspector", costs["traced"] / base, 8)
        yield Figure(f"inspect: {name}, kept without a page, to no inspector", costs["kept"] / base, 12)
        yield Figure(f"inspect: {name}, a page that watches nobody, to no inspector", costs["idle"] / base, 12)
        yield Figure(f"inspect: {name}, a page that watches one, to no inspector", costs["watched"] / base, 14)
        yield Figure(f"inspect: {name}, a watched tick of {AGENTS} agents", costs["watched"] * 1e3, 2, "ms")
    yield from loading()


def loading():
    """An hour of ten agents at ten ticks a second."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hour.jsonl.gz"
        world = world_of(MACHINE, 10)
        with RecordingWriter(world, path, version="0"):
            world.run(ticks=36_000)
        start = time.perf_counter()
        feed = load(path)
        opened = time.perf_counter() - start
        start = time.perf_counter()
        feed.history.standing_at(5, 30_000)
        feed.history.doing_at(30_000)
        sought = time.perf_counter() - start
        events = sum(len(segment.events) for segment in feed.history._kept())
        yield Figure(f"inspect: opening a recorded hour of {events:,} events", opened, 10, "s")
        yield Figure("inspect: seeking in it", sought * 1e3, 100, "ms")


if __name__ == "__main__":
    kept = True
    for figure in figures():
        print(figure, flush=True)
        kept = kept and figure.kept
    sys.exit(0 if kept else 1)
