"""What is known of the facts that a provider tells: which ones, and the values of those that are always the same."""

import ast
from collections.abc import Mapping
from typing import Any

from gumption.checking.source import UNKNOWN, inside, read, value_of


def facts_told(world_state: Any) -> Mapping[str, object] | None:
    """Name -> its value if that is a constant, else UNKNOWN; None: the source does not tell the names.

    Args:
        world_state: the provider's function. Its names are known if it does nothing but return one dictionary that is
            written out, with names that are constants.
    """
    tree = read(world_state)
    results = (
        [] if tree is None or tree.decorator_list else [node for node in inside(tree) if isinstance(node, ast.Return)]
    )
    if len(results) != 1 or not isinstance(results[0].value, ast.Dict):
        return None
    told: dict[str, object] = {}
    written = results[0].value
    for key, value in zip(written.keys, written.values, strict=True):
        name = UNKNOWN if key is None else value_of(key, world_state)  # None: **another
        if not isinstance(name, str):
            return None
        told[name] = value.value if isinstance(value, ast.Constant) else UNKNOWN
    return told
