"""What is wrong with a domain or a goal whose pieces are of the right form: everything at once, each with a code."""

from collections.abc import Iterable, Iterator, Mapping

from gumption.core.callables import misspelt
from gumption.goap.action import ARGUMENTS, Action
from gumption.goap.definition.fitting import condition_fits, effect_fits, formula_fits
from gumption.goap.definition.kinds import Kind
from gumption.goap.definition.report import Report, did_you_mean
from gumption.goap.definition.sources import ActionSource, GoalSource
from gumption.goap.formula import Formula
from gumption.goap.vocabulary import Change, ConditionLike, say_condition


def fitting_actions(sources: Iterable[ActionSource], kinds: Mapping[str, Kind], report: Report) -> list[ActionSource]:
    """The actions whose conditions, effects and costs suit the kinds of their names."""
    fitting: list[ActionSource] = []
    for source in sources:
        fits = False not in [_conditions_fit(each, source.where, kinds, report) for each in _condition_sets(source)]
        for group in source.groups:
            for name, effect in group.effects.items():
                fits &= effect_fits(name, effect, source.where, kinds, report)
        if isinstance(source.cost, Formula):
            fits &= formula_fits(source.cost, f"cost {source.cost}", source.where, kinds, report)
        if fits:
            fitting.append(source)
    return fitting


def _condition_sets(source: ActionSource) -> Iterator[Mapping[str, ConditionLike]]:
    yield source.conditions
    yield from (group.conditions for group in source.groups)


def _conditions_fit(
    conditions: Mapping[str, ConditionLike], where: str, kinds: Mapping[str, Kind], report: Report
) -> bool:
    return False not in [condition_fits(name, each, where, kinds, report) for name, each in conditions.items()]


def check_goal(source: GoalSource, kinds: Mapping[str, Kind], known: Iterable[str], report: Report) -> bool:
    """Report what is wrong with a goal; whether its conditions suit the kinds of its names.

    Args:
        source: the goal.
        kinds: of all names whose kinds are known.
        known: names that actions use or that are declared.
        report: where to.
    """
    names = set(known)
    fits = True
    for name, condition in source.conditions.items():
        used = [name, *(other for formula in _formulas(condition) for other in formula.names)]
        strangers = [each for each in used if each not in names]
        for stranger in strangers:
            remedy = did_you_mean(stranger, names, otherwise="use a name that an action uses, or declare it in names=")
            report.error("goap-unknown-name", source.where, f"no action uses the name {stranger!r}", remedy)
        fits &= not strangers and condition_fits(name, condition, source.where, kinds, report)
    return fits


def _formulas(condition: ConditionLike) -> list[Formula]:
    operands: tuple[object, ...] = getattr(condition, "operands", (condition,))
    return [each for each in operands if isinstance(each, Formula)]


def suspicions(
    sources: Iterable[ActionSource],
    goals: Iterable[GoalSource],
    kinds: Mapping[str, Kind],
    unused: Iterable[str],
    report: Report,
) -> None:
    """Warn of what is allowed, but seldom meant."""
    changed: set[str] = set()
    growing: dict[str, str] = {}
    for source in sources:
        for name, meant in misspelt(source.action, Action, ARGUMENTS):
            problem = f"{name!r} means nothing to planning"
            remedy = f"did you mean {meant!r}? Otherwise call it something else"
            report.warning("goap-misspelt", source.where, problem, remedy)
        effects = [(name, effect) for group in source.groups for name, effect in group.effects.items()]
        if not effects:
            remedy = "give it effects, or leave it out: no plan needs it"
            report.warning("goap-no-effects", source.where, "the action changes nothing", remedy)
        for name, effect in effects:
            changed.add(name)
            if isinstance(effect, Change):
                growing.setdefault(name, source.where)
    for name, where in growing.items():
        if kinds[name].low is None and kinds[name].high is None:
            remedy = f"declare a range, names={{{name!r}: range(0, 21)}}, if there is one"
            if kinds[name].sort == "real":
                remedy = "let preconditions bound it"
            problem = (
                f"{name!r} can change without bound, so the search for a goal out of reach ends with its budget only"
            )
            report.warning("goap-unbounded", where, problem, remedy)
    for goal in goals:
        for name, condition in goal.conditions.items():
            involved = {name}.union(*(formula.names for formula in _formulas(condition)))
            if not involved & changed:
                text = say_condition(name, condition)
                remedy = "add an action that does, or leave the condition out"
                report.warning("goap-no-achiever", goal.where, f"no action can change whether `{text}` holds", remedy)
    for name in unused:
        problem, remedy = f"no action and no goal uses {name!r}", "leave the declaration out, or mend the name"
        report.warning("goap-unused-name", f"names[{name!r}]", problem, remedy)
