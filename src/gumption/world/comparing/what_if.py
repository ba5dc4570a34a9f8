"""What if? A world runs on as it is, and once more with something changed; then it is as it was."""

import contextlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gumption.core.numeric import is_integer
from gumption.core.plain import PlainData
from gumption.errors import GumptionError, MindError, UsageError, brief
from gumption.world.comparing.changing import set_fields
from gumption.world.comparing.comparison import Comparison
from gumption.world.comparing.difference import Difference
from gumption.world.comparing.runs import Runs
from gumption.world.fields import simple_fields
from gumption.world.lines import LineMaker, TickLine
from gumption.world.world import World

Change = Mapping[str, PlainData] | Callable[[World], object]
"""Fields as `changing.set_fields` takes them, or a function that does something to the world."""


@dataclass(frozen=True)
class Outcome:
    """What one of the runs came to."""

    tick: int
    """The number of its last tick."""
    fields: Mapping[int, Mapping[str, PlainData]]
    """The agents' simple fields then, by the ids of their entities."""
    error: GumptionError | None
    """What ended the run too early."""


@dataclass(frozen=True)
class WhatIf:
    """Both runs, and where they part."""

    differences: tuple[Difference, ...]
    """Where each agent departs first; in front the one that was the first to do so."""
    as_it_is: Outcome
    changed: Outcome

    @property
    def difference(self) -> Difference | None:
        """Where the changed run departs from the other one; None: nowhere."""
        return self.differences[0] if self.differences else None


def what_if(world: World, change: Change, ticks: int, *, data: bool = False) -> WhatIf:
    """Run the world on as it is, restore it, change it, and run it on again. It is left as it was.

    Whoever traces the world is told nothing of this.

    Args:
        world: between two ticks.
        change: what to change, such as `{"Bob.thirst": 9}`; or a function that is given the world and changes it.
        ticks: how many to run, 1 or more.
        data: also compare the agents' fields. What was changed is a difference by itself then.

    Raises:
        UsageError: the change cannot be made, or `ticks` is below 1.
        SnapshotError: the world holds something that cannot be saved.
        BusyError: called from inside a tick.
    """
    if not is_integer(ticks, 1):
        raise UsageError(f"a world cannot run on for {brief(ticks)} ticks", remedy="give an integer from 1 on")
    moment = world.snapshot()
    with world.unheard():
        try:
            lines, as_it_is = _run(world, None, ticks, data=data)
            with contextlib.suppress(MindError):  # clean-up of what did not happen
                world.restore(moment)
            other_lines, changed = _run(world, change, ticks, data=data)
        finally:
            with contextlib.suppress(MindError):
                world.restore(moment)
    return WhatIf(tuple(Runs(Comparison(data=data)).differences(lines, other_lines)), as_it_is, changed)


def _run(world: World, change: Change | None, ticks: int, *, data: bool) -> tuple[list[TickLine], Outcome]:
    lines: list[TickLine] = []
    maker = LineMaker(world, lines.append, data=data)
    lines.append(TickLine(world.clock.ticks, math.nan, [], entities=maker.entities, outlines=maker.outlines))
    error: GumptionError | None = None
    try:
        if callable(change):
            change(world)
        elif change is not None:
            set_fields(world, change)
        try:
            world.run(ticks=ticks)
        except GumptionError as failure:  # a mind failed: this is how the run ends
            error = failure
    finally:
        maker.stop()
    fields = {number: simple_fields(entity.agent) for number, entity in world.entities.items()}
    return lines, Outcome(world.clock.ticks, fields, error)
