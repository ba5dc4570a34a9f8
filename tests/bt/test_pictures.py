"""Trees and minds as text, Mermaid, Graphviz (rules C7, S3)."""

import functools

from gumption import F as Agent
from gumption import Status, bt
from tests.bt.stage import Stage


def dig(agent):
    return Status.RUNNING


def eat(agent): ...


def tired(agent):
    return False


class Sleep(bt.Action):
    def tick(self, agent, context):
        return Status.RUNNING


class Alternate(bt.CustomNode):
    def tick(self, ticking):
        return ticking.tick(0)


INNER = bt.Tree(bt.do(eat), name="meal")


def miner():
    return bt.selector(
        bt.guard(Agent.thirst >= 5, bt.timeout(20.0, bt.action(dig, name="drink"))),
        bt.sequence(bt.condition(tired), bt.action(Sleep), name="rest"),
        bt.parallel(bt.subtree(INNER), bt.wait(1.5), success=1, failure=bt.ALL),
        bt.retry(3, Alternate().of(bt.always(Status.FAILURE))),
        bt.action(dig),
        name="duty",
    )


MINER = """\
tree
└─ selector duty
   ├─ guard(thirst >= 5)
   │  └─ timeout(20)
   │     └─ action drink
   ├─ sequence rest
   │  ├─ condition tired
   │  └─ action Sleep
   ├─ parallel(success=1, failure=all)
   │  ├─ subtree meal
   │  │  └─ do eat
   │  └─ wait(1.5)
   ├─ retry(3)
   │  └─ custom Alternate
   │     └─ always(FAILURE)
   └─ action dig"""


def test_a_tree_as_text():
    """C7: every node once, with its kind, name, numbers, functions and expressions."""
    tree = bt.Tree(miner())
    assert tree.render() == MINER
    assert len(tree.describe()) == len(MINER.splitlines())


def test_every_kind_says_what_it_is_by_itself():
    """C7: labels of nodes without a name."""
    a = functools.partial(bt.condition, tired)
    labels = {
        "sequence": bt.sequence(a()),
        "sequence_with_memory": bt.sequence_with_memory(a()),
        "eager_sequence": bt.eager_sequence(a()),
        "if_then_else": bt.if_then_else(a(), a()),
        "switch(kind)": bt.switch(Agent.kind, {1: a()}),
        "parallel(success=all, failure=one)": bt.parallel(a()),
        "weighted_selector": bt.weighted_selector((1.0, a())),
        "utility_selector(0.5, tired, hunger * 2, reactive=True, inertia=0.5)": bt.utility_selector(
            (0.5, a()), (tired, a()), (Agent.hunger * 2, a()), reactive=True, inertia=0.5
        ),
        "invert": bt.invert(a()),
        "repeat(3)": bt.repeat(3, a()),
        "timeout(2.5)": bt.timeout(2.5, a()),
        "timeout(patience)": bt.timeout(Agent.patience, a()),
        "cooldown(3, on=FAILURE)": bt.cooldown(3, a(), on=Status.FAILURE),
        "cooldown(3)": bt.cooldown(3, a()),
        "run_once(then=SKIPPED)": bt.run_once(a(), then=Status.SKIPPED),
        "run_once": bt.run_once(a()),
        "limit(2)": bt.limit(2, a()),
        "probability(0.25)": bt.probability(0.25, a()),
        "precondition(tired)": bt.precondition(tired, a()),
        "service(eat, every=1)": bt.service(eat, a(), every=1.0),
        "service(eat, every=patience)": bt.service(eat, a(), every=Agent.patience),
        "for_each(dig, into=setattr)": bt.for_each(dig, a(), into=functools.partial(setattr, "name")),
        "for_each(dig, into=thing)": bt.for_each(dig, a(), into="thing"),
        "wait(1)": bt.wait(1),
        "always(RUNNING)": bt.always(Status.RUNNING),
    }
    shown = {label: bt.Tree(node).render().splitlines()[1].removeprefix("└─ ") for label, node in labels.items()}
    assert shown == {label: label for label in labels}


