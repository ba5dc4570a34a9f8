"""A planning task as plain data: numbered fields, tests, writes. No name that a user gave matters any more."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from gumption.goap.formula import INT64_LIMIT

FINITE: Final = 0
"""Kind of a field that holds an index: of a boolean, or of an enumeration's value."""
INTEGER: Final = 1
"""Kind of a field that holds an integer of 64 bits; numbers with decimals too, counted in units of 10^-k."""
REAL: Final = 2
"""Kind of a field that holds a double."""

AT_LEAST_ZERO: Final = 0
ABOVE_ZERO: Final = 1
IS_ZERO: Final = 2
IS_NOT_ZERO: Final = 3

NOT_USABLE: Final = -1
"""In place of a cost in units: the action must not be used."""
AS_IN_TABLE: Final = -2
"""In place of a cost in units: it is the one of the task."""

INT64_MIN: Final = -INT64_LIMIT
INT64_MAX: Final = INT64_LIMIT - 1


@dataclass(frozen=True, slots=True)
class Field:
    """One place in a state."""

    name: str
    kind: int
    """FINITE, INTEGER or REAL."""
    size: int = 0
    """FINITE: how many indexes there are. Else 0."""
    low: int | float | None = None
    high: int | float | None = None
    """Least and greatest value, both allowed; None: no bound. An action that would leave them cannot be applied."""


@dataclass(frozen=True, slots=True)
class Linear:
    """constant + the sum of weight * field."""

    constant: int | float
    terms: tuple[tuple[int, int | float], ...] = ()
    """(field, weight), by field, each field once, no weight 0."""
    real: bool = False
    """Whether it is computed in doubles. If not, all is integer: fields, weights and constant."""


@dataclass(frozen=True, slots=True)
class Among:
    """The index in a FINITE field is one of these."""

    field: int
    allowed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Same:
    """Two FINITE fields hold the same index, or (equal=False) they do not."""

    field: int
    other: int
    equal: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """A linear expression against zero."""

    relation: int
    """AT_LEAST_ZERO, ABOVE_ZERO, IS_ZERO or IS_NOT_ZERO."""
    linear: Linear


@dataclass(frozen=True, slots=True)
class Put:
    """field := value, which is of the field's kind: an index, an int, a float."""

    field: int
    value: int | float


@dataclass(frozen=True, slots=True)
class Copy:
    """field := other field, both FINITE with the same meaning of indexes."""

    field: int
    other: int


@dataclass(frozen=True, slots=True)
class Assign:
    """field := linear."""

    field: int
    linear: Linear


@dataclass(frozen=True, slots=True)
class Multiply:
    """field := field * linear."""

    field: int
    linear: Linear


Test: TypeAlias = Among | Same | Compare
Write: TypeAlias = Put | Copy | Assign | Multiply


@dataclass(frozen=True, slots=True)
class Group:
    """Writes that happen if all tests hold in the old state. All writes of an action read the old state.

    Two groups that may happen together write one field both only if all these writes add (Assign of the field itself,
    with weight 1, plus something), and then the differences add up; or if all put the same value.
    """

    tests: tuple[Test, ...]
    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class TaskAction:
    """An action by its number."""

    cost: Linear
    """In cost units. A real one is rounded to the nearest unit, halves to even."""
    tests: tuple[Test, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Everything but the start and the goal."""

    fields: tuple[Field, ...]
    actions: tuple[TaskAction, ...]
