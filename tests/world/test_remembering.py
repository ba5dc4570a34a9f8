"""A world that remembers, and answers why (rules Y1, Y7)."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

from gumption import F, World, bt, fsm
from gumption.errors import UsageError
from gumption.scenarios import westworld


class Calm(fsm.State[Any]):
    """Until it is called; what is called breaks."""

    def on_message(self, agent: Any, machine: Any, message: Any) -> bool:
        machine.change_state(CALLED)
        return True


class Called(fsm.State[Any]):
    """Works, unless it breaks."""

    def execute(self, agent: Any, machine: Any) -> None:
        if agent.breaks:
            raise ValueError("too much")


CALM, CALLED = Calm(), Called()
MACHINE = fsm.Machine(initial=CALM, states=[CALLED], name="guard")


def somebody(name: str, *, breaks: bool = False) -> Any:
    return SimpleNamespace(name=name, breaks=breaks)


def two(**options: Any) -> tuple[World, Any, Any]:
    world = World(**options)
    return world, world.add(somebody("Ada"), MACHINE), world.add(somebody("Bea"), MACHINE)


def test_messages_are_told_with_the_names_of_who_sent_them() -> None:
    """Y3: others may have left since."""
    world, ada, bea = two()
    world.remember()
    world.tick()
    world.send(ada, "come", sender=bea)
    assert world.why(ada).reasons[0].because[0] == "“come” came from Bea"
    world.remove(bea)
    assert world.why(ada).reasons[0].because[0] == f"“come” came from entity {bea.id}"
    world.tick()
    world.send(ada, "come", sender=None)


@pytest.mark.parametrize("ask", [lambda entity: entity, lambda entity: entity.id, lambda entity: entity.agent])
def test_whom_one_may_ask_about(ask: Any) -> None:
    """An entity, its id, or its agent."""
    world, _, bea = two()
    world.tick()
    answer = world.why(ask(bea))
    assert (answer.entity, answer.name) == (bea.id, "Bea")


@pytest.mark.parametrize("whom", [99, True, "Ada", None, 1.0])
def test_who_is_not_there_cannot_be_asked(whom: Any) -> None:
    """With what to give instead."""
    world, *_ = two()
    with pytest.raises(UsageError) as caught:
        world.why(whom)
    assert caught.value.remedy
    assert "is not in the world" in str(caught.value)


@pytest.mark.parametrize("events", [0, -1, True, 2.0, "10"])
def test_events_is_a_number_from_1_on(events: Any) -> None:
    """Told before anything is remembered."""
    world, *_ = two()
    with pytest.raises(UsageError, match="cannot be remembered"):
        world.remember(events=events)
    assert world.memory is None


def test_only_those_are_traced_who_may_be_asked() -> None:
    """Y7: of others nothing is remembered, be it what they send."""
    world, ada, bea = two()
    memory = world.remember(only=iter([ada.id]))  # type: ignore[arg-type]
    world.tick()
    world.send(ada, "come", sender=bea)
    assert (ada.mind.context.tracer is None, bea.mind.context.tracer is None) == (False, True)
    assert memory.of(ada.id)
    assert memory.of(bea.id) == ()
    assert world.why(ada).reasons[0].since == 1
    assert world.why(bea).reasons[0].since is None


def test_stopping_ends_it() -> None:
    """Y7: nobody is traced any more; what is remembered stays."""
    world, ada, _ = two()
    memory = world.remember()
    world.tick()
    memory.stop()
    world.send(ada, "come", sender=None)
    assert ada.mind.context.tracer is None
    assert len(memory.of(ada.id)) == 1


def test_remembering_again_begins_anew() -> None:
    """Y7."""
    world, ada, _ = two()
    first = world.remember()
    world.tick()
    second = world.remember()
    assert world.memory is second
    world.tick()
    world.send(ada, "come", sender=None)
    assert len(first.of(ada.id)) == 1, "it has heard nothing since"
    answer = world.why(ada)
    assert answer.reasons[0].since == 2
    assert second.of(ada.id)


def test_who_comes_later_is_remembered_and_who_leaves_is_forgotten() -> None:
    """Y7: even one that leaves in its own tick, and is halted behind that."""

    class Leaves(fsm.State[Any]):
        def execute(self, agent: Any, machine: Any) -> None:
            world.remove(agent.entity)

    world = World()
    memory = world.remember()
    agent = somebody("Cleo")
    agent.entity = cleo = world.add(agent, fsm.Machine(initial=Leaves(), name="leaver"))
    assert memory.of(cleo.id)
    world.tick()
    assert memory.of(cleo.id) == ()
    with pytest.raises(UsageError):
        world.why(cleo)


def test_a_parked_agent_is_told_with_its_problem() -> None:
    """Y1: with and without memory, until it is ticked again."""
    for remember in (True, False):
        world = World(on_error="park")
        ada = world.add(somebody("Ada", breaks=True), fsm.Machine(initial=CALLED, name="worker"))
        if remember:
            world.remember()
        world.tick()
        assert "ValueError: too much" in str(world.why(ada))
        ada.agent.breaks = False
        world.unpark(ada)
        world.tick()
        answer = world.why(ada)
        assert answer.problem is None
        assert answer.reasons[0].runs


def test_remembering_changes_nothing() -> None:
    """C6: the same story, remembered or not."""
    stories: list[list[Any]] = []
    for remember in (True, False):
        world = World(seed=3)
        westworld.build(world, mind="all")
        if remember:
            world.remember()
        events: list[Any] = []
        world.trace(events.append)
        for _ in range(30):
            world.tick()
            if remember:
                for entity in world.entities:
                    world.why(entity)
        stories.append(events)
    assert stories[0] == stories[1]


def test_asking_one_of_many_takes_no_time() -> None:
    """Less than a millisecond among ten thousand; the bound is loose, for slow machines."""
    tree: Any = bt.Tree(
        bt.selector(bt.sequence(bt.condition(F.breaks), bt.do(lambda agent: None)), bt.do(lambda agent: None))
    )
    world = World()
    last = [world.add(somebody(f"Ada {number}"), tree) for number in range(10_000)][-1]
    world.tick()
    best = min(_seconds(lambda: world.why(last.id)) for _ in range(10))
    assert best < 0.005


def _seconds(do: Any) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began