def test_a_mind_as_text_shows_results_the_ticks_they_date_from_and_what_runs():
    """S3: what was not ticked shows nothing; what runs has a mark."""
    stage = Stage(
        bt.selector(
            bt.sequence(bt.condition(tired), bt.do(eat)),
            bt.sequence(
                bt.invert(bt.condition(tired)), bt.parallel(bt.action(dig), bt.do(eat), bt.always(Status.SKIPPED))
            ),
        ),
        traced=True,
        name="miner",
    )
    assert stage.mind.render() == stage.tree.render()
    stage.clock.advance(1.0)
    stage.mind.tick()
    stage.clock.advance(1.0)
    stage.mind.tick()
    wanted = """\
tree miner                                  .. RUNNING tick 1
└─ selector                                 .. RUNNING tick 2
   ├─ sequence                              no FAILURE tick 1
   │  ├─ condition tired                    no FAILURE tick 1
   │  └─ do eat
   └─ sequence                              .. RUNNING tick 2
      ├─ invert                             ok SUCCESS tick 1
      │  └─ condition tired                 no FAILURE tick 1
      └─ parallel(success=all, failure=one) .. RUNNING tick 2
         ├─ action dig                      .. RUNNING tick 2 *
         ├─ do eat                          ok SUCCESS tick 1
         └─ always(SKIPPED)                 -- SKIPPED tick 1"""
    assert [line.split() for line in stage.mind.render().splitlines()] == [line.split() for line in wanted.splitlines()]
    assert len({line.index(".. RUNNING") for line in stage.mind.render().splitlines() if ".. RUNNING" in line}) == 1
    stage.mind.halt()
    assert "*" not in stage.mind.render()
    assert stage.mind.render().splitlines()[0].strip() == "tree miner"


def test_an_untraced_mind_shows_its_own_status_and_what_runs():
    """S3: results of nodes are kept only while somebody listens."""
    stage = Stage(bt.sequence(bt.action(dig)))
    stage.mind.tick()
    lines = stage.mind.render().splitlines()
    assert lines[0].split() == ["tree", "..", "RUNNING", "tick", "0"]
    assert "RUNNING" not in lines[2]


def test_mermaid():
    """A flowchart: nodes, edges; a mind's has colours, and a thick border around what runs."""
    stage = Stage(bt.sequence(bt.condition(Agent.total >= 0), bt.action(dig), bt.do(eat)), traced=True)
    plain = """\
flowchart TD
    n0["tree"]
    n1["sequence"]
    n0 --> n1
    n2["condition total >= 0"]
    n1 --> n2
    n3["action dig"]
    n1 --> n3
    n4["do eat"]
    n1 --> n4"""
    assert plain == stage.tree.mermaid().replace("&gt;", ">").replace("#gt;", ">").replace("#62;", ">")
    stage.mind.tick()
    lines = stage.mind.mermaid().splitlines()
    assert lines[: len(plain.splitlines())] == stage.tree.mermaid().splitlines()
    styles = [line.strip() for line in lines[len(plain.splitlines()) :]]
    assert [style.split()[1] for style in styles] == ["n0", "n1", "n2", "n3"]
    assert ["stroke-width:3px" in style for style in styles] == [False, False, False, True]
    assert len({style.split("fill:")[1][:7] for style in styles}) == 2


def test_dot():
    """A graph: nodes, edges; a mind's has colours, and a thick border around what runs."""
    stage = Stage(bt.sequence(bt.condition(Agent.total >= 0), bt.action(dig)), traced=True)
    lines = stage.tree.dot().splitlines()
    assert lines[0] == "digraph {"
    assert lines[2:] == [
        '    n0 [label="tree"];',
        '    n1 [label="sequence"];',
        "    n0 -> n1;",
        '    n2 [label="condition total >= 0"];',
        "    n1 -> n2;",
        '    n3 [label="action dig"];',
        "    n1 -> n3;",
        "}",
    ]
    stage.mind.tick()
    shown = stage.mind.dot()
    assert shown.count("penwidth=3") == 1
    assert 'n3 [label="action dig", fillcolor="#fce8b2", penwidth=3]' in shown
    assert shown.count('fillcolor="#') == 4


def test_notebooks_get_a_diagram_and_text():
    """`_repr_mimebundle_`, called as IPython does; of trees and of minds."""
    stage = Stage(bt.sequence(bt.action(dig)), traced=True)
    stage.mind.tick()
    for it in (stage.tree, stage.mind):
        bundle = it._repr_mimebundle_(include=None, exclude=None)
        assert bundle["text/plain"] == it.render()
        assert bundle["text/vnd.mermaid"] == it.mermaid()
        assert bundle["text/markdown"] == f"```mermaid\n{it.mermaid()}\n```"


def test_reprs_are_short():
    """For debuggers."""
    stage = Stage(bt.sequence(bt.action(dig)), name="miner")
    assert repr(stage.tree) == "<bt.Tree 'miner': 2 nodes>"
    assert repr(stage.mind) == "<mind of 'miner': idle>"
    stage.mind.tick()
    assert repr(stage.mind) == "<mind of 'miner': running>"


def test_deep_trees_stay_readable():
    """From some depth on, lines go no further to the right."""
    node = bt.always(Status.SUCCESS)
    for _ in range(500):
        node = bt.invert(node)
    lines = bt.Tree(node).render().splitlines()
    assert len(lines) == 502
    assert max(map(len, lines)) < 250
