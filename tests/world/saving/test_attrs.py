"""Agents that attrs has made are saved as others are (V2)."""

from pathlib import Path

import attrs

from gumption import World, fsm


@attrs.define
class Purse:
    coins: int = 0


@attrs.define
class Trader:
    name: str
    purse: Purse = attrs.Factory(Purse)
    partners: list["Trader"] = attrs.Factory(list)


@attrs.frozen
class Sign:
    text: str


@attrs.define(slots=False)
class Stall:
    owner: Trader
    sign: Sign


def trade(agent: Trader, machine: fsm.MachineMind[Trader]) -> None:
    agent.purse.coins += 1


TRADING = fsm.Machine(trade, name="trading")


def test_objects_of_attrs_come_back_with_what_they_share(tmp_path: Path) -> None:
    world = World(seed=1)
    ada, bo = Trader("Ada"), Trader("Bo")
    ada.partners.append(bo)
    bo.partners.append(ada)
    bo.purse = ada.purse
    for agent in (ada, bo):
        world.add(agent, TRADING)
    world.keep("stall", Stall(ada, Sign("fish")))
    world.run(ticks=3)
    world.save(tmp_path / "game")
    loaded = World.load(tmp_path / "game", known=[Trader, Purse, Stall, Sign, TRADING])
    again, other = (entity.agent for entity in loaded.entities.values())
    assert (again.name, again.purse.coins) == ("Ada", 6)
    assert again.purse is other.purse
    assert again.partners[0] is other
    stall = loaded.kept["stall"]
    assert stall.owner is again
    assert stall.sign == Sign("fish")


def test_going_back_leaves_them_the_same_objects() -> None:
    world = World(seed=1)
    ada = Trader("Ada")
    world.add(ada, TRADING)
    before = world.snapshot()
    world.run(ticks=3)
    world.restore(before)
    assert ada.purse.coins == 0
    assert world.entities[1].agent is ada
