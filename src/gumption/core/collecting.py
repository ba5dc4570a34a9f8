"""Makes much at once without looking through it for garbage."""

import contextlib
import gc
from collections.abc import Generator


@contextlib.contextmanager
def without_collecting() -> Generator[None]:
    """Hold the garbage collector up: where all that is made is kept, it takes as long as to make it, and finds nothing.

    The collector is one for the whole program; it is as it was afterwards.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
