"""Pictures of the minds and definitions of every engine: text, Mermaid, DOT (rules C7, S3, F7)."""

import shutil
import subprocess
from typing import Any, Final

import pytest

from gumption import Status, bt, flow, fsm, goap
from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import FORMATS, Moment, Pictured, as_dot, as_mermaid, as_text
from gumption.testing import Example
from gumption.testing.example import Life
from tests.bt import examples as trees
from tests.core.drawings import read_dot, read_mermaid
from tests.flow import examples as selectors
from tests.fsm import examples as machines
from tests.goap import examples as planners
from tests.nesting import examples as nested

EXAMPLES: Final = [
    *machines.EXAMPLES,
    *trees.EXAMPLES,
    *selectors.EXAMPLES,
    *planners.EXAMPLES,
    *nested.EXAMPLES,
]
DEEP: Final = 2_000


def asleep(agent: object, machine: Any) -> None: ...


def awake(agent: object, machine: Any) -> None:
    machine.change_state(asleep)


class Read(fsm.State[object]):
    """Yawns now and then."""

    def execute(self, agent: object, machine: Any) -> None:
        machine.push_state(YAWN)


class Yawn(fsm.State[object]):
    """Goes on for ever."""

    def execute(self, agent: object, machine: Any) -> None: ...


class Hear(fsm.State[object]):
    """Whatever the state."""

    def on_message(self, agent: object, machine: Any, message: object) -> bool:
        machine.change_state(asleep)
        return True


YAWN, READ = Yawn(), Read()
READER: Final = fsm.Machine(initial=READ, states=[awake], global_state=Hear(), name="reader")


def reading() -> fsm.MachineMind[object]:
    """Yawns; reading is paused."""
    mind = READER.bind(object())
    mind.tick()
    return mind


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_pictures_of_every_mind_are_well_formed_at_every_tick(example: Example) -> None:
    """C7: all nodes are drawn once, whatever runs; in one line of text each."""
    life = Life(example)
    mind, outline = life.mind, life.mind.describe()
    assert isinstance(mind, Pictured)
    ids = {f"n{node.id}" for node in outline}
    for _ in range(example.ticks):
        assert len(mind.render().splitlines()) == len(outline)
        for drawing in (read_mermaid(mind.mermaid()), read_dot(mind.dot())):
            assert {each for each in drawing.boxes if each[0] == "n"} == ids
            thick = {name for name, style in drawing.styles.items() if "width:3px" in style or "penwidth=3" in style}
            assert thick == {f"n{node}" for node in mind.active()}
        life.tick()


def test_a_machine_as_text() -> None:
    """F1, F7: arrows, what runs, what is paused."""
    assert READER.render() == "\n".join(
        [
            "machine reader",
            "├─ state Read -> Yawn",
            "├─ state awake -> asleep",
            "├─ state Yawn",
            "├─ state asleep",
            "└─ global state Hear -> asleep",
        ]
    )
    assert READER.bind(object()).render() == READER.render(), "idle, and never ticked"
    assert reading().render() == "\n".join(
        [
            "machine reader                  .. RUNNING tick 0",
            "├─ state Read -> Yawn           || PAUSED",
            "├─ state awake -> asleep",
            "├─ state Yawn                   .. *",
            "├─ state asleep",
            "└─ global state Hear -> asleep",
        ]
    )


@pytest.mark.parametrize(("form", "read"), [("mermaid", read_mermaid), ("dot", read_dot)])
def test_a_machine_is_a_frame_of_states_with_arrows(form: str, read: Any) -> None:
    """F1: the initial state has an arrow from nowhere; what runs is thick, what is paused dashed."""
    drawing = read(FORMATS[form](READER.describe(), reading().moment()))
    assert drawing.boxes["n0"] == "machine reader (running, tick 0)"
    assert drawing.frames[""] == ["n0"]
    assert [drawing.boxes[each] for each in drawing.frames["n0"]] == [
        "", "Read", "awake", "Yawn", "asleep", "global state Hear",
    ]  # fmt: skip
    assert drawing.arrows == [("s0", "n1"), ("n1", "n3"), ("n2", "n4"), ("n5", "n4")]
    assert [name for name, style in drawing.styles.items() if "dash" in style] == ["n1"]


def test_the_initial_state_is_described_first() -> None:
    """C7: pictures rely on it."""
    machine = fsm.Machine(initial=awake, states=[asleep, READ])
    assert machine.describe()[1].name == "awake"
    assert read_mermaid(machine.mermaid()).arrows[0] == ("s0", "n1")


def test_a_mind_inside_a_state_hangs_from_it_in_the_frame() -> None:
    """F5, C7: a tree as boxes, a machine as a frame of its own."""
    tree = bt.Tree(bt.sequence(bt.always(Status.SUCCESS), bt.always(Status.RUNNING)), name="inner")
    machine = fsm.Machine(fsm.running(tree, name="Tree"), states=[fsm.running(READER, name="Machine")], name="outer")
    for drawing in (read_mermaid(machine.mermaid()), read_dot(machine.dot())):
        outer = [drawing.boxes[each] for each in drawing.frames["n0"]]
        assert outer[:4] == ["", "Tree", "tree inner", "sequence"]
        assert outer[-2:] == ["Machine", "machine reader"]
        frame = next(each for each, label in drawing.boxes.items() if label == "machine reader")
        box = next(each for each, label in drawing.boxes.items() if label == "Machine")
        assert (box, frame) in drawing.arrows
        assert ("n1", "n2") in drawing.arrows
    mind = machine.bind(object())
    mind.tick()
    assert [line[-1] == "*" for line in mind.render().splitlines()[:6]] == [False, True, False, False, False, True]
    assert "tree inner" in mind.render().splitlines()[2]
    assert "RUNNING" in mind.render().splitlines()[2], "what the inner mind came to"


