"""Giving a plan up, from outside and from inside of everything that is called (rule G8)."""

from typing import Any

import pytest

from gumption import Message, bt, flow
from gumption.core.trace import PlanAborted, PlanFound
from gumption.errors import MindError, UsageError
from gumption.goap import Action, Goal, add, at_least
from gumption.status import ExitReason, Status
from tests.goap.acting.players import Game, Player, chop, target_of, woodcutter

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE
ONE = [Goal("one", {"wood": at_least(1)})]


def fell(**more: Any) -> Action[Any]:
    return Action("fell", **{"effects": {"wood": add(1)}, "perform": chop, "target": target_of, **more})


def buy(agent: Player) -> None:
    agent.hear("buy")
    agent.facts["wood"] += 1


BUY = Action("buy", cost=9, effects={"wood": add(1)}, perform=buy)


def stop(player: Player) -> None:
    player.mind.abort("stop")


@pytest.mark.parametrize("where", ["performing", "moving", "waiting"])
def test_g8_abort_leaves_the_step_and_the_action_out_for_a_while(where):
    agent = Player()
    agent.arrives = False
    more: dict[str, Any] = {
        "performing": {"perform": lambda player: R},
        "moving": {"reach": 1},
        "waiting": {"duration": 9.0},
    }[where]
    game = Game(woodcutter(fell(**more), BUY, goals=ONE, backoff=1.0), agent).tick()
    game.mind.abort("too hard")
    assert ("plan_aborted", "fell", "too hard") in agent.calls
    assert game.mind.status is R
    assert game.mind.target is None
    game.tick(2)
    assert agent.facts["wood"] == 1
    assert agent.names().count("buy") == 1
    (aborted,) = game.told(PlanAborted)
    assert game.mind.describe()[aborted.node].name == "fell"
    assert aborted.reason == "too hard"
    game.tick(2)  # the back-off has passed
    agent.facts["wood"] = 0
    game.tick()
    assert [call for call in agent.calls if call[0] == "plan_found"][-1] == ("plan_found", "one", ["fell"])


def test_g8_there_must_be_a_plan_to_give_up():
    mind = Game(woodcutter(), Player(wood=5)).tick().mind
    with pytest.raises(UsageError, match="no plan to give up"):
        mind.abort("no")


HOOKS = [
    "plan_found!",
    "distance!",
    "move_agent!",
    "duration",
    "target!",
    "goals",
    "reservations",
    "perform",
    "world_state",
]


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("late", [False, True])
def test_g8_a_plan_may_be_given_up_inside_of_any_hook(hook, late):
    agent = Player()
    agent.arrives = hook != "move_agent!" and late
    aborted = []

    def act(player):
        if player.mind.goal is not None and not aborted and (not late or player.count["work"]):
            aborted.append(hook)
            player.mind.abort("stop")

    def work(player):
        player.count["work"] += 1
        player.do("perform")
        return chop(player) if player.count["work"] > 3 else R

    agent.during[hook] = act
    step = fell(reach=1, duration=lambda player: player.do("duration", 0.25), perform=work)
    game = Game(woodcutter(step, BUY, goals=ONE, backoff=0.5), agent)
    for _ in range(12):
        if agent.facts["wood"]:
            break
        game.tick()
    else:
        game.agent.arrives = True
        game.tick(8)
    assert agent.facts["wood"] == 1
    assert game.mind.status is R
    assert len(game.told(PlanAborted)) == len(aborted)
    assert ("plan_aborted", "fell", "stop") in agent.calls or not aborted
    if not late:
        assert aborted


def test_g8_a_plan_that_is_given_up_as_soon_as_it_is_found_does_not_begin():
    agent = Player()
    agent.during["plan_found!"] = stop
    Game(woodcutter(fell(reach=0), goals=ONE), agent).tick()
    assert agent.names() == ["target", "plan_found", "plan_aborted"]


def test_g8_one_that_always_gives_up_plans_once_a_tick_at_most():
    agent = Player()
    agent.during["plan_found!"] = stop
    game = Game(woodcutter(fell(), goals=ONE, backoff=0.0), agent).tick(10)
    assert len(game.told(PlanFound)) == 10
    assert game.mind.status is R


@pytest.mark.parametrize("duration", [None, 0.25])
@pytest.mark.parametrize("answer", [None, S, F, R])
@pytest.mark.parametrize("backoff", [0.0, 5.0])
def test_g8_an_action_that_gives_its_plan_up_ends_it_once_whatever_it_returns(duration, answer, backoff):
    def give_up(player):
        player.hear("give_up")
        if player.count["give_up"] == 1:
            player.mind.abort("stop")
        return answer

    game = Game(woodcutter(fell(perform=give_up, duration=duration), goals=ONE, backoff=backoff))
    while not game.agent.count["give_up"]:
        game.tick()
    (aborted,) = game.told(PlanAborted)
    assert aborted.reason == "stop"
    game.tick()
    assert game.agent.count["actions_finished"] == 0


