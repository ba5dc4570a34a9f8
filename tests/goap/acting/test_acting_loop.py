"""Idle, perform, and move on top of it: how steps are carried out (rules G7 and G10)."""

import math
from typing import Any

import pytest

from gumption import Message, bt, flow, fsm
from gumption.core.trace import Entered, Exited, GoalReached, PlanAborted, PlanFailed, PlanFound
from gumption.errors import MindError
from gumption.goap import Action, Domain, Goal, Planner, add, at_least
from gumption.status import ExitReason, Status
from tests.goap.acting.players import CHOP, STOCK, TAKE, Game, Player, chop, target_of, woodcutter

R, S, F, X = Status.RUNNING, Status.SUCCESS, Status.FAILURE, Status.SKIPPED
ONE = [Goal("one", {"wood": at_least(1)})]
FELL: dict[str, Any] = {"effects": {"wood": add(1)}, "perform": chop}


def fell(**more: Any) -> Action[Any]:
    return Action("fell", **{**FELL, **more})


def test_g7_hooks_are_called_with_goal_and_plan_in_this_order():
    game = Game(woodcutter()).tick(4)
    assert game.agent.calls == [
        ("plan_found", "stock", ["take", "chop", "chop"]),
        "take",
        "chop",
        "chop",
        ("actions_finished", "stock"),
    ]


def test_g7_the_trace_tells_of_plans_and_their_ends():
    game = Game(woodcutter()).tick(4)
    outline = game.mind.describe()
    (found,) = game.told(PlanFound)
    assert (found.entity, found.goal, found.cost) == (1, "stock", 3)
    assert [outline[node].name for node in found.steps] == ["take", "chop", "chop"]
    (reached,) = game.told(GoalReached)
    assert (reached.entity, reached.goal, reached.node) == (1, "stock", 0)
    assert [outline[e.node].name for e in game.told(Entered)] == ["idle", "take", "chop", "chop", "idle"]
    assert {e.reason for e in game.told(Exited)} == {ExitReason.SUCCESS}


def test_c7_a_planner_describes_its_states_its_actions_and_its_goals():
    tree = bt.Tree(bt.sequence(bt.action(lambda a: S, name="swing")), name="work")
    planner = woodcutter(TAKE, Action("chop", effects={"wood": add(1)}, perform=tree), name="cutter")
    nodes = [(node.id, node.kind, node.name) for node in planner.describe()]
    assert nodes[0] == (0, "planner", "cutter")
    names = [name for _, _, name in nodes]
    assert names[-1] == "stock"
    assert {"idle", "move", "wait", "take", "chop", "swing", "ears"} <= set(names)
    assert planner.bind(Player()).describe() == planner.describe()


def test_g7_the_mind_tells_goal_steps_and_target():
    planner = woodcutter(TAKE, Action("chop", preconditions={"axe": True}, target=target_of, **FELL))
    game = Game(planner)
    assert (game.mind.goal, game.mind.steps, game.mind.target) == (None, (), None)
    game.tick()
    assert game.mind.goal is STOCK
    assert [step.name for step in game.mind.steps] == ["chop", "chop"]
    assert game.mind.target == "oak"
    game.tick(2)
    assert (game.mind.goal, game.mind.steps, game.mind.target) == (None, (), None)


@pytest.mark.parametrize(("distance", "reach", "walks"), [(None, 1, True), (2, 1, True), (math.inf, 1, True),
                                                          (1, 1, False), (0, 0, False), (9, None, False)])  # fmt: skip
def test_g7_the_agent_walks_only_if_it_is_out_of_reach(distance, reach, walks):
    agent = Player()
    agent.distance = distance
    game = Game(woodcutter(fell(target=target_of, reach=reach), goals=ONE), agent)
    game.tick(3)
    assert ("move_agent" in agent.names()) == walks
    assert ("distance" in agent.names()) == (reach is not None)
    assert agent.facts["wood"] == 1


def test_g7_the_way_is_looked_at_before_each_step():
    agent = Player(wood=0)
    agent.distance = 5
    game = Game(woodcutter(fell(target=target_of, reach=1)), agent).tick()
    assert [state.name for state in game.mind.stack] == ["fell"]
    game.tick(5)
    assert agent.names().count("distance") == 2
    assert agent.names().count("move_agent") == 2
    assert agent.names().count("chop") == 2


