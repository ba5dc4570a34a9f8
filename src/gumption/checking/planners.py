"""Planners and domains: what no plan can do, what no plan needs, and facts that are never told or never change."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

from gumption.checking import reaching
from gumption.checking.facts import facts_told
from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.checking.source import UNKNOWN
from gumption.goap.acting.planner import Planner
from gumption.goap.acting.provider import Provider
from gumption.goap.action import Action, effects_of
from gumption.goap.domain import Domain
from gumption.goap.formula import Formula
from gumption.goap.vocabulary import Change, Condition, When

_ALIKE: Final = 0.7
"""From which likeness of two names on, of 0 to 1, one of them is taken for a slip."""
_TELL: Final = "let world_state tell what is the case, or leave the name out"


def check(part: Part) -> Iterator[Finding]:
    """All that is found in a planner, or in a domain by itself."""
    definition = part.definition
    if isinstance(definition, Domain):
        yield from _suspicions(part, definition)
        yield from reaching.check(part, definition, None, definition.goals)
    elif isinstance(definition, Planner):
        yield from _suspicions(part, definition.domain)
        told = facts_told(definition.provider.world_state)
        if told is not None:
            yield from _facts(part, definition, told)
        goals = () if _overrides(definition, "goals") else definition.domain.goals
        yield from reaching.check(part, definition.domain, told, goals)
        yield from _useless(part, definition)


def _suspicions(part: Part, domain: Domain[Any]) -> Iterator[Finding]:
    """What the domain itself tells; but for how long a search may take."""
    for found in domain.findings:
        if found.code == "goap-unbounded":
            continue
        kind, _, quoted = found.where.partition(" ")
        yield part.finding(found.code, reaching.node_of(part, kind, quoted.strip("'")), found.problem, found.remedy)


def _facts(part: Part, planner: Planner[Any], told: Mapping[str, object]) -> Iterator[Finding]:
    """Facts that are misspelt or never told, and those that are always told alike or that nothing changes."""
    names = planner.domain.names
    writers = {name: action.name for action in planner.domain.actions for name, _ in _effects(action)}
    for name, kind in names.items():
        near = get_close_matches(name, [each for each in told if each not in names], n=1, cutoff=_ALIKE)
        if name not in told and near:
            problem = f"world_state tells {near[0]!r}, which the domain does not know, and does not tell {name!r}"
            yield part.finding("misspelt-fact", 0, problem, f"tell {name!r}, if that is meant")
        elif name not in told and kind.sort != "boolean":
            problem = f"world_state never tells {name!r}, which is {kind}, so that no plan can be made"
            yield part.finding("untold-fact", 0, problem, "let world_state tell it")
        elif name not in told and name not in writers:
            problem = f"{name!r} is False, since world_state does not tell it, and no action changes it"
            yield part.finding("unchanging-fact", 0, problem, _TELL)
        elif told.get(name, UNKNOWN) is not UNKNOWN:
            writer = f"though {writers[name]!r} changes it" if name in writers else "and no action changes it"
            problem = f"world_state always tells that {name!r} is {told[name]!r}, {writer}"
            yield part.finding("unchanging-fact", 0, problem, _TELL)


def _useless(part: Part, planner: Planner[Any]) -> Iterator[Finding]:
    """Actions that change nothing that a goal, or an action that is of use, asks for."""
    domain = planner.domain
    if not domain.goals or _overrides(planner, "goals"):
        return
    wanted = {name for goal in domain.goals for name in _read_by(goal.conditions)}
    useless = {action.name: action for action in domain.actions}
    while True:
        useful = [action for action in useless.values() if any(name in wanted for name, _ in _effects(action))]
        if not useful:
            break
        for action in useful:
            del useless[action.name]
            wanted |= _needs(action)
    for action in useless.values():
        if any(True for _ in _effects(action)):  # else the domain tells it
            changed = ", ".join(dict.fromkeys(repr(name) for name, _ in _effects(action)))
            problem = f"it is in no plan: it changes {changed}, which no goal asks for, and no action on the way to one"
            yield part.finding(
                "useless-action",
                reaching.node_of(part, "action", action.name),
                problem,
                "leave it out, or mend its effects",
            )


def _overrides(planner: Planner[Any], hook: str) -> bool:
    method = getattr(planner.provider, hook)
    return getattr(method, "__func__", method) is not getattr(Provider, hook)


def _effects(action: Action[Any]) -> Iterator[tuple[str, object]]:
    for effects in effects_of(action):
        yield from (effects.effects if isinstance(effects, When) else effects).items()


def _needs(action: Action[Any]) -> set[str]:
    """The names that decide whether an action can be applied, what it does, and what it costs."""
    names = _read_by(action.preconditions)
    for effects in effects_of(action):
        names |= _read_by(effects.conditions) if isinstance(effects, When) else set()
    for _, effect in _effects(action):
        amount = effect.amount if isinstance(effect, Change) else effect
        names |= set(amount.names) if isinstance(amount, Formula) else set()
    return names | (set(action.cost.names) if isinstance(action.cost, Formula) else set())


def _read_by(conditions: Mapping[str, object]) -> set[str]:
    names = set(conditions)
    for condition in conditions.values():
        for operand in condition.operands if isinstance(condition, Condition) else (condition,):
            names |= set(operand.names) if isinstance(operand, Formula) else set()
    return names
