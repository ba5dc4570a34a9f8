"""What carries an action out, as it is given and as it is checked (rule G3)."""

import functools
from typing import Any

import pytest

from gumption import bt, fsm
from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.errors import DefinitionError
from gumption.goap import Action, Domain, add
from gumption.status import Status


class Logger:
    wood = 0


def of_agent(logger: Logger) -> None:
    logger.wood += 1


def of_both(logger: Logger, context: Context) -> Status:
    return Status.RUNNING


async def awaits(logger: Logger, context: RunContext) -> None:
    logger.wood += 1


def generates(logger: Logger) -> Any:
    yield logger


async def generates_async(logger: Logger) -> Any:
    yield logger


def of_three(logger: Logger, context: Context, more: int) -> None:
    logger.wood += more


class Swing(bt.Action[Logger]):
    def tick(self, agent: Logger, context: Context, /) -> Status:
        return Status.SUCCESS


class Plain:
    """Hooks without a base."""

    def tick(self, agent: Logger) -> Status:
        return Status.SUCCESS

    def exit(self, agent: Logger, context: Context, reason: Any) -> None:
        agent.wood = 0


class Waits:
    async def tick(self, agent: Logger, context: RunContext) -> None:
        agent.wood += 1


class Called:
    def __call__(self, agent: Logger) -> None:
        agent.wood += 1


TREE: bt.Tree[Logger] = bt.Tree(bt.action(of_both))


class Chop(Action[Logger]):
    effects = {"wood": add(1)}  # noqa: RUF012 - as users write it

    def perform(self, agent: Logger, context: Context) -> None:
        agent.wood += 1


class ChopLong(Action[Logger]):
    async def perform(self, agent: Logger) -> None:
        agent.wood += 1


class Think(Action[Logger]):
    perform = TREE


class Idle(Chop):
    perform = None  # type: ignore[assignment]


def act(perform: Any) -> Action[Any]:
    return Action("act", effects={"wood": add(1)}, perform=perform)


@pytest.mark.parametrize(
    ("action", "sort"),
    [
        (Action("act"), "nothing"),
        (act(None), "nothing"),
        (act(of_agent), "function"),
        (act(of_both), "function"),
        (act(lambda logger: None), "function"),
        (act(Called()), "function"),
        (act(functools.partial(of_three, more=3)), "function"),
        (act(awaits), "coroutine"),
        (act(functools.partial(awaits)), "coroutine"),
        (act(Swing), "hooks"),
        (act(Swing()), "hooks"),
        (act(Plain), "hooks"),
        (act(Waits()), "hooks"),
        (act(TREE), "mind"),
        (Chop(), "function"),
        (ChopLong(), "coroutine"),
        (Think(), "mind"),
        (Idle(), "nothing"),
    ],
)
def test_what_carries_an_action_out_is_known_by_its_form(action: Action[Any], sort: str) -> None:
    domain = Domain([action])
    (found,) = domain.performances
    assert found.sort == sort
    assert (found.definition is not None) == (sort == "mind")
    assert (found.tick is not None) == (sort in ("function", "coroutine", "hooks"))
    assert (found.enter is not None and found.exit is not None) <= (sort == "hooks")


def test_hooks_are_those_of_one_object() -> None:
    (made,) = Domain([act(Plain)]).performances
    assert made.tick is not None
    assert made.exit is not None
    assert made.tick.__self__ is made.exit.__self__  # type: ignore[attr-defined]
    assert made.enter is None


def test_a_method_is_of_its_action() -> None:
    action, logger = Chop(), Logger()
    (found,) = Domain([action]).performances
    assert found.tick is not None
    found.tick(logger, None)
    assert logger.wood == 1


class Needy:
    def __init__(self, strength: int) -> None:
        self.strength = strength

    def tick(self, agent: Logger) -> Status:
        return Status.SUCCESS


class Broken(Plain):
    def __init__(self) -> None:
        raise ValueError("no axe")


class Wrong:
    def enter(self, agent: Logger, context: Context, more: int) -> None: ...

    def tick(self) -> Status:
        return Status.SUCCESS

    async def exit(self, agent: Logger) -> None: ...


class WrongMind:
    def bind(self, agent: Logger) -> None: ...

    def describe(self) -> None: ...


class TickIsNoFunction:
    tick = 3


@pytest.mark.parametrize(
    ("perform", "words"),
    [
        (3, ["3 cannot be called"]),
        ("chop", ["'chop' cannot be called"]),
        (bt.action(of_both), ["cannot be called"]),
        (lambda: None, ["cannot be called with (agent) or (agent, context)"]),
        (of_three, ["of_three cannot be called with (agent) or (agent, context)"]),
        (generates, ["generates is a generator function"]),
        (generates_async, ["generates_async is a generator function"]),
        (Logger, ["Logger is a class without tick()"]),
        (bt.Tree, ["Tree is a class without tick()"]),
        (Needy, ["Needy() cannot be made: TypeError"]),
        (Broken, ["Broken() cannot be made: ValueError: no axe"]),
        (
            Wrong(),
            [
                "tick cannot be called with (agent) or (agent, context)",
                "enter cannot be called with (agent) or (agent, context)",
                "exit is a coroutine function",
            ],
        ),
        (WrongMind(), ["WrongMind.bind cannot be called with (agent, context)"]),
        (TickIsNoFunction(), ["3 cannot be called"]),
    ],
)
def test_what_cannot_carry_an_action_out_is_reported(perform: Any, words: list[str]) -> None:
    with pytest.raises(DefinitionError) as caught:
        Domain([act(perform)])
    found = caught.value.problems
    assert {each.code for each in found} == {"goap-perform"}
    assert {each.where for each in found} == {"action 'act'"}
    assert all(each.remedy for each in found)
    assert len(found) == len(words)
    for problem, part in zip(found, words, strict=True):
        assert part in problem.problem


def test_problems_of_performing_are_told_with_all_others() -> None:
    with pytest.raises(DefinitionError) as caught:
        Domain([act(3), Action("other", cost=-1, duration=-1, perform=generates)])
    codes = [each.code for each in caught.value.problems]
    assert sorted(codes) == ["goap-argument", "goap-cost", "goap-perform", "goap-perform"]


def test_a_machine_is_a_mind_too() -> None:
    class Dig(fsm.State[Logger]):
        def execute(self, agent: Logger, context: Context, /) -> None:
            agent.wood += 1

    (found,) = Domain([act(fsm.Machine(Dig()))]).performances
    assert found.sort == "mind"


def test_the_outline_shows_where_an_action_is_carried_out() -> None:
    nodes = list(Domain([act(of_agent), Chop()]).describe())
    assert nodes[1].source is not None
    assert nodes[1].source.startswith("tests.goap.test_perform:")


def test_a_misspelt_perform_is_suspicious() -> None:
    class Fell(Action[Logger]):
        effects = {"wood": add(1)}  # noqa: RUF012 - as users write it

        def performs(self, agent: Logger) -> None: ...

    assert "goap-misspelt" in [each.code for each in Domain([Fell()]).findings]
