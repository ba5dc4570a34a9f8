"""What is drawn in the terminal, on consoles of several sizes."""

import io
import typing

import pytest
from rich.console import Console

from gumption import World, bt, fsm
from gumption.core import trace
from gumption.core.outline import Outline, OutlineNode
from gumption.core.words import ROUTINE, words
from gumption.inspect.terminal.controls import Controls
from gumption.inspect.terminal.view import frame
from gumption.inspect.wire import Control, Watch
from gumption.scenarios import expedition, westworld
from gumption.status import ExitReason, Status
from tests.inspect.looking import Looking
from tests.inspect.page import Walker, world_of


def drawn(model, width=100, height=None, *, styles=False, **more):
    """The frame as it is on a console."""
    console = Console(file=io.StringIO(), record=True, width=width, height=height, force_terminal=True)
    console.print(frame(model, width, height, **more))
    return console.export_text(styles=styles)


def lines_of(model, width=100, height=None, **more):
    return [line.rstrip() for line in drawn(model, width, height, **more).splitlines()]


@pytest.fixture(scope="module")
def four():
    """Four Bobs and Elsas, who have lived 20 ticks."""
    world = World(seed=7)
    westworld.build(world, mind="all")
    looking = Looking(world, "goap")
    for _ in range(20):
        looking.run(1)
    return looking


def test_a_wide_screen_has_the_list_beside_the_mind(four):
    lines = lines_of(four.model)
    assert lines[0] == "town  tick 20  20 s"
    assert lines[2].split() == ["Agents:", "8", "Bob", "(goap)"]
    assert any(line.startswith("> Bob (goap)   miner › miner › dig  ") for line in lines)


def test_a_narrow_screen_has_the_list_above_it(four):
    lines = lines_of(four.model, 60)
    assert lines[2] == "Agents: 8"
    assert lines.index("Bob (goap)") > lines.index("  Elsa (flow)  Housework")
    assert max(map(len, lines)) <= 60


def test_the_mind_is_a_tree_with_what_runs_and_what_everything_came_to(four):
    lines = lines_of(four.model, 80)
    start = lines.index("* machine planning miner")
    assert lines[start : start + 11] == [
        "* machine planning miner",
        "* ├─ state miner              running",
        "* │  └─ planner miner",
        "  │     ├─ state idle         success 20",
        "  │     ├─ state move         success 15",
        "  │     ├─ state wait",
        "* │     ├─ state dig          running  step 1, 2, 3",
        "  │     ├─ state pay in       success 15  step 4",
        "  │     ├─ state drink        success 13",
        "  │     ├─ state rest         success 20",
        "  │     ├─ global state ears",
    ]
    assert "  plan for “earn”" in lines


def test_data_that_has_just_changed_is_marked_with_what_it_was(four):
    lines = lines_of(four.model, 80)
    start = lines.index("Data")
    assert lines[start + 1 : start + 6] == [
        "  name     Bob (goap)",
        "* place    mine  (was shack)",
        "  gold     0",
        "  bank     5",
        "* thirst   7  (was 6)",
    ]


def test_the_last_events_are_told_in_words(four):
    lines = lines_of(four.model, 80)
    assert lines[-4:] == [
        "     20  begins idle",
        "     20  plans for “earn”: dig, dig, dig, pay in (cost 4)",
        "     20  idle is done",
        "     20  begins dig",
    ]


def test_what_runs_and_how_it_ended_is_coloured(four):
    colours = drawn(four.model, styles=True)
    assert "\x1b[33mrunning" in colours.replace("  running", "running")
    assert "\x1b[32m" in colours
    assert "\x1b[" not in drawn(four.model)


@pytest.mark.parametrize("width", [20, 40, 60, 100, 200])
@pytest.mark.parametrize("height", [8, 12, 24, 50])
def test_a_frame_is_never_larger_than_the_screen(width, height, four):
    world = World(seed=1)
    expedition.build(world)
    looking = Looking(world)
    looking.run(15)
    for model in (four.model, looking.model):
        lines = lines_of(model, width, height, keys="q quit", notice="look out")
        assert len(lines) <= height
        assert max(map(len, lines)) <= width
        assert lines[-1] == "q quit"
        assert lines[-2] == "look out"


