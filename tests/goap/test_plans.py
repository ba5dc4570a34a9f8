"""Plans as sequences, what they know of themselves, and what is said where there is none."""

import copy
import inspect

import pytest

from gumption.errors import PlanError, UsageError
from gumption.goap import Action, Budget, Domain, Goal, NoPlan, Plan, add, at_least, at_most
from tests.goap.engines import ENGINES

START = {"axe_available": True, "has_axe": False, "wood": 0}
STOCK = Goal("stock up", {"wood": at_least(3)})


def woodcutter(engine="reference", unit=1):
    return Domain(
        [
            Action("get axe", cost=2 * unit, preconditions={"axe_available": True}, effects={"has_axe": True}),
            Action("chop", cost=4 * unit, preconditions={"has_axe": True}, effects={"wood": add(1)}),
            Action("gather branches", cost=8 * unit, effects={"wood": add(1)}),
        ],
        engine=engine,
    )


@pytest.fixture(params=ENGINES)
def domain(request):
    return woodcutter(request.param)


def test_a_plan_is_a_sequence_of_the_domains_own_actions(domain):
    plan = domain.plan(START, STOCK)
    get_axe, chop, _ = domain.actions
    assert isinstance(plan, Plan)
    assert list(plan) == [get_axe, chop, chop, chop]
    assert plan.actions == (get_axe, chop, chop, chop)
    assert (len(plan), plan[0], plan[-1], plan[1:3]) == (4, get_axe, chop, (chop, chop))
    assert plan.count(chop) == 3
    assert plan.index(chop) == 1
    with pytest.raises(IndexError):
        plan[4]


def test_a_plan_knows_its_cost_goal_start_and_states(domain):
    plan = domain.plan(START, STOCK)
    assert (plan.cost, plan.steps, plan.lower_bound, plan.gap, plan.reason) == (14, 4, 14, 0.0, "cheapest")
    assert type(plan.cost) is int
    assert plan.goal is STOCK
    assert dict(plan.start) == START
    assert [state["wood"] for state in plan.states] == [0, 0, 1, 2, 3]
    assert [state["has_axe"] for state in plan.states] == [False, True, True, True, True]
    assert plan.states is plan.states
    assert plan.stats.engine == domain.engine.name
    assert plan.stats.expansions > 0


def test_costs_with_decimals_are_told_in_the_users_own_measure():
    plan = woodcutter(unit=0.25).plan(START, STOCK)
    assert plan.cost == 3.5
    assert type(plan.cost) is float


def test_the_empty_plan_is_true(domain):
    """G4: it is a plan, and no plan is something else."""
    plan = domain.plan({**START, "wood": 3}, STOCK)
    assert isinstance(plan, Plan)
    assert plan
    assert (len(plan), plan.cost, plan.gap, str(plan)) == (0, 0, 0.0, "nothing to do: cost 0")
    assert len(plan.states) == 1


def test_a_plan_says_what_it_is():
    plan = woodcutter().plan(START, STOCK)
    assert str(plan) == "get axe, chop, chop, chop: cost 14"
    assert repr(plan) == "<plan for 'stock up': get axe, chop, chop, chop: cost 14>"
    unnamed = woodcutter().plan(START, {"wood": at_least(1), "has_axe": True})
    assert repr(unnamed) == "<plan for wood at least 1 and has_axe: get axe, chop: cost 6>"


def test_a_plan_within_a_weight_says_so(domain):
    """G4: at most twice the least, and the gap is what may be saved."""
    plan = domain.plan(START, {"wood": at_least(30)}, weight=2.0)
    assert 122 <= plan.cost <= 244
    assert plan.lower_bound <= 122
    assert plan.gap == (plan.cost - plan.lower_bound) / plan.cost
    assert plan.reason in ("weight", "cheapest")


