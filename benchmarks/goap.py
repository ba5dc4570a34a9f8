"""Planning: answers to the questions of games in microseconds, and classical planners side by side.

The soldier is the example of GPGOAP's README: 8 facts, 7 actions, a plan of 4 steps. Switches are independent of each
other, so that the order of their states is all that a search has to fight with. Lanes are rows of facts, each of which
needs the one before: as many actions can be applied in a state as there are lanes.
"""

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import planners
from benchmarks.measure import Figure, best_of_each
from benchmarks.strips import Strips, blocks, gripper, logistics, visit_all
from gumption.goap import Action, Budget, Domain, Goal, add, at_least

PLANS = 100_000

SOLDIER = Domain(
    [
        Action("scout", preconditions={"has gun": True}, effects={"sees enemy": True}),
        Action("approach", preconditions={"sees enemy": True}, effects={"near enemy": True}),
        Action("aim", preconditions={"sees enemy": True, "gun loaded": True}, effects={"gun aimed": True}),
        Action("shoot", preconditions={"gun aimed": True}, effects={"enemy alive": False}),
        Action("load", preconditions={"has gun": True}, effects={"gun loaded": True}),
        Action(
            "light bomb",
            preconditions={"has bomb": True, "near enemy": True},
            effects={"alive": False, "enemy alive": False},
        ),
        Action("flee", preconditions={"sees enemy": True}, effects={"near enemy": False}),
    ]
)
AWAKE = {
    "has gun": True,
    "gun loaded": False,
    "gun aimed": False,
    "has bomb": True,
    "sees enemy": False,
    "near enemy": False,
    "enemy alive": True,
    "alive": True,
}
WIN = {"enemy alive": False, "alive": True}


def switches(count: int) -> tuple[Domain, dict[str, bool], dict[str, bool]]:
    """A domain of independent switches, all of them off, and all of them on."""
    names = [f"switch {index}" for index in range(count)]
    domain = Domain([Action(f"flip {name}", preconditions={name: False}, effects={name: True}) for name in names])
    return domain, dict.fromkeys(names, False), dict.fromkeys(names, True)


def lanes(count: int, length: int) -> tuple[Domain, dict[str, bool], dict[str, bool]]:
    """A domain of lanes, its start, and the ends of all lanes as the goal."""
    actions = []
    for lane in range(count):
        for place in range(length):
            before = {f"{lane} {place - 1}": True} if place else {}
            here = f"{lane} {place}"
            actions.append(Action(here, preconditions={**before, here: False}, effects={here: True}))
    start = {f"{lane} {place}": False for lane in range(count) for place in range(length)}
    return Domain(actions), start, {f"{lane} {length - 1}": True for lane in range(count)}


def figures() -> Iterator[Figure]:
    """Measure, and compare with the budgets."""
    yield from small_questions()
    yield from monitoring()
    for count, least in ((2, 1.0), (4, 1.0), (8, 1.0)):
        yield Figure(f"goap blind, 64 facts, {count} ways on", expansion_rate(count) / 1e6, least, "M/s", at_least=True)
    yield from side_by_side()
    if (grown := growth()) is not None:
        yield Figure(f"goap memory grown by {PLANS:,} plans", grown / 2**20, 1.0, "MiB")


def small_questions() -> Iterator[Figure]:
    prepared, goal = SOLDIER.state(AWAKE), Goal("win", WIN)
    domain, off, on = switches(12)
    assert [action.name for action in SOLDIER.plan(AWAKE, WIN)] == ["scout", "load", "aim", "shoot"]
    assert SOLDIER.plan(prepared, goal).cost == 4
    assert domain.plan(off, on).cost == 12
    time = best_of_each(
        {"dicts": lambda: SOLDIER.plan(AWAKE, WIN), "prepared": lambda: SOLDIER.plan(prepared, goal)}, calls=200
    )
    yield Figure("goap soldier, 4 steps, from dictionaries", time["dicts"] * 1e6, 5, "us")
    yield Figure("goap soldier, from a prepared state and a Goal", time["prepared"] * 1e6, 2, "us")
    time = best_of_each({"switches": lambda: domain.plan(off, on)}, calls=5)
    yield Figure("goap 12 independent switches", time["switches"] * 1e6, 200, "us")
    python = goapauto_on_these(off, on)
    if python is None:
        print("skip goapauto: no Python 3.12 or newer that has it (GUMPTION_GOAPAUTO names one)")
        return
    yield Figure("goap 12 switches, times faster than goapauto", python / time["switches"], 1000, at_least=True)


