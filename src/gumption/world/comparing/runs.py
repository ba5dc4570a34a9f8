"""Two whole runs side by side: from how they began to the end of one of them."""

import math
from collections.abc import Iterable, Iterator

from gumption.world.comparing.cast import show
from gumption.world.comparing.comparison import Comparison
from gumption.world.comparing.difference import Difference
from gumption.world.lines import TickLine, is_tick


def first_difference(ones: Iterable[TickLine], others: Iterable[TickLine]) -> Difference | None:
    """Where two runs part; None: they are the same.

    Args:
        ones: the lines of a run, as `RecordingReader.lines` gives them: the first says how it began.
        others: those of the other one.
    """
    return next(Runs(Comparison()).differences(ones, others), None)


class Runs:
    """Two runs, compared along their ticks.

    Args:
        comparison: a fresh one; it counts.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.last = 0
        """The last tick of the first run, once it has ended."""
        self.other_last = 0
        """That of the second."""

    def differences(
        self, ones: Iterable[TickLine], others: Iterable[TickLine], *, start: int = 0
    ) -> Iterator[Difference]:
        """Where the runs part, and then where each other agent differs first. Ticks of one number are compared.

        Args:
            ones: the lines of the first run; the first one says how it began.
            others: those of the second.
            start: the tick to begin with.
        """
        told: set[object] = set()
        for difference in self._differences(iter(ones), iter(others), start):
            key = difference.what if difference.agent is None else difference.agent
            if key not in told:
                told.add(key)
                yield difference

    def _differences(self, ones: Iterator[TickLine], others: Iterator[TickLine], start: int) -> Iterator[Difference]:
        one, other = next(ones), next(others)
        self.comparison.skip(one, other)
        border = max(one.tick, other.tick, start - 1)
        self.last, self.other_last = one.tick, other.tick
        fresh = True
        for mine, theirs in _aligned(ones, others):
            tick = (mine or theirs or one).tick
            if tick <= border:
                self.comparison.skip(mine, theirs)
            else:
                if fresh and (is_tick(mine) == is_tick(theirs) or self.last == self.other_last):
                    yield from self.comparison.begin(tick - 1)
                    fresh = False
                if is_tick(mine) != is_tick(theirs):
                    ends = (None, self.other_last) if is_tick(mine) else (self.last, None)
                    tick = min(self.last, self.other_last)
                    yield Difference(tick, "end", None, None, None, "end", ends, words=(show(ends[0]), show(ends[1])))
                    return
                yield from self.comparison.compare(mine or _nothing(tick), theirs or _nothing(tick))
            self.last = tick if is_tick(mine) else self.last
            self.other_last = tick if is_tick(theirs) else self.other_last
        if fresh and border >= start:
            yield from self.comparison.begin(border)


def _nothing(tick: int) -> TickLine:
    return TickLine(tick, math.nan, [])


def _aligned(ones: Iterator[TickLine], others: Iterator[TickLine]) -> Iterator[tuple[TickLine | None, TickLine | None]]:
    """Lines of the same tick; None where a run has none."""
    one, other = next(ones, None), next(others, None)
    while one is not None or other is not None:
        mine = one if other is None or (one is not None and one.tick <= other.tick) else None
        theirs = other if one is None or (other is not None and other.tick <= one.tick) else None
        yield mine, theirs
        if mine is not None:
            one = next(ones, None)
        if theirs is not None:
            other = next(others, None)
