"""All ways of deciding in one world, minds inside minds, and what it costs to keep an eye on a plan.

The crowd: carriers who walk for a second, load for a second and walk back, ten ticks a second. A quarter of them thinks
as a state machine, a quarter as a tree, a quarter by plans, a quarter as nodes that check and run. They begin at
different moments, so that all ticks are alike.
"""

import statistics
import time
from collections.abc import Iterator

from benchmarks.measure import Figure, best_of_each, bytes_each
from gumption import Context, F, FixedStepClock, Status, World, bt, flow, fsm, goap

OF_EACH = 2_500
TICKS = 60
STEP = 0.1
QUARRY = 10


# Carriers


class Carrier:
    def __init__(self, place=0):
        self.place = place
        self.stone = False
        self.loads = 0
        self.loading = 0


def out(carrier):
    carrier.place += 1
    return Status.RUNNING if carrier.place < QUARRY else Status.SUCCESS


def back(carrier):
    carrier.place -= 1
    return Status.RUNNING if carrier.place > 0 else Status.SUCCESS


def load(carrier):
    carrier.stone = True


def unload(carrier):
    carrier.stone = False
    carrier.loads += 1


def going(carrier, machine):
    if out(carrier) is not Status.RUNNING:
        machine.change_state(loading)


def loading(carrier, machine):
    carrier.loading += 1
    if carrier.loading == 10:
        carrier.loading = 0
        load(carrier)
        machine.change_state(returning)


def returning(carrier, machine):
    if back(carrier) is not Status.RUNNING:
        unload(carrier)
        machine.change_state(going)


class Carrying(goap.Provider[Carrier]):
    def world_state(self, carrier):
        return {"stone": carrier.stone}

    def distance(self, carrier, target):
        return abs(carrier.place - target)

    def move_agent(self, carrier, mind, action):
        carrier.place += 1 if mind.target > carrier.place else -1
        return carrier.place == mind.target


class Carry(flow.Node[Carrier]):
    check = F.place >= 0

    async def run(self, carrier):
        while out(carrier) is Status.RUNNING:
            await flow.next_tick()
        await flow.sleep(1.0)
        load(carrier)
        while back(carrier) is Status.RUNNING:
            await flow.next_tick()
        unload(carrier)


CARRIERS = {
    "machine": fsm.Machine(initial=going),
    "tree": bt.Tree(bt.sequence(bt.action(out), bt.wait(1.0), bt.do(load), bt.action(back), bt.do(unload))),
    "planner": goap.Planner(
        goap.Domain(
            [
                goap.Action(
                    "load", effects={"stone": True}, target=lambda _: QUARRY, reach=0, duration=1.0, perform=load
                ),
                goap.Action(
                    "unload",
                    preconditions={"stone": True},
                    effects={"stone": False, "delivered": True},
                    target=lambda _: 0,
                    reach=0,
                    perform=unload,
                ),
            ],
            goals=[goap.Goal("delivered", {"delivered": True})],
        ),
        Carrying(),
    ),
    "selector": flow.Selector([Carry()]),
}


# Nesting


class Agent:
    def facts(self):
        return FACTS


FACTS = {f"fact {number}": number % 2 == 0 for number in range(10)} | {"wood": 0, "axe": True}


def go_on(_agent):
    return Status.RUNNING


def nothing(_agent):
    pass


INNER = {
    "machine": fsm.Machine(initial=nothing),
    "tree": bt.Tree(bt.action(go_on)),
    "selector": flow.Selector([bt.Tree(bt.action(go_on))], period=1e9),
}
OUTER = {
    "tree": lambda inner: bt.Tree(bt.mind(inner)),
    "machine": lambda inner: fsm.Machine(initial=fsm.running(inner)),
    "selector": lambda inner: flow.Selector([inner], period=1e9),
}
DOMAIN = goap.Domain(
    [
        goap.Action("chop", preconditions={"axe": True}, effects={"wood": goap.add(1)}, perform=go_on),
        *[goap.Action(f"swap {number}", effects={f"fact {number}": number % 2 == 1}) for number in range(10)],
    ],
    goals=[goap.Goal("stock up", {"wood": goap.at_least(8)})],
)


def figures() -> Iterator[Figure]:
    """Measure, and compare with the budgets."""
    yield from nesting()
    yield monitoring()
    yield from crowd()


def running(definition):
    """A mind that has begun, and does not end."""
    mind = definition.bind(Agent(), Context(FixedStepClock(1.0)))
    mind.tick()
    mind.tick()
    assert mind.status is Status.RUNNING
    return mind


def nesting() -> Iterator[Figure]:
    """What the mind around one adds to its tick."""
    for outer, build in OUTER.items():
        contestants = {}
        for inner, definition in INNER.items():
            contestants[inner] = running(definition).tick
            contestants[f"{inner} nested"] = running(build(definition)).tick
        took = best_of_each(contestants, calls=1_000)
        worst = max(took[f"{inner} nested"] - took[inner] for inner in INNER)
        yield Figure(f"a mind inside a {outer}, more than the inner one ticked alone", worst * 1e6, 0.3, "us")


def monitoring() -> Figure:
    """A tick of a planner whose step is under way and whose world stays as it is; sensing 12 facts is a part of it."""
    mind = running(goap.Planner(DOMAIN, Agent.facts))
    assert mind.steps
    took = best_of_each({"tick": mind.tick}, calls=1_000)["tick"]
    return Figure("planner, a tick of an undisturbed plan", took * 1e6, 2.0, "us")


def crowd() -> Iterator[Figure]:
    """As many carriers of each way of thinking, in one world."""
    world = World(step=STEP)
    carriers = [Carrier(number // 4 % QUARRY) for number in range(4 * OF_EACH)]
    for number, carrier in enumerate(carriers):
        world.add(carrier, list(CARRIERS.values())[number % 4])
    world.run(ticks=TICKS)
    took = []
    for _ in range(TICKS):
        start = time.process_time()
        world.tick()
        took.append(time.process_time() - start)
    for kind in range(4):
        assert sum(carrier.loads for carrier in carriers[kind::4]) >= 3 * OF_EACH, list(CARRIERS)[kind]
    yield Figure(
        f"a tick of {4 * OF_EACH:,} carriers of all ways, the median of processor time",
        statistics.median(took) * 1e3,
        40,
        "ms",
    )
    for name, definition in CARRIERS.items():
        yield Figure(f"memory of a carrier's {name}, at work", bytes_each(worker(definition), 500), 2_000, "bytes")


def worker(definition):
    """Makes entities who have been at work for a while. The agents themselves are not counted."""
    world = World(step=STEP)
    agents = [Carrier() for _ in range(500)]

    def make(index):
        entity = world.add(agents[index], definition)
        for _ in range(15):
            entity.mind.tick()
        return entity

    return make
