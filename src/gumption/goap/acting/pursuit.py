"""What a planner's mind is about: the plan, how far it has come, what rests and for how long."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, final

from gumption.goap.action import Agent

if TYPE_CHECKING:
    from gumption.goap.acting.planner import Planner
    from gumption.goap.acting.thinking import Thinking
    from gumption.goap.engines.step import Number
    from gumption.goap.goal import Goal
    from gumption.goap.kernels import Kernels
    from gumption.goap.state import State


@final
@dataclass(slots=True)
class Pursuit(Generic[Agent]):
    """The running state of one agent's planner, beside the states of its machine."""

    cooling: dict[int, float] = field(default_factory=dict[int, float])
    """Action -> when it may begin again, in seconds. Outlasts halts."""
    rests: dict[int, float] = field(default_factory=dict[int, float])
    """Action that has failed -> until when planning leaves it out."""
    goals_rest: dict[str, float] = field(default_factory=dict[str, float])
    """Name of a goal without a plan -> until when it takes over from no other one."""
    retry: float = -math.inf
    """When to look for a plan again, though nothing has changed."""
    failed_on: "State | None" = None
    """The state in which there was no plan."""
    thought: bool = False
    """It did a share of a search in this tick, and no deed since: it does not do another one."""
    fresh: bool = True
    """No state has executed since the mind began."""
    thinking: "Thinking[Agent] | None" = None
    """A search that is under way."""

    goal: "Goal[Agent] | None" = None
    """What the plan is for; None: there is no plan."""
    path: tuple[int, ...] = ()
    """The plan: positions in `domain.actions`."""
    at: int = 0
    """The step that is under way."""
    kernels: "Kernels | None" = None
    """What of the plan still has to be."""
    arrived: bool = False
    """The agent is within reach of the step's target, or need not be."""
    begins: float | None = None
    """When the step begins: it has arrived, and its action does not cool any more. None: not before it has arrived."""
    ready: float | None = None
    """When the step may be carried out: its duration has passed since it began. None: not before it has arrived."""
    before: "tuple[Number, ...] | None" = None
    """The encoded state in which it began to be carried out; None: it did not yet."""
    foreseen: "tuple[Number, ...] | None" = None
    """The encoded state that the step under way is to lead to; None: no number can hold it."""
    believed: frozenset[int] = frozenset()
    """Positions of the names that the provider does not tell of, and that are true as the plan foresaw it."""
    robbed: bool = False
    """Its target was reserved for another one when a saved game was restored."""
    wish: str | None = None
    """Why a hook that is under way wants the plan to be given up; None: it does not."""

    last: "State | None" = None
    """The state that was looked at last."""
    seen: object = None
    """What of that state the plan depends on."""
    quiet: "tuple[Number, ...] | None" = None
    """As long as the encoded state is this one, there is nothing to look at closer; None: there may be."""
    next_look: float = -math.inf
    """When to look again, in seconds."""

    def begin_tick(self) -> None:
        """A state is about to execute, as one does once a tick."""
        self.thought = self.thought and self.fresh  # in its first tick a state is entered before one executes
        self.fresh = False

    def drop_plan(self) -> None:
        """There is no plan any more, and nothing that could be better than it."""
        self.goal, self.path, self.at, self.kernels = None, (), 0, None
        self.seen = self.thinking = self.wish = self.foreseen = self.quiet = None
        self.believed = frozenset()

    def with_beliefs(self, values: "tuple[Number, ...]") -> "tuple[Number, ...]":
        """A sensed state, and what is believed of the names that nobody tells of."""
        if not self.believed:
            return values
        merged = list(values)
        for position in self.believed:
            merged[position] = 1
        return tuple(merged)

    def believe(self, untold: "Collection[int]", *, done: bool) -> None:
        """Believe of names that nobody tells of what the step under way was to make of them, if it was done."""
        if done and self.foreseen is not None:
            self.believed = frozenset(position for position in untold if self.foreseen[position])
        elif self.believed:
            self.believed = self.believed.intersection(untold)

    def drop_step(self) -> None:
        """No step is under way."""
        self.arrived, self.robbed = False, False
        self.begins = self.ready = self.before = None

    def be_quiet(self, planner: "Planner[Agent]") -> None:
        """The last state has been looked at: is there anything else that may come up while it stays as it is?"""
        last = self.last
        settled = self.thinking is None and not self.believed and planner.steady
        self.quiet = last.encoded if settled and last is not None and last.encoding is planner.usual else None

    def at_rest(self, now: float) -> list[int]:
        """The actions that planning leaves out."""
        if not self.rests:
            return []
        self.rests = {action: until for action, until in self.rests.items() if until > now}
        return sorted(self.rests)


Continuation = Callable[[], None]
"""What is to be done when the agent has stopped walking or waiting."""
