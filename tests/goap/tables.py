"""Random task tables, and a plain reading of them: what engines are compared with beneath the vocabulary.

Real numbers are eighths, so that no sum or product of the few here is ever rounded.
"""

import heapq
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from gumption.goap.tables.task import (
    FINITE,
    INTEGER,
    REAL,
    Among,
    Assign,
    Compare,
    Copy,
    Field,
    Group,
    Linear,
    Multiply,
    Put,
    Same,
    Task,
    TaskAction,
)

FIELDS = (
    Field("f", FINITE, 2),
    Field("g", FINITE, 3),
    Field("h", FINITE, 3),
    Field("i", INTEGER, low=-2, high=4),
    Field("j", INTEGER, low=0, high=5),
    Field("x", REAL, low=-1.0, high=2.0),
)
F, G, H, I, J, X = range(len(FIELDS))  # noqa: E741 - the fields' names
RELATIONS: list[Callable[[Any], bool]] = [lambda x: x >= 0, lambda x: x > 0, lambda x: x == 0, lambda x: x != 0]

halves = st.integers(-4, 6).map(lambda each: each / 2)
small = st.integers(-3, 4)
weights, real_weights = st.sampled_from([-2, -1, 1, 2]), st.sampled_from([-1.0, 1.0, 2.0])


def linear(fields: list[int], *, real: bool = False) -> Any:
    term = st.tuples(st.sampled_from(fields), real_weights if real else weights)
    terms = st.lists(term, max_size=2, unique_by=lambda each: each[0]).map(lambda each: tuple(sorted(each)))
    return st.builds(Linear, halves if real else small, terms, st.just(real))


exact, real = linear([I, J]), linear([I, J, X], real=True)
among = st.one_of(
    *(
        st.builds(Among, st.just(field), st.frozensets(st.integers(0, size - 1), min_size=1))
        for field, size in ((F, 2), (G, 3), (H, 3))
    )
)
tests = st.one_of(
    among,
    among,
    st.builds(Same, st.just(G), st.just(H), st.booleans()),
    st.builds(Compare, st.integers(0, 3), st.one_of(exact, exact, real)),
)
WRITES = {
    F: st.builds(Put, st.just(F), st.integers(0, 1)),
    G: st.one_of(st.builds(Put, st.just(G), st.integers(0, 2)), st.just(Copy(G, H))),
    H: st.one_of(st.builds(Put, st.just(H), st.integers(0, 2)), st.just(Copy(H, G))),
    I: st.one_of(
        st.builds(Put, st.just(I), st.integers(-2, 4)),
        st.builds(lambda by: Assign(I, Linear(by, ((I, 1),))), small),
        st.builds(Assign, st.just(I), exact),
        st.builds(Multiply, st.just(I), exact),
    ),
    J: st.one_of(
        st.builds(lambda by: Assign(J, Linear(by, ((J, 1),))), small),
        st.builds(Assign, st.just(J), exact),
    ),
    X: st.one_of(
        st.builds(Put, st.just(X), halves.filter(lambda each: -1 <= each <= 2)),
        st.builds(lambda by: Assign(X, Linear(by, ((X, 1.0),), real=True)), halves),
        st.builds(Assign, st.just(X), real),
    ),
}
"""Each field is written by one group of an action at most, save for the sums in `adding`."""
adding = st.builds(lambda by: Group((Among(G, frozenset({1})),), (Assign(I, Linear(by, ((I, 1),))),)), small)
costs = st.one_of(
    st.builds(Linear, st.integers(0, 4)),
    st.builds(lambda constant, weight: Linear(constant, ((J, weight),)), st.integers(0, 2), st.integers(1, 2)),
    st.builds(lambda weight: Linear(0.25, ((J, weight),), real=True), st.sampled_from([0.25, 0.5])),
)


@st.composite
def actions(draw: Any) -> TaskAction:
    fields = draw(st.lists(st.sampled_from(range(len(FIELDS))), min_size=1, max_size=3, unique=True))
    writes = [draw(WRITES[field]) for field in fields]
    cut = draw(st.integers(0, len(writes)))
    groups = [Group((), tuple(writes[cut:]))]
    if cut:
        groups.append(Group((draw(tests),), tuple(writes[:cut])))
    if I not in fields and draw(st.booleans()):
        groups += [Group((), (Assign(I, Linear(draw(small), ((I, 1),))),)), draw(adding)]
    return TaskAction(draw(costs), tuple(draw(st.lists(tests, max_size=1))), tuple(groups))


