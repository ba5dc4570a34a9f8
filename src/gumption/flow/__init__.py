"""Check and run: a list of nodes, each a check and a coroutine; the first whose check holds runs (rules W1 to W10)."""

# General layout
#   node      what users derive from: a check and a coroutine
#   selector  the definition: nodes in the order of their priority
#   check     what may be wrong with a definition
#   mind      a selector bound to one agent
#   pulse     its usual tick, native or in Python: nothing is due, or the same node goes on
#   rounds    when it asks the checks, and how nodes get their turns by that
#   choice    which node is to run: a pure function of what the checks say
#   turn      one run of one node
#   body      what is stepped in it: a coroutine, or a mind
#   resting   nodes that may not run now
#   standing  the running state as plain data
#   aio       the same on an asyncio event loop, in real time; imported only where it is wanted
#
# What coroutines await lives in gumption.core.coroutines, since trees have coroutines too.

from gumption.core.coroutines.awaitables import Event, gather, message, next_tick, race, sleep, until
from gumption.core.coroutines.context import RunContext
from gumption.core.coroutines.scope import Cancelled, shield, timeout
from gumption.flow.mind import SelectorMind
from gumption.flow.node import Node, node
from gumption.flow.selector import Selector

__all__ = [
    "Cancelled",
    "Event",
    "Node",
    "RunContext",
    "Selector",
    "SelectorMind",
    "gather",
    "message",
    "next_tick",
    "node",
    "race",
    "shield",
    "sleep",
    "timeout",
    "until",
]
