"""The one agent that is looked at closely: what runs in it, its data, and what happened to it last. Pure."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gumption.core.outline import Outline
from gumption.core.picture import Moment
from gumption.core.plain import PlainData
from gumption.inspect.doing import Doing, Standing
from gumption.inspect.paths import Paths
from gumption.why import Happening
from gumption.world.fields import is_same

KEPT: Final = 200
"""How many of the last events are kept."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the agent's, and when it got its value."""

    value: PlainData
    tick: int
    time: float
    before: PlainData = None
    changed: bool = False
    """Whether another value was known before."""


class Followed:
    """What is known of the agent.

    Args:
        id: of the entity.
        outline: of its mind.
    """

    def __init__(self, id: int, outline: Outline) -> None:  # noqa: A002 - the field's name
        self.id: Final = id
        self.outline: Final = outline
        self._paths = Paths(outline)
        self._doing = Doing(self._paths.always)
        self.fields: Final[dict[str, Field]] = {}
        self.happenings: Final[deque[Happening]] = deque(maxlen=KEPT)
        self.unheard: tuple[int, int] | None = None
        """Two tick borders: what happened between them was not told, and can be asked for. None: nothing is known."""

    def stand(self, standing: Standing, tick: int, time: float) -> None:
        """It is told how it stands: this counts, whatever was known before."""
        self._doing = Doing(
            self._paths.always,
            entered=list(standing.entered),
            paused=set(standing.paused),
            results=dict(standing.results),
            checks=standing.checks,
            plan=standing.plan,
            problem=standing.problem,
            last=standing.last,
        )
        self.tell(standing.data, tick, time)
        self.unheard = self.unheard or (-1, tick)

    def hear(self, happening: Happening) -> None:
        """The next event."""
        self.happenings.append(happening)
        self._doing = self._doing.step(happening.event, happening.tick)

    def recall(self, before: "Followed") -> None:
        """The same agent while nobody listened: what happened to it, and since when its data are what they are."""
        first, to = self.unheard or (0, 0)
        known = [*(each for each in before.happenings if first < each.tick <= to), *self.happenings]
        self.happenings.clear()
        self.happenings.extend(sorted(known, key=lambda each: each.tick))
        for name, field in before.fields.items():
            own = self.fields.get(name)
            if own is not None and not own.changed and is_same(own.value, field.value):
                self.fields[name] = field

    def tell(self, fields: Mapping[str, PlainData], tick: int, time: float) -> None:
        """Fields that have changed."""
        for name, value in fields.items():
            known = self.fields.get(name)
            if known is None:
                self.fields[name] = Field(value, tick, time)
            elif not is_same(known.value, value):
                self.fields[name] = Field(value, tick, time, known.value, changed=True)

    @property
    def problem(self) -> str | None:
        """What its mind failed with last, or why there was no plan."""
        return self._doing.problem

    @property
    def goal(self) -> str | None:
        """What its plan is for; None: it has none."""
        return None if self._doing.plan is None else self._doing.plan.goal

    @property
    def tip(self) -> int:
        """The innermost node that runs, or that ended last."""
        return self._paths.tip(self._doing) or 0

    def moment(self) -> Moment:
        """How its mind stands, as pictures show it."""
        standing = self._doing.standing()
        plan = standing.plan
        return Moment(
            standing.results,
            frozenset(self._paths.running(self._doing)),
            standing.paused,
            {} if plan is None else {plan.node: plan.steps},
        )