goals = st.lists(tests, min_size=1, max_size=3).map(tuple)
starts = st.tuples(
    st.integers(0, 1),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(-2, 4),
    st.integers(0, 5),
    st.sampled_from([0.0, 0.5]),
)

State = tuple[Any, ...]


@st.composite
def problems(draw: Any) -> tuple[Task, tuple[Any, ...], State]:
    """Task, goal and start. Most goals are what a random walk led to: they can be reached, and are seldom near."""
    task, start = Task(FIELDS, tuple(draw(st.lists(actions(), min_size=2, max_size=5)))), draw(starts)
    state = start
    for index in draw(st.lists(st.integers(0, 4), min_size=4, max_size=12)):
        state = after(task.actions[index % len(task.actions)], FIELDS, state) or state
    changed = [field for field in range(len(FIELDS)) if state[field] != start[field]]
    if not changed or draw(st.integers(0, 3)) == 0:
        return task, draw(goals), start
    wanted = {changed[-1], draw(st.sampled_from(range(len(FIELDS))))}
    return task, tuple(is_at(field, state[field]) for field in sorted(wanted)), start


def is_at(field: int, value: Any) -> Any:
    if FIELDS[field].kind == FINITE:
        return Among(field, frozenset({value}))
    if field == X:
        return Compare(2, Linear(-value, ((X, 1.0),), real=True))
    return Compare(0 if value > 0 else 2, Linear(-value, ((field, 1),)))


def number(of: Linear, state: State) -> Any:
    return of.constant + sum(weight * state[field] for field, weight in of.terms)


def passes(test: Any, state: State) -> bool:
    match test:
        case Among(field, allowed):
            return state[field] in allowed
        case Same(field, other, equal):
            return (state[field] == state[other]) == equal
        case Compare(relation, of):
            return RELATIONS[relation](number(of, state))
    raise AssertionError(test)


def after(action: TaskAction, fields: tuple[Field, ...], state: State) -> State | None:
    if not all(passes(test, state) for test in action.tests):
        return None
    results: dict[int, list[Any]] = {}
    for group in action.groups:
        if all(passes(test, state) for test in group.tests):
            for write in group.writes:
                match write:
                    case Put(field, value):
                        result = value
                    case Copy(field, other):
                        result = state[other]
                    case Assign(field, of):
                        result = number(of, state)
                    case Multiply(field, of):
                        result = state[field] * number(of, state)
                results.setdefault(field, []).append(result)
    new = list(state)
    for field, given in results.items():
        new[field] = given[0] if len(given) == 1 else state[field] + sum(each - state[field] for each in given)
        low, high = fields[field].low, fields[field].high
        if (low is not None and new[field] < low) or (high is not None and new[field] > high):
            return None
    return tuple(new)


def price(action: TaskAction, state: State) -> int:
    return round(number(action.cost, state))


def least_plan(task: Task, goal: tuple[Any, ...], start: State) -> tuple[int, tuple[int, ...]] | None:
    queue: list[tuple[int, int, tuple[int, ...], State]] = [(0, 0, (), start)]
    seen = set()
    while queue:
        cost, length, path, state = heapq.heappop(queue)
        if state in seen:
            continue
        seen.add(state)
        if all(passes(test, state) for test in goal):
            return cost, path
        for index, action in enumerate(task.actions):
            new = after(action, task.fields, state)
            if new is not None and new not in seen:
                heapq.heappush(queue, (cost + price(action, state), length + 1, (*path, index), new))
    return None


def remaining(task: Task, goal: tuple[Any, ...], start: State) -> dict[State, int | None]:
    """Each reachable state with the cost of the cheapest way to the goal; None where there is none."""
    into: dict[State, list[tuple[State, int]]] = {start: []}
    todo = [start]
    while todo:
        state = todo.pop()
        for action in task.actions:
            new = after(action, task.fields, state)
            if new is not None:
                if new not in into:
                    into[new] = []
                    todo.append(new)
                into[new].append((state, price(action, state)))
    costs: dict[State, int | None] = dict.fromkeys(into)
    queue = [(0, state) for state in into if all(passes(test, state) for test in goal)]
    heapq.heapify(queue)
    while queue:
        cost, state = heapq.heappop(queue)
        if costs[state] is None:
            costs[state] = cost
            for before, more in into[state]:
                heapq.heappush(queue, (cost + more, before))
    return costs
