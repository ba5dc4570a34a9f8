"""The fold of the inspector's messages in the terminal: as the world is, so it is shown."""

import pytest

from gumption import World, bt, fsm
from gumption.errors import UsageError
from gumption.inspect.running import running
from gumption.inspect.terminal.followed import Field
from gumption.inspect.wire import Hello, Lost, Past, State
from gumption.scenarios import expedition, monsters, westworld, woodcutter
from tests.inspect.looking import Looking
from tests.inspect.page import world_of


def with_all_around(outline, nodes):
    """The nodes, and those in which they lie."""
    found = set()
    for node in nodes:
        while node is not None:
            found.add(node)
            node = outline[node].parent
    return found


class Fickle:
    """Someone who counts the ticks, and changes his mind by their number."""

    def __init__(self, name):
        self.name = name
        self.count = 0


def tick_of(fickle):
    fickle.count += 1


def moody():
    """Turns away from what runs, in every way that a tree has."""
    return bt.Tree(
        bt.sequence(
            bt.do(tick_of),
            bt.reactive_selector(
                bt.sequence(bt.condition(lambda fickle: fickle.count % 5 == 3), bt.wait(1)),
                bt.parallel(bt.wait(3), bt.sequence(bt.wait(1), bt.wait(9)), success=bt.ONE),
            ),
            name="moods",
        )
    )


class Asleep(fsm.State):
    def execute(self, fickle, machine):
        if machine.context.clock.ticks % 7 == 0:
            machine.change_state(AWAKE)


class Awake(fsm.State):
    activity = moody()

    def execute(self, fickle, machine):
        if machine.context.clock.ticks % 7 == 4:
            machine.change_state(ASLEEP)


ASLEEP, AWAKE = Asleep(), Awake()


def fickle_ones(world):
    world.add(Fickle("tree"), moody())
    world.add(Fickle("state"), fsm.Machine(initial=AWAKE, states=[ASLEEP]))
    world.add(Fickle("leaf"), bt.Tree(bt.selector(bt.timeout(4, bt.mind(fsm.Machine(initial=AWAKE))), bt.wait(2))))


SCENARIOS = [
    (fickle_ones, 40),
    (lambda world: westworld.build(world, mind="all"), 30),
    (expedition.build, 100),
    (woodcutter.build, 25),
    (lambda world: monsters.build(world, monsters=3), 30),
]


@pytest.mark.parametrize(("build", "ticks"), SCENARIOS)
def test_what_runs_is_marked_in_every_mind_at_every_tick(build, ticks):
    """By who has listened all the time, and by who has just begun."""
    world = World(seed=3)
    build(world)
    looking = Looking(world, keep=True)
    models = {}
    for entity in world.entities:
        models[entity] = looking.look(str(entity))
    for _ in range(ticks):
        world.run(ticks=1)
        for entity, (source, model) in models.items():
            looking.hear(source, model)
            mind = world.entities[entity].mind
            expected = with_all_around(mind.describe(), mind.active())
            assert model.followed.moment().active == expected, (world.clock.ticks, entity)
            if world.clock.ticks % 9 == entity % 9:
                source, newcomer = looking.look(str(entity))
                looking.feed.leave(source._viewer)
                assert newcomer.followed.moment().active == expected, (world.clock.ticks, entity)


def test_an_agent_that_nobody_listened_to_is_shown_with_what_runs_as_soon_as_it_is_chosen():
    world = World(seed=3)
    expedition.build(world)
    looking = Looking(world, keep=False)
    for _ in range(60):
        looking.run(1)
        mind = world.entities[looking.model.followed.id].mind
        assert looking.model.followed.moment().active == with_all_around(mind.describe(), mind.active())
        if world.clock.ticks % 5 == 0:
            looking.ask(looking.model.move(1) or looking.model.follow(1))
            looking.hear()


def test_a_result_that_says_running_may_be_old():
    """The tree went another way, or ended, or the state around it was left, without a word of the node's own."""
    outline = fsm.Machine(initial=AWAKE).describe()
    ids = {node.label: node.id for node in outline}
    moods = ids["sequence moods"]
    above = {moods: ("running", 9), moods + 2: ("running", 9)}
    wait = moods + 3
    assert outline[wait].parent == moods + 2

    def runs(results, *, entered=(ids["state Awake"],), paused=()):
        return set(running(outline, entered, paused, results))

    assert wait in runs({**above, wait: ("running", 9)})
    assert wait not in runs({**above, wait: ("running", 8)}), "what is around it was ticked again, and it was not"
    assert wait not in runs({**above, moods + 2: ("success", 9), wait: ("running", 9)}), "what is around it has ended"
    assert runs({**above, wait: ("running", 9), ids["state Awake"]: ("success", 9)}, entered=()) == set()
    assert runs({**above, wait: ("running", 9)}, paused=[ids["state Awake"]]) == set()
    assert runs({}) == {0, ids["state Awake"]}


