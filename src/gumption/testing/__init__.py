"""For tests: of minds, by their users, and of engines, by whoever writes one. Needs no test framework."""

# General layout
#   recorder   an agent that writes down what its mind calls
#   contract   rules C1 to C8, as functions that any engine's tests call
#   example    what the contract wants to know of a definition; a run of it
#   resume     goes on from a saved moment in a process of its own

from gumption.core.clock import ManualClock
from gumption.testing.contract import CONTRACT, check_contract
from gumption.testing.example import Example
from gumption.testing.recorder import CallRecorder

__all__ = ["CONTRACT", "CallRecorder", "Example", "ManualClock", "check_contract"]
