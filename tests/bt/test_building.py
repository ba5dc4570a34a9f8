"""What is found when a tree is built: every code, with its place, everything at once."""

import math

import pytest

from gumption import F as Agent
from gumption import bt
from gumption.errors import DefinitionError, UsageError
from tests.bt.stage import F, R, S


def ok():
    return bt.action(lambda agent: S)


def none(): ...


def three(agent, context, more): ...


async def later(agent): ...


def slowly(agent):
    yield


class NeedsMore(bt.Action):
    def __init__(self, more):
        self.more = more

    def tick(self, agent, context):
        return S


class WrongHook(bt.Action):
    def enter(self, agent, context, reason):
        pass

    def tick(self, agent, context):
        return S


class AsyncEnter(bt.Action):
    async def enter(self, agent, context):
        return S

    def tick(self, agent, context):
        return S


class AsyncExit(bt.Action):
    async def tick(self, agent, context):
        return S

    async def exit(self, agent, context, reason):
        return S


class AsyncThree:
    async def run(self, agent, context, more):
        return S


class AsyncWithArguments:
    def __init__(self, more):
        self.more = more

    async def run(self, agent, context):
        return S


async def yields(agent):
    yield


class Tickless:
    pass


class WithArguments(bt.CustomNode):
    def tick(self, ticking, more):
        return S


class AsyncCustom(bt.CustomNode):
    async def tick(self, ticking):
        return S


class Alone(bt.CustomNode):
    def tick(self, ticking):
        return S


def nested_groups(count):
    node = ok()
    for number in range(count):
        node = bt.parallel(node) if number % 2 else bt.random_selector(node)
    return node


def twice(node):
    return bt.sequence(node, bt.selector(node))


HP = bt.Key("hp", int)
OTHER = bt.Key("other", int)
INNER = bt.Tree(ok(), keys=[HP])

