"""Classical planning tasks, made here: each a set of variables with values, actions of cost 1, a start and a goal.

They are known to every planner in some shape: `domain` gives gumption's, `benchmarks.pddl` writes them for others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from gumption.goap import Action, Domain

Partial = dict[str, str]
"""Variable -> value, for some of the variables."""


@dataclass(frozen=True)
class Strips:
    """A task. Values of different variables may share names."""

    name: str
    actions: list[tuple[str, Partial, Partial]]
    """Name, preconditions, effects."""
    start: Partial
    goal: Partial

    @property
    def values(self) -> dict[str, list[str]]:
        """All values of each variable."""
        found = {variable: {value} for variable, value in self.start.items()}
        for _, before, after in self.actions:
            for variable, value in (*before.items(), *after.items()):
                found[variable].add(value)
        return {variable: sorted(values) for variable, values in found.items()}

    def domain(self) -> Domain:
        """The task's domain for gumption."""
        actions = [Action(name, preconditions=before, effects=after) for name, before, after in self.actions]
        return Domain(actions, names=self.values)


def gripper(balls: int) -> Strips:
    """A robot with two hands carries balls from one room to the other: few actions, many symmetries."""
    actions: list[tuple[str, Partial, Partial]] = [
        (f"move-{here}-{there}", {"robot": here}, {"robot": there}) for here, there in ("ab", "ba")
    ]
    for ball, hand, room in product(range(balls), ("left", "right"), "ab"):
        held, free = {f"ball{ball}": hand, hand: "full"}, {f"ball{ball}": room, hand: "free"}
        actions.append((f"pick-{ball}-{hand}-{room}", {"robot": room, **free}, held))
        actions.append((f"drop-{ball}-{hand}-{room}", {"robot": room, **held}, free))
    start = {"robot": "a", "left": "free", "right": "free", **{f"ball{ball}": "a" for ball in range(balls)}}
    return Strips(f"gripper {balls}", actions, start, {f"ball{ball}": "b" for ball in range(balls)})


def logistics(packages: int, trucks: int, places: int) -> Strips:
    """Trucks drive round a ring of places; each package has to get to a place across it."""
    actions: list[tuple[str, Partial, Partial]] = []
    for truck, place in product(range(trucks), range(places)):
        for other in ((place + 1) % places, (place - 1) % places):
            name = f"drive-{truck}-{place}-{other}"
            actions.append((name, {f"truck{truck}": f"place{place}"}, {f"truck{truck}": f"place{other}"}))
    for package, truck, place in product(range(packages), range(trucks), range(places)):
        at, within = {f"package{package}": f"place{place}"}, {f"package{package}": f"in{truck}"}
        there = {f"truck{truck}": f"place{place}"}
        actions.append((f"load-{package}-{truck}-{place}", {**there, **at}, within))
        actions.append((f"unload-{package}-{truck}-{place}", {**there, **within}, at))
    start = {f"truck{truck}": f"place{truck % places}" for truck in range(trucks)}
    start |= {f"package{package}": f"place{(2 * package + 1) % places}" for package in range(packages)}
    goal = {f"package{package}": f"place{(2 * package + 1 + places // 2) % places}" for package in range(packages)}
    return Strips(f"logistics {packages} {trucks} {places}", actions, start, goal)


def blocks(count: int) -> Strips:
    """A hand turns a tower of blocks round, and puts its lowest block on top."""
    names = [f"block{index}" for index in range(count)]
    actions: list[tuple[str, Partial, Partial]] = []
    for block in names:
        up, lying = {block: "hand", "hand": "full"}, {block: "table", "hand": "empty", f"top-{block}": "clear"}
        actions.append((f"take-{block}", lying, {**up, f"top-{block}": "covered"}))
        actions.append((f"lay-{block}", up, lying))
    for block, under in permutations(names, 2):
        held = {block: "hand", "hand": "full", f"top-{under}": "clear"}
        set_on = {block: under, "hand": "empty", f"top-{block}": "clear"}
        actions.append((f"unstack-{block}-{under}", set_on, {**held, f"top-{block}": "covered"}))
        actions.append((f"stack-{block}-{under}", held, {**set_on, f"top-{under}": "covered"}))
    start = {"hand": "empty", "block0": "table"}
    start |= dict(zip(names[1:], names, strict=False))
    start |= {f"top-{name}": "covered" for name in names[:-1]} | {f"top-{names[-1]}": "clear"}
    order = [*names[:0:-1], names[0]]
    return Strips(f"blocks {count}", actions, start, dict(zip(order[1:], order, strict=False)))


def visit_all(width: int, height: int) -> Strips:
    """A robot visits each cell of a grid: few actions in each state, many states."""

    def neighbours(x: int, y: int) -> Iterator[tuple[int, int]]:
        for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= to[0] < width and 0 <= to[1] < height:
                yield to

    cells = list(product(range(width), range(height)))
    actions: list[tuple[str, Partial, Partial]] = []
    for x, y in cells:
        for u, v in neighbours(x, y):
            effects = {"robot": f"at-{u}-{v}", f"seen-{u}-{v}": "yes"}
            actions.append((f"go-{x}-{y}-{u}-{v}", {"robot": f"at-{x}-{y}"}, effects))
    start = {f"seen-{x}-{y}": "no" for x, y in cells} | {"robot": "at-0-0", "seen-0-0": "yes"}
    return Strips(f"visit-all {width}x{height}", actions, start, {f"seen-{x}-{y}": "yes" for x, y in cells})
