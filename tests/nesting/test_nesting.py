"""Minds inside minds (rules N1 to N6), whatever is inside what."""

import json
from typing import Any

import pytest

from gumption import Context, ExitReason, Message, Snapshot, Status, World, bt, flow, fsm, goap
from gumption.core.trace import Entered, Exited, Finished, Halted, Handled, Received, Said, Switched, Ticked, Unhandled
from gumption.errors import BusyError, MindError, SnapshotError
from gumption.testing import CallRecorder
from tests.nesting.stage import FAIL, R, S, Stage, acting

DIG: bt.Tree[CallRecorder] = bt.Tree(acting("dig", R, R, S), name="digging")


def holds(name: str) -> Any:
    """A condition on the agent's data."""

    def check(agent: CallRecorder) -> bool:
        return bool(agent.data.get(name))

    return check


def planner(inner: Any, **more: Any) -> goap.Planner[CallRecorder]:
    """A plan of one step, which `inner` carries out."""
    domain: goap.Domain[CallRecorder] = goap.Domain(
        [goap.Action("work", effects={"done": True}, perform=inner)], goals=[goap.Goal("work done", {"done": True})]
    )
    return goap.Planner(domain, lambda agent: {"done": agent.data.get("done", False)}, **more)


# In trees


def test_the_result_of_a_mind_is_that_of_its_leaf() -> None:
    """N2: success goes on to the next child, failure to the other branch."""
    inner = bt.Tree(acting("try", R, FAIL, R, S))
    stage = Stage(bt.Tree(bt.selector(bt.sequence(bt.mind(inner), acting("then", S)), acting("else", S))))
    assert stage.tick().mind.status is R
    assert stage.tick().mind.status is S
    stage.expect("try.enter", "try", "try", "try.exit failure", "else.enter", "else", "else.exit success")
    stage.tick().tick()
    stage.expect("try.enter", "try", "try", "try.exit success", "then.enter", "then", "then.exit success")


def test_a_mind_that_is_pre_empted_is_halted_before_its_successor_starts() -> None:
    """N2, B3."""
    machine: fsm.Machine[CallRecorder] = fsm.Machine(initial=DIG)
    tree = bt.Tree(
        bt.reactive_selector(bt.sequence(bt.condition(holds("danger")), acting("flee", R)), machine), name="duty"
    )
    stage = Stage(tree).tick()
    stage.agent.calls.clear()
    stage.agent.data["danger"] = True
    stage.tick().expect("dig.exit halt", "flee.enter", "flee")
    assert [event.reason for event in stage.events if isinstance(event, Halted)] == [
        "its leaf is halted",
        "its state is left",
    ]


def test_a_tree_in_a_tree_is_a_subtree_unless_it_is_to_be_a_mind() -> None:
    """N1."""
    inner = bt.Tree(acting("dig", S), name="inner")
    kinds = [node.kind for node in bt.Tree(bt.sequence(inner, bt.mind(inner))).describe()]
    assert kinds == ["tree", "sequence", "subtree", "action", "mind", "tree", "action"]


def test_a_mind_in_a_tree_has_a_blackboard_of_its_own() -> None:
    """N1: it sees none of the tree's around it."""
    key = bt.Key("n", int, default=0)

    def count(agent: CallRecorder, context: Any) -> None:
        context.blackboard[key] += 1
        agent.call(f"{context.blackboard[key]}")

    inner: bt.Tree[CallRecorder] = bt.Tree(bt.do(count), keys=[key], name="inner")
    tree = bt.Tree(bt.sequence(bt.do(count), bt.mind(inner), bt.do(count)), keys=[key])
    Stage(tree).tick().expect("1", "1", "2")


def test_what_outlasts_a_halt_does_so_in_a_mind_inside() -> None:
    """N1: the mind stays with the mind around it."""
    inner = bt.Tree(bt.cooldown(10.0, acting("shoot", S)))
    tree = bt.Tree(bt.selector(bt.mind(inner), acting("wait", S)))
    stage = Stage(tree).tick().tick()
    stage.expect("shoot.enter", "shoot", "shoot.exit success", "wait.enter", "wait", "wait.exit success")


