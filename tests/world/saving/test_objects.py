"""What agents hold comes back as it was, and what cannot is told when it is saved (V2)."""

import functools
import math
import random
import threading
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest

from gumption import Message, RandomStream, World, fsm, goap
from gumption.errors import SnapshotError, UsageError
from tests.world.saving.things import (
    KNOWN,
    STANDING,
    WALKING,
    Bob,
    Coin,
    Mood,
    Skill,
    Slotted,
    Spot,
    Town,
    bobs,
    stand,
    through_file,
    world_with,
)

VALUES: list[Any] = [
    None,
    True,
    0,
    -(2**63),
    10**400,
    1.5,
    -0.0,
    1e300,
    math.inf,
    -math.inf,
    "text, ÄÖ€ \0 \u2028",
    b"\0bytes",
    3 - 4j,
    complex(math.inf, -0.0),
    (),
    (1, (2, [3], "x")),
    [1, 1.0, True],
    {1: "a", "1": "b", (1, 2): "c", None: "d", Mood.CROSS: "e", 2.5: "f"},
    {1, 2, "x"},
    frozenset({(1, 2), "x"}),
    Mood.CROSS,
    Skill.RIDE | Skill.SHOOT,
    Spot(3, 4),
    Coin(5),
    {Coin(1): Coin(2)},
    frozenset({Coin(1), Coin(2)}),
    deque([1, 2, 3], maxlen=4),
    OrderedDict(b=1, a=2),
    Counter("abca"),
    defaultdict(list, a=[1]),
    Message("hello", 1, 2, {"a": [1]}),
    Bob,
    stand,
    STANDING,
]


def same(one: object, other: object) -> bool:
    return type(one) is type(other) and repr(one) == repr(other) and (one == other or one != one)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_comes_back_as_it_was(value: object, tmp_path: Path) -> None:
    """V2: equal, and of the same type; tuples as tuples."""
    world = world_with(value, [value, {"x": value}])
    loaded = bobs(through_file(world, tmp_path, known=[*KNOWN, stand, Coin, Spot, Mood]))
    found = [loaded[0].bag, *loaded[1].bag]
    if isinstance(value, (set, frozenset)):
        assert (found[0], type(found[0])) == (value, type(value))
    else:
        assert same(found[0], value)
        assert same(found[1], value)
    if isinstance(value, defaultdict):
        assert found[0]["new"] == []
    if isinstance(value, deque):
        assert found[0].maxlen == 4


def test_nan_comes_back(tmp_path: Path) -> None:
    """V2."""
    assert math.isnan(bobs(through_file(world_with(math.nan), tmp_path))[0].bag)


def test_streams_of_chance_go_on_where_they_were(tmp_path: Path) -> None:
    """V2."""
    world = world_with(random.Random(5), RandomStream(5, 2))
    for bob in bobs(world):
        bob.bag.random()
    loaded = bobs(through_file(world, tmp_path, known=[*KNOWN, random.Random, RandomStream]))
    assert [bob.bag.random() for bob in bobs(world)] == [bob.bag.random() for bob in loaded]


def test_what_was_one_object_is_one_object(tmp_path: Path) -> None:
    """V2: two agents that share a town share it; rings are no matter."""
    town = Town()
    world = World()
    for name in ("Ann", "Bea"):
        bob = Bob(name, town=town)
        bob.bag = [bob]
        town.people.append(bob)
        world.add(bob, STANDING)
    town.things = {"town": town, Coin(1): town.people}
    ann, bea = bobs(through_file(world, tmp_path))
    assert ann.town is bea.town
    assert ann.town is not town
    assert ann.town is not None
    assert ann.town.people == [ann, bea]
    assert ann.town.people[1] is bea
    assert ann.bag[0] is ann
    assert ann.town.things["town"] is ann.town
    assert ann.town.things[Coin(1)] is ann.town.people


def test_a_long_chain_of_objects_is_no_matter(tmp_path: Path) -> None:
    """V2: depth costs no recursion."""
    chain: Any = None
    for number in range(20_000):
        chain = Bob(str(number), chain)
    world = World()
    world.add(chain, STANDING)
    snapshot = world.snapshot()
    loaded: Any = bobs(through_file(world, tmp_path))[0]
    depth = 0
    while loaded is not None:
        loaded, depth = loaded.bag, depth + 1
    assert depth == 20_000
    world.restore(snapshot)
    while chain is not None:  # taken apart by hand: the interpreter's own way would be recursive
        chain.bag, chain = None, chain.bag


