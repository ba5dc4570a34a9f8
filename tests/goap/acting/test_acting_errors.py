"""Errors out of everything that is called, and problems that are told when a planner is built (rule C3)."""

import functools
import math
from typing import Any

import pytest

from gumption import Message, bt, flow
from gumption.core.trace import Entered, Exited, Failed
from gumption.errors import DefinitionError, GumptionError, MindError, UsageError
from gumption.goap import Action, Budget, Domain, Goal, Planner, Provider, Reservations, add, at_least
from gumption.status import ExitReason, Status
from tests.goap.acting.players import CHOP, TAKE, Game, Life, Player, chop, target_of, woodcutter

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE
ONE = [Goal("one", {"wood": at_least(1)})]


def breaks(player: Player, *_: Any) -> Any:
    raise ValueError("broken")


def fell(**more: Any) -> Action[Any]:
    return Action("fell", **{"effects": {"wood": add(1)}, "perform": chop, "target": target_of, "reach": 1, **more})


HOOKS = {
    "world_state": "world_state",
    "goals": "goals",
    "distance!": "distance",
    "move_agent!": "move_agent",
    "plan_found!": "plan_found",
    "plan_failed!": "plan_failed",
    "plan_aborted!": "plan_aborted",
    "actions_finished!": "actions_finished",
    "reservations": "reservations",
}


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("late", [1, 2, 3])
def test_c3_an_error_out_of_a_hook_tells_agent_planner_hook_and_line(hook, late):
    agent = Player()
    agent.taken = Reservations()
    agent.during[hook] = lambda player: breaks(player) if player.count[hook] >= late else None
    step = fell(perform=lambda player: chop(player) if player.do("work") else F, duration=0.5)
    agent.during["work"] = lambda player: player.count["work"] % 2 == 0
    game = Game(woodcutter(step, goals=ONE, name="cutter", backoff=0.5), agent, entity=7)

    def live():
        for tick in range(60):
            if tick % 20 == 19:
                agent.facts["wood"] = 0
            agent.arrives = tick % 3 == 0
            game.tick()

    with pytest.raises(MindError, match="ValueError: broken") as caught:
        live()
    assert caught.value.where.startswith(f"player, cutter › {HOOKS[hook]} (")
    assert "players.py:" in caught.value.where
    assert isinstance(caught.value.__cause__, ValueError)
    assert (game.mind.status, game.mind.goal, game.mind.target, game.mind.steps) == (None, None, None, ())
    assert len(agent.taken) == 0
    assert len(game.told(Entered)) == len(game.told(Exited))
    assert len(game.told(Failed)) == 1
    agent.during.clear()
    agent.arrives = True
    assert game.tick(3).mind.status is R  # it can go on


async def coroutine(player: Player, context: Any) -> None:
    await flow.next_tick()
    breaks(player)


class Hooks(bt.Action[Player]):
    def tick(self, agent: Player, context: Any) -> Status:
        return breaks(agent)


class Leaves(bt.Action[Player]):
    def tick(self, agent: Player, context: Any) -> Status:
        return F

    def exit(self, agent: Player, context: Any, reason: ExitReason) -> None:
        breaks(agent)


@pytest.mark.parametrize(
    "perform", [breaks, functools.partial(breaks), lambda player: breaks(player), coroutine, Hooks, Leaves,
                bt.Tree(bt.action(breaks))]
)  # fmt: skip
def test_c3_an_error_out_of_a_performer_tells_agent_planner_action_and_line(perform):
    agent = Player()
    agent.taken = Reservations()
    game = Game(woodcutter(fell(perform=perform), goals=ONE, name="cutter"), agent)
    with pytest.raises(MindError, match="ValueError: broken") as caught:
        game.tick(3)
    assert "player" in caught.value.where
    assert "cutter › fell" in caught.value.where
    assert "test_acting_errors.py:" in caught.value.where
    assert (game.mind.status, game.mind.goal, game.mind.target) == (None, None, None)
    assert len(agent.taken) == 0


