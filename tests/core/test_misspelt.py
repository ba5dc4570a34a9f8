"""Hooks whose names were not spelt as they should be are told when a definition is built."""

from typing import Any

import pytest

from gumption import Status, flow, fsm, goap
from gumption.core.callables import misspelt
from gumption.errors import DefinitionError


class Slips(fsm.State[Any]):
    def excute(self, agent: Any, machine: Any) -> None: ...

    def on_enter(self, agent: Any, machine: Any) -> None: ...

    def on_mesage(self, agent: Any, machine: Any, message: Any) -> bool:
        return True


class Own(fsm.State[Any]):
    """What is called by its own hooks, or is no function, is none of a machine's business."""

    executed = 0

    def enter(self, agent: Any, machine: Any) -> None:
        self.on_enter(agent)

    def on_enter(self, agent: Any) -> None: ...

    def _excute(self) -> None: ...

    def walk(self) -> None: ...


def problems(build: Any) -> list[tuple[str, str]]:
    with pytest.raises(DefinitionError) as caught:
        build()
    return [(problem.code, problem.remedy) for problem in caught.value.problems]


def test_hooks_of_a_state() -> None:
    """F1."""
    assert problems(lambda: fsm.Machine(initial=Slips())) == [
        ("fsm-misspelt", "did you mean 'execute'?"),
        ("fsm-misspelt", "did you mean 'enter'?"),
        ("fsm-misspelt", "did you mean 'on_message'?"),
    ]
    fsm.Machine(initial=Own())


def test_the_check_of_a_node() -> None:
    """W1."""

    class Dig(flow.Node[Any]):
        def chek(self, agent: Any) -> bool:
            return True

        async def run(self, agent: Any, context: Any) -> Status | None: ...

    assert problems(lambda: flow.Selector([Dig()])) == [("flow-misspelt", "did you mean 'check'?")]


def test_hooks_of_a_provider() -> None:
    """G7."""

    class Life(goap.Provider[Any]):
        def world_state(self, agent: Any) -> dict[str, Any]:
            return {}

        def plan_abort(self, agent: Any, mind: Any, action: Any, reason: str) -> None: ...

    domain: goap.Domain[Any] = goap.Domain([goap.Action("a", effects={"x": True})], goals=[goap.Goal("g", {"x": True})])
    assert problems(lambda: goap.Planner(domain, Life())) == [("goap-provider", "did you mean 'plan_aborted'?")]


def test_names_far_from_all_hooks_are_the_users_own() -> None:
    class Walker(fsm.State[Any]):
        def walk(self) -> None: ...

    assert misspelt(Walker(), fsm.State, ["enter", "execute"]) == []
