"""What a planner says of what it does: which step of which plan, and how the plan before ended (rule Y5)."""

import re
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gumption import World
from gumption.goap import Action, Domain, Goal, Planner, Provider, add, at_least
from gumption.scenarios import ambush, woodcutter
from gumption.status import Status
from tests.why.asked import Asked, check_words


class Life(Provider[Any]):
    """Knows what the agent knows."""

    def world_state(self, agent: Any) -> dict[str, Any]:
        return {"wood": agent.wood, "sharp": agent.sharp, "fed": agent.fed}


def chop(agent: Any) -> Status:
    agent.wood += 1
    if agent.slips:
        agent.slips -= 1
        return Status.FAILURE
    return Status.SUCCESS


def eat(agent: Any) -> None:
    agent.fed = True


DOMAIN: Domain[Any] = Domain(
    [
        Action("chop", preconditions={"sharp": True}, effects={"wood": add(1)}, perform=chop, duration=1.0),
        Action("eat", effects={"fed": True}, perform=eat, duration=1.0),
    ],
    goals=[Goal("stock up", {"wood": at_least(3)}), Goal("be fed", {"fed": True}, priority=5.0)],
)


def logger(**fields: Any) -> Asked:
    agent = SimpleNamespace(**{"name": "Ada", "wood": 0, "sharp": True, "fed": True, "slips": 0} | fields)
    return Asked(Planner(DOMAIN, Life(), name="logger"), agent)


def test_steps_that_come_twice_are_told_apart() -> None:
    """Y5: by what began since the plan was found."""
    ada, told = logger(), []
    for _ in range(6):
        reason = ada.tick().reason()
        told.append((reason.because[0].rpartition("is ")[2], list(reason.changes)))
    assert told[0] == ("step 1 of 3 of the plan for “stock up”", ["then comes chop"])
    assert [text for text, _ in told if "step 3" in text]
    assert next(changes for text, changes in told if "step 3" in text) == ["with it the plan is done"]


def test_what_waits_on_top_of_a_step_is_of_that_step() -> None:
    """Y5, G7."""
    told = logger().tick().reason()
    assert (told.name, told.because) == ("wait", ["chop is step 1 of 3 of the plan for “stock up”"])


def test_no_plan() -> None:
    """Y5: of which goal, since when, and why."""
    told = logger(sharp=False).tick().reason()
    assert told.name == "idle"
    ((goal, because),) = [(each.name, each.because) for each in told.passed_over]
    assert goal == "“stock up”"
    assert because.startswith("no plan in tick 1: no sequence of actions")
    assert "'chop' needs sharp" in because


def test_a_plan_that_was_given_up_for_another() -> None:
    """Y5: it is the reason of the next."""
    ada = logger().tick(2)
    told = ada.tick(fed=False).reason()
    assert told.because == [
        "eat is step 1 of 1 of the plan for “be fed”",
        "the plan before was given up at chop: 'be fed' is more urgent",
    ]


def test_a_plan_that_has_come_to_its_end() -> None:
    """Y5."""
    told = logger(wood=2).tick(6).reason()
    assert (told.name, told.because) == ("idle", ["“stock up” was reached"])


def test_a_step_that_failed() -> None:
    """Y5, G8: and is left out for a while."""
    told = logger(slips=1).tick(2).reason()
    assert (told.name, told.because) == ("idle", ["the plan before was given up at chop: it failed"])
    assert [each.name for each in told.passed_over] == ["“stock up”"]


def test_without_memory_the_plan_itself_is_known() -> None:
    """Y7: not which of equal steps it is, and not the goal."""
    (told,) = logger().tick().mind.why().reasons
    assert (told.because, told.since) == (["chop is a step of its plan"], None)
    (told,) = logger(fed=False).tick().mind.why().reasons
    assert told.because == ["eat is step 1 of 1 of its plan"]


@pytest.mark.parametrize("scenario", [woodcutter, ambush])
def test_the_step_is_the_one_that_the_mind_is_at(scenario: ModuleType) -> None:
    """Y5: of whole villages, tick by tick."""
    world, seen = World(seed=2), 0
    scenario.build(world)
    world.remember(events=1)
    for _ in range(120):
        world.tick()
        for entity in world.entities.values():
            mind: Any = entity.mind
            if getattr(mind, "goal", None) is None:
                continue
            answer = world.why(entity)
            check_words(answer)
            found = re.search(r"step (\d+) of (\d+) of the plan for “(.*)”", answer.reasons[0].because[0])
            assert found is not None, answer
            assert int(found[2]) - int(found[1]) + 1 == len(mind.steps), answer
            assert found[3] == mind.goal.name
            seen += 1
    assert seen > 100
