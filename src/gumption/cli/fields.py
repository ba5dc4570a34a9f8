"""`--set-field`: agents' fields that are changed before the first tick."""

import json
from collections.abc import Iterable

import click

from gumption.cli.options import split_pairs
from gumption.core.plain import PlainData, plain_copy
from gumption.errors import UsageError
from gumption.world import World
from gumption.world.comparing.changing import present_value, set_fields


def change_fields(world: World, pairs: Iterable[str]) -> dict[str, PlainData]:
    """Change fields as `Bob.thirst=9` texts say, and return what was changed to what.

    Raises:
        click.BadParameter: one is not of that form, names no field, or its value is not of the field's type.
    """
    changed: dict[str, PlainData] = {}
    for key, text in split_pairs(pairs, "--set-field").items():
        try:
            changed[key] = read_value(text, present_value(world, key))
            set_fields(world, {key: changed[key]})
        except UsageError as error:
            remedy = f" ({error.remedy})" if error.remedy else ""
            raise click.BadParameter(f"{error.problem}{remedy}.", param_hint="--set-field") from error
    return changed


def read_value(text: str, present: PlainData) -> PlainData:
    """The value that a text stands for: JSON; where a string is wanted, also one without quotation marks.

    Args:
        text: such as `9`, `true`, `mine` or `"9"`.
        present: what the field holds now.
    """
    if isinstance(present, str) and not text.startswith('"'):
        return text
    try:
        value: PlainData = plain_copy(json.loads(text), "the new value")
    except (ValueError, RecursionError):
        return text
    return value