def test_a_goal_out_of_reach_is_explained(domain):
    """G5: the conditions that cannot come true, and the precondition at the bottom of it."""
    answer = domain.plan({**START, "axe_available": False}, {"wood": at_least(3), "has_axe": True})
    assert isinstance(answer, NoPlan)
    assert not answer
    assert answer.reason == "unreachable"
    assert answer.unreachable == ("has_axe",)
    assert [(each.action, each.condition) for each in answer.because] == [("get axe", "axe_available")]
    assert str(answer) == (
        "no plan for wood at least 3 and has_axe: no sequence of actions can make it true that has_axe, "
        "because 'get axe' needs axe_available"
    )
    assert answer.partial is None
    assert answer.lower_bound is None
    with pytest.raises(UsageError, match="nothing left to search"):
        answer.resume()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_space_without_the_goal_is_exhausted(engine):
    """G5: left or right, not both."""
    left = Action("go left", effects={"left": True, "right": False})
    right = Action("go right", effects={"right": True, "left": False})
    answer = Domain([left, right], engine=engine).plan({}, {"left": True, "right": True})
    assert answer.reason == "exhausted"
    assert answer.unreachable == ()
    assert str(answer) == "no plan for left and right: all 3 states within reach were searched"


def test_a_spent_budget_gives_what_is_nearest_and_goes_on(domain):
    """G5."""
    answer = domain.plan(START, {"wood": at_least(40)}, budget=Budget(expansions=3), heuristic="blind")
    assert isinstance(answer, NoPlan)
    assert answer.reason == "budget"
    assert answer.stats.expansions == 3
    assert 0 <= answer.lower_bound <= 162
    assert answer.partial.reason == "partial"
    with pytest.raises(PlanError, match="the goal does not hold at the end"):
        answer.partial.validate()
    again = answer.resume(Budget(expansions=4))
    assert isinstance(again, NoPlan)
    assert again.stats.expansions == 7
    plan = again.resume()
    assert (plan.cost, plan.reason) == (162, "cheapest")
    assert list(plan) == list(domain.plan(START, {"wood": at_least(40)}))


def test_a_partial_plan_has_the_cost_of_its_own_actions():
    answer = woodcutter().plan(START, {"wood": at_least(40)}, budget=Budget(expansions=5))
    partial = answer.partial
    assert partial.cost == 2 + 4 * (partial.steps - 1)
    assert partial.gap == 0.0
    assert "the goal is not reached" in str(partial)
    assert "5 expansions" in str(answer)


def test_a_proof_beats_a_spent_budget():
    """G5: with wood without end, the axe is still out of reach."""
    answer = woodcutter().plan(
        {**START, "axe_available": False}, {"has_axe": True, "wood": at_most(5)}, budget=Budget(expansions=1)
    )
    assert answer.reason == "unreachable"


@pytest.mark.parametrize(
    "bounds",
    [
        {"expansions": 0},
        {"expansions": 1.5},
        {"expansions": True},
        {"bytes": -1},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": "1"},
    ],
)
def test_a_budget_of_nothing_is_refused(bounds):
    with pytest.raises(UsageError, match="above 0"):
        Budget(**bounds)


def test_a_copied_agent_shares_what_all_agents_share():
    chop = Action("chop", effects={"wood": add(1)})
    goal = Goal("wood", {"wood": at_least(2)})
    domain = Domain([chop], [goal])
    plan = domain.plan({"wood": 0}, goal)
    agent = {"domain": domain, "plan": plan, "goal": goal, "action": chop, "start": plan.start, "list": [chop]}
    agent["answer"] = domain.plan({"wood": 0}, {"wood": -1})
    copied = copy.deepcopy(agent)
    assert [name for name in agent if copied[name] is not agent[name]] == ["list"]
    assert copied["list"][0] is chop


def test_the_signature_of_an_action_can_be_read():
    assert "object at" not in str(inspect.signature(Action))
    assert "effects: " in str(inspect.signature(Action))
