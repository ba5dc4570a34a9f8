"""Which nodes of a definition ask expressions: who explains a mind can ask them again."""

from collections.abc import Mapping
from typing import Any

from gumption.core.expression import Expression, is_expression
from gumption.core.mind import Definition

Conditions = Mapping[int, Expression]
"""By ids in the outline."""


def conditions_of(definition: Definition[Any]) -> Conditions:
    """The expressions that nodes of a definition ask, those of definitions inside it included."""
    return getattr(definition, "conditions", {})


def conditions_within(asked: Mapping[int, object], definitions: Mapping[int, Definition[Any]]) -> Conditions:
    """For a definition to tell its own.

    Args:
        asked: what its nodes ask; only expressions count.
        definitions: those inside it, by the ids of the nodes that hold them.
    """
    found: dict[int, Any] = {node: check for node, check in asked.items() if is_expression(check)}
    for holder, inner in definitions.items():
        found.update({holder + 1 + node: check for node, check in conditions_of(inner).items()})
    return found
