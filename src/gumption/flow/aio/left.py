"""How cancellation looks to asyncio, and what of an error is cancellation."""

import asyncio
from typing import final

from gumption.core.coroutines.scope import Cancelled
from gumption.errors import UsageError


@final
class Left(Cancelled, asyncio.CancelledError):
    """What the awaits of a coroutine raise that is being left: both libraries take it for their own."""


def as_left(error: BaseException) -> BaseException:
    """What an error means that came out of a coroutine which was being left.

    Returns:
        `Cancelled`, if that is all there is to it; else the error, without what was cancelled beside it.
    """
    rest = _without_cancellation(error)
    if rest is None:
        return error if isinstance(error, Cancelled) else Left()  # raised anew by some library
    return rest


def as_failure(error: BaseException) -> BaseException:
    """What an error means that came out of a coroutine which nobody was leaving."""
    rest = _without_cancellation(error)
    if rest is None and not isinstance(error, Cancelled):
        failure = UsageError(
            "it was cancelled by somebody else than its mind (asyncio.CancelledError came out of it)",
            remedy="catch that where you await what others may cancel; to have a node left, let its check fail",
        )
        failure.__cause__ = error
        return failure
    return rest or error


def _without_cancellation(error: BaseException) -> BaseException | None:
    """What is left of an error without that; None: nothing."""
    if isinstance(error, BaseExceptionGroup):
        group: BaseExceptionGroup[BaseException] = error  # pyright: ignore[reportUnknownVariableType]
        return group.split((Cancelled, asyncio.CancelledError))[1]
    return None if isinstance(error, (Cancelled, asyncio.CancelledError)) else error
