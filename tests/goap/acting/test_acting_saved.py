"""Saved games of agents that live by plans: from every tick border on, and damaged ones (rule C5)."""

import copy
import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from gumption import bt, flow, fsm
from gumption.core.clock import FixedStepClock
from gumption.core.snapshot import Snapshot
from gumption.core.trace import to_plain
from gumption.errors import GumptionError, SnapshotError
from gumption.goap import Action, Goal, Planner, add, at_least, one_of
from gumption.status import Status
from tests.goap.acting.players import Game, Player, target_of, woodcutter

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE
GOAL = [Goal("stock", {"wood": at_least(3)})]


def step(player: Player, context: Any) -> Status:
    """Three ticks each; what it remembers stands in the facts."""
    player.facts["beats"] = player.facts.get("beats", 0) + 1
    if player.facts["beats"] % 3:
        return R
    if player.facts["beats"] == 6:
        return F
    player.facts["wood"] += 1
    return S


async def coroutine(player: Player, context: Any) -> Status:
    beats = context.resumed or 0
    while beats < 2:
        beats += 1
        context.checkpoint(beats)
        await flow.next_tick()
    player.facts["wood"] += 1
    return S


class Hooks(bt.Action[Player]):
    def tick(self, player: Player, context: Any) -> Status:
        return step(player, context)


class Execute(fsm.State[Player]):
    def execute(self, player: Player, machine: Any) -> None:
        status = step(player, machine.context)
        if status is not R:
            machine.finish(status)


PERFORMERS: dict[str, Any] = {
    "nothing": None,
    "function": step,
    "hooks": Hooks,
    "coroutine": coroutine,
    "tree": bt.Tree(bt.action(step)),
    "machine": fsm.Machine(Execute()),
}


@pytest.mark.parametrize("period", [0.0, 0.6, math.inf])
@pytest.mark.parametrize("sort", PERFORMERS)
def test_c5_a_saved_agent_goes_on_as_if_it_had_not_stopped(sort, period):
    planner = woodcutter(
        Action("fell", effects={"wood": add(1)}, perform=PERFORMERS[sort], target=target_of, reach=1, cooldown=0.75,
               duration=0.5),
        Action("buy", cost=7, effects={"wood": add(1)}, duration=0.75),
        goals=GOAL, share=2, period=period, backoff=1.0,
    )  # fmt: skip
    ticks = 26

    def begin() -> Game:
        agent = Player()
        agent.arrives = False
        return Game(planner, agent)

    def go_on(game: Game) -> None:
        game.agent.arrives = game.clock.ticks % 3 == 2
        if sort == "nothing" and game.clock.ticks % 7 == 6:
            game.agent.facts["wood"] += 1
        if game.clock.ticks % 13 == 12:
            game.agent.facts["wood"] = 0
        game.tick()

    whole = begin()
    moments: list[Any] = []
    for _ in range(ticks):
        saved = json.dumps(whole.mind.snapshot().to_plain(), allow_nan=False)
        moments.append((whole.clock.ticks, copy.deepcopy(whole.agent.facts), saved, len(whole.events)))
        go_on(whole)
    states = {json.loads(saved)["data"]["current"] for _, _, saved, _ in moments}
    assert {"move", "wait", "idle"} <= states
    for at, facts, saved, told in moments:
        clock = FixedStepClock(0.25)
        for _ in range(at):
            clock.step_once()
        game = Game(planner, Player(**facts), clock=clock)
        game.mind.restore(Snapshot.from_plain(json.loads(saved)))
        assert json.dumps(game.mind.snapshot().to_plain()) == saved
        while game.clock.ticks < ticks:
            go_on(game)
        assert [to_plain(e) for e in game.events] == [to_plain(e) for e in whole.events[told:]], f"after tick {at}"


def test_c5_looks_that_never_come_do_not_come_after_a_restore():
    game = Game(woodcutter(Action("fell", effects={"wood": 9}, perform=lambda player: R), period=math.inf)).tick(2)
    looks = game.agent.count["world_state"]
    game.mind.restore(game.mind.snapshot())
    game.tick(3)
    assert game.agent.count["world_state"] == looks


@pytest.mark.parametrize("target", [(3, 4), ((1, (2,)), [(3, 4)]), {"at": (1, 2)}, [1, 2], "oak", 7, True, {}, ()])
def test_c5_a_target_comes_back_equal_to_what_it_was(target):
    fell = Action("fell", effects={"wood": 9}, perform=lambda player: R, target=lambda player: target)
    game = Game(woodcutter(fell)).tick()
    saved = json.loads(json.dumps(game.mind.snapshot().to_plain()))
    game.mind.halt()
    game.mind.restore(Snapshot.from_plain(saved))
    assert game.mind.target == target
    assert type(game.mind.target) is type(target)


