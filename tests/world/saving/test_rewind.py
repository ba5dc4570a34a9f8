"""Going back in time, and whether that changes what follows (V6)."""

import itertools
from typing import Any

import pytest

from gumption import Context, World, flow, fsm
from gumption.errors import UsageError
from gumption.world.saving import Rewind, check_rollback
from tests.world.saving.test_scenarios import built, rest
from tests.world.saving.things import STANDING, Bob


def test_a_ring_keeps_the_latest_moments() -> None:
    """V6."""
    world = World()
    bob = world.add(Bob(), STANDING).agent
    rewind = Rewind(world, ticks=5)
    world.run(ticks=20)
    assert rewind.ticks == [15, 16, 17, 18, 19, 20]
    assert rewind.back_to(17) == 17
    assert (world.clock.ticks, bob.count) == (17, 17)
    world.run(ticks=2)
    assert rewind.ticks == [15, 16, 17, 18, 19]
    assert rewind.back_to(19) == 19
    for tick in (14, 20):
        with pytest.raises(UsageError, match=f"no way to tick {tick}"):
            rewind.back_to(tick)
    rewind.stop()
    world.run(ticks=2)
    assert rewind.ticks == [19]


def test_moments_may_lie_further_apart() -> None:
    """V6: then one is behind the latest one before the tick that one asked for."""
    world = World()
    world.add(Bob(), STANDING)
    rewind = Rewind(world, ticks=12, every=4)
    world.run(ticks=30)
    assert rewind.ticks == [16, 20, 24, 28]
    assert rewind.back_to(23) == world.clock.ticks == 20


@pytest.mark.parametrize("options", [{"ticks": 0}, {"every": 0}, {"ticks": True}, {"every": 1.5}])
def test_a_ring_has_a_size(options: dict[str, Any]) -> None:
    """V6."""
    with pytest.raises(UsageError):
        Rewind(World(), **options)


def test_late_inputs_are_given_where_they_belong() -> None:
    """V6: roll-back: go back, give what came late, and go on to the present."""
    worlds = [World(), World()]
    for world in worlds:
        world.add(Bob("Ann"), fsm.Machine(Listener(), name="listener"))
    prompt, late = worlds
    rewind = Rewind(late)
    prompt.run(ticks=10)
    prompt.send(1, "shoot")
    prompt.run(ticks=6)
    late.run(ticks=16)
    rewind.back_to(10)
    late.send(1, "shoot")
    late.run(ticks=6)
    assert late.entities[1].agent == prompt.entities[1].agent


class Listener(fsm.State[Bob]):
    def execute(self, bob: Bob, machine: Any) -> None:
        bob.count += 1

    def on_message(self, bob: Bob, machine: Any, message: Any) -> bool:
        bob.bag = [message.kind, bob.count]
        return True


def test_a_sound_world_passes_and_is_where_it_was() -> None:
    """V6."""
    world, other = built("woodcutter"), built("woodcutter")
    for each in (world, other):
        each.run(ticks=30)
    assert check_rollback(world) is None
    assert rest(world) == rest(other)


def test_what_is_not_saved_is_told_with_tick_agent_and_node_or_field() -> None:
    """V6."""
    hidden = itertools.count()

    def talk(bob: Bob, machine: Any) -> None:
        if machine.context.clock.ticks == 4:
            machine.context.say(f"number {next(hidden)}")

    world = World()
    world.add(Bob("Ann"), STANDING)
    world.add(Bob("Bea"), fsm.Machine(talk))
    found = check_rollback(world)
    assert found is not None
    assert (found.tick, found.agent, found.what) == (4, "Bea", "said")
    assert str(found).startswith("the first difference is at tick 4: Bea, said\n  first: {'")

    def count(bob: Bob) -> None:
        bob.bag = {"number": [next(hidden)]}

    world = World()
    world.add(Bob("Ann"), STANDING)
    world.add(Bob("Bea"), fsm.Machine(count))
    found = check_rollback(world, ticks=3)
    assert found is not None
    assert (found.tick, found.agent, found.what) == (3, "Bea", "field bag[0][1][0]")
    assert found.again == found.first + 3


def test_coroutines_without_checkpoints_are_told() -> None:
    """V6 and W10: they begin anew, which is another story."""

    class Walk(flow.Node[Bob]):
        async def run(self, bob: Bob, context: Context) -> None:
            context.say("sets out")
            await flow.sleep(100.0)

    world = World()
    world.add(Bob("Ann"), flow.Selector([Walk()], name="life"))
    world.run(ticks=2)
    found = check_rollback(world)
    assert found is not None
    assert (found.tick, found.agent, found.what, found.first) == (3, "Ann", "said", None)
