"""`--agent`: whom the user means."""

import difflib
from collections.abc import Iterable
from typing import Final, Protocol

import click

WHOSE: Final = "Whose mind: an agent's name, or its number."
_LISTED: Final = 12
"""How many of those that there are an error names."""


class Named(Protocol):
    """An entity, or the line that a recording has of one."""

    @property
    def id(self) -> int:
        """The entity's."""
        ...

    @property
    def name(self) -> str:
        """The agent's."""
        ...


def agent_named(asked: str | None, entities: Iterable[Named]) -> int:
    """The id of the entity whose name or number was asked for; without either the only one that there is.

    Args:
        asked: what the user has said.
        entities: all that may be meant.

    Raises:
        click.BadParameter: there is none such, or several.
    """
    names = {entity.id: entity.name for entity in entities}
    if asked is None:
        if len(names) == 1:
            return next(iter(names))
        raise _wrong(f"say whose. {_all(names)}")
    if asked.isdecimal() and int(asked) in names:
        return int(asked)
    found = [entity for entity, name in names.items() if name == asked]
    if len(found) == 1:
        return found[0]
    if found:
        raise _wrong(f"several are called {asked!r}; give a number: {', '.join(map(str, found[:_LISTED]))}.")
    close = difflib.get_close_matches(asked, names.values(), 1)
    hint = f"Did you mean {close[0]!r}? " if close else ""
    raise _wrong(f"there is no agent {asked!r}. {hint}{_all(names)}")


def _all(names: dict[int, str]) -> str:
    told = [f"{name} ({entity})" for entity, name in names.items()]
    more = f", and {len(told) - _LISTED} more" if len(told) > _LISTED else ""
    return f"There are: {', '.join(told[:_LISTED])}{more}." if told else "There are no agents."


def _wrong(problem: str) -> click.BadParameter:
    return click.BadParameter(problem, param_hint="--agent")