def test_of_a_large_mind_the_part_is_shown_that_runs():
    world = World(seed=1)
    world.add(Walker("Ann"), bt.Tree(bt.sequence(*[bt.wait(n + 1) for n in range(60)])))
    looking = Looking(world)
    for _ in range(300):
        looking.run(1)
    (running,) = world.entities[1].mind.active()
    lines = lines_of(looking.model, 100, 20)
    assert any("*" in line and world.entities[1].mind.describe()[running].label in line for line in lines)
    assert sum("more" in line for line in lines) == 2


def test_of_many_agents_those_around_the_chosen_one_are_listed():
    looking = Looking(world_of(500), "Walker 250")
    lines = lines_of(looking.model, 100, 20)
    assert any(line.startswith("> Walker 250") for line in lines)
    assert lines[2].startswith("Agents: 500")
    assert len(lines_of(looking.model, 100)) > 500, "a pipe has room for all"


def test_who_failed_and_who_has_left_is_seen():
    def fall(agent, machine):
        raise ValueError("no pick")

    world = World(seed=1, on_error="park")
    world.add(Walker("Ann"), fsm.Machine(fall))
    looking = Looking(world)
    looking.run(1)
    lines = lines_of(looking.model)
    assert any("Ann" in line and "failed" in line for line in lines)
    assert any("ValueError: no pick" in line for line in lines)
    world.remove(1)
    looking.run(1)
    assert any("Ann" in line and "not in the world" in line for line in lines_of(looking.model))


def test_words_cannot_move_the_cursor():
    evil = "\x1b[2J\x07\rred"

    def shout(agent, machine):
        machine.context.say(evil)

    class Ann:
        def __init__(self):
            self.name = "Ann" + evil
            self.motto = evil

    world = World(seed=1)
    world.add(Ann(), fsm.Machine(shout, name=evil))
    looking = Looking(world)
    looking.run(1)
    looking.model.title = evil
    for width in (60, 100):
        text = drawn(looking.model, width, notice=evil)
        assert "\x1b" not in text
        assert "\x07" not in text
        assert "\r" not in text
        assert text.count("[2J") >= 4


def test_a_world_without_agents_and_one_that_ended():
    model = Looking(World()).model
    model.ended = True
    assert lines_of(model, 60) == ["town  tick 0  0 s  ended", "", "Agents: 0", "", "Nobody is there."]


def test_how_fast_it_goes_stands_in_the_first_line():
    model = Looking(world_of(1)).model
    model.speed = 2.5
    assert lines_of(model)[0] == "town  tick 0  0 s  speed 2.5"
    model.paused = True
    assert lines_of(model)[0] == "town  tick 0  0 s  speed 2.5  paused"


# Words


