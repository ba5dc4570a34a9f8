"""What is said to hold holds: of random trees and selectors, against their expressions asked at that tick (rule Y2)."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import F, Status, bt, flow
from gumption.core.conditions import conditions_of
from gumption.core.expression import evaluate, show
from gumption.why import Why
from tests.why.asked import Asked, claims

R, S, FAILED = Status.RUNNING, Status.SUCCESS, Status.FAILURE
CLAIM: Final = re.compile(
    r"^\(?(?P<text>[abc] .+?)\)? (?P<said>holds|does not hold|held|did not hold)"
    r"(?P<when> when it was asked| in tick \d+|)(?: \((?P<values>.*?)( now)?\))?$"
)
_APART: Final = re.compile(r"(?<=\)) and ")

fields = st.fixed_dictionaries({name: st.integers(0, 3) for name in "abc"})
simple = st.builds(lambda name, number: getattr(F, name) >= number, st.sampled_from("abc"), st.integers(0, 3))
conditions = simple | st.builds(lambda one, other: one & other, simple, simple)


def action(script: tuple[Status, ...]) -> Any:
    class Does(bt.Action[Any]):
        name = "does " + " ".join(status.value for status in script)

        def tick(self, agent: Any, context: Any) -> Status:
            return script[(agent.a + agent.b + agent.c) % len(script)]

    return bt.action(Does())


actions = st.lists(st.sampled_from([R, R, S, FAILED]), min_size=1, max_size=3).map(tuple).map(action)
asks = conditions.map(bt.condition)
leaves = asks | asks.map(bt.invert) | actions


def _grown(inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inside, min_size=2, max_size=3)
    kinds = [
        bt.sequence,
        bt.selector,
        bt.reactive_sequence,
        bt.reactive_selector,
        bt.eager_sequence,
        bt.random_selector,
    ]
    return st.one_of(
        *(several.map(lambda children, kind=kind: kind(*children)) for kind in kinds),
        st.builds(bt.guard, conditions, inside),
        st.builds(bt.precondition, conditions, inside),
        st.builds(bt.if_then_else, asks, inside, inside),
        st.builds(bt.while_do_else, asks | asks.map(bt.invert), inside, inside),
        st.builds(lambda one, other: bt.parallel(one, other, success="all", failure="one"), inside, inside),
        st.builds(lambda child: bt.retry(2, child), inside),
        st.builds(lambda child: bt.timeout(2.0, child), inside),
        st.builds(bt.invert, inside),
    )


trees = st.recursive(leaves, _grown, max_leaves=9)


def check(answer: Why, shown: dict[str, Any], past: list[dict[str, int]]) -> int:
    """Every claim of it; `past` has the fields as they were in each tick, from 1 on. Returns how many there were."""
    found = 0
    for text in (part for reason in answer.reasons for each in claims(reason) for part in _APART.split(each)):
        claim = CLAIM.match(text)
        found += claim is not None
        if claim is not None and claim["text"] in shown:
            _check_claim(claim, shown[claim["text"]], past)
    return found


def _check_claim(claim: re.Match[str], expression: Any, past: list[dict[str, int]]) -> None:
    held = "not" not in claim["said"]
    said = [bool(evaluate(expression, SimpleNamespace(**each))) for each in past]
    if claim["said"] in ("holds", "does not hold"):
        assert said[-1] is held
    elif claim["when"].startswith(" in tick"):
        assert said[int(claim["when"].split()[-1]) - 1] is held
    else:
        assert claim["when"] == " when it was asked"
        assert held in said
        assert said[-1] is not held
    for value in (claim["values"] or "").split(", "):
        name, _, number = value.partition(" is ")
        assert past[-1][name] == int(number)


def live(definition: Any, states: list[dict[str, int]]) -> Iterator[tuple[Asked, list[dict[str, int]]]]:
    asked = Asked(definition, SimpleNamespace(name="Ada"))
    for number, state in enumerate(states, 1):
        yield asked.tick(**state), states[:number]


@settings(max_examples=200, deadline=None)
@given(root=trees, states=st.lists(fields, min_size=1, max_size=6))
def test_what_trees_say_of_conditions_is_so(root: Any, states: list[dict[str, int]]) -> None:
    """Y2, Y4: with memory and without."""
    tree: Any = bt.Tree(root)
    shown = {show(each): each for each in conditions_of(tree).values()}
    for asked, past in live(tree, states):
        check(asked.why(), shown, past)
        check(asked.mind.why(), shown, past)


@settings(deadline=None)
@given(
    checks=st.lists(conditions, min_size=1, max_size=4),
    dwell=st.sampled_from([0.0, 2.0]),
    keep=st.booleans(),
    states=st.lists(fields, min_size=1, max_size=8),
)
def test_what_selectors_say_of_checks_is_so(
    checks: list[Any], dwell: float, keep: bool, states: list[dict[str, int]]
) -> None:
    """Y2, Y6: whatever keeps a node from taking over."""

    async def lie(agent: object, context: object) -> None:
        await flow.sleep(2.0)

    nodes = [flow.node(lie, each, name=f"node {number}") for number, each in enumerate(checks)]
    selector: Any = flow.Selector(nodes, period=0.0, dwell=dwell, keep=keep)
    shown = {show(each): each for each in conditions_of(selector).values()}
    for asked, past in live(selector, states):
        check(asked.why(), shown, past)
        check(asked.mind.why(), shown, past)


def test_claims_are_found() -> None:
    """So that the two above do not pass for want of any."""
    tree: Any = bt.Tree(
        bt.selector(bt.sequence(bt.condition(F.a >= 2), action((R,))), bt.precondition(F.b >= 1, action((R,))))
    )
    shown = {show(each): each for each in conditions_of(tree).values()}
    asked = Asked(tree, SimpleNamespace(name="Ada")).tick(a=1, b=1, c=0).tick(a=2, b=0, c=0)
    past = [{"a": 1, "b": 1, "c": 0}, {"a": 2, "b": 0, "c": 0}]
    assert check(asked.why(), shown, past) == 2
    for wrong in ([past[1], past[0]], [past[0], past[0]]):
        try:
            check(asked.why(), shown, wrong)
        except AssertionError:
            continue
        raise ValueError("nobody saw that it was wrong")
