"""What is remembered: enough for what still goes on, and never more than that (rule Y7)."""

import sys
from types import SimpleNamespace
from typing import Any

from gumption import bt, flow, fsm
from gumption.core.trace import Added, Entered, Exited, Failed, Halted, PlanFound, Received, Removed, Said, TickEnded
from gumption.status import ExitReason
from gumption.why import Happening, Memory
from gumption.why.past import Past
from tests.why.asked import Asked


def sit(agent: object) -> None: ...


class Counts(fsm.State[Any]):
    """Lets another state come in, thousands of times."""

    def execute(self, agent: Any, machine: Any) -> None:
        machine.push_state(COUNTED)
        machine.pop_state()


class Counted(fsm.State[Any]): ...


COUNTS, COUNTED = Counts(), Counted()


def test_a_beginning_is_remembered_after_thousands_of_events() -> None:
    """Y7: with the message that was its cause, and the words."""
    past = Past(events=10)
    past.add(Happening(3, 3.0, Received(1, 2, "come", None)))
    past.add(Happening(3, 3.0, Entered(1, 4)))
    past.add(Happening(3, 3.0, Said(1, "comes")))
    past.add(Happening(3, 3.0, Said(1, "says more")))
    for tick in range(4, 5_000):
        past.add(Happening(tick, float(tick), Entered(1, 7)))
        past.add(Happening(tick, float(tick), Exited(1, 7, ExitReason.SUCCESS)))
    kept = past.all()
    assert [type(each.event) for each in kept[:3]] == [Received, Entered, Said]
    assert len(kept) == 13
    assert [each.tick for each in kept] == sorted(each.tick for each in kept)


def test_what_ended_is_forgotten_in_time() -> None:
    """Y7."""
    past = Past(events=10)
    past.add(Happening(1, 1.0, Entered(1, 4)))
    past.add(Happening(2, 2.0, Exited(1, 4, ExitReason.SUCCESS)))
    for tick in range(3, 20):
        past.add(Happening(tick, float(tick), Said(1, "hm")))
    assert all(isinstance(each.event, Said) for each in past.all())


def test_the_steps_of_a_plan_are_remembered_in_order() -> None:
    """Y5, Y7: however much happens meanwhile."""
    past = Past(events=8)
    past.add(Happening(1, 1.0, PlanFound(1, "all", [3, 3, 4], 3.0)))
    for tick in range(2, 40):
        for node in (3, 3, 4)[tick // 10 : tick // 10 + 1] if tick % 10 == 0 else ():
            past.add(Happening(tick, float(tick), Entered(1, node)))
        past.add(Happening(tick, float(tick), Said(1, "works")))
        past.add(Happening(tick, float(tick), Said(1, "on")))
    assert [each.tick for each in past.all() if isinstance(each.event, Entered)] == [10, 20]


def test_memory_is_bounded() -> None:
    """Y7: a hundred thousand ticks are kept in as much as a thousand."""
    machine = fsm.Machine(initial=COUNTS, states=[COUNTED])
    asked = Asked(machine, SimpleNamespace(name="Ada"))
    asked.mind.trace(asked.memory)
    sizes: list[int] = []
    for ticks in (1_000, 19_000):
        asked.tick(ticks)
        kept = asked.memory.of(1)
        sizes.append(sum(sys.getsizeof(each) for each in kept))
    assert len(asked.memory.of(1)) <= 64 + 8 * len(machine.describe())
    assert sizes[0] == sizes[1]
    for number in range(100_000):
        asked.memory.hear(Said(1, "hm"), 20_000 + number, 0.0)
    assert len(asked.memory.of(1)) <= 64 + 8 * len(machine.describe())


def test_who_has_left_is_forgotten_with_what_comes_after() -> None:
    """Y7: minds are halted when they are out of the world."""
    memory = Memory()
    for event in (
        Added(1, "Ada", False),
        Entered(1, 2),
        Removed(1, False),
        Halted(1, "gone"),
        Exited(1, 2, ExitReason.HALT),
    ):
        memory.hear(event, 4, 4.0)
    assert memory.of(1) == ()
    memory.hear(TickEnded(4, 4.0, None), 4, 4.0)
    assert not memory._gone, "nor is it remembered who has left"
    memory.hear(Entered(2, 1), 5, 5.0)
    assert [each.tick for each in memory.of(2)] == [5]


def test_of_others_nothing_is_remembered() -> None:
    """Y7: what they send to one that is."""
    memory = Memory(only=[1])
    memory.hear(Said(2, "hello"), 1, 1.0)
    memory.hear(Said(1, "hello"), 1, 1.0)
    assert (len(memory.of(2)), len(memory.of(1))) == (0, 1)


def test_a_problem_is_told_until_the_mind_goes_on() -> None:
    """Y1: a tree of functions never tells that one of them begins."""
    fails = SimpleNamespace(name="Ada", broken=True)

    def work(agent: Any) -> None:
        if agent.broken:
            raise ValueError("no")

    asked = Asked(bt.Tree(bt.do(work)), fails)
    try:
        asked.tick()
    except Exception as error:
        problem = str(error)
    assert "ValueError: no" in problem
    assert asked.memory.problem(1) == "run failed: ValueError: no"
    fails.broken = False
    asked.tick()
    assert asked.memory.problem(1) is None


def test_a_problem_of_a_state_is_told_until_one_begins() -> None:
    """Y1."""
    memory = Memory()
    memory.hear(Failed(1, 2, "execute", "ValueError: no"), 1, 1.0)
    assert memory.problem(1) == "execute failed: ValueError: no"
    memory.hear(Entered(1, 2), 2, 2.0)
    assert memory.problem(1) is None


def test_selectors_are_remembered_as_long_as_a_node_has_its_turn() -> None:
    """Y6, Y7: what the checks said when it began."""

    async def wait(agent: object, context: Any) -> None:
        while True:
            context.say("hm")
            await flow.next_tick()

    asked = Asked(flow.Selector([flow.node(wait, bt_is_calm)]), SimpleNamespace(name="Ada", calm=True))
    asked.tick(200)
    assert asked.reason().since == 1
    assert list(asked.reason().because) == ["bt_is_calm held in tick 1"]


def bt_is_calm(agent: Any) -> bool:
    return bool(agent.calm)