OUTLINE = Outline([OutlineNode(0, None, "machine", "bob"), OutlineNode(1, 0, "state", "Dig")])
EVENTS = [
    (trace.Entered(1, 1), "begins Dig"),
    (trace.Exited(1, 1, ExitReason.HALT), "Dig is stopped"),
    (trace.Switched(1, 1, [(1, True), (0, 0.25)]), "turns to Dig (Dig: yes, bob: 0.25)"),
    (trace.Switched(1, None, []), "turns to nothing ()"),
    (trace.PlanFound(1, "earn", [1, 1], 4.0), "plans for “earn”: Dig, Dig (cost 4)"),
    (trace.PlanFailed(1, "earn", "no way"), "finds no plan for “earn”: no way"),
    (trace.PlanAborted(1, 1, "it rains"), "gives up the plan at Dig: it rains"),
    (trace.GoalReached(1, "earn"), "has reached “earn”"),
    (trace.Paused(1, 1), "lays Dig aside"),
    (trace.Resumed(1, 1), "takes Dig up again"),
    (trace.Finished(1, Status.SUCCESS), "bob comes to its end: success"),
    (trace.Halted(1, "he left"), "bob is stopped: he left"),
    (trace.Failed(1, 1, "ticking", "ValueError"), "fails in Dig, ticking: ValueError"),
    (trace.Said(1, "zzz"), "“zzz”"),
    (trace.Sent(1, 2, "stew", {"hot": True}, 2.5, False), "sends “stew” to Elsa ({\"hot\": true}), due in 2.5 s"),
    (trace.Sent(None, 2, "stew", None, 0.0, True), "outside: sends “stew” to Elsa"),
    (trace.Received(1, 2, "stew", None), "hears “stew” from Elsa"),
    (trace.Handled(1, 1, "stew"), "Dig takes “stew”"),
    (trace.Unhandled(1, "stew"), "nobody takes “stew”"),
    (trace.Undeliverable(1, "stew"), "“stew” cannot be delivered"),
    (trace.Ticked(1, 3, [(Status.RUNNING, 3)]), "tree bob: running"),
    (trace.Executed(1, 9), "works at node 9"),
    (trace.Added(1, "Bob", True), "comes into the world"),
    (trace.Removed(1, True), "leaves the world"),
    (trace.Parked(1), "is parked: its mind failed"),
    (trace.Unparked(1, True), "is ticked again"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "expected"), EVENTS, ids=lambda each: type(each).__name__)
def test_an_event_in_words(event, expected):
    assert words(event, OUTLINE, {2: "Elsa", None: "outside"}.__getitem__) == expected


def test_there_are_words_for_every_event():
    kinds = set(typing.get_args(trace.Event)) - {trace.TickEnded}
    assert {type(event) for event, _ in EVENTS} | set(ROUTINE) == kinds


# Keys


def pressed(model, keys):
    """All that keys ask for, and the controls after them."""
    controls = Controls(model)
    return [request for key in keys for request in controls.press(key)], controls


def test_keys_choose_an_agent():
    model = Looking(world_of(3)).model
    asked, _ = pressed(model, ["j", "down", "k", "up", "up"])
    assert [each.ids for each in asked if isinstance(each, Watch)] == [[2], [3], [2], [1]]


def test_what_is_typed_behind_a_slash_is_the_filter():
    model = Looking(world_of(12)).model
    _, controls = pressed(model, ["/", "q", "backspace", *"er 12"])
    assert (model.filter, len(model.listed()), controls.wants_to_quit) == ("er 12", 1, False)
    assert "filter: er 12" in controls.help
    controls.press("enter")
    assert (model.filter, "filter:" in controls.help) == ("er 12", False)
    controls.press("escape")
    assert model.filter == ""


def test_escape_takes_a_filter_off_that_is_typed():
    model = Looking(world_of(2)).model
    pressed(model, ["/", "x", "escape"])
    assert model.filter == ""


@pytest.mark.parametrize(
    ("speed", "key", "then"),
    [(1.0, "+", 2.0), (1.0, "-", 0.5), (1024.0, "+", None), (None, "+", None), (None, "-", 1024.0),
     (0.0625, "-", 0.0625), (3.0, "=", 6.0)],
)  # fmt: skip
def test_plus_and_minus_change_the_speed(speed, key, then):
    model = Looking(world_of(1)).model
    model.speed = speed
    assert pressed(model, [key])[0] == [Control("speed", then)]


def test_space_pauses_and_goes_on_and_s_makes_a_step():
    model = Looking(world_of(1)).model
    assert pressed(model, [" ", "s"])[0] == [Control("pause"), Control("step")]
    model.paused = True
    assert pressed(model, [" "])[0] == [Control("play")]


def test_q_quits_and_the_keys_that_are_told_are_those_that_do_something():
    model = Looking(world_of(1)).model
    controls = pressed(model, ["q"])[1]
    assert controls.wants_to_quit
    assert "pause" in controls.help
    model.control = False
    assert "pause" not in controls.help
