"""Changes simple fields of agents from outside: what if Bob were thirsty?"""

import difflib
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from gumption.core.plain import PlainData
from gumption.errors import UsageError, brief
from gumption.world.entity import Entity
from gumption.world.fields import simple_fields
from gumption.world.world import World

DOING: Final = "changing a field of an agent"


def set_fields(world: World, changes: Mapping[str, PlainData]) -> None:
    """Change simple fields of agents, in order.

    Args:
        world: between two ticks.
        changes: `Bob.thirst`, or `1.thirst` by the entity's id, and the new value: of the type that the field has now
            (an integer serves as a float; a member of an enumeration by its name).

    Raises:
        UsageError: there is no such agent, or more than one; no such simple field; or the value does not fit.
    """
    for key, value in changes.items():
        agent, field = _place(world, key)
        present: object = getattr(agent, field)
        try:
            setattr(agent, field, _fitting(key, value, present))
        except UsageError:
            raise
        except Exception as error:  # a frozen agent, or a field that checks itself
            raise UsageError(f"{key} cannot be changed: {error}", doing=DOING) from error


def present_value(world: World, key: str) -> PlainData:
    """What `Bob.thirst` holds now.

    Raises:
        UsageError: as `set_fields` does.
    """
    agent, field = _place(world, key)
    return simple_fields(agent)[field]


def _place(world: World, key: str) -> tuple[Any, str]:
    """The agent and the field that are meant."""
    who, dot, field = key.rpartition(".")
    if not dot or not who or not field:
        raise UsageError(f"{key!r} names no field of an agent", doing=DOING, remedy="write it as in Bob.thirst")
    entity = _entity(world, who)
    fields = simple_fields(entity.agent)
    if field not in fields:
        close = difflib.get_close_matches(field, fields, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise UsageError(
            f"{entity.name} has no simple field {field!r}",
            doing=DOING,
            remedy=f"{hint}its fields: {', '.join(fields) or 'none'}",
        )
    return entity.agent, field


def _entity(world: World, who: str) -> Entity[Any]:
    found = [entity for entity in world.entities.values() if entity.name == who]
    found = found or [entity for entity in world.entities.values() if str(entity.id) == who]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(str(entity.id) for entity in found[:5])
        raise UsageError(f"{len(found)} agents are called {who!r}", doing=DOING, remedy=f"give an id: {ids}")
    names = [entity.name for entity in world.entities.values()]
    close = difflib.get_close_matches(who, names, 1)
    remedy = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(names[:10]) or 'none'}"
    if any(who.startswith(f"{name}.") for name in names):
        remedy = "only an agent's own simple fields can be changed, not what lies deeper"
    raise UsageError(f"there is no agent {who!r}", doing=DOING, remedy=remedy)


def _fitting(key: str, value: PlainData, present: object) -> object:
    """The value as the field can hold it."""
    if isinstance(present, Enum):
        members = type(present).__members__
        if isinstance(value, str) and value in members:
            return members[value]
        raise _unfit(key, value, f"one of {', '.join(members)}")
    if present is None:
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        raise _unfit(key, value, "a number, a string, true, false or null")
    kind = _kind(present)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise _unfit(key, value, _WORDS[kind])
    return value


def _kind(present: object) -> type:
    return next(kind for kind in _WORDS if isinstance(present, kind))


_WORDS: Final[Mapping[type, str]] = {bool: "true or false", int: "an integer", float: "a number", str: "a string"}
"""A boolean is an integer, too: it stands in front."""


def _unfit(key: str, value: object, wanted: str) -> UsageError:
    return UsageError(f"{key} cannot be {brief(value)}", doing=DOING, remedy=f"give {wanted}: its type must stay")
