"""The stream of typed events that minds and worlds emit.

Order tells cause: what an agent did stands after the event that made it do so. A `Received` followed by an `Exited`
and an `Entered` of the same entity is a message that changed a state.

Events are plain records, not frozen ones: creating a frozen dataclass costs three times as much, and a trace makes
millions. Nobody may change one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, TypeAlias, get_args

from gumption.core.plain import PlainData
from gumption.status import ExitReason, Status

# What happens inside a mind. `entity` is the id of its entity, `node` the id in its outline: in that of the outermost
# mind, where minds lie inside each other.


@dataclass(slots=True)
class Entered:
    """A node began; its enter hook, if any, runs next."""

    entity: int
    node: int


@dataclass(slots=True)
class Executed:
    """A running node is about to do its work of this tick."""

    entity: int
    node: int


@dataclass(slots=True)
class Ticked:
    """A behaviour tree has had its tick, and came to the result of node 1."""

    entity: int
    tick: int
    results: Sequence[tuple[Status, int] | None]
    """For each node behind the tree's own: its last result and the tick it dates from; None if it was never ticked."""
    node: int = 0
    """The tree's own."""


@dataclass(slots=True)
class Exited:
    """A node ended; its exit hook, if any, runs next (unless it was its enter hook that raised)."""

    entity: int
    node: int
    reason: ExitReason


@dataclass(slots=True)
class Switched:
    """A selector goes over to another node; what was asked, and what was answered, says why."""

    entity: int
    node: int | None
    """The one that is to run; None: none."""
    answers: Sequence[tuple[int, bool | float]]
    """The nodes whose checks were asked, in order, and what they said."""
    selector: int = 0
    """The selector's own node."""


@dataclass(slots=True)
class PlanFound:
    """A planner has found a plan, and is about to carry it out."""

    entity: int
    goal: str
    steps: Sequence[int]
    """The nodes of its actions, in order."""
    cost: float
    node: int = 0
    """The planner's own."""


@dataclass(slots=True)
class PlanFailed:
    """A planner has looked for a plan, and there is none."""

    entity: int
    goal: str
    reason: str
    node: int = 0
    """The planner's own."""


@dataclass(slots=True)
class GoalReached:
    """What a planner wanted holds, by its doing or by others'."""

    entity: int
    goal: str
    node: int = 0
    """The planner's own."""


@dataclass(slots=True)
class PlanAborted:
    """A plan is given up while one of its actions is under way, or about to begin."""

    entity: int
    node: int
    """The action."""
    reason: str


@dataclass(slots=True)
class Paused:
    """A node stays under another one that was pushed on top of it (rule F7)."""

    entity: int
    node: int


@dataclass(slots=True)
class Resumed:
    """A paused node is on top again (rule F7)."""

    entity: int
    node: int


@dataclass(slots=True)
class Finished:
    """A state machine came to its own end, with every state exited."""

    entity: int
    status: Status
    node: int = 0
    """The machine's own."""


@dataclass(slots=True)
class Halted:
    """A mind is about to be stopped from outside."""

    entity: int
    reason: str
    node: int = 0
    """Its uppermost one."""


@dataclass(slots=True)
class Failed:
    """The user's code raised inside a mind."""

    entity: int
    node: int
    doing: str
    problem: str


@dataclass(slots=True)
class Seen:
    """A mind was looked at from outside, for those who do not know what it did before."""

    entity: int
    nodes: Sequence[int]
    """What `Mind.active` said: these run, and no others."""


@dataclass(slots=True)
class Said:
    """An agent's own words, for the story and the log."""

    entity: int
    text: str


# Messages.


@dataclass(slots=True)
class Sent:
    """A message was given to the world."""

    entity: int | None
    receiver: int
    kind: str
    data: PlainData
    delay: float
    outside: bool
    """Sent between ticks by the world's owner: an input, which a replay gives again."""


@dataclass(slots=True)
class Received:
    """A mind is about to be told a message."""

    entity: int
    sender: int | None
    kind: str
    data: PlainData


@dataclass(slots=True)
class Handled:
    """A node took the message that was received last."""

    entity: int
    node: int
    kind: str