# In selectors


def test_a_definition_is_a_node_that_always_may_run() -> None:
    """N1: known by its name."""
    selector: flow.Selector[CallRecorder] = flow.Selector([flow.node(DIG, holds("work")), bt.Tree(acting("rest", R))])
    assert [node.name for node in selector.describe() if node.kind == "node"] == ["digging", "tree"]
    stage = Stage(selector).tick()
    stage.expect("rest.enter", "rest")
    stage.agent.data["work"] = True
    stage.tick().expect("rest.exit halt", "dig.enter", "dig")


def test_a_node_whose_mind_has_ended_starts_again_with_the_next_round() -> None:
    """N2, W5: its result is that of the node."""

    class Dig(flow.Node[CallRecorder]):
        run = DIG  # type: ignore[assignment]

    stage = Stage(flow.Selector([Dig()]))
    for _ in range(3):
        stage.tick()
    assert [event.reason for event in stage.events if isinstance(event, Exited) and event.node == 1] == [
        ExitReason.SUCCESS
    ]
    stage.agent.calls.clear()
    stage.tick().expect("dig.enter", "dig")


def test_a_node_whose_mind_fails_rests_and_the_selector_goes_on() -> None:
    """N2, N5, W5."""

    def boom(agent: CallRecorder) -> Status:
        raise ValueError("no")

    stage = Stage(flow.Selector([bt.Tree(bt.action(boom)), flow.node(DIG, name="other")], backoff=10.0))
    stage.tick()
    assert len(stage.failures) == 1
    stage.tick().expect("dig.enter", "dig")
    assert stage.mind.status is R


def test_a_message_that_makes_the_mind_of_a_node_fail_is_a_failure_of_the_node() -> None:
    """N2, W5: it comes out with the next tick."""

    def boom(agent: CallRecorder, context: Any, message: Message) -> bool:
        raise ValueError("no")

    stage = Stage(flow.Selector([bt.Tree(acting("dig", R), on_message=boom)])).tick()
    assert not stage.mind.send(Message("x"))
    stage.tick()
    assert stage.mind.status is R
    assert stage.agent.count("dig.exit error") == 1


# In planners


@pytest.mark.parametrize("result", [S, Status.SKIPPED])
def test_a_mind_carries_an_action_out_until_it_ends(result: Status) -> None:
    """N1, G7."""
    inner = bt.Tree(acting("dig", R, result))
    stage = Stage(planner(inner)).tick().tick()
    stage.expect("dig.enter", "dig", "dig", "dig.exit success")


def test_a_mind_that_fails_to_carry_an_action_out_aborts_the_plan() -> None:
    """N2, G8."""
    stage = Stage(planner(bt.Tree(acting("dig", R, FAIL)), once=True, backoff=5.0))
    assert stage.tick().mind.status is R
    assert stage.tick().mind.status is FAIL  # there is no other way to do it


def test_a_plan_in_a_tree_ends_with_the_result_of_the_planner() -> None:
    """N2, G7: `once`."""

    def finish(agent: CallRecorder) -> None:
        agent.data["done"] = True

    stage = Stage(bt.Tree(bt.sequence(planner(finish, once=True), acting("then", S))))
    stage.tick()
    stage.expect("then.enter", "then", "then.exit success")


# One agent


class Everything(fsm.State[CallRecorder]):
    """A tree that holds a selector that holds a planner that holds a machine."""

    def enter(self, agent: CallRecorder, machine: Any) -> None:
        agent.call(f"{machine.context.within}{machine.context.random.random():.3f}")

    def execute(self, agent: CallRecorder, machine: Any) -> None:
        agent.data["tick"] = machine.context.clock.ticks
        machine.context.say("deep inside")

    def on_message(self, agent: CallRecorder, machine: Any, message: Message) -> bool:
        agent.call(message.kind)
        machine.context.send(machine.context.entity, "again") if message.kind == "hello" else None
        return True