def test_g7_moving_stands_above_performing_until_the_agent_is_there():
    agent = Player()
    agent.arrives = False
    game = Game(woodcutter(fell(target=target_of, reach=1), goals=ONE), agent).tick(3)
    assert [state.name for state in game.mind.stack] == ["fell", "move"]
    assert agent.calls.count(("move_agent", "fell", "oak")) == 3  # at once when it set out, and then once a tick
    assert "chop" not in agent.calls
    agent.arrives = True
    game.tick(2)
    assert agent.facts["wood"] == 1


def test_g7_the_target_is_asked_for_once_a_step_and_stays():
    agent = Player()
    agent.arrives = False
    seen = []

    def fell_it(player, context):
        seen.append(context.target)
        return R if len(seen) < 3 else chop(player)

    game = Game(woodcutter(fell(target=target_of, reach=1, perform=fell_it), goals=ONE), agent).tick(2)
    asked = agent.names().count("target")
    agent.target = "elm"
    agent.arrives = True
    game.tick(5)
    assert seen == ["oak"] * 3
    assert agent.names().count("target") == asked == 2  # once for planning, once for the step
    game.agent.facts["wood"] = 0
    game.tick(2)
    assert seen[-1] == "elm"


def test_g3_an_action_whose_target_is_none_is_not_planned_with():
    agent = Player()
    agent.target = None
    planner = woodcutter(fell(target=target_of), Action("buy", cost=9, effects={"wood": add(1)}), goals=ONE)
    game = Game(planner, agent).tick(1)
    assert agent.calls[:2] == ["target", ("plan_found", "one", ["buy"])]
    assert game.mind.goal is not None


def test_g8_a_target_that_is_gone_when_the_step_begins_ends_the_plan():
    agent = Player()
    answers = iter(["oak", None, "oak", "oak", "oak"])
    planner = woodcutter(fell(target=lambda player: next(answers)), goals=ONE, backoff=0.5)
    Game(planner, agent).tick(1)
    assert ("plan_aborted", "fell", "there is nothing to do it to") in agent.calls


class Swing(bt.Action[Player]):
    def enter(self, agent: Player, context: Any) -> None:
        agent.hear("enter", context.target)

    def tick(self, agent: Player, context: Any) -> Status:
        agent.hear("tick")
        if agent.count["tick"] < 3:
            return R
        chop(agent)
        return S

    def exit(self, agent: Player, context: Any, reason: Any) -> None:
        agent.hear("exit", reason)


async def saw(agent: Player, context: Any) -> None:
    agent.hear("enter", context.target)
    await flow.next_tick()
    await flow.next_tick()
    chop(agent)


def swing(agent: Player, context: Any) -> Status:
    agent.hear("swing", context.target)
    if agent.count["swing"] < 3:
        return R
    chop(agent)
    return S


class Saw(fsm.State[Player]):
    def execute(self, agent: Player, machine: Any) -> None:
        agent.hear("execute", machine.context.target)
        if agent.count["execute"] == 3:
            chop(agent)
            machine.finish(S)


class Node(flow.Node[Player]):
    async def run(self, agent: Player, context: Any) -> None:
        agent.hear("run", context.target)
        await flow.next_tick()
        chop(agent)


INNER: Planner[Player] = Planner(
    Domain([Action("inner", effects={"wood": add(1)}, perform=swing)], goals=ONE), lambda agent: agent.facts, once=True
)
PERFORMERS = {
    "function": swing,
    "hooks": Swing,
    "coroutine": saw,
    "tree": bt.Tree(bt.action(swing)),
    "machine": fsm.Machine(Saw()),
    "planner": INNER,
}


@pytest.mark.parametrize("sort", PERFORMERS)
def test_g3_whatever_carries_an_action_out_goes_on_until_it_has_ended(sort):
    game = Game(woodcutter(fell(perform=PERFORMERS[sort], target=target_of), goals=ONE, once=True))
    ticks = 0
    while game.mind.status is not S:
        game.tick()
        ticks += 1
        assert ticks < 9
    assert game.agent.facts["wood"] == 1
    assert ticks in (3, 4)
    assert game.agent.count["plan_found"] == 1
    targets = {call[1] for call in game.agent.calls if call[0] in ("enter", "swing", "execute")}
    assert targets == ({None} if sort == "planner" else {"oak"})