@dataclass(slots=True)
class Unhandled:
    """No node took a message: none wanted it, or the mind is idle."""

    entity: int
    kind: str


@dataclass(slots=True)
class Undeliverable:
    """The receiver of a message is gone (rule F10)."""

    receiver: int
    kind: str


# What happens in a world.


@dataclass(slots=True)
class Added:
    """An entity came into the world."""

    entity: int
    name: str
    outside: bool
    """Added between ticks by the world's owner."""


@dataclass(slots=True)
class Removed:
    """An entity left the world."""

    entity: int
    outside: bool
    """Removed between ticks by the world's owner: an input, which a replay gives again."""


@dataclass(slots=True)
class Parked:
    """An entity's mind failed, and the world no longer ticks it (error policy "park")."""

    entity: int


@dataclass(slots=True)
class Unparked:
    """A parked entity is ticked again."""

    entity: int
    outside: bool
    """Asked for between ticks by the world's owner: an input, which a replay gives again."""


@dataclass(slots=True)
class TickEnded:
    """The tick border: everything of tick number `tick` has been told."""

    tick: int
    time: float
    """Seconds on the world's clock."""
    dt: float | None
    """Seconds that the tick took; None: the usual step."""


Event: TypeAlias = (
    Entered
    | Executed
    | Exited
    | Ticked
    | Switched
    | PlanFound
    | PlanFailed
    | GoalReached
    | PlanAborted
    | Paused
    | Resumed
    | Finished
    | Halted
    | Failed
    | Seen
    | Said
    | Sent
    | Received
    | Handled
    | Unhandled
    | Undeliverable
    | Added
    | Removed
    | Parked
    | Unparked
    | TickEnded
)

Tracer: TypeAlias = Callable[[Event], None]
"""Is called with each event as it happens. It must neither raise nor touch the minds."""


def entity_of(event: Event) -> int | None:
    """Whose event it is: the one that did it; None for what belongs to the world or comes from outside."""
    return getattr(event, "entity", None)


def moved(event: Event, by: int) -> Event | None:
    """An event of a mind inside another one, in the words of the outer one.

    Args:
        event: just made, and seen by nobody yet: it is changed in place.
        by: how far the ids of the inner mind's nodes lie further on in the outer one's outline.

    Returns:
        The event; None if the outer mind tells of that itself.
    """
    if isinstance(event, (Received, Unhandled)):
        return None
    if isinstance(event, Switched):
        event.selector += by
        event.node = None if event.node is None else event.node + by
        event.answers = [(node + by, answer) for node, answer in event.answers]
    elif isinstance(event, _IN_A_MIND):
        event.node += by
        if isinstance(event, PlanFound):
            event.steps = [step + by for step in event.steps]
    return event


def to_plain(event: Event) -> dict[str, PlainData]:
    """The event as a dictionary for JSON: its class name in lower case as `event`, then its fields."""
    if isinstance(event, Ticked):
        return {"event": "ticked", "entity": event.entity, "node": event.node, "results": _fresh(event)}
    if isinstance(event, Switched):
        answers: list[PlainData] = [list(answer) for answer in event.answers]
        own = {"entity": event.entity, "selector": event.selector}
        return {"event": "switched", **own, "node": event.node, "answers": answers}
    plain: dict[str, PlainData] = {"event": NAMES[type(event)]}
    for each in fields(event):
        value = getattr(event, each.name)
        plain[each.name] = value.value if isinstance(value, Enum) else value
    return plain


def _fresh(event: Ticked) -> list[PlainData]:
    """Only what this tick brought: pairs of node and status."""
    return [
        [node, result[0].value]
        for node, result in enumerate(event.results, event.node + 1)
        if result is not None and result[1] == event.tick
    ]


_IN_A_MIND: Final = (
    Entered,
    Executed,
    Exited,
    Ticked,
    PlanFound,
    PlanFailed,
    GoalReached,
    PlanAborted,
    Paused,
    Resumed,
    Finished,
    Halted,
    Failed,
    Handled,
)
"""Events with a `node` that is never None."""

NAMES: Final[dict[type, str]] = {kind: kind.__name__.lower() for kind in get_args(Event)}
"""What the plain form of each kind of event has as `event`."""
