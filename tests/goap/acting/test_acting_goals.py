"""Which goal an agent pursues, and when another one takes over (rule G6)."""

import math
from typing import Any

import pytest

from gumption.core.trace import PlanAborted, PlanFound
from gumption.errors import GumptionError
from gumption.goap import Action, Goal, Planner, at_least
from gumption.status import Status
from tests.goap.acting.players import CHOP, STOCK, TAKE, Game, Life, Player, woodcutter


def eat(agent: Player) -> None:
    agent.hear("eat")
    agent.facts["fed"] = True


EAT = Action("eat", preconditions={"food": True}, effects={"fed": True}, perform=eat)
FED = Goal("fed", {"fed": True}, priority=lambda agent: agent.facts["hunger"])
LONG = Action("long", effects={"wood": 9}, perform=lambda agent: Status.RUNNING)
AXE = Goal("axe", {"axe": True})


def hungry(hunger: float, **facts: Any) -> Player:
    return Player(**{"hunger": hunger, "fed": False, "food": True, **facts})


def two_goals(*actions: Action[Any], **options: Any) -> Planner[Any]:
    return woodcutter(
        *(actions or (TAKE, CHOP, EAT)), goals=[Goal("stock", STOCK.conditions, priority=2), FED], **options
    )


def found(game: Game) -> list[str]:
    return [event.goal for event in game.told(PlanFound)]


@pytest.mark.parametrize(("hunger", "first"), [(1, "stock"), (3, "fed"), (2, "stock")])
def test_g6_the_goal_of_highest_priority_comes_first_and_of_equal_ones_the_first_given(hunger, first):
    game = Game(two_goals(), hungry(hunger)).tick()
    assert found(game)[0] == first


def test_g6_a_goal_without_a_plan_is_passed_over_for_the_next_that_has_one():
    game = Game(two_goals(), hungry(3, food=False)).tick()
    assert found(game) == ["stock"]
    assert "plan_failed" not in game.agent.names()


def test_g6_goals_that_hold_are_passed_over_and_if_all_hold_nothing_is_done():
    agent = hungry(3, fed=True, wood=5)
    game = Game(two_goals(), agent).tick(5)
    assert agent.calls == []
    assert game.mind.status is Status.RUNNING
    assert game.mind.goal is None
    agent.facts["wood"] = 1
    assert game.tick().mind.goal.name == "stock"


def test_g6_one_goal_after_the_other_is_reached():
    game = Game(two_goals(), hungry(3)).tick(8)
    assert found(game) == ["fed", "stock"]
    assert game.agent.names().count("actions_finished") == 2
    assert game.agent.facts["wood"] == 2


def test_g6_a_goal_that_becomes_more_urgent_takes_over_at_once():
    agent = hungry(1)
    game = Game(two_goals(LONG, EAT), agent).tick(2)
    assert game.mind.goal.name == "stock"
    agent.facts["hunger"] = 3
    game.tick()
    assert found(game) == ["stock", "fed"]
    (aborted,) = game.told(PlanAborted)
    assert aborted.reason == "'fed' is more urgent"
    assert ("plan_aborted", "long", "'fed' is more urgent") in agent.calls


def test_g6_a_priority_that_no_state_tells_is_looked_at_all_the_same():
    agent = hungry(1)
    game = Game(two_goals(LONG, EAT), agent).tick(2)
    agent.facts = {**agent.facts}
    agent.facts["hunger"] = 3  # which is no name of the domain
    assert game.planner.domain.names.keys() == {"wood", "food", "fed"}
    assert game.tick().mind.goal.name == "fed"


def test_g6_goals_that_a_provider_gives_anew_are_looked_at_though_the_state_is_the_same():
    agent = Player()
    agent.goals = [STOCK]
    game = Game(woodcutter(LONG, TAKE), agent).tick(2)
    agent.goals = [STOCK, Goal("axe", {"axe": True}, priority=5)]
    assert game.tick().mind.goal.name == "axe"


@pytest.mark.parametrize(("hunger", "goal"), [(2.5, "stock"), (3, "stock"), (3.5, "fed")])
def test_g6_hysteresis_must_be_exceeded(hunger, goal):
    agent = hungry(1)
    game = Game(two_goals(LONG, EAT, hysteresis=1.0), agent).tick(2)
    agent.facts["hunger"] = hunger
    assert found(game.tick(3))[:2] == ["stock", goal][: 1 + (goal == "fed")]


def test_g6_without_a_look_between_steps_only_the_next_step_gives_way():
    agent = hungry(1)
    planner = two_goals(EAT, Action("one", effects={"wood": 1}, perform=lambda a: a.do("one", Status.RUNNING)),
                        Action("two", preconditions={"wood": 1}, effects={"wood": 2}, perform=lambda a: None),
                        period=math.inf)  # fmt: skip
    game = Game(planner, agent).tick(2)
    agent.facts["hunger"] = 5
    looks = agent.count["world_state"]
    game.tick(20)
    assert agent.count["world_state"] == looks
    assert found(game) == ["stock"]

    def done(player):
        player.facts["wood"] = 1
        return Status.SUCCESS

    agent.during["one"] = done
    game.tick()
    assert found(game) == ["stock", "fed"]
    assert ("plan_aborted", "two", "'fed' is more urgent") in agent.calls


