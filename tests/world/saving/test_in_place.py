"""A snapshot in memory is put back into the same objects (V1)."""

from typing import Any

import pytest

from gumption import Context, Status, World, bt, flow, fsm, goap
from gumption.errors import BusyError, SnapshotError
from tests.world.saving.things import STANDING, Bob, Town, bobs


def test_agents_and_what_they_share_stay_the_same_objects() -> None:
    """V1: whoever holds one of them goes on to hold the right one."""
    town = Town(things={"gold": [1, 2]})
    world = World()
    ann = world.add(Bob("Ann", town=town), STANDING)
    gold, place = town.things["gold"], ann.agent.__dict__
    snapshot = world.snapshot()
    town.things = {"gold": gold, "more": {3}}
    gold.append(3)
    ann.agent.name, ann.agent.town, ann.agent.extra = "Eve", None, 1  # type: ignore[attr-defined]
    world.restore(snapshot)
    assert ann.agent.town is town
    assert town.things == {"gold": [1, 2]}
    assert town.things["gold"] is gold
    assert ann.agent.__dict__ is place
    assert ann.agent == Bob("Ann", town=town)
    assert not hasattr(ann.agent, "extra")


def test_who_came_since_is_gone_and_who_left_is_back() -> None:
    """V1: with their ids; and the next one has the id that it would have had."""
    world = World()
    ann, bea = (world.add(Bob(name), STANDING) for name in ("Ann", "Bea"))
    world.run(ticks=2)
    snapshot = world.snapshot()
    world.remove(ann)
    cleo = world.add(Bob("Cleo"), STANDING)
    world.run(ticks=2)
    world.restore(snapshot)
    assert list(world.entities.values()) == [ann, bea]
    assert (ann.removed, cleo.removed) == (False, True)
    assert (ann.mind.status, cleo.mind.status) == (Status.RUNNING, None)
    world.tick()
    assert [bob.count for bob in (ann.agent, bea.agent, cleo.agent)] == [3, 3, 2]
    assert world.add(Bob(), STANDING).id == 3


def test_who_is_back_is_traced_as_all_others_are() -> None:
    """V1: tracers are not a part of a snapshot."""
    world = World()
    ann = world.add(Bob("Ann"), STANDING)
    snapshot = world.snapshot()
    world.remove(ann)
    events: list[Any] = []
    world.trace(events.append)
    world.restore(snapshot)
    assert events == []
    world.tick()
    assert any(getattr(event, "entity", None) == ann.id for event in events)


def test_messages_clock_policy_and_errors_come_back() -> None:
    """V1: messages in their order, each with data of its own."""
    heard: list[Any] = []

    class Ear(fsm.State[Bob]):
        def on_message(self, agent: Bob, machine: Any, message: Any) -> bool:
            heard.append((machine.context.clock.now, message.kind, list(message.data)))
            message.data.append("spoilt")
            return True

        def execute(self, agent: Bob, machine: Any) -> None:
            if agent.count == 7:
                raise ValueError("seven")

    world = World(step=0.5, on_error="park")
    ann, bea = (world.add(Bob(name), fsm.Machine(Ear())) for name in ("Ann", "Bea"))
    bea.agent.count = 7
    world.tick()
    world.tick(0.3)
    for kind in "abc":
        world.send(ann, kind, data=[kind], delay=1.0)
    snapshot = world.snapshot()
    for _ in range(3):
        world.on_error = "raise"
        world.unpark(bea)
        bea.agent.count = 0
        world.run(ticks=4)
        assert heard == [(pytest.approx(1.8), kind, [kind]) for kind in "abc"]
        heard.clear()
        world.restore(snapshot)
        assert (world.clock.now, world.clock.ticks, world.on_error) == (0.8, 2, "park")
        assert "seven" in str(bea.error)


def test_coroutines_that_run_are_closed_and_their_clean_up_is_void() -> None:
    """V1 and W10: what it does to agents is undone, what it says and sends is told to nobody."""

    class Guard(flow.Node[Bob]):
        async def run(self, bob: Bob, context: Context) -> None:
            bob.mood = None  # type: ignore[assignment]
            try:
                await flow.sleep(100.0)
            finally:
                bob.count += 1
                context.say("leaves")
                context.send(context.entity, "left", delay=1.0)

    world = World()
    ann = world.add(Bob("Ann"), flow.Selector([Guard()]))
    idle = world.snapshot()
    world.run(ticks=3)
    running = world.snapshot()
    events: list[Any] = []
    world.trace(events.append)
    world.restore(running)
    assert ann.agent.count == 0
    assert ann.mind.status is Status.RUNNING
    world.run(ticks=1)
    world.restore(idle)
    assert ann.agent == Bob("Ann")
    assert ann.mind.status is None
    assert not [event for event in events if type(event).__name__ in ("Said", "Sent")]


def test_clean_up_that_raises_is_told_when_all_is_in_place() -> None:
    """V1 and W11."""

    async def work(bob: Bob) -> None:
        try:
            await flow.sleep(100.0)
        finally:
            raise ValueError("spilt")

    world = World()
    ann = world.add(Bob("Ann"), bt.Tree(bt.action(work)))
    world.run(ticks=2)
    snapshot = world.snapshot()
    ann.agent.count = 9
    with pytest.raises(Exception, match="spilt"):
        world.restore(snapshot)
    assert (ann.agent.count, ann.mind.status) == (0, Status.RUNNING)


def test_a_target_that_was_taken_since_is_one_s_own_again() -> None:
    """V1: shared claims are put back before minds are."""
    claims = goap.Reservations()

    class Life(goap.Provider[Bob]):
        def world_state(self, agent: Bob) -> dict[str, Any]:
            return {"done": False}

        def reservations(self, agent: Bob, action: Any) -> goap.Reservations:
            return claims

    dig = goap.Action("dig", effects={"done": True}, target=lambda bob: bob.bag, perform=lambda bob: Status.RUNNING)
    planner = goap.Planner(goap.Domain([dig], goals=[goap.Goal("done", {"done": True})]), Life())
    world = World()
    ann, bea = (world.add(Bob(name, "mine"), planner) for name in ("Ann", "Bea"))
    world.run(ticks=3)
    holder = claims.holder("mine")
    assert holder == ann.id
    bea.agent.town = claims  # type: ignore[assignment]
    snapshot = world.snapshot()
    world.remove(ann)
    world.run(ticks=3)
    assert claims.holder("mine") != holder
    world.restore(snapshot)
    assert claims.holder("mine") == holder
    assert [step.name for step in ann.mind.steps] == ["dig"]
    world.run(ticks=3)
    assert claims.holder("mine") == holder


def test_only_its_own_snapshots_can_be_put_back_and_only_between_ticks() -> None:
    """V1."""
    world = World()
    with pytest.raises(SnapshotError, match="this world"):
        world.restore(World().snapshot())
    with pytest.raises(SnapshotError, match="this world"):
        world.restore({})  # type: ignore[arg-type]
    snapshot = world.snapshot()
    assert repr(snapshot) == "<snapshot of a world: tick 0, 0 entities>"
    for call in (world.snapshot, lambda: world.restore(snapshot), lambda: world.save("x")):
        world.add(Bob(), fsm.Machine(lambda _bob, call=call: call()))
        with pytest.raises(BusyError, match="middle of a tick"):
            world.tick()
        world.restore(snapshot)
    assert bobs(world) == []