@pytest.mark.parametrize("role", ["target", "duration"])
def test_c3_an_error_out_of_a_function_of_an_action_tells_which(role):
    game = Game(woodcutter(fell(**{role: lambda player: breaks(player)}), goals=ONE, name="cutter"))
    with pytest.raises(MindError, match="ValueError: broken") as caught:
        game.tick()
    assert f"player, cutter › fell.{role} (" in caught.value.where
    assert "test_acting_errors.py:" in caught.value.where
    assert game.mind.status is None


@pytest.mark.parametrize("role", ["cost", "is_usable"])
def test_c3_an_error_while_planning_tells_the_action_and_leaves_the_mind_idle(role):
    game = Game(woodcutter(fell(**{role: breaks}), goals=ONE))
    with pytest.raises(MindError, match="ValueError: broken") as caught:
        game.tick()
    assert f"action 'fell'.{role}" in caught.value.where
    assert game.mind.status is None
    assert game.mind.pursuit.thinking is None


@pytest.mark.parametrize("distance", [math.nan, "near", True, [], Status.SUCCESS])
def test_c3_a_distance_that_is_no_number_is_told(distance):
    agent = Player()
    agent.distance = distance
    game = Game(woodcutter(fell(), goals=ONE, name="cutter"), agent)
    with pytest.raises(UsageError, match="distance returned") as caught:
        game.tick()
    assert caught.value.where.startswith("player, cutter › distance (")
    assert "players.py:" in caught.value.where
    assert game.mind.status is None


@pytest.mark.parametrize("answer", [0, 1, "yes", Status.SUCCESS, []])
@pytest.mark.parametrize("hook", ["move_agent", "on_message"])
def test_c3_what_has_to_be_a_bool_is_told_if_it_is_none(hook, answer):
    agent = Player()
    agent.arrives = False
    game = Game(woodcutter(fell(), goals=ONE, name="cutter"), agent).tick()
    agent.during[f"{hook}!"] = lambda player: answer
    act = (lambda: game.mind.send(Message("hello"))) if hook == "on_message" else game.tick
    with pytest.raises(UsageError, match=f"{hook} returned"):
        act()
    assert game.mind.status is None


def test_interrupts_go_up_as_they_are_and_leave_nothing_reserved():
    agent = Player()
    agent.taken = Reservations()

    def interrupt(player):
        raise KeyboardInterrupt

    agent.during["distance!"] = interrupt
    game = Game(woodcutter(fell(), goals=ONE), agent)
    with pytest.raises(KeyboardInterrupt):
        game.tick()
    assert game.mind.status is None
    assert len(agent.taken) == 0


# What is told when a planner is built


class NoState(Provider[Player]):
    pass


class NoWay(Provider[Player]):
    def world_state(self, agent):
        return agent.facts


class Strange(Provider[Player]):
    def world_state(self):  # type: ignore[override]
        return {}

    async def plan_found(self, agent, mind, goal, plan):  # type: ignore[override]
        pass

    def move_agent(self, agent, mind):  # type: ignore[override]
        return True

    def distance(self, agent, target):
        yield 1


