"""What type checkers know of worlds: an entity knows its agent. Checked, never run.

Lines that have to be errors are marked "type: ignore"; both checkers tell where such a mark is not needed.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from collections.abc import Callable, Mapping
from typing import Any, assert_type

from gumption import Entity, Message, Mind, World, fsm
from gumption.core import Event, PlainData, RandomStream
from gumption.testing import CallRecorder, Example, check_contract
from gumption.world.comparing.difference import Difference
from gumption.world.recording import Header, RecordingReader, RecordingWriter, TickLine
from gumption.world.replay import Replay, replay


class Miner:
    gold: int = 0


class Captain(Miner):
    medals: int = 0


class Wife:
    stew: bool = False


def walk(miner: Miner, machine: fsm.MachineMind[Miner]) -> None:
    assert_type(machine.context.random, RandomStream)
    assert_type(machine.context.send(1, "home", {"gold": [miner.gold]}, 1.5), bool)
    machine.context.send("Elsa", "home")  # type: ignore[arg-type]


def stir(wife: Wife) -> None:
    wife.stew = True


world = World(seed=7, step=0.5, on_error="park")
World(on_error="ignore")  # type: ignore[arg-type]

# An entity knows its agent.
bob = world.add(Miner(), fsm.Machine(walk))
assert_type(bob, Entity[Miner])
assert_type(bob.agent, Miner)
assert_type(bob.agent.gold, int)
assert_type(bob.mind, Mind)
assert_type(bob.error, Exception | None)
assert_type(world.add(Wife(), fsm.Machine(stir), id=9), Entity[Wife])
assert_type(world.entities, Mapping[int, Entity[Any]])

# A machine for miners serves for captains.
MINER = fsm.Machine(walk)
captain = world.add(Captain(), MINER)
captain.agent.gold += 1

# A machine for wives does not serve for miners.
world.add(Miner(), fsm.Machine[Wife](stir))  # type: ignore[misc]
world.add(Miner(), walk)  # type: ignore[arg-type]
world.add(Miner(), fsm.Machine(walk), id="bob")  # type: ignore[arg-type]

# Messages go to entities or ids, and carry plain data.
assert_type(world.send(bob, "home"), bool)
assert_type(world.send(1, "home", sender=bob, data={"list": [1, 2.5, None, "x", (True,)]}, delay=2), bool)
world.send(Miner(), "home")  # type: ignore[arg-type]
world.send(bob, "home", data=object())  # type: ignore[arg-type]
world.send(bob, "home", data={1: "x"})  # type: ignore[dict-item]
assert_type(Message("home").data, PlainData)

# Time and traces.
assert_type(world.run(ticks=3, seconds=2.5, until=lambda: True, speed=1), int)
events: list[Event] = []
assert_type(world.trace(events.append), Callable[[], None])
world.trace(print)
world.trace(lambda: None)  # type: ignore[arg-type,misc]

# Recordings.
with RecordingWriter(world, "a.jsonl", version="1", options={"elsa": True}) as writer:
    assert_type(writer, RecordingWriter)
with RecordingReader("a.jsonl") as reader:
    assert_type(reader.header, Header)
    for line in reader:
        assert_type(line, TickLine)


def build(world: World, header: Header) -> None:
    world.add(Miner(), fsm.Machine(walk))


assert_type(replay("a.jsonl", build), Replay)
assert_type(replay("a.jsonl", build, on_tick=lambda tick: tick + 1).difference, Difference | None)


# The testing kit takes machines of call recorders.
def told() -> fsm.Machine[CallRecorder]:
    return fsm.Machine(lambda agent: agent.call("told.execute"))


def of_miners() -> fsm.Machine[Miner]:
    return fsm.Machine(walk)


check_contract(Example(told))
Example(of_miners)  # type: ignore[arg-type]
