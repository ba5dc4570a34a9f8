"""Planning: the cheapest sequence of actions that makes a goal true (rules G1 to G6)."""

# General layout
#   domain         the definition: checked, compiled, planned with
#   action         what an agent can do
#   goal           what is wanted
#   vocabulary     the words of conditions and effects
#   formula        value_of, and linear expressions of it
#   state          a state of the world, encoded once
#   plan           actions that lead to a goal, and what is known about how good they are
#   given          a plan of given actions
#   no_plan        why there is none
#   search         from a state and goals to a plan: goals by priority, searches in slices
#   kernels        what of a plan still has to be, while it is carried out
#   broken_off     what broke a search off
#   budget         how much work a planning may be
#   validate       carries a plan out, by code that the search has no part in
#   totals         what the steps of a plan come to
#   wording        what goals and actions are called in messages
#   asking         how functions of the agent are asked
#   reservations   who is going for what
#   definition     from what the user wrote to what is known to be right
#   tables         from that to tables of numbers
#   engines        what searches
#   acting         how an agent lives by plans: the planner's mind

from gumption.goap.acting.mind import PlannerMind
from gumption.goap.acting.planner import Planner
from gumption.goap.acting.provider import Provider
from gumption.goap.action import Action
from gumption.goap.budget import Budget
from gumption.goap.domain import Domain
from gumption.goap.goal import Goal
from gumption.goap.no_plan import NoPlan
from gumption.goap.plan import Plan
from gumption.goap.reservations import Reservations
from gumption.goap.search import Search
from gumption.goap.state import State
from gumption.goap.vocabulary import (
    above,
    add,
    at_least,
    at_most,
    below,
    between,
    is_not,
    one_of,
    scale,
    subtract,
    value_of,
    when,
)

__all__ = [
    "Action",
    "Budget",
    "Domain",
    "Goal",
    "NoPlan",
    "Plan",
    "Planner",
    "PlannerMind",
    "Provider",
    "Reservations",
    "Search",
    "State",
    "above",
    "add",
    "at_least",
    "at_most",
    "below",
    "between",
    "is_not",
    "one_of",
    "scale",
    "subtract",
    "value_of",
    "when",
]
