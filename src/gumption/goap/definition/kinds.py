"""Of what kind each name of a domain is: declared, or inferred from all that is said of it (rule G1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal, TypeAlias, cast

from gumption.errors import brief
from gumption.goap.definition.report import Report, shown
from gumption.goap.formula import INT64_LIMIT

Sort: TypeAlias = Literal["boolean", "integer", "real", "enumeration"]

DECLARATIONS: Final = "bool, int, float, str, a range such as range(0, 21), a list of values, or an Enum class"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a name may hold."""

    sort: Sort
    low: int | None = None
    high: int | None = None
    """Of an integer: least and greatest value; None: no bound."""
    values: tuple[str | Enum | None, ...] = ()
    """Of an enumeration: those that are known, in the order of their indexes."""
    spare: int = 0
    """Of an enumeration: how many values that no one named one state can hold in the names that are compared with or
    copied to this one. They get the indexes behind the known ones. 0: other values are refused."""
    link: int = -1
    """Of an enumeration: names of the same link number share their indexes."""
    indexes: Mapping[object, int] = field(init=False, repr=False, compare=False)
    """Of an enumeration: the index of each known value."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "indexes", {value: index for index, value in enumerate(self.values)})

    @property
    def size(self) -> int:
        """How many indexes there are."""
        return 2 if self.sort == "boolean" else len(self.values) + self.spare

    def __str__(self) -> str:
        if self.sort == "boolean":
            return "True or False"
        if self.sort == "integer":
            if self.low is None and self.high is None:
                return "an integer"
            return f"an integer from {self.low} to {self.high}"
        if self.sort == "real":
            return "a number"
        if self.spare:
            return "a string, an enumeration's member or None"
        return f"one of {', '.join(map(shown, self.values))}"


BOOLEAN: Final = Kind("boolean")
INTEGER: Final = Kind("integer")
REAL: Final = Kind("real")
OPEN: Final = Kind("enumeration", spare=1)


def read_declarations(names: object, report: Report) -> dict[str, Kind]:
    """The kinds that `names=` declares."""
    if not isinstance(names, Mapping):
        report.error("goap-declaration", "names", f"{brief(names)} is not a mapping", f"give name -> {DECLARATIONS}")
        return {}
    declared: dict[str, Kind] = {}
    for name, declaration in cast("Mapping[object, object]", names).items():
        if not isinstance(name, str) or not name:
            report.error("goap-declaration", "names", f"{brief(name)} is not a name", "give strings that are not empty")
            continue
        kind = _read_declaration(declaration, f"names[{name!r}]", report)
        if kind is not None:
            declared[name] = kind
    return declared


def _read_declaration(declaration: object, where: str, report: Report) -> Kind | None:
    shown = brief(declaration)
    simple: dict[Any, Kind] = {bool: BOOLEAN, int: INTEGER, float: REAL, str: OPEN}
    if isinstance(declaration, type):
        if declaration in simple:
            return simple[declaration]
        if issubclass(declaration, Enum):
            return _read_values(list(declaration), where, report)
    if isinstance(declaration, range):
        if declaration.step != 1 or not declaration:
            problem, remedy = f"{declaration!r} holds no numbers", "give range(low, high + 1)"
            if declaration:
                problem = f"{declaration!r} leaves numbers out"
            report.error("goap-declaration", where, problem, remedy)
            return None
        if declaration[0] < -INT64_LIMIT or declaration[-1] >= INT64_LIMIT:
            report.error("goap-declaration", where, "its numbers have more than 64 bits", "give smaller ones")
            return None
        return Kind("integer", declaration[0], declaration[-1])
    if isinstance(declaration, Sequence) and not isinstance(declaration, (str, bytes)):
        return _read_values(cast("Sequence[object]", declaration), where, report)
    report.error("goap-declaration", where, f"{shown} declares no kind", f"give {DECLARATIONS}")
    return None


def _read_values(values: Sequence[object], where: str, report: Report) -> Kind | None:
    bad = [value for value in values if not is_enumerable(value)]
    if bad or not values:
        problem = f"{brief(bad[0])} cannot be a value of an enumeration" if bad else "there are no values"
        remedy = "give strings, members of enumerations, or None; for integers give a range"
        report.error("goap-declaration", where, problem, remedy)
        return None
    known = cast("tuple[str | Enum | None, ...]", tuple(dict.fromkeys(values)))
    if len(known) != len(values):
        report.error("goap-declaration", where, "two of its values are equal", "name each value once")
        return None
    return Kind("enumeration", values=known)


def is_enumerable(value: object) -> bool:
    """Whether `value` can be the value of an enumeration."""
    return value is None or isinstance(value, (str, Enum))
