"""Bars on standard error for what takes long, if a person is watching; they go away in the end."""

import contextlib
import time
from collections.abc import Callable, Generator
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gumption.world import World

_PATIENCE: Final = 0.5
"""Wall seconds before a bar appears."""
_OFTEN: Final = 64
"""Ticks from one look at the clock to the next."""


@contextlib.contextmanager
def progress(what: str, *, quiet: bool = False) -> Generator[Callable[[float], None] | None]:
    """Show how far something is.

    Args:
        what: is being done: a word or two.
        quiet: show nothing, as where data for other programs are asked for.

    Yields:
        What is to be told how much of it is done, from 0 to 1; None if nobody is watching.
    """
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=1.0)
    due = time.monotonic() + _PATIENCE

    def tell(done: float) -> None:
        if not bar.live.is_started and time.monotonic() >= due:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield tell
    finally:
        bar.stop()


@contextlib.contextmanager
def running(world: World, ticks: int | None, seconds: float | None) -> Generator[Callable[[], None] | None]:
    """Show how far a run is.

    Args:
        world: that runs.
        ticks: after which it ends; None: `seconds` says.
        seconds: of the world's clock, after which it ends.

    Yields:
        What is to be called before each tick; None if nobody is watching.
    """
    clock, begun, total = world.clock, world.clock.now, float(seconds or 1.0)
    if ticks is not None:
        begun, total = clock.ticks, max(ticks, 1)
    with progress("running") as tell:
        if tell is None:
            yield None
            return

        def look() -> None:
            if clock.ticks % _OFTEN == 0:
                tell(((clock.now if ticks is None else clock.ticks) - begun) / total)

        yield look
