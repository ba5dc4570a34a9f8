"""How a mind stands at a tick border: what its picture shows beside the shape."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

Result = tuple[str, int]
"""What something came to, as the value of a Status or an ExitReason; and the number of the tick it dates from."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All by ids in the mind's outline; what is not known is left out."""

    results: Mapping[int, Result] = field(default_factory=dict[int, Result])
    """The last result of each node."""
    active: Collection[int] = ()
    """What runs: see `Mind.active`."""
    paused: Collection[int] = ()
    """States beneath another one (rule F7)."""
    plans: Mapping[int, Sequence[int]] = field(default_factory=dict[int, Sequence[int]])
    """Planner -> the steps of its plan, in order."""

    def with_inner(self, node: int, inner: "Moment") -> "Moment":
        """This, and what is known of the mind that the node holds; what runs in it is known already."""
        first = node + 1
        plans = {first + planner: [first + step for step in steps] for planner, steps in inner.plans.items()}
        return Moment(
            {**self.results, **{first + each: result for each, result in inner.results.items()}},
            self.active,
            {*self.paused, *(first + each for each in inner.paused)},
            {**self.plans, **plans},
        )

    def turns(self) -> dict[int, list[int]]:
        """Each step of a plan, and whose turns in it are its own: 1 is the first."""
        turns: dict[int, list[int]] = {}
        for steps in self.plans.values():
            for number, step in enumerate(steps, 1):
                turns.setdefault(step, []).append(number)
        return turns


NOTHING: Final = Moment()
"""A definition has no state."""
