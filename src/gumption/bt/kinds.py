"""What is true of each kind of node: one table, which the layout, the compiler and the checks read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from gumption.bt import outcomes as may
from gumption.bt.node import F, R, S
from gumption.status import Status


class Place(Enum):
    """What a place of the run record holds."""

    NODE = "node"
    """Id of the node that runs in a region, 0 for none."""
    COUNT = "count"
    TIME = "time"
    """Seconds on the context's clock, or None."""
    STATUS = "status"
    """A status, or None."""
    STATUSES = "statuses"
    """A list with the status of each child that has finished, None for the others; or None."""
    ORDER = "order"
    """A list with the index of each child, in the order of their turns; or None."""
    ITEMS = "items"
    """A list of the user's plain data; or None."""
    MEMORY = "memory"
    """A dictionary of the user's plain data; or None."""
    RUN = "run"
    """An `Underway`; or None. In saved games its checkpoint and its mail."""
    NOTHING = "nothing"
    """None in saved games."""

    @property
    def blank(self) -> Any:
        """What it holds at first."""
        return 0 if self in (Place.NODE, Place.COUNT) else None


@dataclass(frozen=True)
class Kind:
    """A row of the table."""

    outcomes: may.Rule
    """What a tick of it may come to."""
    many: bool = False
    """It has children, as many as one likes, but at least one."""
    go: Status | None = None
    """It ticks one child after another: the result that leads to the next one; the opposite one ends it."""
    reactive: bool = False
    """It begins at its first child at every tick."""
    testable: bool = False
    """It is but a boolean expression if all its children are."""
    needs: str = ""
    """The role of the function that it cannot do without."""
    rests: bool = False
    """It may be what runs, without a child that does."""
    called: bool = False
    """It is called, and calls its children, instead of being written out (`bt.groups`)."""
    regional: bool = False
    """Several of its children may run at once, so that each is a region of its own."""
    places: Mapping[str, Place] = field(default_factory=dict[str, Place])
    """What it keeps in the run record."""

    @property
    def stop(self) -> Status | None:
        """The result of a child that ends it."""
        return None if self.go is None else F if self.go is S else S


_DUE: Final = {"due": Place.TIME}
_COUNT: Final = {"count": Place.COUNT}
_ORDER: Final = {"order": Place.ORDER}
_STATUSES: Final = {"statuses": Place.STATUSES}
_passes, _fails_too = may.mapped({}), may.mapped({}, F)
_sequence, _selector = may.chain(S, F), may.chain(F, S)


def _in_order(rule: may.Rule, go: Status, **more: Any) -> Kind:
    return Kind(rule, many=True, go=go, **more)


def _drawn(go: Status, stop: Status) -> Kind:
    return Kind(may.any_order(go, stop), many=True, go=go, called=True, places=_ORDER)


KINDS: Final[Mapping[str, Kind]] = {
    # Leaves
    "condition": Kind(may.given(S, F), needs="check", testable=True),
    "action": Kind(may.anything, needs="run", rests=True),
    "do": Kind(may.given(S), needs="run"),
    "wait": Kind(may.given(S, R), rests=True, places=_DUE),
    "always": Kind(may.constant, rests=True, testable=True),
    "mind": Kind(may.anything, rests=True),
    "of a mind": Kind(may.anything),
    # Composites
    "sequence": _in_order(_sequence, S, testable=True),
    "selector": _in_order(_selector, F, testable=True),
    "reactive_sequence": _in_order(_sequence, S, testable=True, reactive=True),
    "reactive_selector": _in_order(_selector, F, testable=True, reactive=True),
    "sequence_with_memory": _in_order(_sequence, S, places={"position": Place.COUNT}),
    "random_selector": _drawn(F, S),
    "random_sequence": _drawn(S, F),
    "weighted_selector": _drawn(F, S),
    "utility_selector": _drawn(F, S),
    "parallel": Kind(may.together, many=True, rests=True, called=True, regional=True, places=_STATUSES),
    "eager_sequence": Kind(may.together, many=True, rests=True, called=True, regional=True, places=_STATUSES),
    "custom": Kind(may.anything, rests=True, called=True, regional=True, places={"memory": Place.MEMORY}),
    "if_then_else": Kind(may.branches),
    "while_do_else": Kind(may.branches),
    "switch": Kind(may.switch, many=True, needs="key"),
    # Decorators
    "subtree": Kind(_passes, testable=True),
    "invert": Kind(may.mapped({S: (F,), F: (S,)}), testable=True),
    "force_success": Kind(may.mapped({F: (S,)}), testable=True),
    "force_failure": Kind(may.mapped({S: (F,)}), testable=True),
    "retry": Kind(may.mapped({F: (F, R)}), rests=True, places=_COUNT),
    "repeat": Kind(may.counted, rests=True, places=_COUNT),
    "repeat_until_failure": Kind(may.mapped({S: (R,), F: (S,)}), rests=True),
    "repeat_until_success": Kind(may.mapped({F: (R,)}), rests=True),
    "timeout": Kind(_fails_too, places=_DUE),
    "delay": Kind(may.mapped({}, R), rests=True, places=_DUE),
    "cooldown": Kind(_fails_too, places={"until": Place.TIME}),
    "run_once": Kind(may.once, places={"latch": Place.STATUS}),
    "limit": Kind(_fails_too, places=_COUNT),
    "probability": Kind(_fails_too),
    "precondition": Kind(_fails_too, needs="check"),
    "guard": Kind(_fails_too, needs="check"),
    "service": Kind(_passes, needs="run"),
    "for_each": Kind(
        may.mapped({}, S, R), needs="items", rests=True, places={"items": Place.ITEMS, "index": Place.COUNT}
    ),
}
"""Kind -> its row. Each has an emitter besides, in `bt.compile`; but for "of a mind": nodes of the mind that a
`mind` holds have their places among the tree's, and no code there."""
