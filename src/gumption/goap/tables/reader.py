"""Reads states: a generated function for the usual ones, and a thorough one for all others and for errors.

The generated function is Python source made of our own text and of names as literals. Whatever it does not expect, it
leaves to the thorough one: values of other types, values that no one named, decimals off the grid, missing numbers.
"""

import itertools
import linecache
import weakref
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeAlias, TypeGuard

from gumption.errors import UsageError, brief
from gumption.goap.definition.kinds import Kind, is_enumerable
from gumption.goap.definition.report import did_you_mean
from gumption.goap.formula import number
from gumption.goap.tables.encodings import Encoding
from gumption.goap.tables.linear import Frame, NotExactError, in_units
from gumption.goap.tables.task import INT64_MAX, INT64_MIN

Encoded: TypeAlias = tuple[int | float, ...]

_EXACT_DOUBLES: Final = 2**53
"""Integers up to here are doubles, too."""
_serial = itertools.count(1)  # tells source files of domains apart


class UnusualError(Exception):
    """The generated function leaves this state to the thorough one."""


class Reader:
    """Reads states into one encoding."""

    def __init__(self, encoding: Encoding, name: str) -> None:
        frame = encoding.frame
        lines = [f"        {_expression(key, number, frame)}," for key, number in frame.index.items()]
        self.source = _SOURCE.format(lines="\n".join(lines))
        self.filename = f"<gumption domain {ascii(name)[1:-1]} {next(_serial)} state reader>"
        names: dict[str, Any] = {
            "unusual": _unusual,
            "grid": _grid(frame),
            "double": _double,
            **{
                f"indexes_{position}": {value: index for index, value in enumerate(frame.kinds[key].values)}
                for key, position in frame.index.items()
                if frame.kinds[key].sort == "enumeration"
            },
        }
        exec(compile(self.source, self.filename, "exec"), names)  # noqa: S102 - made of our own text and of literals
        self.read: Callable[[Mapping[str, Any]], Encoded] = names["read"]
        """State -> encoded values, or some exception, if the state is not as usual."""
        linecache.cache[self.filename] = (len(self.source), None, self.source.splitlines(keepends=True), self.filename)
        weakref.finalize(self, linecache.cache.pop, self.filename, None)


_SOURCE: Final = """\
def read(state):
    get = state.get
    return (
{lines}
    )
"""


def _expression(name: str, position: int, frame: Frame) -> str:
    """Source of what the name's value is encoded to."""
    kind = frame.kinds[name]
    if kind.sort == "boolean":
        return f"1 if (v := get({name!r}, False)) is True else 0 if v is False else unusual()"
    if kind.sort == "enumeration":
        return f"indexes_{position}[state[{name!r}]]"
    if kind.sort == "integer":
        low = INT64_MIN if kind.low is None else kind.low
        high = INT64_MAX if kind.high is None else kind.high
        return f"v if type(v := state[{name!r}]) is int and {low} <= v <= {high} else unusual()"
    return f"{'double' if frame.decimals is None else 'grid'}(state[{name!r}])"


def _unusual() -> NoReturn:
    raise UnusualError


def _grid(frame: Frame) -> Callable[[Any], int]:
    units: int = 10 ** (frame.decimals or 0)
    largest = INT64_MAX // units

    def grid(value: float) -> int:
        if type(value) is int and -largest <= value <= largest:
            return value * units
        if type(value) is float:
            counted: int = round(value * units)
            if counted / units == value and -_EXACT_DOUBLES <= counted <= _EXACT_DOUBLES:
                return counted
        raise UnusualError

    return grid


def _double(value: Any) -> float:
    if type(value) is float and value - value == 0:
        return value + 0.0  # -0.0 becomes 0.0
    raise UnusualError


def read_thoroughly(
    state: object, encodings: tuple[Encoding, ...]
) -> tuple[Encoding, Encoded, Mapping[int, list[Any]] | None]:
    """A state in the first of the encodings that can hold it, with the values in it that no one named.

    Raises:
        UsageError: the state cannot be read; tells the name, the value, and what is expected.
    """
    if not _is_mapping(state):
        raise UsageError(
            f"{brief(state)} is not a mapping", doing="reading a state", remedy="give a dictionary: name -> value"
        )
    kinds = encodings[0].frame.kinds
    strangers: dict[int, list[Any]] = {}
    plain = {name: _plain(name, kind, state, strangers) for name, kind in kinds.items()}
    for encoding in encodings:
        try:
            encoded = tuple(_encode(value, name, encoding.frame) for name, value in plain.items())
        except NotExactError:
            continue
        return encoding, encoded, strangers or None
    raise AssertionError("doubles hold every number")


def _is_mapping(value: object) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(value, Mapping)


def _encode(value: Any, name: str, frame: Frame) -> int | float:
    if frame.kinds[name].sort != "real":
        whole: int = value
        return whole
    return float(value) + 0.0 if frame.decimals is None else in_units(value, frame.units(name))


def _plain(name: str, kind: Kind, state: Mapping[Any, Any], strangers: dict[int, list[Any]]) -> int | float:
    """The value of a name: an index, an integer, or a number."""
    try:
        value = state[name]
    except KeyError:
        if kind.sort == "boolean":
            return 0
        remedy = f"give {kind} for it"
        others = [key for key in state if key not in kind.values]
        remedy = did_you_mean(name, others, otherwise=remedy)
        raise UsageError(f"{name!r} is missing from the state", doing="reading a state", remedy=remedy) from None
    if kind.sort == "boolean":
        if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):  # of numpy, too
            return int(bool(value))
        raise _misfit(
            name, value, kind, "give a boolean" + (": value > 0, say" if isinstance(value, (int, float)) else "")
        )
    if kind.sort == "enumeration":
        return _index(name, value, kind, strangers)
    try:
        plain = number(value, "")
    except UsageError as error:
        raise _misfit(name, value, kind, error.remedy) from None
    if kind.sort == "real":
        return plain
    if plain != int(plain):
        remedy = f"declare it: Domain(..., names={{{name!r}: float}}); or round the value"
        raise _misfit(name, value, kind, remedy)
    whole = int(plain)
    if not (INT64_MIN if kind.low is None else kind.low) <= whole <= (INT64_MAX if kind.high is None else kind.high):
        raise _misfit(name, value, kind, "give a value within the range, or declare a wider one in names=")
    return whole


def _index(name: str, value: Any, kind: Kind, strangers: dict[int, list[Any]]) -> int:
    if not is_enumerable(value):
        raise _misfit(name, value, kind, "give a string, an enumeration's member or None")
    if value in kind.indexes:
        return kind.indexes[value]
    if not kind.spare:
        remedy = did_you_mean(value, kind.values, otherwise="give one of these, or declare more values in names=")
        raise _misfit(name, value, kind, remedy)
    others = strangers.setdefault(kind.link, [])
    if value not in others:
        others.append(value)
    return len(kind.values) + others.index(value)


def _misfit(name: str, value: object, kind: Kind, remedy: str) -> UsageError:
    return UsageError(f"{name!r} is {brief(value)}, not {kind}", doing="reading a state", remedy=remedy)
