"""Where a coroutine stands."""

import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gumption.core.coroutines.kernel import Task

_MAX_DEPTH: Final = 100
_HERE: Final = os.path.dirname(__file__)
_PYTHON: Final = os.path.dirname(os.__file__) + os.sep


def place_of_await(coroutine: Any) -> str:
    """`file:line` of the user's await that a coroutine is suspended at; "" where it is not."""
    place = ""
    for _ in range(_MAX_DEPTH):
        frame = getattr(coroutine, "cr_frame", None)
        if frame is None:
            break
        path = frame.f_code.co_filename
        if os.path.dirname(path) != _HERE and not (place and _is_library(path)):
            place = f"{os.path.basename(path)}:{frame.f_lineno}"
        coroutine = coroutine.cr_await
    return place


def _is_library(path: str) -> bool:
    """Whether code is Python's own, asyncio's say, or installed: the user's await stands before it."""
    return path.startswith(_PYTHON) or f"{os.sep}site-packages{os.sep}" in path


def place_of(task: "Task") -> str:
    """`file:line` of the user's await that a task stands at; its parent's where its own code is not the user's."""
    place = place_of_await(task.coroutine)
    while not place and task.group is not None:
        task = task.group.parent
        place = place_of_await(task.coroutine)
    return place
