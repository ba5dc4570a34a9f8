"""How an agent lives by plans: sense, choose a goal, plan, perform (rules G6 to G9)."""

# General layout
#   planner   the definition
#   provider  what it asks its user, and tells him
#   mind      a planner bound to one agent
#   states    the states of the machine that runs it
#   pursuit   the plan, how far it has come, what rests
#   thinking  choosing a goal, and a search, a tick's share at a time
#   stepping  one step: take aim, walk, wait, carry out
#   aiming    what it is done to, and that it is for this agent alone
#   asking    calling functions of the user's
#   looking   does the plan still hold, while a step is under way
#   context   what functions that carry out an action get
#   standing  the pursuit as plain data
#   targets   the target of a step as plain data

from gumption.goap.acting.mind import PlannerMind
from gumption.goap.acting.planner import Planner
from gumption.goap.acting.provider import Provider

__all__ = ["Planner", "PlannerMind", "Provider"]