class Stops(bt.Action[Player]):
    def enter(self, agent: Player, context: Any) -> None:
        agent.do("enter")

    def tick(self, agent: Player, context: Any) -> Status:
        agent.do("tick")
        return agent.facts.get("answer", R)

    def exit(self, agent: Player, context: Any, reason: Any) -> None:
        agent.hear("exit", reason)
        agent.do("exit!")


@pytest.mark.parametrize("answer", [R, S, F])
@pytest.mark.parametrize("hook", ["enter", "tick"])
def test_g8_what_goes_on_by_itself_may_give_the_plan_up(hook, answer):
    agent = Player(answer=answer)
    agent.during[hook] = stop
    game = Game(woodcutter(fell(perform=Stops), goals=ONE), agent).tick()
    assert ("plan_aborted", "fell", "stop") in agent.calls
    assert agent.calls[-1 if answer is R else -2][0] == "exit"
    assert len(game.told(PlanAborted)) == 1
    assert game.mind.goal is None
    assert game.mind.status is R
    game.tick(3)


def test_g8_an_exit_hook_that_gives_up_what_ends_anyhow_does_no_harm():
    agent = Player(answer=R)
    agent.during["exit!"] = stop
    game = Game(woodcutter(fell(perform=Stops), goals=ONE), agent).tick()
    game.mind.halt()
    assert game.mind.goal is None
    assert game.tick().mind.status is R


async def waits(agent: Player, context: Any) -> None:
    try:
        await flow.next_tick()
        agent.mind.abort("stop")
        await flow.sleep(9)
    finally:
        agent.hear("cleaned up")


def test_g8_a_coroutine_may_give_its_plan_up_and_is_cleaned_up():
    game = Game(woodcutter(fell(perform=waits), goals=ONE)).tick(2)
    assert game.agent.calls[3:5] == [("plan_aborted", "fell", "stop"), "cleaned up"]
    assert game.mind.goal is None


@pytest.mark.parametrize("hook", ["plan_aborted!", "actions_finished!"])
def test_g8_what_ends_anyhow_is_not_given_up_again(hook):
    agent = Player()
    agent.during[hook] = stop
    answers = iter([F, None, None])
    game = Game(
        woodcutter(fell(perform=lambda player: chop(player) if next(answers) is None else F), goals=ONE, backoff=0.0),
        agent,
    )
    game.tick(3)
    assert agent.names().count("plan_aborted") == 1
    assert agent.names().count("actions_finished") == 1
    assert game.mind.status is R


def test_g8_there_is_no_plan_to_give_up_in_plan_failed():
    agent = Player()
    agent.during["plan_failed!"] = stop
    game = Game(woodcutter(Action("no", preconditions={"axe": True}, effects={"wood": 1}), goals=ONE), agent)
    with pytest.raises(UsageError, match="no plan to give up"):
        game.tick()
    assert game.mind.status is None


def test_g8_a_message_may_give_the_plan_up():
    agent = Player()
    agent.during["on_message!"] = stop
    game = Game(woodcutter(fell(perform=lambda player: R), goals=ONE), agent).tick()
    assert game.mind.send(Message("stop"))
    assert agent.calls[-1] == ("plan_aborted", "fell", "stop")
    assert game.mind.goal is None


def test_g8_a_message_that_comes_within_a_tick_may_give_the_plan_up():
    agent = Player()
    agent.during["on_message!"] = stop
    agent.during["plan_found!"] = lambda player: player.mind.send(Message("stop"))
    Game(woodcutter(fell(perform=lambda player: R), goals=ONE), agent).tick()
    assert agent.calls[-1] == ("plan_aborted", "fell", "stop")


def test_c3_an_error_while_a_plan_is_given_up_leaves_the_mind_idle():
    agent = Player()
    agent.during["plan_aborted!"] = lambda player: {}["nothing"]
    game = Game(woodcutter(fell(perform=Stops), goals=ONE), agent).tick()
    with pytest.raises(MindError, match="KeyError") as caught:
        game.mind.abort("stop")
    assert "plan_aborted" in caught.value.where
    assert game.mind.status is None
    assert game.mind.goal is None
    assert agent.calls[-1] == ("exit", ExitReason.HALT)
    assert game.tick().mind.goal is not None


def test_g8_while_one_is_giving_up_the_mind_is_busy():
    agent = Player()
    busy = []

    def tick_inside(player):
        with pytest.raises(UsageError, match="inside") as caught:
            player.mind.tick()
        busy.append(caught)

    agent.during["plan_aborted!"] = tick_inside
    game = Game(woodcutter(fell(perform=lambda player: R), goals=ONE), agent).tick()
    game.mind.abort("stop")
    assert len(busy) == 1
