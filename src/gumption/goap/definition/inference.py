"""What the actions and goals of a domain tell about the kinds of their names (rule G1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Literal, TypeAlias

from gumption.goap.definition.kinds import BOOLEAN, INTEGER, REAL, Kind, Sort
from gumption.goap.definition.report import Report
from gumption.goap.definition.sources import ActionSource, GoalSource
from gumption.goap.formula import Formula, Number
from gumption.goap.vocabulary import Change, Condition, ConditionLike, EffectLike, say_condition, say_effect

Role: TypeAlias = Literal["boolean", "integer", "real", "number", "value"]
"""What a use shows the name to hold; "number": one of whichever sort."""

_General: TypeAlias = Literal["boolean", "value", "number"]

_WORDS: Final = {"boolean": "a boolean", "value": "a value of an enumeration"}
_GENERAL: Final[Mapping[Role | Sort, _General]] = {
    "boolean": "boolean", "integer": "number", "real": "number", "number": "number", "value": "value",
    "enumeration": "value",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Use:
    """One place that shows what a name holds."""

    role: Role
    where: str
    text: str
    value: str | Enum | None = None


@dataclass
class Evidence:
    """Everything that is said of one name."""

    uses: list[Use] = field(default_factory=list[Use])
    equals: list[str] = field(default_factory=list[str])
    """Names that it is compared with for equality, or that are copied to it."""
    given: list[Formula] = field(default_factory=list[Formula])
    """Expressions that effects assign to it, add to it or multiply it by."""
    only_paid: bool = True
    """Whether only costs read it."""


def gather(actions: Iterable[ActionSource], goals: Iterable[GoalSource]) -> dict[str, Evidence]:
    """All that is said of each name, in the order in which the names are first used."""
    found: dict[str, Evidence] = {}
    for source in actions:
        _conditions(source.conditions, source.where, found)
        for group in source.groups:
            _conditions(group.conditions, source.where, found)
            for name, effect in group.effects.items():
                _effect(name, effect, source.where, found)
        if isinstance(source.cost, Formula):
            for name in source.cost.names:
                evidence = found.setdefault(name, Evidence())
                evidence.uses.append(Use("number", source.where, f"cost {source.cost}"))
    for goal in goals:
        _conditions(goal.conditions, goal.where, found)
    return found


def infer(found: Mapping[str, Evidence], declared: Mapping[str, Kind], report: Report) -> dict[str, Kind]:
    """The kind of each name. Names that are used in ways that do not go together are reported and left out."""
    names = [*found, *(name for name in declared if name not in found)]
    groups = _groups(names, found)
    kinds: dict[str, Kind] = {}
    for number, members in enumerate(groups):
        sort = _sort(members, found, declared, report)
        if sort == "boolean":
            kinds.update(dict.fromkeys(members, BOOLEAN))
        elif sort == "value":
            kind = _enumeration(members, found, declared, report)
            kinds.update(dict.fromkeys(members, replace(kind, link=number)))
        elif sort == "number":
            kinds.update({name: _number_kind(name, found, declared) for name in members})
    _spread_reals(kinds, found, declared)
    return {name: kinds[name] for name in names if name in kinds}


def _use(name: str, value: object, where: str, text: str, found: dict[str, Evidence]) -> None:
    evidence = found.setdefault(name, Evidence())
    if isinstance(value, bool):
        evidence.uses.append(Use("boolean", where, text))
    elif value is None or isinstance(value, (str, Enum)):
        evidence.uses.append(Use("value", where, text, value))
    elif isinstance(value, (int, float)):
        evidence.uses.append(Use("real" if isinstance(value, float) else "integer", where, text))
    elif isinstance(value, Formula):
        other = value.sole_name
        if other is None:
            evidence.uses.append(Use("number", where, text))
            _read(value, where, text, found)
        else:
            evidence.equals.append(other)
            found.setdefault(other, Evidence()).only_paid = False


def _read(formula: Formula, where: str, text: str, found: dict[str, Evidence]) -> None:
    for name in formula.names:
        evidence = found.setdefault(name, Evidence())
        evidence.uses.append(Use("number", where, text))
        evidence.only_paid = False


def _conditions(conditions: Mapping[str, ConditionLike], where: str, found: dict[str, Evidence]) -> None:
    for name, condition in conditions.items():
        found.setdefault(name, Evidence()).only_paid = False
        text = say_condition(name, condition)
        if not isinstance(condition, Condition):
            _use(name, condition, where, text, found)
        elif condition.relation in ("is_not", "one_of"):
            for value in condition.operands:
                _use(name, value, where, text, found)
        else:
            _numbers(name, condition.operands, where, text, found)


def _numbers(name: str, operands: Sequence[Any], where: str, text: str, found: dict[str, Evidence]) -> None:
    for operand in operands:
        if isinstance(operand, Formula):
            found[name].uses.append(Use("number", where, text))
            _read(operand, where, text, found)
        else:
            _use(name, operand, where, text, found)


def _effect(name: str, effect: EffectLike, where: str, found: dict[str, Evidence]) -> None:
    evidence = found.setdefault(name, Evidence())
    evidence.only_paid = False
    text = say_effect(name, effect)
    if isinstance(effect, Change):
        _numbers(name, (effect.amount,), where, text, found)
        effect = effect.amount
    else:
        _use(name, effect, where, text, found)
    if isinstance(effect, Formula):
        evidence.given.append(effect)


def _groups(names: Sequence[str], found: Mapping[str, Evidence]) -> Iterator[list[str]]:
    """Names that have to be of one kind, together."""
    near: dict[str, list[str]] = {name: [] for name in names}
    for name, evidence in found.items():
        for other in evidence.equals:
            near[name].append(other)
            near[other].append(name)
    seen: set[str] = set()
    for name in names:
        if name in seen:
            continue
        seen.add(name)
        members = [name]
        for member in members:  # grows while it is walked over
            for other in near[member]:
                if other not in seen:
                    seen.add(other)
                    members.append(other)
        yield members


def _sort(
    members: Sequence[str], found: Mapping[str, Evidence], declared: Mapping[str, Kind], report: Report
) -> _General | None:
    """What all uses of the names agree on; None: they do not, which is reported."""
    first: dict[_General, tuple[str, str]] = {}
    for name in members:
        if name in declared:
            sort = declared[name].sort
            first.setdefault(_GENERAL[sort], (name, f"declared as {declared[name]}"))
        for use in found[name].uses if name in found else ():
            first.setdefault(_GENERAL[use.role], (name, f"`{use.text}` in {use.where}"))
    if len(first) > 1:
        told = [f"{_WORDS.get(sort, 'a number')} ({place})" for sort, (_, place) in first.items()]
        shared = ", ".join(members)
        what = f"{members[0]!r} is" if len(members) == 1 else f"{shared} are compared with each other, and are"
        remedy = "give each name values of one kind: only booleans, only numbers, or only strings and enum members"
        report.error("goap-kind", f"name {members[0]!r}", f"{what} used as {' and as '.join(told)}", remedy)
        return None
    for general in first:
        return general
    return "value"


def _enumeration(
    members: Sequence[str], found: Mapping[str, Evidence], declared: Mapping[str, Kind], report: Report
) -> Kind:
    lists = {name: declared[name] for name in members if name in declared and not declared[name].spare}
    for name, kind in lists.items():
        first_name, first = next(iter(lists.items()))
        if kind.values != first.values:
            remedy = "declare both with the same values in the same order"
            problem = f"it is compared with {first_name!r}, which has other values"
            report.error("goap-declaration", f"names[{name!r}]", problem, remedy)
    if lists:
        return next(iter(lists.values()))
    used = [use.value for name in members if name in found for use in found[name].uses]
    values: dict[str | Enum | None, None] = {}
    for value in used:
        values.update(dict.fromkeys(type(value) if isinstance(value, Enum) else (value,)))
    is_open = not any(isinstance(value, Enum) for value in used) or any(
        isinstance(value, str) and not isinstance(value, Enum) for value in used
    )
    is_open = is_open or any(name in declared for name in members)
    return Kind("enumeration", values=tuple(values), spare=len(members) if is_open else 0)


def _number_kind(name: str, found: Mapping[str, Evidence], declared: Mapping[str, Kind]) -> Kind:
    if name in declared:
        return declared[name]
    evidence = found[name]
    return REAL if evidence.only_paid or any(use.role == "real" for use in evidence.uses) else INTEGER


def _spread_reals(kinds: dict[str, Kind], found: Mapping[str, Evidence], declared: Mapping[str, Kind]) -> None:
    """Names that get values with decimals hold numbers with decimals."""
    changed = True
    while changed:
        changed = False
        for name, evidence in found.items():
            undeclared = name in kinds and kinds[name].sort == "integer" and name not in declared
            if undeclared and any(_is_real(formula, kinds) for formula in evidence.given):
                kinds[name] = REAL
                changed = True


def _is_real(formula: Formula, kinds: Mapping[str, Kind]) -> bool:
    numbers: list[Number] = [formula.constant, *(weight for _, weight in formula.terms)]
    return any(isinstance(each, float) for each in numbers) or any(
        name in kinds and kinds[name].sort == "real" for name in formula.names
    )