class Point(tuple[int, int]):
    __slots__ = ()


@pytest.mark.parametrize("target", [object(), Point((1, 2)), {1: 2}, {3}, math.nan])
def test_c5_a_target_that_cannot_be_saved_is_told(target):
    fell = Action("fell", effects={"wood": 9}, perform=lambda player: R, target=lambda player: target)
    game = Game(woodcutter(fell)).tick()
    with pytest.raises(SnapshotError, match="cannot be saved"):
        game.mind.snapshot()
    assert game.tick().mind.status is R


def test_c5_values_that_no_one_named_are_saved():
    go = Action("go", preconditions={"place": one_of("home", "mine")}, effects={"place": "shop"}, perform=lambda a: R)
    walk = Action("walk", effects={"place": "home"}, perform=lambda player: R)
    game = Game(woodcutter(go, walk, goals=[Goal("shop", {"place": "shop"})]), Player(place="somewhere")).tick()
    saved = json.loads(json.dumps(game.mind.snapshot().to_plain()))
    other = Game(game.planner, Player(place="somewhere"))
    other.mind.restore(Snapshot.from_plain(saved))
    assert other.mind.pursuit.last["place"] == "somewhere"
    assert other.tick().agent.names() == []
    other.agent.facts["place"] = "home"
    assert [each.name for each in other.tick().mind.steps] == ["go"] or other.mind.steps


def test_c5_a_search_under_way_goes_on_though_its_goal_was_tuned_and_holds_now():
    def planner(wood: int) -> Planner[Any]:
        return woodcutter(
            Action("a", effects={"wood": add(1)}), goals=[Goal("stock", {"wood": at_least(wood)})], share=1
        )

    game = Game(planner(5)).tick()
    assert game.mind.pursuit.thinking is not None
    other = Game(planner(0), Player(wood=-1))
    other.mind.restore(game.mind.snapshot())
    assert other.tick().mind.status is R


Damage = Callable[[dict[str, Any]], object]


def put(*path: Any) -> Damage:
    """Put the last of the path to where the rest leads."""
    *way, key, value = path

    def damage(data: dict[str, Any]) -> None:
        place: Any = data
        for each in way:
            place = place[each]
        place[key] = value

    return damage


DAMAGES: dict[str, Damage] = {
    "no pursuit": lambda data: data.pop("pursuit"),
    "pursuit is a list": put("pursuit", []),
    **{f"{key} is gone": (lambda data, key=key: data["pursuit"].pop(key)) for key in  # type: ignore[misc]
       ("cooling", "rests", "goals_rest", "path", "at", "arrived")},
    **{f"{key} is text": put("pursuit", key, "soon") for key in
       ("cooling", "rests", "goals_rest", "retry", "failed_on", "thought", "thinking", "path", "at", "arrived", "ready",
        "begins", "before", "last", "next_look")},
    "no plan": put("pursuit", "goal", None),
    "unknown goal": put("pursuit", "goal", "riches"),
    "goal is a number": put("pursuit", "goal", 3),
    "goal is a list": put("pursuit", "goal", []),
    "behind the plan": put("pursuit", "at", 9),
    "before the plan": put("pursuit", "at", -1),
    "another step": put("pursuit", "path", [1, 1, 1]),
    "no steps": put("pursuit", "path", []),
    "steps of another domain": put("pursuit", "path", [0, 99]),
    "no last state": put("pursuit", "last", None),
    "state of no encoding": put("pursuit", "last", [77, [0, 0], []]),
    "state too short": put("pursuit", "last", [0, [], []]),
    "state too long": put("pursuit", "last", [0, [0] * 9, []]),
    "state of texts": put("pursuit", "last", [0, ["a", "b"], []]),
    "state that cannot be": put("pursuit", "last", [0, [5.5, 5.5], []]),
    "state of a boolean that is seven": put("pursuit", "last", [0, [7, 7], []]),
    "state without strangers": put("pursuit", "last", [0, [0, 0]]),
    "before too short": put("pursuit", "before", [1]),
    "before of texts": put("pursuit", "before", ["a", "b"]),
    "cools what there is not": put("pursuit", "cooling", [[99, 1.0]]),
    "cools no pair": put("pursuit", "cooling", [[1]]),
    "cools for ever": put("pursuit", "cooling", [[0, None]]),
    "rests what there is not": put("pursuit", "rests", [[-1, 1.0]]),
    "no target": put("pursuit", "target", None),
    "target in an unknown box": put("pursuit", "target", {"box": []}),
    "another state": put("current", "buy"),
    "idle with a plan": put("current", "idle"),
    "waits on nothing": put("current", "wait"),
    "moves on nothing": put("current", "move"),
    "a state twice": put("beneath", ["fell"]),
    "waits, and nothing to wait for": lambda data: (data.update(current="wait", beneath=["fell"]),
                                                    data["pursuit"].update(ready=None)),
    "walks, though it is there": lambda data: data.update(current="move", beneath=["fell"]),
    "ended, with a plan": put("status", "success"),
    "never run, with a plan": put("status", None),
    "an unknown state": put("current", "dance"),
    "begun, but not ready": put("pursuit", "ready", None),
    "ready, but not begun": put("pursuit", "begins", None),
    "thinks of nothing": put("pursuit", "thinking", {"state": None, "goals": ["stock"], "without": [], "slices": 1}),
    "thinks of an unknown goal": put("pursuit", "thinking", {"state": [0, [0, 0], []], "goals": ["x"], "without": [],
                                                             "slices": 1}),
    "thinks of no goal": put("pursuit", "thinking", {"state": [0, [0, 0], []], "goals": [], "without": [],
                                                     "slices": 1}),
    "thinks less than nothing": put("pursuit", "thinking", {"state": [0, [0, 0], []], "goals": ["stock"], "without": [],
                                                            "slices": -1}),
    "thinks without what there is not": put("pursuit", "thinking", {"state": [0, [0, 0], []], "goals": ["stock"],
                                                                    "without": [9], "slices": 1}),
}  # fmt: skip