def test_g3_a_selector_carries_an_action_out_as_long_as_its_world_needs():
    selector = flow.Selector([Node()])
    game = Game(woodcutter(fell(perform=selector, target=target_of), goals=ONE)).tick(5)
    assert ("run", "oak") in game.agent.calls
    assert ("actions_finished", "one") in game.agent.calls
    assert game.mind.steps == ()


@pytest.mark.parametrize("sort", PERFORMERS)
def test_c2_what_carries_an_action_out_is_halted_with_the_mind(sort):
    game = Game(woodcutter(fell(perform=PERFORMERS[sort], target=target_of), goals=ONE)).tick(1)
    assert game.mind.target == "oak"
    game.mind.halt()
    assert (game.mind.target, game.mind.goal, game.mind.status) == (None, None, None)
    entered, exited = game.told(Entered), game.told(Exited)
    assert len(entered) == len(exited)
    if sort == "hooks":
        assert ("exit", ExitReason.HALT) in game.agent.calls


@pytest.mark.parametrize(("answer", "result"), [(None, "done"), (S, "done"), (X, "done"), (F, "failed"), (R, "on")])
def test_g7_a_function_gives_a_status(answer, result):
    def perform(player):
        player.facts["wood"] = 1
        return answer

    game = Game(woodcutter(fell(perform=perform), goals=ONE)).tick(1)
    assert ("actions_finished" in game.agent.names()) == (result == "done")
    assert ("plan_aborted" in game.agent.names()) == (result == "failed")


@pytest.mark.parametrize("answer", [True, 1, "success", object()])
def test_c3_a_function_that_gives_no_status_is_told_with_its_line(answer):
    game = Game(woodcutter(fell(perform=lambda player: answer), goals=ONE), entity=4)
    with pytest.raises(Exception, match=r"fell\.perform returned") as caught:
        game.tick()
    assert "test_acting_loop.py:" in str(caught.value)
    assert game.mind.status is None


def test_g10_a_function_waits_for_the_duration_and_is_then_called():
    game = Game(woodcutter(fell(duration=1.0), goals=ONE)).tick()
    assert [state.name for state in game.mind.stack] == ["fell", "wait"]
    game.tick(3)
    assert "chop" not in game.agent.calls
    game.tick()
    assert game.agent.calls.count("chop") == 1


def test_g10_the_duration_begins_when_the_agent_has_arrived():
    agent = Player()
    agent.arrives = False
    game = Game(woodcutter(fell(duration=0.5, target=target_of, reach=0), goals=ONE), agent).tick(6)
    agent.arrives = True
    game.tick(2)
    assert "chop" not in agent.calls
    game.tick()
    assert "chop" in agent.calls


@pytest.mark.parametrize("sort", ["coroutine", "hooks", "tree"])
def test_g10_what_goes_on_by_itself_does_not_wait_for_the_duration(sort):
    game = Game(woodcutter(fell(duration=9.0, perform=PERFORMERS[sort]), goals=ONE)).tick(4)
    assert game.agent.facts["wood"] == 1


def test_g10_without_anything_to_carry_it_out_an_action_is_but_its_duration():
    agent = Player()
    game = Game(woodcutter(Action("dry", duration=0.5, effects={"wood": 1}), goals=ONE), agent).tick(2)
    agent.facts["wood"] = 1
    assert "actions_finished" not in agent.names()
    game.tick()
    assert "actions_finished" in agent.names()


def test_g10_durations_may_be_asked_of_the_agent():
    agent = Player()
    game = Game(woodcutter(fell(duration=lambda player: player.do("duration", 0.75)), goals=ONE), agent).tick(3)
    assert "chop" not in agent.calls
    game.tick()
    assert "chop" in agent.calls


