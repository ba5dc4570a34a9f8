"""Rows become objects again, new ones or those that a build has made (rule V3). Trusts nothing that it reads."""

import enum
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any, Final, final

from gumption.core.plain import take, take_mapping
from gumption.core.source import error_text
from gumption.errors import SnapshotError, brief
from gumption.world.saving.classes import Misfit, declared, may_be_field
from gumption.world.saving.kinds import CONTAINERS, Kind, Kinds, is_kind
from gumption.world.saving.known import Known
from gumption.world.saving.rows import MAX_NESTED

_ATOMS: Final = frozenset({int, float, str, bool, type(None)})
_REMEDY: Final = "the file is damaged, or a migration went wrong: load an older one"


def wrong(problem: str, where: str, remedy: str = _REMEDY) -> SnapshotError:
    """The error for what cannot be read."""
    return SnapshotError(problem, where=where, doing="loading a world", remedy=remedy)


@final
class _Form:
    """Of a class: which fields its objects have in any case, and which others were met and found good."""

    __slots__ = ("allowed", "declared", "defaults")

    def __init__(self, defaults: Mapping[str, Callable[[], Any] | None]) -> None:
        self.defaults = defaults
        self.declared = frozenset(defaults)
        self.allowed: set[str] = set()


@final
class Reading:
    """Objects to be filled from rows.

    Args:
        rows: of the file.
        known: what they may name.
        kinds: of classes.
        made: objects that are there already, by the numbers of their rows.
        place: gives a part of the world by its name.
        kept: code that rows refer to by name.
    """

    def __init__(
        self,
        rows: list[Any],
        known: Known,
        kinds: Kinds,
        made: Mapping[int, Any],
        place: Callable[[str, Any, str], Any],
        kept: Mapping[str, object],
    ) -> None:
        self._rows = [take_mapping(row, f"objects[{number}]") for number, row in enumerate(rows)]
        self._known = known
        self._place = place
        self._kept = kept
        self._made = made
        self._forms: dict[type, _Form] = {}
        self._filled = [False] * len(rows)
        self._kinds = [self._kind(row, number, kinds) for number, row in enumerate(self._rows)]
        self.objects: list[Any] = [self._shell(number, kind) for number, kind in enumerate(self._kinds)]

    def fill(self) -> None:
        """Fill all objects: first fields and lists, then what looks at these, as sets do, then what has hooks."""
        for step in (_is_simple, _is_hashing, _has_hooks):
            for number, kind in enumerate(self._kinds):
                if step(kind) and not self._filled[number]:
                    self._fill(number)

    def value(self, value: Any, where: str, depth: int = 0) -> Any:
        """What a value in a row stands for."""
        cls = value.__class__
        if cls in _ATOMS:
            return value
        if cls is not list or not value or depth > MAX_NESTED:
            raise wrong(f"{brief(value)} is no value", where)
        word = value[0]
        if word.__class__ is int and len(value) == 1:
            if not 0 <= word < len(self.objects):
                raise wrong(f"there is no object number {word}; there are {len(self.objects)}", where)
            return self.objects[word]
        try:
            return self._special(word, value[1:], where, depth)
        except SnapshotError:
            raise
        except Exception as error:
            raise wrong(f"{brief(value)} is no value ({error_text(error)})", where) from error

    def _special(self, word: Any, rest: list[Any], where: str, depth: int) -> Any:
        match word, rest:
            case "tuple", _:
                return tuple(self.value(each, where, depth + 1) for each in rest)
            case "named tuple", [name, *parts]:
                return self._named_tuple(name, [self.value(each, where, depth + 1) for each in parts], where)
            case "frozenset", _:
                return frozenset(self._solid(each, where, depth + 1) for each in rest)
            case "enum", [name, member]:
                cls: Any = self._known.enum(name, where)
                return cls(member) if issubclass(cls, enum.Flag) else cls.__members__[member]
            case "complex", [real, imaginary]:
                return complex(self.value(real, where), self.value(imaginary, where))
            case "float", [("inf" | "-inf" | "nan") as text]:
                return float(text)
            case "int", [str() as text]:
                return int(text, 16)
            case "bytes", [str() as text]:
                return bytes.fromhex(text)
            case "code", [name]:
                return self._known.code(name, object, where)
            case "kept", [str() as name]:
                return self._keep(name, where)
            case str(), [*_] if len(rest) <= 2:
                return self._place(word, rest, where)
            case _:
                raise wrong(f"{brief([word, *rest])} is no value", where)

    def _keep(self, name: str, where: str) -> object:
        if name not in self._kept:
            raise wrong(f"nothing is kept as {name!r}", where, f"let build() call world.keep({name!r}, ...)")
        return self._kept[name]

    def _named_tuple(self, name: object, parts: list[Any], where: str) -> Any:
        cls: Any = self._known.code(name, type, where)
        if not (is_kind(cls, tuple) and len(getattr(cls, "_fields", ())) == len(parts)):
            raise wrong(f"{brief(name)} is no named tuple of {len(parts)} fields", where)
        return cls._make(parts)

    def _solid(self, value: Any, where: str, depth: int) -> Any:
        """A value that is about to be hashed, and so has to be whole."""
        if value.__class__ is list and len(value) == 1 and value[0].__class__ is int:
            it = self.value(value, where, depth)
            number: int = value[0]
            if _is_simple(self._kinds[number]) and not self._filled[number]:
                self._fill(number)
            return it
        return self.value(value, where, depth)

    # Rows

    def _kind(self, row: Mapping[str, Any], number: int, kinds: Kinds) -> Kind:
        where = f"objects[{number}]"
        name = take(row, "class", str, where)
        try:
            kind = CONTAINERS.get(name) or kinds[self._known.code(name, type, where)]
        except Misfit as misfit:
            raise wrong(misfit.problem, where) from misfit
        if kind.make is None:
            raise wrong(f"a {name} cannot stand in a row", where)
        return kind

    def _shell(self, number: int, kind: Kind) -> Any:
        if number in self._made:
            return self._made[number]
        if kind.cls is deque:
            length: Any = self._rows[number].get("saved")
            if length is not None and not (length.__class__ is int and length >= 0):
                raise wrong(f"a deque cannot hold {brief(length)} things at most", f"objects[{number}]")
            return deque[Any](maxlen=length)
        assert kind.make is not None
        return kind.make()

    def _fill(self, number: int) -> None:
        self._filled[number] = True
        kind, row, it = self._kinds[number], self._rows[number], self.objects[number]
        where = f"objects[{number}], a {kind.cls.__qualname__}"
        assert kind.put is not None
        if kind.word == "fields":
            if not (kind.frozen and number in self._made):
                kind.put(it, self._fields(row, kind, it, where, new=number not in self._made))
            return
        try:
            if kind.word == "hooks":
                kind.put(it, self.value(row.get("saved"), where))
            else:
                self._fill_container(it, kind, row, where)
        except SnapshotError:
            raise
        except Exception as error:
            raise wrong(f"it cannot be filled: {error_text(error)}", where) from error

    def _fill_container(self, it: Any, kind: Kind, row: Mapping[str, Any], where: str) -> None:
        items: list[Any] = take(row, "items", list, where)  # pyright: ignore[reportUnknownVariableType]
        if is_kind(kind.cls, dict):
            pairs = [(self.value(key, where), self.value(part, where)) for key, part in items]
            it.clear()
            it.update(dict(pairs))  # a counter would count the pairs
            if kind.cls is defaultdict:
                it.default_factory = self.value(row.get("saved"), where)
            return
        values: Any = [self.value(each, where) for each in items]
        assert kind.put is not None
        kind.put(it, values)

    def _fields(self, row: Mapping[str, Any], kind: Kind, it: Any, where: str, *, new: bool) -> dict[str, Any]:
        saved: Mapping[str, Any] = take_mapping(row.get("fields"), f"{where}.fields")
        value, atoms = self.value, _ATOMS
        fields = {
            name: part if part.__class__ in atoms else value(part, f"{where}.{name}") for name, part in saved.items()
        }
        form = self._forms.get(kind.cls)
        if form is None:
            form = self._forms[kind.cls] = _Form(declared(kind.cls))
        if not form.allowed.issuperset(fields):
            for name in fields:
                if not may_be_field(kind.cls, name):
                    raise wrong(f"a {kind.cls.__qualname__} has no field {brief(name)}", where)
            form.allowed.update(fields)
        if not form.declared.issubset(fields):
            before: dict[str, Any] = {} if new else kind.take(it)
            for name in form.declared.difference(fields):
                fields[name] = before[name] if name in before else self._default(name, form.defaults[name], where)
        return fields

    def _default(self, name: str, default: Callable[[], Any] | None, where: str) -> Any:
        if default is None:
            remedy = "give the field a default, or add it with migrate="
            raise wrong(f"the file has no field {name!r}, and there is no default", where, remedy)
        return default()


def _is_simple(kind: Kind) -> bool:
    return kind.word == "fields" or kind.cls in (list, deque)


def _is_hashing(kind: Kind) -> bool:
    return kind.word == "items" and not _is_simple(kind)


def _has_hooks(kind: Kind) -> bool:
    return kind.word == "hooks"
