"""Planning: the cheapest sequence of actions that makes a goal true (rules G1 to G5)."""

# General layout
#   domain         the definition: checked, compiled, planned with
#   action         what an agent can do
#   goal           what is wanted
#   vocabulary     the words of conditions and effects
#   formula        value_of, and linear expressions of it
#   state          a state of the world, encoded once
#   plan           actions that lead to a goal, and what is known about how good they are
#   no_plan        why there is none
#   planner        from a state and goals to a plan: goals by priority, searches in slices
#   budget         how much work a planning may be
#   validate       carries a plan out, by code that the search has no part in
#   report         where faults of a definition are gathered
#   reading        from what the user wrote to pieces of known form
#   kinds          what a name may hold, and how that is declared
#   inference      what actions and goals tell about kinds
#   fitting        whether what is said of a name suits its kind
#   check          what is wrong with a domain or a goal
#   contradiction  whether tests can hold together
#   compile        from a domain to the tables that planners read
#   linear         linear expressions in exact integers, or in doubles
#   conditions     from conditions to tests
#   effects        from effects to writes
#   prices         costs in units
#   costs          what agents say of the costs and the use of actions
#   asking         how functions of the agent are asked
#   reader         reads states: a generated function, and a thorough one
#   task           the tables: a planning task as plain data
#   encode         the same as one array of integers, for the native planner
#   engine         which planner does the work: the native one or the reference
#   reference      the planner in Python
#   step           tests and writes on a state, for the reference and for plans
#   estimate       what a plan costs at least, for the reference
#   ways           how an action may help to make a test true
#   reach          what can be reached if nothing is ever lost
#   blocked        the preconditions that keep a goal out of reach

from gumption.goap.action import Action
from gumption.goap.budget import Budget
from gumption.goap.domain import Domain
from gumption.goap.goal import Goal
from gumption.goap.no_plan import NoPlan
from gumption.goap.plan import Plan
from gumption.goap.planner import Search
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