def performing() -> Game:
    planner = woodcutter(
        Action("fell", effects={"wood": add(1)}, perform=step, target=target_of, cooldown=1.0),
        Action("buy", cost=7, effects={"wood": add(1), "axe": True}, target=target_of),
        goals=GOAL,
    )
    return Game(planner).tick(2)


@pytest.mark.parametrize("name", DAMAGES)
def test_c5_a_damaged_snapshot_is_refused_and_changes_nothing(name):
    game = performing()
    assert [state.name for state in game.mind.stack] == ["fell"]
    before = game.mind.snapshot()
    saved = json.loads(json.dumps(before.to_plain()))
    DAMAGES[name](saved["data"])
    with pytest.raises(SnapshotError):
        game.mind.restore(Snapshot.from_plain(saved))
    assert game.mind.snapshot() == before
    game.tick(2)
    assert game.agent.facts["wood"] == 1


def test_c5_a_search_that_is_said_to_have_gone_on_for_ever_ends_all_the_same():
    game = Game(woodcutter(share=1)).tick()
    saved = json.loads(json.dumps(game.mind.snapshot().to_plain()))
    saved["data"]["pursuit"]["thinking"]["slices"] = 2**60
    game.mind.restore(Snapshot.from_plain(saved))
    assert game.tick(9).agent.facts["wood"] == 2


def test_c5_a_snapshot_of_an_idle_agent_with_a_target_is_refused():
    game = Game(woodcutter(), Player(wood=9)).tick()
    saved = json.loads(json.dumps(game.mind.snapshot().to_plain()))
    saved["data"]["pursuit"]["target"] = "oak"
    with pytest.raises(SnapshotError):
        game.mind.restore(Snapshot.from_plain(saved))


def test_c5_an_agent_with_other_goals_cannot_take_a_plan_over():
    agent = Player()
    agent.goals = [Goal("mine", {"wood": at_least(3)})]
    game = Game(woodcutter(Action("fell", effects={"wood": add(1)}, perform=step)), agent).tick()
    saved = game.mind.snapshot()
    agent.goals = []
    other = Game(game.planner, agent)
    with pytest.raises(SnapshotError, match="no goal named 'mine'"):
        other.mind.restore(saved)
    game.mind.restore(saved)  # it has that goal, though it would not choose it now
    assert game.mind.goal.name == "mine"
    agent.during["goals"] = lambda player: {}["goals"]
    with pytest.raises(GumptionError, match="KeyError"):
        game.mind.restore(saved)
    agent.during.clear()
    agent.goals = [Goal("mine", {"wood": at_least(3)})]
    assert game.tick().mind.goal.name == "mine"


async def untidy(player: Player, context: Any) -> None:
    try:
        await flow.sleep(9)
    finally:
        if player.facts.get("untidy"):
            raise ValueError("untidy")


def test_c5_what_clean_up_raises_is_raised_when_the_saved_state_is_in_place():
    game = Game(woodcutter(Action("fell", effects={"wood": 9}, perform=untidy, target=target_of))).tick()
    saved = game.mind.snapshot()
    game.tick()
    game.agent.facts["untidy"] = True
    with pytest.raises(GumptionError, match="untidy"):
        game.mind.restore(saved)
    assert (game.mind.goal.name, game.mind.target) == ("stock", "oak")
    assert [each.name for each in game.mind.steps] == ["fell"]
    game.mind.halt()
