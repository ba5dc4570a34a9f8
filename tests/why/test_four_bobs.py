"""The four Bobs, asked at every tick of a minute: each claim against what has happened (rules Y1 to Y6)."""

import re
from typing import Any

import pytest

from gumption import World
from gumption.core.trace import Entered, Event, Exited, Paused, Received, Resumed, Switched
from gumption.scenarios import westworld
from gumption.why import Reason, Why
from tests.why.asked import check_words, claims

_SAYS = re.compile(r"(?P<field>\w+) (?P<how>==|>=|>) (?P<limit>'\w+'|\d+) (?P<said>holds|does not hold)(?= |$)")
_COMPARE: dict[str, Any] = {
    "==": lambda one, other: one == other,
    ">=": lambda one, other: one >= other,
    ">": lambda one, other: one > other,
}


class Told:
    """What the trace has told of each, tick by tick."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.events: dict[int, list[tuple[int, Event]]] = {}
        world.trace(self)

    def __call__(self, event: Event) -> None:
        entity = getattr(event, "entity", None)
        if entity is not None:
            self.events.setdefault(entity, []).append((self.world.clock.ticks, event))

    def of(self, entity: int, tick: int, kinds: Any) -> list[Any]:
        return [event for when, event in self.events[entity] if when == tick and isinstance(event, kinds)]


@pytest.fixture(scope="module")
def minute() -> tuple[Told, list[Why]]:
    """Everybody's answers in sixty ticks, with what holds checked on the spot."""
    world = World()
    westworld.build(world, mind="all")
    told, answers = Told(world), []
    world.remember()
    for _ in range(60):
        world.tick()
        for entity in world.entities.values():
            answer = world.why(entity)
            check_words(answer)
            answers.append(answer)
            for reason in answer.reasons:
                for claim in claims(reason):
                    _check_now(claim, entity.agent)
    return told, answers


def _check_now(claim: str, agent: Any) -> None:
    for found in _SAYS.finditer(claim):
        limit = found["limit"].strip("'") if "'" in found["limit"] else int(found["limit"])
        holds = _COMPARE[found["how"]](getattr(agent, found["field"]), limit)
        if "(" not in claim[: found.start()]:  # else it is a part of a longer condition
            assert holds is (found["said"] == "holds"), claim


def reasons(minute: tuple[Told, list[Why]], mind: str) -> list[tuple[Why, Reason]]:
    return [(why, each) for why in minute[1] for each in why.reasons if each.mind == mind]


def test_states_began_and_came_from_where_they_say(minute: tuple[Told, list[Why]]) -> None:
    """Y1, Y3: of Bob's machine and the four Elsas'."""
    told, checked = minute[0], 0
    for why, reason in [*reasons(minute, "machine miner"), *reasons(minute, "machine wife")]:
        assert reason.since is not None
        began = told.of(why.entity, reason.since, (Entered, Resumed))
        assert reason.node in [event.node for event in began]
        outline = told.world.entities[why.entity].mind.describe()
        left = {outline[event.node].name for event in told.of(why.entity, reason.since, (Exited, Paused))}
        heard = {event.kind for event in told.of(why.entity, reason.since, Received)}
        for because in reason.because:
            before, message = re.match(r"(\w+) was (left|laid)", because), re.match(r"“(.*?)” came from", because)
            assert before is None or before[1] in left
            assert message is None or message[1] in heard
            checked += before is not None or message is not None
    assert checked > 60


def test_trees_tell_the_leaf_that_they_came_to(minute: tuple[Told, list[Why]]) -> None:
    """Y1, Y4: in the tick in which they did."""
    found = reasons(minute, "tree miner")
    assert len(found) == 60
    assert all(reason.result == "success" and reason.since == why.tick for why, reason in found)
    names = {reason.name.rpartition(" › ")[2] for _, reason in found}
    assert names >= {"dig on", "go to the bank", "go to the saloon", "sleep", "come_home"}
    assert all(each.otherwise for _, reason in found for each in reason.passed_over if "does not hold" in each.because)


def test_selectors_had_turned_to_the_node(minute: tuple[Told, list[Why]]) -> None:
    """Y6."""
    found = reasons(minute, "selector miner")
    assert len(found) == 60
    for why, reason in found:
        turns = [
            event for when, event in minute[0].events[why.entity] if isinstance(event, Switched) and when <= why.tick
        ]
        assert turns[-1].node == reason.node
        assert [each.node for each in reason.passed_over] == [node for node, answer in turns[-1].answers if not answer]


def test_plans_are_told_within_the_machine_that_holds_the_planner(minute: tuple[Told, list[Why]]) -> None:
    """Y1, Y5: each mind inside another one has a reason of its own."""
    found = reasons(minute, "planner miner")
    assert len(found) == 60
    assert all(reason.inside == 0 and why.reasons[0].mind == "machine planning miner" for why, reason in found)
    assert sum("of the plan for “" in reason.because[0] for _, reason in found) > 50
