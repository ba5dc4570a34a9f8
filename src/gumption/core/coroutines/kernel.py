"""What steps coroutines, in one of two forms with the same results: a native one, and its reference in Python.

The native one serves where it was compiled. Where it is not there, nothing but the speed changes, so nobody is warned.
The environment variable GUMPTION_KERNEL says which of the two is wanted, "native" or "reference", before the first
import; it is meant for tests.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from gumption.core.coroutines import reference
from gumption.errors import UsageError, brief

VARIABLE: Final = "GUMPTION_KERNEL"


def native() -> Any:
    """The native module, or None where the reference is to serve.

    Raises:
        UsageError: the environment variable asks for what is not there.
    """
    wanted = os.environ.get(VARIABLE) or None
    if wanted == "reference":
        return None
    if wanted not in (None, "native"):
        raise UsageError(
            f"there is no kernel {brief(wanted)}",
            where=f"environment variable {VARIABLE}",
            remedy='say "native" or "reference"',
        )
    try:
        return import_module("gumption.core._native")
    except ImportError as error:
        if wanted is not None:
            raise UsageError(
                f"the native kernel cannot be loaded: {error}",
                where=f"environment variable {VARIABLE}",
                remedy='install gumption on this machine anew, or say "reference": slower, with the same results',
            ) from error
        return None


if TYPE_CHECKING:
    from gumption.core.coroutines.reference import NEXT_TICK, Scope, Steps, Task, Trap, sleep
else:
    _module = native() or reference
    NEXT_TICK, Scope, Steps, Task, Trap, sleep = (
        _module.NEXT_TICK,
        _module.Scope,
        _module.Steps,
        _module.Task,
        _module.Trap,
        _module.sleep,
    )

__all__ = ["NEXT_TICK", "VARIABLE", "Scope", "Steps", "Task", "Trap", "native", "sleep"]
