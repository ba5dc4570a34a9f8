"""Faults of definitions that building them does not refuse: what never happens, what never ends, what nobody hears."""

# General layout
#   check       the face: one definition, or all of a game
#   finding     what is found, and the codes
#   parts       all definitions inside each other, each once
#
# What is looked for
#   machines    states that nothing leads to, or that change to each other for ever
#   trees       conditions and branches of behaviour trees
#   branches    what a branch asks before it does anything
#   selectors   checks of nodes that check and run
#   planners    facts, and actions that nothing needs
#   reaching    actions and goals that are out of reach
#   facts       what a provider tells
#   messages    kinds that nobody takes
#   answers     what a taker does with other kinds
#   loops       loops without an end
#
# What it is found out with
#   conditions  what holds never, always, or only if something else does
#   worlds      the states that conditions can tell apart
#   values      the values of one attribute, one for each piece of its range
#   source      the user's code as syntax trees

from gumption.checking.check import check, check_all
from gumption.checking.finding import CODES, Code, Finding, Severity

__all__ = ["CODES", "Code", "Finding", "Severity", "check", "check_all"]
