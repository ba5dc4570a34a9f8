"""What steps coroutines, in Python: the reference of the native kernel, and what serves where that is not there."""

# General layout
#   traps   what coroutines await
#   tasks   coroutines, and the scopes that they are in
#   steps   the order in which they are stepped

from gumption.core.coroutines.reference.steps import Steps
from gumption.core.coroutines.reference.tasks import OVER, Scope, Task
from gumption.core.coroutines.reference.traps import FOREVER, NEXT_TICK, Trap, sleep

__all__ = ["FOREVER", "NEXT_TICK", "OVER", "Scope", "Steps", "Task", "Trap", "sleep"]
