"""gumption: minds for game characters, robots and simulated people.

Definitions are built once and shared; `bind` gives an agent its mind; `tick` runs it.
"""

# General layout (imports point only to lower rows)
#   cli, scenarios     the program, and the stories it can run
#   inspect, formats   a live page in the browser; files of other programs (both on use)
#   testing            for tests of minds and of engines: call recorder, contract suite
#   checking           faults of definitions that building them does not refuse
#   world              entities, clock, messages, pacing, recordings, saved games
#   goap               planning; a planner's mind is run by a state machine
#   fsm, bt, flow      state machines, behaviour trees, nodes that check and run
#   why                why an agent does what it does
#   core               mind protocol, minds inside minds, context, clock, random stream, trace, outline, snapshot
#   status, errors

from gumption import bt, errors, flow, fsm, goap
from gumption.core import (
    Context,
    Definition,
    FixedStepClock,
    ManualClock,
    Message,
    Mind,
    Outline,
    RandomStream,
    Snapshot,
)
from gumption.core.expression import Expression, F
from gumption.errors import GumptionError
from gumption.status import ExitReason, Status
from gumption.world import Entity, World

__version__ = "0.1.0"

__all__ = [
    "Context",
    "Definition",
    "Entity",
    "ExitReason",
    "Expression",
    "F",
    "FixedStepClock",
    "GumptionError",
    "ManualClock",
    "Message",
    "Mind",
    "Outline",
    "RandomStream",
    "Snapshot",
    "Status",
    "World",
    "bt",
    "errors",
    "flow",
    "fsm",
    "goap",
]
