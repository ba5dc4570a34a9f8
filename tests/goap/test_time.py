"""Plans for the least time, and how long a plan takes (rule G10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gumption.errors import MindError, PlanningError, UsageError
from gumption.goap import Action, Budget, Domain, Goal, NoPlan, add, at_least, value_of
from tests.goap.engines import ENGINES, properties

each_engine = pytest.mark.parametrize("engine", ENGINES)


class Walker:
    name = "Ann"

    def __init__(self, speed=1.0, strong=True):
        self.speed, self.strong, self.asked = speed, strong, 0

    def walk(self):
        self.asked += 1
        return 8 / self.speed


def travel(engine=None, **options):
    return Domain(
        [
            Action("walk", cost=0, duration=lambda agent: agent.walk(), effects={"there": True}),
            Action("board", cost=1, duration=0.5, effects={"aboard": True}),
            Action("ride", cost=3, duration=2.25, preconditions={"aboard": True}, effects={"there": True}),
            Action("fly", cost=9, is_usable=lambda agent: agent.strong, effects={"there": True}, duration=1),
        ],
        engine=engine,
        **options,
    )


@each_engine
@pytest.mark.parametrize(
    ("agent", "without", "actions", "time", "cost"),
    [
        (Walker(), (), ["fly"], 1, 9),
        (Walker(strong=False), (), ["board", "ride"], 2.75, 4),
        (Walker(strong=False, speed=4), (), ["walk"], 2, 0),
        (Walker(), ("fly", "ride"), ["walk"], 8, 0),
    ],
)
def test_the_plan_of_the_least_time(engine, agent, without, actions, time, cost):
    plan = travel(engine).plan({}, {"there": True}, agent=agent, objective="time", without=without)
    assert [each.name for each in plan] == actions
    assert (plan.objective, plan.time, plan.cost, plan.reason) == ("time", time, cost, "cheapest")
    assert (plan.lower_bound, plan.gap) == (time, 0.0)
    assert str(plan) == f"{', '.join(actions)}: {time:g} s"
    plan.validate()


def test_a_plan_for_the_least_cost_tells_its_time_and_asks_for_it_only_then():
    agent = Walker()
    plan = travel().plan({}, {"there": True}, agent=agent)
    assert ([each.name for each in plan], plan.cost, agent.asked) == (["walk"], 0, 0)
    assert (plan.objective, plan.time, agent.asked) == ("cost", 8.0, 1)


def test_the_time_of_a_plan_that_asked_no_one_about_costs_is_the_agents_all_the_same():
    domain = Domain([Action("walk", duration=lambda agent: agent.walk(), effects={"there": True})])
    assert domain.plan({}, {"there": True}, agent=Walker(speed=2)).time == 4.0
    with pytest.raises(UsageError, match="its duration is a question to the agent"):
        _ = domain.plan({}, {"there": True}).time
    with pytest.raises(UsageError, match="its duration is a question to the agent"):
        domain.plan({}, {"there": True}, objective="time")


def test_a_duration_is_asked_once_for_a_planning():
    agent = Walker()
    plan = travel().plan({}, {"there": True, "aboard": True}, agent=agent, objective="time")
    assert agent.asked == 1
    _ = plan.time
    assert agent.asked == 1


@each_engine
def test_ties_in_time_are_broken_as_ties_in_cost(engine):
    """Rule G4: fewer actions, then the order of declaration."""
    domain = Domain(
        [
            Action("a", duration=1, effects={"half": True}),
            Action("b", duration=1, preconditions={"half": True}, effects={"done": True}),
            Action("c", cost=7, duration=2, effects={"done": True}),
            Action("d", cost=5, duration=2, effects={"done": True}),
        ],
        engine=engine,
    )
    assert [each.name for each in domain.plan({}, {"done": True}, objective="time")] == ["c"]


@each_engine
def test_no_duration_is_no_time(engine):
    domain = Domain([Action("a", cost=5, effects={"done": True}), Action("b", effects={"done": True})], engine=engine)
    plan = domain.plan({}, {"done": True}, objective="time")
    assert ([each.name for each in plan], plan.time, plan.cost) == (["a"], 0.0, 5)


def test_durations_are_counted_in_millionths_of_a_second():
    domain = Domain([Action("a", duration=0.1, effects={"n": add(1)})])
    assert domain.plan({"n": 0}, {"n": 3}, objective="time").time == 0.3


@pytest.mark.parametrize(
    ("cooldown", "between", "time"),
    [(None, 0, 6.0), (0, 0, 6.0), (3, 0, 12.0), (3, 1, 12.0), (3, 5, 16.0)],
)
def test_a_step_waits_until_its_action_no_longer_cools(cooldown, between, time):
    """A shot of 2 s, three times; reloading in between where that takes time."""
    shoot = Action("shoot", duration=2, cooldown=cooldown, preconditions={"loaded": True},
                   effects={"hits": add(1), "loaded": False})  # fmt: skip
    load = Action("load", duration=between, effects={"loaded": True})
    domain = Domain([shoot, load])
    plan = domain.plan({"hits": 0, "loaded": True}, {"hits": 3})
    assert [each.name for each in plan] == ["shoot", "load", "shoot", "load", "shoot"]
    assert plan.time == time
    quick = domain.plan({"hits": 0, "loaded": True}, {"hits": 3}, objective="time")
    assert quick.lower_bound == 6 + 2 * between  # waits are no part of what is minimised
    assert quick.time == plan.time


@each_engine
def test_a_weight_bounds_the_time(engine):
    plan = travel(engine).plan({}, {"there": True}, agent=Walker(strong=False), objective="time", weight=2)
    assert plan.time <= 2 * 2.75


@each_engine
def test_goals_by_priority_and_slices_take_an_objective(engine):
    goals = [Goal("none", {"lost": True}, priority=2), Goal("there", {"there": True}, priority=1)]
    domain = travel(engine, names={"lost": bool})
    search = domain.search({}, goals, agent=Walker(strong=False), objective="time")
    while (answer := search.run(expansions=1)) is None:
        pass
    assert [each.name for each in answer] == ["board", "ride"]
    done = domain.plan({"there": True}, goals[1:], agent=Walker(), objective="time")
    assert (len(done), done.objective, done.time, done.cost, done.lower_bound) == (0, "time", 0.0, 0, 0)


@each_engine
def test_no_plan_tells_the_least_time(engine):
    domain = Domain([Action("wait", cost=9, duration=1.5, effects={"n": add(1)})], engine=engine)
    answer = domain.plan(
        {"n": 0}, {"n": at_least(40)}, objective="time", budget=Budget(expansions=4), heuristic="blind"
    )
    assert isinstance(answer, NoPlan)
    assert answer.lower_bound in (6.0, 7.5)  # after four steps, whether or not one more is known to be needed
    assert f"every plan takes at least {answer.lower_bound:g} s" in str(answer)
    assert answer.partial is not None
    assert (answer.partial.time, answer.partial.cost) == (1.5 * answer.partial.steps, 9 * answer.partial.steps)
    assert "takes less than" in str(answer.partial)
    assert answer.resume().time == 60


def test_what_is_no_objective_is_told():
    for goal in ({"there": True}, {"there": False}):
        with pytest.raises(UsageError, match="no objective 'speed'"):
            travel().plan({}, goal, agent=Walker(), objective="speed")


@pytest.mark.parametrize("answer", [-1, float("nan"), "long", None, True])
def test_a_duration_is_a_number_from_0_on(answer):
    domain = Domain([Action("walk", duration=lambda agent: answer, effects={"there": True})])
    with pytest.raises(UsageError, match="it returned") as caught:
        domain.plan({}, {"there": True}, agent=Walker(), objective="time")
    assert caught.value.where == "action 'walk'.duration"
    with pytest.raises(UsageError, match="it returned"):
        _ = domain.plan({}, {"there": True}, agent=Walker()).time


def test_an_error_in_a_duration_names_the_agent_and_the_action():
    domain = Domain([Action("walk", duration=lambda agent: 1 / 0, effects={"there": True})])
    with pytest.raises(MindError, match="ZeroDivisionError") as caught:
        domain.plan({}, {"there": True}, agent=Walker(), objective="time")
    assert "Ann, action 'walk'.duration" in caught.value.where


def test_what_takes_too_long_to_be_added_up_is_told():
    domain = Domain([Action("grow", duration=1e8, effects={"tall": True})])
    with pytest.raises(UsageError, match=r"its duration is 1e\+08 s"):
        domain.plan({}, {"tall": True}, objective="time")
    assert domain.plan({}, {"tall": True}).time == 1e8


@each_engine
def test_a_plan_that_takes_too_long_altogether_is_told(engine):
    domain = Domain([Action("grow", duration=3e6, effects={"n": add(1)})], names={"n": range(4)}, engine=engine)
    with pytest.raises(PlanningError, match=r"plans take too long from 'grow' on, which takes 3e\+06 s"):
        domain.plan({"n": 0}, {"n": 3}, objective="time")


def test_a_cost_below_zero_is_told_when_it_is_asked_for():
    domain = Domain([Action("sell", cost=value_of("price"), duration=1, effects={"sold": True})], names={"price": int})
    plan = domain.plan({"price": -1}, {"sold": True}, objective="time")
    assert (plan.time, str(plan)) == (1.0, "sell: 1 s")
    with pytest.raises(PlanningError, match="'sell' costs less than 0 there"):
        _ = plan.cost
    assert domain.plan({"price": 4}, {"sold": True}, objective="time").cost == 4


@each_engine
@properties
@given(data=st.data())
def test_time_is_to_durations_what_cost_is_to_costs(engine, data):
    """The plan for the least time is the plan for the least cost of a domain whose costs are the durations."""
    lengths = data.draw(st.lists(st.sampled_from([0, 0.5, 1, 2, 3.25]), min_size=6, max_size=6))
    needs = data.draw(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=6, max_size=6))
    gives = data.draw(st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=6, max_size=6))

    def domain(**role):
        return Domain(
            [
                Action(str(index), preconditions={needs[index]: True} if needs[index] else {},
                       effects={gives[index]: True}, **{key: of(index) for key, of in role.items()})
                for index in range(6)
            ],
            names=dict.fromkeys("abcd", bool),
            engine=engine,
        )  # fmt: skip

    timed = domain(duration=lambda index: lengths[index], cost=lambda index: index)
    priced = domain(cost=lambda index: lengths[index])
    one, other = timed.plan({}, {"d": True}, objective="time"), priced.plan({}, {"d": True})
    assert bool(one) == bool(other)
    if one:
        assert [each.name for each in one] == [each.name for each in other]
        assert (one.time, one.lower_bound) == (other.cost, other.lower_bound)
        assert one.cost == sum(int(each.name) for each in one)
        asked = domain(duration=lambda index: lambda agent: lengths[index], cost=lambda index: 1)
        assert asked.plan({}, {"d": True}, agent=object(), objective="time").time == one.time
