"""Two agents never go for the same target, and every target is set free again (rules G3 and C3)."""

from typing import Any

import pytest

from gumption import bt
from gumption.core.clock import FixedStepClock
from gumption.core.trace import PlanAborted
from gumption.errors import GumptionError, MindError, UsageError
from gumption.goap import Action, Domain, Goal, Planner, Provider, Reservations, add, at_least
from gumption.status import Status
from tests.goap.acting.players import Game, Player, chop, target_of, woodcutter

R, S, F = Status.RUNNING, Status.SUCCESS, Status.FAILURE
ONE = [Goal("one", {"wood": at_least(1)})]


def fell(**more: Any) -> Action[Any]:
    return Action(
        "fell", **{"effects": {"wood": add(1)}, "target": target_of, "perform": lambda a: a.do("work", R), **more}
    )


def pair(taken: Reservations, **more: Any) -> tuple[Game, Game]:
    planner = woodcutter(fell(**more), goals=ONE)
    clock = FixedStepClock(0.25)
    games = Game(planner, clock=clock, entity=1), Game(planner, clock=clock, entity=2)
    for game in games:
        game.agent.taken = taken
    return games


def test_two_agents_never_go_for_the_same_target():
    taken = Reservations()
    one, other = pair(taken)
    one.tick(2)
    other.tick(2)
    assert taken.holder("oak") == 1
    assert (one.mind.target, other.mind.target) == ("oak", None)
    assert ("plan_failed", "one", "unreachable") in other.agent.calls
    other.agent.target = "elm"
    other.tick(5)
    assert (one.mind.target, other.mind.target) == ("oak", "elm")
    assert len(taken) == 2


def test_a_target_that_was_taken_meanwhile_ends_the_plan():
    taken = Reservations()
    one, _ = pair(taken)
    one.agent.during["plan_found!"] = lambda player: taken.take("oak", 2) and None
    one.tick()
    assert ("plan_aborted", "fell", "another one is at it") in one.agent.calls
    assert (one.mind.target, taken.holder("oak")) == (None, 2)


def ends(game: Game, how: str) -> None:
    agent = game.agent
    if how == "success":
        agent.during["work"] = lambda player: chop(player) or S
    elif how == "failure":
        agent.during["work"] = lambda player: F
    elif how == "error":
        agent.during["work"] = lambda player: {}["axe"]
    elif how == "abort inside":
        agent.during["work"] = lambda player: player.mind.abort("stop")
    elif how == "goal reached":
        agent.facts["wood"] = 9
    elif how == "finish":
        agent.during["work"] = lambda player: player.mind.finish(S)
    elif how == "state cannot be read":
        agent.facts.clear()
    if how == "halt":
        game.mind.halt()
    elif how == "abort":
        game.mind.abort("stop")
    elif how == "restore":
        game.mind.restore(game.planner.bind(agent).snapshot())
    else:
        try:
            game.tick()
        except GumptionError:
            assert how in ("error", "state cannot be read")


WAYS = ["success", "failure", "error", "abort", "abort inside", "goal reached", "finish", "state cannot be read",
        "halt", "restore"]  # fmt: skip


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("where", ["performing", "moving", "waiting"])
def test_a_target_is_set_free_however_the_step_ends(how, where):
    taken = Reservations()
    more: dict[str, Any] = {"performing": {}, "moving": {"reach": 1}, "waiting": {"duration": 9.0}}[where]
    one, _ = pair(taken, **more)
    one.agent.arrives = False
    one.tick()
    assert taken.holder("oak") == 1
    ends(one, how)
    if where == "performing" or how in ("abort", "halt", "restore", "goal reached", "state cannot be read"):
        assert len(taken) == 0
        assert one.mind.target is None


HOOKS = ["distance!", "move_agent!", "duration", "target!", "reservations", "work", "enter", "exit!"]


class Work(bt.Action[Player]):
    def enter(self, agent: Player, context: Any) -> None:
        agent.do("enter")

    def tick(self, agent: Player, context: Any) -> Status:
        return agent.do("work", R)

    def exit(self, agent: Player, context: Any, reason: Any) -> None:
        agent.do("exit!")


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("late", [1, 2, 3])
def test_c3_a_hook_that_raises_leaves_the_mind_idle_and_nothing_reserved(hook, late):
    """Also while a step is being entered, when it has no exit."""
    taken = Reservations()
    perform = Work if hook in ("enter", "exit!") else lambda player: player.do("work", R)
    one, _ = pair(taken, reach=1, duration=lambda player: player.do("duration", 0.25), perform=perform)

    def breaks(player):
        if player.count[hook] >= late:
            raise ValueError("broken")

    one.agent.during[hook] = breaks
    try:
        one.tick(6)
        one.mind.halt()
    except MindError:
        assert one.agent.count[hook] >= late
    assert one.mind.status is None
    assert one.mind.target is None
    assert one.mind.goal is None
    assert len(taken) == 0


