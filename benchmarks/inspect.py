"""What the inspector costs the world: with no page, with one that watches an agent, and where all is kept.

Ticks are compared with those of the same world without it, in the same run.
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
from gumption import F, Status, World, bt, flow, fsm
from gumption.inspect import Inspector, attach
from gumption.inspect.loading import Loading, load
from gumption.world.recording import RecordingWriter

AGENTS = 100
CALLS = 20
CROWD = 10_000
TICKS = 300


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
        self.opened = time.perf_counter()
        self._page.send(json.dumps({"type": "watch", "ids": ids}))
        threading.Thread(target=self._read, daemon=True).start()
        time.sleep(0.1)

    def _read(self) -> None:
        for _ in self._page:
            pass


def figures():
    for name, definition in (("state machine", MACHINE), ("behaviour tree", TREE)):
        yield from crowd(name, definition)
        yield from everything(name, definition)
    yield from loading()


def crowd(name: str, definition: Any):
    """Ten thousand agents at 60 ticks a second: processor time of the world's thread, and wall time, over all ticks."""
    worlds = {each: World(seed=1) for each in ("plain", "alone", "watched")}
    for _ in range(CROWD):  # in turns, so that all of them lie in memory in the same way
        for each in worlds.values():
            each.add(Guard(), definition)
    alone, watched = attach(worlds["alone"]), attach(worlds["watched"])
    page = Page(watched, [1])
    used = {each: [0.0, 0.0] for each in worlds}
    for each in worlds.values():
        each.run(ticks=3)  # the first page makes it take stock of all
    due = time.perf_counter()
    for _ in range(TICKS):
        for each, world in worlds.items():
            processor, wall = time.thread_time(), time.perf_counter()
            world.tick()
            used[each][0] += time.thread_time() - processor
            used[each][1] += time.perf_counter() - wall
        due = max(due + 1 / 60, time.perf_counter())
        time.sleep(due - time.perf_counter() if due > time.perf_counter() else 0.0)
    page.socket.close()
    alone.close()
    watched.close()
    # Wall time is that of the machine and its other users as well.
    for number, time_of, alone_limit, watched_limit in ((0, "processor", 1.01, 1.05), (1, "wall", 1.1, 1.2)):
        base = used["plain"][number]
        what = f"inspect: {name}, {CROWD:,} agents, {time_of} time"
        yield Figure(f"{what}, no page, to no inspector", used["alone"][number] / base, alone_limit)
        yield Figure(f"{what}, a page that watches one, to no inspector", used["watched"][number] / base, watched_limit)


def everything(name: str, definition: Any):
    """All is traced and kept, for few agents."""
    plain, traced, alone, watched = (world_of(definition) for _ in range(4))
    recorder: list[Any] = []
    traced.trace(lambda event: recorder.append(event) if len(recorder) < 1000 else recorder.clear())
    opened = [attach(alone, keep=True), attach(watched, keep=True)]
    page = Page(opened[1], [1])
    costs = best_of_each(
        {"plain": plain.tick, "traced": traced.tick, "alone": alone.tick, "watched": watched.tick}, CALLS
    )
    page.socket.close()
    for inspector in opened:
        inspector.close()
    base = costs["plain"]
    yield Figure(f"inspect: {name}, only traced (a list), to no inspector", costs["traced"] / base, 8)
    yield Figure(f"inspect: {name}, all kept without a page, to no inspector", costs["alone"] / base, 12)
    yield Figure(f"inspect: {name}, all kept and a page, to no inspector", costs["watched"] / base, 14)
    yield Figure(f"inspect: {name}, all kept and a page, a tick of {AGENTS} agents", costs["watched"] * 1e3, 2, "ms")


async def stand(_agent: Guard, context: Any) -> None:
    await flow.sleep(context.random.uniform(1.0, 5.0))


async def stroll(_agent: Guard, context: Any) -> None:
    await flow.sleep(context.random.uniform(1.0, 5.0))


SELECTOR = flow.Selector([flow.node(stand, F.energy > 3), flow.node(stroll)], period=1.0)


def loading():
    """An hour of 100 agents at 60 ticks a second, who decide every few seconds; and one of 10 whose states are told."""
    yield from opening("100 agents that decide every 1 to 5 s, at 60 Hz", SELECTOR, 100, 60)
    yield from opening("10 agents, each told in each tick, at 10 Hz", MACHINE, 10, 10)


def opening(what: str, definition: Any, agents: int, rate: int):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hour.jsonl.gz"
        world = World(seed=1, step=1 / rate)
        for _ in range(agents):
            world.add(Guard(), definition)
        with RecordingWriter(world, path, version="0"):
            world.run(ticks=3600 * rate)
        size = path.stat().st_size
        start = time.perf_counter()
        with Loading(path) as loading, Inspector(loading.feed) as inspector:
            page = Page(inspector, [1])  # it has been told who is there
            opened = page.opened - start
            page.socket.close()
        start = time.perf_counter()
        feed = load(path)
        read = time.perf_counter() - start
        start = time.perf_counter()
        feed.history.standing_at(5, 30_000)
        feed.history.doing_at(30_000)
        sought = time.perf_counter() - start
        events = sum(len(segment.events) for segment in feed.history._kept())
        yield Figure(f"inspect: an hour of {what}: {events:,} events", size / 1e6, 20, "MB")
        yield Figure("inspect: opening it, until a page can look at it", opened, 2, "s")
        yield Figure("inspect: reading the whole of it", read, 2, "s")
        yield Figure("inspect: seeking in it", sought * 1e3, 100, "ms")


if __name__ == "__main__":
    kept = True
    for figure in figures():
        print(figure, flush=True)
        kept = kept and figure.kept
    sys.exit(0 if kept else 1)
