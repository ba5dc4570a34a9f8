"""What a behaviour tree says of a node: what was asked on the way to it, and what came before it (rule Y4)."""

from types import SimpleNamespace
from typing import Any

import pytest

from gumption import F, Status, bt
from gumption.why import Reason
from tests.why.asked import Asked

R, S, FAILED, X = Status.RUNNING, Status.SUCCESS, Status.FAILURE, Status.SKIPPED


def does(name: str, status: Status = R) -> Any:
    class Does(bt.Action[Any]):
        def tick(self, agent: Any, context: Any) -> Status:
            return status

    return bt.action(Does(), name=name)


def is_calm(agent: Any) -> bool:
    return bool(agent.calm)


FAR = bt.condition(F.near < 1, name="far off")


def reason(root: Any, ticks: int = 1, **fields: Any) -> Reason:
    agent = SimpleNamespace(name="Ada", near=0, calm=True, **fields)
    return Asked(bt.Tree(root, name="guard"), agent).tick(ticks).reason()


def passed_over(root: Any, **fields: Any) -> list[tuple[str, str, str | None]]:
    return [(each.name, each.because, each.otherwise) for each in reason(root, **fields).passed_over]


@pytest.mark.parametrize(
    ("root", "because", "changes"),
    [
        (bt.sequence(FAR, does("wait")), ["near < 1 holds (near is 0)"], []),
        (bt.sequence(bt.invert(bt.condition(F.near >= 1)), does("wait")), ["near >= 1 does not hold (near is 0)"], []),
        (bt.sequence(bt.condition(is_calm), does("wait")), ["is_calm held"], []),
        (
            bt.reactive_sequence(FAR, does("wait")),
            ["near < 1 holds (near is 0)"],
            ["it ends when near < 1 no longer holds"],
        ),
        (
            bt.reactive_sequence(bt.invert(bt.condition(F.near >= 1)), does("wait")),
            ["near >= 1 does not hold (near is 0)"],
            ["it ends when near >= 1 holds"],
        ),
        (bt.guard(is_calm, does("wait")), ["is_calm held"], ["it ends when is_calm no longer holds"]),
        (bt.precondition(F.near < 1, does("wait")), ["near < 1 holds (near is 0)"], []),
        (bt.if_then_else(FAR, does("a"), does("b")), ["near < 1 holds (near is 0)"], []),
        (
            bt.while_do_else(bt.condition(F.near >= 1), does("a"), does("b")),
            ["near >= 1 does not hold (near is 0)"],
            ["it ends when near >= 1 holds"],
        ),
        (bt.if_then_else(does("look", S), does("a"), does("b")), ["look succeeded"], []),
        (
            bt.switch(lambda agent: agent.near, {0: does("a"), 1: does("b")}, name="how near"),
            ["how near led to it"],
            [],
        ),
        (bt.timeout(9.0, does("wait")), [], ["it is stopped when the time of timeout(9) is up"]),
        (bt.random_selector(does("a")), ["chance decided"], []),
        (bt.utility_selector((2, does("a")), (1, does("b"))), ["its score decided"], []),
        (bt.parallel(does("a"), success="all", failure="one"), [], []),
    ],
)
def test_what_let_a_node_in(root: Any, because: list[str], changes: list[str]) -> None:
    """Y2, Y4."""
    told = reason(root)
    assert (told.because, told.changes) == (because, changes)
    assert told.runs


FIRST = "it could come first"


@pytest.mark.parametrize(
    ("branch", "because", "otherwise"),
    [
        (bt.sequence(bt.condition(F.near >= 1), does("hit")), "near >= 1 does not hold (near is 0)", FIRST),
        (bt.precondition(F.near >= 1, does("hit")), "near >= 1 does not hold (near is 0)", FIRST),
        (bt.sequence(bt.invert(FAR), does("hit")), "near < 1 holds (near is 0)", FIRST),
        (
            bt.sequence(bt.selector(bt.condition(F.near >= 1), bt.condition(F.near >= 2)), does("hit")),
            "near >= 1 does not hold (near is 0) and near >= 2 does not hold (near is 0)",
            FIRST,
        ),
        (bt.sequence(FAR, does("hit", FAILED)), "it failed", None),
        (bt.sequence(does("aim", FAILED), does("hit")), "it failed", None),
        (bt.sequence(does("aim", S), does("hit", FAILED)), "hit failed", None),
        (bt.selector(does("aim", FAILED), does("hit", FAILED)), "all that it may do failed", None),
        (bt.invert(does("hit", S)), "hit succeeded", None),
        (bt.retry(1, does("hit", FAILED)), "it failed", None),
        (bt.if_then_else(bt.condition(F.near >= 1), does("aim"), does("hit", FAILED)), "hit failed", None),
        (bt.limit(0, does("hit")), "it was begun as often as it may", None),
        (bt.probability(0, does("hit")), "chance was against it", None),
        (bt.force_failure(does("hit", S)), "it always fails", None),
        (bt.switch(lambda agent: agent.near, {5: does("hit")}), "no case fits", None),
        (bt.parallel(does("hit", FAILED), does("aim"), success="all", failure="one"), "it failed", None),
        (does("hit", X), "it took no part", None),
    ],
)  # fmt: skip
def test_why_a_branch_was_passed_over(branch: Any, because: str, otherwise: str | None) -> None:
    """Y4: the node that decided it, as deep in it as it lies."""
    (told,) = passed_over(bt.selector(branch, does("wait")))
    assert told[1:] == (because, otherwise)
    assert told[0] in ("hit", "aim")