INNERMOST: fsm.Machine[CallRecorder] = fsm.Machine(initial=Everything(), name="machine")
MIDDLE = planner(INNERMOST, name="planner")
SELECTOR: flow.Selector[CallRecorder] = flow.Selector([MIDDLE], name="selector")
DEEP: bt.Tree[CallRecorder] = bt.Tree(bt.mind(SELECTOR), name="tree")


def test_all_four_inside_each_other_have_one_outline() -> None:
    """N3, C7."""
    path = "tree › selector › selector › planner › planner › work › machine › Everything"
    outline = DEEP.describe()
    assert path in {outline.path(node.id) for node in outline}
    assert [node.id for node in outline] == list(range(len(outline)))
    assert outline == bt.Tree(bt.mind(SELECTOR), name="tree").describe()


def test_all_four_have_one_clock_one_random_stream_one_entity_and_one_trace() -> None:
    """N3."""
    world = World(seed=3)
    events: list[Any] = []
    world.trace(events.append)
    entity = world.add(CallRecorder(), DEEP)
    world.run(ticks=3)
    within = "tree › selector › selector › planner › planner › work › "
    (called,) = entity.agent.calls
    assert called.startswith(within)
    assert float(called.removeprefix(within)) == round(Context(seed=3, entity=entity.id).random.random(), 3)
    assert entity.agent.data["tick"] == 3
    assert [event.entity for event in events if isinstance(event, Said)] == [entity.id] * 3
    outline = DEEP.describe()
    entered = [outline[event.node].name for event in events if isinstance(event, Entered)]
    assert entered == ["selector", "planner", "idle", "work", "Everything"]
    assert {event.node for event in events if isinstance(event, Ticked)} == {0}
    assert [outline[event.selector].name for event in events if isinstance(event, Switched)] == ["selector"]


def test_messages_go_inwards_and_what_comes_of_them_waits_in_the_outermost_mind() -> None:
    """N4, C4."""
    world = World()
    events: list[Any] = []
    world.trace(events.append)
    entity = world.add(CallRecorder(), DEEP)
    world.run(ticks=2)
    entity.agent.calls.clear()
    assert world.send(entity, "hello")
    entity.agent.expect("hello", "again")
    assert [event.kind for event in events if isinstance(event, Received)] == ["hello", "again"]
    assert not [event for event in events if isinstance(event, Unhandled)]
    innermost = max(event.node for event in events if isinstance(event, Handled))
    assert DEEP.describe()[innermost].name == "Everything"


def test_nothing_inside_an_idle_mind_listens() -> None:
    """N4."""
    stage = Stage(DEEP)
    assert not stage.mind.send(Message("hello"))
    stage.tick().mind.halt()
    stage.agent.calls.clear()
    assert not stage.mind.send(Message("hello"))
    stage.expect()


def test_an_error_deep_inside_is_told_once_with_the_whole_path_and_leaves_all_idle() -> None:
    """N5, C3."""

    def boom(agent: CallRecorder, machine: Any) -> None:
        raise ValueError("no")

    innermost: fsm.Machine[CallRecorder] = fsm.Machine(initial=boom, name="machine")
    tree = bt.Tree(bt.sequence(fsm.Machine(initial=planner(innermost, name="plan"), name="outer")), name="tree")
    stage = Stage(tree)
    with pytest.raises(MindError) as caught:
        stage.tick()
    assert "tree › sequence › outer › outer › plan › plan › work › machine › boom" in caught.value.where
    assert isinstance(caught.value.__cause__, ValueError)
    assert len(stage.failures) == 1
    open_nodes = {event.node for event in stage.events if isinstance(event, Entered)}
    assert open_nodes == {event.node for event in stage.events if isinstance(event, Exited)}
    assert stage.mind.status is None


