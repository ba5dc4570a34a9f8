"""What agents are said to be doing: the innermost nodes that run."""

from gumption.core.outline import OutlineNode
from gumption.core.trace import Entered, Event, Exited, ExitReason, Paused, Seen, Ticked
from gumption.inspect.doing import Doing
from gumption.inspect.paths import Paths
from gumption.status import Status

ROBOT = Paths(
    OutlineNode(id=number, parent=parent, kind=kind, name=name)
    for number, (parent, kind, name) in enumerate(
        [
            (None, "machine", "robot"),
            (0, "state", "Work"),
            (1, "tree", "duties"),
            (2, "parallel", "parallel(success=all)"),
            (3, "sequence", "clean"),
            (4, "action", "sweep"),
            (3, "action", "hum"),
            (3, "action", "look"),
            (3, "action", "listen"),
            (0, "state", "Charge"),
        ]
    )
)


def text(*events: Event) -> str | None:
    doing = Doing()
    for tick, event in enumerate(events, 1):
        doing = doing.step(event, tick, 0)
    return ROBOT.text(doing)


def ticked(tick: int, *running: int) -> Ticked:
    results = [(Status.RUNNING if node in running else Status.SUCCESS, tick) for node in range(3, 9)]
    return Ticked(1, tick, results, node=2)


def test_branches_side_by_side_are_told_without_what_they_share() -> None:
    assert text(Entered(1, 1), ticked(2, 3, 4, 5)) == "Work › duties › clean › sweep"
    assert text(Entered(1, 1), ticked(2, 3, 4, 5, 6)) == "Work › duties › clean › sweep + hum"


def test_more_than_three_branches_are_counted() -> None:
    assert text(Entered(1, 1), ticked(2, 3, 4, 5, 6, 7, 8)) == "Work › duties › clean › sweep + hum + look + 1 more"


def test_a_tree_says_nothing_when_the_state_that_it_lies_in_is_left() -> None:
    left = Exited(1, 1, ExitReason.SUCCESS)
    assert text(Entered(1, 1), ticked(2, 3, 4, 5), left, Entered(1, 9)) == "Charge"


def test_what_was_laid_aside_does_not_run_nor_what_lies_inside_it() -> None:
    assert text(Entered(1, 1), ticked(2, 3, 6), Paused(1, 1), Entered(1, 9)) == "Charge"


def test_what_was_seen_of_a_tree_from_outside_holds_until_it_is_ticked() -> None:
    seen = Seen(1, [1, 3, 4, 5])
    assert text(seen) == "Work › duties › clean › sweep"
    assert text(seen, ticked(2, 3, 6)) == "Work › duties › hum"
