"""What random trees have found once: the smallest tree for each, in a life where compiled and naive tree differed."""

from typing import Any

import pytest

from gumption.status import Status
from tests.bt.scripted import Script, Sketch
from tests.bt.test_properties import Life, NaiveLife

S, F, R, X = Status.SUCCESS, Status.FAILURE, Status.RUNNING, Status.SKIPPED
TICK = ("tick", 0.25)


def node(kind: str, *children: Sketch, **options: Any) -> Sketch:
    return Sketch(kind, options, children)


def told(*statuses: object) -> Sketch:
    nothing = Script((None,))
    return node("action", plain=False, enter=nothing, tick=Script(statuses), exit=nothing)


def plain(*statuses: object, name: str = "f") -> Sketch:
    return node("action", plain=True, tick=Script(statuses, name=name))


def asked(*answers: object, form: str = "agent") -> Sketch:
    return node("condition", check=Script(answers, form))


def always(status: Status) -> Sketch:
    return node("always", status=status)


def custom(*verdicts: Status, ticks: bool = False, children: tuple[Sketch, ...] = ()) -> Sketch:
    moves = ([("tick", 0)],) if ticks else ([],)
    return node("custom", *children, moves=Script(tuple((*moves, verdict) for verdict in verdicts)))


TWO = node("parallel", told(R), node("sequence", told(R, S), told(R)), success="all", failure="one")
HOLDS = node("precondition", always(S), check=Script((True,)))
NOTES = node("do", run=Script((None,), "note"))
SKIPS = plain(R, X)
EQUAL = {"score0": 1, "score1": 1, "reactive": True, "inertia": 0}
NEARLY = {"score0": 2, "score1": 1, "reactive": True, "inertia": 1}

FOUND = {
    "B2: a branch that while_do_else stays with is not halted": node("while_do_else", HOLDS, TWO),
    "a condition in a subtree has the subtree's blackboard": node(
        "sequence", NOTES, node("subtree", asked(False, form="read"), scope="own")
    ),
    "B2: in a random order the last child may come first": node(
        "selector", node("random_sequence", always(F), always(R), always(R), always(R)), asked(False)
    ),
    "B2: a resumed sequence is not all skipped": node("sequence", SKIPS),
    "B2: a resumed selector is not all skipped": node("selector", SKIPS, always(X)),
    "B2: a resumed random_sequence is not all skipped": node("random_sequence", SKIPS),
    "B2: a resumed sequence_with_memory is not all skipped": node("sequence_with_memory", SKIPS, always(X)),
    "B2: an equal score does not pre-empt": node("utility_selector", plain(F, R), told(R), **EQUAL),
    "B2: a score that is better by inertia does not pre-empt": node("utility_selector", plain(F, R), told(R), **NEARLY),
    "B2: a custom node that runs by itself halts what ran": node(
        "reactive_selector", custom(F, R, children=(always(S),)), told(R)
    ),
    "B2: what a node makes of its child's result counts in a long sequence": node(
        "sequence", plain(S), node("invert", plain(F)), plain(S), told(S)
    ),
    "B2: a failure ends a long sequence before it is kept": node(
        "sequence", plain(S), node("run_once", plain(F), then=None), asked(False), told(S)
    ),
    "B4: a node that only ever runs": node("repeat_until_failure", node("do", run=Script((None,)))),
    "a custom node without children": custom(R, S),
    "a switch whose key is called choice": node("switch", always(S), cases=(0,), key=Script((0,), name="choice")),
    "an action that is called resume": plain(R, S, name="resume"),
    "what runs in a parallel is its children": node("parallel", plain(R), plain(R), success="all", failure="one"),
    "S2, C3: an exit hook has its subtree's blackboard": node(
        "subtree", node("action", plain=False, tick=Script((R,)), exit=Script((None,), "read")), scope="own"
    ),
}


@pytest.mark.parametrize("traced", [False, True], ids=["plain", "traced"])
@pytest.mark.parametrize("sketch", FOUND.values(), ids=FOUND)
def test_it_is_not_found_again(sketch: Sketch, traced: bool) -> None:
    """B1 to B4, S2, S3."""
    script = [*[TICK] * 4, ("halt", None), TICK]
    assert Life(sketch, {}, traced=traced).live(script) == NaiveLife(sketch, {}, traced=traced).live(script)
