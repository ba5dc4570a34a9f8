"""How an exception out of the user's code is told: wrapped once, with the place (design decision 8)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from gumption.core.context import Context
from gumption.core.outline import Outline
from gumption.core.source import agent_name, error_text, line_of
from gumption.core.trace import Failed
from gumption.errors import GumptionError, MindError

_SAYS_NOTHING: Final = ("run", "check")
"""What a node does that has only one thing to do."""


def explain(
    error: BaseException,
    *,
    agent: object,
    context: Context,
    outline: Outline,
    node: int,
    doing: str,
    function: Callable[..., Any] | None,
) -> BaseException:
    """The exception to raise for `error`, which is also told to the tracer, once.

    An error of gumption's own gets its place filled in; an interrupt stays what it is; everything else is wrapped in a
    `MindError`. What a mind inside this one has explained already stays as it is.

    Args:
        error: what was raised.
        agent: whose mind it happened in.
        context: its surroundings.
        outline: its mind's shape.
        node: where in it.
        doing: which hook was running, e.g. `enter`.
        function: the user's callable, to find the line; None where there is none.
    """
    if isinstance(error, GumptionError) and error.told_in is context.outermost:
        return error
    who = agent_name(agent) + (f" (entity {context.entity})" if context.entity else "")
    line = line_of(error, function)
    hook = "" if doing in _SAYS_NOTHING else f".{doing}"
    where = f"{who}, {context.within}{outline.path(node)}{hook}" + (f" ({line})" if line else "")
    problem = error_text(error)
    if context.tracer is not None:
        first_line = (error.problem if isinstance(error, GumptionError) else problem).partition("\n")[0]
        context.tracer(Failed(context.entity, node, doing, first_line))
    if isinstance(error, GumptionError):
        error.locate(where)
        error.told_in = context.outermost
        return error
    if not isinstance(error, Exception):
        return error
    wrapped = MindError(problem, where=where, remedy="the mind's own code raised this: mend it there")
    wrapped.__cause__ = error
    wrapped.told_in = context.outermost
    return wrapped


def worst(errors: Sequence[BaseException]) -> BaseException | None:
    """The one to raise of several: an interrupt, else the first; the others become its notes."""
    if not errors:
        return None
    chosen = next((error for error in errors if not isinstance(error, Exception)), errors[0])
    for other in errors:
        if other is not chosen:
            chosen.add_note(f"and also: {error_text(other)}")
    return chosen
