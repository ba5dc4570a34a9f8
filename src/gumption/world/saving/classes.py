"""Plain classes: which of them can be saved field by field, and where their fields are."""

import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, Protocol

_HEAP: Final = 1 << 9
"""The class was made at run time, as by a class statement."""
_IMMUTABLE: Final = 1 << 8
"""It was made by C code all the same."""
_WORD: Final = tuple.__itemsize__

Slots = Mapping[str, types.MemberDescriptorType]


class Misfit(Exception):  # noqa: N818 - becomes a SnapshotError as soon as the place is known
    """Objects of a class cannot be saved."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy


def check_plain(cls: type) -> None:
    """See that all that an object of this class holds stands in its fields.

    Raises:
        Misfit: its class, or a class above it, is made by other code than a class statement.
    """
    above = [base for base in cls.__mro__ if base not in (object, Generic, Protocol)]
    foreign = [base for base in above if not base.__flags__ & _HEAP or base.__flags__ & _IMMUTABLE]
    hidden = cls.__basicsize__ - object.__basicsize__ - _WORD * (len(slots_of(cls)) + 2)
    if foreign or cls.__itemsize__ or hidden > 0:
        kind = foreign[0] if foreign else cls
        raise Misfit(
            f"a {cls.__qualname__} cannot be saved: what it holds is not in fields that can be read"
            + ("" if kind is cls else f" (it is a kind of {kind.__qualname__})"),
            "keep numbers, strings, enumerations, lists, sets, dictionaries and objects of plain classes; or give the "
            "class that has this field the methods to_save() and from_save(saved)",
        )


def slots_of(cls: type) -> Slots:
    """The slots of a class and those above it, by their names."""
    found: dict[str, types.MemberDescriptorType] = {}
    for base in cls.__mro__:
        for name, value in vars(base).items():
            if isinstance(value, types.MemberDescriptorType):
                found.setdefault(name, value)
    return found


def fields_reader(cls: type) -> Callable[[Any], dict[str, Any]]:
    """Gives the fields of an object. What a `cached_property` keeps is none: it can be found anew."""
    slots, has_dict = slots_of(cls), cls.__dictoffset__ != 0
    cached = frozenset(name for name in dir(cls) if isinstance(_static(cls, name), functools.cached_property))
    if not slots and not cached and has_dict:
        return lambda it: it.__dict__.copy()

    def read(it: Any) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for name, slot in slots.items():
            try:
                fields[name] = slot.__get__(it)
            except AttributeError:  # it holds nothing
                continue
        if has_dict:
            fields.update((name, value) for name, value in it.__dict__.items() if name not in cached)
        return fields

    return read


def fields_writer(cls: type) -> Callable[[Any, dict[str, Any]], None]:
    """Gives an object these fields, and no others. Frozen classes and setters are gone round."""
    slots, has_dict = slots_of(cls), cls.__dictoffset__ != 0

    def write(it: Any, fields: dict[str, Any]) -> None:
        for name, slot in slots.items():
            if name in fields:
                slot.__set__(it, fields[name])
            else:
                _unset(slot, it)
        if has_dict:
            _write_all(it, {name: value for name, value in fields.items() if name not in slots})

    if slots:
        return write
    return _write_all


def _write_all(it: Any, fields: dict[str, Any]) -> None:
    own = it.__dict__
    own.clear()
    own.update(fields)


def _unset(slot: types.MemberDescriptorType, it: object) -> None:
    try:
        slot.__delete__(it)
    except AttributeError:  # it held nothing
        return


def may_be_field(cls: type, name: str) -> bool:
    """Whether an object may have a field of that name: none that would hide a method or a property."""
    value = _static(cls, name)
    if cls.__dictoffset__ == 0 and name not in slots_of(cls):
        return False
    return name.isidentifier() and not (
        name.startswith("__")
        or isinstance(value, (property, classmethod, staticmethod, types.FunctionType, functools.cached_property))
    )


def _static(cls: type, name: str) -> object:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def is_frozen(cls: type) -> bool:
    """Whether it is a frozen class of dataclasses or attrs."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return bool(getattr(parameters, "frozen", False)) or "frozen" in getattr(cls.__setattr__, "__name__", "")


def declared(cls: type) -> Mapping[str, Callable[[], Any] | None]:
    """The fields that a dataclass, or a class of attrs, has in any case, each with what gives its default, if any."""
    found: dict[str, Callable[[], Any] | None] = {}
    of_attrs: tuple[Any, ...] = getattr(cls, "__attrs_attrs__", ())
    for field in of_attrs:
        factory = getattr(field.default, "factory", None)
        plain = factory is None and "NOTHING" not in repr(field.default)
        found[field.name] = functools.partial(_given, field.default) if plain else factory
    for field in dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ():
        if field.default is not dataclasses.MISSING:
            found[field.name] = functools.partial(_given, field.default)
        else:
            found[field.name] = None if field.default_factory is dataclasses.MISSING else field.default_factory
    return found


def _given(value: Any) -> Any:
    return value


def is_local(code: Any) -> bool:
    """Whether a function stands in no module, so that others may have the same name."""
    name, owner = code.__qualname__, getattr(code, "__self__", None)
    bound = owner is not None and not isinstance(owner, types.ModuleType)
    return bound or "<lambda>" in name or ("<locals>" in name and not isinstance(code, type))