def test_slots_may_hold_nothing(tmp_path: Path) -> None:
    """V2."""
    pair = Slotted()
    pair.left = 1
    found = bobs(through_file(world_with(pair), tmp_path, known=[*KNOWN, Slotted]))[0].bag
    assert found.left == 1
    assert not hasattr(found, "right")


class Cached:
    def __init__(self) -> None:
        self.number = 2

    @functools.cached_property
    def lock(self) -> Any:
        return threading.Lock()


def test_what_a_cached_property_keeps_is_found_anew(tmp_path: Path) -> None:
    """V2."""
    it = Cached()
    assert it.lock
    found = bobs(through_file(world_with(it), tmp_path, known=[*KNOWN, Cached]))[0].bag
    assert vars(found) == {"number": 2}


def test_a_keyed_object_may_lead_back_to_its_table(tmp_path: Path) -> None:
    """V2: an object that is told by its name is whole before a set or a dictionary asks for its hash."""
    world = World()
    world.add(Keyed("Ann"), WALKING)
    ann: Any = next(iter(through_file(world, tmp_path, known=[Keyed, WALKING]).entities.values())).agent
    assert ann in ann.friends
    assert ann.table[ann] == 1


class Keyed:
    def __init__(self, name: str) -> None:
        self.friends = {self} if hasattr(self, "name") else set()
        self.name = name
        self.friends = {self}
        self.table = {self: 1}

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and self.name == other.name


class Purse:
    """Says itself what is saved."""

    def __init__(self, owner: Bob, coins: int) -> None:
        self.owner, self.coins, self.lock = owner, coins, threading.Lock()

    def to_save(self) -> object:
        return {"owner": self.owner, "coins": (self.coins,)}

    def from_save(self, saved: dict[str, Any]) -> None:
        Purse.__init__(self, saved["owner"], saved["coins"][0])


def test_hooks_say_what_is_saved(tmp_path: Path) -> None:
    """V2."""
    world = world_with(None)
    bob = bobs(world)[0]
    bob.bag = Purse(bob, 3)
    snapshot = world.snapshot()
    found = bobs(through_file(world, tmp_path, known=[*KNOWN, Purse]))[0]
    assert found.bag.owner is found
    assert found.bag.coins == 3
    bob.bag.coins = 9
    world.restore(snapshot)
    assert bob.bag.coins == 3


def test_reservations_of_objects_come_back(tmp_path: Path) -> None:
    """V2: those of objects that are told by identity as well."""
    claims, spot = goap.Reservations(), [1, 2]
    claims.take(spot, 1)
    claims.take("mine", 2)
    found = bobs(through_file(world_with((claims, spot)), tmp_path, known=[*KNOWN, goap.Reservations]))[0].bag
    assert found[0].holder(found[1]) == 1
    assert found[0].holder("mine") == 2


def test_parts_of_the_world_are_told_by_their_names(tmp_path: Path) -> None:
    """V2: entities, minds, contexts, the clock, the world."""
    world = world_with(None, None)
    first, second = world.entities.values()
    first.agent.bag = [second, second.mind, second.mind.context, world.clock, world, STANDING]
    loaded = through_file(world, tmp_path)
    other = loaded.entities[2]
    expected = [other, other.mind, other.mind.context, loaded.clock, loaded, STANDING]
    assert all(one is two for one, two in zip(bobs(loaded)[0].bag, expected, strict=True))


REFUSED: list[tuple[Any, str, str]] = [
    (threading.Lock(), "Bob 1.bag[0].owner", "plain classes"),
    (lambda: 1, "Bob 1.bag[0].owner", "world.keep"),
    ((n for n in ()), "Bob 1.bag[0].owner", "to_save"),
    (Exception("x"), "Bob 1.bag[0].owner", "to_save"),
    (type("Gold", (int,), {})(3), "Bob 1.bag[0].owner", "to_save"),
    ([].append, "Bob 1.bag[0].owner", "world.keep"),
    (World(), "Bob 1.bag[0].owner", "let go"),
    (functools.reduce(lambda inner, _: (inner,), range(40), ()), "Bob 1.bag[0].owner[0]", "lists"),
]


