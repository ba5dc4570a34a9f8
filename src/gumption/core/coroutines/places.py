"""Where a coroutine stands."""

import os
from typing import Any

_MAX_DEPTH = 100


def place_of_await(coroutine: Any) -> str:
    """`file:line` of the user's await that a coroutine is suspended at; "" where it is not."""
    place = ""
    for _ in range(_MAX_DEPTH):
        frame = getattr(coroutine, "cr_frame", None)
        if frame is None:
            break
        if not _is_own(frame.f_code.co_filename):
            place = f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        coroutine = coroutine.cr_await
    return place


def _is_own(path: str) -> bool:
    return os.path.dirname(path) == os.path.dirname(__file__)
