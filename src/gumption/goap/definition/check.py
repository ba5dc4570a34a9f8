"""What is wrong with a domain or a goal whose pieces are of the right form: everything at once, each with a code."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from gumption.goap.action import misspelt
from gumption.goap.definition.contradiction import contradiction
from gumption.goap.definition.fitting import condition_fits, effect_fits, formula_fits
from gumption.goap.definition.kinds import Kind
from gumption.goap.definition.report import Report, did_you_mean
from gumption.goap.definition.sources import ActionSource, GoalSource
from gumption.goap.formula import Formula
from gumption.goap.tables.conditions import NEVER, tests_of
from gumption.goap.tables.encodings import Encoding
from gumption.goap.tables.linear import NotExactError
from gumption.goap.tables.prices import MAX_UNITS, in_cost_units
from gumption.goap.tables.task import Test
from gumption.goap.vocabulary import Change, ConditionLike, EffectLike, say_condition, say_effect


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


def check_goal_possible(source: GoalSource, encodings: Iterable[Encoding], report: Report) -> None:
    """Report conditions of a goal that hold in no state."""
    for encoding in encodings:
        try:
            pairs = tests_of(source.conditions, encoding.frame)
        except NotExactError:
            continue
        _report_contradiction(pairs, source.where, encoding, "the goal can never be reached", report)
        return


def check_action(source: ActionSource, encoding: Encoding, report: Report) -> None:
    """Report an action that can never be applied, effects that contradict each other, and costs that are too high."""
    pairs = tests_of(source.conditions, encoding.frame)
    never = _report_contradiction(pairs, source.where, encoding, "the action can never be applied", report)
    _check_effects(source, [] if never else [test for test, _ in pairs], encoding, report)
    if isinstance(source.cost, (int, float)) and in_cost_units(source.cost, encoding.unit) >= MAX_UNITS:
        remedy = f"let it cost less than {MAX_UNITS / encoding.unit:.3g}; to rule an action out use is_usable"
        report.error("goap-cost", source.where, f"the cost {source.cost!r} is too high to be added up", remedy)


def _report_contradiction(
    pairs: list[tuple[Test, str]], where: str, encoding: Encoding, consequence: str, report: Report
) -> bool:
    found = contradiction((test for test, _ in pairs), encoding.task.fields)
    if found is None:
        return False
    texts = list(dict.fromkeys(text for _, text in pairs[: found + 1]))
    culprit = pairs[found][1]
    others = [text for text in texts if text != culprit]
    problem = f"`{culprit}` cannot hold" + (f" together with `{'`, `'.join(others)}`" if others else "")
    report.error("goap-impossible", where, f"{problem}, so {consequence}", "mend the condition, or leave it out")
    return True


def _check_effects(source: ActionSource, tests: list[Test], encoding: Encoding, report: Report) -> None:
    fields = encoding.task.fields
    grouped = [(group, [test for test, _ in tests_of(group.conditions, encoding.frame)]) for group in source.groups]
    for group, own in grouped:
        if group.conditions and (NEVER in own or contradiction([*tests, *own], fields) is not None):
            what = " and ".join(say_condition(name, each) for name, each in group.conditions.items())
            remedy = "mend the conditions, or leave the when(...) out"
            report.warning("goap-idle-effect", source.where, f"`{what}` never holds when the action is applied", remedy)
    for (one, own), (other, others) in combinations(grouped, 2):
        shared = [name for name in one.effects if name in other.effects]
        if not shared or NEVER in own or NEVER in others:
            continue
        if contradiction([*tests, *own, *others], fields) is not None:
            continue
        for name in shared:
            if not _go_together(one.effects[name], other.effects[name]):
                first, second = (say_effect(name, group.effects[name]) for group in (one, other))
                problem = f"`{first}` and `{second}` may happen at once"
                remedy = "let their when(...) conditions exclude each other; only add and subtract go together"
                report.error("goap-contradiction", source.where, problem, remedy)


def _go_together(one: EffectLike, other: EffectLike) -> bool:
    if isinstance(one, Change) and isinstance(other, Change):
        return "scale" not in (one.operation, other.operation)
    return type(one) is type(other) and not isinstance(one, (Change, Formula)) and one == other


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
        for name, meant in misspelt(source.action):
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