def codes(domain: Any, provider: Any, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(DefinitionError) as caught:
        Planner(domain, provider, **options)
    assert all(problem.remedy for problem in caught.value.problems)
    return [(problem.code, problem.problem) for problem in caught.value.problems]


DOMAIN: Domain[Any] = Domain([TAKE, CHOP], goals=ONE)
REACHING: Domain[Any] = Domain([fell()], goals=ONE)
AIMLESS: Domain[Any] = Domain([TAKE, CHOP])
LOST: Domain[Any] = Domain([Action("fell", effects={"wood": add(1)}, reach=1.0)], goals=ONE)


@pytest.mark.parametrize(
    ("domain", "provider", "options", "code", "words"),
    [
        (3, Life(), {}, "goap-argument", "3 is no domain"),
        ([TAKE], Life(), {}, "goap-argument", "is no domain"),
        (DOMAIN, Life, {}, "goap-provider", "Life is a class"),
        (DOMAIN, None, {}, "goap-provider", "None is no provider"),
        (DOMAIN, {"wood": 1}, {}, "goap-provider", "is no provider"),
        (DOMAIN, NoState(), {}, "goap-provider", "the provider has no world_state"),
        (DOMAIN, lambda: {"wood": 1}, {}, "goap-provider", "cannot be called with (agent)"),
        (DOMAIN, lambda agent, mind: {}, {}, "goap-provider", "cannot be called with (agent)"),
        (DOMAIN, breaks, {"period": -1}, "goap-number", "period=-1"),
        (DOMAIN, breaks, {"period": math.nan}, "goap-number", "period=nan"),
        (DOMAIN, breaks, {"hysteresis": math.inf}, "goap-number", "hysteresis=inf"),
        (DOMAIN, breaks, {"backoff": "1"}, "goap-number", "backoff='1'"),
        (DOMAIN, breaks, {"backoff": True}, "goap-number", "backoff=True"),
        (DOMAIN, breaks, {"share": 0}, "goap-number", "share=0"),
        (DOMAIN, breaks, {"share": 1.5}, "goap-number", "share=1.5"),
        (DOMAIN, breaks, {"budget": 5}, "goap-argument", "budget=5"),
        (DOMAIN, breaks, {"budget": Budget(seconds=1)}, "goap-argument", "bound of real time"),
        (DOMAIN, breaks, {"objective": "fun"}, "goap-argument", "objective='fun'"),
        (DOMAIN, breaks, {"name": 3}, "goap-argument", "name=3 is no text"),
        (AIMLESS, breaks, {}, "goap-provider", "there is nothing to want"),
        (LOST, Life(), {}, "goap-provider", "it has a reach and no target"),
        (REACHING, NoWay(), {}, "goap-provider", "'fell' has a reach, and the provider has no move_agent"),
        (REACHING, breaks, {}, "goap-provider", "'fell' has a reach, and the provider has no move_agent"),
    ],
)
def test_what_cannot_make_a_planner_is_told_when_it_is_built(domain, provider, options, code, words):
    ((found, problem),) = codes(domain, provider, **options)
    assert found == code
    assert words in problem


@pytest.mark.parametrize("name", ["idle", "move", "wait", "ears"])
def test_an_action_may_not_be_called_as_a_state_is(name):
    ((code, problem),) = codes(Domain([Action(name, effects={"wood": add(1)})], goals=ONE), breaks)
    assert code == "goap-argument"
    assert f"an action is called {name!r}, as a state is" in problem


def test_all_problems_are_told_at_once():
    found = codes(REACHING, Strange(), period=-1, share=0, backoff=None, objective="fun", budget=3, name=4)
    assert [code for code, _ in found] == ["goap-provider"] * 4 + ["goap-number"] * 3 + ["goap-argument"] * 3
    assert [problem for code, problem in found if code == "goap-provider"] == [
        "cannot be called with (agent)",
        "is a coroutine or generator function",
        "cannot be called with (agent, mind, action)",
        "is a coroutine or generator function",
    ]


def test_a_provider_may_have_more_arguments_with_defaults():
    class Wide(Provider[Player]):
        def world_state(self, agent, deep=True):  # type: ignore[override]
            return agent.facts

        def goals(self, agent):
            yield from ONE

    game = Game(woodcutter(Action("fell", effects={"wood": add(1)}, perform=chop), provider=Wide()))
    assert game.tick(3).agent.facts["wood"] == 1


def test_the_trace_tells_one_failure():
    game = Game(woodcutter(fell(perform=breaks), goals=ONE))
    with pytest.raises(GumptionError):
        game.tick()
    (failed,) = game.told(Failed)
    assert game.mind.describe()[failed.node].name == "fell"
    assert {event.reason for event in game.told(Exited)[-1:]} == {ExitReason.ERROR}