@pytest.mark.parametrize("late", [1, 2, 3, 4])
def test_c3_reservations_of_the_wrong_kind_are_told(late):
    one, _ = pair(Reservations())
    one.agent.during["reservations"] = lambda player: {} if player.count["reservations"] >= late else None
    one.agent.during["work"] = lambda player: F
    with pytest.raises(UsageError, match="reservations returned") as caught:
        one.tick(20)
    assert "players.py:" in caught.value.where
    assert one.mind.status is None


def test_a_target_that_is_none_is_left_out_though_there_are_reservations():
    one, _ = pair(Reservations())
    one.agent.target = None
    one.tick()
    assert ("plan_failed", "one", "unreachable") in one.agent.calls


def test_what_the_agent_has_reserved_itself_stays_reserved():
    taken = Reservations()
    one, _ = pair(taken)
    taken.take("oak", 1)
    one.tick(2)
    one.mind.halt()
    assert taken.holder("oak") == 1


def test_a_target_that_the_agent_has_given_to_another_one_is_not_set_free():
    taken = Reservations()
    one, _ = pair(taken)
    one.tick()
    taken.release("oak", 1)
    taken.take("oak", 2)
    one.mind.halt()
    assert taken.holder("oak") == 2


def test_targets_that_cannot_be_hashed_are_reserved_by_identity():
    taken = Reservations()
    one, other = pair(taken)
    one.agent.target = other.agent.target = [3, 4]
    one.tick()
    other.tick()
    assert (one.mind.target, other.mind.target) == ([3, 4], None)
    one.mind.halt()
    assert len(taken) == 0


@pytest.mark.parametrize("where", ["performing", "moving"])
def test_c5_restoring_reserves_the_target_again(where):
    taken = Reservations()
    one, other = pair(taken, **({"reach": 1} if where == "moving" else {}))
    one.agent.arrives = False
    one.tick()
    saved = one.mind.snapshot()
    one.mind.halt()
    one.mind.restore(saved)
    assert taken.holder("oak") == 1
    other.tick()
    assert other.mind.target is None
    one.mind.halt()
    assert len(taken) == 0


@pytest.mark.parametrize("where", ["performing", "moving", "waiting"])
def test_c5_a_target_that_is_another_ones_by_now_is_not_gone_for(where):
    taken = Reservations()
    more: dict[str, Any] = {"performing": {}, "moving": {"reach": 1}, "waiting": {"duration": 9.0}}[where]
    one, other = pair(taken, **more)
    one.agent.arrives = other.agent.arrives = False
    one.tick()
    saved = one.mind.snapshot()
    one.mind.halt()
    other.tick()
    one.mind.restore(saved)
    assert taken.holder("oak") == 2
    worked = one.agent.count["work"], one.agent.count["move_agent"]
    one.tick()
    assert (one.agent.count["work"], one.agent.count["move_agent"]) == worked
    (aborted,) = one.told(PlanAborted)
    assert aborted.reason == "another one is at it"
    one.mind.halt()
    assert taken.holder("oak") == 2


def test_c5_agents_who_have_changed_their_targets_meanwhile_can_all_be_restored():
    taken = Reservations()
    one, other = pair(taken)
    other.agent.target = "elm"
    one.tick()
    other.tick()
    saved = one.mind.snapshot(), other.mind.snapshot()
    one.mind.halt()
    other.mind.halt()
    one.agent.target, other.agent.target = "elm", "oak"
    one.tick()
    other.tick()
    assert (taken.holder("elm"), taken.holder("oak")) == (1, 2)
    one.mind.restore(saved[0])
    other.mind.restore(saved[1])
    one.tick()
    other.tick()
    assert (taken.holder("oak"), taken.holder("elm")) == (1, 2)
    assert not one.told(PlanAborted)


def test_c5_a_mind_that_takes_the_place_of_another_one_sets_its_target_free_in_the_end():
    taken = Reservations()
    one, _ = pair(taken)
    one.tick()
    heir = Game(one.planner, one.agent, entity=1)
    heir.mind.restore(one.mind.snapshot())
    heir.mind.halt()
    assert len(taken) == 0


def test_where_there_is_room_for_all_nobody_reserves():
    """G8: the provider says for each action whose reservations count."""

    class Town(Provider[Player]):
        def world_state(self, agent: Player) -> dict[str, Any]:
            return agent.facts

        def reservations(self, agent: Player, action: Action[Player]) -> Reservations | None:
            return agent.taken if action.name == "fell" else None

    def sold(player: Player) -> Status:
        return S if player.facts["axe"] else R

    taken = Reservations()
    sell = Action("sell", effects={"axe": True}, target=lambda player: "market", perform=sold)
    domain = Domain([sell, fell(preconditions={"axe": True})], goals=ONE)
    clock, planner = FixedStepClock(0.25), Planner(domain, Town())
    one, other = (Game(planner, clock=clock, entity=entity) for entity in (1, 2))
    for game in (one, other):
        game.agent.taken = taken
        game.tick()
    assert (one.mind.target, other.mind.target) == ("market", "market")
    assert len(taken) == 0
    one.agent.facts["axe"] = other.agent.facts["axe"] = True
    one.tick()
    other.tick()
    assert (one.mind.target, taken.holder("oak")) == ("oak", 1)
    assert other.mind.target is None
