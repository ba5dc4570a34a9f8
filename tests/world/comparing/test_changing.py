"""Fields of agents that are changed from outside: what fits, and what is told otherwise."""

from dataclasses import dataclass
from enum import Enum

import pytest

from gumption import World, fsm
from gumption.errors import UsageError
from gumption.world.comparing.changing import present_value, set_fields


class Mood(Enum):
    CALM = 1
    GLAD = 2


@dataclass
class Person:
    name: str
    thirst: int = 0
    gold: float = 1.5
    married: bool = False
    mood: Mood = Mood.CALM
    house: int | None = None
    _secret: int = 0


@dataclass(frozen=True)
class Statue:
    name: str
    height: int = 3


def village(*agents):
    world = World()
    for agent in agents or (Person("Bob"), Person("Elsa (wife)")):
        world.add(agent, fsm.Machine(lambda agent, machine: None, name="idle"))
    return world


@pytest.mark.parametrize(
    ("field", "value", "held"),
    [
        ("thirst", 9, 9),
        ("gold", 2, 2.0),
        ("gold", 2.5, 2.5),
        ("married", True, True),
        ("mood", "GLAD", Mood.GLAD),
        ("house", 7, 7),
        ("house", None, None),
        ("name", "Tom", "Tom"),
    ],
)
@pytest.mark.parametrize("who", ["Elsa (wife)", "2"])
def test_a_field_takes_a_value_of_its_type(who, field, value, held):
    world = village()
    set_fields(world, {f"{who}.{field}": value})
    now = getattr(world.entities[2].agent, field)
    assert now == held
    assert type(now) is type(held)
    assert getattr(world.entities[1].agent, field) != held or held is None


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("Bob.thirst", 1.0, "give an integer"),
        ("Bob.thirst", True, "give an integer"),
        ("Bob.thirst", None, "give an integer"),
        ("Bob.gold", "much", "give a number"),
        ("Bob.married", 1, "give true or false"),
        ("Bob.name", 1, "give a string"),
        ("Bob.mood", "SAD", "give one of CALM, GLAD"),
        ("Bob.house", [1], "give a number, a string"),
        ("Bob.thrist", 1, "did you mean 'thirst'"),
        ("Bob._secret", 1, "has no simple field '_secret'"),
        ("Bo.thirst", 1, "did you mean 'Bob'"),
        ("9.thirst", 1, "there is no agent '9'"),
        ("Bob.house.rooms", 1, "own simple fields"),
        ("thirst", 1, "as in Bob.thirst"),
        ("Bob.", 1, "as in Bob.thirst"),
    ],
)
def test_what_does_not_fit_is_told_and_nothing_is_changed(key, value, told):
    world = village()
    with pytest.raises(UsageError, match=told):
        set_fields(world, {key: value})
    assert world.entities[1].agent == Person("Bob")


def test_agents_of_one_name_are_told_apart_by_their_ids():
    world = village(Person("Bob"), Person("Bob"))
    with pytest.raises(UsageError, match=r"2 agents are called 'Bob'[\s\S]*give an id: 1, 2"):
        set_fields(world, {"Bob.thirst": 1})
    set_fields(world, {"2.thirst": 1})
    assert [entity.agent.thirst for entity in world.entities.values()] == [0, 1]


def test_an_agent_that_cannot_be_changed_is_told():
    with pytest.raises(UsageError, match=r"Stone\.height cannot be changed"):
        set_fields(village(Statue("Stone")), {"Stone.height": 4})


def test_the_present_value_is_plain():
    assert present_value(village(), "Bob.mood") == "CALM"