def test_g6_a_period_says_how_often_the_world_is_looked_at():
    agent = hungry(1)
    game = Game(two_goals(LONG, EAT, period=1.0), agent).tick(2)
    agent.facts["hunger"] = 5
    ticks = 0
    while game.mind.goal.name == "stock":
        game.tick()
        ticks += 1
    assert ticks == 3  # 0.25 s a tick: the plan was found in the first one, a second ago


def test_g6_an_urgent_goal_without_a_plan_is_tried_again_after_the_back_off_only(monkeypatch):
    agent = hungry(5, food=False)
    planner = two_goals(LONG, EAT, backoff=1.0)
    searches = spied(planner, monkeypatch)
    game = Game(planner, agent).tick()
    assert searches == [["fed", "stock"]]
    for wood in range(4):  # what matters for the plan changes, and the urgent goal has to be tried again some day
        assert searches == [["fed", "stock"]]
        agent.facts["wood"] = -wood
        game.tick()
    assert searches == [["fed", "stock"], ["fed"]]


def spied(planner, monkeypatch):
    searches: list[list[str]] = []
    search = type(planner.domain).search

    def spy(domain, state, goals, **options):
        searches.append([goal.name for goal in goals])
        return search(domain, state, goals, **options)

    monkeypatch.setattr(type(planner.domain), "search", spy)
    return searches


def test_g6_goals_may_come_out_of_a_generator_and_may_be_none_at_all():
    agent = Player()
    agent.during["goals"] = lambda player: (goal for goal in [STOCK, AXE])
    assert Game(woodcutter(), agent).tick(4).agent.facts["wood"] == 2
    agent = Player()
    agent.during["goals"] = lambda player: []
    game = Game(woodcutter(), agent).tick(3)
    assert agent.calls == []
    assert game.mind.status is Status.RUNNING
    assert Game(woodcutter(once=True), agent).tick().mind.status is Status.SUCCESS


def test_g6_a_provider_that_is_a_generator_gives_goals():
    class Wants(Life):
        def goals(self, agent):
            yield STOCK

    game = Game(woodcutter(goals=(), names={"wood": int}, provider=Wants())).tick(4)
    assert game.agent.facts["wood"] == 2


def test_g6_goals_made_anew_each_time_are_pursued_to_the_end():
    agent = Player()
    agent.during["goals"] = lambda player: [Goal("stock", {"wood": at_least(3)}), Goal("axe", {"axe": True})]
    game = Game(woodcutter(), agent).tick(9)
    assert agent.facts["wood"] == 3
    assert agent.names().count("plan_found") == 1
    assert game.told(PlanAborted) == []


@pytest.mark.parametrize(
    ("goals", "words"),
    [
        (3, "goals returned 3"),
        (STOCK, "return a list of goap.Goal"),
        ([{"wood": 2}], "goals returned [{'wood': 2}]"),
        ("stock", "goals returned 'stock'"),
        ({"wood": 2}, "goals returned {'wood': 2}"),
        ([STOCK, Goal("stock", {"axe": True})], "goals returned ['stock', 'stock']"),
        ([Goal("nan", {"wood": 2}, priority=math.nan)], "priority"),
        ([Goal("odd", {"stone": 2})], "stone"),
        ([Goal("nan", {"wood": 9}, priority=lambda agent: math.nan)], "it returned nan"),
    ],
)
def test_c3_goals_that_cannot_be_pursued_are_told_with_their_place(goals, words):
    agent = Player()
    agent.during["goals"] = lambda player: goals
    game = Game(woodcutter(), agent)
    with pytest.raises(GumptionError) as caught:
        game.tick()
    assert words in str(caught.value)
    assert "player" in str(caught.value) or words == "it returned nan"
    assert game.mind.status is None


def test_g6_goals_without_a_name_are_goals():
    agent = Player()
    agent.goals = [Goal("", {"wood": 1})]
    assert Game(woodcutter(), agent).tick(4).agent.facts["wood"] == 1


def test_g9_a_goal_that_becomes_urgent_while_a_plan_is_found_is_planned_for_in_the_next_tick(monkeypatch):
    agent = hungry(1)
    agent.during["plan_found!"] = lambda player: player.facts.update(hunger=5)
    planner = two_goals(LONG, EAT)
    searches = spied(planner, monkeypatch)
    game = Game(planner, agent).tick()
    assert found(game) == ["stock"]
    assert len(searches) == 1
    assert found(game.tick())[:2] == ["stock", "fed"]


def test_g6_a_period_holds_for_all_looks():
    game = Game(woodcutter(LONG, period=1.0)).tick(2)
    looks = game.agent.count["world_state"]
    game.tick(20)
    assert game.agent.count["world_state"] - looks == 5
