"""What is remembered of one agent."""

import itertools
from collections import deque
from collections.abc import Hashable, Sequence
from typing import Final

from gumption.core.trace import Entered, Exited, PlanFound, Resumed, Said, Switched
from gumption.why.case import Happening

KEPT: Final = 64
"""How many events are remembered, unless told otherwise, besides what made happen what still goes on."""
_CAUSES: Final = 8
"""How many events before a beginning, in its tick, are kept for as long as what began goes on."""

_Numbered = tuple[int, Happening]


class Past:
    """The newest happenings; and of older ones those that began what still goes on, with what led to that.

    Args:
        events: how many are kept.
    """

    def __init__(self, events: int = KEPT) -> None:
        self._count = 0
        self._newest: deque[_Numbered] = deque(maxlen=max(events, _CAUSES))
        self._pinned: dict[Hashable, list[_Numbered]] = {}
        self._plans: dict[int, PlanFound] = {}
        """The last one of each planner."""

    def add(self, happening: Happening) -> None:
        """Remember another one."""
        self._count += 1
        self._newest.append((self._count, happening))
        event = happening.event
        if isinstance(event, (Entered, Resumed)):
            self._pin(event.node, happening.tick)
            if self._plans and isinstance(event, Entered):
                self._note_step(event.node)
        elif isinstance(event, Exited):
            self._pinned.pop(event.node, None)
        elif isinstance(event, PlanFound):
            self._plans[event.node] = event
            self._pin(("plan", event.node), happening.tick)
        elif isinstance(event, Switched):
            self._pin(("switch", event.selector), happening.tick)
        elif isinstance(event, Said):
            self._note_words(happening)

    def all(self) -> Sequence[Happening]:
        """The newest last."""
        numbered = dict(self._newest)
        for pinned in self._pinned.values():
            numbered.update(pinned)
        return [numbered[number] for number in sorted(numbered)]

    def _pin(self, key: Hashable, tick: int) -> None:
        recent = [each for each in itertools.islice(reversed(self._newest), _CAUSES) if each[1].tick == tick]
        self._pinned.pop(key, None)  # the order is that of the last beginnings
        self._pinned[key] = recent[::-1]

    def _note_step(self, node: int) -> None:
        """How far a plan has come is told by the steps that began."""
        for planner, plan in self._plans.items():
            if node in plan.steps:
                self._pinned[("plan", planner)].append(self._newest[-1])

    def _note_words(self, happening: Happening) -> None:
        """The first words behind a beginning belong to it."""
        if self._pinned:
            last = next(reversed(self._pinned.values()))
            if last[-1][1].tick == happening.tick and not isinstance(last[-1][1].event, Said):
                last.append(self._newest[-1])
