"""Activities of states (rule F12)."""

from typing import Any

import pytest

from gumption import ExitReason, Message, Status, bt, flow, fsm, goap
from gumption.core.trace import Entered, Exited, Halted
from gumption.errors import DefinitionError, MindError
from gumption.testing import CallRecorder
from tests.nesting.stage import FAIL, R, S, Stage, acting


class Work(fsm.State[CallRecorder]):
    activity = bt.Tree(acting("dig", R, R, S), name="dig")

    def enter(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("work.enter")

    def execute(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("work.execute")
        if agent.data.get("leave"):
            machine.change_state(REST)
        if agent.data.get("nap"):
            agent.data["nap"] = False
            machine.push_state(NAP)

    def finished(self, agent: CallRecorder, machine: Any, status: Status) -> None:
        agent.call(f"work.finished {status.value}")
        if agent.data.get("once"):
            machine.change_state(REST)

    def exit(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("work.exit")

    def on_message(self, agent: CallRecorder, machine: Any, message: Message) -> bool:
        agent.call(f"work told {message.kind}")
        return True


def rest(agent: CallRecorder) -> None:
    agent.call("rest")


def nap(agent: CallRecorder, machine: Any) -> None:
    agent.call("nap")
    if not agent.data.get("long"):
        machine.pop_state()


WORK, REST, NAP = Work(), rest, nap
MACHINE = fsm.Machine(initial=WORK, states=[REST, NAP])


def test_an_activity_is_ticked_after_execute_until_it_ends_and_then_anew() -> None:
    """F12."""
    stage = Stage(MACHINE)
    stage.tick().expect("work.enter", "work.execute", "dig.enter", "dig")
    stage.tick().expect("work.execute", "dig")
    stage.tick().expect("work.execute", "dig", "dig.exit success", "work.finished success")
    stage.tick().expect("work.execute", "dig.enter", "dig")


def test_a_state_that_was_left_in_execute_does_not_tick_its_activity() -> None:
    """F12: halted before the state's exit."""
    stage = Stage(MACHINE).tick()
    stage.agent.data["leave"] = True
    stage.agent.calls.clear()
    stage.tick().expect("work.execute", "dig.exit halt", "work.exit")
    stage.tick().expect("rest")


def test_a_change_in_finished_leaves_the_state() -> None:
    """F12."""
    stage = Stage(MACHINE)
    stage.agent.data["once"] = True
    stage.tick().tick()
    stage.agent.calls.clear()
    stage.tick().expect("work.execute", "dig", "dig.exit success", "work.finished success", "work.exit")
    stage.tick().expect("rest")


def test_the_activity_of_a_paused_state_pauses() -> None:
    """F12, F7: neither ticked nor told, and goes on where it was."""
    stage = Stage(MACHINE).tick()
    stage.agent.data.update(nap=True, long=True)
    stage.agent.calls.clear()
    stage.tick().expect("work.execute")
    stage.tick().expect("nap")
    stage.agent.data["long"] = False
    stage.tick().expect("nap")
    stage.tick().expect("work.execute", "dig")


def test_the_activity_is_told_messages_before_its_state() -> None:
    """F12, N4."""

    def hears(agent: CallRecorder, context: Any, message: Message) -> bool:
        agent.call(f"tree told {message.kind}")
        return message.kind == "dig"

    class Listening(Work):
        activity = bt.Tree(acting("dig", R), on_message=hears)

    stage = Stage(fsm.Machine(initial=Listening(), states=[REST, NAP])).tick()
    stage.agent.calls.clear()
    assert stage.mind.send(Message("dig"))
    stage.expect("tree told dig")
    assert stage.mind.send(Message("other"))
    stage.expect("tree told other", "work told other")


@pytest.mark.parametrize("result", [S, FAIL, Status.SKIPPED])
def test_running_goes_on_to_the_next_state_whatever_the_result(result: Status) -> None:
    """F12."""
    machine = fsm.Machine(initial=fsm.running(bt.Tree(acting("dig", R, result)), then=rest))
    stage = Stage(machine)
    stage.tick().tick()
    stage.agent.calls.clear()
    stage.tick().expect("rest")


def test_a_definition_is_a_state_that_is_but_its_activity() -> None:
    """F12, N1: it may be changed to, and is known by its name."""
    dig, sleep = bt.Tree(acting("dig", R, S), name="digging"), bt.Tree(acting("sleep", R), name="sleeping")

    def choose(agent: CallRecorder, machine: Any) -> None:
        machine.change_state(dig if agent.data.get("dig") else sleep)

    machine = fsm.Machine(initial=choose, states=[dig])
    assert {fsm_state.name for fsm_state in machine.describe() if fsm_state.kind == "state"} == {
        "choose",
        "digging",
        "sleeping",
    }
    stage = Stage(machine)
    stage.tick().tick()
    assert stage.mind.current_state is sleep  # type: ignore[attr-defined]
    stage.expect("sleep.enter", "sleep")


def test_an_activity_that_fails_exits_the_state_with_an_error() -> None:
    """F9, N5: told once, with the path through both minds."""

    def boom(agent: CallRecorder) -> Status:
        raise ValueError("no")

    machine = fsm.Machine(initial=fsm.running(bt.Tree(bt.action(boom), name="inner"), name="outer"), name="machine")
    stage = Stage(machine)
    with pytest.raises(MindError, match="ValueError: no") as caught:
        stage.tick()
    assert "machine › outer › inner › boom" in caught.value.where
    assert stage.mind.status is None
    assert [event.reason for event in stage.events if isinstance(event, Exited)] == [ExitReason.ERROR]
    assert len(stage.failures) == 1


def test_halting_a_machine_halts_the_activities_of_its_whole_stack() -> None:
    """F12, C2."""
    stage = Stage(MACHINE).tick()
    stage.agent.data.update(nap=True, long=True)
    stage.tick().tick()
    stage.agent.calls.clear()
    stage.mind.halt()
    stage.expect("dig.exit halt", "work.exit")


def test_an_exit_hook_is_called_although_its_activity_cannot_be_halted() -> None:
    """F9, F12."""

    class Sticky(bt.Action[CallRecorder]):
        def tick(self, agent: CallRecorder, context: Any) -> Status:
            return R

        def exit(self, agent: CallRecorder, context: Any, reason: ExitReason) -> None:
            raise ValueError("stuck")

    class State(Work):
        activity = bt.Tree(bt.action(Sticky()))

    stage = Stage(fsm.Machine(initial=State(), states=[REST, NAP])).tick()
    stage.agent.calls.clear()
    with pytest.raises(MindError, match="stuck"):
        stage.mind.halt()
    stage.expect("work.exit")
    assert stage.mind.status is None


def test_the_outline_shows_the_activity_below_its_state() -> None:
    """C7, N3."""
    assert str(MACHINE.describe()).splitlines() == [
        "machine",
        "  state Work -> rest, nap",
        "    tree dig",
        "      action dig",
        "  state rest",
        "  state nap",
    ]
    outline = MACHINE.describe()
    assert [node.id for node in outline] == list(range(len(outline)))
    assert outline[3].name == "dig"
    assert outline.path(3) == "machine › Work › dig › dig"


def test_events_speak_of_nodes_of_the_outer_outline() -> None:
    """N3."""
    stage = Stage(MACHINE).tick()
    stage.mind.halt("enough")
    told = [(type(event), event.node) for event in stage.events if isinstance(event, (Entered, Exited, Halted))]
    assert told == [(Entered, 1), (Entered, 3), (Halted, 0), (Exited, 1), (Halted, 2), (Exited, 3)]


@pytest.mark.parametrize(
    ("build", "code"),
    [
        (lambda: fsm.Machine(initial=_state(activity=3)), "fsm-activity"),
        (lambda: fsm.Machine(initial=_state(activity=goap.Domain)), "fsm-activity"),
        (lambda: fsm.Machine(initial=_finished_without_activity()), "fsm-activity"),
        (lambda: fsm.Machine(initial=rest, global_state=bt.Tree(acting("dig", R))), "fsm-global-hook"),
        (lambda: fsm.Machine(initial=rest, global_state=_state(activity=bt.Tree(acting("dig", R)))), "fsm-global-hook"),
        (lambda: fsm.Machine(initial=bt.Tree(acting("a", R)), states=[bt.Tree(acting("b", R))]), "fsm-duplicate-name"),
        (lambda: flow.Selector([bt.Tree(acting("a", R)), bt.Tree(acting("b", R))]), "flow-name"),
        (lambda: bt.Tree(bt.mind(3)), "bt-shape"),  # type: ignore[arg-type]
        (lambda: bt.Tree(bt.sequence(goap.Domain([goap.Action("a")]))), "bt-not-a-node"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_hold_a_mind_is_told_when_it_is_built(build: Any, code: str) -> None:
    """F12, N1."""
    with pytest.raises(DefinitionError) as caught:
        build()
    assert code in {problem.code for problem in caught.value.problems}


def _state(activity: Any) -> fsm.State[Any]:
    state: fsm.State[Any] = fsm.State()
    state.name, state.activity = "odd", activity
    return state


def _finished_without_activity() -> fsm.State[Any]:
    class Odd(fsm.State[Any]):
        def finished(self, agent: Any, machine: Any, status: Status) -> None: ...

    return Odd()
