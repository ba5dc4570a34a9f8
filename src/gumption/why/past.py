"""What is remembered of one agent."""

from collections import deque
from collections.abc import Hashable, Sequence
from typing import Final

from gumption.core.trace import Entered, Exited, PlanFound, Resumed, Switched
from gumption.why.case import Happening

KEPT: Final = 64
"""How many events are remembered, unless told otherwise, besides what made happen what still goes on."""
_CAUSES: Final = 8
"""How many events before a beginning, in its tick, are kept for as long as what began goes on."""


class Past:
    """The newest happenings; and of older ones those that began what still goes on, with what led to that.

    Args:
        events: how many are kept.
    """

    def __init__(self, events: int = KEPT) -> None:
        self._newest: deque[Happening] = deque(maxlen=max(events, _CAUSES))
        self._pinned: dict[Hashable, tuple[Happening, ...]] = {}

    def add(self, happening: Happening) -> None:
        """Remember another one."""
        self._newest.append(happening)
        event = happening.event
        if isinstance(event, (Entered, Resumed)):
            self._pin(event.node, happening.tick)
        elif isinstance(event, Exited):
            self._pinned.pop(event.node, None)
        elif isinstance(event, PlanFound):
            self._pin(("plan", event.node), happening.tick)
        elif isinstance(event, Switched):
            self._pin(("switch", event.selector), happening.tick)

    def _pin(self, key: Hashable, tick: int) -> None:
        recent = list(self._newest)[-_CAUSES:]
        self._pinned.pop(key, None)  # the order is that of the last beginnings
        self._pinned[key] = tuple(each for each in recent if each.tick == tick)

    def all(self) -> Sequence[Happening]:
        """The newest last."""
        newest = {id(each) for each in self._newest}
        older: dict[int, Happening] = {}
        for pinned in self._pinned.values():
            older.update((id(each), each) for each in pinned if id(each) not in newest)
        return [*sorted(older.values(), key=lambda each: each.tick), *self._newest]