def test_from_deep_inside_the_outermost_mind_cannot_be_called() -> None:
    """C4."""
    refused: list[str] = []
    minds: list[Any] = []

    def meddle(agent: CallRecorder) -> Status:
        for verb in ("tick", "halt", "snapshot"):
            try:
                getattr(minds[0], verb)()
            except BusyError:
                refused.append(verb)
        return R

    stage = Stage(fsm.Machine(initial=flow.Selector([bt.Tree(bt.action(meddle))])))
    minds.append(stage.mind)
    stage.tick()
    assert refused == ["tick", "halt", "snapshot"]


# Saved


def test_a_snapshot_has_all_minds_and_is_restored_whole() -> None:
    """N6, C5."""
    stage = Stage(DEEP).tick().tick()
    saved = json.loads(json.dumps(stage.mind.snapshot().to_plain()))
    other = DEEP.bind(stage.agent, Context(stage.clock, entity=1))
    other.restore(Snapshot.from_plain(saved))
    assert other.snapshot().to_plain()["data"] == stage.mind.snapshot().to_plain()["data"]
    stage.agent.calls.clear()
    other.tick()
    stage.expect()  # it is not entered again


def damaged(change: Any) -> Any:
    stage = Stage(DEEP).tick().tick()
    saved = json.loads(json.dumps(stage.mind.snapshot().to_plain()))
    change(saved["data"])
    return stage, saved


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("minds"),
        lambda data: data.update(minds=3),
        lambda data: data.update(minds=[3]),
        lambda data: data.update(minds=[[1]]),
        lambda data: data["minds"].append(data["minds"][0]),
        lambda data: data.update(minds=[[0, data["minds"][0][1]]]),
        lambda data: data.update(minds=[]),
        lambda data: data["minds"][0][1]["data"].update(minds=[]),
        lambda data: data["minds"][0][1]["data"].update(status=None, running=None, due=True, began=None),
        lambda data: data["minds"][0][1].update(digest="other"),
        lambda data: data["minds"][0][1]["data"]["minds"][0][1]["data"].update(current="nobody"),
    ],
)
def test_a_damaged_snapshot_of_a_mind_inside_changes_nothing(change: Any) -> None:
    """N6, C5."""
    stage, saved = damaged(change)
    before = stage.mind.snapshot().to_plain()
    with pytest.raises(SnapshotError):
        stage.mind.restore(Snapshot.from_plain(saved))
    assert stage.mind.snapshot().to_plain() == before
    stage.tick()


def test_coroutines_of_minds_that_are_replaced_are_closed() -> None:
    """N6, W11: their clean-up runs, no hook is called."""

    async def wait(agent: CallRecorder) -> None:
        agent.call("begins")
        try:
            await flow.sleep(100.0)
        finally:
            agent.call("is closed")

    stage = Stage(fsm.Machine(initial=bt.Tree(bt.action(wait))))
    idle = stage.mind.snapshot()
    stage.tick()
    stage.mind.restore(idle)
    stage.expect("begins", "is closed")


def test_a_tracer_that_comes_later_hears_all_minds_and_one_that_goes_hears_none() -> None:
    """N3."""
    stage = Stage(DEEP).tick()
    heard: list[Any] = []
    stage.mind.trace(heard.append)
    stage.tick()
    assert [event for event in heard if isinstance(event, Said)]
    stage.mind.trace(None)
    heard.clear()
    stage.tick().mind.halt()
    assert heard == []


def test_a_machine_that_finishes_inside_says_which_one_it_is() -> None:
    """N3."""

    def stop(agent: CallRecorder, machine: Any) -> None:
        machine.finish(S)

    inner: fsm.Machine[CallRecorder] = fsm.Machine(initial=stop, name="inner")
    stage = Stage(fsm.Machine(initial=fsm.running(inner)))
    stage.tick()
    assert [event.node for event in stage.events if isinstance(event, Finished)] == [2]
