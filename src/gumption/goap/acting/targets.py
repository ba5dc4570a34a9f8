"""The target of a step as plain data, and back, so that it comes out of a saved game equal to what it was."""

from typing import Any, Final

from gumption.core.plain import PlainData, misfit, plain_copy
from gumption.errors import UsageError, brief

_TUPLE: Final = "tuple"
_FIELDS: Final = "fields"


def packed(target: Any) -> PlainData:
    """A target for JSON, which knows no tuples: those are told from lists by being wrapped.

    Raises:
        UsageError: it is not plain data, or a tuple with more to it than its items.
    """
    kind = target.__class__
    if not issubclass(kind, (tuple, list, dict)):
        alone: PlainData = plain_copy(target, "target")
        return alone
    plain_copy(target, "target")  # before anything goes down into it
    copy: PlainData = plain_copy(_wrapped(target), "target")
    return copy


def _wrapped(target: Any) -> Any:
    kind = target.__class__
    if kind is tuple:
        return {_TUPLE: [_wrapped(each) for each in target]}
    if kind is list:
        return [_wrapped(each) for each in target]
    if kind is dict:
        return {_FIELDS: {key: _wrapped(value) for key, value in target.items()}}
    if issubclass(kind, (tuple, list, dict)):
        raise UsageError(f"{brief(target)} would not come back as a {kind.__name__}")
    return target


def unpacked(saved: Any, where: str) -> Any:
    """What `packed` was given.

    Args:
        saved: what it gave.
        where: for the error.

    Raises:
        SnapshotError: it is not of that form.
    """
    kind = saved.__class__
    if kind is list:
        return [unpacked(each, where) for each in saved]
    if kind is not dict:
        return saved
    (word, inner), *more = [*saved.items()] or [("", None)]
    inner_kind = inner.__class__
    if not more and word == _TUPLE and inner_kind is list:
        return tuple(unpacked(each, where) for each in inner)
    if not more and word == _FIELDS and inner_kind is dict:
        return {key: unpacked(value, where) for key, value in inner.items()}
    raise misfit(where, "a target", saved)