# (code, root or arguments of Tree, words of the problem)
WRONG = [
    ("bt-not-a-node", lambda: bt.sequence(ok(), print), "print> is not a node"),
    ("bt-not-a-node", lambda: bt.sequence([ok()]), "is not a node"),
    ("bt-not-a-node", lambda: "x", "'x' is not a node"),
    ("bt-not-a-node", lambda: bt.invert(bt.Tree), "is not a node"),
    ("bt-not-a-node", lambda: bt.sequence(Agent.hp > 3), "is not a node"),
    ("bt-not-a-node", lambda: bt.if_then_else(lambda agent: True, ok()), "is not a node"),
    ("bt-not-a-node", lambda: bt.weighted_selector((ok(), 1.0)), "1.0 is not a node"),
    *[
        ("bt-empty", make, f"a {make.__name__} without children")
        for make in (
            bt.sequence, bt.selector, bt.reactive_sequence, bt.reactive_selector, bt.sequence_with_memory,
            bt.eager_sequence, bt.parallel, bt.random_selector, bt.random_sequence, bt.weighted_selector,
            bt.utility_selector,
        )
    ],
    ("bt-empty", lambda: bt.switch(lambda agent: 1, {}), "a switch without children"),
    ("bt-shape", lambda: bt.Node("seqence", (ok(),)), "'seqence' is no kind of node"),
    ("bt-shape", lambda: bt.subtree(ok()), "is not a Tree"),
    ("bt-shape", lambda: bt.subtree(Agent.tree), "is not a Tree"),
    ("bt-shape", lambda: bt.subtree(INNER, scope=[HP]), "is not a mapping of key -> key"),
    ("bt-shape", lambda: bt.weighted_selector(ok()), "is not a pair of weight and child"),
    ("bt-shape", lambda: bt.weighted_selector((1.0, ok(), ok())), "is not a pair of weight and child"),
    ("bt-shape", lambda: bt.utility_selector(ok()), "is not a pair of score and child"),
    ("bt-shape", lambda: bt.switch(lambda agent: 1, [ok()]), "is not a mapping of value -> child"),
    ("bt-shape", lambda: bt.switch(lambda agent: 1, None), "None is not a mapping of value -> child"),
    ("bt-shape", lambda: bt.utility_selector((1, ok()), reactive=Agent.keen), "reactive is <expression keen>"),
    ("bt-shape", lambda: bt.sequence(ok(), name=3), "its name is 3"),
    ("bt-shape", lambda: Alone().of(ok(), name=0), "its name is 0"),
    ("bt-shape", lambda: bt.subtree(INNER, name=["a"]), "its name is ['a']"),
    ("bt-shared", lambda: twice(ok()), "stands in two places"),
    ("bt-shared", lambda: twice(bt.condition(lambda agent: True)), "stands in two places"),
    ("bt-threshold", lambda: bt.parallel(ok(), success=2), "success=2 with 1 children"),
    ("bt-threshold", lambda: bt.parallel(ok(), success=0), "success=0"),
    ("bt-threshold", lambda: bt.parallel(ok(), success=-1), "success=-1"),
    ("bt-threshold", lambda: bt.parallel(ok(), failure=2), "failure=2"),
    ("bt-threshold", lambda: bt.parallel(ok(), failure="most"), "failure='most'"),
    ("bt-threshold", lambda: bt.parallel(ok(), success=True), "success=True"),
    ("bt-threshold", lambda: bt.parallel(ok(), success=1.0), "success=1.0"),
    ("bt-threshold", lambda: bt.parallel(ok(), success=Agent.n), "success=<expression n>"),
    ("bt-number", lambda: bt.retry(0, ok()), "n is 0"),
    ("bt-number", lambda: bt.retry(1.5, ok()), "n is 1.5"),
    ("bt-number", lambda: bt.repeat(-1, ok()), "n is -1"),
    ("bt-number", lambda: bt.repeat(True, ok()), "n is True"),
    ("bt-number", lambda: bt.limit("3", ok()), "n is '3'"),
    ("bt-number", lambda: bt.repeat(Agent.n, ok()), "n is <expression n>"),
    ("bt-number", lambda: bt.wait(10**400), "seconds is 1000"),
    ("bt-number", lambda: bt.wait(-1.0), "seconds is -1.0"),
    ("bt-number", lambda: bt.wait(math.nan), "seconds is nan"),
    ("bt-number", lambda: bt.wait("1"), "seconds is '1'"),
    ("bt-number", lambda: bt.timeout(math.inf, ok()), "seconds is inf"),
    ("bt-number", lambda: bt.delay(None, ok()), "seconds is None"),
    ("bt-number", lambda: bt.cooldown(-0.1, ok()), "seconds is -0.1"),
    ("bt-number", lambda: bt.service(lambda agent: None, ok(), every=-1), "every is -1"),
    ("bt-number", lambda: bt.probability(1.1, ok()), "p is 1.1"),
    ("bt-number", lambda: bt.probability(-0.1, ok()), "p is -0.1"),
    ("bt-number", lambda: bt.utility_selector((1, ok()), inertia=-1), "inertia is -1"),
    ("bt-number", lambda: bt.weighted_selector((0, ok())), "a weight is 0"),
    ("bt-number", lambda: bt.weighted_selector((math.inf, ok())), "a weight is inf"),
    ("bt-number", lambda: bt.weighted_selector((-1, ok())), "a weight is -1"),
    ("bt-number", lambda: bt.for_each(lambda agent: [], ok(), into="two words"), "into='two words'"),
    ("bt-number", lambda: bt.for_each(lambda agent: [], ok(), into="class"), "into='class'"),
    ("bt-number", lambda: bt.for_each(lambda agent: [], ok(), into=""), "into=''"),
    ("bt-status", lambda: bt.always("success"), "'success' is not a status"),
    ("bt-status", lambda: bt.always(None), "None is not a status"),
    ("bt-status", lambda: bt.sequence(bt.always("success"), ok()), "'success' is not a status"),
    ("bt-status", lambda: bt.always([]), "[] is not a status"),
    ("bt-status", lambda: bt.cooldown(1.0, ok(), on=R), "on="),
    ("bt-status", lambda: bt.cooldown(1.0, ok(), on="success"), "on='success'"),
    ("bt-status", lambda: bt.run_once(ok(), then=R), "then="),
    ("bt-status", lambda: bt.run_once(ok(), then="failure"), "then='failure'"),
    ("bt-status", lambda: bt.run_once(ok(), then=[]), "then=[]"),
    ("bt-status", lambda: bt.cooldown(1.0, ok(), on=[]), "on=[]"),
    ("bt-callable", lambda: bt.condition("x"), "'x' cannot be called"),
    ("bt-callable", lambda: bt.condition(Agent.target is None), "False cannot be called"),
    ("bt-callable", lambda: bt.action(None), "None cannot be called"),
    ("bt-callable", lambda: bt.action(S), "SUCCESS"),
    ("bt-callable", lambda: bt.do(3), "3 cannot be called"),
    ("bt-callable", lambda: bt.do(Agent.x), "an expression does nothing"),
    ("bt-callable", lambda: bt.action(Agent.x), "an expression does nothing"),
    ("bt-callable", lambda: bt.guard(True, ok()), "True cannot be called"),
    ("bt-callable", lambda: bt.precondition(1, ok()), "1 cannot be called"),
    ("bt-callable", lambda: bt.service("x", ok()), "'x' cannot be called"),
    ("bt-callable", lambda: bt.switch("kind", {1: ok()}), "'kind' cannot be called"),
    ("bt-callable", lambda: bt.for_each([1, 2], ok(), into="x"), "[1, 2] cannot be called"),
    ("bt-callable", lambda: bt.utility_selector(("high", ok())), "'high' cannot be called"),
    ("bt-callable", lambda: bt.action(Tickless), "has no tick"),
    ("bt-callable", lambda: bt.action(bt.Action()), "has no tick"),
    ("bt-callable", lambda: bt.action(bt.Action), "has no tick"),
    ("bt-callable", lambda: bt.action(NeedsMore), "NeedsMore() cannot be made"),
    ("bt-arguments", lambda: bt.condition(none), "none cannot be called with (agent) or (agent, context)"),
    ("bt-arguments", lambda: bt.action(three), "three cannot be called with (agent) or (agent, context)"),
    ("bt-arguments", lambda: bt.action(WrongHook), "WrongHook.enter cannot be called"),
    ("bt-arguments", lambda: bt.action(WrongHook()), "WrongHook.enter cannot be called"),
    ("bt-arguments", lambda: bt.wait(none), "none cannot be called"),
    ("bt-arguments", lambda: bt.service(three, ok()), "three cannot be called"),
    ("bt-arguments", lambda: bt.service(lambda agent: None, ok(), every=none), "none cannot be called"),
    ("bt-arguments", lambda: bt.for_each(three, ok(), into="x"), "three cannot be called"),
    ("bt-arguments", lambda: bt.for_each(lambda agent: [], ok(), into=none), "none cannot be called"),
    ("bt-arguments", lambda: bt.for_each(lambda agent: [], ok(), into=lambda agent: 1), "cannot be called with"),
    ("bt-arguments", lambda: bt.utility_selector((three, ok())), "three cannot be called"),
    ("bt-arguments", lambda: WithArguments().of(ok()), "cannot be called with one argument"),
    ("bt-async", lambda: bt.action(slowly), "slowly is a coroutine or generator"),
    ("bt-async", lambda: bt.do(slowly), "slowly is a coroutine or generator"),
    ("bt-async", lambda: bt.condition(later), "later is a coroutine"),
    ("bt-async", lambda: bt.action(AsyncEnter), "AsyncEnter.enter is a coroutine"),
    ("bt-async", lambda: bt.action(AsyncExit), "AsyncExit.exit is a coroutine"),
    ("bt-async", lambda: bt.action(yields), "yields is a coroutine or generator"),
    ("bt-async", lambda: bt.do(later), "later is a coroutine"),
    ("bt-async", lambda: bt.guard(later, ok()), "later is a coroutine"),
    ("bt-async", lambda: bt.precondition(later, ok()), "later is a coroutine"),
    ("bt-async", lambda: bt.service(later, ok()), "later is a coroutine"),
    ("bt-async", lambda: bt.wait(later), "later is a coroutine"),
    ("bt-async", lambda: bt.utility_selector((later, ok())), "later is a coroutine"),
    ("bt-arguments", lambda: bt.action(AsyncThree), "AsyncThree.run cannot be called with"),
    ("bt-callable", lambda: bt.action(AsyncWithArguments), "AsyncWithArguments() cannot be made"),
    ("bt-async", lambda: AsyncCustom().of(ok()), "coroutine"),
    ("bt-unreachable", lambda: bt.sequence(bt.always(F), ok()), "'always(FAILURE)'"),
    ("bt-unreachable", lambda: bt.selector(bt.do(print), ok()), "always gives SUCCESS"),
    ("bt-unreachable", lambda: bt.selector(bt.force_success(bt.condition(print)), ok()), "always gives SUCCESS"),
    ("bt-unreachable", lambda: bt.sequence(ok(), bt.always(R), ok()), "always gives RUNNING"),
    ("bt-unreachable", lambda: bt.reactive_selector(bt.wait(1.0), ok()), "always gives RUNNING/SUCCESS"),
    ("bt-unreachable", lambda: bt.sequence_with_memory(bt.invert(bt.do(print)), ok()), "always gives FAILURE"),
    ("bt-restarts", lambda: bt.reactive_sequence(bt.wait(1.0), ok()), "'wait(1)' is asked anew at every tick"),
    ("bt-restarts", lambda: bt.reactive_sequence(bt.delay(1.0, bt.condition(print)), ok()), "asked anew at every tick"),
    ("bt-depth", lambda: nested_groups(101), "more than 100 parallel, random, utility or custom nodes"),
    ("bt-key", lambda: bt.sequence(bt.subtree(INNER, scope={OTHER: HP})), "is not a key of"),
    ("bt-key", lambda: bt.subtree(INNER, scope={HP: OTHER}), "is not a key of the tree around it"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "make", "says"), WRONG, ids=[f"{code}: {says}" for code, _, says in WRONG])
