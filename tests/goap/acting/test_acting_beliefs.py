"""What the provider does not tell of is believed as the plan foresees it (rule G8)."""

import json
from typing import Any

from gumption import Snapshot
from gumption.core.trace import GoalReached, PlanAborted, PlanFound
from gumption.goap import Action, Domain, Goal, Planner, add, at_least
from gumption.goap.kernels import Kernels
from tests.goap.acting.players import Game, Player


def act(player: Player) -> None:
    player.calls.append("act")


ROUND: Domain[Any] = Domain(
    [
        Action("leave", effects={"outside": True}, perform=act),
        Action("shop", preconditions={"outside": True}, effects={"shopped": True}, perform=act),
        Action("return", preconditions={"shopped": True}, effects={"outside": False, "round made": True}, perform=act),
    ],
    goals=[Goal("round", {"round made": True})],
)


def told(game: Game) -> list[str]:
    return [type(event).__name__ for event in game.told(PlanFound, GoalReached, PlanAborted)]


def test_a_goal_that_nobody_tells_of_is_reached_by_its_plan_and_wanted_again() -> None:
    """G8: steps that need what earlier ones did are begun, though no one tells of that."""
    game = Game(Planner(ROUND, lambda player: {}))
    game.tick(3)
    assert told(game) == ["PlanFound", "GoalReached", "PlanFound"]
    game.tick(3)
    assert told(game) == ["PlanFound", "GoalReached"] * 2 + ["PlanFound"]


def test_what_is_told_counts_more_than_what_was_foreseen() -> None:
    """G8: who sees that he is still inside does not shop."""
    game = Game(Planner(ROUND, lambda player: {"outside": False}))
    game.tick(2)
    assert told(game)[:2] == ["PlanFound", "PlanAborted"]


def test_a_name_that_is_told_from_some_time_on_is_believed_no_more() -> None:
    """G8."""
    facts: dict[str, bool] = {}
    game = Game(Planner(ROUND, lambda player: facts))
    game.tick()
    facts["outside"] = False
    game.tick()
    assert told(game) == ["PlanFound", "PlanAborted", "PlanFound"]


def test_beliefs_are_saved() -> None:
    """G8, C5."""
    game = Game(Planner(ROUND, lambda player: {})).tick(2)
    saved = json.loads(json.dumps(game.mind.snapshot().to_plain()))
    assert saved["data"]["pursuit"]["believed"]
    other = Game(game.planner, clock=game.clock)
    other.mind.restore(Snapshot.from_plain(saved))
    assert other.mind.snapshot().to_plain() == saved
    other.tick()
    assert told(other)[0] == "GoalReached"


def test_beliefs_end_with_their_plan() -> None:
    """G8: the next plan begins with nothing."""
    game = Game(Planner(ROUND, lambda player: {})).tick(2)
    game.mind.abort("enough")
    game.tick(8)
    *_, again = game.told(PlanFound)
    assert len(again.steps) == 3


def test_a_long_plan_goes_on_step_by_step_without_looking_at_all_that_is_to_come(monkeypatch: Any) -> None:
    """G8: as long as the world is as it was foreseen."""
    domain: Domain[Any] = Domain(
        [
            Action(
                "chop",
                effects={"wood": add(1)},
                perform=lambda player: player.facts.update(wood=player.facts["wood"] + 1),
            )
        ],
        goals=[Goal("much wood", {"wood": at_least(400)})],
    )
    game = Game(Planner(domain, lambda player: {"wood": player.facts["wood"]}), Player()).tick()
    calls: list[int] = []
    whole = Kernels.onward
    monkeypatch.setattr(Kernels, "onward", lambda kernels, values, at: calls.append(at) or whole(kernels, values, at))
    game.tick(398)
    assert game.agent.facts["wood"] > 390  # the search took some ticks
    assert len(calls) <= 1  # to see whether the new plan works in the world as it is now
