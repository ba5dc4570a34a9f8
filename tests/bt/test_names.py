"""Names of the user's that could meet names of the generated code (rule S5, Unit.bind)."""

import functools
import keyword

import pytest

from gumption import F as Agent
from gumption import bt
from tests.bt.stage import R, S, Stage, leaf

STRANGE = [
    "status", "record", "agent", "context", "at", "self", "results", "halt", "halt_pending", "wrong_status", "SUCCESS",
    "RUNNING", "began", "ended", "reason_of", "bisect", "stamps", "Ticked", "error", "tick", "inner", "choice", "cases",
    "ends", "position", "took_part", "view", "into", "k", "k0", "in", "in_success", "fresh", "resume", "fresh_1",
    "resume_1", "fresh_2", "parallel", "custom", "list", "len", "BaseException", "None", "True", "class", "def",
    "<lambda>", "", " ", "a b", "a-b", "a.b", "1", "1a", "größe", "名前", "_", "__", "__init__", "__builtins__",
    "x" * 300, 'quote"', "new\nline", "#", "\\", "{}", "%s", "f", "f_2",
]  # fmt: skip


def named(name, gives=S, word="called"):
    def function(agent):
        agent.call(word)
        return gives

    function.__name__ = function.__qualname__ = name
    return function


def everywhere(name):
    """A tree with functions of that name in every place that takes one."""

    class Mine(bt.Action):
        def enter(self, agent, context): ...

        def tick(self, agent, context):
            return S

        def exit(self, agent, context, reason): ...

    class Node(bt.CustomNode):
        def tick(self, ticking):
            return ticking.tick(0)

    Mine.__name__ = Node.__name__ = name or "x"
    for hook in ("enter", "tick", "exit"):
        getattr(Mine, hook).__name__ = name
    f = functools.partial(named, name)
    into = lambda agent, item: None  # noqa: E731
    into.__name__ = name
    return bt.sequence(
        bt.condition(f(gives=True)),
        bt.action(f()),
        bt.action(Mine()),
        bt.do(f()),
        bt.guard(f(gives=True), bt.precondition(f(gives=True), bt.do(f()))),
        bt.switch(f(gives=1), {1: bt.do(f())}),
        bt.parallel(bt.action(f()), bt.sequence_with_memory(bt.action(f()), bt.condition(f(gives=True)))),
        bt.random_sequence(bt.action(f()), bt.do(f())),
        bt.utility_selector((f(gives=1), bt.action(f()))),
        bt.service(f(), bt.do(f()), every=f(gives=1.0)),
        bt.timeout(f(gives=1.0), bt.delay(f(gives=0.0), bt.cooldown(f(gives=0.0), bt.action(f())))),
        bt.wait(f(gives=0.0)),
        bt.for_each(f(gives=[1]), bt.do(f()), into=into),
        bt.reactive_selector(bt.while_do_else(bt.condition(f(gives=True)), bt.action(f()))),
        Node().of(bt.action(f())),
        bt.condition(Agent.name != "\n"),
    )


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("name", STRANGE, ids=repr)
def test_functions_may_have_any_name(name, traced):
    """Whatever the generated code calls its own things; in every place, fresh and resumed."""
    stage = Stage(bt.sequence(leaf("w", "RS"), everywhere(name)), traced=traced)
    assert stage.mind.tick() is R
    assert stage.mind.tick() is S
    stage = Stage(everywhere(name), traced=traced)
    assert stage.mind.tick() is S
    assert stage.agent.count("called") == 28


@pytest.mark.parametrize("place", ["alone", "parallel", "random", "switch"])
@pytest.mark.parametrize("name", ["resume", "fresh", "choice", "inner", "cases", "ends", "context", "position"])
def test_a_function_named_like_one_of_the_codes_own_things_is_the_users(name, place):
    """The code's own names end in a node's id, too: each id is tried."""
    root = {
        "alone": lambda f: bt.action(f),
        "parallel": lambda f: bt.parallel(*(bt.action(f) for _ in range(3))),
        "random": lambda f: bt.random_sequence(*(bt.action(f) for _ in range(3))),
        "switch": lambda f: bt.switch(f, {S: bt.always(S)}),
    }[place](named(name))
    for traced in (False, True):
        stage = Stage(root, traced=traced)
        assert stage.mind.tick() is S
        assert stage.agent.count("called") == (1 if place in ("alone", "switch") else 3)


def test_many_functions_of_one_name_are_told_apart():
    """Each place calls its own."""
    lambdas = [lambda agent, number=number: agent.call(str(number)) for number in range(300)]
    stage = Stage(bt.sequence(*(bt.do(each) for each in lambdas)))
    stage.mind.tick()
    assert stage.agent.calls == [str(number) for number in range(300)]


def test_names_that_only_look_the_same_are_told_apart():
    """`a_b`, `a-b` and `a b` become one name in the code."""
    names = ["a_b", "a-b", "a b", "a.b", "a__b", "ab"]
    stage = Stage(bt.sequence(*(bt.do(named(name, word=name)) for name in names)))
    stage.mind.tick()
    assert stage.agent.calls == names
    stage = Stage(
        bt.sequence(*(bt.do(named(f"f_{a}_{b}", word=f"{a}{b}")) for a in range(1, 12) for b in range(1, 12)))
    )
    stage.mind.tick()
    assert stage.agent.calls == [f"{a}{b}" for a in range(1, 12) for b in range(1, 12)]


class Callable:
    def __call__(self, agent):
        agent.call("called")
        return S


def test_callables_without_a_name():
    """Objects, partials, bound methods, built-in functions."""
    each = [
        Callable(),
        functools.partial(named("x")),
        Callable().__call__,
        functools.partial(functools.partial(named("y"))),
    ]
    stage = Stage(bt.sequence(*(bt.action(one) for one in each), bt.do(id), bt.do(repr), bt.do(print_nothing)))
    assert stage.mind.tick() is S
    assert stage.agent.count("called") == 4
    labels = [node.name for node in stage.tree.describe()][2:]
    assert labels == ["Callable", "x", "__call__", "y", "id", "repr", "print_nothing"]


def print_nothing(agent): ...


@pytest.mark.parametrize("name", ["class", "None", "__debug__", "a b", "x;y", "größe", "match", "print", "_x"])
def test_the_attribute_that_gets_an_item_is_an_identifier_and_no_keyword(name):
    """`into`: it stands in the source."""
    root = bt.for_each(lambda agent: [7], bt.always(S), into=name)
    if keyword.iskeyword(name) or name == "__debug__" or not name.isidentifier():
        with pytest.raises(Exception, match="into="):
            bt.Tree(root)
    else:
        stage = Stage(root)
        stage.mind.tick()
        assert getattr(stage.agent, name) == 7