def test_a_faulty_tree_is_refused_with_the_code_of_its_fault(code, make, says):
    """Tree's docstring: each problem has a code, a place and a remedy; nothing but a DefinitionError comes out."""
    with pytest.raises(DefinitionError) as caught:
        bt.Tree(make(), name="mine")
    (problem,) = caught.value.problems
    assert problem.code == code
    assert says in problem.problem
    assert problem.where.startswith("mine")
    assert problem.remedy
    assert "behaviour tree 'mine' has a problem" in str(caught.value)
    assert f"[{code}]" in str(caught.value)


WRONG_TREES = {
    "a name for a key": (lambda: bt.Tree(ok(), keys=["hp"], name="mine"), "'hp' is not a key"),
    "a key without brackets": (lambda: bt.Tree(ok(), keys=HP, name="mine"), ""),
    "a text of keys": (lambda: bt.Tree(ok(), keys="hp", name="mine"), "'hp' is not a key"),
    "no keys": (lambda: bt.Tree(ok(), keys=None, name="mine"), "None is not a key"),
    "a number for a name": (lambda: bt.Tree(ok(), name=3), "its name is 3"),
    "no name": (lambda: bt.Tree(ok(), name=None), "its name is None"),
}


@pytest.mark.parametrize(("make", "says"), WRONG_TREES.values(), ids=WRONG_TREES)
def test_odd_arguments_of_a_tree_are_told_with_a_code(make, says):
    """Tree's docstring. A single key may stand for a list of one."""
    if not says:
        assert make().keys == (HP,)
        return
    with pytest.raises(DefinitionError) as caught:
        make()
    (problem,) = caught.value.problems
    assert (problem.code, problem.problem) == ("bt-shape", says)