@pytest.mark.parametrize(("value", "where", "remedy"), REFUSED, ids=lambda it: f"{type(it).__name__}")
def test_what_cannot_be_saved_is_told_when_it_is_saved(value: Any, where: str, remedy: str, tmp_path: Path) -> None:
    """V2: with the place, and what to do."""
    coin = Slotted()
    coin.left = 0
    world = world_with([OwnedBy(value)])
    with pytest.raises(SnapshotError) as caught:
        world.save(tmp_path / "game")
    assert caught.value.where.startswith(where)
    assert remedy in caught.value.remedy
    assert not (tmp_path / "game").exists()


class OwnedBy:
    def __init__(self, owner: object) -> None:
        self.owner = owner


def test_what_is_not_known_is_told_with_its_name(tmp_path: Path) -> None:
    """V3: no class is looked up by a name that stands in a file."""
    world = world_with(OwnedBy(3))
    with pytest.raises(SnapshotError, match="OwnedBy") as caught:
        through_file(world, tmp_path)
    assert "known=[" in caught.value.remedy


def test_what_is_kept_is_saved_and_told_by_name(tmp_path: Path) -> None:
    """V2: states and functions that have no name of their own; and objects that no agent leads to."""
    calm = fsm.running(WALKING, name="calm")
    shout = lambda: 1  # noqa: E731

    def build(world: World) -> None:
        world.keep("weather", Town("sunny"))
        world.keep("calm", calm)
        world.keep("shout", shout)
        world.keep("number", 3)
        world.add(Bob(), STANDING)

    world = World()
    build(world)
    bobs(world)[0].bag = [calm, shout, world.kept["weather"]]
    world.kept["weather"].name = "rain"
    loaded = through_file(world, tmp_path, build)
    assert loaded.kept["weather"].name == "rain"
    assert loaded.kept["number"] == 3
    bag = bobs(loaded)[0].bag
    assert bag[0] is calm
    assert bag[1] is shout
    assert bag[2] is loaded.kept["weather"]
    with pytest.raises(SnapshotError, match="shout"):
        World.load(tmp_path / "game", known=[*KNOWN, type(calm)])
    with pytest.raises(UsageError):
        world.keep(3, calm)  # type: ignore[arg-type]


def test_only_classes_definitions_and_functions_can_be_made_known(tmp_path: Path) -> None:
    """V3."""
    with pytest.raises(UsageError, match="3"):
        through_file(world_with(None), tmp_path, known=[3])


Kept = TypeVar("Kept")


class Box(Generic[Kept]):
    """Knows with which arguments it was made."""

    def __init__(self, it: Kept) -> None:
        self.it = it


def test_generic_classes_odd_agents_and_one_agent_with_two_minds(tmp_path: Path) -> None:
    """V2: agents are any objects."""
    world = World()
    for agent in (Box[int](3), {"gold": [1]}, 7):
        world.add(agent, THINKING)
    world.add(world.entities[1].agent, THINKING)
    snapshot = world.snapshot()
    loaded = through_file(world, tmp_path, known=[Box, THINKING])
    agents: list[Any] = [entity.agent for entity in loaded.entities.values()]
    assert agents[0].it == 3
    assert agents[1:3] == [{"gold": [1]}, 7]
    assert agents[3] is agents[0]
    world.entities[2].agent["gold"].append(2)
    world.restore(snapshot)
    assert world.entities[2].agent == {"gold": [1]}


def think(_agent: object) -> None:
    pass


THINKING: fsm.Machine[Any] = fsm.Machine(initial=think, name="thinking")


class Stubborn:
    """Will not be loaded."""

    saves: Callable[[], object] = staticmethod(lambda: 1)

    def to_save(self) -> object:
        return self.saves()

    def from_save(self, saved: object) -> None:
        raise ValueError("no")


def test_a_hook_that_raises_is_told_with_its_place(tmp_path: Path) -> None:
    """V2."""
    world = world_with([Stubborn()])
    with pytest.raises(SnapshotError, match=r"from_save\(\) of a Stubborn raised ValueError: no") as caught:
        world.restore(world.snapshot())
    assert caught.value.where == "Bob 1.bag[0]"
    with pytest.raises(SnapshotError, match="ValueError: no"):
        through_file(world, tmp_path, known=[*KNOWN, Stubborn])
    bobs(world)[0].bag[0].saves = lambda: 1 / 0
    with pytest.raises(SnapshotError, match=r"to_save\(\) of a Stubborn raised ZeroDivisionError") as caught:
        world.snapshot()
    assert caught.value.where == "Bob 1.bag[0]"