@pytest.mark.parametrize("seconds", [None, -1, math.nan, math.inf, "1", True])
def test_c3_a_duration_that_is_none_is_told(seconds):
    game = Game(woodcutter(fell(duration=lambda player: seconds), goals=ONE))
    with pytest.raises(Exception, match="duration returned") as caught:
        game.tick()
    assert "test_acting_loop.py:" in str(caught.value)
    assert game.mind.status is None


def test_g10_a_cooldown_is_waited_for():
    game = Game(woodcutter(fell(cooldown=1.0)))
    when = []
    for _ in range(8):
        before = game.agent.facts["wood"]
        game.tick()
        if game.agent.facts["wood"] > before:
            when.append(game.clock.now)
    assert when == [0.25, 1.25]


def test_g10_a_duration_begins_after_the_cooldown():
    """As Plan.time counts it: the cooldown is from the action's end to its next start."""
    planner = woodcutter(fell(cooldown=1.0, duration=0.5))
    plan = planner.domain.plan({"wood": 0, "axe": False}, STOCK)
    game = Game(planner)
    while game.agent.facts["wood"] < 2:
        game.tick()
    assert game.clock.now - 0.25 == plan.time == 2.0


def test_g10_a_cooldown_outlasts_halts():
    game = Game(woodcutter(fell(cooldown=2.0), goals=ONE)).tick()
    assert game.agent.facts["wood"] == 1
    game.mind.halt()
    game.agent.facts["wood"] = 0
    game.tick(7)
    assert game.agent.facts["wood"] == 0
    game.tick()
    assert game.agent.facts["wood"] == 1


def test_g10_what_has_not_begun_does_not_cool():
    agent = Player()
    agent.arrives = False
    game = Game(woodcutter(fell(cooldown=5.0, target=target_of, reach=1), goals=ONE), agent).tick(2)
    game.mind.halt()
    agent.arrives = True
    game.tick(2)
    assert agent.facts["wood"] == 1


def test_g10_an_interrupted_wait_does_not_make_the_cooldown_longer():
    game = Game(woodcutter(fell(cooldown=2.0), goals=ONE)).tick()
    game.agent.facts["wood"] = 0
    game.tick(4)
    game.mind.halt()
    game.tick(3)
    assert game.agent.facts["wood"] == 0
    game.tick()
    assert game.agent.facts["wood"] == 1


def test_g10_one_that_was_broken_off_cools_too():
    game = Game(woodcutter(fell(cooldown=2.0, perform=lambda player: R), goals=ONE)).tick()
    game.mind.abort("enough")
    assert game.mind.pursuit.cooling == {0: 2.25}


def hears(agent: Player, context: Any, message: Message) -> bool:
    agent.hear("performer", message.kind)
    return message.kind == "mine"


HEARS: bt.Tree[Player] = bt.Tree(bt.action(lambda agent: R), on_message=hears)


async def listens(agent: Player, context: Any) -> None:
    await flow.message("mine")
    chop(agent)


def test_g7_messages_go_to_the_performer_first_and_then_to_the_provider():
    game = Game(woodcutter(fell(perform=HEARS), goals=ONE)).tick()
    assert game.mind.send(Message("mine"))
    assert game.agent.calls[-1] == ("performer", "mine")
    assert game.mind.send(Message("other"))
    assert game.agent.calls[-2:] == [("performer", "other"), ("on_message", "other")]
    game.agent.during["on_message!"] = lambda player: False
    assert not game.mind.send(Message("other"))


def test_g7_a_coroutine_that_waits_for_a_message_gets_it():
    game = Game(woodcutter(fell(perform=listens), goals=ONE)).tick()
    assert game.mind.send(Message("mine"))
    assert game.tick().agent.facts["wood"] == 1
    assert "on_message" not in game.agent.names()


def test_g7_while_thinking_walking_and_waiting_the_provider_hears_messages():
    agent = Player()
    agent.arrives = False
    game = Game(woodcutter(fell(target=target_of, reach=1), goals=ONE), agent).tick()
    assert game.mind.send(Message("hello"))
    agent.facts["wood"] = 3
    game.tick()
    assert game.mind.send(Message("hello"))
    assert agent.names().count("on_message") == 2