def test_a_selector_numbers_its_nodes_by_their_priority() -> None:
    """W1."""
    selector = flow.Selector([flow.node(READER, name="read"), flow.node(bt.Tree(bt.wait(1.0)), name="wait")])
    mind = selector.bind(object())
    mind.tick()
    assert mind.render().splitlines()[1].endswith(".. *")
    assert 'n0 -->|"1"| n1' in selector.mermaid()
    assert 'n0 -> n8 [label=" 2"];' in selector.dot()


def test_a_planner_shows_the_steps_of_its_plan() -> None:
    """G7: numbers and arrows in their order; one action may have several turns."""
    actions = [
        goap.Action("chop", effects={"wood": goap.add(1)}, perform=lambda agent: Status.RUNNING),
        goap.Action("light", preconditions={"wood": goap.at_least(2)}, effects={"warm": True}),
    ]
    domain = goap.Domain(actions, [goap.Goal("warm", {"warm": True})])
    planner = goap.Planner(domain, lambda agent: {"wood": 0, "warm": False})
    mind = planner.bind(object())
    assert "step" not in mind.render()
    mind.tick()
    told = {line[3:].split("  ")[0]: line.split("  ")[-1].strip() for line in mind.render().splitlines()}
    assert told["state chop"] == ".. * step 1, 2"
    assert told["state light"] == "step 3"
    chop, light = (next(node.id for node in mind.describe() if node.name == name) for name in ("chop", "light"))
    assert f'n{chop} ==>|"2"| n{chop}' in mind.mermaid()
    assert f'n{chop} -> n{light} [penwidth=3, label=" 3"];' in mind.dot()
    assert "==>" not in planner.mermaid()
    assert domain.render().splitlines() == ["domain", "├─ action chop", "├─ action light", "└─ goal warm"]
    assert read_dot(domain.dot()).frames["n0"] == ["n1", "n2", "n3"]


def test_every_definition_has_pictures_for_notebooks() -> None:
    """`_repr_mimebundle_`, called as IPython does."""
    for it in (READER, reading(), flow.Selector([READER]), bt.Tree(bt.wait(1.0))):
        bundle = it._repr_mimebundle_(include=None, exclude=None)  # pyright: ignore[reportPrivateUsage]
        assert bundle["text/plain"] == it.render()
        assert bundle["text/vnd.mermaid"] == it.mermaid()
        assert it.mermaid() in bundle["text/markdown"]


@pytest.mark.parametrize("kinds", [("machine", "state"), ("sequence",), ("planner", "state", "tree")])
def test_depth_and_width_do_not_matter(kinds: tuple[str, ...]) -> None:
    """C8: nor do they make a picture larger than its nodes are many."""
    deep = Outline(
        OutlineNode(number, number - 1 if number else None, kinds[number % len(kinds)], str(number))
        for number in range(DEEP)
    )
    wide = Outline(
        OutlineNode(number, 0 if number else None, kinds[-(number > 0)], str(number)) for number in range(DEEP)
    )
    for outline in (deep, wide):
        moment = Moment(active=[DEEP - 1])
        assert len(as_text(outline, moment)) < 500 * DEEP
        assert len(read_mermaid(as_mermaid(outline, moment)).boxes) >= DEEP
        assert len(read_dot(as_dot(outline, moment)).boxes) >= DEEP


HOSTILE: Final = ['say "hi"', "a\nb", "end\\", "<b>", '"] --> n0', "end", "}", "größe"]


def test_no_name_gets_out_of_its_box() -> None:
    """Of frames, states, goals and nodes."""
    kinds = ("machine", "state", "global state", "planner", "goal", "tree", "node", "selector")
    nodes = [OutlineNode(0, None, "machine", HOSTILE[0])]
    for kind in kinds:
        nodes += [OutlineNode(len(nodes) + number, 0, kind, name) for number, name in enumerate(HOSTILE)]
    outline = Outline(nodes)
    assert len(as_text(outline).splitlines()) == len(outline)
    drawn = read_dot(as_dot(outline)).boxes
    for node in outline:
        assert drawn[f"n{node.id}"].split()[-1] == node.name.split()[-1]
    assert len(read_mermaid(as_mermaid(outline)).frames["n0"]) == len(outline) - 1


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not here")
def test_graphviz_draws_them() -> None:
    """Without an error or a warning."""
    life = Life(next(each for each in nested.EXAMPLES if "machine" in each.name and "planner" in each.name)).run()
    assert isinstance(life.mind, Pictured)
    for picture in (life.mind.dot(), READER.dot(), reading().dot()):
        done = subprocess.run(
            ["dot", "-Tsvg"], input=picture, capture_output=True, encoding="utf-8", timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count('class="node"') >= 6
