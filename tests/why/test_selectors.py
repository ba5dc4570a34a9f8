"""What a selector of coroutine nodes says of one of them: what the checks said when it had its turn (rule Y6)."""

from types import SimpleNamespace
from typing import Any

import pytest

from gumption import F, flow
from tests.why.asked import Asked


async def lie(agent: object, context: object) -> None:
    await flow.sleep(100.0)


async def hop(agent: object, context: object) -> None:
    await flow.next_tick()


async def fall(agent: object, context: object) -> None:
    await flow.next_tick()
    raise ValueError("fell")


def asked(*nodes: Any, **options: Any) -> Asked:
    return Asked(flow.Selector([*nodes], period=0.0, name="dog", **options), SimpleNamespace(name="Rex"))


def test_the_first_check_that_holds() -> None:
    """Y2, Y6."""
    dog = asked(flow.node(lie, F.tired > 3), flow.node(hop, F.glad)).tick(tired=1, glad=True)
    told = dog.reason()
    assert (told.name, told.because) == ("hop", ["glad holds (glad is True)"])
    assert [(each.name, each.because, each.otherwise) for each in told.passed_over] == [
        ("lie", "tired > 3 does not hold (tired is 1)", "it could take over")
    ]
    assert told.changes == ["it may be left when glad no longer holds"]


def test_a_node_without_a_check() -> None:
    """Y6."""
    told = asked(flow.node(lie)).tick().reason()
    assert (told.because, told.changes) == (["it has no condition"], [])


def test_what_would_take_over_and_must_not_yet() -> None:
    """Y2, Y6: dwell keeps it; that it could take over is not said of what holds."""
    dog = asked(flow.node(lie, F.tired > 3), flow.node(lie, F.tired >= 0, name="roll"), dwell=50.0)
    (other,) = dog.tick(tired=1).tick(tired=5).reason().passed_over
    assert (other.because, other.otherwise) == ("tired > 3 did not hold in tick 1 (tired is 5 now)", None)


def test_scores() -> None:
    """Y6: of all nodes, since none comes first."""
    dog = asked(flow.node(lie, F.tired), flow.node(hop, F.glad), scores=True).tick(tired=2.5, glad=1)
    told = dog.reason()
    assert told.because == ["its score was the highest: 2.5"]
    assert [(each.name, each.because) for each in told.passed_over] == [("hop", "its score was 1")]
    assert told.changes == ["one with a higher score may take over"]
    assert dog.tick(tired=0, glad=0).reason().ended == "no score was above 0 (0, 0)"


def test_who_was_left_and_for_whom() -> None:
    """Y6: nobody, in this one."""
    told = asked(flow.node(lie, F.tired > 3)).tick(tired=5).tick(tired=1).reason()
    assert (told.result, told.since, told.ended) == ("halt", 2, "no check held")


@pytest.mark.parametrize(
    ("node", "because"),
    [
        (flow.node(fall, lambda agent: True, name="fall"), "it rested after an error in tick 2"),
        (flow.node(hop, lambda agent: True, name="hop", restart="once"), "it rested after its end in tick 2"),
    ],
)
def test_a_node_that_rests(node: Any, because: str, caplog: pytest.LogCaptureFixture) -> None:
    """Y6, W5."""
    told = asked(node, flow.node(lie), backoff=50.0).tick(3).reason()
    assert [each.because for each in told.passed_over] == [because]
    assert told.name == "lie"


def test_a_node_that_raised(caplog: pytest.LogCaptureFixture) -> None:
    """Y1, W5: the problem is told."""
    dog = asked(flow.node(fall), backoff=50.0).tick(2)
    assert dog.reason().result == "error"
    assert dog.memory.problem(1) == "run failed: ValueError: fell"


def test_without_memory() -> None:
    """Y7: that a check let it in is known, for it runs."""
    dog = asked(flow.node(lie, lambda agent: False, name="lie"), flow.node(hop, lambda agent: True, name="hop")).tick()
    (told,) = dog.mind.why().reasons
    assert told.because[0].endswith(" let it in")
    assert [each.because for each in told.passed_over] == ["why is not remembered"]
