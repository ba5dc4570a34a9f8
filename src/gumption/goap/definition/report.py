"""Where the faults of a definition are gathered, so that all of them are told at once."""

import difflib
from collections.abc import Iterable
from enum import Enum
from typing import Final

from gumption.errors import DefinitionError, Problem

ACTION: Final = "action {!r}"
GOAL: Final = "goal {!r}"


class Report:
    """Errors, which make a definition unusable, and warnings, which do not."""

    def __init__(self) -> None:
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []

    def error(self, code: str, where: str, problem: str, remedy: str) -> None:
        """Note a fault, once."""
        found = Problem(code, where, problem, remedy)
        if found not in self.errors:
            self.errors.append(found)

    def warning(self, code: str, where: str, problem: str, remedy: str) -> None:
        """Note something that is allowed, but is seldom meant."""
        self.warnings.append(Problem(code, where, problem, remedy, "warning"))

    def raise_errors(self, what: str) -> None:
        """Raise if there are errors.

        Raises:
            DefinitionError: with all of them.
        """
        if self.errors:
            raise DefinitionError(what, self.errors)


def did_you_mean(name: object, known: Iterable[object], *, otherwise: str) -> str:
    """A remedy for a name or value that is not known: the nearest one that is, or `otherwise`."""
    texts: dict[str, object] = {}
    for each in known:
        texts[shown(each)] = texts[str(each)] = each
        if isinstance(each, Enum):
            texts[each.name] = texts[each.name.lower()] = each
    near = difflib.get_close_matches(str(name), texts, n=1, cutoff=0.6)
    return f"did you mean {shown(texts[near[0]])}? Otherwise {otherwise}" if near else otherwise


def shown(value: object) -> str:
    """A value as one writes it: `Metal.IRON`, `'iron'`."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)