def monitoring() -> Iterator[Figure]:
    """Looking at the kernels of a plan of 8 steps: as planned, after one step was done by others, and out of reach."""
    axe = Action("get axe", preconditions={"axe free": True}, effects={"has axe": True, "axe free": False})
    chop = Action("chop", preconditions={"has axe": True}, effects={"wood": add(1)})
    domain = Domain([axe, chop])
    start = {"axe free": True, "has axe": False, "wood": 0}
    kernels = domain.plan(start, {"wood": at_least(7)}).kernels
    states = {
        "as planned": domain.state(start).encoded,
        "one step on": domain.state({**start, "has axe": True}).encoded,
        "out of reach": domain.state({**start, "has axe": True, "wood": -9}).encoded,
    }
    assert [kernels.onward(values, 0) for values in states.values()] == [0, 1, None]
    onward = {name: (lambda values=values: kernels.onward(values, 0)) for name, values in states.items()}
    watch, values = kernels.watch(0), states["as planned"]
    time = best_of_each({**onward, "watch": lambda: watch(values)}, calls=100)
    for name, limit in (("as planned", 15), ("one step on", 30), ("out of reach", 40), ("watch", 0.5)):
        yield Figure(f"goap kernels of 8 steps, {name}", time[name] * 1e6, limit, "us")


def goapauto_on_these(off: dict[str, bool], on: dict[str, bool]) -> float | None:
    """Seconds that goapauto takes for switches."""
    text = {True: "on", False: "off"}
    task = Strips(
        "switches",
        [(f"flip {name}", {name: "off"}, {name: "on"}) for name in off],
        {name: text[value] for name, value in off.items()},
        {name: text[value] for name, value in on.items()},
    )
    answer = planners.goapauto(task)
    if answer is None:
        return None
    assert answer.cost == len(off)
    return answer.seconds


def expansion_rate(count: int) -> float:
    """Expansions a second in lanes that have 64 facts together, until all are or 20,000 are expanded."""
    domain, start, goal = lanes(count, 64 // count)
    prepared, wanted, budget = domain.state(start), Goal("end", goal), Budget(expansions=20_000)
    best = 0.0
    for _ in range(25):
        begin = time.process_time()
        found = domain.plan(prepared, wanted, heuristic="blind", budget=budget)
        best = max(best, found.stats.expansions / (time.process_time() - begin))
    return best


def side_by_side() -> Iterator[Figure]:
    """The same tasks for all: costs have to be equal, and time is told by the expansion.

    gumption expands more states than it must for some cheapest plan, since it finds the least of all as cheap.
    """
    pairs: list[tuple[str, str, Callable[[Strips, str], planners.Answer | None], float, list[Strips]]] = [
        (
            "Fast Downward",
            "blind",
            planners.fast_downward,
            1.0,
            [gripper(8), logistics(4, 2, 6), blocks(8), visit_all(4, 4)],
        ),
        (
            "Fast Downward",
            "lmcut",
            planners.fast_downward,
            1.0,
            [gripper(5), logistics(5, 2, 6), blocks(12), visit_all(4, 4)],
        ),
        ("pyperplan", "blind", planners.pyperplan, 20.0, [gripper(5), logistics(3, 2, 5), blocks(6), visit_all(3, 4)]),
        ("pyperplan", "lmcut", planners.pyperplan, 20.0, [gripper(3), logistics(4, 2, 6), blocks(6), visit_all(4, 4)]),
    ]
    for peer, heuristic, ask, least, tasks in pairs:
        for task in tasks:
            answers = [each for each in (ask(task, heuristic), ask(task, heuristic)) if each is not None]
            theirs = min(answers, key=lambda answer: answer.each, default=None)
            if theirs is None:
                print(f"skip {peer}: not installed (pip install '.[bench]')")
                break
            mine = gumption(task, {"blind": "blind", "lmcut": "lm-cut"}[heuristic])
            assert mine.cost == theirs.cost, f"{task.name}: {mine.cost} here, {theirs.cost} of {peer}"
            what = f"goap {heuristic}, {task.name}: {told(mine)}; {peer} {told(theirs)}"
            yield Figure(what, theirs.each / mine.each, least, at_least=True)


def told(answer: planners.Answer) -> str:
    return f"{answer.each * 1e6:.2f} us x {answer.expanded}"


def gumption(task: Strips, heuristic: str) -> planners.Answer:
    """The best of three plannings, by the processor's clock, which is that of the peers as well."""
    domain = task.domain()
    start, goal, budget = domain.state(task.start), Goal("goal", task.goal), Budget(2_000_000, 2**30)
    best, plan = float("inf"), None
    for _ in range(7):
        begin = time.process_time()
        plan = domain.plan(start, goal, heuristic=heuristic, budget=budget)
        best = min(best, time.process_time() - begin)
    assert plan, f"{task.name}: {plan}"
    assert plan.reason == "cheapest"
    plan.validate()
    return planners.Answer(plan.cost, plan.stats.expansions, best)


def growth() -> int | None:
    """Bytes that the process has grown by after so many plans; None where that cannot be seen."""
    memory = Path("/proc/self/statm")
    if not memory.exists():
        return None
    prepared, goal = SOLDIER.state(AWAKE), Goal("win", WIN)

    def resident() -> int:
        gc.collect()
        return int(memory.read_text().split()[1]) * 4096

    for _ in range(1_000):
        SOLDIER.plan(AWAKE, WIN)
        SOLDIER.plan(prepared, goal)
    before = resident()
    for _ in range(PLANS // 2):
        SOLDIER.plan(AWAKE, WIN)
        SOLDIER.plan(prepared, goal)
    return resident() - before
