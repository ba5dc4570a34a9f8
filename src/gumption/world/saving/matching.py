"""Which row of a file belongs to which object that a build has made: both graphs are walked side by side (rule V3)."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from gumption.world.saving.kinds import ATOMS, Kind, Kinds, is_kind

Pair = tuple[Any, Any]
"""A value of the file, and what stands in its place."""


def match(rows: Sequence[Any], roots: Sequence[Pair], kinds: Kinds) -> dict[int, Any]:
    """Objects for rows, by the numbers of these: each on the shortest way that both have in common.

    Frozen objects are matched only if they are roots: what a field holds may be a constant.

    Args:
        rows: of the file; need not be good.
        roots: what is known to belong together.
        kinds: of all classes of the objects.
    """
    made: dict[int, Any] = {}
    seen: set[int] = set()
    used: set[int] = set()
    waiting = deque(roots)
    first = len(waiting)
    while waiting:
        value, it = waiting.popleft()
        first -= 1
        number = _number(value, len(rows))
        if number is None:
            if _is(it, tuple) and _listed(value)[:1] == ["tuple"]:
                waiting.extend(zip(value[1:], it, strict=False))
            continue
        row, cls = rows[number], it.__class__
        if number in seen or id(it) in used or cls in ATOMS or not _is(row, dict):
            continue
        kind = kinds[cls]
        if kind.make is None or row.get("class") != cls.__qualname__:
            continue
        seen.add(number)
        used.add(id(it))
        if first >= 0 or not kind.frozen:
            made[number] = it
        waiting.extend(_inside(row, kind, it))
    return made


def _number(value: Any, count: int) -> int | None:
    """Which row a value refers to, if it is a good reference."""
    items = _listed(value)
    if len(items) == 1 and type(items[0]) is int and 0 <= items[0] < count:
        return items[0]
    return None


def _inside(row: dict[str, Any], kind: Kind, it: Any) -> Iterable[Pair]:
    """What stands at the same places in a row and in an object."""
    if kind.word == "hooks" or is_kind(kind.cls, set):
        return ()
    state: Any = kind.take(it)
    if kind.word == "fields":
        fields: Any = row.get("fields")
        if not _is(fields, dict):
            return ()
        return [(value, state[name]) for name, value in fields.items() if value.__class__ is list and name in state]
    items = _listed(row.get("items"))
    if not is_kind(kind.cls, dict):
        return list(zip(items, state, strict=False))
    pairs = [pair for pair in map(_listed, items) if len(pair) == 2]
    return [(value, state[key]) for key, value in pairs if type(key) in ATOMS and key in state]


def _is(value: object, cls: type) -> bool:
    return isinstance(value, cls)


def _listed(value: Any) -> list[Any]:
    return value if _is(value, list) else []