def test_c4_messages_that_hooks_send_to_their_own_mind_wait_until_the_tick_ends():
    agent = Player()
    agent.during["plan_found!"] = lambda player: player.mind.send(Message("first"))
    game = Game(woodcutter(), agent).tick()
    assert agent.names()[:3] == ["plan_found", "take", "on_message"]
    assert game.mind.status is R


def test_g7_once_ends_with_success_when_a_goal_is_reached():
    game = Game(woodcutter(once=True))
    assert [game.tick().mind.status for _ in range(3)] == [R, R, S]
    game.agent.facts["wood"] = 0
    assert game.tick().mind.status is R  # C1: it starts anew


def test_g7_once_ends_with_success_when_all_goals_hold_and_with_failure_when_there_is_no_plan():
    assert Game(woodcutter(once=True), Player(wood=2)).tick().mind.status is S
    game = Game(woodcutter(CHOP, once=True, goals=[*ONE])).tick()
    assert game.mind.status is F
    (failed,) = game.told(PlanFailed)
    assert (failed.entity, failed.goal, failed.node) == (1, "one", 0)
    assert "unreachable" in failed.reason or "axe" in failed.reason
    assert game.agent.calls == [("plan_failed", "one", "unreachable")]


def test_g7_once_thinks_again_after_a_failing_action_and_has_no_plan_without_it():
    game = Game(woodcutter(fell(perform=lambda player: F), goals=ONE, once=True)).tick()
    assert game.mind.status is R
    assert game.tick().mind.status is F
    assert game.agent.names() == ["plan_found", "plan_aborted", "plan_failed"]


def test_f8_a_hook_may_end_the_mind_and_nothing_more_happens():
    for hook, after in (("plan_found!", []), ("actions_finished!", ["take", "chop", "chop", "actions_finished"])):
        agent = Player()
        agent.during[hook] = lambda player: player.mind.finish(F)
        game = Game(woodcutter(once=True), agent)
        while game.tick().mind.status is R:
            pass
        assert game.mind.status is F, hook
        assert agent.names() == ["plan_found", *after]


def test_f8_an_action_may_end_the_mind():
    game = Game(woodcutter(fell(perform=lambda player: player.mind.finish(F)))).tick()
    assert game.mind.status is F
    assert game.agent.names() == ["plan_found"]
    assert not game.told(PlanAborted)


def test_two_agents_with_one_planner_do_not_disturb_each_other():
    planner = woodcutter(fell(target=target_of, reach=1, duration=0.5, cooldown=0.5))
    alone = Game(planner).tick(12)
    one, other = Game(planner), Game(planner)
    other.agent.target = "elm"
    one.tick(3)
    for _ in range(9):
        one.tick()
        other.tick()
    other.tick(3)
    assert one.events == alone.events
    assert one.agent.calls == alone.agent.calls
    assert [str(call).replace("elm", "oak") for call in other.agent.calls] == [str(call) for call in alone.agent.calls]


def test_c6_equal_lives_give_equal_traces():
    planner = woodcutter(fell(target=target_of, reach=1, duration=0.5, perform=PERFORMERS["function"]))
    one, other = Game(planner).tick(12), Game(planner).tick(12)
    assert one.events == other.events
    assert one.agent.calls == other.agent.calls


def test_c1_a_mind_without_a_clock_that_moves_goes_on_after_each_deed():
    agent = Player()
    mind = woodcutter().bind(agent)
    for _ in range(4):
        mind.tick()
    assert agent.facts["wood"] == 2
    agent.facts["wood"] = 0
    for _ in range(4):
        mind.tick()
    assert agent.facts["wood"] == 2


def test_a_provider_may_be_but_a_function():
    agent = Player()
    planner = woodcutter(provider=lambda player: player.facts)
    for _ in range(3):
        Game(planner, agent).tick(3)
    assert agent.facts["wood"] == 2


def test_an_error_of_a_performer_that_is_a_mind_keeps_the_innermost_place():
    def breaks(agent):
        raise ValueError("the axe broke")

    game = Game(woodcutter(fell(perform=bt.Tree(bt.action(breaks), name="work")), goals=ONE, name="cutter"))
    with pytest.raises(MindError, match="the axe broke") as caught:
        game.tick()
    assert "cutter › fell" in caught.value.where
    assert "test_acting_loop.py:" in caught.value.where
