"""Entities come, are ticked, and go (rule F11)."""

from collections.abc import Callable
from typing import Any

import pytest

from gumption import Context, World, fsm
from gumption.core.trace import Added, Removed
from gumption.errors import UsageError
from tests.world.cast import IDLER, Person, enter, of_kind, role, traced


def test_ids_are_given_in_order() -> None:
    """F11."""
    world = World()
    assert [world.add(Person(), IDLER).id for _ in range(4)] == [1, 2, 3, 4]
    assert list(world.entities) == [1, 2, 3, 4]


def test_a_chosen_id_may_leave_a_gap() -> None:
    """F11."""
    world = World()
    assert world.add(Person(), IDLER, id=10).id == 10
    assert world.add(Person(), IDLER).id == 11
    assert world.add(Person(), IDLER, id=12).id == 12


@pytest.mark.parametrize("number", [0, -1, 1, 3, 4, True, False, 5.0, 9.5, "5", (5,)])
def test_an_id_below_the_next_free_one_or_no_integer_is_refused(number: Any) -> None:
    """F11."""
    world = World()
    world.add(Person(), IDLER)
    world.add(Person(), IDLER, id=4)
    with pytest.raises(UsageError) as caught:
        world.add(Person(), IDLER, id=number)
    assert f"cannot have the id {number!r}" in caught.value.problem
    assert "5" in caught.value.remedy
    assert list(world.entities) == [1, 4]
    assert world.add(Person(), IDLER).id == 5


def test_true_is_not_the_id_one() -> None:
    """F11."""
    with pytest.raises(UsageError):
        World().add(Person(), IDLER, id=True)


def test_an_id_is_never_used_again() -> None:
    """F11."""
    world = World()
    for _ in range(3):
        world.add(Person(), IDLER)
    world.remove(3)
    world.remove(2)
    for number in (2, 3):
        with pytest.raises(UsageError, match="cannot have the id"):
            world.add(Person(), IDLER, id=number)
    assert world.add(Person(), IDLER).id == 4


def test_an_entity_that_comes_while_another_one_is_bound_gets_an_id_of_its_own() -> None:
    """F11."""

    class Retinue:
        """Whoever comes brings somebody along."""

        name = "retinue"

        def bind(self, agent: Person, context: Context) -> fsm.MachineMind[Person]:
            world.add(Person("page"), IDLER)
            return IDLER.bind(agent, context)

        describe = IDLER.describe

    world = World()
    king = world.add(Person("king"), Retinue())
    assert sorted(entity.name for entity in world.entities.values()) == ["king", "page"]
    assert world.entities[king.id] is king


@pytest.mark.parametrize("definition", [None, "machine", Person(), lambda person: None])
def test_what_is_no_definition_is_refused_and_uses_no_id_up(definition: Any) -> None:
    world = World()
    events = traced(world)
    with pytest.raises(UsageError, match="is not a definition"):
        world.add(Person(), definition)
    assert (dict(world.entities), events) == ({}, [])
    assert world.add(Person(), IDLER).id == 1


def test_a_definition_that_fails_to_bind_uses_no_id_up() -> None:
    class Broken:
        def bind(self, agent: object, context: Context) -> None:
            raise ValueError("no")

        def describe(self) -> None: ...

    world = World()
    with pytest.raises(ValueError, match="no"):
        world.add(Person(), Broken())  # type: ignore[arg-type]
    assert dict(world.entities) == {}
    assert world.add(Person(), IDLER).id == 1


def test_an_entity_has_its_agent_its_mind_and_a_name() -> None:
    bob = Person("Bob")
    entity = World().add(bob, IDLER)
    assert entity.agent is bob
    assert entity.mind.agent is bob  # type: ignore[attr-defined]
    assert entity.mind.context.entity == entity.id
    assert (entity.name, entity.removed, entity.error) == ("Bob", False, None)
    assert repr(entity) == "<entity 1: Bob>"
    assert World().add([], role()).name == "list"  # type: ignore[type-var]


def test_an_agent_whose_name_cannot_be_read_comes_all_the_same() -> None:
    class Ghost(Person):
        name = property(lambda self: 1 / 0, lambda self, value: None)  # type: ignore[assignment]

    world = World()
    assert world.add(Ghost(), IDLER).name == "Ghost"
    assert list(world.entities) == [1]


def test_one_agent_may_be_two_entities_and_one_definition_serves_all() -> None:
    world = World()
    bob = Person()
    one, two = world.add(bob, IDLER), world.add(bob, IDLER)
    assert one.mind is not two.mind
    world.tick()
    assert bob.ticks == [1, 1]


def test_the_entities_can_be_looked_at_and_not_changed() -> None:
    world = World()
    entity = world.add(Person(), IDLER)
    assert world.entities[1] is entity
    with pytest.raises(TypeError):
        world.entities[2] = entity  # type: ignore[index]
    view = world.entities
    world.remove(entity)
    assert 1 not in view


def test_all_are_ticked_in_the_order_of_their_ids() -> None:
    """Design 7."""
    world, diary = World(), list[str]()
    for number in (1, 5, 9):
        world.add(Person(str(number), diary), IDLER, id=number)
    world.tick()
    world.tick()
    assert [each for each in diary if each.endswith("execute")] == ["1.execute", "5.execute", "9.execute"] * 2


@pytest.mark.parametrize("place", ["first", "last"])
def test_who_comes_during_a_tick_is_ticked_from_the_next_tick_on(place: str) -> None:
    """F11: whoever brought it, before or behind the others."""
    world, newcomers = World(), list[Person]()

    def bring(person: Person, machine: object) -> None:
        if not newcomers:
            newcomers.append(Person())
            assert world.add(newcomers[0], IDLER).id == 3

    enter(world, execute=bring if place == "first" else lambda *_: None)
    enter(world, execute=bring if place == "last" else lambda *_: None)
    world.run(ticks=3)
    assert newcomers[0].ticks == [2, 3]


def test_who_is_brought_by_a_message_that_was_due_is_ticked_from_the_next_tick_on() -> None:
    """F11: the tick is under way already when messages are delivered."""
    world, newcomers = World(), list[Person]()

    def bring(person: Person, machine: object, message: object) -> None:
        newcomers.append(Person())
        world.add(newcomers[0], IDLER)

    host = enter(world, on_message=bring)
    world.tick()
    world.send(host, "guests", delay=1.0)
    world.run(ticks=2)
    assert newcomers[0].ticks == [3]


@pytest.mark.parametrize(
    ("act", "outside"),
    [(lambda world: None, True), (lambda world: world.tick(), False)],
    ids=["between ticks", "in a tick"],
)
def test_coming_and_going_tell_whether_the_owner_did_it(act: Callable[[World], None], outside: bool) -> None:
    """Those of the owner are inputs, which a replay gives again."""
    world = World()

    def change(*_: object) -> None:
        if not of_kind(events, Removed):
            world.add(Person("Elsa"), IDLER)
            world.remove(2)

    enter(world, execute=change)
    enter(world)
    events = traced(world)
    act(world)
    change()
    assert of_kind(events, Added, Removed) == [Added(3, "Elsa", outside), Removed(2, outside)]
