"""Where a coroutine stands."""

import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gumption.core.coroutines.task import Task

_MAX_DEPTH: Final = 100
_HERE: Final = os.path.dirname(__file__)


def place_of_await(coroutine: Any) -> str:
    """`file:line` of the user's await that a coroutine is suspended at; "" where it is not."""
    place = ""
    for _ in range(_MAX_DEPTH):
        frame = getattr(coroutine, "cr_frame", None)
        if frame is None:
            break
        if os.path.dirname(frame.f_code.co_filename) != _HERE:
            place = f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        coroutine = coroutine.cr_await
    return place


def place_of(task: "Task") -> str:
    """`file:line` of the user's await that a task stands at; its parent's where its own code is not the user's."""
    place = place_of_await(task.coroutine)
    while not place and task.group is not None:
        task = task.group.parent
        place = place_of_await(task.coroutine)
    return place
