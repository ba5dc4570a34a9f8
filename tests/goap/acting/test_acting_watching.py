"""While a step is under way: what others did, what was undone, what does not matter (rules G8 and G9)."""

import math
from typing import Any

import pytest

from gumption.core.trace import GoalReached, PlanAborted, PlanFailed, PlanFound
from gumption.errors import GumptionError
from gumption.goap import Action, Budget, Domain, Goal, Planner, add, at_least, at_most, subtract
from gumption.status import Status
from tests.goap.acting.players import CHOP, Game, Player, chop, target_of, woodcutter

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE
ONE = [Goal("one", {"wood": at_least(1)})]


def slow(name: str, **more: Any) -> Action[Any]:
    return Action(name, **{"perform": lambda player: player.do(name, R), **more})


STEPS = (
    slow("a", effects={"x": 1}),
    slow("b", preconditions={"x": 1}, effects={"x": 2}),
    slow("c", preconditions={"x": 2}, effects={"x": 3}),
)


def walk(**options: Any) -> Game:
    return Game(woodcutter(*STEPS, goals=[Goal("there", {"x": 3})], **options), Player(x=0, weather="fair")).tick(2)


def searches(planner: Planner[Any], monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When a search began, by number of tick."""
    found: list[Any] = []
    search = Domain.search

    def spy(domain, state, goals, **options):
        if domain is planner.domain:
            found.append([goal.name for goal in goals])
        return search(domain, state, goals, **options)

    monkeypatch.setattr(Domain, "search", spy)
    return found


def test_g8_a_goal_that_others_reach_is_finished():
    game = walk()
    game.agent.facts["x"] = 3
    game.tick()
    assert game.agent.calls[-1] == ("actions_finished", "there")
    assert [type(event) for event in game.told(GoalReached, PlanAborted)] == [GoalReached]


ERRAND = (
    slow("a", effects={"p": True}, duration=0.25),
    slow("b", preconditions={"p": True}, effects={"q": True}),
    slow("c", preconditions={"q": True}, effects={"r": True}),
)


def errand() -> Game:
    game = Game(woodcutter(*ERRAND, goals=[Goal("done", {"r": True})]), Player(p=False, q=False, r=False)).tick()
    assert [state.name for state in game.mind.stack] == ["a", "wait"]
    return game


@pytest.mark.parametrize(("facts", "step"), [({"p": True}, "b"), ({"p": True, "q": True}, "c"), ({"q": True}, "c")])
def test_g8_steps_that_the_world_did_are_skipped_before_they_begin(facts, step):
    game = errand()
    game.agent.facts.update(facts)
    game.tick()
    assert next(each.name for each in game.mind.steps) == step
    assert game.agent.names() == ["plan_found"]
    assert game.told(PlanAborted) == []


def test_g8_a_step_that_has_begun_goes_on_and_the_next_is_skipped_when_it_ends():
    game = errand().tick(2)
    game.agent.facts["q"] = True
    game.tick(2)
    assert [each.name for each in game.mind.steps] == ["a", "b", "c"]
    game.agent.facts["p"] = True
    game.agent.during["a"] = lambda player: S
    game.tick()
    assert [each.name for each in game.mind.steps] == ["c"]


def test_g8_what_the_world_undid_makes_it_plan_again():
    game = errand()
    game.agent.facts["q"] = True
    game.tick()
    game.agent.facts["q"] = False
    game.tick(2)
    assert ("plan_aborted", "c", "'c' needs q") in game.agent.calls
    assert game.agent.calls[-1] == ("plan_found", "done", ["a", "b", "c"])


def test_g8_what_does_not_matter_makes_it_do_nothing(monkeypatch):
    planner = woodcutter(*STEPS, slow("rain", effects={"wet": True}), goals=[Goal("there", {"x": 3})])
    found = searches(planner, monkeypatch)
    game = Game(planner, Player(x=0, wet=False)).tick()
    for number in range(10):
        game.agent.facts.update(wet=number % 2 == 0, weather=number)
        game.tick()
    assert found == [["there"]]
    assert game.agent.names() == ["plan_found"]
    assert game.agent.count["world_state"] <= 13


def test_g8_a_step_is_not_broken_by_its_own_doing():
    halves = Action("dig", preconditions={"x": 0}, effects={"x": 2}, perform=lambda player: player.do("dig", R))
    game = Game(woodcutter(halves, goals=[Goal("dug", {"x": 2})]), Player(x=0)).tick(2)
    game.agent.facts["x"] = 1  # half done
    game.tick(3)
    assert game.agent.names() == ["plan_found"]
    assert [each.name for each in game.mind.steps] == ["dig"]


@pytest.mark.parametrize("state", ["move", "wait"])
def test_g8_walking_and_waiting_end_when_there_is_nothing_to_be_done_any_more(state):
    agent = Player()
    agent.arrives = state != "move"
    fell = Action("fell", effects={"wood": add(1)}, perform=chop, target=target_of, reach=1, duration=9.0)
    game = Game(woodcutter(fell, goals=ONE), agent).tick(2)
    assert game.mind.stack[-1].name == state
    agent.facts["wood"] = 1
    game.tick()
    assert [each.name for each in game.mind.stack] == ["idle"]
    assert game.mind.target is None
    assert agent.calls[-1] == ("actions_finished", "one")


def test_g8_a_plan_that_the_world_has_overtaken_before_it_begins_is_given_up():
    agent = Player()
    states = iter([{"axe": True, "wood": 0}, {"axe": False, "wood": 0}, *[{"axe": True, "wood": 0}] * 9])
    agent.during["world_state"] = lambda player: next(states)
    game = Game(woodcutter(), agent).tick()
    assert agent.calls[:2] == [
        ("plan_found", "stock", ["chop", "chop"]),
        ("plan_aborted", "chop", "'chop' needs axe"),
    ]
    game.tick()
    assert agent.calls[2] == ("plan_found", "stock", ["chop", "chop"])


def test_g8_a_world_that_changes_with_every_look_is_planned_for_once_a_tick(monkeypatch):
    agent = Player()
    flips = iter(range(10_000))
    agent.during["world_state"] = lambda player: {"axe": next(flips) % 2 == 0, "wood": next(flips) % 3 - 2}
    planner = woodcutter()
    found = searches(planner, monkeypatch)
    Game(planner, agent).tick(30)
    assert len(found) <= 30 + agent.names().count("chop") + agent.names().count("take")


def test_g8_a_failing_action_is_told_and_left_out_for_the_back_off():
    agent = Player()
    first = Action("first", cost=1, effects={"wood": add(1)}, perform=lambda player: player.do("first", F))
    second = Action("second", cost=2, effects={"wood": add(1)}, perform=chop)
    game = Game(woodcutter(first, second, goals=ONE, backoff=1.0), agent).tick(3)
    assert agent.calls == [
        ("plan_found", "one", ["first"]),
        ("plan_aborted", "first", "it failed"),
        ("plan_found", "one", ["second"]),
        "chop",
        ("actions_finished", "one"),
    ]
    agent.forget()
    agent.facts["wood"] = 0
    game.tick(1)
    assert agent.calls[0] == ("plan_found", "one", ["second"])
    game.tick(3)
    agent.forget()
    agent.facts["wood"] = 0
    game.tick(1)
    assert agent.calls[0] == ("plan_found", "one", ["first"])


def test_g8_a_step_that_did_not_do_what_it_said_makes_it_plan_again():
    game = Game(woodcutter(Action("lie", effects={"wood": 1}, perform=lambda player: None), goals=ONE)).tick()
    assert game.agent.calls[0] == ("plan_found", "one", ["lie"])
    assert game.agent.calls[1] == ("plan_aborted", "lie", "the goal would not be reached: wood at least 1")
    game.tick(3)
    assert len(game.told(PlanFound)) <= 5


def test_g9_without_a_plan_it_waits_for_a_change_or_the_back_off(monkeypatch):
    planner = woodcutter(CHOP, goals=ONE, backoff=1.0)
    found = searches(planner, monkeypatch)
    game = Game(planner).tick(4)
    assert len(found) == 1
    game.tick(1)
    assert len(found) == 2  # the back-off
    game.agent.facts["other"] = 3  # not a name of the domain
    game.tick(1)
    assert len(found) == 2
    game.agent.facts["wood"] = -1
    game.tick(1)
    assert len(found) == 3
    game.agent.facts["axe"] = True
    game.tick(1)
    assert game.mind.goal is not None
    assert [event.goal for event in game.told(PlanFailed)] == ["one"] * 3
    assert game.agent.names().count("plan_failed") == 3


def test_g9_a_goal_with_finer_numbers_than_the_domain_does_not_make_it_plan_every_tick(monkeypatch):
    fuel = Action("tap", preconditions={"tank": True}, effects={"fuel": add(0.5)})
    planner = woodcutter(fuel, goals=(), names={"fuel": float, "tank": bool})
    found = searches(planner, monkeypatch)
    agent = Player(fuel=0.5, tank=False)
    agent.goals = [Goal("some", {"fuel": at_least(10 / 3)})]
    Game(planner, agent).tick(4)
    assert len(found) == 1


def test_g8_a_state_with_finer_numbers_than_the_domain_hides_no_change():
    """0.000005 in millionths looks like 0.5 in tenths."""
    actions = slow("fetch", effects={"key": True}), Action("drain", effects={"fuel": subtract(0.1)})
    goal = Goal("empty", {"fuel": at_most(0.1), "key": True})
    planner = woodcutter(*actions, goals=[goal], provider=lambda player: player.facts)
    assert planner.steady
    game = Game(planner, Player(fuel=0.000005, key=False)).tick(2)
    assert [each.name for each in game.mind.steps] == ["fetch"]
    game.agent.facts["fuel"] = 0.5
    game.tick(2)
    assert len(game.mind.steps) > 1


def test_g9_no_tick_plans_twice_unless_something_was_done(monkeypatch):
    """A goal that was tried in vain before another one's plan was found is not tried again at once."""
    never = Goal("never", {"gold": True}, priority=5)
    planner = woodcutter(*STEPS, slow("mint", preconditions={"gold": True}, effects={"gold": True}),
                         goals=[never, Goal("there", {"x": 3})], backoff=1.0)  # fmt: skip
    found = searches(planner, monkeypatch)
    game = Game(planner, Player(x=0, gold=False)).tick()
    assert found == [["never", "there"]]
    for x in (0, 1, 0, 1):
        game.agent.facts["x"] = x
        before = len(found)
        game.tick()
        assert len(found) - before <= 1


@pytest.mark.parametrize("share", [1, 7, 10**6])
def test_g9_a_search_over_several_ticks_gives_the_same_plan(share):
    actions = [Action(f"swap {i}", preconditions={f"p{i}": 0}, effects={f"p{i}": 1, "n": add(i)}) for i in range(6)]
    goal = Goal("all", {**{f"p{i}": 1 for i in range(6)}, "n": at_least(0)})
    planner = woodcutter(*actions, goals=[goal], share=share)
    facts = {**{f"p{i}": 0 for i in range(6)}, "n": 0}
    plan = planner.domain.plan(facts, goal)
    game = Game(planner, Player(**facts))
    ticks = 0
    while not game.told(PlanFound):
        game.tick()
        ticks += 1
    assert game.agent.calls[0] == ("plan_found", "all", [step.name for step in plan.actions])
    assert (ticks > 1) == (share < 10**6)


def test_g9_while_it_thinks_of_something_better_the_step_goes_on():
    """And what was thought of for the urgent goal does not decide over others, once the plan has ended."""
    agent = Player(x=0, gold=False, **{f"p{i}": 0 for i in range(5)})
    puzzle = [Action(f"turn {i}", preconditions={f"p{i}": 0}, effects={f"p{i}": 1}) for i in range(5)]
    urgent = Goal("urgent", {**{f"p{i}": 1 for i in range(5)}, "gold": True}, priority=lambda a: a.facts.get("urge", 0))
    mint = slow("mint", preconditions={"x": 99}, effects={"gold": True, "x": add(1)})
    planner = woodcutter(*STEPS, *puzzle, mint, goals=[urgent, Goal("there", {"x": 3}, priority=1)], share=1)
    game = Game(planner, agent).tick(2)
    while game.mind.goal is None:
        game.tick()
    agent.facts["urge"] = 5
    game.tick(2)
    assert game.mind.pursuit.thinking is not None
    assert game.mind.goal.name == "there"
    agent.during["a"] = lambda player: F
    game.tick()
    assert game.mind.pursuit.thinking is None
    assert agent.calls[-1] == ("plan_aborted", "a", "it failed")
    assert not game.told(PlanFailed)


def test_g9_a_spent_budget_is_no_plan_and_is_waited_after(monkeypatch):
    planner = woodcutter(goals=[Goal("much", {"wood": at_least(10**6)})], budget=Budget(expansions=5), backoff=2.0)
    found = searches(planner, monkeypatch)
    game = Game(planner).tick(7)
    assert game.agent.calls == [("plan_failed", "much", "budget")]
    assert len(found) == 1


def test_g7_long_plans_are_carried_out():
    game = Game(woodcutter(goals=[Goal("much", {"wood": at_least(150)})]))
    game.tick(152)
    assert game.agent.facts["wood"] == 150
    assert game.agent.names().count("plan_found") == 1


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (3, "3 is not a mapping"),
        (None, "'wood' is missing"),
        ({"wood": "many"}, "'wood' is 'many'"),
        ({"wood": math.nan}, "'wood' is nan"),
        (lambda: None, "is not a mapping"),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_c3_a_state_that_cannot_be_read_is_told_with_hook_and_line(facts, words, late):
    agent = Player()
    game = Game(woodcutter(slow("fell", effects={"wood": add(1)}), goals=ONE, name="cutter"), agent)
    if late:
        game.tick()
    agent.facts = {"axe": True}
    if facts is not None:
        agent.during["world_state"] = lambda player: facts
    with pytest.raises(GumptionError) as caught:
        game.tick()
    assert words in caught.value.problem
    assert "player, cutter › world_state" in caught.value.where
    assert "players.py:" in caught.value.where
    assert game.mind.status is None
