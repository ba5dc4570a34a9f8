"""Calling functions of the user's, so that what they raise, or give wrongly, is told with its place."""

import math
from collections.abc import Callable
from numbers import Real
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard

from gumption.core.source import agent_name, error_text, line_of, name_of
from gumption.errors import GumptionError, MindError, UsageError, brief
from gumption.goap.action import Action

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind


def ask(mind: "PlannerMind[Any]", function: Callable[..., Any], *more: Any) -> Any:
    """What a hook of the provider says of the agent."""
    try:
        return function(mind.agent, *more)
    except Exception as error:
        _blame(mind, error, name_of(function), function)


def ask_action(
    mind: "PlannerMind[Any]", action: Action[Any], role: str, function: Callable[..., Any] | None, *more: Any
) -> Any:
    """What a function of an action says of the agent; it has that function."""
    assert function is not None
    try:
        return function(mind.agent, *more)
    except Exception as error:
        _blame(mind, error, f"{action.name}.{role}", function)


def blame(
    mind: "PlannerMind[Any]", what: str, hook: Callable[..., Any], function: Callable[..., Any], *arguments: Any
) -> Any:
    """Call a function; what it raises is told as the fault of a function of the user's.

    Args:
        mind: whose user's.
        what: what that one is called.
        hook: that one.
        function: what is called.
        arguments: what it is called with.
    """
    try:
        return function(*arguments)
    except Exception as error:
        _blame(mind, error, what, hook)


def refused(
    mind: "PlannerMind[Any]", what: str, function: Callable[..., Any], answer: object, remedy: str
) -> GumptionError:
    """The error for an answer that cannot be used, of a function of the user's."""
    return _placed(mind, UsageError(f"{what} returned {brief(answer)}", remedy=remedy), what, function)


def is_number(value: Any) -> TypeGuard[float]:
    """Whether it is one, of Python's or of numpy's."""
    return isinstance(value, Real) and value is not True and value is not False and not math.isnan(value)


def _blame(mind: "PlannerMind[Any]", error: Exception, what: str, hook: Callable[..., Any]) -> NoReturn:
    placed = _placed(mind, error, what, hook)
    if placed is error:
        raise error
    raise placed from error


def _placed(mind: "PlannerMind[Any]", error: Exception, what: str, function: Callable[..., Any]) -> GumptionError:
    """An error of gumption's own, that tells in which function of the user's it came up."""
    line = line_of(error, function)
    where = f"{agent_name(mind.agent)}, {mind.context.within}{mind.planner.name} › {what}"
    where += f" ({line})" if line else ""
    if isinstance(error, GumptionError):
        error.locate(where)
        return error
    return MindError(error_text(error), where=where, remedy="mend it there")
