"""State machines against the class that one would have written by hand."""

from collections.abc import Iterator

from benchmarks.measure import Figure, best_of_each, bytes_each
from gumption import World, fsm

AGENTS = 10_000


class HandState:
    def execute(self, owner):
        owner.count += 1


class HandGlobalState:
    def execute(self, owner):
        owner.total += 1


class HandWritten:
    """A miner that updates itself, as in the book."""

    def __init__(self):
        self.count = 0
        self.total = 0
        self.current = HandState()
        self.global_state = HandGlobalState()

    def update(self):
        if self.global_state is not None:
            self.global_state.execute(self)
        self.current.execute(self)


class Agent:
    def __init__(self):
        self.count = 0
        self.total = 0


class Count(fsm.State[Agent]):
    def execute(self, agent, machine):
        agent.count += 1


class Total(fsm.State[Agent]):
    def execute(self, agent, machine):
        agent.total += 1


MACHINE = fsm.Machine(initial=Count(), global_state=Total())


def figures() -> Iterator[Figure]:
    """Measure, and compare with the budgets."""
    mind = MACHINE.bind(Agent())
    mind.tick()
    time = best_of_each({"hand": HandWritten().update, "mind": mind.tick}, calls=2_000)
    yield Figure(f"fsm tick / hand-written ({time['hand'] * 1e9:.0f} ns)", time["mind"] / time["hand"], 1.5)

    agents = [Agent() for _ in range(AGENTS)]
    minds = [MACHINE.bind(agent) for agent in agents]
    world = World()
    for agent in agents:
        world.add(agent, MACHINE)

    def bare_loop():
        for each in minds:
            each.tick()

    bare_loop()
    world.tick()
    time = best_of_each({"bare": bare_loop, "world": world.tick}, calls=1)
    bare = time["bare"] / AGENTS * 1e9
    yield Figure(
        f"world.tick of {AGENTS:,} / bare loop of mind.tick ({bare:.0f} ns)", time["world"] / time["bare"], 2.0
    )

    time = best_of_each({"bind": lambda: MACHINE.bind(agents[0])}, calls=1_000)
    yield Figure("fsm bind", time["bind"] * 1e6, 2.0, "us")
    yield Figure(
        "fsm bind, memory beside the agent", bytes_each(lambda i: MACHINE.bind(agents[i]), AGENTS), 300, "bytes"
    )