@pytest.mark.parametrize("make", [lambda: bt.Key(3, int), lambda: bt.Key("hp", 3), lambda: bt.Key("hp", int, "many")])
def test_an_odd_key_is_refused_when_it_is_made(make):
    """Key's docstring."""
    with pytest.raises(UsageError) as caught:
        make()
    assert caught.value.remedy


def test_every_code_of_the_docstring_has_an_example():
    """The list above is complete, and the docstring is."""
    told = {word.strip("`,.") for word in (bt.Tree.__doc__ or "").split() if word.startswith("`bt-")}
    assert told == {code for code, _, _ in WRONG}


def test_everything_is_found_at_once_in_the_order_of_the_nodes():
    """Tree's docstring: all problems are listed."""
    faulty = bt.sequence(
        bt.retry(0, bt.condition("x")),
        bt.parallel(success=1),
        bt.do(later),
        bt.always(F),
        bt.timeout(-1.0, bt.action(three)),
    )
    with pytest.raises(DefinitionError) as caught:
        bt.Tree(faulty, name="mine", keys=[HP, bt.Key("hp", str)])
    found = [(problem.code, problem.where) for problem in caught.value.problems]
    assert found == [
        ("bt-unreachable", "mine › sequence"),
        ("bt-number", "mine › sequence › retry(0)"),
        ("bt-callable", "mine › sequence › retry(0) › str"),
        ("bt-empty", "mine › sequence › parallel(success=1, failure=one)"),
        ("bt-threshold", "mine › sequence › parallel(success=1, failure=one)"),
        ("bt-async", "mine › sequence › later"),
        ("bt-number", "mine › sequence › timeout(-1)"),
        ("bt-arguments", "mine › sequence › timeout(-1) › three"),
        ("bt-key", "mine"),
    ]
    assert "has 9 problems" in str(caught.value)


def test_all_things_that_are_no_nodes_are_found_at_once():
    """Tree's docstring: with the remedy that fits."""
    with pytest.raises(DefinitionError) as caught:
        bt.Tree(bt.sequence(print, bt.invert(3), bt.subtree(bt.Tree(ok())), bt.Tree(ok()), bt.Tree))
    assert {problem.code for problem in caught.value.problems} == {"bt-not-a-node"}
    assert len(caught.value.problems) == 3