def test_what_it_asks_for_is_who_is_followed_and_what_was_before():
    looking = Looking(world_of(2), wanted="Walker 2")
    assert looking.model.followed.id == 2
    assert looking.model.is_settled
    looking.run(3)
    assert looking.source._viewer.ids == {2}
    later = looking.look("2")[1]
    told = list(looking.model.followed.happenings)
    assert told[-1].tick == 3
    assert list(later.followed.happenings) == told, "who comes later is told what was before"


def test_a_field_has_what_it_was_before():
    looking = Looking(world_of(1))
    looking.run(1)
    assert looking.model.followed.fields["steps"].value == 1
    looking.run(1)
    assert looking.model.followed.fields["steps"] == Field(2, 2, 2.0, before=1, changed=True)
    assert not looking.model.followed.fields["name"].changed


@pytest.mark.parametrize(("wanted", "found"), [(None, 1), ("Walker 2", 2), ("2", 2), ("ER 3", 3), ("walker", 1)])
def test_an_agent_is_found_by_name_id_or_a_part_of_its_name(wanted, found):
    assert Looking(world_of(3), wanted).model.followed.id == found


def test_an_agent_that_is_not_there_is_an_error_that_names_who_is():
    with pytest.raises(UsageError, match=r"no agent 'Zoe'(.|\n)*Walker 1, Walker 2"):
        Looking(world_of(2), "Zoe")


def test_moving_in_the_list_ends_at_its_ends_and_keeps_to_the_filter():
    looking = Looking(world_of(12))
    model = looking.model
    assert model.move(-1) == []
    looking.ask(model.move(1))
    assert model.followed.id == 2
    model.filter = "WALKER 1"
    assert [agent.id for agent in model.listed()] == [1, 10, 11, 12]
    looking.ask(model.move(1))
    assert model.followed.id == 1, "the one that was followed is not in the list: it begins at its top"
    looking.ask(model.move(99))
    assert model.followed.id == 12
    model.filter = "nobody"
    assert model.move(1) == []


def test_the_filter_looks_at_what_they_do_as_well():
    looking = Looking(world_of(2))
    looking.run(1)
    looking.model.filter = "walk"
    assert len(looking.model.listed()) == 2
    assert looking.model.agents[1].doing == "Walk"
    looking.model.filter = "rest"
    assert looking.model.listed() == []
    looking.run(2)
    assert looking.model.agents[1].doing == "Rest"
    assert len(looking.model.listed()) == 2


def test_who_comes_and_goes_is_in_the_list_while_it_is_there():
    world = world_of(2)
    looking = Looking(world)
    model = looking.model
    looking.run(1)
    world.remove(2)
    world.add(Fickle("Late"), moody())
    looking.run(1)
    assert [agent.name for agent in model.listed()] == ["Walker 1", "Late"]
    world.remove(1)
    looking.run(1)
    assert [(agent.name, agent.gone) for agent in model.listed()] == [("Walker 1", 3), ("Late", None)]
    assert model.name(None) == "outside"
    assert model.name(77) == "entity 77"


def test_a_world_that_is_too_fast_is_shown_all_the_same_with_its_newest_events():
    looking = Looking(world_of(1))
    looking.run(1)
    looking.world.run(ticks=500)
    heard = looking.hear()
    assert [type(each) for each in heard] == [Lost, Past]
    model = looking.model
    assert (model.tick, model.is_settled) == (501, True)
    ticks = [each.tick for each in model.followed.happenings]
    assert ticks == sorted(ticks)
    assert set(ticks) == {1, *range(482, 502)}
    assert model.followed.moment().active == {0, looking.world.entities[1].mind.active()[0]}


def test_a_hello_that_comes_again_begins_again_with_the_same_agent():
    looking = Looking(world_of(3), wanted="Walker 1", limit=40)
    looking.ask(looking.model.move(1))
    looking.world.run(ticks=300)
    assert any(isinstance(each, Hello) for each in looking.hear())
    assert (looking.model.followed.id, looking.model.tick, looking.model.is_settled) == (2, 300, True)


def test_how_the_world_is_driven_is_told():
    looking = Looking(world_of(1))
    looking.model.take(State(paused=True, speed=2.0, ended=True))
    assert (looking.model.paused, looking.model.speed, looking.model.ended) == (True, 2.0, True)


def test_a_world_without_agents_has_nothing_to_ask():
    model = Looking(World()).model
    assert (model.followed, model.is_settled, model.listed(), model.move(1)) == (None, True, [], [])
