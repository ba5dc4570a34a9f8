"""Pictures on the command line: of whom, of which kind, and where to."""

import difflib
import sys
from collections.abc import Mapping
from typing import Final

import click

from gumption.core.picture import FORMATS

FORMS: Final = tuple(FORMATS)
WHOSE: Final = "Whose mind: an agent's name, or its number."
_PLAIN: Final = str.maketrans({"├": "|", "└": "`", "│": "|", "─": "-"})
_LISTED: Final = 12


def agent_named(asked: str | None, names: Mapping[int, str]) -> int:
    """The entity whose name or number was asked for; without either the only one that there is.

    Args:
        asked: what the user has said.
        names: of all entities, by their ids.

    Raises:
        click.BadParameter: there is none such, or several.
    """
    if asked is None:
        if len(names) == 1:
            return next(iter(names))
        raise click.BadParameter(f"a picture shows one mind; say whose. {_all(names)}", param_hint="--agent")
    if asked.isdecimal() and int(asked) in names:
        return int(asked)
    found = [entity for entity, name in names.items() if name == asked]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = ", ".join(map(str, found[:_LISTED]))
        raise click.BadParameter(f"several are called {asked!r}; give a number: {numbers}.", param_hint="--agent")
    close = difflib.get_close_matches(asked, names.values(), 1)
    hint = f"Did you mean {close[0]!r}? " if close else ""
    raise click.BadParameter(f"there is no agent {asked!r}. {hint}{_all(names)}", param_hint="--agent")


def _all(names: Mapping[int, str]) -> str:
    told = [f"{name} ({entity})" for entity, name in names.items()]
    more = f", and {len(told) - _LISTED} more" if len(told) > _LISTED else ""
    return f"There are: {', '.join(told[:_LISTED])}{more}." if told else "There are no agents."


def echo_picture(picture: str) -> None:
    """Print a picture, with plain letters for its lines where the output has no others."""
    try:
        picture.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        picture = picture.translate(_PLAIN)
    click.echo(picture)