def test_branches_behind_are_not_told() -> None:
    """Y4: only what comes first."""
    assert passed_over(bt.selector(does("wait"), does("hit"))) == []


def test_a_reactive_selector_may_be_taken_over_from() -> None:
    """Y4."""
    root = bt.reactive_selector(bt.guard(F.near >= 1, does("hit")), does("wait"))
    assert passed_over(root) == [("hit", "near >= 1 does not hold (near is 0)", "it could take over")]


def test_what_held_when_it_was_asked_is_told_from_what_holds() -> None:
    """Y2: a sequence does not ask again."""
    asked = Asked(bt.Tree(bt.sequence(FAR, does("wait"))), SimpleNamespace(name="Ada"))
    asked.tick(near=0).tick(near=3)
    assert asked.reason().because == ["near < 1 held in tick 1 (near is 3 now)"]


def test_without_memory_and_trace_conditions_are_asked_now() -> None:
    """Y7: what is not known is not told."""
    hit = bt.sequence(bt.condition(F.near >= 1), does("hit"))
    also = bt.sequence(does("aim", FAILED), bt.condition(F.near >= 1))
    mind: Any = bt.Tree(bt.selector(hit, also, does("wait"))).bind(SimpleNamespace(name="Ada", near=0))
    mind.tick()
    (told,) = mind.why().reasons
    assert [each.because for each in told.passed_over] == [
        "near >= 1 does not hold (near is 0)",
        "why is not remembered",
    ]
    assert told.since is None


def test_a_leaf_that_ends_in_its_tick_is_told_as_well() -> None:
    """Y1: most trees run nothing between ticks."""
    told = reason(
        bt.selector(bt.sequence(bt.condition(F.near >= 1), bt.do(is_calm)), bt.do(lambda agent: None, name="rest"))
    )
    assert (told.name, told.runs, told.result, told.since) == ("rest", False, "success", 1)
    assert [each.because for each in told.passed_over] == ["near >= 1 does not hold (near is 0)"]


def test_names_that_somebody_gave_are_the_path() -> None:
    """Y1."""
    root = bt.sequence(bt.timeout(9.0, bt.selector(does("wait"), name="by night")), name="watch")
    assert reason(root).name == "watch › by night › wait"


def test_depth_does_not_matter() -> None:
    """Y4, C8."""
    acts: Any = does("wait")
    fails: Any = bt.condition(F.near >= 1)
    for _ in range(1_200):
        acts, fails = bt.force_failure(acts), bt.retry(1, fails)
    told = reason(bt.selector(fails, acts))
    assert told.name == "wait"
    assert [each.because for each in told.passed_over] == ["near >= 1 does not hold (near is 0)"]


def test_values_are_short() -> None:
    """Y2: strings as one writes them, floats with ten digits."""
    root = bt.sequence(bt.condition((F.weight < 1) & (F.place == "mine")), does("wait"))
    assert reason(root, weight=1 / 3, place="mine").because == [
        "(weight < 1 and place == 'mine') holds (weight is 0.3333333333, place is 'mine')"
    ]


@pytest.mark.parametrize(
    ("gold", "told"), [(10**5000, "'(huge)'"), ("x" * 5000, f"'{'x' * 200}'")], ids=["integer", "text"]
)
def test_values_that_are_long_are_told_in_short(gold: object, told: str) -> None:
    """An integer of so many digits cannot even be printed."""
    agent = SimpleNamespace(name="Ada", gold=gold)
    found = Asked(bt.Tree(bt.sequence(bt.condition(F.gold != 0), does("wait"))), agent).tick().reason()
    assert found.because == [f"gold != 0 holds (gold is {told})"]


def test_what_came_to_its_end_last_is_told_and_not_what_was_stopped_for_it() -> None:
    """Y1: a plain function ends without an event of its own."""

    def drink(agent: Any) -> None:
        agent.thirst = 0

    def work(agent: Any) -> Status:
        agent.thirst += 1
        return R

    root = bt.reactive_selector(bt.sequence(bt.condition(F.thirst >= 3), bt.do(drink)), bt.action(work))
    found = reason(root, 4, thirst=0)
    assert (found.name, found.result, found.since) == ("drink", "success", 4)
    assert found.because == ["thirst >= 3 held when it was asked (thirst is 0 now)"]
