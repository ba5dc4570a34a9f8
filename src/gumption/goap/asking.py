"""Functions of the agent that users write: how they are asked, and how their exceptions are told."""

from collections.abc import Callable
from typing import Any

from gumption.core.source import agent_name, error_text, line_of
from gumption.errors import MindError
from gumption.goap.definition.report import ACTION


def ask(function: Callable[[Any], Any], agent: object, name: str, role: str, what: str = ACTION) -> Any:
    """What the user's function says of the agent.

    Raises:
        MindError: it raised.
    """
    try:
        return function(agent)
    except Exception as error:
        line = line_of(error, function)
        where = f"{agent_name(agent)}, {what.format(name)}.{role}" + (f" ({line})" if line else "")
        raise MindError(error_text(error), where=where, doing="planning", remedy="mend it there") from error
